//! An agent asks for a person; one takes over, answers, and gives back. The agent is silent meanwhile.

use std::time::Duration;

use conserje_accounts::Guest;
use conserje_conversation::NewSession;
use conserje_kernel::{KeyScope, Role, SessionId};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes, until};
use serde_json::{Value, json};

use crate::socketio::JsClient;

const PACK: &str = r#"
name = "clinic"
guests = true
[[agents]]
name = "reception"
prompt = "You are the reception."
approvals = "write"
tools = ["escalate_to_human"]
"#;

async fn start(home: Home) -> TestServer {
    TestServer::start_with(home, TestServerOptions::default().with_pack(PACK)).await
}

fn asks() -> [Scene; 2] {
    let args =
        json!({"reason": "está muy enfadado", "urgency": "high", "summary": "Le han cobrado dos veces."});
    [Scene::use_tool("escalate_to_human", args), Scene::say("Ya viene una persona.")]
}

/// A customer whose agent has asked for a person: the session, and the escalation.
async fn escalated(server: &TestServer, customer: &Client) -> (String, String) {
    let session = customer.session().await;
    server.model_says(asks());
    let events = customer.say(&session, "¡Quiero hablar con una persona!").await;
    let done = events.iter().find(|event| event["type"] == "tool_result").unwrap();
    assert_eq!(done["success"], true, "{done}");
    let id = done["result"]["escalation_id"].as_str().unwrap().to_owned();
    (session, id)
}

async fn operator(server: &TestServer) -> Client {
    server.somebody("demo", Role::Agent, &[KeyScope::Admin]).await
}

fn kinds(events: &Value) -> Vec<&str> {
    events["items"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap()).collect()
}

on_both_homes! {
    async fn a_conversation_is_handed_to_a_person_and_back(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let ana = operator(&server).await;
        let (session, id) = escalated(&server, &customer).await;
        let path = format!("/api/inbox/{id}");

        let listed = ana.get("/api/inbox").await.expect(200);
        assert_eq!((&listed["waiting"], &listed["items"][0]["id"], &listed["items"][0]["urgency"]), (&json!(1), &json!(id), &json!("high")));
        let detail = ana.get(&path).await.expect(200);
        assert_eq!((&detail["reason"], &detail["summary"], &detail["status"]), (&json!("está muy enfadado"), &json!("Le han cobrado dos veces."), &json!("open")));
        assert!(detail["customer"]["name"].is_string(), "{detail}");
        server.model_says(asks());
        let again = customer.say(&session, "¿Y la persona?").await;
        let second = again.iter().find(|event| event["type"] == "tool_result").unwrap();
        assert_eq!(second["result"]["escalation_id"], json!(id), "a session asks once at a time");

        let refused = ana.post(&format!("{path}/reply"), json!({"text": "hola"})).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "session_not_held"));
        let taken = ana.post(&format!("{path}/take"), json!({})).await.expect(200);
        assert_eq!(taken["status"], "taken");
        ana.post(&format!("{path}/take"), json!({})).await.expect(200);
        assert_eq!(ana.get("/api/inbox?filter=mine").await.expect(200)["items"][0]["id"], json!(id));

        let asked_before = server.app().scripted_model().asked().len();
        let held = customer.post(&format!("/api/chat/sessions/{session}/messages?wait=true"), json!({"message": "¿Hola?"})).await.expect(200);
        assert_eq!((&held["status"], held["events"].as_array().unwrap().len()), (&json!("held"), 1), "{held}");
        assert_eq!(held["events"][0]["heldBy"]["name"], held["heldBy"]["name"]);
        let sent = customer.post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": "¿Hay alguien?"})).await.expect(202);
        assert_eq!(sent["status"], "held");
        assert_eq!(server.app().scripted_model().asked().len(), asked_before, "no model is asked while a person has it");

        let reply = json!({"text": "Soy Ana. Le devuelvo el dinero hoy."});
        let first = ana.post_once(&format!("{path}/reply"), reply.clone(), "r1").await.expect(201);
        assert_eq!(ana.post_once(&format!("{path}/reply"), reply, "r1").await.expect(201), first);
        let seen = until("the customer sees the reply once", || async {
            let messages = customer.get(&format!("/api/chat/sessions/{session}/messages")).await.expect(200);
            let said: Vec<_> = messages["items"].as_array().unwrap().iter().filter(|message| message["operator"].is_string()).cloned().collect();
            (!said.is_empty()).then_some(said)
        }).await;
        assert_eq!((seen.len(), &seen[0]["role"]), (1, &json!("assistant")));

        ana.post(&format!("{path}/notes"), json!({"text": "SECRETO: cliente difícil"})).await.expect(201);
        assert_eq!(ana.get(&path).await.expect(200)["notes"][0]["text"], "SECRETO: cliente difícil");
        assert_eq!(ana.post(&format!("{path}/notes"), json!({"text": " "})).await.code(), "invalid_value");

        let back = ana.post(&format!("{path}/give-back"), json!({})).await.expect(200);
        assert_eq!(back["status"], "closed");
        assert_eq!(ana.get("/api/inbox").await.expect(200)["items"], json!([]));
        assert_eq!(ana.get("/api/inbox?filter=closed").await.expect(200)["items"][0]["id"], json!(id));
        assert_eq!(ana.post(&format!("{path}/take"), json!({})).await.code(), "escalation_closed");

        server.model_says([Scene::say("Aquí sigo.")]);
        let answer = customer.say(&session, "gracias").await;
        assert_eq!(answer.last().unwrap()["content"], "Aquí sigo.");
        let asked = server.app().scripted_model().asked();
        let told = format!("{:?}", asked.last().unwrap().messages);
        assert!(told.contains("¿Hay alguien?") && told.contains("Soy Ana."), "{told}");
        assert!(!told.contains("SECRETO"), "{told}");
        let events = customer.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
        assert!(!events.to_string().contains("SECRETO"));
        let kinds = kinds(&events);
        for kind in ["escalation_opened", "session_taken", "operator_message_sent", "session_given_back"] {
            assert_eq!(kinds.iter().filter(|other| **other == kind).count(), 1, "{kind} in {kinds:?}");
        }
        server.stop().await;
    }

    async fn of_two_who_take_at_once_one_has_it_and_the_other_is_told_who(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let (_, id) = escalated(&server, &customer).await;
        let operators = [operator(&server).await, operator(&server).await];
        let path = format!("/api/inbox/{id}/take");
        let taken = futures::future::join_all(operators.iter().map(|client| client.post(&path, json!({})))).await;
        let mut statuses: Vec<u16> = taken.iter().map(|reply| reply.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let lost = taken.iter().position(|reply| reply.status.as_u16() == 409).unwrap();
        assert_eq!(taken[lost].code(), "session_held");
        assert!(taken[lost].text.contains("agent of demo"), "{}", taken[lost].text);
        let reply = operators[lost].post(&format!("/api/inbox/{id}/reply"), json!({"text": "hola"})).await;
        assert_eq!(reply.code(), "session_held");
        let owner = server.owner();
        owner.post(&format!("/api/inbox/{id}/close"), json!({})).await.expect(200);
        server.stop().await;
    }

    async fn a_restart_leaves_a_conversation_with_who_has_it(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let ana = operator(&server).await;
        let (session, id) = escalated(&server, &customer).await;
        ana.post(&format!("/api/inbox/{id}/take"), json!({})).await.expect(200);
        let (customer_key, ana_key) = (customer.key().map(str::to_owned), ana.key().map(str::to_owned));
        let server = server.restart().await;
        let (customer, ana) = (server.owner().with_key(customer_key), server.owner().with_key(ana_key));
        let sent = customer.post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": "¿Sigue ahí?"})).await.expect(202);
        assert_eq!(sent["status"], "held");
        ana.post(&format!("/api/inbox/{id}/reply"), json!({"text": "Sí."})).await.expect(201);
        server.stop().await;
    }

    async fn a_running_turn_is_stopped_and_what_waited_is_left_to_the_person(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let ana = operator(&server).await;
        let (session, id) = escalated(&server, &customer).await;
        server.model_says([Scene::say("una respuesta que nadie espera").after(Duration::from_secs(60))]);
        let path = format!("/api/chat/sessions/{session}/messages");
        customer.post(&path, json!({"message": "primero"})).await.expect(202);
        assert_eq!(customer.post(&path, json!({"message": "segundo"})).await.expect(202)["status"], "waiting");
        ana.post(&format!("/api/inbox/{id}/take"), json!({})).await.expect(200);
        let events = until("the turn has ended", || async {
            let events = ana.get(&format!("/api/inbox/{id}/events")).await.expect(200);
            kinds(&events).contains(&"error").then_some(events)
        }).await;
        let items = events["items"].as_array().unwrap();
        assert!(items.iter().any(|event| event["code"] == "turn_cancelled"), "{events:#}");
        assert!(items.iter().any(|event| event["content"] == "segundo" && event["heldBy"].is_object()), "{events:#}");
        server.stop().await;
    }

    async fn doors_that_tell_words_say_who_will_answer(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let ana = operator(&server).await;
        let (session, id) = escalated(&server, &customer).await;
        ana.post(&format!("/api/inbox/{id}/take"), json!({})).await.expect(200);
        let asked = customer.post("/api/rag-agent", json!({"message": "¿Hola?", "threadId": session})).await;
        assert_eq!(asked.status.as_u16(), 200, "{}", asked.text);
        assert!(asked.text.contains("lleva esta conversación") && asked.text.contains("event: done"), "{}", asked.text);
        let mut live = JsClient::connect(customer.url(), customer.key().unwrap()).await;
        live.emit("chat:message", json!({"sessionId": session, "message": "¿Sigue ahí?"})).await;
        let events = live.events_until("user_message_confirmed").await;
        let held_by = &events.last().unwrap()["heldBy"]["name"];
        assert!(held_by.as_str().is_some_and(|name| asked.text.contains(name)), "{events:?}");
        server.stop().await;
    }

    async fn a_guest_can_ask_for_a_person_and_not_work_the_inbox(home: Home) {
        let server = start(home).await;
        let door = server.app().operator_inside("demo").await.unwrap();
        let writes = Guest { door: "whatsapp", contact: "34600", name: "Luis" };
        let (_, guest) = server.app().access().guest(&door, writes).await.unwrap();
        let conversations = server.app().conversations();
        let session = conversations.create_session(&guest, SessionId::generate(), NewSession::default()).await.unwrap().id;
        server.model_says(asks());
        let incoming = conserje_conversation::Incoming::new(
            conserje_kernel::TurnId::generate(), conserje_kernel::TraceId::generate(), "una persona".to_owned());
        let mut asked = conversations.ask(&guest, Some(session), incoming).await.unwrap();
        assert!(asked.ends_within(Duration::from_secs(60)).await.unwrap());
        let ana = operator(&server).await;
        let listed = ana.get("/api/inbox").await.expect(200);
        assert_eq!((&listed["items"][0]["sessionId"], &listed["items"][0]["customer"]["name"]), (&json!(session.to_string()), &json!("Luis")));
        assert!(!guest.may(conserje_kernel::Permission::WorkInbox));
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        let id = listed["items"][0]["id"].as_str().unwrap();
        for path in ["/api/inbox".to_owned(), format!("/api/inbox/{id}"), format!("/api/inbox/{id}/events")] {
            assert_eq!(member.get(&path).await.status.as_u16(), 403, "{path}");
        }
        assert_eq!(member.post(&format!("/api/inbox/{id}/take"), json!({})).await.status.as_u16(), 403);
        server.stop().await;
    }

    async fn what_is_asked_for_is_assigned_told_live_and_gone_with_its_session(home: Home) {
        let server = start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let ana = operator(&server).await;
        let (session, id) = escalated(&server, &customer).await;
        let me = ana.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        let given = ana.post(&format!("/api/inbox/{id}/assign"), json!({"userId": me})).await.expect(200);
        assert_eq!(given["assignedTo"]["id"], me);
        let them = customer.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        assert_eq!(ana.post(&format!("/api/inbox/{id}/assign"), json!({"userId": them})).await.code(), "invalid_value");
        assert_eq!(ana.post(&format!("/api/inbox/{id}/assign"), json!({"userId": "x"})).await.code(), "not_found");
        let watch = |scope: conserje_kernel::Scope| server.app().conversations().watch_inbox(&scope);
        let mut watching = watch(server.app().operator_inside("demo").await.unwrap());
        assert_eq!(watching.next().await.unwrap().waiting, 1);
        customer.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        assert_eq!(watching.next().await.unwrap().waiting, 0);
        assert_eq!(ana.get("/api/inbox").await.expect(200)["items"], json!([]));
        server.stop().await;
    }
}

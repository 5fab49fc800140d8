//! What the business says in a session without a turn is seen wherever messages are, and known to the model.

use conserje_kernel::{KeyScope, Role, SessionId};
use conserje_llm::Message;
use conserje_testkit::{TestServer, on_both_homes, until};
use serde_json::json;

const MOVED: &str = "Su cita pasa al martes a las 10:00.";

on_both_homes! {
    async fn a_notice_is_told_live_kept_shown_and_remembered(home: Home) {
        let server = TestServer::start(home).await;
        let customer = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let operator = server.app().operator_inside("demo").await.unwrap();
        let session = customer.session().await;
        customer.say(&session, "una cita, por favor").await;
        let mut live = customer.follow(&session, None).await;
        live.take(2).await;
        let id: SessionId = session.parse().unwrap();
        let notify = |text: &str| server.app().conversations().notify(&operator, id, text.to_owned(), "appointment".to_owned());
        notify(MOVED).await.unwrap();
        let frame = live.next().await.unwrap();
        assert_eq!((&frame.data["type"], &frame.data["text"], &frame.data["about"]),
            (&json!("notice_sent"), &json!(MOVED), &json!("appointment")));
        assert!(notify("  ").await.is_err(), "nothing is said with nothing");

        let path = format!("/api/chat/sessions/{session}");
        let shown = until("the notice is a message", || async {
            let messages = customer.get(&format!("{path}/messages")).await.expect(200);
            messages["items"].as_array().unwrap().get(2).cloned()
        }).await;
        assert_eq!((&shown["role"], &shown["content"], &shown["about"]), (&json!("assistant"), &json!(MOVED), &json!("appointment")));
        let markdown = customer.get(&format!("{path}/export?format=markdown")).await.text;
        assert!(markdown.contains("## Notice") && markdown.contains(MOVED), "{markdown}");
        let made = customer.post(&format!("{path}/shares"), json!({})).await.expect(201);
        let link = format!("/api{}", made["url"].as_str().unwrap().strip_prefix(customer.url()).unwrap());
        assert_eq!(server.stranger().get(&link).await.expect(200)["messages"][2]["content"], MOVED);

        customer.say(&session, "¿a qué hora era?").await;
        let asked = server.app().scripted_model().asked();
        let told = &asked.last().unwrap().messages;
        assert!(told.contains(&Message::assistant(format!("una cita, por favor\n\n{MOVED}"))), "{told:?}");
        server.stop().await;
    }

    async fn a_notice_reaches_no_session_of_another_tenant_and_none_that_is_gone(home: Home) {
        let server = TestServer::start(home).await;
        let rival = server.app().operator_inside("rival").await.unwrap();
        let owner = server.owner();
        let session = owner.session().await;
        let id: SessionId = session.parse().unwrap();
        let notify = |scope| {
            let conversations = server.app().conversations().clone();
            async move { conversations.notify(&scope, id, "hola".to_owned(), "order".to_owned()).await }
        };
        assert!(notify(rival).await.is_err());
        let operator = server.app().operator_inside("demo").await.unwrap();
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        assert!(notify(operator).await.is_err());
        server.stop().await;
    }
}

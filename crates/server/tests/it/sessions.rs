use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{TestServer, on_both_homes, until};
use serde_json::{Value, json};

fn titles(list: &Value) -> Vec<String> {
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap_or("-").to_owned())
        .collect()
}

on_both_homes! {
    async fn a_session_is_made_read_renamed_and_deleted(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let made = owner.post("/api/chat/sessions", json!({"title": "Presupuesto"})).await.expect(201);
        let path = format!("/api/chat/sessions/{}", made["id"].as_str().unwrap());
        assert_eq!(owner.get(&path).await.expect(200)["title"], "Presupuesto");
        let renamed = owner.patch(&path, json!({"title": "  Otro nombre "})).await.expect(200);
        assert_eq!(renamed["title"], "Otro nombre");
        owner.delete(&path).await.expect(204);
        for reply in [owner.get(&path).await, owner.delete(&path).await, owner.get(&format!("{path}/events")).await] {
            assert_eq!((reply.status.as_u16(), reply.code().as_str()), (404, "not_found"));
        }
        server.stop().await;
    }

    async fn the_first_message_names_a_session_and_a_chosen_name_stays(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let unnamed = owner.session().await;
        owner.say(&unnamed, "¿Cuánto cuesta una limpieza dental?\nGracias").await;
        let title = |id: &str| { let path = format!("/api/chat/sessions/{id}"); async move { owner.get(&path).await.expect(200)["title"].clone() } };
        assert_eq!(title(&unnamed).await, "¿Cuánto cuesta una limpieza dental?");
        let path = format!("/api/chat/sessions/{unnamed}");
        owner.patch(&path, json!({"title": "Precios"})).await.expect(200);
        owner.say(&unnamed, "Otra cosa").await;
        assert_eq!(title(&unnamed).await, "Precios");
        server.stop().await;
    }

    async fn sessions_are_found_by_title_and_by_what_was_said_whatever_the_accents(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.somebody("shop", Role::Member, &[KeyScope::Chat]).await;
        owner.post("/api/chat/sessions", json!({"title": "Artículo 38"})).await.expect(201);
        let spoken = owner.post("/api/chat/sessions", json!({"title": "Sin más"})).await.expect(201);
        owner.say(spoken["id"].as_str().unwrap(), "¿Y las VACACIONES pagadas?").await;
        let found = until("the message can be found", || async {
            let list = owner.get("/api/chat/sessions?q=vacaciónes").await.expect(200);
            (!titles(&list).is_empty()).then_some(list)
        }).await;
        assert_eq!(titles(&found), ["Sin más"]);
        assert_eq!(titles(&owner.get("/api/chat/sessions?q=ARTICULO").await.expect(200)), ["Artículo 38"]);
        assert_eq!(titles(&owner.get("/api/chat/sessions?q=%25").await.expect(200)), Vec::<String>::new());
        server.stop().await;
    }

    async fn pages_joined_are_the_whole_list(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.somebody("shop", Role::Member, &[KeyScope::Chat]).await;
        for number in 0..7 {
            owner.post("/api/chat/sessions", json!({"title": number.to_string()})).await.expect(201);
        }
        let (mut seen, mut path) = (Vec::new(), "/api/chat/sessions?limit=3".to_owned());
        loop {
            let page = owner.get(&path).await.expect(200);
            seen.extend(titles(&page));
            match page["nextCursor"].as_str() {
                Some(next) => path = format!("/api/chat/sessions?limit=3&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, ["6", "5", "4", "3", "2", "1", "0"]);
        server.stop().await;
    }

    async fn what_was_waited_for_can_be_read_at_once(home: Home) {
        let server = TestServer::start(home).await;
        let path = |session: &str| format!("/api/chat/sessions/{session}/messages");
        for number in 0..20 {
            let session = server.owner().session().await;
            let sent = json!({"message": format!("hola {number}")});
            server.owner().post(&format!("{}?wait=true", path(&session)), sent).await.expect(200);
            let messages = server.owner().get(&path(&session)).await.expect(200);
            let roles: Vec<_> = messages["items"].as_array().unwrap().iter().map(|one| one["role"].clone()).collect();
            assert_eq!(roles, ["user", "assistant"], "{number}: {messages}");
        }
        server.stop().await;
    }

    async fn an_export_holds_all_of_a_session(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([conserje_llm::Scene::say("# Not a heading of the export")]);
        owner.say(&session, "hola").await;
        let messages = format!("/api/chat/sessions/{session}/messages");
        until("both messages are projected", || async {
            (owner.get(&messages).await.expect(200)["items"].as_array().unwrap().len() == 2).then_some(())
        }).await;
        let export = owner.get(&format!("/api/chat/sessions/{session}/export")).await;
        assert!(export.headers["content-disposition"].to_str().unwrap().contains(&session));
        let export = export.expect(200);
        assert_eq!(export["messages"].as_array().unwrap().len(), 2);
        assert_eq!(export["events"].as_array().unwrap().len(), 2);
        let markdown = owner.get(&format!("/api/chat/sessions/{session}/export?format=markdown")).await;
        assert!(markdown.headers["content-type"].to_str().unwrap().starts_with("text/markdown"));
        assert!(markdown.text.contains("\n> # Not a heading of the export\n"), "{}", markdown.text);
        let unknown = owner.get(&format!("/api/chat/sessions/{session}/export?format=pdf")).await;
        assert_eq!((unknown.status.as_u16(), unknown.code().as_str()), (400, "invalid_request"));
        server.stop().await;
    }
}

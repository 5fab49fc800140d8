use conserje_testkit::{TestServer, on_both_homes, until};
use serde_json::json;

on_both_homes! {
    async fn a_share_link_shows_one_session_to_anybody_until_it_is_revoked(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        owner.say(&session, "para compartir").await;
        let made = owner.post(&format!("/api/chat/sessions/{session}/shares"), json!({"expiresInHours": 1})).await.expect(201);
        let path = format!("/api{}", made["url"].as_str().unwrap().strip_prefix(owner.url()).unwrap());
        let stranger = server.stranger();
        let shown = until("both messages are shown", || async {
            let shown = stranger.get(&path).await.expect(200);
            (shown["messages"].as_array().unwrap().len() == 2).then_some(shown)
        }).await;
        assert_eq!(shown["messages"][0]["content"], "para compartir");
        assert_eq!(shown["title"], "para compartir");
        let shares = format!("/api/chat/sessions/{session}/shares");
        assert_eq!(owner.get(&shares).await.expect(200)["items"].as_array().unwrap().len(), 1);
        owner.delete(&format!("{shares}/{}", made["id"].as_str().unwrap())).await.expect(204);
        assert_eq!(stranger.get(&path).await.status.as_u16(), 404);
        assert_eq!(owner.get(&shares).await.expect(200)["items"], json!([]));
        server.stop().await;
    }

    async fn a_share_link_of_a_deleted_session_opens_nothing(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let made = owner.post(&format!("/api/chat/sessions/{session}/shares"), json!({})).await.expect(201);
        let path = format!("/api{}", made["url"].as_str().unwrap().strip_prefix(owner.url()).unwrap());
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        assert_eq!(server.stranger().get(&path).await.status.as_u16(), 404);
        server.stop().await;
    }

    async fn a_lifetime_outside_the_limits_is_refused_with_the_rule(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        for hours in [0, 8761] {
            let reply = owner.post(&format!("/api/chat/sessions/{session}/shares"), json!({"expiresInHours": hours})).await;
            assert_eq!((reply.status.as_u16(), reply.code().as_str()), (422, "invalid_value"));
            assert!(reply.json()["detail"].as_str().unwrap().contains("use 1 to 8760"));
        }
        server.stop().await;
    }
}

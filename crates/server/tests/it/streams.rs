use std::time::Duration;

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{SseFrame, TestServer, on_both_homes, until};
use serde_json::json;

fn seen(frames: &[SseFrame]) -> Vec<(String, String)> {
    frames
        .iter()
        .map(|frame| (frame.id.clone().unwrap(), frame.data["type"].as_str().unwrap().to_owned()))
        .collect()
}

fn of(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(id, kind)| ((*id).to_owned(), (*kind).to_owned())).collect()
}

on_both_homes! {
    async fn a_follower_sees_a_turn_in_order_each_event_with_an_id(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut stream = owner.follow(&session, None).await;
        owner.say(&session, "hola").await;
        let frames = stream.take(4).await;
        let expected =
            of(&[("0", "session_start"), ("1", "user_message_confirmed"), ("2", "message"), ("2", "complete")]);
        assert_eq!(seen(&frames), expected);
        assert!(frames.iter().all(|frame| frame.event.as_deref() == Some("agent:event")));
        let indexes: Vec<_> = frames.iter().map(|frame| frame.data["eventIndex"].as_i64().unwrap()).collect();
        assert_eq!(indexes, [0, 1, 2, 3]);
        assert_eq!(frames[3].data["messageId"], frames[2].data["messageId"]);
        server.stop().await;
    }

    async fn a_reconnect_continues_after_the_last_event_also_across_a_restart(home: Home) {
        let server = TestServer::start(home).await;
        let session = server.owner().session().await;
        server.owner().say(&session, "uno").await;
        let mut stream = server.owner().follow(&session, Some("1")).await;
        assert_eq!(seen(&stream.take(1).await), of(&[("2", "message")]));
        drop(stream);
        server.owner().say(&session, "dos").await;
        let server = server.restart().await;
        let mut stream = server.owner().follow(&session, Some("2")).await;
        assert_eq!(seen(&stream.take(2).await), of(&[("3", "user_message_confirmed"), ("4", "message")]));
        server.owner().say(&session, "tres").await;
        let after: Vec<_> = seen(&stream.take(4).await).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(after, ["session_start", "user_message_confirmed", "message", "complete"]);
        server.stop().await;
    }

    async fn a_turn_goes_on_when_its_follower_leaves(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("tarde").after(Duration::from_millis(300))]);
        let mut stream = owner.follow(&session, None).await;
        owner.post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": "hola"})).await.expect(202);
        stream.take(1).await;
        drop(stream);
        let path = format!("/api/chat/sessions/{session}/events");
        until("the answer is there", || async {
            (owner.get(&path).await.expect(200)["items"].as_array().unwrap().len() == 2).then_some(())
        }).await;
        server.stop().await;
    }

    async fn a_stream_ends_soon_after_its_key_is_revoked(home: Home) {
        let server = TestServer::start(home).await;
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        let session = member.session().await;
        let mut stream = member.follow(&session, None).await;
        let key = member.get("/api/keys").await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
        server.owner().delete(&format!("/api/keys/{key}")).await.expect(204);
        // How soon is a constant of `doors::http::events`, held under five seconds at compile time.
        assert_eq!(stream.next().await, None);
        assert_eq!(member.get(&format!("/api/chat/sessions/{session}")).await.status.as_u16(), 401);
        server.stop().await;
    }

    async fn a_stream_ends_soon_after_its_user_is_disabled(home: Home) {
        let server = TestServer::start(home).await;
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        let session = member.session().await;
        let mut stream = member.follow(&session, None).await;
        let me = member.get("/api/auth/me").await.expect(200)["user"]["id"].as_str().unwrap().to_owned();
        server.owner().patch(&format!("/api/users/{me}"), json!({"disabled": true})).await.expect(200);
        assert_eq!(stream.next().await, None);
        server.stop().await;
    }

    async fn open_streams_do_not_hold_up_a_shutdown(home: Home) {
        let server = TestServer::start(home).await;
        let session = server.owner().session().await;
        let mut stream = server.owner().follow(&session, None).await;
        let ((), ended) = tokio::join!(server.stop(), stream.next());
        assert_eq!(ended, None);
    }
}

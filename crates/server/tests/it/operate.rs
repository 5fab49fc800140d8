use std::os::unix::fs::PermissionsExt;

use conserje_testkit::{Home, TestServer, TestServerOptions, on_both_homes, until};
use serde_json::json;

use crate::knowledge::upload_as;

on_both_homes! {
    async fn a_deleted_session_is_erased_by_a_job_and_the_chain_still_holds(home: Home) {
        let options = TestServerOptions::config("[conversation]\nerase_deleted_after_hours = 0\n");
        let server = TestServer::start_with(home, options).await;
        let owner = server.owner();
        let session = owner.session().await;
        owner.say(&session, "para olvidar").await;
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        until("the erasing job is done", || async {
            let jobs = owner.get("/api/jobs?state=done").await.expect(200);
            (jobs["items"][0]["kind"] == "erase_session").then_some(())
        }).await;
        let report = owner.get("/api/audit/verify").await.expect(200);
        assert_eq!((report["intact"].as_bool(), report["erased"].as_i64()), (Some(true), Some(2)));
        server.stop().await;
    }

    async fn files_that_take_long_hold_up_no_other_work(home: Home) {
        let folder = tempfile::tempdir().unwrap();
        let slow = folder.path().join("slow");
        std::fs::write(&slow, "#!/bin/sh\nexec sleep 300\n").unwrap();
        std::fs::set_permissions(&slow, PermissionsExt::from_mode(0o755)).unwrap();
        let program = slow.display();
        let config = format!("[conversation]\nerase_deleted_after_hours = 0\n[testing]\nworker_program = \"{program}\"\n");
        let server = TestServer::start_with(home, TestServerOptions::config(config)).await;
        let owner = server.owner();
        for name in ["one.pdf", "two.pdf", "three.pdf"] {
            upload_as(owner, name, format!("%PDF-1.7 {name}, which is never read").as_bytes()).await.expect(202);
        }
        until("both who read files are at it", || async {
            let running = owner.get("/api/jobs?state=running").await.expect(200);
            (running["items"].as_array().unwrap().len() == 2).then_some(())
        }).await;
        let session = owner.session().await;
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        until("the session is erased meanwhile", || async {
            let done = owner.get("/api/jobs?state=done").await.expect(200);
            (done["items"][0]["kind"] == "erase_session").then_some(())
        }).await;
        assert_eq!(owner.get("/api/jobs?state=running").await.expect(200)["items"].as_array().unwrap().len(), 2);
        server.stop().await;
    }

    async fn the_feed_lists_events_of_all_sessions_in_order(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let (one, two) = (owner.session().await, owner.session().await);
        for session in [&one, &two, &one] {
            owner.say(session, "x").await;
        }
        let feed = until("all six events are in the feed", || async {
            let feed = owner.get("/api/feed").await.expect(200);
            (feed["items"].as_array().unwrap().len() == 6).then_some(feed)
        }).await;
        let seen: Vec<_> = feed["items"].as_array().unwrap().iter()
            .map(|entry| (entry["position"].as_i64().unwrap(), entry["sessionId"].as_str().unwrap() == one, entry["sequenceNumber"].as_i64().unwrap()))
            .collect();
        assert_eq!(seen, [(1, true, 1), (2, true, 2), (3, false, 1), (4, false, 2), (5, true, 3), (6, true, 4)]);
        let rest = owner.get("/api/feed?after=4&limit=1").await.expect(200);
        assert_eq!((rest["items"][0]["position"].as_i64(), rest["nextCursor"].as_str()), (Some(5), Some("5")));
        server.stop().await;
    }

    async fn health_names_every_part(home: Home) {
        let server = TestServer::start(home).await;
        let stranger = server.stranger();
        for path in ["/health/live", "/livez"] {
            assert_eq!(stranger.get(path).await.expect(200)["status"], "live");
        }
        for path in ["/health/ready", "/readyz"] {
            let health = stranger.get(path).await.expect(200);
            assert_eq!(health["status"], "degraded", "no language model is configured, and it says so");
            let names: Vec<_> = health["components"].as_array().unwrap().iter().map(|part| part["name"].as_str().unwrap()).collect();
            assert_eq!(names, ["rows", "projections", "model", "tasks"]);
        }
        let metrics = stranger.get("/metrics").await;
        assert!(metrics.text.contains("conserje_http_requests_total{"), "{}", metrics.text);
        assert!(metrics.text.contains("conserje_projections_waiting"));
        server.stop().await;
    }

    async fn a_word_that_is_none_is_refused_with_those_there_are(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let channel = json!({"kind": "telegram", "name": "bot", "secrets": {"botToken": "t", "secretToken": "s"}});
        let channel = owner.post("/api/channels", channel).await.expect(201)["id"].as_str().unwrap().to_owned();
        let asked = [
            ("/api/jobs?state=lost".to_owned(), 422, "queued, running, done, dead"),
            ("/api/files?status=lost".to_owned(), 422, "pending, queued, processing, completed, failed"),
            (format!("/api/channels/{channel}/deliveries?status=lost"), 422, "queued, sent, delivered, read, failed"),
            ("/api/usage?by=lost".to_owned(), 400, "day, model, agent, user"),
            ("/api/desk/orders?status=lost".to_owned(), 400, "`placed`, `preparing`"),
        ];
        for (path, status, words) in asked {
            let problem = owner.get(&path).await.expect(status);
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("`lost`") && detail.contains(words), "{path}: {detail}");
        }
        let user = json!({"email": "eva@example.com", "name": "Eva", "role": "root"});
        let problem = owner.post("/api/users", user).await.expect(422);
        assert_eq!(problem["detail"], "`root` is not a role; use one of owner, admin, agent, member, guest");
        let problem = owner.post("/api/channels", json!({"kind": "fax", "name": "fax"})).await.expect(422);
        assert!(problem["detail"].as_str().unwrap().contains("whatsapp, messenger, instagram"), "{problem}");
        server.stop().await;
    }

    async fn a_job_that_is_not_dead_cannot_be_run_again(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        let job = owner.get("/api/jobs").await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
        let refused = owner.post(&format!("/api/jobs/{job}/retry"), json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid_value"));
        assert!(refused.json()["detail"].as_str().unwrap().contains("only a dead job"));
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_id_given_by_the_caller_is_kept() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let id = "4bf92f3577b34da6a3ce929d0e0e4736";
    let request = owner
        .request(reqwest::Method::POST, &format!("/api/chat/sessions/{session}/messages?wait=true"))
        .header("traceparent", format!("00-{id}-00f067aa0ba902b7-01"))
        .json(&json!({"message": "hola"}));
    let reply = conserje_testkit::Client::send(request).await;
    assert_eq!(reply.headers["x-trace-id"].to_str().unwrap(), format!("trc_{id}"));
    let reply = reply.expect(200);
    assert!(
        reply["events"]
            .as_array()
            .unwrap()
            .iter()
            .all(|event| event["traceId"] == format!("trc_{id}").as_str())
    );
    server.stop().await;
}

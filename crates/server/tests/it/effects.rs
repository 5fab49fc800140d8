//! Effects and the people who allow or stop them, through the front doors.

use std::path::Path;
use std::time::Duration;

use conserje_kernel::{Scope, SessionId, TurnId};
use conserje_llm::Scene;
use conserje_store::{Tx, journal, turns};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes, until};
use serde_json::{Value, json};

use crate::far_end::FarEnd;

const PACK: &str = r#"
name = "shop"
[egress]
allow_private = ["ADDRESS"]
[[agents]]
name = "clerk"
prompt = "Sell."
tools = ["wire"]
[[tools]]
name = "wire"
description = "Sends money."
method = "POST"
url = "http://ADDRESS/wire"
body = "json"
risk = "write"
parameters = { type = "object", required = ["to"], properties = { to = { type = "string" } } }
"#;

async fn start(home: Home, folder: &Path, service: &FarEnd) -> TestServer {
    std::fs::write(folder.join("pack.toml"), PACK.replace("ADDRESS", &service.address.to_string())).unwrap();
    let config =
        format!("[packs]\nfolders = [\"{}\"]\n[server]\nshutdown_patience_seconds = 1\n", folder.display());
    TestServer::start_with(home, TestServerOptions::config(config)).await
}

/// A turn that waits for somebody to allow a call; the path that decides it.
async fn paused(server: &TestServer, session: &str) -> String {
    server.model_says([Scene::use_tool("wire", json!({"to": "ana"}))]);
    let events = server.owner().say(session, "envía").await;
    assert_eq!(events.last().unwrap()["type"], "turn_paused");
    let waiting = server.owner().get("/api/approvals").await.expect(200);
    format!("/api/approvals/{}/respond", waiting["items"][0]["id"].as_str().unwrap())
}

async fn until_idle(client: &Client, session: &str) -> Vec<Value> {
    let path = format!("/api/chat/sessions/{session}");
    until("the turn has ended", || async {
        let state = client.get(&path).await.expect(200);
        (state["turn"]["running"] != json!(true)).then_some(())
    })
    .await;
    client.get(&format!("{path}/events")).await.expect(200)["items"].as_array().unwrap().clone()
}

fn approve() -> Value {
    json!({"decision": "approve"})
}

/// The scope of the person whose session it is.
async fn talker(server: &TestServer) -> (Client, Scope) {
    let scopes = [conserje_kernel::KeyScope::Admin];
    server.somebody_with_scope("demo", conserje_kernel::Role::Owner, &scopes).await
}

on_both_homes! {
    async fn an_approved_call_runs_once_however_often_it_is_approved(home: Home) {
        let (service, folder) = (FarEnd::open("ok"), tempfile::tempdir().unwrap());
        let server = start(home, folder.path(), &service).await;
        let session = server.owner().session().await;
        let path = paused(&server, &session).await;
        let server = server.restart().await;
        let owner = server.owner();
        let all = futures::future::join_all((0..8).map(|_| owner.post(&path, approve()))).await;
        let first = all.iter().filter(|reply| reply.expect(200)["wasDecidedBefore"] == json!(false)).count();
        assert_eq!(first, 1);
        let late = owner.post(&path, json!({"decision": "reject"})).await;
        assert_eq!(late.status.as_u16(), 409, "{}", late.text);
        until_idle(owner, &session).await;
        assert_eq!(service.count("/wire"), 1);
        server.stop().await;
    }

    async fn what_waits_in_a_session_that_is_deleted_never_runs(home: Home) {
        let (service, folder) = (FarEnd::open("ok"), tempfile::tempdir().unwrap());
        let server = start(home, folder.path(), &service).await;
        let owner = server.owner();
        let session = owner.session().await;
        let path = paused(&server, &session).await;
        owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
        let waiting = owner.get("/api/approvals").await.expect(200);
        assert_eq!(waiting["items"], json!([]));
        let answer = owner.post(&path, approve()).await;
        assert!(matches!(answer.status.as_u16(), 404 | 409), "{}", answer.text);
        let server = server.restart().await;
        assert_eq!(service.count("/wire"), 0);
        server.stop().await;
    }

    async fn a_wish_to_stop_outlives_the_process_that_ran_the_turn(home: Home) {
        let (service, folder) = (FarEnd::open("ok"), tempfile::tempdir().unwrap());
        let server = start(home, folder.path(), &service).await;
        let session = server.owner().session().await;
        server.model_says([Scene::say("tarde").after(Duration::from_secs(60))]);
        let path = format!("/api/chat/sessions/{session}/messages");
        server.owner().post(&path, json!({"message": "hola"})).await.expect(202);
        // As if another node had been told, and this one died before it heard of it.
        let (_, scope) = talker(&server).await;
        let id: SessionId = session.parse().unwrap();
        let ask = move |tx: &mut Tx<'_>| turns::request_cancel(tx, id);
        server.app().store().write(&scope, ask).await.unwrap().unwrap();
        let server = server.restart().await;
        let events = until_idle(server.owner(), &session).await;
        assert_eq!(events.last().unwrap()["code"], "turn_cancelled");
        server.stop().await;
    }

    async fn a_turn_whose_journal_cannot_be_read_is_closed_and_keeps_nobody_waiting(home: Home) {
        let (service, folder) = (FarEnd::open("ok"), tempfile::tempdir().unwrap());
        let server = start(home, folder.path(), &service).await;
        let session = server.owner().session().await;
        server.model_says([Scene::say("tarde").after(Duration::from_secs(60))]);
        let path = format!("/api/chat/sessions/{session}/messages");
        let sent = server.owner().post(&path, json!({"message": "hola"})).await.expect(202);
        let (_, scope) = talker(&server).await;
        let id: SessionId = session.parse().unwrap();
        let turn: TurnId = sent["turnId"].as_str().unwrap().parse().unwrap();
        let spoil = move |tx: &mut Tx<'_>| journal::append(tx, id, turn, 7, "not JSON");
        server.app().store().write(&scope, spoil).await.unwrap();
        let server = server.restart().await;
        let events = until_idle(server.owner(), &session).await;
        assert_eq!(events.last().unwrap()["code"], "server_stopped");
        let again = server.owner().say(&session, "otra vez").await;
        assert_eq!(again.last().unwrap()["type"], "message");
        server.stop().await;
    }

    async fn stopping_a_turn_that_waits_ends_it_and_runs_nothing(home: Home) {
        let (service, folder) = (FarEnd::open("ok"), tempfile::tempdir().unwrap());
        let server = start(home, folder.path(), &service).await;
        let owner = server.owner();
        let session = owner.session().await;
        let path = paused(&server, &session).await;
        owner.post(&format!("/api/chat/sessions/{session}/cancel"), json!({})).await.expect(200);
        let events = until_idle(owner, &session).await;
        assert_eq!(events.last().unwrap()["code"], "turn_cancelled");
        assert_eq!(owner.post(&path, approve()).await.status.as_u16(), 409);
        assert_eq!(service.count("/wire"), 0);
        server.stop().await;
    }
}

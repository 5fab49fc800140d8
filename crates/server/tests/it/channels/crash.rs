//! The server is killed between an answer and its sending: it is sent once.

use conserje_testkit::{ProviderServer, signed, until};
use serde_json::json;

use super::{SIGNING, now, wanted};
use crate::cli::Served;

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_not_sent_when_the_server_died_is_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pack.toml"), super::PACK).unwrap();
    let provider = ProviderServer::start().await;
    let packs = format!("[{:?}]", folder.path().display().to_string());
    let private = format!("[{:?}]", provider.address());
    let environment =
        [("CONSERJE__CHANNELS__PRIVATE", private.as_str()), ("CONSERJE__PACKS__FOLDERS", packs.as_str())];
    let data = folder.path().join("data");
    let start = || Served::start(env!("CARGO_BIN_EXE_conserje"), &data, &environment);

    provider.fail_with(503);
    let mut first = start();
    let made = first.client.post("/api/channels", wanted("webhook", &provider.url())).await.expect(201);
    let path = format!("/api/channels/{}/webhook", made["id"].as_str().unwrap());
    let body = json!({"contact": "ana", "text": "¿siguen ahí?"}).to_string();
    let mut request = first.client.with_key(None).request(reqwest::Method::POST, &path);
    for (name, value) in signed::standard(SIGNING, ("msg-1", now()), &body) {
        request = request.header(name, value);
    }
    assert_eq!(request.body(body).send().await.unwrap().status().as_u16(), 200);
    until("it was tried", || async { provider.asked().into_iter().next() }).await;
    first.kill();

    // The second process is killed while the provider has the message and says nothing.
    provider.fall_silent();
    let tried = provider.asked().len();
    let mut second = start();
    until("it is tried again", || async { (provider.asked().len() > tried).then_some(()) }).await;
    second.kill();

    provider.recover();
    let third = start();
    until("it is sent", || async { (provider.texts().len() == 1).then_some(()) }).await;
    let deliveries = format!("/api/channels/{}/deliveries", made["id"].as_str().unwrap());
    let listed = until("it is written down", || async {
        let listed = third.client.get(&deliveries).await.expect(200);
        (listed["items"][0]["status"] == "sent").then_some(listed)
    })
    .await;
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert_eq!(provider.texts(), ["¿siguen ahí?"]);
    // Whoever takes webhooks as Standard Webhooks has it knows the attempts for one message by their id.
    let ids: std::collections::BTreeSet<_> =
        provider.asked().iter().map(|sent| sent.header("webhook-id").unwrap().to_owned()).collect();
    assert_eq!(ids.len(), 1);
}

use conserje_kernel::Language;
use conserje_testkit::{Mishap, ODataServer};
use conserje_tools::retrieval::number_sources;
use conserje_tools::{Egress, EgressSettings, Registry, Status, parse_sources};
use serde_json::json;

use super::*;
use crate::central::meta::tests::{call, shipped};

fn tools_of(server: &ODataServer) -> Vec<Arc<dyn Tool>> {
    drop(rustls::crypto::ring::default_provider().install_default());
    let settings = EgressSettings { allow_private: vec![server.address()], ..EgressSettings::default() };
    let egress = Egress::new(&settings).unwrap().client().unwrap();
    let secret = |name: &str| (name == "BC_SECRET").then(|| Secret::new(ODataServer::SECRET));
    let settings = toml::from_str(&server.settings()).unwrap();
    live_tools(&Arc::new(shipped()), settings, egress, &secret, Clock::system()).unwrap()
}

async fn run(server: &ODataServer, name: &str, args: Value) -> Outcome {
    let tool = tools_of(server).into_iter().find(|tool| tool.info().name == name).unwrap();
    tool.run(call(args, Language::Es)).await
}

#[tokio::test]
async fn reads_are_free_and_writes_are_not() {
    let server = ODataServer::with_customers().await;
    let tools = tools_of(&server);
    let rows: Vec<String> = tools
        .iter()
        .map(|tool| format!("{} {:?} keys: {}", tool.info().name, tool.info().risk, tool.info().honours_keys))
        .collect();
    insta::assert_snapshot!(rows.join("\n"), @r"
    bc_query Read keys: true
    bc_get Read keys: true
    bc_create Write keys: false
    bc_update Write keys: false
    bc_delete Dangerous keys: false
    bc_action Dangerous keys: false
    ");
    assert!(tools.iter().all(|tool| tool.info().is_from_outside));
    Registry::new(tools).unwrap();
}

#[tokio::test]
async fn records_are_shown_and_can_be_cited() {
    let server = ODataServer::with_customers().await;
    let args =
        json!({"entity": "clientes", "where": [{"field": "number", "op": "eq", "value": "10002"}], "top": 5});
    let mut found = run(&server, "bc_query", args).await;
    assert_eq!(found.status, Status::Succeeded);
    assert_eq!(number_sources(&mut found, 3), 1);
    insta::assert_snapshot!(found.text);
    let sources = parse_sources(&found.result);
    assert_eq!(sources[0].file_name, "Business Central · customer 10002");
    assert!(sources[0].quote.as_deref().unwrap().contains("Cliente 2"));
}

#[tokio::test]
async fn a_record_is_made_changed_and_deleted() {
    let server = ODataServer::with_customers().await;
    let made =
        run(&server, "bc_create", json!({"entity": "customer", "fields": {"DisplayName": "Nuevo"}})).await;
    assert_eq!(made.status, Status::Succeeded, "{}", made.text);
    let record = &made.result["records"][0];
    let (id, etag) = (record["id"].as_str().unwrap(), record["@odata.etag"].as_str().unwrap());
    let changed = run(
        &server,
        "bc_update",
        json!({"entity": "customer", "id": id, "etag": etag, "fields": {"city": "Vigo"}}),
    )
    .await;
    assert_eq!(changed.result["records"][0]["city"], "Vigo");
    let again = run(
        &server,
        "bc_update",
        json!({"entity": "customer", "id": id, "etag": etag, "fields": {"city": "Lugo"}}),
    )
    .await;
    assert_eq!(again.status, Status::Failed);
    assert!(again.text.contains("cambió desde que se leyó"), "{}", again.text);
    let gone = run(&server, "bc_delete", json!({"entity": "customer", "id": id})).await;
    assert_eq!((gone.status, gone.result["deleted"].as_bool()), (Status::Succeeded, Some(true)));
}

#[tokio::test]
async fn what_the_catalogue_does_not_allow_is_not_sent() {
    let server = ODataServer::with_customers().await;
    for (name, args, said) in [
        ("bc_query", json!({"entity": "custmer"}), "¿Quería decir `customer`"),
        ("bc_create", json!({"entity": "account", "fields": {"number": "1"}}), "no admite POST"),
        ("bc_create", json!({"entity": "customer", "fields": {}}), "está vacío"),
        ("bc_create", json!({"entity": "customer", "fields": {"city": "Vigo"}}), "Falta `displayName`"),
        ("bc_create", json!({"entity": "customer", "fields": {"displayName": 7}}), "no es de tipo string"),
        (
            "bc_update",
            json!({"entity": "customer", "id": ODataServer::ANA, "fields": {"id": ODataServer::ANA}}),
            "solo lectura",
        ),
        (
            "bc_update",
            json!({"entity": "customer", "id": ODataServer::ANA, "fields": {"colour": 1}}),
            "no tiene la propiedad",
        ),
        ("bc_update", json!({"entity": "customer", "id": "1", "fields": {"city": "Vigo"}}), "no es un GUID"),
        (
            "bc_action",
            json!({"entity": "salesInvoice", "id": ODataServer::ANA, "action": "fly"}),
            "tiene: cancel",
        ),
        ("bc_get", json!({"entity": "pdfDocument", "id": ODataServer::ANA}), "dé `parent`"),
    ] {
        let outcome = run(&server, name, args).await;
        assert_eq!(outcome.status, Status::Failed, "{name}");
        assert!(outcome.text.contains(said), "{name}: {}", outcome.text);
    }
    assert_eq!(server.asked(), []);
}

#[tokio::test]
async fn a_lost_write_is_unknown_and_a_repeated_one_is_not_sent() {
    let server = ODataServer::with_customers().await;
    let args = json!({"entity": "customer", "fields": {"displayName": "Nuevo"}});
    server.mishaps([Mishap::Lost]);
    let lost = run(&server, "bc_create", args.clone()).await;
    assert_eq!(lost.status, Status::Unknown);
    insta::assert_snapshot!(lost.text, @"No se pudo hablar con Business Central: the connection was lost before the answer was complete. No se sabe si tuvo efecto; una persona debe mirarlo en Business Central.");
    assert_eq!(server.rows("customers").len(), 8);
    let tool = tools_of(&server).into_iter().find(|tool| tool.info().name == "bc_create").unwrap();
    let repeated = Call { is_repeated: true, ..call(args, Language::Es) };
    assert_eq!(tool.run(repeated).await.status, Status::Unknown);
    assert_eq!(server.rows("customers").len(), 8);
    server.mishaps([Mishap::Lost]);
    let read = run(&server, "bc_get", json!({"entity": "customer", "id": ODataServer::ANA})).await;
    assert_eq!(read.status, Status::Failed, "a read has no effects");
}

use std::time::Duration;

use conserje_testkit::{Mishap, ODataServer};
use conserje_tools::{Egress, EgressSettings, SendError};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::catalogue::Kind;
use crate::catalogue::tests::shipped;

fn settings(server: &ODataServer) -> CentralSettings {
    toml::from_str(&server.settings()).unwrap()
}

fn egress(server: &ODataServer) -> EgressClient {
    drop(rustls::crypto::ring::default_provider().install_default());
    let settings = EgressSettings { allow_private: vec![server.address()], ..EgressSettings::default() };
    Egress::new(&settings).unwrap().client().unwrap()
}

fn secret(name: &str) -> Option<Secret> {
    (name == "BC_SECRET").then(|| Secret::new(ODataServer::SECRET))
}

fn client_with(server: &ODataServer, settings: CentralSettings, clock: Clock) -> Client {
    Client::new(settings, egress(server), &secret, clock).unwrap()
}

fn client(server: &ODataServer) -> Client {
    client_with(server, settings(server), Clock::system())
}

fn named(name: &str) -> Entity {
    shipped().named(name).unwrap().clone()
}

fn names(records: &Records) -> Vec<&str> {
    records.rows.iter().map(|row| row["displayName"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn pages_are_followed_up_to_the_limits_and_more_is_said() {
    let server = ODataServer::with_customers().await;
    let customer = named("customer");
    let all = client(&server).list(&customer, None, &Query::default()).await.unwrap();
    assert_eq!((all.rows.len(), all.more), (7, false));
    let some =
        client(&server).list(&customer, None, &Query { top: Some(4), ..Query::default() }).await.unwrap();
    assert_eq!((some.rows.len(), some.more), (4, true));
    let settings = CentralSettings { most_pages: 1, ..settings(&server) };
    let one_page = client_with(&server, settings, Clock::system());
    let first = one_page.list(&customer, None, &Query::default()).await.unwrap();
    assert_eq!((first.rows.len(), first.more), (3, true));
}

#[tokio::test]
async fn a_filter_is_quoted_and_says_what_was_meant() {
    let server = ODataServer::with_customers().await;
    let customer = named("customer");
    let ask = |field: &str, op, value: Value| Query {
        conditions: vec![Condition { field: field.to_owned(), op, value }],
        ..Query::default()
    };
    let found = client(&server)
        .list(&customer, None, &ask("DISPLAYNAME", Comparison::Eq, json!("D'Arcy & Söhne")))
        .await
        .unwrap();
    assert_eq!(names(&found), ["D'Arcy & Söhne"]);
    // What looks like more of a filter is only a text.
    let attack = json!("x' or 1 eq 1 or displayName ne '");
    let found =
        client(&server).list(&customer, None, &ask("displayName", Comparison::Eq, attack)).await.unwrap();
    assert!(found.rows.is_empty());
    let found =
        client(&server).list(&customer, None, &ask("balanceDue", Comparison::Gt, json!(450))).await.unwrap();
    assert_eq!(found.rows.len(), 2);
    let sent = server.asked().len();
    for (field, op, value) in [
        ("balanceDue", Comparison::Eq, json!("0 or 1 eq 1")),
        ("id", Comparison::Eq, json!("x")),
        ("colour", Comparison::Eq, json!("red")),
        ("balanceDue", Comparison::Contains, json!(1)),
    ] {
        let wrong = client(&server).list(&customer, None, &ask(field, op, value)).await.unwrap_err();
        assert!(matches!(wrong, ClientError::Asked { .. }), "{wrong}");
    }
    assert_eq!(server.asked().len(), sent, "nothing that is wrong is sent");
}

#[tokio::test]
async fn columns_and_order_go_into_the_question() {
    let server = ODataServer::with_customers().await;
    let query = Query {
        select: vec!["Number".to_owned()],
        order: Some(("displayname".to_owned(), true)),
        top: Some(1),
        ..Query::default()
    };
    let found = client(&server).list(&named("customer"), None, &query).await.unwrap();
    assert!(found.rows[0].contains_key("number") && !found.rows[0].contains_key("displayName"));
    let asked = server.asked();
    let path = asked[0].path.replace(server.company(), "COMPANY");
    assert_eq!(path, "companies(COMPANY)/customers?$select=number&$orderby=displayName desc&$top=2");
}

#[tokio::test]
async fn lines_are_found_below_their_document() {
    let server = ODataServer::with_customers().await;
    let (invoice, line) = (named("salesInvoice"), named("salesInvoiceLine"));
    let found =
        client(&server).list(&line, Some((&invoice, ODataServer::INVOICE)), &Query::default()).await.unwrap();
    assert_eq!(found.rows.len(), 1);
    let fields = json!({"description": "Té", "quantity": 2}).as_object().unwrap().clone();
    let made = client(&server).create(&line, Some((&invoice, ODataServer::INVOICE)), &fields).await.unwrap();
    assert_eq!(made["documentId"], ODataServer::INVOICE);
    let wrong = client(&server)
        .list(&line, Some((&named("vendor"), ODataServer::INVOICE)), &Query::default())
        .await
        .unwrap_err();
    assert!(wrong.text(conserje_kernel::Language::En).contains("not found below `vendor`"), "{wrong}");
}

#[tokio::test]
async fn one_token_serves_until_it_ends() {
    let server = ODataServer::with_customers().await;
    let clock = Clock::stopped_at("2026-03-01T10:00:00Z".parse().unwrap());
    let client = client_with(&server, settings(&server), clock.clone());
    let customer = named("customer");
    for _ in 0..3 {
        client.get(&customer, None, ODataServer::ANA).await.unwrap();
    }
    assert_eq!(server.tokens_given(), 1);
    clock.advance(Duration::from_secs(3600 - 30));
    client.get(&customer, None, ODataServer::ANA).await.unwrap();
    assert_eq!(server.tokens_given(), 2, "a token is not used up to its last second");
}

#[tokio::test]
async fn a_refused_token_is_fetched_anew_once() {
    let server = ODataServer::with_customers().await;
    let client = client(&server);
    let customer = named("customer");
    client.get(&customer, None, ODataServer::ANA).await.unwrap();
    server.revoke_tokens();
    client.get(&customer, None, ODataServer::ANA).await.unwrap();
    assert_eq!(server.tokens_given(), 2);
    server.mishaps([
        Mishap::Refused { status: 401, retry_after: None },
        Mishap::Refused { status: 401, retry_after: None },
    ]);
    let denied = client.get(&customer, None, ODataServer::ANA).await.unwrap_err();
    assert_eq!(denied, ClientError::Denied { status: 401 });
    assert_eq!(server.tokens_given(), 3);
}

#[tokio::test]
async fn a_secret_is_in_no_error() {
    let server = ODataServer::with_customers().await;
    let wrong = |name: &str| (name == "BC_SECRET").then(|| Secret::new("not-the-secret"));
    let client = Client::new(settings(&server), egress(&server), &wrong, Clock::system()).unwrap();
    let error = client.get(&named("customer"), None, ODataServer::ANA).await.unwrap_err();
    let shown = format!("{error} {error:?} {}", error.text(conserje_kernel::Language::Es));
    assert!(shown.contains("HTTP 401, invalid_client") && !shown.contains("not-the-secret"), "{shown}");
    assert!(!error.may_have_happened());
    let missing = Client::new(settings(&server), egress(&server), &|_| None, Clock::system()).err().unwrap();
    assert!(missing.to_string().contains("`BC_SECRET`"), "{missing}");
}

#[tokio::test]
async fn a_busy_service_is_asked_again_as_it_wishes() {
    let server = ODataServer::with_customers().await;
    let customer = named("customer");
    let refused = |status, retry_after| Mishap::Refused { status, retry_after };
    server.mishaps([refused(429, Some(0)), refused(503, None)]);
    client(&server).get(&customer, None, ODataServer::ANA).await.unwrap();
    assert_eq!(server.asked().len(), 3);
    server.mishaps([refused(429, Some(3600))]);
    let busy = client(&server).get(&customer, None, ODataServer::ANA).await.unwrap_err();
    assert_eq!(busy, ClientError::Busy { status: 429, retry_after: Some(3600) }, "nobody waits for an hour");
    server.mishaps([refused(429, None); 4]);
    let busy = client(&server).get(&customer, None, ODataServer::ANA).await.unwrap_err();
    assert_eq!(busy, ClientError::Busy { status: 429, retry_after: None });
}

#[tokio::test]
async fn a_write_is_sent_again_only_when_it_was_surely_not_done() {
    let server = ODataServer::with_customers().await;
    let customer = named("customer");
    let fields = json!({"displayName": "Nuevo"}).as_object().unwrap().clone();
    let refused = |status, retry_after| Mishap::Refused { status, retry_after };
    server.mishaps([refused(429, Some(0)), refused(503, Some(0))]);
    client(&server).create(&customer, None, &fields).await.unwrap();
    assert_eq!(server.rows("customers").len(), 8);
    server.mishaps([refused(503, None)]);
    let unclear = client(&server).create(&customer, None, &fields).await.unwrap_err();
    assert!(unclear.may_have_happened(), "{unclear}");
    server.mishaps([Mishap::Lost]);
    let lost = client(&server).create(&customer, None, &fields).await.unwrap_err();
    assert!(matches!(lost, ClientError::Send(SendError::Lost(_))) && lost.may_have_happened(), "{lost}");
    assert_eq!(server.rows("customers").len(), 9, "it was done, and not done twice");
}

#[tokio::test]
async fn what_has_changed_meanwhile_is_left_alone() {
    let server = ODataServer::with_customers().await;
    let (client, customer) = (client(&server), named("customer"));
    let read = client.get(&customer, None, ODataServer::ANA).await.unwrap();
    let etag = read["@odata.etag"].as_str().unwrap().to_owned();
    server.touch(ODataServer::ANA);
    let fields = json!({"displayName": "Otra"}).as_object().unwrap().clone();
    let conflict = client.update(&customer, ODataServer::ANA, Some(&etag), &fields).await.unwrap_err();
    assert_eq!(conflict, ClientError::Conflict { status: 412 });
    let conflict = client.delete(&customer, ODataServer::ANA, Some(&etag)).await.unwrap_err();
    assert_eq!(conflict, ClientError::Conflict { status: 412 });
    let changed = client.update(&customer, ODataServer::ANA, None, &fields).await.unwrap();
    assert_eq!(changed["displayName"], "Otra");
    let asked = server.asked();
    assert_eq!(asked.last().unwrap().if_match.as_deref(), Some("W/\"1\""), "without one, as it is now");
    client.delete(&customer, ODataServer::ANA, None).await.unwrap();
    assert_eq!(client.get(&customer, None, ODataServer::ANA).await.unwrap_err(), ClientError::NotFound);
}

#[tokio::test]
async fn an_action_is_run_on_a_record() {
    let server = ODataServer::with_customers().await;
    client(&server).act(&named("salesInvoice"), ODataServer::INVOICE, "POST").await.unwrap();
    assert_eq!(server.rows("salesInvoices")[0]["status"], "Open");
    let asked = server.asked();
    assert!(
        asked[0].path.ends_with(&format!("salesInvoices({})/Microsoft.NAV.post", ODataServer::INVOICE)),
        "{asked:?}"
    );
}

#[tokio::test]
async fn nothing_goes_where_it_may_not() {
    let server = ODataServer::with_customers().await;
    let elsewhere =
        CentralSettings { base_url: Some("https://bc.example.com/api".to_owned()), ..settings(&server) };
    assert!(matches!(
        Client::new(elsewhere, egress(&server), &secret, Clock::system()).err().unwrap(),
        CentralError::Egress(_)
    ));
    let client = client(&server);
    for link in
        ["https://evil.example/v2.0/test/api/v2.0/x", "http://127.0.0.1:1/v2.0/test/api/v2.0/", "nonsense"]
    {
        assert_eq!(path::next(&client, link), Err(ClientError::Unreadable { wrote: false }), "{link}");
    }
    for id in ["../companies", "x')/y", "", "%2e%2e"] {
        assert!(client.get(&named("customer"), None, id).await.is_err());
        assert!(client.get(&named("subscriptions"), None, id).await.is_err());
    }
    assert!(server.asked().iter().all(|asked| !asked.path.contains("%2e")));
}

#[test]
fn settings_say_what_is_wrong_with_them() {
    let read = |text: &str| toml::from_str::<CentralSettings>(text).unwrap();
    let sound = "directory = 'contoso.com'\ncompany = '11111111-1111-1111-1111-111111111111'\nclient_id = 'a'\nclient_secret = 'S'";
    let base = read(sound).base().unwrap();
    assert_eq!(
        base.as_str(),
        "https://api.businesscentral.dynamics.com/v2.0/contoso.com/production/api/v2.0/"
    );
    for (from, to, key) in
        [("11111111-1111-1111-1111-111111111111", "CRONUS", "company"), ("contoso.com", "a/b", "directory")]
    {
        let wrong = read(&sound.replace(from, to)).base().unwrap_err().to_string();
        assert!(wrong.contains(&format!("`{key}`")) && wrong.contains("; use"), "{wrong}");
    }
}

proptest! {
    #[test]
    fn a_text_in_a_filter_stays_a_text(text in any::<String>()) {
        let written = query::literal(Kind::Text, &json!(text)).unwrap();
        let inside = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap();
        prop_assert!(!inside.replace("''", "").contains('\''));
        prop_assert_eq!(inside.replace("''", "'"), text);
    }

    #[test]
    fn what_is_not_of_its_kind_gets_into_no_filter(text in any::<String>()) {
        for kind in [Kind::Guid, Kind::Date, Kind::DateTime, Kind::Decimal, Kind::Integer, Kind::Boolean] {
            if let Some(written) = query::literal(kind, &json!(text)) {
                prop_assert!(written.chars().all(|sign| sign.is_ascii_alphanumeric() || "-:.+".contains(sign)));
            }
        }
    }
}

//! A demo is alive at once: a clinic with appointments, a page to try it as a customer, and nothing of it twice.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use jiff::ToSpan as _;
use reqwest::Method;
use serde_json::{Value, json};

use crate::cli::Served;

const BINARY: &str = env!("CARGO_BIN_EXE_conserje");
const DESK: &str = "[packs]\nincluded = [\"frontdesk\"]\n";

fn today() -> jiff::civil::Date {
    jiff::Timestamp::now().in_tz("America/Mexico_City").unwrap().date()
}

/// What begins from one day to another, counted from today.
async fn appointments(client: &Client, from: i32, to: i32) -> Vec<Value> {
    let (from, to) = (today().saturating_add(from.days()), today().saturating_add(to.days()));
    let found = client.get(&format!("/api/desk/appointments?from={from}&to={to}")).await.expect(200);
    found["items"].as_array().unwrap().clone()
}

fn day_of(item: &Value) -> jiff::civil::Date {
    item["localStart"].as_str().unwrap().split('T').next().unwrap().parse().unwrap()
}

async fn in_language(client: &Client, path: &str, language: &str) -> conserje_testkit::Reply {
    Client::send(client.request(Method::GET, path).header("accept-language", language)).await
}

on_both_homes! {
    async fn a_demo_has_a_clinic_at_work_and_a_second_start_adds_nothing(home: Home) {
        let server = TestServer::start_with(home, TestServerOptions::config(DESK)).await;
        let owner = server.owner();
        assert_eq!(owner.get("/api/desk/business").await.expect(200)["vertical"], "dental");
        let to_come = appointments(owner, 1, 25).await;
        let mut days: BTreeMap<jiff::civil::Date, usize> = BTreeMap::new();
        for item in &to_come {
            *days.entry(day_of(item)).or_default() += 1;
            assert_eq!(item["status"], "booked", "{item}");
            assert!(item["customerName"].is_string() && item["customerPhone"].is_string(), "{item}");
        }
        let is_working_day = |date: &jiff::civil::Date| date.weekday().to_monday_zero_offset() < 5;
        assert_eq!(days.keys().filter(|date| is_working_day(date)).count(), 10, "{days:?}");
        assert!(days.values().all(|count| (4..=7).contains(count)), "{days:?}");
        let of = |field: &str| to_come.iter().map(|item| item[field].to_string()).collect::<BTreeSet<_>>().len();
        assert!(of("staffId") >= 3 && of("branchId") == 2 && of("serviceId") >= 4, "over branches, staff and services");

        let over = appointments(owner, -6, -1).await;
        assert!(!over.is_empty() && over.iter().all(|item| item["status"] != "booked"), "{over:#?}");
        assert!(over.iter().filter(|item| item["status"] == "completed").count() * 2 > over.len());
        let customers = owner.get("/api/desk/customers").await.expect(200);
        let earned = |item: &Value| item["tokens"].as_i64().unwrap() > 0;
        assert!(customers["items"].as_array().unwrap().iter().any(earned), "who came has earned something");

        let all = appointments(owner, -6, 25).await;
        for (place, one) in all.iter().enumerate() {
            let at = |item: &Value, field: &str| item[field].as_str().unwrap_or_default().to_owned();
            for other in all.iter().skip(place + 1).filter(|other| other["staffId"] == one["staffId"]) {
                let apart = at(one, "endsAt") <= at(other, "startsAt") || at(other, "endsAt") <= at(one, "startsAt");
                let is_off = |item: &Value| item["status"] == "cancelled" || item["status"] == "no_show";
                assert!(apart || is_off(one) || is_off(other), "{one} and {other}");
            }
        }

        let changed = to_come[0]["id"].as_str().unwrap().to_owned();
        owner.post(&format!("/api/desk/appointments/{changed}/cancel"), json!({})).await.expect(200);
        let server = server.restart().await;
        let owner = server.owner();
        let again = appointments(owner, -6, 25).await;
        assert_eq!(again.len(), all.len());
        let state = again.iter().find(|item| item["id"] == changed.as_str()).unwrap();
        assert_eq!(state["status"], "cancelled", "what the user changed stays");
        assert_eq!(owner.get("/api/sites").await.expect(200)["items"].as_array().unwrap().len(), 1);
        let customers_now = owner.get("/api/desk/customers").await.expect(200);
        assert_eq!(customers_now["items"].as_array().unwrap().len(), customers["items"].as_array().unwrap().len());
        assert!(server.customer_link().is_some());
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clinic_can_be_tried_as_a_customer_on_a_page_of_our_own() {
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(DESK)).await;
    let link = server.customer_link().unwrap().to_owned();
    let stranger = server.stranger();
    let path = link.strip_prefix(stranger.url()).unwrap();
    let site = path.strip_prefix("/try/").unwrap();
    for (language, name, said) in [
        ("es", "Clínica Dental Sonrisa Clara", "Servicios"),
        ("en", "Sonrisa Clara Dental Clinic", "Services"),
    ] {
        let page = in_language(&stranger, path, language).await;
        assert_eq!(page.status.as_u16(), 200, "{}", page.text);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert!(page.text.contains(&format!("<html lang=\"{language}\">")), "{}", page.text);
        assert!(page.text.contains(name) && page.text.contains(said), "{}", page.text);
        assert!(
            page.text.contains(&format!("<script src=\"/widget.js\" data-site=\"{site}\"")),
            "{}",
            page.text
        );
    }
    assert_eq!(stranger.get("/plain.css").await.status.as_u16(), 200);
    // What the widget does first.
    stranger.get(&format!("/api/widget/{site}")).await.expect(200);
    stranger.post(&format!("/api/widget/{site}/visits"), json!({})).await.expect(201);

    let owner = server.owner();
    let elsewhere = json!({"name": "<b>Web</b>", "origins": ["https://www.example.com"]});
    let elsewhere = owner.post("/api/sites", elsewhere).await.expect(201);
    let elsewhere = format!("/try/{}", elsewhere["id"].as_str().unwrap());
    assert_eq!(stranger.get(&elsewhere).await.code(), "not_found", "its pages are others");
    owner.patch(&format!("/api/sites/{site}"), json!({"open": false})).await.expect(200);
    assert_eq!(stranger.get(path).await.code(), "not_found", "it is closed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_without_a_business_is_shown_by_its_name_and_nothing_in_it_is_markup() {
    let server = TestServer::start(Home::Sqlite).await;
    assert_eq!(server.customer_link(), None, "without assistants for it there is no clinic");
    assert_eq!(server.owner().get("/api/desk/business").await.status.as_u16(), 404);
    let site =
        server.owner().post("/api/sites", json!({"name": "<b>Web</b>", "origins": []})).await.expect(201);
    let page = server.stranger().get(&format!("/try/{}", site["id"].as_str().unwrap())).await;
    assert!(page.text.contains("<h1>&lt;b&gt;Web&lt;/b&gt;</h1>"), "{}", page.text);
    server.stop().await;
}

/// The README's promise: what is taken in from the terminal is found in the page.
#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_beside_a_demo_works_in_the_demos_tenant() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Served::start(BINARY, &data, &[]);
    assert_eq!(server.ready["customer_link"], Value::Null);
    let note = folder.path().join("opening.md");
    std::fs::write(&note, "# Opening\n\nThe lighthouse opens at half past nine.\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(BINARY).args(arguments).arg("--data").arg(&data).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let (taken, told) = run(&["ingest", note.to_str().unwrap()]);
    assert_eq!(taken, "1 of 1 files can be searched\n", "{told}");
    assert!(told.contains("tenant demo (`--tenant` chooses another)"), "{told}");
    let files = server.client.get("/api/files").await.expect(200);
    assert_eq!(files["items"][0]["fileName"], "opening.md", "the owner of the key sees it");
    let (found, _) = run(&["search", "lighthouse"]);
    assert!(found.contains("half past nine"), "{found}");
    let (other, told) = run(&["search", "lighthouse", "--tenant", "main"]);
    assert!(other.starts_with("Nothing was found.") && told.contains("tenant main"), "{other} {told}");
    let (_, refused) = run(&["search", "x", "--tenant", "nobody"]);
    assert!(refused.starts_with("error: there is no such tenant"), "{refused}");
}

//! What a model makes up at a front desk does not leave: not as a message, not word by word; and what it does wrong is not done.

use conserje_conversation::{Incoming, News};
use conserje_kernel::{Scope, SessionId, TraceId, TurnId};
use conserje_llm::{Message, Part, Scene, Trouble};
use conserje_testkit::{Client, Home, Slip, TestServer, on_both_homes};
use serde_json::{Value, json};

use crate::frontdesk::clinic;

const CORRECTED: &str = "La limpieza dental cuesta $800.";

struct Answered {
    /// The message as it is kept.
    kept: Value,
    /// Word by word, as it was shown.
    shown: String,
    session: String,
}

impl Answered {
    fn text(&self) -> &str {
        self.kept["content"].as_str().unwrap()
    }

    fn guard(&self) -> &Value {
        &self.kept["guard"]
    }
}

async fn scope(server: &TestServer) -> Scope {
    let key = format!("Bearer {}", server.owner().key().unwrap());
    let headers = http::HeaderMap::from_iter([(http::header::AUTHORIZATION, key.parse().unwrap())]);
    server.app().access().authenticate(&http::Method::GET, &headers).await.unwrap()
}

/// Asks an agent, and listens.
async fn ask(server: &TestServer, session: Option<SessionId>, agent: &str, message: &str) -> Answered {
    let scope = scope(server).await;
    let incoming = Incoming {
        agent: Some(agent.to_owned()),
        ..Incoming::new(TurnId::generate(), TraceId::generate(), message.to_owned())
    };
    let mut asked = server.app().conversations().ask(&scope, session, incoming).await.unwrap();
    let mut shown = String::new();
    while let Some(news) = asked.next().await.unwrap() {
        for news in &news {
            if let News::Text(text) = news {
                shown.push_str(text.get());
            }
        }
        if news.iter().any(|news| matches!(news, News::Ended(_))) {
            break;
        }
    }
    let session = asked.session.to_string();
    let page =
        server.owner().get(&format!("/api/chat/sessions/{session}/events?limit=200")).await.expect(200);
    let events = page["items"].as_array().unwrap();
    let kept = events.iter().rfind(|event| event["type"] == "message");
    let kept = kept.unwrap_or_else(|| panic!("no answer in {events:#?}")).clone();
    Answered { kept, shown, session }
}

fn price_question() -> [Scene; 1] {
    [Scene::use_tool("get_service_info", json!({"service_name": "limpieza dental"}))]
}

on_both_homes! {
    async fn an_invented_price_is_corrected_before_anybody_reads_it(home: Home) {
        let server = clinic(home).await;
        server.model_says(Slip::InventedPrice.scenes(("", ""), CORRECTED));
        let answered = ask(&server, None, "pricing", "¿Cuánto cuesta una limpieza dental?").await;
        assert_eq!(answered.text(), format!("¡Claro! {CORRECTED}"));
        assert_eq!(answered.shown, answered.text(), "it is shown as it is kept");
        assert_eq!(answered.guard(), &json!([{"rule": "unfounded-price", "verdict": "flag"}]));
        assert_eq!(server.model_calls(&answered.session).await.len(), 3, "what it took is on the record");
        let asked = server.app().scripted_model().asked();
        let Some(Message::User { parts }) = asked.last().unwrap().messages.last() else { panic!("{asked:#?}") };
        let [Part::Text { text }] = parts.as_slice() else { panic!("{parts:?}") };
        assert!(text.contains("La limpieza dental cuesta $450.") && text.contains("$800"), "{text}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_errs_again_is_not_heard() {
    let server = clinic(Home::Sqlite).await;
    let again = "La limpieza dental cuesta $450. ¿Le busco hora?";
    server.model_says(Slip::InventedPrice.scenes(("", ""), again));
    let answered = ask(&server, None, "pricing", "¿Cuánto cuesta una limpieza dental?").await;
    let text = "¡Claro! Eso prefiero comprobarlo: no tengo confirmado ese precio. ¿Le busco hora?";
    assert_eq!((answered.text(), answered.shown.as_str()), (text, text));
    assert_eq!(answered.guard(), &json!([{"rule": "unfounded-price", "verdict": "modify"}]));

    // Nor who does not answer the second time.
    let failing = Slip::InventedPrice.scenes(("", ""), "");
    server.model_says(failing.into_iter().take(2));
    server.model_says([Scene::fail("gone").with_trouble(Trouble::Refused)]);
    let answered = ask(&server, None, "pricing", "¿Cuánto cuesta una limpieza dental?").await;
    assert_eq!((answered.text(), answered.shown.as_str()), (text, text));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_a_call_it_is_left_out_and_what_the_tool_says_is_said() {
    let server = clinic(Home::Sqlite).await;
    let [look] = price_question();
    server.model_says([
        Scene { say: "Un momento. Creo que son $450.".to_owned(), ..look },
        Scene::say(CORRECTED),
    ]);
    let answered = ask(&server, None, "pricing", "¿Cuánto cuesta una limpieza dental?").await;
    assert_eq!(answered.text(), CORRECTED);
    assert_eq!(answered.shown, format!("Un momento.{CORRECTED}"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_before_in_the_conversation_may_be_said_again() {
    let server = clinic(Home::Sqlite).await;
    server.model_says(price_question());
    server.model_says([Scene::say(CORRECTED)]);
    let first = ask(&server, None, "pricing", "¿Cuánto cuesta una limpieza dental?").await;
    assert_eq!(first.text(), CORRECTED);
    server.model_says([Scene::say("Como le decía, $800.")]);
    let session: SessionId = first.session.parse().unwrap();
    let second = ask(&server, Some(session), "pricing", "¿Me lo repite?").await;
    assert_eq!((second.text(), second.kept.get("guard")), ("Como le decía, $800.", None));
    server.stop().await;
}

/// A date and a time at which the clinic can clean teeth, of which there are more.
async fn free(owner: &Client) -> (String, String) {
    let found = crate::desk_staff::free(owner, "service=limpieza-dental").await;
    let slot = found.iter().find(|slot| slot["branchId"] == "centro").unwrap();
    let (date, time) = slot["start"].as_str().unwrap().split_once('T').unwrap();
    (date.to_owned(), time.chars().take(5).collect())
}

async fn booked(owner: &Client) -> usize {
    let today = jiff::Zoned::now().date();
    let last = today.saturating_add(jiff::Span::new().days(20));
    let all = owner.get(&format!("/api/desk/appointments?from={today}&to={last}")).await.expect(200);
    all["items"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_slips_nothing_wrong_is_read_and_nothing_wrong_is_booked() {
    let server = clinic(Home::Sqlite).await;
    let owner = server.owner();
    for slip in Slip::ALL {
        for then in ["Lo compruebo y le digo.", "Son $9,999, el 31 de diciembre a las 03:15."] {
            let before = booked(owner).await;
            let (date, time) = free(owner).await;
            server.model_says(slip.scenes((&date, &time), then));
            let agent = if slip == Slip::InventedPrice { "pricing" } else { "booking" };
            let answered = ask(&server, None, agent, "Quiero una limpieza dental").await;
            for wrong in Slip::WRONG {
                let read = [answered.text(), &answered.shown].iter().any(|text| text.contains(wrong));
                assert!(!read, "{slip:?}: {wrong} in {} / {}", answered.text(), answered.shown);
            }
            let expected = usize::from(slip == Slip::SameCallTwice);
            assert_eq!(booked(owner).await - before, expected, "{slip:?}, then {then}");
        }
    }
    server.stop().await;
}

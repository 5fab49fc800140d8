use std::path::Path;
use std::sync::LazyLock;

use conserje_desk::import::read_folder;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::hearing::Ask;
use super::*;

/// Monday 8 June 2026, 10:30 in Mexico City.
const NOW: i64 = 1_780_936_200;

fn business(demo: usize) -> &'static Business {
    static ALL: LazyLock<[Business; 3]> = LazyLock::new(|| {
        ["dental", "medical", "restaurant"].map(|demo| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(demo);
            read_folder(&folder).unwrap()
        })
    });
    &ALL[demo]
}

const TOOLS: &str = "get_service_info list_services get_available_slots get_branch_info get_business_policy get_staff_info get_menu \
    get_loyalty_balance get_appointments create_appointment cancel_appointment reschedule_appointment confirm_appointment update_lead_info create_order \
    redeem_loyalty_tokens check_dental_urgency escalate_to_human search_knowledge_base handoff";

/// What people write, and what nobody does.
fn message() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "quiero una limpieza dental",
        "mañana a las 5",
        "sí",
        "no",
        "la segunda",
        "2",
        "Ana López",
        "no, mejor el martes",
        "en el centro",
        "dos tacos al pastor y una coca cola",
        "a domicilio en Calle Uno 12",
        "para llevar",
        "¿y cuánto cuesta?",
        "cancel that",
        "the last one",
        "a table for four next Friday at 9",
        "tacos",
        "el 30 de febrero",
        "ayer",
        "cualquiera",
        "me duele una muela",
        "55 1234 5678",
        "gracias",
        "quiero canjear el postre",
        "C",
        "sí, ahí estaré",
        "cambiar",
        "no puedo ir",
    ]);
    let intents = "greeting thanks goodbye price list_services location hours book move_appointment cancel_appointment \
                   my_appointments order menu policy staff loyalty_balance loyalty_redeem urgent human complaint faq question";
    let intent = prop::sample::select(intents.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>());
    let text = prop_oneof![4 => known.prop_map(ToOwned::to_owned), 1 => any::<String>()];
    (text, intent).prop_map(|(text, intent)| format!("{intent}\u{1f}{text}"))
}

/// What a tool may answer, sense or nonsense.
fn result() -> impl Strategy<Value = (Value, bool)> {
    let offer = json!({"date": "2026-06-09", "time": "17:00", "branch_id": "centro", "staff_id": "dra-ruiz", "available": true});
    let appointment = json!({
        "appointment_id": "apt_1", "date": "2026-06-10", "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro",
    });
    prop::sample::select(vec![
        (json!([]), true),
        (json!([offer.clone(), offer.clone()]), true),
        (json!([appointment.clone(), appointment.clone()]), true),
        (json!([appointment.clone()]), true),
        (
            json!({"success": true, "appointment": appointment, "balance": 500, "total": 12.5, "message": "ok"}),
            true,
        ),
        (json!({"error": "no", "success": false, "alternatives": [offer]}), false),
        (json!({"error": "no", "refused_items": ["flan", 3]}), false),
        (json!({"status": "unknown"}), false),
        (json!({"urgency_level": 4, "recommendation": "call", "should_escalate": true}), true),
        (json!({"urgency_level": "x", "sources": [{"quote": 1}], "balance": "many"}), true),
        (Value::Null, false),
        (json!("text"), true),
    ])
}

proptest! {
    #[test]
    fn no_conversation_panics_and_every_turn_ends(
        demo in 0..3_usize,
        language in prop::sample::select(vec![Language::Es, Language::En]),
        has in prop::collection::vec(prop::bool::weighted(0.8), 20),
        messages in prop::collection::vec(message(), 1..9),
        results in prop::collection::vec(result(), 1..20),
        agent in prop::sample::select(vec!["booking", "general", "urgent_care", ""]),
        days in 0..40_i64,
        address in prop::sample::select(vec![Address::Tu, Address::Usted]),
    ) {
        let tools: Vec<String> =
            TOOLS.split_whitespace().zip(has).filter(|(_, has)| *has).map(|(name, _)| name.to_owned()).collect();
        let mut heard = Vec::new();
        let mut results = results.iter().cycle();
        for (place, message) in messages.iter().enumerate() {
            let (intent, text) = message.split_once('\u{1f}').unwrap();
            heard.push(Heard::Person { text: text.to_owned(), agent: agent.to_owned(), intent: intent.to_owned() });
            let now = NOW + days * 86_400 * i64::try_from(place).unwrap();
            let mut calls = 0;
            loop {
                let known = KnownPerson::default();
                let view = View { language, address, agent, heard: &heard, tools: &tools, known: &known };
                match decide(business(demo), now, &view) {
                    Some(Next::Call { tool, args }) => {
                        calls += 1;
                        prop_assert!(calls <= 6, "{heard:?}");
                        prop_assert!(tools.contains(&tool), "{tool}");
                        let (result, success) = results.next().unwrap().clone();
                        heard.push(Heard::Tool { name: tool, args, result, success });
                    }
                    Some(Next::Say { text }) => {
                        prop_assert!(!text.trim().is_empty());
                        heard.push(Heard::Answer { text });
                        break;
                    }
                    None => {
                        heard.push(Heard::Answer { text: "…".to_owned() });
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_done_that_was_not_confirmed(messages in prop::collection::vec((message(), prop::bool::weighted(0.3)), 1..9), results in prop::collection::vec(result(), 1..20)) {
        let tools: Vec<String> = TOOLS.split_whitespace().map(ToOwned::to_owned).collect();
        let mut heard: Vec<Heard> = Vec::new();
        let mut results = results.iter().cycle();
        for (message, is_reminded) in &messages {
            let (intent, text) = message.split_once('\u{1f}').unwrap();
            let asked = heard.last().and_then(|heard| match heard {
                Heard::Answer { text } => Ask::of(text),
                Heard::Person { .. } | Heard::Tool { .. } | Heard::Notice { .. } => None,
            });
            if *is_reminded {
                heard.push(Heard::Notice { text: "…".to_owned(), about: "reminder:apt_1".to_owned() });
            }
            heard.push(Heard::Person { text: text.to_owned(), agent: "booking".to_owned(), intent: intent.to_owned() });
            for _ in 0..7 {
                let known = KnownPerson::default();
                let view = View { language: Language::Es, address: Address::Usted, agent: "booking", heard: &heard, tools: &tools, known: &known };
                match decide(business(0), NOW, &view) {
                    Some(Next::Call { tool, args }) => {
                        let needed = match tool.as_str() {
                            "create_appointment" => Some(Ask::ConfirmBooking),
                            "reschedule_appointment" => Some(Ask::ConfirmMove),
                            "cancel_appointment" => Some(Ask::ConfirmCancel),
                            "create_order" => Some(Ask::ConfirmOrder),
                            "redeem_loyalty_tokens" => Some(Ask::ConfirmReward),
                            _ => None,
                        };
                        prop_assert!(*is_reminded || tool != "confirm_appointment", "{heard:?}");
                        prop_assert!(needed.is_none() || asked == needed, "{tool}: {heard:?}");
                        let (result, success) = results.next().unwrap().clone();
                        heard.push(Heard::Tool { name: tool, args, result, success });
                    }
                    Some(Next::Say { text }) => {
                        heard.push(Heard::Answer { text });
                        break;
                    }
                    None => {
                        heard.push(Heard::Answer { text: "…".to_owned() });
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn every_question_is_known_by_its_own_words() {
    for ask in Ask::ALL {
        for (language, address) in
            [(Language::Es, Address::Usted), (Language::Es, Address::Tu), (Language::En, Address::Usted)]
        {
            assert_eq!(Ask::of(&format!("Bien.\n{}", ask.text(language, address))), Some(ask));
        }
    }
}

/// What is said to somebody with a swollen throat at the dental clinic, once the check came to this.
fn said_in_an_emergency(checked: Value, success: bool, address: Address) -> String {
    let check = Heard::Tool {
        name: "check_dental_urgency".to_owned(),
        args: json!({"symptoms": ["no puedo respirar"]}),
        result: checked,
        success,
    };
    let told = json!({"success": true, "message": "Se ha avisado."});
    let told =
        Heard::Tool { name: "escalate_to_human".to_owned(), args: json!({}), result: told, success: true };
    let person = Heard::Person {
        text: "no puedo respirar".to_owned(),
        agent: "urgent_care".to_owned(),
        intent: "urgent".to_owned(),
    };
    let (heard, known) = ([person, check, told], KnownPerson::default());
    let tools: Vec<String> = TOOLS.split_whitespace().map(ToOwned::to_owned).collect();
    let view = View {
        language: Language::Es,
        address,
        agent: "urgent_care",
        heard: &heard,
        tools: &tools,
        known: &known,
    };
    match decide(business(0), NOW, &view) {
        Some(Next::Say { text }) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_to_do_is_said_first_and_where_the_check_fails_whom_to_call() {
    let checked = json!({"recommendation": "Llame al 911.", "should_escalate": true, "urgency_level": 5});
    assert_eq!(said_in_an_emergency(checked, true, Address::Usted), "Llame al 911.\nSe ha avisado.");
    let failed = || json!({"error": "it did not answer"});
    let said = said_in_an_emergency(failed(), false, Address::Usted);
    assert!(said.starts_with("Si es una emergencia, llame ahora al 911 y siga"), "{said}");
    let said = said_in_an_emergency(failed(), false, Address::Tu);
    assert!(said.starts_with("Si es una emergencia, llama ahora al 911 y sigue"), "{said}");
}

#[test]
fn questions_to_somebody_who_is_a_tu_have_no_usted_in_them() {
    for ask in Ask::ALL {
        let (tu, usted) = (ask.text(Language::Es, Address::Tu), ask.text(Language::Es, Address::Usted));
        let words: Vec<&str> = tu.split(|ch: char| !ch.is_alphabetic()).collect();
        assert!(
            !["le", "se", "su", "usted", "quiere"].iter().any(|word| words.contains(word)) || tu == usted,
            "{tu}"
        );
    }
}

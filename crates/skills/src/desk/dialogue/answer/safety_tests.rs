use super::*;
use crate::desk::dialogue::KnownPerson;

const NUMBERS: [&str; 2] = ["112", "911"];

fn said(text: &str, agent: &str, intent: &str) -> Heard {
    Heard::Person { text: text.to_owned(), agent: agent.to_owned(), intent: intent.to_owned() }
}

fn used(name: &str, result: Value, success: bool) -> Heard {
    Heard::Tool { name: name.to_owned(), args: json!({}), result, success }
}

fn next(heard: &[Heard], tools: &[&str], language: Language) -> Option<Next> {
    let tools: Vec<String> = tools.iter().map(|tool| (*tool).to_owned()).collect();
    let known = KnownPerson::default();
    let view =
        View { language, address: Address::Usted, agent: "urgent_care", heard, tools: &tools, known: &known };
    without_a_business(&view)
}

#[test]
fn danger_is_judged_told_on_and_answered_with_what_was_written_beforehand() {
    let tools = [CHECK_URGENCY, ESCALATE];
    let mut heard = vec![said("no puedo respirar", "urgent_care", "urgent")];
    let step = |heard: &[Heard]| next(heard, &tools, Language::Es);
    assert!(matches!(step(&heard), Some(Next::Call { tool, .. }) if tool == CHECK_URGENCY));
    let checked = json!({"recommendation": "Llame ya.", "should_escalate": true, "urgency_level": 5});
    heard.push(used(CHECK_URGENCY, checked, true));
    assert!(matches!(step(&heard), Some(Next::Call { tool, .. }) if tool == ESCALATE));
    heard.push(used(ESCALATE, json!({"message": "Se ha avisado."}), true));
    assert_eq!(step(&heard), Some(Next::Say { text: "Llame ya.\nSe ha avisado.".to_owned() }));
}

#[test]
fn where_nothing_works_the_text_is_complete_by_itself_in_both_languages() {
    for (language, what_to_do) in [(Language::Es, "No deje sola"), (Language::En, "Do not leave")] {
        let broken = [
            said("help", "urgent_care", "urgent"),
            used(CHECK_URGENCY, json!({"error": "no"}), false),
            used(ESCALATE, json!({"error": "no"}), false),
        ];
        for (heard, tools) in [(&broken[..], &[CHECK_URGENCY, ESCALATE][..]), (&broken[..1], &[][..])] {
            let Some(Next::Say { text }) = next(heard, tools, language) else { panic!("nothing is said") };
            assert!(
                NUMBERS.iter().all(|number| text.contains(number)) && text.contains(what_to_do),
                "{text}"
            );
        }
    }
}

#[test]
fn who_is_not_in_danger_is_not_told_to_call_anybody() {
    let calm = json!({"recommendation": "", "should_escalate": false, "urgency_level": 1});
    let heard = [said("¿cuánto cuesta?", "urgent_care", "price"), used(CHECK_URGENCY, calm, true)];
    assert_eq!(next(&heard, &[CHECK_URGENCY, ESCALATE], Language::Es), None);
    let answered = [said("no respira", "urgent_care", "urgent"), Heard::Answer { text: "Llame.".to_owned() }];
    assert_eq!(next(&answered, &[], Language::Es), None);
}

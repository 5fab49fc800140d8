use proptest::prelude::*;
use serde_json::json;

use super::*;

const RULES: &str = r#"
attachments = "reader"
ask_model = true
[commands."/bc"]
agent = "erp"
tool = "search"
arguments = { query = "{question}" }
[[routes]]
name = "article"
agent = "lawyer"
intent = "article"
priority = 10
any = ["(artículo|art) {number} (del|de la)? {law:words}", "(artículo|art) {number}"]
tool = "get_article"
arguments = { article_number = "{number}", law_name = "{law}" }
[[routes]]
name = "fields"
agent = "erp"
intent = "fields"
any = ["(qué|which|what) (campos|fields)", "campos de"]
not = ["campos de fútbol"]
[[routes]]
name = "holidays"
agent = "lawyer"
intent = "question"
any = ["vacaciones"]
[[routes]]
name = "trips"
agent = "travel"
intent = "trip"
any = ["vacaciones ... playa", "viaje"]
all = ["playa"]
"#;

fn router() -> Router {
    Router::new(&toml::from_str(RULES).unwrap()).unwrap()
}

fn intent(message: &str) -> Option<String> {
    router().decide(message).map(|decision| decision.intent)
}

#[test]
fn rules_decide_by_priority_then_by_how_much_was_said() {
    assert_eq!(intent("¿Cuántas VACACIONES tengo?").as_deref(), Some("question"));
    assert_eq!(intent("vacaciones en la playa").as_deref(), Some("trip"));
    assert_eq!(intent("vacaciones segun el art. 38").as_deref(), Some("article"));
    assert_eq!(intent("what fields are there").as_deref(), Some("fields"));
    assert_eq!(intent("los campos de fútbol del barrio"), None);
    assert_eq!(intent("buenas"), None);
}

#[test]
fn what_is_not_wanted_does_not_count() {
    assert_eq!(intent("no quiero vacaciones, quiero saber qué campos hay").as_deref(), Some("fields"));
    assert_eq!(intent("No me interesan las vacaciones"), None);
    assert_eq!(intent("no quiero nada raro, pero sí mis vacaciones").as_deref(), Some("question"));
    assert_eq!(intent("no tengo vacaciones").as_deref(), Some("question"), "that is a question all the same");
}

#[test]
fn slots_fill_the_call_that_answers() {
    let decision = router().decide("Artículo 48 bis del ET").unwrap();
    let hint = decision.hint.unwrap();
    assert_eq!(hint.tool, "get_article");
    assert_eq!(hint.arguments, json!({"article_number": "48 bis", "law_name": "et"}));
    assert_eq!(decision.fired[0].rule, "article");
    let command = router().decide("/BC  clientes de Madrid").unwrap();
    assert_eq!((command.by, command.agent.as_str()), (RoutedBy::Command, "erp"));
    assert_eq!(command.hint.unwrap().arguments, json!({"query": "clientes de Madrid"}));
}

#[test]
fn two_agents_that_are_as_likely_leave_it_open() {
    let rules = "[[routes]]\nagent = \"a\"\nintent = \"x\"\nany = [\"uno\"]\n[[routes]]\nagent = \"b\"\nintent = \"y\"\nany = [\"dos\"]";
    let router = Router::new(&toml::from_str(rules).unwrap()).unwrap();
    assert!(router.decide("uno y dos").unwrap().is_open);
    assert!(!router.decide("uno").unwrap().is_open);
}

#[test]
fn a_wrong_rule_is_named_with_its_place() {
    let rules = "[[routes]]\nagent = \"a\"\nintent = \"x\"\nany = [\"(uno\", \"dos\"]\narguments = { n = \"{number}\" }\n[[routes]]\nagent = \"b\"\nintent = \"y\"\nany = [\"dos\"]";
    let faults = Router::new(&toml::from_str(rules).unwrap()).unwrap_err();
    let said: Vec<_> = faults.iter().map(|fault| fault.problem.as_str()).collect();
    assert!(said[0].contains("`(uno` cannot be used: `(` is not closed"), "{said:?}");
    assert!(said.iter().any(|problem| problem.contains("which none of its phrases has")), "{said:?}");
    assert!(said.iter().any(|problem| problem.contains("stands in the rule `x-1`")), "{said:?}");
    assert_eq!(rules.get(faults[0].at..faults[0].at + 6), Some("\"(uno\""));
}

/// Rules that know single words, and examples that know better.
fn taught() -> Router {
    let rules = r#"
        learn_below = 50
        [default]
        intent = "question"
        [[routes]]
        name = "fire"
        agent = "nurse"
        intent = "urgent"
        priority = 90
        any = ["fuego"]
        [[routes]]
        name = "price"
        agent = "clerk"
        intent = "price"
        any = ["cuesta"]
        tool = "prices"
        arguments = { about = "{question}" }
        [[routes]]
        name = "book"
        agent = "desk"
        intent = "book"
        any = ["cita"]
    "#;
    let lesson = |(text, agent, intent): (&str, &str, &str)| Lesson {
        text: text.to_owned(),
        agent: agent.to_owned(),
        intent: intent.to_owned(),
    };
    let lessons = [
        ("qué precio tiene una cita", "clerk", "price"),
        ("dime el precio de la primera cita", "clerk", "price"),
        ("precio de una limpieza", "clerk", "price"),
        ("cuánto cuesta", "clerk", "price"),
        ("quiero una cita", "desk", "book"),
        ("dame cita mañana", "desk", "book"),
        ("me apuntas para el lunes", "desk", "book"),
        ("apúntame el martes", "desk", "book"),
        ("qué hora es", "desk", "question"),
        ("cuéntame un chiste", "desk", "question"),
    ];
    let router = Router::new(&toml::from_str(rules).unwrap()).unwrap();
    router.with_lessons(lessons.into_iter().map(lesson).collect())
}

#[test]
fn examples_decide_where_rules_only_hint_or_do_not_know() {
    let router = taught();
    let decision = router.decide("el precio de una cita por favor").unwrap();
    assert_eq!((decision.by, decision.intent.as_str()), (RoutedBy::Examples, "price"));
    let fired: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
    assert!(fired.contains(&"word:precio") && fired.last() == Some(&"book"), "{fired:?}");
    assert_eq!(decision.hint.unwrap().tool, "prices", "what a rule answers it with, although none fired");
    let decision = router.decide("apuntame el lunes").unwrap();
    assert_eq!((decision.by, decision.agent.as_str(), decision.by_rules), (RoutedBy::Examples, "desk", 0.0));
    assert_eq!(router.decide_by_rules("apuntame el lunes"), None);
    assert_eq!(router.decide("quiero una cita").unwrap().by, RoutedBy::Rule, "they agree");
}

#[test]
fn examples_leave_hard_rules_and_what_they_do_not_know_alone() {
    let router = taught();
    let decision = router.decide("fuego, qué precio tiene una cita").unwrap();
    assert_eq!((decision.by, decision.intent.as_str()), (RoutedBy::Rule, "urgent"));
    assert_eq!(router.decide("xyzzy plugh"), None);
    assert_eq!(router.decide("cuentame otro chiste"), None, "what is about nothing goes where it went");
}

proptest! {
    #[test]
    fn any_message_is_decided_or_not_and_nothing_breaks(message in any::<String>()) {
        let decision = router().decide(&message);
        if let Some(decision) = decision {
            prop_assert!((0.0..=1.0).contains(&decision.confidence));
        }
    }

    #[test]
    fn accents_and_case_change_nothing(upper in any::<bool>(), bare in any::<bool>()) {
        let text = "¿Qué dice el artículo 38 del Estatuto?";
        let text = if bare { text.replace('é', "e").replace('í', "i") } else { text.to_owned() };
        let text = if upper { text.to_uppercase() } else { text };
        let decision = router().decide(&text).unwrap();
        prop_assert_eq!(decision.intent, "article");
    }
}

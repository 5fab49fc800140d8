//! Messages that go on from the one before: "¿y el sábado?", "and on Saturday?", "¿en el centro?"
//!
//! Such a message says a thing and leaves out what is asked of it, because that was said before. So what it asks is what
//! was asked last, unless its own words say something else.

use super::router::Router;
use super::text::plain;
use super::{Decision, head};
use conserje_kernel::RoutedBy;

/// Longer messages say themselves what they ask.
const LONGEST: usize = 8;
/// The same for one that does not begin with "and".
const LONGEST_BARE: usize = 4;

const LEADS: &[&[&str]] = &[
    &["y"],
    &["e"],
    &["o"],
    &["pero", "y"],
    &["entonces", "y"],
    &["ah", "y"],
    &["tambien"],
    &["and"],
    &["or"],
    &["but", "and"],
    &["so", "and"],
    &["oh", "and"],
    &["what", "about"],
    &["how", "about"],
    &["what", "if"],
];
/// What a name begins with, or where or when something is.
const BEGINS: &str = "el la los las un una unos unas al del a en de con sin para por este esta ese esa mi \
    the an on in at for with without to this that my from";
const ASKING: &str = "que cual cuales cuanto cuanta cuantos cuantas donde adonde cuando como quien quienes porque \
    what which how when where who why whose";

/// Whether a message goes on from the one before it.
pub(crate) fn goes_on(message: &str) -> bool {
    let text = plain(head(message));
    let words: Vec<&str> = text.words().take(LONGEST + 1).collect();
    let is_any = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
    if words.len() < 2 || words.len() > LONGEST {
        return false;
    }
    if LEADS.iter().any(|lead| words.len() > lead.len() && words.starts_with(lead)) {
        return true;
    }
    let is_question = message.trim_end().ends_with('?');
    let is_name = words.first().is_some_and(|word| is_any(BEGINS, word));
    is_question && is_name && words.len() <= LONGEST_BARE && !words.iter().any(|word| is_any(ASKING, word))
}

impl Router {
    /// What a message that goes on is about, of what was talked about before (the newest first): nothing, if its own words
    /// say what they ask, or if it goes on from what must not be said twice, such as a cry for help.
    pub(crate) fn going_on(&self, message: &str, about: &[String]) -> Option<Decision> {
        if self.asks(message) {
            return None;
        }
        let below = self.learn_below.unwrap_or(i32::MAX);
        for intent in about {
            let of_intent = self.rules.iter().filter(|rule| &rule.intent == intent);
            let rule = of_intent.max_by_key(|rule| rule.priority)?;
            if rule.priority >= below {
                return None;
            }
            // Thanks and greetings are no matter to go on with.
            if rule.priority < 0 {
                continue;
            }
            let fallback = self.fallback(&rule.agent, message);
            return Some(Decision {
                intent: intent.clone(),
                hint: self.hint_of(intent, message).or(fallback.hint),
                ..Decision::of(&rule.agent, RoutedBy::Conversation)
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::RoutesFile;

    #[test]
    fn what_leaves_out_what_it_asks_goes_on_from_before() {
        for text in [
            "¿y el blanqueamiento?",
            "¿y el 24?",
            "y los domingos",
            "and on Saturday?",
            "what about the deep one?",
            "¿en el centro?",
            "on Friday?",
            "Ah, ¿y para niños?",
        ] {
            assert!(goes_on(text), "{text}");
        }
        for text in [
            "",
            "y",
            "¿a qué hora abren?",
            "¿Cuánto cuesta el blanqueamiento?",
            "quiero una cita",
            "Ana López",
            "la segunda",
            "y además quería saber si puedo llevar a mi madre el mismo día que yo",
        ] {
            assert!(!goes_on(text), "{text}");
        }
    }

    const RULES: &str = r#"
        learn_below = 80
        [lists]
        treatment = ["blanqueamiento", "limpieza"]
        [[routes]]
        name = "price"
        agent = "pricing"
        intent = "price"
        priority = 50
        any = ["cuanto cuesta", "precio"]
        [[routes]]
        name = "named"
        agent = "pricing"
        intent = "services"
        priority = 18
        any = ["{what:treatment}"]
        [[routes]]
        name = "hours"
        agent = "hours"
        intent = "hours"
        priority = 50
        any = ["abren", "horario"]
        [[routes]]
        name = "thanks"
        agent = "greeting"
        intent = "thanks"
        priority = -2
        any = ["gracias"]
        [[routes]]
        name = "angry"
        agent = "escalation"
        intent = "complaint"
        priority = 84
        any = ["verguenza"]
    "#;

    fn about(text: &str, before: &[&str]) -> Option<(String, String)> {
        let router = Router::new(&toml::from_str::<RoutesFile>(RULES).unwrap()).unwrap();
        let before: Vec<String> = before.iter().map(|intent| (*intent).to_owned()).collect();
        router.going_on(text, &before).map(|decision| (decision.agent, decision.intent))
    }

    #[test]
    fn it_asks_what_was_asked_last_unless_its_words_say_something_else() {
        let price = Some(("pricing".to_owned(), "price".to_owned()));
        assert_eq!(about("¿y el blanqueamiento?", &["price"]), price, "a thing that is named asks nothing");
        assert_eq!(about("¿y el blanqueamiento?", &["thanks", "price"]), price, "thanks are passed over");
        assert_eq!(about("¿y el 24?", &["hours", "price"]), Some(("hours".to_owned(), "hours".to_owned())));
        assert_eq!(about("¿y el horario?", &["price"]), None, "this asks something else");
        assert_eq!(about("¿y el 24?", &["complaint", "hours"]), None, "nobody is angry twice by going on");
        assert_eq!(
            about("¿y el 24?", &["question", "hours"]),
            None,
            "what was not understood does not go on"
        );
        assert_eq!(about("¿y el 24?", &[]), None);
    }
}

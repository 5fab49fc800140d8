use proptest::prelude::*;
use regex::Regex;

use super::super::phrase::{List, Lists};
use super::super::text::{Plain, plain};
use super::*;

/// A phrase as a regular expression over plain text: what programs are held against.
fn pattern(node: &Node, slots: &[String]) -> String {
    match node {
        Node::Word(word) => {
            format!(" {}{}", word.text.replace('.', "[.]"), if word.is_stem { "[^ ]*" } else { "" })
        }
        Node::Number => " [0-9]+(?:[.][0-9]+)*".to_owned(),
        Node::Anything { least, most, is_greedy } => {
            format!("(?: [^ ]+){{{least},{most}}}{}", if *is_greedy { "" } else { "?" })
        }
        Node::Sequence(parts) => parts.iter().map(|part| pattern(part, slots)).collect(),
        Node::Either(ways) => {
            let ways: Vec<_> = ways.iter().map(|way| pattern(way, slots)).collect();
            format!("(?:{})", ways.join("|"))
        }
        Node::Optional(part) => format!("(?:{})?", pattern(part, slots)),
        Node::Slot(number, part) => format!("(?P<{}>{})", slots[*number], pattern(part, slots)),
    }
}

fn lists() -> Lists {
    let known = ["ET", "(el|la)? ley", "a", "a b", "estatuto (de los)? trabajadores"]
        .map(|text| Phrase::parse(text, &Lists::new()).unwrap());
    Lists::from([("laws".to_owned(), List::any_of(known.into_iter()))])
}

fn only(phrase: &str) -> (Matcher, Phrase) {
    let phrase = Phrase::parse(phrase, &lists()).unwrap();
    let mut compiler = Compiler::default();
    compiler.add(&phrase);
    (compiler.finish(), phrase)
}

fn said(phrase: &str, text: &str, slot: usize) -> Option<String> {
    let (matcher, _) = only(phrase);
    let text = plain(text);
    let found = matcher.find_all(0, &matcher.hear(&text)).next()?;
    found.slot(slot).map(|words| text.part(words).to_owned())
}

fn matches(phrase: &str, text: &str) -> bool {
    let (matcher, _) = only(phrase);
    matcher.which(&matcher.hear(&plain(text))) == [0]
}

#[test]
fn words_prefixes_alternatives_gaps_and_what_may_be_missing() {
    assert!(matches("cuántos días", "CUANTOS dias tengo"));
    assert!(!matches("día", "los días"));
    assert!(matches("vacacion*", "mis vacaciones"));
    assert!(matches("(qué|cuáles son los) campos", "¿Cuáles son los campos?"));
    assert!(matches("lista ... entidades", "lista de todas las entidades"));
    assert!(!matches("lista ... entidades", "lista de una dos tres cuatro cinco entidades"));
    assert!(matches("hola (amigo)? mío", "hola mío"));
    assert!(matches("e-mail", "su e-mail"));
}

#[test]
fn what_is_said_in_a_slot_is_kept() {
    let phrase = "(artículo|art) {number} (del|de la) {law:words}";
    let text = "¿Qué dice el art. 48 bis del Estatuto de los Trabajadores?";
    assert_eq!(said(phrase, text, 0).as_deref(), Some("48 bis"));
    assert_eq!(said(phrase, text, 1).as_deref(), Some("estatuto de los trabajadores"));
    assert_eq!(said("(art {number})? ley", "la ley", 0), None, "what was not met is not kept");
}

#[test]
fn a_list_stands_for_each_of_its_phrases() {
    let law = |text: &str| said("art {number} (del)? {law:laws}", text, 1);
    assert_eq!(law("art. 48 del ET").as_deref(), Some("et"));
    assert_eq!(law("ART 41 ESTATUTO TRABAJADORES").as_deref(), Some("estatuto trabajadores"));
    assert_eq!(law("art. 48 del código"), None);
    assert_eq!(law("art. 48 la ley").as_deref(), Some("la ley"), "a phrase may begin with a group");
}

/// Words that begin with one another, so that much of what is made up meets.
fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "ab", "abc", "c", "1.5", "48", "bis", "et", "ley", "la"])
        .prop_map(str::to_owned)
}

fn phrase() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => word(),
        2 => prop::sample::select(vec!["a*", "ab*", "b*", "l*"]).prop_map(str::to_owned),
        1 => Just("...".to_owned()),
        1 => prop::sample::select(vec!["{number}", "{one:word}", "{some:words}", "{law:laws}"]).prop_map(str::to_owned),
    ];
    let tree = leaf.prop_recursive(3, 24, 4, |inner| {
        let way = prop::collection::vec(inner.clone(), 0..4).prop_map(|parts| parts.join(" "));
        prop_oneof![
            prop::collection::vec(inner, 1..4).prop_map(|parts| parts.join(" ")),
            (prop::collection::vec(way, 1..4), any::<bool>()).prop_map(|(ways, is_optional)| format!(
                "({}){}",
                ways.join("|"),
                if is_optional { "?" } else { "" }
            )),
        ]
    });
    prop::collection::vec(tree, 1..4).prop_map(|parts| parts.join(" "))
}

/// How many words stand before a place in plain text.
fn words_before(text: &Plain, place: usize) -> usize {
    text.text.get(..place).unwrap().split_whitespace().count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn a_program_finds_what_the_regular_expression_finds(
        written in phrase(),
        message in prop::collection::vec(word(), 0..14),
    ) {
        let Ok(phrase) = Phrase::parse(&written, &lists()) else { return Ok(()) };
        let expression = Regex::new(&format!("{} ", pattern(&phrase.node, &phrase.slots))).unwrap();
        let mut compiler = Compiler::default();
        compiler.add(&phrase);
        let matcher = compiler.finish();
        let text = plain(&message.join(" "));
        let heard = matcher.hear(&text);
        prop_assert_eq!(matcher.which(&heard) == [0], expression.is_match(&text.text), "{}", written);
        let found: Vec<_> = matcher.find_all(0, &heard).map(|found| found.words).collect();
        let wanted: Vec<_> = expression
            .find_iter(&text.text)
            .map(|found| words_before(&text, found.start())..words_before(&text, found.end()))
            .collect();
        prop_assert_eq!(found, wanted, "{}", written);
        if let (Some(found), Some(wanted)) =
            (matcher.find_all(0, &heard).next(), expression.captures(&text.text))
        {
            for (number, name) in phrase.slots.iter().enumerate() {
                let kept = found.slot(number).map(|words| text.part(words).to_owned());
                let wanted = wanted.name(name).map(|slot| slot.as_str().trim().to_owned());
                prop_assert_eq!(kept, wanted, "{} of {}", name, written);
            }
        }
    }
}

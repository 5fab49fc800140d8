use std::collections::BTreeMap;
use std::sync::LazyLock;

use conserje_agents::{Pack, RoutesFile};
use proptest::prelude::*;

use super::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/urgency")
}

fn urgency() -> &'static Urgency {
    static READ: LazyLock<Urgency> = LazyLock::new(|| {
        let pack = Pack::read(&folder().join("..")).unwrap_or_else(|error| panic!("{error}"));
        Urgency::with(pack.red_flags.unwrap(), &folder()).unwrap()
    });
    &READ
}

#[derive(Deserialize)]
struct Case {
    text: String,
    language: String,
    agent: String,
}

/// How many of each level were found at it, of how many; and emergencies that were taken for less.
fn measured(file: &str) -> (BTreeMap<u8, (usize, usize)>, Vec<String>) {
    let urgency = urgency();
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    let (mut table, mut missed) = (BTreeMap::new(), Vec::new());
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let language = if case.language == "es" { Language::Es } else { Language::En };
        let (wanted, found) = (
            case.agent.strip_prefix("level-").unwrap().parse::<u8>().unwrap(),
            urgency.assess(&[&case.text], language, Address::Usted, "112"),
        );
        let row: &mut (usize, usize) = table.entry(wanted).or_default();
        row.0 += usize::from(found.level == wanted);
        row.1 += 1;
        if wanted == 5 && found.level < 5 {
            missed.push(format!("level {}: {}", found.level, case.text));
        }
    }
    (table, missed)
}

#[test]
fn no_emergency_that_was_learned_from_is_missed() {
    let (table, missed) = measured("cases-seen.jsonl");
    assert_eq!(missed, Vec::<String>::new(), "{table:?}");
    let (right, all) = table.values().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    // What a rule takes for urgent is not lowered, though it may be a figure of speech.
    assert!(all >= 100 && right * 100 >= all * 94, "{right} of {all}: {table:?}");
}

/// Messages of somebody who knew neither rules nor examples. What is missed here is what is to be mended next; the floor
/// keeps it from getting worse.
#[test]
fn of_emergencies_that_nobody_knew_thirty_nine_in_forty_are_found() {
    let (table, missed) = measured("cases-heldout.jsonl");
    let (_, emergencies) = table[&5];
    assert!(
        emergencies >= 50 && missed.len() * 40 <= emergencies,
        "{} of {emergencies}: {table:?}",
        missed.len()
    );
    let (left_alone, calm) = table[&1];
    assert!(left_alone * 4 >= calm * 3, "{left_alone} of {calm}: {table:?}");
}

/// What people answer to a question of the desk is no emergency, whatever examples it is like.
#[test]
fn names_hours_and_addresses_are_nothing_urgent() {
    for answer in [
        "Ana López",
        "Beatriz Aguirre Montes de Oca",
        "John Peterson",
        "me llamo Ramona Quintana",
        "a nombre de don Eusebio Barrera, por favor",
        "para cuatro personas, a las nueve",
        "Calle de los Olmos 45, tercero izquierda",
        "22 Acacia Avenue, second floor",
        "5558881234",
        "sí, confirmo",
        "la de las 10:30 está bien",
        "dos de carnitas y una de suadero",
        "the one on Friday at four works for me",
    ] {
        let found = urgency().assess(&[answer], Language::Es, Address::Usted, "112");
        assert_eq!(found.level, 1, "{answer}: {found:?}");
    }
}

#[test]
fn advice_names_whom_to_call_and_gives_no_dose() {
    let urgency = urgency();
    for (text, language, said) in [
        ("no puedo respirar y se me hincha la lengua", Language::Es, "061"),
        ("I can't breathe and my tongue is swelling", Language::En, "911"),
    ] {
        let found = urgency.assess(&[text], language, Address::Usted, said);
        assert_eq!((found.level, found.should_escalate), (5, true), "{found:?}");
        assert!(found.advice.contains(said), "{found:?}");
    }
    for (flag, texts) in urgency.safety.values().flatten() {
        for text in texts.es_tu.iter().chain([&texts.es, &texts.en]) {
            assert!(!text.contains(" mg") && !text.to_lowercase().contains("diagn"), "{flag}: {text}");
        }
    }
}

/// Both wordings are the same first aid: whoever edits one edits the other.
#[test]
fn first_aid_says_the_same_to_tu_and_to_usted() {
    let texts = urgency()
        .safety
        .iter()
        .flat_map(|(level, flags)| flags.iter().map(move |(flag, texts)| (level, flag, texts)));
    let mut said = 0;
    for (level, flag, texts) in texts.filter(|(_, _, texts)| !texts.es.is_empty()) {
        let place = format!("{level}.{flag}");
        let tu = texts.es_tu.as_deref().unwrap_or_else(|| panic!("{place} has no `es_tu`"));
        let figures = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let sentences = |text: &str| text.matches(['.', ':', ';']).count();
        let numbers = |text: &str| text.matches("{emergency}").count();
        assert_eq!(figures(&texts.es), figures(tu), "{place}");
        assert_eq!(sentences(&texts.es), sentences(tu), "{place}");
        assert_eq!(numbers(&texts.es), numbers(tu), "{place}");
        let words = |text: &str| {
            text.to_lowercase().split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>()
        };
        let is_said =
            |text: &str, some: &[&str]| words(text).iter().any(|word| some.contains(&word.as_str()));
        let of_usted = [
            "llame",
            "siéntese",
            "túmbese",
            "ponga",
            "apriete",
            "diga",
            "vaya",
            "deje",
            "espere",
            "usted",
            "dé",
        ];
        let of_tu = [
            "llama",
            "siéntate",
            "túmbate",
            "pon",
            "aprieta",
            "di",
            "túmbalo",
            "dejes",
            "esperes",
            "te",
            "ti",
        ];
        // Somebody else may be told to call, in the third person.
        assert!(
            !is_said(&tu.replace("alguien llame", "").replace("que llame", ""), &of_usted),
            "{place}: {tu}"
        );
        assert!(is_said(tu, &of_tu) && !is_said(&texts.es, &of_tu), "{place}: {tu}");
        said += 1;
    }
    assert_eq!(said, 37);
    let tu = urgency().assess(&["me duele el pecho y no puedo respirar"], Language::Es, Address::Tu, "112");
    assert!(tu.advice.contains("lama ahora al 112"), "{tu:?}");
}

#[test]
fn a_flag_that_is_spread_over_symptoms_is_found_and_what_is_denied_is_not() {
    let urgency = urgency();
    let of = |texts: &[&str]| urgency.assess(texts, Language::Es, Address::Usted, "112").level;
    assert_eq!(of(&["dolor de muelas", "me cuesta respirar"]), 5);
    assert_eq!(of(&["¿Cuánto cuesta una limpieza?"]), 1);
    assert_eq!(of(&["me muero de hambre, ¿qué hay de menú?"]), 1);
    assert_eq!(of(&[]), 1);
}

#[test]
fn a_level_without_a_text_is_a_fault_that_is_named() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(place.path().join(name), text).unwrap();
    let flags = |level: &str| {
        let rules = format!("[[routes]]\nagent = \"{level}\"\nintent = \"fire\"\nany = [\"fuego\"]\n");
        RedFlags::new(&toml::from_str::<RoutesFile>(&rules).unwrap())
    };
    write("safety.toml", "[level-1.default]\nes = \"a\"\nen = \"b\"\n");
    let problem = Urgency::with(Arc::new(flags("level-5").unwrap()), place.path()).err().unwrap().to_string();
    assert!(problem.contains("no text `[level-2.default]`"), "{problem}");
    assert!(flags("level-9").unwrap_err()[0].problem.contains("level-9"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_a_level_and_an_advice(texts in prop::collection::vec("\\PC{0,80}", 0..5)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = urgency().assess(&texts, Language::En, Address::Usted, "112");
        prop_assert!((1..=5).contains(&found.level) && (found.level < 4 || !found.advice.is_empty()));
        let is_filled_in = !found.advice.contains('{');
        prop_assert!(is_filled_in, "a placeholder is left");
    }
}

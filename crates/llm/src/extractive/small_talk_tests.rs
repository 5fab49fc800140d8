use proptest::prelude::*;

use super::*;

fn small_talk(text: &str) -> Option<SmallTalk> {
    heard(text).map(|(kind, _)| kind)
}

#[test]
fn what_people_say_without_asking_is_small_talk() {
    use SmallTalk::{
        Agreement, Apology, Goodbye, Greeting, HowAreYou, Laughter, Thanks, WhatCanYouDo, WhoAreYou,
    };
    for (text, kind) in [
        ("¡Hola!", Greeting),
        ("holaaaaa", Greeting),
        ("ola buenas", Greeting),
        ("Hola, buenas tardes a todos", Greeting),
        ("beunas tardes", Greeting),
        ("Good mornign", Greeting),
        ("hey there", Greeting),
        ("¿hay alguien ahí?", Greeting),
        ("hola qué tal", HowAreYou),
        ("Hello, how are you today?", HowAreYou),
        ("what's up", HowAreYou),
        ("gracias", Thanks),
        ("muchas gracais!!", Thanks),
        ("ok, muchas gracias por todo", Thanks),
        ("Thank you very much", Thanks),
        ("thx", Thanks),
        ("🙏", Thanks),
        ("ok vale", Agreement),
        ("okkk", Agreement),
        ("Vale, perfecto", Agreement),
        ("that's all", Agreement),
        ("👍", Agreement),
        ("perdona", Apology),
        ("sorry!", Apology),
        ("Gracias, ¡hasta luego!", Goodbye),
        ("adiós", Goodbye),
        ("bye bye", Goodbye),
        ("que tenga un buen día", Goodbye),
        ("jajaja", Laughter),
        ("jajjaja", Laughter),
        ("hehe", Laughter),
        ("😂😂", Laughter),
        ("jajaja vale", Agreement),
        ("¿Quién eres?", WhoAreYou),
        ("hola, ¿con quién hablo?", WhoAreYou),
        ("are you a real person?", WhoAreYou),
        ("What's your name?", WhoAreYou),
        ("¿Qué puedes hacer?", WhatCanYouDo),
        ("hola, ¿en qué me puede ayudar?", WhatCanYouDo),
        ("AYUDA", WhatCanYouDo),
        ("ayúdame por favor", WhatCanYouDo),
        ("how can you help me?", WhatCanYouDo),
        ("help", WhatCanYouDo),
        ("hi, what can I ask you?", WhatCanYouDo),
    ] {
        assert_eq!(small_talk(text), Some(kind), "{text}");
    }
}

#[test]
fn a_question_or_a_wish_is_none_however_polite() {
    for text in [
        "",
        "   ",
        "?",
        "gracias, ¿y cuánto cuesta la limpieza?",
        "hola, quería pedir cita",
        "hola precio",
        "buenos días, me duele una muela",
        "¿Qué tal el tiempo?",
        "vale la pena?",
        "buenas prácticas de almacén",
        "ola de calor",
        "hi-fi",
        "ayudas",
        "ayudas para autónomos",
        "ayuda a domicilio",
        "necesito ayuda con mi nómina",
        "help desk hours",
        "can you help me with article 48?",
        "quiero hablar con una persona",
        "ok, ¿y el horario?",
        "perfecto, resérvalo",
        "sí",
        "no",
        "yes",
        "12",
        "genital",
        "who are you dismissing under article 52?",
        "quién es el encargado",
        "what is this document about",
        "¿qué es esto de las horas extra?",
        "¿qué puedes hacer si te despiden?",
        "how does this work contract end",
        "ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok",
        "adiós a mi trabajo, ¿qué finiquito me toca?",
        "the",
        "por favor",
        "urgencia, ayuda, mi hijo no respira",
    ] {
        assert_eq!(small_talk(text), None, "{text}");
    }
}

#[test]
fn the_language_of_it_shows() {
    assert_eq!(heard("thanks").unwrap().1, Some(Language::En));
    assert_eq!(heard("muchas gracias").unwrap().1, Some(Language::Es));
    assert_eq!(heard("👍").unwrap().1, None);
}

#[test]
fn phrases_are_written_folded_and_once() {
    for (table, language) in [(SPANISH, "es"), (ENGLISH, "en")] {
        let mut all = std::collections::BTreeSet::new();
        for (_, phrases) in table {
            for phrase in phrases.split(" | ") {
                let words = words(phrase);
                assert_eq!(words.join(" "), phrase, "{language}");
                assert!(all.insert(phrase), "{phrase} is there twice");
            }
        }
    }
}

proptest! {
    #[test]
    fn a_price_asked_for_makes_a_question_of_any_small_talk(at in 0_usize..200, before in any::<bool>()) {
        let all: Vec<&str> = [SPANISH, ENGLISH].iter().flat_map(|table| table.iter()).flat_map(|(_, phrases)| phrases.split(" | ")).collect();
        let phrase = all[at % all.len()];
        let question = "¿cuánto cuesta la limpieza?";
        let text = if before { format!("{question} {phrase}") } else { format!("{phrase}, {question}") };
        prop_assert_eq!(small_talk(&text), None);
        prop_assert!(small_talk(&phrase.to_uppercase()).is_some());
    }

    #[test]
    fn any_text_is_taken(text in "\\PC{0,80}") {
        prop_assert_eq!(heard(&text), heard(&format!("  {text} ")));
    }
}

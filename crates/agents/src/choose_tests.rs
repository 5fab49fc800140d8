use std::collections::BTreeMap;

use conserje_guard::{Limits as Sizes, screen_message};
use conserje_kernel::{Language, RoutedBy};

use crate::{Belonging, Catalogue, Evidence, Pack, PackChoices, TenantBusiness, Thing, Wish};

const PAPERS: &str = r#"
[assistant]
title = { es = "Papeles", en = "Papers" }
reads_documents = true
none_of_mine = ["smalltalk"]
examples = { es = ["¿Qué papeles hay?"], en = ["Which papers are there?"] }
"#;
const LAW: &str = r#"
[assistant]
title = { es = "Leyes", en = "Law" }
examples = { es = ["¿Cuántas vacaciones tengo?"], en = ["How many holidays do I have?"] }
"#;
const CLINIC: &str = r#"
[assistant]
title = { es = "Recepción", en = "Front desk" }
serves = ["members", "guests"]
needs_business = true
offers = ["question", "price"]
examples = { es = ["Quiero una cita"], en = ["I want an appointment"] }
"#;

fn lesson(text: &str, agent: &str, intent: &str) -> String {
    format!("{}\n", serde_json::json!({"text": text, "language": "es", "agent": agent, "intent": intent}))
}

/// A pack whose examples are these messages.
fn pack(name: &str, about: &str, routes: &str, lessons: &[(&str, &str)]) -> Pack {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let agent =
        |name: &str, more: &str| format!("[[agents]]\nname = \"{name}\"\nprompt = \"p\"\ntools = [{more}]\n");
    let tools = if routes.contains("urgent =") { "\"escalate_to_human\"" } else { "" };
    let agents = agent(name, "") + &agent(&format!("{name}_urgent"), tools);
    write("pack.toml", &format!("name = \"{name}\"\n{about}\n{agents}"));
    write("routes.toml", &format!("learn_below = 100\n{routes}\n[default]\nintent = \"question\"\n"));
    write(
        "evals/routes-seen.jsonl",
        &lessons.iter().map(|(text, intent)| lesson(text, name, intent)).collect::<String>(),
    );
    if routes.contains("urgent =") {
        write(
            "urgency/rules.toml",
            "[[routes]]\nname = \"breath\"\nagent = \"level-5\"\nintent = \"airway\"\nany = [\"no puedo respirar\"]\n[[routes]]\nname = \"ache\"\nagent = \"level-4\"\nintent = \"ache\"\nany = [\"accidente\"]\n",
        );
    }
    Pack::read(folder.path()).unwrap()
}

fn all() -> Catalogue {
    let papers = [
        ("qué dice el manual de la caldera", "question"),
        ("resume el informe anual", "question"),
        ("dónde está el acta de la junta", "question"),
        ("hola", "smalltalk"),
        ("gracias", "smalltalk"),
    ];
    let law = [
        ("me pueden despedir estando de baja", "question"),
        ("cuántas vacaciones me corresponden por ley", "question"),
        ("qué pasa si tengo un accidente de trabajo", "question"),
        ("cuánto paro cobro tras el despido", "question"),
    ];
    let clinic = [
        ("quiero una cita con la dentista", "question"),
        ("cuánto cuesta una limpieza", "question"),
        ("a qué hora abren el sábado", "question"),
        ("no puedo respirar ayuda", "question"),
    ];
    let packs = vec![
        pack("papers", PAPERS, "attachments = \"papers\"", &papers),
        pack("law", LAW, "", &law),
        pack("clinic", CLINIC, "stays = true\nurgent = \"clinic_urgent\"", &clinic),
    ];
    let nobody = ["capital de mongolia", "quién ganó el partido"];
    let nobody = nobody.map(|text| Belonging { text: text.to_owned(), pack: None });
    Catalogue::of_packs(packs).unwrap().with_examples(nobody.into())
}

fn with_business() -> Catalogue {
    all().chosen(&PackChoices::new(), &TenantBusiness::Of { vertical: Some("dental".to_owned()) })
}

fn who(catalogue: &Catalogue, text: &str, wish: Wish<'_>) -> (String, RoutedBy) {
    let decision = catalogue.route(&screen_message(text, Sizes::default()).unwrap(), wish);
    (decision.agent, decision.by)
}

fn answers(catalogue: &Catalogue, text: &str) -> String {
    who(catalogue, text, Wish::default()).0
}

#[test]
fn an_assistant_is_asked_what_its_examples_are_like() {
    let all = with_business();
    assert_eq!(answers(&all, "me han despedido, ¿cuánto paro me toca?"), "law");
    assert_eq!(answers(&all, "quería cita con la dentista el sábado"), "clinic");
    assert_eq!(answers(&all, "¿qué pone en el manual?"), "papers");
    assert_eq!(
        answers(&all, "la capital de mongolia cuál es"),
        "papers",
        "what is for nobody is for the first"
    );
    assert_eq!(answers(&all, "gracias"), "papers", "small talk is for nobody, too");
    let message = screen_message("me pueden despedir", Sizes::default()).unwrap();
    let decision = all.route(&message, Wish::default());
    assert!(decision.fired.iter().any(|fired| fired.rule == "assistant:law"), "{:?}", decision.fired);
}

#[test]
fn without_a_business_the_front_desk_is_not_asked_unless_somebody_names_it() {
    let plain = all();
    assert_eq!(answers(&plain, "cuánto cuesta una limpieza"), "papers");
    let named = Wish { assistant: Some("clinic"), ..Wish::default() };
    assert_eq!(who(&plain, "cuánto cuesta una limpieza", named).0, "clinic");
    let clinic = plain.packs().iter().find(|pack| pack.name == "clinic").unwrap();
    assert!(!plain.is_ready(clinic) && with_business().is_ready(clinic));
}

#[test]
fn what_documents_hold_speaks_for_who_reads_them() {
    let all = with_business();
    let question = "cuánto cuesta una limpieza";
    assert_eq!(answers(&all, question), "clinic");
    let own = Evidence { own: 0.9, ..Evidence::default() };
    let wish = Wish { evidence: Some(&own), ..Wish::default() };
    assert_eq!(who(&all, question, wish).0, "papers", "the tenant's own price list has it");
    let both = Evidence { own: 0.9, of_packs: BTreeMap::from([("clinic".to_owned(), 0.9)]), thing: None };
    let wish = Wish { evidence: Some(&both), ..Wish::default() };
    assert_eq!(who(&all, question, wish).0, "clinic", "what both have says nothing");
}

fn thing(offered: f32, held: f32) -> Evidence {
    let thing = Thing { said: "pastillas delanteras".to_owned(), offered, held };
    Evidence { own: 0.1, thing: Some(thing), ..Evidence::default() }
}

#[test]
fn what_the_business_does_not_offer_and_documents_hold_is_asked_of_documents() {
    let all = with_business();
    let ask = |text: &str, evidence: &Evidence, in_charge: Option<&str>| {
        let wish = Wish { evidence: Some(evidence), in_charge, ..Wish::default() };
        who(&all, text, wish).0
    };
    let question = "cuánto cuesta una limpieza";
    assert_eq!(ask(question, &thing(0.0, 1.0), None), "papers");
    assert_eq!(ask(question, &thing(0.5, 1.0), None), "papers", "half of its name is another thing");
    assert_eq!(ask(question, &thing(1.0, 1.0), None), "clinic", "what it offers it is asked about");
    assert_eq!(ask(question, &thing(0.5, 0.5), None), "clinic", "documents hold no more of it");
    assert_eq!(ask(question, &thing(0.0, 0.3), None), "clinic", "a word of it is no evidence");
    assert_eq!(ask(question, &thing(0.0, 1.0), Some("clinic")), "papers", "in a conversation, too");
    let cry = "ayuda no puedo respirar";
    assert_eq!(ask(cry, &thing(0.0, 1.0), None), "clinic_urgent", "an emergency comes first");
    assert_eq!(ask("me pueden despedir estando de baja", &thing(0.0, 1.0), None), "law");
}

#[test]
fn guests_are_answered_from_documents_by_whoever_of_the_front_desk_may_look_into_them() {
    let routes = "stays = true\nattachments = \"clinic_urgent\"";
    let clinic = pack("clinic", CLINIC, routes, &[("cuánto cuesta una limpieza", "price")]);
    let guests = Catalogue::of_packs(vec![clinic])
        .unwrap()
        .chosen(&PackChoices::new(), &TenantBusiness::Of { vertical: None })
        .for_guests()
        .unwrap();
    assert!(guests.weighs_evidence(), "what it offers has to be known");
    let ask = |evidence: &Evidence| {
        let wish = Wish { evidence: Some(evidence), ..Wish::default() };
        who(&guests, "cuánto cuesta una limpieza", wish).0
    };
    assert_eq!(ask(&thing(1.0, 0.0)), "clinic");
    assert_eq!(ask(&thing(0.0, 1.0)), "clinic_urgent");
}

#[test]
fn what_goes_on_from_before_stays_where_it_was_and_asks_what_was_asked() {
    let rules = r#"
        stays = true
        [[routes]]
        name = "price"
        agent = "clinic"
        intent = "price"
        any = ["cuanto cuesta"]
    "#;
    let clinic = pack("clinic", CLINIC, rules, &[("cuánto cuesta una limpieza", "price")]);
    let papers = pack("papers", PAPERS, "", &[("qué dice el manual de la caldera", "question")]);
    let all = Catalogue::of_packs(vec![papers, clinic])
        .unwrap()
        .chosen(&PackChoices::new(), &TenantBusiness::Of { vertical: None });
    let found = Evidence { own: 0.9, ..Evidence::default() };
    let about = ["price".to_owned()];
    let go_on = |text: &str, about: &[String]| {
        let message = screen_message(text, Sizes::default()).unwrap();
        let wish = Wish { in_charge: Some("clinic"), about, evidence: Some(&found), ..Wish::default() };
        let decision = all.route(&message, wish);
        (decision.agent, decision.intent, decision.by)
    };
    let price = ("clinic".to_owned(), "price".to_owned(), RoutedBy::Conversation);
    assert_eq!(go_on("¿y el blanqueamiento?", &about), price, "documents that hold the word do not matter");
    assert_eq!(go_on("¿y el 24?", &about), price);
    assert_eq!(go_on("¿y el 24?", &[]).0, "clinic", "it stays, though nothing was asked before");
    assert_eq!(go_on("qué dice el manual de la caldera", &about).0, "papers", "this asks something else");
}

#[test]
fn an_emergency_is_heard_where_it_may_be_meant_with_or_without_a_business() {
    for catalogue in [all(), with_business()] {
        assert_eq!(
            who(&catalogue, "ayuda no puedo respirar", Wish::default()),
            ("clinic_urgent".to_owned(), RoutedBy::Urgency)
        );
        let law = "qué pasa por ley si tengo un accidente de trabajo";
        assert_eq!(answers(&catalogue, law), "law", "a question of law is no emergency");
        let named = Wish { assistant: Some("law"), ..Wish::default() };
        assert_eq!(who(&catalogue, "no puedo respirar", named).0, "law", "another assistant was named");
    }
    let at_the_desk = Wish { in_charge: Some("clinic"), ..Wish::default() };
    assert_eq!(who(&with_business(), "he tenido un accidente", at_the_desk).1, RoutedBy::Urgency);
    let guests = with_business().for_guests().unwrap();
    assert_eq!(answers(&guests, "me pueden despedir estando de baja"), "clinic", "guests have nobody else");
}

#[test]
fn a_conversation_goes_on_with_who_had_it_unless_another_is_plainly_meant() {
    let all = with_business();
    let at_law = Wish { in_charge: Some("law"), ..Wish::default() };
    assert_eq!(who(&all, "¿y si no quiero?", at_law).0, "law");
    assert_eq!(who(&all, "quiero una cita con la dentista", at_law).0, "clinic");
    let at_the_desk = Wish { in_charge: Some("clinic"), ..Wish::default() };
    assert_eq!(who(&all, "el jueves", at_the_desk), ("clinic".to_owned(), RoutedBy::Conversation));
}

#[test]
fn who_is_asked_knows_where_they_are_and_what_else_can_be_asked() {
    let all = with_business();
    let law = all.get("law").unwrap();
    let house = all.house(law, Language::En);
    assert_eq!(house.assistant.as_deref(), Some("Law"));
    assert_eq!(
        house.examples,
        ["How many holidays do I have?", "Which papers are there?", "I want an appointment"]
    );
    assert!(house.has_people);
    assert!(!self::all().house(law, Language::Es).has_people, "nobody is there before a business is");
}

#[test]
fn an_assistant_of_a_tenants_own_is_known_by_its_words_though_it_brings_few_examples() {
    let about = r#"
[assistant]
title = { es = "Becas", en = "Grants" }
examples = { es = ["¿Cómo pido una beca de violín?"], en = ["When can I apply for a grant?"] }
"#;
    let own = std::sync::Arc::new(pack("grants", about, "", &[]));
    let all = all().with_own(&[own]).chosen(&PackChoices::new(), &TenantBusiness::Of { vertical: None });
    assert_eq!(answers(&all, "¿qué pone en el manual de las becas? quiero una beca"), "grants");
    assert_eq!(answers(&all, "quiero una beca"), "grants");
    assert_eq!(
        answers(&all, "quiero una cita con la dentista"),
        "clinic",
        "the others keep what they are for"
    );
    assert_eq!(answers(&all, "me han despedido, ¿cuánto paro me toca?"), "law");
    assert_eq!(answers(&all, "la capital de mongolia cuál es"), "papers");
}

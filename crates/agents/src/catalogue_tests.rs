use conserje_guard::{Limits as Sizes, screen_message};

use super::*;

fn pack(name: &str, agent: &str, routes: &str) -> Pack {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "name = \"{name}\"\n[[agents]]\nname = \"{agent}\"\nprompt = \"{agent}'s own\"\ntools = [\"find\"]\n"
    );
    std::fs::write(folder.path().join("pack.toml"), text).unwrap();
    std::fs::write(folder.path().join("routes.toml"), routes).unwrap();
    Pack::read(folder.path()).unwrap()
}

fn both() -> Catalogue {
    let law = "ask_model = true\n[default]\nintent = \"question\"\ntool = \"find\"\narguments = { query = \"{question}\" }\n\
               [[routes]]\nagent = \"lawyer\"\nintent = \"article\"\nany = [\"artículo\"]\n";
    let shop = "attachments = \"clerk\"\n[[routes]]\nagent = \"clerk\"\nintent = \"price\"\nany = [\"cuánto cuesta\", \"artículo de oferta\"]\n";
    Catalogue::of_packs(vec![pack("law", "lawyer", law), pack("shop", "clerk", shop)]).unwrap()
}

fn route(catalogue: &Catalogue, text: &str, wish: Wish<'_>) -> (String, By, String) {
    let decision = catalogue.route(&screen_message(text, Sizes::default()).unwrap(), wish);
    (decision.agent, decision.by, decision.intent)
}

fn said(agent: &str, by: By, intent: &str) -> (String, By, String) {
    (agent.to_owned(), by, intent.to_owned())
}

#[test]
fn the_caller_then_rules_then_documents_then_the_default() {
    let catalogue = both();
    let forced = Wish { agent: Some("clerk"), has_documents: false };
    assert_eq!(route(&catalogue, "el artículo 3", forced), said("clerk", By::Caller, ""));
    let forced = Wish { agent: Some("lawyer"), has_documents: false };
    assert_eq!(route(&catalogue, "el artículo 3", forced), said("lawyer", By::Caller, "article"));
    assert_eq!(route(&catalogue, "el artículo 3", Wish::default()), said("lawyer", By::Rule, "article"));
    // What more of was said decides between packs.
    assert_eq!(route(&catalogue, "el artículo de oferta", Wish::default()), said("clerk", By::Rule, "price"));
    let with_documents = Wish { agent: None, has_documents: true };
    assert_eq!(route(&catalogue, "léelo", with_documents), said("clerk", By::Attachments, ""));
    assert_eq!(route(&catalogue, "hola", Wish::default()), said("lawyer", By::Default, "question"));
    let decision = catalogue.route(&screen_message("hola", Sizes::default()).unwrap(), Wish::default());
    assert!(decision.is_open, "a model may be asked");
    assert_eq!(decision.hint.unwrap().arguments, serde_json::json!({"query": "hola"}));
}

#[test]
fn a_tenant_enables_packs_and_says_how_they_speak() {
    let settings = PackSettings {
        brand_voice: Some("Short.".to_owned()),
        prompts: BTreeMap::from([("clerk".to_owned(), "Sell.".to_owned())]),
        ..PackSettings::default()
    };
    let choices = PackChoices::from([
        ("law".to_owned(), PackChoice { enabled: false, settings: PackSettings::default() }),
        ("shop".to_owned(), PackChoice { enabled: true, settings }),
    ]);
    let all = both();
    let tenant = all.chosen(&choices);
    assert_eq!(tenant.first().name, "clerk");
    assert_eq!(
        (tenant.first().prompt.as_str(), tenant.first().persona.brand_voice.as_deref()),
        ("Sell.", Some("Short."))
    );
    assert!(tenant.get("lawyer").is_none());
    assert_eq!(route(&tenant, "el artículo 3", Wish::default()), said("clerk", By::Default, ""));
    assert_eq!(all.get("clerk").unwrap().prompt, "clerk's own", "others keep theirs");
    let none = all.chosen(
        &choices.into_iter().map(|(name, choice)| (name, PackChoice { enabled: false, ..choice })).collect(),
    );
    assert_eq!(none.first().name, "assistant");
}

#[test]
fn two_packs_do_not_share_a_name_or_an_agent() {
    let wrong = Catalogue::of_packs(vec![pack("a", "x", ""), pack("a", "x", "")]).unwrap_err().to_string();
    assert!(wrong.contains("two packs named `a`") && wrong.contains("has an agent `x`, too"), "{wrong}");
}

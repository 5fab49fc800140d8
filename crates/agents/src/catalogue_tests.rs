use conserje_guard::{Limits as Sizes, screen_message};
use conserje_kernel::RoutedBy;

use super::*;

fn of_trade(vertical: &str) -> TenantBusiness {
    TenantBusiness::Of { vertical: Some(vertical.to_owned()) }
}

fn pack(name: &str, agent: &str, routes: &str) -> Pack {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "name = \"{name}\"\n[[agents]]\nname = \"{agent}\"\nprompt = \"{agent}'s own\"\ntools = [\"find\"]\n"
    );
    std::fs::write(folder.path().join("pack.toml"), text).unwrap();
    std::fs::write(folder.path().join("routes.toml"), routes).unwrap();
    Pack::read(folder.path()).unwrap()
}

/// A clinic whose emergencies are somebody's own matter.
fn clinic(more: &str) -> Catalogue {
    let folder = tempfile::tempdir().unwrap();
    let agent = |name: &str| format!("[[agents]]\nname = \"{name}\"\nprompt = \"p\"\ntools = [\"find\"]\n");
    let agents: String = ["desk", "booking", "booking_dental", "urgent_care"].map(agent).concat();
    let variants = "[variants.dental]\nbooking = \"booking_dental\"\n";
    std::fs::create_dir(folder.path().join("urgency")).unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    write("pack.toml", format!("name = \"clinic\"\n{agents}{variants}"));
    write("urgency/rules.toml", RED_FLAGS.to_owned());
    write("routes.toml", format!("{more}{CLINIC_ROUTES}"));
    Catalogue::of_packs(vec![Pack::read(folder.path()).unwrap(), pack("shop", "clerk", "")]).unwrap()
}

const RED_FLAGS: &str = r#"
[[routes]]
name = "chest"
agent = "level-5"
intent = "heart"
priority = 50
any = ["dolor en el pecho"]
[[routes]]
name = "toothache"
agent = "level-3"
intent = "pain"
priority = 30
any = ["me duele", "dolor"]
"#;

const CLINIC_ROUTES: &str = r#"
[default]
intent = "question"
[commands."/book"]
agent = "booking"
[[routes]]
name = "appointments"
agent = "booking"
intent = "book"
priority = 9
any = ["cita", "reservar"]
[[routes]]
name = "hello"
agent = "desk"
intent = "smalltalk"
priority = -1
any = ["hola", "gracias"]
"#;

fn both() -> Catalogue {
    let law = "ask_model = true\n[default]\nintent = \"question\"\ntool = \"find\"\narguments = { query = \"{question}\" }\n\
               [[routes]]\nagent = \"lawyer\"\nintent = \"article\"\nany = [\"artículo\"]\n";
    let shop = "attachments = \"clerk\"\n[[routes]]\nagent = \"clerk\"\nintent = \"price\"\nany = [\"cuánto cuesta\", \"artículo de oferta\"]\n";
    Catalogue::of_packs(vec![pack("law", "lawyer", law), pack("shop", "clerk", shop)]).unwrap()
}

fn route(catalogue: &Catalogue, text: &str, wish: Wish<'_>) -> (String, RoutedBy, String) {
    let decision = catalogue.route(&screen_message(text, Sizes::default()).unwrap(), wish);
    (decision.agent, decision.by, decision.intent)
}

fn said(agent: &str, by: RoutedBy, intent: &str) -> (String, RoutedBy, String) {
    (agent.to_owned(), by, intent.to_owned())
}

#[test]
fn the_caller_then_rules_then_documents_then_the_default() {
    let catalogue = both();
    let forced = Wish { agent: Some("clerk"), ..Wish::default() };
    assert_eq!(route(&catalogue, "el artículo 3", forced), said("clerk", RoutedBy::Caller, ""));
    let forced = Wish { agent: Some("lawyer"), ..Wish::default() };
    assert_eq!(route(&catalogue, "el artículo 3", forced), said("lawyer", RoutedBy::Caller, "article"));
    assert_eq!(
        route(&catalogue, "el artículo 3", Wish::default()),
        said("lawyer", RoutedBy::Rule, "article")
    );
    // What more of was said decides between packs.
    assert_eq!(
        route(&catalogue, "el artículo de oferta", Wish::default()),
        said("clerk", RoutedBy::Rule, "price")
    );
    let with_documents = Wish { has_documents: true, ..Wish::default() };
    assert_eq!(route(&catalogue, "léelo", with_documents), said("clerk", RoutedBy::Attachments, ""));
    assert_eq!(route(&catalogue, "hola", Wish::default()), said("lawyer", RoutedBy::Default, "question"));
    let decision = catalogue.route(&screen_message("hola", Sizes::default()).unwrap(), Wish::default());
    assert!(decision.is_open, "a model may be asked");
    assert_eq!(decision.hint.unwrap().arguments, serde_json::json!({"query": "hola"}));
}

#[test]
fn what_is_urgent_comes_before_everything_else_and_says_why() {
    let clinic = clinic("urgent = \"urgent_care\"\n");
    let text = "/book quiero reservar una cita, tengo dolor en el pecho";
    let decision = clinic.route(&screen_message(text, Sizes::default()).unwrap(), Wish::default());
    assert_eq!(
        (decision.agent.as_str(), decision.by, decision.intent.as_str()),
        ("urgent_care", RoutedBy::Urgency, "urgent")
    );
    let fired: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
    assert_eq!(fired, ["chest", "toothache"]);
    assert!(decision.confidence > 0.9 && !decision.is_open, "{decision:?}");
    assert_eq!(decision.by.name(), "urgency");
    let named = |agent| Wish { agent: Some(agent), ..Wish::default() };
    assert_eq!(route(&clinic, text, named("booking")).0, "urgent_care");
    assert_eq!(route(&clinic, text, named("clerk")).0, "clerk", "somebody of another pack was wanted");
    let mild = "me duele una muela, quiero una cita";
    assert_eq!(route(&clinic, mild, Wish::default()), said("booking", RoutedBy::Rule, "book"));
    let unnamed = self::clinic("");
    assert_eq!(
        route(&unnamed, "dolor en el pecho", Wish::default()),
        said("desk", RoutedBy::Default, "question")
    );
}

#[test]
fn the_trade_of_a_tenant_says_who_stands_in() {
    let clinic = clinic("urgent = \"urgent_care\"\n");
    let decide = |tenant: &Catalogue, text: &str, wish: Wish<'_>| {
        let decision = tenant.route(&screen_message(text, Sizes::default()).unwrap(), wish);
        (decision.agent, decision.variant_of)
    };
    let plain = ("booking".to_owned(), None);
    let variant = ("booking_dental".to_owned(), Some("booking".to_owned()));
    let none = PackChoices::new();
    assert_eq!(decide(&clinic, "una cita", Wish::default()), plain);
    assert_eq!(decide(&clinic.chosen(&none, &of_trade("medical")), "una cita", Wish::default()), plain);
    let dental = clinic.chosen(&none, &of_trade("dental"));
    assert_eq!(decide(&dental, "una cita", Wish::default()), variant);
    assert_eq!(decide(&dental, "/book", Wish::default()), variant);
    assert_eq!(decide(&dental, "hola", Wish { agent: Some("booking"), ..Wish::default() }), variant);
    assert_eq!(decide(&dental, "hola", Wish::default()), ("desk".to_owned(), None));
    assert_eq!(dental.in_place_of("booking"), "booking_dental");
    // What the tenant says about the pack comes before what its business says.
    let settings = PackSettings { vertical: Some("dental".to_owned()), ..PackSettings::default() };
    let choices = PackChoices::from([("clinic".to_owned(), PackChoice { enabled: true, settings })]);
    assert_eq!(decide(&clinic.chosen(&choices, &of_trade("medical")), "una cita", Wish::default()), variant);
}

#[test]
fn a_pack_says_who_goes_on_after_a_notice() {
    let clinic = clinic("stays = true\nreplies = { reminder = \"booking\" }\n");
    assert_eq!((clinic.for_replies("reminder"), clinic.for_replies("order")), (Some("booking"), None));
    let answer = Wish { in_charge: clinic.for_replies("reminder"), ..Wish::default() };
    assert_eq!(route(&clinic, "C", answer).1, RoutedBy::Conversation);
}

#[test]
fn what_says_nothing_to_the_rules_goes_on_with_who_is_in_charge() {
    let clinic = clinic("stays = true\nask_model = true\nattachments = \"desk\"\nurgent = \"urgent_care\"\n");
    let after = |agent| Wish { in_charge: Some(agent), ..Wish::default() };
    let follow_up = "mañana a las 5";
    assert_eq!(
        route(&clinic, follow_up, after("booking_dental")),
        said("booking_dental", RoutedBy::Conversation, "question")
    );
    assert_eq!(route(&clinic, follow_up, Wish::default()), said("desk", RoutedBy::Default, "question"));
    assert_eq!(
        route(&clinic, follow_up, after("clerk")),
        said("desk", RoutedBy::Default, "question"),
        "its pack lets nobody stay"
    );
    assert_eq!(route(&clinic, follow_up, after("gone")).0, "desk");
    assert_eq!(
        route(&clinic, "gracias", after("booking")),
        said("booking", RoutedBy::Conversation, "smalltalk")
    );
    assert_eq!(route(&clinic, "gracias", Wish::default()), said("desk", RoutedBy::Rule, "smalltalk"));
    assert_eq!(route(&clinic, "una cita", after("urgent_care")), said("booking", RoutedBy::Rule, "book"));
    assert_eq!(route(&clinic, "dolor en el pecho", after("booking")).1, RoutedBy::Urgency);
    let with_documents = Wish { has_documents: true, ..after("booking") };
    assert_eq!(route(&clinic, follow_up, with_documents).1, RoutedBy::Attachments);
    let decision = clinic.route(&screen_message(follow_up, Sizes::default()).unwrap(), after("booking"));
    assert!(!decision.is_open, "no model is asked who goes on");
    let nobody_stays = self::clinic("");
    assert_eq!(route(&nobody_stays, follow_up, after("booking")).1, RoutedBy::Default);
}

proptest::proptest! {
    /// Whatever is said, by whomever it is asked: somebody answers who is there, and an emergency is one.
    #[test]
    fn somebody_always_answers(text in "((cita|hola|/book|mañana|a las 5|dolor en el pecho)[ ,]{1,2}){1,5}", in_charge in "booking|desk|gone", named in proptest::option::of("desk|clerk|gone")) {
        let clinic = clinic_once();
        let Ok(message) = screen_message(&text, Sizes::default()) else { return Ok(()) };
        let wish = Wish { agent: named.as_deref(), in_charge: Some(&in_charge), ..Wish::default() };
        let decision = clinic.route(&message, wish);
        proptest::prop_assert!(clinic.get(&decision.agent).is_some(), "{decision:?}");
        let is_urgent = text.contains("dolor en el pecho") && named.as_deref() != Some("clerk");
        proptest::prop_assert!(!is_urgent || decision.by == RoutedBy::Urgency, "{decision:?}");
        proptest::prop_assert!(decision.variant_of.is_none_or(|agent| clinic.in_place_of(&agent) != agent));
    }
}

fn clinic_once() -> &'static Catalogue {
    static CLINIC: LazyLock<Catalogue> = LazyLock::new(|| {
        clinic("stays = true\nurgent = \"urgent_care\"\n").chosen(&PackChoices::new(), &of_trade("dental"))
    });
    &CLINIC
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
    let tenant = all.chosen(&choices, &TenantBusiness::None);
    assert_eq!(tenant.first().name, "clerk");
    assert_eq!(
        (tenant.first().prompt.as_str(), tenant.first().persona.brand_voice.as_deref()),
        ("Sell.", Some("Short."))
    );
    assert!(tenant.get("lawyer").is_none());
    assert_eq!(route(&tenant, "el artículo 3", Wish::default()), said("clerk", RoutedBy::Default, ""));
    assert_eq!(all.get("clerk").unwrap().prompt, "clerk's own", "others keep theirs");
    let none = all.chosen(
        &choices.into_iter().map(|(name, choice)| (name, PackChoice { enabled: false, ..choice })).collect(),
        &TenantBusiness::None,
    );
    assert_eq!(none.first().name, "assistant");
}

#[test]
fn two_packs_do_not_share_a_name_or_an_agent() {
    let wrong = Catalogue::of_packs(vec![pack("a", "x", ""), pack("a", "x", "")]).unwrap_err().to_string();
    assert!(wrong.contains("two packs named `a`") && wrong.contains("has an agent `x`, too"), "{wrong}");
}

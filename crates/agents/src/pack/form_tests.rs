use proptest::prelude::*;

use super::*;

const WRITTEN: &str = r#"# Ours.
name = "clinic"
version = "1.0.0"
description = "A clinic."

[assistant]
title = { es = "Clínica", en = "Clinic" } # both
serves = ["guests"]

[guard]
blocked = ["x"]

[[agents]]
name = "desk"
description = "Answers."
prompt_file = "prompts/desk.md"
# What it may use.
tools = [
    "todo",
    "nothing_there",
]
iterations = 6

[[agents]]
name = "other"
prompt = "You help."
tools = []
"#;

fn files() -> PackFiles {
    let files =
        [("pack.toml", WRITTEN), ("prompts/desk.md", "You answer.\n"), ("routes.toml", "stays = true\n")];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

#[test]
fn a_pack_is_read_as_a_form() {
    let form = AssistantForm::of(&files()).unwrap();
    assert_eq!((form.title.es.as_str(), form.description.en.as_str()), ("Clínica", "A clinic."));
    assert_eq!(form.serves, BTreeSet::from(["guests".to_owned()]));
    assert_eq!(form.guard.as_ref().unwrap()["blocked"], serde_json::json!(["x"]));
    let [desk, other] = form.agents.as_slice() else { panic!("{:?}", form.agents) };
    assert_eq!((desk.prompt.as_str(), desk.iterations, desk.tools.len()), ("You answer.", Some(6), 2));
    assert_eq!((other.prompt.as_str(), other.tools.len()), ("You help.", 0));
    assert_eq!(AssistantForm::of(&PackFiles::new()), None);
    let broken = PackFiles::from([("pack.toml".to_owned(), "name = ".to_owned())]);
    assert_eq!((AssistantForm::of(&broken), AssistantForm::default().put_into(&broken)), (None, None));
}

#[test]
fn what_a_form_changes_leaves_the_rest_as_it_was() {
    let mut form = AssistantForm::of(&files()).unwrap();
    form.title.en = "Dental clinic".to_owned();
    form.agents[0].prompt = "You answer shortly.".to_owned();
    form.agents[0].iterations = None;
    form.agents[1].name = "second".to_owned();
    form.voice = Some(VoiceForm { tone: vec!["calm".to_owned()], ..VoiceForm::default() });
    let changed = form.put_into(&files()).unwrap();
    let text = &changed["pack.toml"];
    assert!(
        text.contains("# Ours.")
            && text.contains("# What it may use.\ntools = [\n")
            && !text.contains("iterations"),
        "{text}"
    );
    assert!(
        text.contains("\"Dental clinic\" } # both") && text.contains("[voice]\ntone = [\"calm\"]\n\n"),
        "{text}"
    );
    assert_eq!(changed["prompts/desk.md"], "You answer shortly.\n");
    assert_eq!(changed["prompts/second.md"], "You help.\n");
    assert_eq!(changed["routes.toml"], "stays = true\n");
    assert_eq!(AssistantForm::of(&changed).unwrap(), form);
}

#[test]
fn a_line_belongs_to_a_field() {
    let line = |of: &str| WRITTEN.lines().position(|line| line.contains(of)).unwrap() + 1;
    let field = |of: &str| field_at(WRITTEN, line(of)).unwrap_or_default();
    assert_eq!(field("title ="), "title");
    assert_eq!(field("blocked"), "guard");
    assert_eq!(field("nothing_there"), "agents.0.tools");
    assert_eq!(field("iterations"), "agents.0.iterations");
    assert_eq!(field("\"other\""), "agents.1.name");
    assert_eq!(field_at("name = ", 1), None);
    assert_eq!(field_of_file(&files(), "prompts/desk.md").as_deref(), Some("agents.0.prompt"));
    assert_eq!(field_of_file(&files(), "routes.toml"), None);
}

prop_compose! {
    fn text()(text in "[^\u{0}]{0,40}") -> String {
        text
    }
}

proptest! {
    #[test]
    fn what_is_put_in_is_read_out_again(
        (es, en, prompt) in (text(), text(), text()),
        tools in proptest::collection::vec(text(), 0..4),
        samples in proptest::collection::vec(text(), 1..4),
    ) {
        let mut form = AssistantForm::of(&files()).unwrap();
        form.title = Bilingual { es, en };
        form.agents[0].prompt = prompt.trim().to_owned();
        form.agents[0].tools = tools;
        form.voice = Some(VoiceForm { samples, ..VoiceForm::default() });
        let changed = form.put_into(&files()).unwrap();
        prop_assert_eq!(AssistantForm::of(&changed).unwrap(), form);
    }

    #[test]
    fn no_text_is_too_strange(pack in ".{0,200}", line in 0usize..20) {
        let files = PackFiles::from([("pack.toml".to_owned(), pack.clone())]);
        let _ = (AssistantForm::of(&files), AssistantForm::default().put_into(&files), field_at(&pack, line));
    }
}

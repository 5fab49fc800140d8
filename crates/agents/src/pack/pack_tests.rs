use super::*;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn read(files: &[(&str, &str)]) -> Result<Pack, String> {
    let folder = folder(files);
    let shown = |error: PackError| error.to_string().replace(&format!("{}/", folder.path().display()), "");
    Pack::read(folder.path()).map_err(shown)
}

const AGENT: &str = "name = \"x\"\n[[agents]]\nname = \"a\"\nprompt = \"p\"\ntools = [\"todo\"]\n";

#[test]
fn a_pack_names_agents_tools_and_where_tools_may_go() {
    let pack = read(&[(
        "pack.toml",
        r#"
        name = "shop"
        vertical = "retail"
        collections = { prices = 2.0 }
        [instructions]
        style = "casual"
        [egress]
        allowed_hosts = ["api.shop.example"]
        [[agents]]
        name = "clerk"
        prompt = "You sell tea."
        tools = ["todo", "price"]
        approvals = "dangerous"
        iterations = 5
        [[tools]]
        name = "price"
        description = "The price of an item."
        method = "GET"
        url = "https://api.shop.example/prices/{item}"
        risk = "read"
        parameters = { type = "object", properties = { item = { type = "string" } }, required = ["item"] }
        "#,
    )])
    .unwrap();
    assert_eq!((pack.agents[0].limits.iterations, pack.tools.len()), (5, 1));
    assert_eq!(pack.agents[0].approvals, Approvals::Dangerous);
    assert_eq!(pack.agents[0].persona.instructions.unwrap().style, crate::instructions::Style::Casual);
    assert!(pack.collections["prices"] > 1.9);
    let unknown = pack.unknown_tools(&BTreeSet::from(["todo"]));
    assert!(
        unknown[0].to_string().contains("pack.toml:12: the agent `clerk` lists the tool `price`"),
        "{unknown:?}"
    );
}

#[test]
fn an_agent_may_follow_a_dialogue_that_there_is() {
    let text = "name = \"x\"\n[[agents]]\nname = \"a\"\nprompt = \"p\"\ndialogue = \"front_desk\"\n[[agents]]\nname = \"b\"\nprompt = \"p\"\n";
    let pack = read(&[("pack.toml", text)]).unwrap();
    assert_eq!(pack.agents[0].dialogue.as_deref(), Some("front_desk"));
    assert_eq!(pack.agents[1].dialogue, None);
    assert_eq!(pack.unknown_dialogues(&["front_desk"]), []);
    let unknown = pack.unknown_dialogues(&[]);
    let shown: Vec<String> = unknown.iter().map(ToString::to_string).collect();
    assert_eq!(shown.len(), 1);
    assert!(
        shown[0]
            .ends_with("pack.toml:5: the agent `a` follows the dialogue `front_desk`, which there is not"),
        "{shown:?}"
    );
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let wrong =
        read(&[("pack.toml", "name = \"x\"\n[[agents]]\nname = \"a\"\npromt = \"p\"\n")]).unwrap_err();
    assert!(wrong.starts_with("pack.toml:4: ") && wrong.contains("promt"), "{wrong}");
    assert_eq!(
        read(&[("pack.toml", "name = \"x\"")]).unwrap_err(),
        "pack.toml: it has no agent; add one under [[agents]]"
    );
    let neither = read(&[("pack.toml", "name = \"X y\"\n[[agents]]\nname = \"a\"")]).unwrap_err();
    assert!(neither.starts_with("pack.toml:1: `X y` is not a name for a pack"), "{neither}");
    assert!(
        neither.contains("\npack.toml:3: the agent `a` needs either `prompt` or `prompt_file`"),
        "{neither}"
    );
    let missing = read(&[("pack.toml", "name = \"x\"\n[[agents]]\nname = \"a\"\nprompt_file = \"no.md\"")])
        .unwrap_err();
    assert!(missing.starts_with("pack.toml:4: the prompt no.md: it cannot be read"), "{missing}");
}

#[test]
fn routes_and_synonyms_are_checked_against_the_pack() {
    let routes = "[[routes]]\nagent = \"b\"\nintent = \"i\"\nany = [\"hola\"]\n[[routes]]\nagent = \"a\"\nintent = \"i\"\nany = [\"(\"]\ntool = \"other\"\n";
    let synonyms = "[[synonyms]]\nterm = \"paro\"\nmeans = [\"desempleo\"]\n[[synonyms]]\nterm = \"paro\"\nmeans = [\"x\"]\n";
    let wrong =
        read(&[("pack.toml", AGENT), ("routes.toml", routes), ("synonyms.toml", synonyms)]).unwrap_err();
    assert_eq!(
        wrong,
        "routes.toml:2: there is no agent `b` in this pack\n\
         routes.toml:9: the agent `a` does not have the tool `other`\n\
         routes.toml:8: the phrase `(` cannot be used: `(` is not closed\n\
         synonyms.toml:5: `paro` is explained twice; join the two"
    );
    let bad =
        read(&[("pack.toml", AGENT), ("routes.toml", "[[routes]]\nagent = \"a\"\nany = []")]).unwrap_err();
    assert!(bad.starts_with("routes.toml:1: missing field `intent`"), "{bad}");
}

#[test]
fn red_flags_are_checked_and_needed_by_who_sends_emergencies_somewhere() {
    let missing = read(&[("pack.toml", AGENT), ("routes.toml", "urgent = \"a\"\n")]).unwrap_err();
    assert_eq!(missing, "routes.toml: `urgent` sends emergencies to `a`, but there is no urgency/rules.toml");
    let flag = "[[routes]]\nagent = \"level-5\"\nintent = \"i\"\nany = [\"dolor\"]\n";
    let nobody =
        read(&[("pack.toml", AGENT), ("routes.toml", "urgent = \"b\""), ("urgency/rules.toml", flag)]);
    assert_eq!(nobody.unwrap_err(), "routes.toml:1: there is no agent `b` in this pack");
    let strange = flag.replace("level-5", "level-9");
    let wrong = read(&[("pack.toml", AGENT), ("urgency/rules.toml", &strange)]).unwrap_err();
    assert_eq!(wrong, "urgency/rules.toml:2: `level-9` is no level; use level-1 to level-5");
    let pack = read(&[("pack.toml", AGENT), ("routes.toml", "urgent = \"a\""), ("urgency/rules.toml", flag)])
        .unwrap();
    assert_eq!(pack.red_flags.unwrap().look("¡Qué dolor!").unwrap().level, 5);
}

#[test]
fn variants_are_agents_of_the_pack_in_one_step() {
    let two = format!("{AGENT}[[agents]]\nname = \"b\"\nprompt = \"p\"\n");
    let pack = read(&[("pack.toml", &format!("{two}[variants.dental]\na = \"b\"\n"))]).unwrap();
    assert_eq!(pack.variants["dental"]["a"], "b");
    let wrong =
        format!("{two}[variants.dental]\na = \"c\"\n[variants.medical]\na = \"b\"\nb = \"a\"\nx = \"b\"\n");
    assert_eq!(
        read(&[("pack.toml", &wrong)]).unwrap_err(),
        "pack.toml:10: there is no agent `c` in this pack\n\
         pack.toml:12: `b` stands in for `a`, but somebody stands in for `b`; name that one\n\
         pack.toml:13: `a` stands in for `b`, but somebody stands in for `a`; name that one\n\
         pack.toml:14: there is no agent `x` in this pack\n\
         pack.toml:14: `b` stands in for `x`, but somebody stands in for `b`; name that one"
    );
}

#[test]
fn evals_are_read_line_by_line() {
    let good = r#"{"text": "hola", "language": "es", "agent": "a", "intent": "i"}"#;
    let bad = r#"{"text": "hola", "language": "es", "agent": "b", "intent": "i"}"#;
    let files =
        folder(&[("pack.toml", AGENT), ("evals/routes-seen.jsonl", &format!("{good}\n\n{bad}\nx\n"))]);
    let pack = Pack::read(files.path()).unwrap();
    let wrong = pack.evals().unwrap_err().to_string();
    assert!(wrong.contains("routes-seen.jsonl:3: there is no agent `b`"), "{wrong}");
    assert!(wrong.contains("routes-seen.jsonl:4: expected value"), "{wrong}");
    std::fs::write(files.path().join("evals/routes-seen.jsonl"), good).unwrap();
    assert_eq!(pack.evals().unwrap().seen.len(), 1);
}

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

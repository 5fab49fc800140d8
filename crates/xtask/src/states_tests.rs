use super::*;

const WHY: &str = "somebody else's word";

fn listed(at_most: usize, strings: &[(&str, &str)]) -> Listed {
    let strings = strings.iter().map(|(field, reason)| ((*field).to_owned(), (*reason).to_owned())).collect();
    Listed { folders: Vec::new(), at_most, strings }
}

fn found(fields: &[&str]) -> BTreeSet<String> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

#[test]
fn contract_words_that_are_strings_are_found() {
    let text = "#[derive(Debug, serde::Serialize)]\nstruct Turn<'a> {\n    status: String,\n    kind: &'a str,\n    \
                by: Option<String>,\n    role: Cow<'static, str>,\n    state: Vec<Box<str>>,\n}\n";
    let fields = ["Turn.status", "Turn.kind", "Turn.by", "Turn.role", "Turn.state"];
    assert_eq!(strings_of(text).unwrap(), fields);
}

#[test]
fn enums_and_other_words_pass() {
    let text = "#[derive(Serialize)]\nstruct Turn {\n    status: TurnStatus,\n    kind: Option<Kind>,\n    \
                role: HashMap<String, Role>,\n    name: String,\n}\n\
                #[derive(Serialize)]\nstruct Pair(String, String);\n";
    assert_eq!(strings_of(text).unwrap(), Vec::<String>::new());
}

#[test]
fn only_what_is_read_or_written_counts() {
    let field = "struct Row { status: String }";
    let strings = |derive: &str| strings_of(&format!("{derive}\n{field}")).unwrap().len();
    assert_eq!(strings("#[derive(Debug, Clone)]"), 0);
    assert_eq!(strings("#[derive(Debug)]\n#[derive(Deserialize)]"), 1);
    assert_eq!(strings("#[derive(utoipa::ToSchema)]"), 1);
    assert_eq!(strings("#[derive(IntoParams)]"), 1);
}

#[test]
fn variants_have_fields_too() {
    let text =
        "#[derive(Serialize)]\nenum Event {\n    Handed { urgency: String, note: String },\n    Ended,\n}\n";
    assert_eq!(strings_of(text).unwrap(), ["Event::Handed.urgency"]);
}

#[test]
fn what_is_called_so_on_the_wire_counts() {
    let text = "#[derive(Serialize)]\nstruct Turn {\n    #[serde(default, rename = \"status\")]\n    phase: String,\n    \
                #[serde(skip_serializing_if = \"is_empty\", rename = \"note\")]\n    words: String,\n    \
                #[serde(rename = \"type\")]\n    kind: String,\n}\n";
    assert_eq!(strings_of(text).unwrap(), ["Turn.phase", "Turn.kind"]);
}

#[test]
fn a_string_needs_a_line_with_a_reason() {
    let listed = listed(2, &[("a.rs::A.kind", WHY), ("a.rs::A.by", " ")]);
    assert_eq!(
        check(&listed, &found(&["a.rs::A.kind", "a.rs::A.by", "a.rs::A.status"])),
        [
            "a.rs::A.status is a string; make it an enum of the words that it can be",
            "states.toml lists a.rs::A.by without a reason; say why it is a string",
        ]
    );
}

#[test]
fn the_list_may_only_become_shorter() {
    let fields = ["a.rs::A.kind", "a.rs::A.status"];
    let both = [(fields[0], WHY), (fields[1], WHY)];
    assert_eq!(check(&listed(2, &both), &found(&fields)), Vec::<String>::new());
    assert_eq!(
        check(&listed(1, &both), &found(&fields)),
        ["states.toml lists 2, over its `at_most = 1`; the list may only become shorter"]
    );
    assert_eq!(
        check(&listed(3, &both), &found(&fields)),
        ["states.toml lists 2; lower `at_most` to 2: it may only fall"]
    );
    assert_eq!(
        check(&listed(2, &both), &found(&fields[..1])),
        ["states.toml lists a.rs::A.status, which is gone or no string any more; \
             remove that line and lower `at_most`"]
    );
}

#[test]
fn the_programs_of_the_named_folders_are_read() {
    let root = tempfile::tempdir().unwrap();
    let text = "#[derive(Serialize)]\nstruct A { kind: String }\n\
                #[cfg(test)]\nmod tests {\n    #[derive(Serialize)]\n    struct B { kind: String }\n}\n";
    for path in ["wire/src/deep/a.rs", "wire/src/a_tests.rs", "other/src/a.rs"] {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let strings = strings_in(root.path(), &["wire/src".to_owned()]).unwrap();
    assert_eq!(strings, found(&["wire/src/deep/a.rs::A.kind"]));
    let error = strings_in(root.path(), &["gone".to_owned()]).unwrap_err();
    assert_eq!(error.to_string(), "states.toml names gone");
}

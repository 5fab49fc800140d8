use serde_json::json;

use super::*;
use crate::builtin::Todo;
use crate::tool::Tool as _;

fn specs() -> Vec<ToolSpec> {
    let parameters = json!({
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["table", "content"]},
            "query": {"type": "string", "description": "What to\n look for"},
            "top_k": {"type": "integer", "minimum": 1, "maximum": 10, "default": 5},
            "year": {"type": ["integer", "null"]}
        },
        "required": ["query"]
    });
    let search =
        ToolSpec { name: "tool_search".to_owned(), description: "Finds passages.".to_owned(), parameters };
    vec![search, Todo::default().info().spec()]
}

#[test]
fn tools_are_explained_from_their_schemas_in_both_languages() {
    let english = document(&specs(), Language::En);
    assert!(english.starts_with("You have tools."));
    let search = "<tool_search>: Finds passages.\n- query (text, required): What to look for\n\
                  - kind (one of table | content)\n- top_k (whole number, 1 to 10, default 5)\n- year (whole number)";
    assert!(english.contains(search), "{english}");
    assert!(english.contains("<tool_todo>: ") && english.contains("JSON list of {"), "{english}");
    let spanish = document(&specs(), Language::Es);
    assert!(
        spanish.contains("- query (texto, obligatorio): ") && spanish.contains("1 a 10, por defecto 5"),
        "{spanish}"
    );
    assert_eq!(document(&[], Language::Es), "");
}

#[test]
fn a_schema_that_refers_to_itself_is_explained_in_finite_space() {
    let parameters = json!({
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}, "me": {"$ref": "#/$defs/me"}},
                           "required": ["left"]},
                  "me": {"$ref": "#/$defs/me"}}
    });
    let spec = ToolSpec { name: "t".to_owned(), description: String::new(), parameters };
    assert!(document(&[spec], Language::En).contains("tree ({\"left\": {"));
}

//! What both routes read alike.

use conserje_conversation::model::{OutputSchema, ToolChoice};
use serde_json::{Value, json};

use super::error::ApiError;

pub(super) fn tool_choice(choice: Option<Value>) -> Result<ToolChoice, ApiError> {
    let odd = || {
        ApiError::param("tool_choice", "`tool_choice` cannot be read; use auto, none, required or a function")
    };
    let named = |choice: &Value| {
        let name = choice.pointer("/function/name").or_else(|| choice.get("name"));
        name.and_then(Value::as_str).map(str::to_owned)
    };
    match choice {
        None | Some(Value::Null) => Ok(ToolChoice::Auto),
        Some(Value::String(word)) => match word.as_str() {
            "auto" => Ok(ToolChoice::Auto),
            "none" => Ok(ToolChoice::None),
            "required" => Ok(ToolChoice::Required),
            _ => Err(odd()),
        },
        Some(choice) if choice.get("type").and_then(Value::as_str) == Some("function") => {
            named(&choice).map(ToolChoice::Named).ok_or_else(odd)
        }
        Some(_) => Err(odd()),
    }
}

/// How an answer is to look.
pub(super) struct Format<'a> {
    pub(super) param: &'static str,
    pub(super) kind: &'a str,
    pub(super) name: Option<String>,
    pub(super) schema: Option<Value>,
}

pub(super) fn output_schema(format: Format<'_>) -> Result<Option<OutputSchema>, ApiError> {
    let Format { param, kind, name, schema } = format;
    match (kind, schema) {
        ("text", _) => Ok(None),
        ("json_object", _) => {
            Ok(Some(OutputSchema { name: "json_object".to_owned(), schema: json!({"type": "object"}) }))
        }
        ("json_schema", Some(schema)) => {
            Ok(Some(OutputSchema { name: name.unwrap_or_else(|| "answer".to_owned()), schema }))
        }
        ("json_schema", None) => Err(ApiError::param(param, "the format has no `schema`; send one")),
        _ => Err(ApiError::param(param, "the format cannot be read; use text, json_object or json_schema")),
    }
}

/// What a tool without parameters takes.
pub(super) fn parameters(given: Option<Value>) -> Value {
    given.filter(|given| !given.is_null()).unwrap_or_else(|| json!({"type": "object", "properties": {}}))
}

/// As many tokens as a model may think.
pub(super) fn thinking_budget(effort: Option<&str>) -> Option<u32> {
    match effort {
        Some("low") => Some(2048),
        Some("medium") => Some(8192),
        Some("high" | "xhigh") => Some(24_576),
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_named_in_either_routes_way() {
        let chat = json!({"type": "function", "function": {"name": "add"}});
        let response = json!({"type": "function", "name": "add"});
        for choice in [chat, response] {
            assert_eq!(tool_choice(Some(choice)).unwrap(), ToolChoice::Named("add".to_owned()));
        }
        assert!(tool_choice(Some(json!({"type": "custom"}))).is_err());
        assert!(tool_choice(Some(json!("always"))).is_err());
    }
}

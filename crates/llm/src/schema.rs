//! Schemas as providers take them.

use serde_json::{Map, Value};

/// With closed objects, and without what a provider cannot hold an answer to.
/// Whoever asked checks the answer against the whole schema anyway.
pub(crate) fn strict(schema: &Value) -> Value {
    const UNKNOWN: &[&str] = &[
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
    ];
    let Value::Object(fields) = schema else { return schema.clone() };
    let kept = fields.iter().filter(|(name, _)| !UNKNOWN.contains(&name.as_str()));
    let mut strict_fields: Map<_, _> = kept
        .map(|(name, value)| {
            let value = match (name.as_str(), value) {
                ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                    named.iter().map(|(name, schema)| (name.clone(), strict(schema))).collect()
                }
                ("anyOf" | "allOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas.iter().map(strict).collect()
                }
                ("items", schema) => strict(schema),
                _ => value.clone(),
            };
            (name.clone(), value)
        })
        .collect();
    if fields.get("type").is_some_and(|kind| kind == "object") || fields.contains_key("properties") {
        strict_fields.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Value::Object(strict_fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_loses_what_the_api_does_not_take_but_no_property() {
        let schema = json!({
            "type": "object",
            "properties": {"minimum": {"type": "integer", "minimum": 1}, "list": {"type": "array", "maxItems": 3,
                "items": {"type": "object", "properties": {}}}},
            "anyOf": [{"type": "string", "maxLength": 3}],
            "required": ["minimum"],
        });
        let expected = json!({
            "type": "object",
            "properties": {"minimum": {"type": "integer"}, "list": {"type": "array",
                "items": {"type": "object", "properties": {}, "additionalProperties": false}}},
            "anyOf": [{"type": "string"}],
            "required": ["minimum"],
            "additionalProperties": false,
        });
        assert_eq!(strict(&schema), expected);
    }
}

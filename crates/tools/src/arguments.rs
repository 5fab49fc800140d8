//! Arguments: held against a schema, and hashed so that an approval is for exactly them.

use jsonschema::Validator;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// How many faults are named at once.
const NAMED: usize = 5;

/// How deep a value may be nested. What is kept of it stands inside other JSON, and a reader gives up at 128:
/// a turn with deeper arguments could never be read again.
const DEEPEST: usize = 64;

pub fn is_too_deep(value: &Value) -> bool {
    let mut level: Vec<&Value> = vec![value];
    for _ in 0..DEEPEST {
        level = level
            .into_iter()
            .flat_map(|value| match value {
                Value::Array(items) => items.iter().collect::<Vec<_>>(),
                Value::Object(fields) => fields.values().collect(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
            })
            .collect();
        if level.is_empty() {
            return false;
        }
    }
    true
}

/// What is wrong with the arguments of a call, for the model to mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ArgumentProblem(pub String);

pub(crate) fn check(schema: &Validator, args: &Value) -> Result<(), ArgumentProblem> {
    if is_too_deep(args) {
        return Err(ArgumentProblem(format!(
            "The arguments are nested deeper than {DEEPEST}. Send flatter ones."
        )));
    }
    let faults: Vec<_> = schema
        .iter_errors(args)
        .take(NAMED)
        .map(|fault| match fault.instance_path().to_string() {
            place if place.is_empty() => fault.to_string(),
            place => format!("at {place}: {fault}"),
        })
        .collect();
    if faults.is_empty() {
        return Ok(());
    }
    Err(ArgumentProblem(format!("The arguments do not fit the tool: {}. Correct them.", faults.join("; "))))
}

/// The same for equal arguments, in whatever order their fields were written.
pub fn args_hash(args: &Value) -> [u8; 32] {
    let mut text = String::new();
    write_sorted(args, &mut text);
    Sha256::digest(text.as_bytes()).into()
}

fn write_sorted(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<_> = fields.iter().collect();
            names.sort_by_key(|(name, _)| name.as_str());
            text.push('{');
            for (name, field) in names {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write_sorted(field, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_sorted(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_fields_does_not_matter_and_everything_else_does() {
        let hash = |text: &str| args_hash(&serde_json::from_str(text).unwrap());
        assert_eq!(
            hash(r#"{"a": 1, "b": [true, {"c": 2, "d": 3}]}"#),
            hash(r#"{"b":[true,{"d":3,"c":2}],"a":1}"#)
        );
        assert_ne!(args_hash(&json!({"a": [1, 2]})), args_hash(&json!({"a": [2, 1]})));
        assert_ne!(args_hash(&json!({"a": "1"})), args_hash(&json!({"a": 1})));
        assert_ne!(args_hash(&json!([["a"], "b"])), args_hash(&json!([["a", "b"]])));
    }

    #[test]
    fn arguments_hash_the_same_after_they_were_written_down_and_read_again() {
        for text in ["[0.1,1e-7,123456789.123456789]", "[9.442163724333485e-233,1.7976931348623157e308,-0.0]"]
        {
            let args: Value = serde_json::from_str(text).unwrap();
            let again: Value = serde_json::from_str(&args.to_string()).unwrap();
            assert_eq!(args_hash(&args), args_hash(&again), "{text}");
        }
    }

    #[test]
    fn only_what_could_not_be_read_again_is_too_deep() {
        let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!({ "a": inner }));
        assert!(!is_too_deep(&nested(DEEPEST - 1)));
        assert!(is_too_deep(&nested(DEEPEST)));
        assert!(is_too_deep(&json!([1, [2, nested(200)]])));
        let wide: Vec<_> = (0..1000).map(|number| json!([number])).collect();
        assert!(!is_too_deep(&json!(wide)));
    }
}

//! Arguments as the retrieval tools read them. They have passed a schema that sets no maximum: what is too much is made
//! the most there is, and the model is told.

use serde_json::{Value, json};

use super::render::Note;

pub(super) struct Args<'a> {
    given: &'a Value,
    /// What was made less than asked for.
    pub(super) notes: Vec<Note>,
}

impl<'a> Args<'a> {
    pub(super) fn new(given: &'a Value) -> Self {
        Self { given, notes: Vec::new() }
    }

    /// Trimmed; `None` if it is not there or empty.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.given.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    pub(super) fn flag(&self, name: &str, default: bool) -> bool {
        self.given.get(name).and_then(Value::as_bool).unwrap_or(default)
    }

    /// A number from 1 on, or from 0 on where that means none.
    pub(super) fn count(&mut self, name: &'static str, default: u64, most: u64) -> u64 {
        let Some(asked) = self.whole(name) else { return default };
        if asked > most {
            self.clamped(name, most.to_string());
        }
        asked.min(most)
    }

    pub(super) fn whole(&self, name: &str) -> Option<u64> {
        let value = self.given.get(name)?;
        // `5.0` is a whole number too, and so is one that no integer holds.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "such a cast ends at the limits of u64"
        )]
        let rounded = || value.as_f64().filter(|number| *number >= 0.0).map(|number| number as u64);
        value.as_u64().or_else(rounded)
    }

    /// 0 to 1.
    pub(super) fn share(&mut self, name: &'static str, default: f64) -> f64 {
        let Some(asked) = self.given.get(name).and_then(Value::as_f64) else { return default };
        if asked > 1.0 {
            self.clamped(name, "1.0".to_owned());
        }
        asked.clamp(0.0, 1.0)
    }

    fn clamped(&mut self, name: &'static str, used: String) {
        let asked = self.given.get(name).map(Value::to_string).unwrap_or_default();
        self.notes.push(Note::Clamped { name, asked, used });
    }
}

/// A schema of the parameters, with those named that must be there.
pub(super) fn schema(properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The words of a question: at most so many characters as anybody asks.
pub(super) fn query_schema(about: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 2000, "description": about})
}

pub(super) fn count_schema(least: u64, default: u64, most: u64, about: &str) -> Value {
    json!({"type": "integer", "minimum": least, "default": default, "description": format!("{about}; at most {most}")})
}

pub(super) fn share_schema(about: &str) -> Value {
    json!({"type": "number", "minimum": 0.0, "default": 0.0, "description": format!("{about}, from 0.0 to 1.0")})
}

pub(super) fn name_schema(about: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 500, "description": about})
}

pub(super) fn flag_schema(default: bool, about: &str) -> Value {
    json!({"type": "boolean", "default": default, "description": about})
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_too_much_is_made_the_most_and_said() {
        let given = json!({"top_k": 99, "min_score": 3, "small": 2.0, "huge": 1e300});
        let mut args = Args::new(&given);
        assert_eq!(args.count("top_k", 5, 10), 10);
        assert_eq!(args.count("small", 5, 10), 2);
        assert_eq!(args.count("huge", 5, 10), 10);
        assert_eq!(args.count("absent", 5, 10), 5);
        assert!((args.share("min_score", 0.0) - 1.0).abs() < f64::EPSILON);
        let names: Vec<_> = args.notes.iter().map(|note| format!("{note:?}")).collect();
        assert_eq!(names.len(), 3, "{names:?}");
        assert!(names[0].contains("\"99\"") && names[0].contains("\"10\""), "{names:?}");
    }

    proptest! {
        #[test]
        fn a_count_is_never_over_its_limit(asked in any::<f64>(), most in 0u64..1000) {
            let given = json!({"count": asked});
            let mut args = Args::new(&given);
            prop_assert!(args.count("count", 0, most) <= most);
            prop_assert!((0.0..=1.0).contains(&args.share("count", 0.5)));
        }
    }
}

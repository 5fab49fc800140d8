//! Whether a value is of a property's kind, and how it is written.

use serde_json::Value;
use uuid::Uuid;

use super::catalogue::Kind;

/// Nothing fits everything: it clears a property.
pub fn fits(kind: Kind, value: &Value) -> bool {
    match (kind, value) {
        (_, Value::Null) => true,
        (Kind::Text | Kind::Choice, value) => value.is_string(),
        (Kind::Guid, Value::String(text)) => Uuid::try_parse(text).is_ok(),
        (Kind::Decimal, value) => value.is_number(),
        (Kind::Integer, value) => value.is_i64() || value.is_u64(),
        (Kind::Boolean, value) => value.is_boolean(),
        (Kind::Date, Value::String(text)) => is_date(text),
        (Kind::DateTime, Value::String(text)) => text.parse::<jiff::Timestamp>().is_ok(),
        // Bytes are sent by themselves, not as a property.
        (Kind::Stream, _) => false,
        (Kind::Guid | Kind::Date | Kind::DateTime, _) => false,
    }
}

/// `2026-01-31`.
pub(super) fn is_date(text: &str) -> bool {
    text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()
}

/// A value of that kind, as an example.
pub fn example(kind: Kind, values: &[String]) -> Value {
    match kind {
        Kind::Text => Value::from("…"),
        Kind::Guid => Value::from("00000000-0000-0000-0000-000000000000"),
        Kind::Decimal => Value::from(0.0),
        Kind::Integer => Value::from(0),
        Kind::Boolean => Value::from(false),
        Kind::Date => Value::from("2026-01-31"),
        Kind::DateTime => Value::from("2026-01-31T00:00:00Z"),
        Kind::Stream => Value::Null,
        Kind::Choice => {
            Value::from(values.iter().find(|value| !value.is_empty()).map_or("…", String::as_str))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_fits_its_kind_and_no_other() {
        let guid = json!("5d115c9c-44e3-ea11-bb43-000d3a2feca1");
        assert!(
            fits(Kind::Guid, &guid) && !fits(Kind::Guid, &json!("10000")) && !fits(Kind::Guid, &json!(7))
        );
        assert!(fits(Kind::Date, &json!("2026-02-28")) && !fits(Kind::Date, &json!("2026-02-30")));
        assert!(!fits(Kind::Date, &json!("28/02/2026")));
        assert!(fits(Kind::DateTime, &json!("2026-02-28T10:00:00Z")));
        assert!(
            fits(Kind::Decimal, &json!(1))
                && fits(Kind::Decimal, &json!(1.5))
                && !fits(Kind::Decimal, &json!("1"))
        );
        assert!(fits(Kind::Integer, &json!(3)) && !fits(Kind::Integer, &json!(3.5)));
        assert!(fits(Kind::Text, &Value::Null) && !fits(Kind::Text, &json!(["a"])));
    }
}

//! Old versions become new ones, one step at a time, before they are read.

use serde_json::Value;

/// Turns the JSON of version n into that of version n + 1.
pub(crate) type Step = fn(Value) -> Value;

/// Brings `data` from `version` to the current one, which is one more than there are steps.
/// `None` when the version is not one that was ever written.
pub(crate) fn to_current(data: Value, version: i64, steps: &[Step]) -> Option<Value> {
    let done = usize::try_from(version.checked_sub(1)?).ok()?;
    Some(steps.get(done..)?.iter().fold(data, |data, step| step(data)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const STEPS: &[Step] = &[
        |mut data| {
            data["language"] = json!("es");
            data
        },
        |mut data| {
            let text = data["text"].take();
            json!({"content": text, "language": data["language"]})
        },
    ];

    #[test]
    fn every_version_that_was_ever_written_reads_as_the_current_one() {
        let current = json!({"content": "hola", "language": "es"});
        assert_eq!(to_current(json!({"text": "hola"}), 1, STEPS), Some(current.clone()));
        assert_eq!(to_current(json!({"text": "hola", "language": "es"}), 2, STEPS), Some(current.clone()));
        assert_eq!(to_current(current.clone(), 3, STEPS), Some(current));
    }

    proptest! {
        #[test]
        fn a_version_that_was_never_written_is_refused(version in prop_oneof![i64::MIN..=0, 4..=i64::MAX]) {
            prop_assert_eq!(to_current(json!({}), version, STEPS), None);
        }
    }
}

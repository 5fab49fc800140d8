//! Durations as whole microseconds, so that a record is the same wherever it is read.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

fn whole(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

pub(crate) fn serialize<S: Serializer>(span: &Duration, to: S) -> Result<S::Ok, S::Error> {
    whole(*span).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    u64::deserialize(from).map(Duration::from_micros)
}

pub(crate) mod optional {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, whole};

    #[expect(clippy::ref_option, reason = "serde hands the field over like this")]
    pub(crate) fn serialize<S: Serializer>(span: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        span.map(whole).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(from)?.map(Duration::from_micros))
    }
}

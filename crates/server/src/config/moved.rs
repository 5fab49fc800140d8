//! Settings that are called otherwise than they were: the old name is read, and said to be the old one.

use std::fmt;

use figment::value::{Dict, Map, Tag, Value};
use figment::{Error, Metadata, Profile, Provider};
use serde::Serialize;

use super::ConfigError;
use super::explain::{ENVIRONMENT, origin_of};

struct Move {
    old: &'static str,
    new: &'static str,
    since: &'static str,
}

/// An old name is given to nothing else.
const MOVED: &[Move] = &[
    Move { old: "model.script", new: "testing.script", since: "0.2.0" },
    Move { old: "model.scripted", new: "testing.scripted", since: "0.2.0" },
];

/// A setting that somebody still gives its old name, as it is written where they do.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct MovedSetting {
    pub old: String,
    pub new: String,
    pub since: &'static str,
    pub origin: String,
}

impl fmt::Display for MovedSetting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { old, new, since, origin } = self;
        write!(out, "`{old}` ({origin}) is called `{new}` since {since}; rename it there")
    }
}

/// A layer whose settings have today's names.
pub(super) struct Layer {
    metadata: Metadata,
    /// What cannot be read is said where the layers are read together.
    data: Result<Map<Profile, Dict>, Error>,
}

impl Layer {
    pub(super) fn of(provider: &impl Provider) -> Result<(Self, Vec<MovedSetting>), ConfigError> {
        let metadata = provider.metadata();
        let mut data = provider.data();
        let origin = origin_of(&metadata);
        let mut found = Vec::new();
        for dict in data.iter_mut().flat_map(|profiles| profiles.values_mut()) {
            found.extend(rename(dict, &origin)?);
        }
        Ok((Self { metadata, data }, found))
    }
}

impl Provider for Layer {
    fn metadata(&self) -> Metadata {
        self.metadata.clone()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        self.data.clone()
    }
}

fn rename(dict: &mut Dict, origin: &str) -> Result<Vec<MovedSetting>, ConfigError> {
    let mut found = Vec::new();
    for Move { old, new, since } in MOVED {
        let Some(value) = take(dict, old) else { continue };
        let moved = MovedSetting {
            old: spelled(old, origin),
            new: spelled(new, origin),
            since,
            origin: origin.to_owned(),
        };
        if !put(dict, new, value) {
            return Err(ConfigError::BothNames { moved });
        }
        found.push(moved);
    }
    Ok(found)
}

pub(super) fn take(dict: &mut Dict, key: &str) -> Option<Value> {
    let Some((section, rest)) = key.split_once('.') else { return dict.remove(key) };
    match dict.get_mut(section) {
        Some(Value::Dict(_, inner)) => take(inner, rest),
        Some(_) | None => None,
    }
}

/// Whether there was nothing yet. Where the section is none, reading it says so.
fn put(dict: &mut Dict, key: &str, value: Value) -> bool {
    let Some((section, rest)) = key.split_once('.') else {
        return dict.insert(key.to_owned(), value).is_none();
    };
    let section = dict.entry(section.to_owned()).or_insert_with(|| Value::Dict(Tag::Default, Dict::new()));
    if let Value::Dict(_, inner) = section { put(inner, rest, value) } else { true }
}

/// A key as it is written in a layer.
pub(super) fn spelled(key: &str, origin: &str) -> String {
    if origin == ENVIRONMENT {
        format!("CONSERJE__{}", key.replace('.', "__").to_uppercase())
    } else {
        key.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use figment::providers::{Format, Toml};

    use super::*;
    use crate::config::explain::is_known;

    #[test]
    fn moved_settings_lead_from_names_that_are_gone_to_names_that_are_there() {
        for Move { old, new, since } in MOVED {
            assert!(!is_known(old) && is_known(new), "{old} -> {new}");
            assert!(MOVED.iter().all(|other| other.new != *old), "{old} is where another leads to");
            assert_eq!(since.split('.').count(), 3, "{since}");
        }
    }

    #[test]
    fn what_cannot_be_read_has_no_moved_settings() {
        let (layer, found) = Layer::of(&Toml::string("[model\n")).unwrap();
        assert!(layer.data().is_err() && found.is_empty());
        let (layer, found) = Layer::of(&Toml::string("testing = 3\nmodel = { scripted = true }")).unwrap();
        assert_eq!((layer.data().is_ok(), found.len()), (true, 1));
        assert!(Layer::of(&Toml::string("model = 3")).unwrap().1.is_empty());
    }
}

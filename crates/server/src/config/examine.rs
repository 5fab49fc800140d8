//! All that is wrong with a configuration, where reading it stops at the first.

use figment::Figment;
use figment::providers::Serialized;
use figment::value::{Dict, Value};

use super::explain::{is_known, origin_of};
use super::file::File;
use super::moved::{spelled, take};
use super::{Config, ConfigError, Layers};

/// What was found, and what is left without it.
pub(crate) struct Examined {
    /// In words, each.
    pub(crate) faults: Vec<String>,
    /// None where nothing can be read of it.
    pub(crate) config: Option<Config>,
}

pub(crate) fn examine(layers: &Layers) -> Examined {
    let mut values: Dict = match layers.values.extract() {
        Ok(values) => values,
        Err(error) => return Examined { faults: vec![error.to_string()], config: None },
    };
    let origin = |key: &str| layers.values.find_metadata(key).map_or_else(String::new, origin_of);
    let unknown = unknown(&values);
    let mut faults: Vec<String> = unknown
        .iter()
        .map(|key| {
            let origin = origin(key);
            format!("`{}` ({origin}) is no setting of this program; take it out", spelled(key, &origin))
        })
        .collect();
    for key in &unknown {
        take(&mut values, key);
    }
    // Each time round one value is left out, so this ends.
    loop {
        let usual = Figment::from(Serialized::defaults(File::default()));
        let (said, key) = match Config::read_values(&usual.merge(Serialized::defaults(&values))) {
            Ok(config) => return Examined { faults, config: Some(config) },
            Err(ConfigError::Read(error)) => {
                let key = error.path.join(".");
                (format!("`{key}` ({}): {}", origin(&key), error.kind), Some(key))
            }
            Err(error @ ConfigError::Value { key, .. }) => (error.to_string(), Some(key.to_owned())),
            Err(
                error @ (ConfigError::NoFile { .. }
                | ConfigError::BothNames { .. }
                | ConfigError::Models { .. }
                | ConfigError::MasterKey(_)
                | ConfigError::MasterKeyFile { .. }),
            ) => (error.to_string(), None),
        };
        // What is missing is still missing without what it has to be beside.
        let is_said = faults.contains(&said);
        if !is_said {
            faults.push(said);
        }
        if is_said || key.and_then(|key| take(&mut values, &key)).is_none() {
            return Examined { faults, config: None };
        }
    }
}

/// Settings that there are none of. What is below those that an operator names himself is for reading to say.
fn unknown(values: &Dict) -> Vec<String> {
    let mut unknown = Vec::new();
    let usual = Figment::from(Serialized::defaults(File::default()));
    for (section, value) in values {
        if is_known(section) {
            continue;
        }
        match value {
            Value::Dict(_, inner) if usual.contains(section) => {
                unknown
                    .extend(inner.keys().map(|key| format!("{section}.{key}")).filter(|key| !is_known(key)));
            }
            // Of another type: reading says so.
            Value::String(..)
            | Value::Char(..)
            | Value::Bool(..)
            | Value::Num(..)
            | Value::Empty(..)
            | Value::Array(..)
                if usual.contains(section) => {}
            Value::String(..)
            | Value::Char(..)
            | Value::Bool(..)
            | Value::Num(..)
            | Value::Empty(..)
            | Value::Dict(..)
            | Value::Array(..) => unknown.push(section.clone()),
        }
    }
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Overrides, layers};

    fn examined(toml: &str) -> Examined {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("conserje.toml");
        std::fs::write(&file, toml).unwrap();
        let mut found = examine(&layers(Some(&file), &Overrides::default()).unwrap());
        for fault in &mut found.faults {
            *fault = fault.replace(&file.display().to_string(), "conserje.toml");
        }
        found
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let found = examined(
            "wrong = 1\n[server]\nlisten = \"nowhere\"\nlisten_on = 1\n[colours]\nred = 1\n\
             [database]\nconnections = \"many\"\n[log]\nformat = \"green\"\n[data]\nfolder = \"here\"\n",
        );
        assert_eq!(
            found.faults,
            [
                "`colours` (file conserje.toml) is no setting of this program; take it out",
                "`server.listen_on` (file conserje.toml) is no setting of this program; take it out",
                "`wrong` (file conserje.toml) is no setting of this program; take it out",
                "`database.connections` (file conserje.toml): invalid type: found string \"many\", expected u16",
                "`server.listen` is `nowhere`; use an address and a port, such as 127.0.0.1:8484",
                "`log.format` is `green`; use pretty or json",
            ]
        );
        // What is right stays.
        assert_eq!(found.config.unwrap().data_folder, std::path::Path::new("here"));
    }

    #[test]
    fn what_cannot_be_left_out_ends_it() {
        let found = examined("[blobs]\nbucket = \"b\"\n");
        assert_eq!((found.faults.len(), found.config.is_none()), (1, true), "{:?}", found.faults);
        let found = examined("[server\n");
        assert_eq!((found.faults.len(), found.config.is_none()), (1, true), "{:?}", found.faults);
        let found = examined("");
        assert_eq!((found.faults.len(), found.config.is_none()), (0, false), "{:?}", found.faults);
    }
}

//! Which program opened a data folder before, and what an upgrade did to it.

use conserje_store::{DataFolder, FolderError, SchemaStep, Store};

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Says what an upgrade did, and that from now on it is this program's.
pub(crate) fn keep(folder: &DataFolder, store: &Store) -> Result<(), FolderError> {
    let before = folder.program()?;
    if before.as_deref() == Some(VERSION) {
        return Ok(());
    }
    if before.is_some() || !folder.is_new() {
        tracing::info!("{}", said(before.as_deref(), store.migrated()));
    }
    folder.keep_program(VERSION)
}

/// The version that opened a folder last, as people say it.
pub(crate) fn version_of(before: Option<&str>) -> String {
    before.map_or_else(|| "a version before 0.2.0".to_owned(), |version| format!("version {version}"))
}

fn said(before: Option<&str>, steps: &[SchemaStep]) -> String {
    let before = version_of(before);
    let steps = if steps.is_empty() {
        "no step of the schema was outstanding".to_owned()
    } else {
        format!("steps of the schema that ran: {}", names(steps))
    };
    format!("Data of {before}, opened by {VERSION}: {steps}; CHANGELOG.md says what changed")
}

/// By number and name.
pub(crate) fn names(steps: &[SchemaStep]) -> String {
    let names: Vec<String> = steps.iter().map(|step| format!("{} `{}`", step.version, step.name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upgrade_is_said_in_one_line() {
        let steps = [SchemaStep { version: 17, name: "setups" }, SchemaStep { version: 18, name: "more" }];
        assert_eq!(
            said(None, &steps),
            format!(
                "Data of a version before 0.2.0, opened by {VERSION}: steps of the schema that ran: 17 `setups`, 18 `more`; \
                 CHANGELOG.md says what changed"
            )
        );
        assert!(said(Some("0.2.0"), &[]).starts_with("Data of version 0.2.0, opened by"));
    }
}

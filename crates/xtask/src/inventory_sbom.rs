//! The list of parts as CycloneDX has it: <https://cyclonedx.org>. Without a time or a number of its own, so that the same
//! program has the same list.

use serde_json::{Value, json};

use crate::inventory_part::{Kind, Part};

pub(crate) fn render(version: &str, parts: &[Part]) -> String {
    let program = format!("pkg:generic/conserje@{version}");
    let parts: Vec<Value> = parts.iter().map(component).collect();
    let names: Vec<&Value> = parts.iter().filter_map(|part| part.get("bom-ref")).collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": program,
                "name": "conserje",
                "version": version,
                "purl": program,
                "licenses": [{"expression": "Apache-2.0"}],
            },
        },
        "components": parts,
        // Who uses whom among them is in the lock files.
        "dependencies": [{"ref": program, "dependsOn": names}],
    });
    format!("{document:#}\n")
}

fn component(part: &Part) -> Value {
    let Part { kind, name, version, license, hash, folder: _ } = part;
    let (kind, package) = match kind {
        Kind::Crate => ("library", "cargo"),
        Kind::Npm => ("library", "npm"),
        Kind::Model => ("machine-learning-model", "generic"),
        Kind::Data => ("data", "generic"),
    };
    // In an address a scope's `@` would begin the version.
    let address = format!("pkg:{package}/{}@{}", name.replace('@', "%40"), version.replace('+', "%2B"));
    let mut component = json!({
        "type": kind,
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"expression": license}],
    });
    if let (Some(hash), Some(fields)) = (hash, component.as_object_mut()) {
        fields.insert("hashes".to_owned(), json!([{"alg": hash.algorithm, "content": hash.hex}]));
    }
    component
}

//! The catalogue against the public reference that its facts are from.
//!
//! Needs a folder with `business-central/entities.json` and `relations.csv` there, named by `CONSERJE_DATA`; without it
//! there is nothing to hold the catalogue against, and the test says so and passes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use conserje_central::Catalogue;
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    entities: Vec<Described>,
}

#[derive(Deserialize)]
struct Described {
    entity: String,
    methods: Vec<Method>,
    bound_actions: Vec<String>,
    navigation: Vec<Navigation>,
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Method {
    method: String,
}

#[derive(Deserialize)]
struct Navigation {
    name: String,
    returns: String,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
}

#[expect(clippy::disallowed_methods, reason = "a test is told where its data is")]
#[expect(clippy::print_stderr, reason = "says why it did not look")]
fn data() -> Option<PathBuf> {
    let folder =
        std::env::var("CONSERJE_DATA").ok().map(|folder| Path::new(&folder).join("business-central"));
    if folder.is_none() {
        eprintln!("skipped: set CONSERJE_DATA to the folder that has business-central/entities.json");
    }
    folder
}

#[expect(clippy::unwrap_used, reason = "a test stops at what is not as it should be")]
fn shipped() -> Catalogue {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/erp/catalog");
    Catalogue::read(Path::new(folder)).unwrap()
}

#[test]
fn the_catalogue_has_all_that_the_reference_has_and_nothing_else() {
    let Some(folder) = data() else { return };
    let text = std::fs::read_to_string(folder.join("entities.json")).unwrap();
    let reference: Reference = serde_json::from_str(&text).unwrap();
    let catalogue = shipped();
    assert_eq!(catalogue.entities().len(), reference.entities.len());
    for described in &reference.entities {
        let name = &described.entity;
        let entity = catalogue.named(name).unwrap_or_else(|| panic!("there is no `{name}`"));
        let properties: Vec<_> =
            entity.properties.iter().map(|one| (one.name.as_str(), one.type_name.as_str())).collect();
        let wanted: Vec<_> =
            described.properties.iter().map(|one| (one.name.as_str(), one.type_name.as_str())).collect();
        assert_eq!(properties, wanted, "{name}");
        let methods: BTreeSet<&str> = entity.operations.iter().map(|one| one.method()).collect();
        let wanted: BTreeSet<&str> =
            described.methods.iter().filter_map(|one| one.method.split(' ').next()).collect();
        assert_eq!(methods, wanted, "{name}");
        assert_eq!(entity.actions, described.bound_actions, "{name}");
        assert_eq!(entity.navigation.len(), described.navigation.len(), "{name}");
        for (navigation, wanted) in entity.navigation.iter().zip(&described.navigation) {
            assert_eq!(navigation.name, wanted.name, "{name}");
            let target = catalogue.named(&navigation.target).unwrap();
            assert!([&target.name, &target.set].contains(&&wanted.returns), "{name}.{}", navigation.name);
        }
    }
}

#[test]
fn the_catalogue_has_every_relation() {
    let Some(folder) = data() else { return };
    let text = std::fs::read_to_string(folder.join("relations.csv")).unwrap();
    let catalogue = shipped();
    let mut count = 0;
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split(',').collect();
        let [name, navigation, returns] = parts.as_slice() else { panic!("{line}") };
        let entity = catalogue.named(name).unwrap();
        let found =
            entity.navigation.iter().find(|one| one.name == *navigation).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(catalogue.entity(returns).unwrap().name, found.target, "{line}");
        count += 1;
    }
    assert_eq!(count, catalogue.entities().iter().map(|entity| entity.navigation.len()).sum::<usize>());
}

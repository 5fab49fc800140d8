use serde_json::Value;

use super::*;

fn part(name: &str, folder: Option<PathBuf>) -> Part {
    let hash = Some(Hash { algorithm: "SHA-256", hex: "ab".to_owned() });
    Part {
        kind: Kind::Npm,
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        license: "MIT".to_owned(),
        hash,
        folder,
    }
}

#[test]
fn crates_of_others_are_named_once() {
    let tree = "conserje-server v0.1.0 (/somewhere)\nserde v1.0.1\nbytes v1.2.0\nserde v1.0.1 (*)\n\n";
    let of = |name: &str, version: &str| (name.to_owned(), version.to_owned());
    assert_eq!(linked(tree), [of("bytes", "1.2.0"), of("serde", "1.0.1")]);
}

#[test]
fn what_only_building_needs_is_not_in_the_page() {
    let lock = r#"{"packages": {
        "": {"version": "0.1.0"},
        "node_modules/react": {"version": "19.0.0", "license": "MIT", "integrity": "sha512-AQI="},
        "node_modules/a/node_modules/@b/c": {"version": "2.0.0", "license": "ISC"},
        "node_modules/@types/react": {"version": "19.0.0", "license": "MIT"},
        "node_modules/vite": {"version": "8.0.0", "license": "MIT", "dev": true},
        "node_modules/canvas": {"version": "1.0.0", "license": "MIT", "optional": true}
    }}"#;
    let parts = in_the_page(lock, Path::new("web")).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["@b/c", "react"]);
    assert_eq!(parts[1].hash, Some(Hash { algorithm: "SHA-512", hex: "0102".to_owned() }));
}

#[test]
fn the_list_names_each_part_with_address_license_and_hash() {
    let list: Value = serde_json::from_str(&inventory_sbom::render("0.1.0", &[part("@b/c", None)])).unwrap();
    assert_eq!(
        list["components"][0],
        serde_json::json!({
            "type": "library", "bom-ref": "pkg:npm/%40b/c@1.0.0", "name": "@b/c", "version": "1.0.0",
            "purl": "pkg:npm/%40b/c@1.0.0", "licenses": [{"expression": "MIT"}],
            "hashes": [{"alg": "SHA-256", "content": "ab"}],
        })
    );
    assert_eq!(list["dependencies"][0]["dependsOn"][0], "pkg:npm/%40b/c@1.0.0");
}

#[test]
fn a_license_is_there_once_for_all_who_say_it_and_from_spdx_for_who_has_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let folders = ["a", "b"].map(|name| folder.path().join(name));
    for one in &folders {
        fs::create_dir_all(one.join("vendored")).unwrap();
        fs::write(one.join("LICENSE-MIT"), "Do as you like. \n").unwrap();
        fs::write(one.join("license.rs"), "fn main() {}").unwrap();
    }
    fs::write(folders[1].join("vendored/COPYING"), "Copy it.").unwrap();
    let [a, b] = folders;
    let parts = [part("a", Some(a)), part("b", Some(b)), part("bare", None)];
    let text = inventory_licenses::render("0.1.0", &parts).unwrap();
    assert_eq!(text.matches("Do as you like.\n").count(), 1);
    assert!(text.contains("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n---"), "{text}");
    assert!(text.contains("Copy it.") && !text.contains("fn main"));
    assert!(text.contains("Permission is hereby granted"));
}

use super::*;

const HEAD: &str = "[package]\nname = 'conserje-a'\nversion.workspace = true\nedition.workspace = true\n\
                    rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\
                    [lints]\nworkspace = true\n";

fn findings(rest: &str) -> Vec<String> {
    check_crate("crates/a/Cargo.toml", &toml::from_str(&format!("{HEAD}{rest}")).unwrap())
}

#[test]
fn a_crate_that_inherits_everything_passes() {
    let rest = "[dependencies]\nserde.workspace = true\ntokio = { workspace = true, features = ['fs'] }\n\
                conserje-kernel.workspace = true\n[dev-dependencies]\ntempfile.workspace = true\n";
    assert_eq!(findings(rest), Vec::<String>::new());
}

#[test]
fn lints_and_package_fields_must_be_inherited() {
    let manifest = "[package]\nname = 'conserje-a'\nversion = '1.0.0'\nedition.workspace = true\n\
                    rust-version.workspace = false\nlicense.workspace = true\n";
    assert_eq!(
        check_crate("crates/a/Cargo.toml", &toml::from_str(manifest).unwrap()),
        [
            "crates/a/Cargo.toml does not take the workspace's lints; add `[lints] workspace = true`",
            "crates/a/Cargo.toml does not inherit `version`; write `version.workspace = true` in [package]",
            "crates/a/Cargo.toml does not inherit `rust-version`; write `rust-version.workspace = true` in [package]",
            "crates/a/Cargo.toml does not inherit `publish`; write `publish.workspace = true` in [package]",
        ]
    );
}

#[test]
fn every_kind_of_dependency_must_be_inherited() {
    let rest = "[dependencies]\na = '1'\n[dev-dependencies]\nb = { path = '../b' }\n\
                [build-dependencies]\nc = { version = '1' }\n[target.'cfg(unix)'.dependencies]\nd = '1'\n";
    let sections = ["dependencies", "dev-dependencies", "build-dependencies", "dependencies"];
    let expected = ["a", "b", "c", "d"].iter().zip(sections).map(|(name, section)| {
        format!(
            "crates/a/Cargo.toml gives `{name}` in [{section}] a version or path of its own; \
             put it in [workspace.dependencies] and write `{name}.workspace = true`"
        )
    });
    assert_eq!(findings(rest), expected.collect::<Vec<_>>());
}

#[test]
fn our_own_crates_have_no_flags() {
    let rest = "[dependencies]\nconserje-kernel = { workspace = true, features = ['testing'] }\n\
                conserje-store = { workspace = true, default-features = false }\n";
    assert_eq!(
        findings(rest),
        [
            "crates/a/Cargo.toml sets `features` of `conserje-kernel`; our own crates have no feature flags, remove it",
            "crates/a/Cargo.toml sets `default-features` of `conserje-store`; our own crates have no feature flags, remove it",
        ]
    );
}

#[test]
fn nor_does_the_workspace_set_flags_for_them() {
    let manifest = "[workspace.dependencies]\nserde = { version = '1', features = ['derive'] }\n\
                    conserje-kernel = { path = 'crates/kernel', features = ['x'] }\n";
    assert_eq!(
        check_workspace(&toml::from_str(manifest).unwrap()),
        ["Cargo.toml sets `features` of `conserje-kernel`; our own crates have no feature flags, remove it"]
    );
}

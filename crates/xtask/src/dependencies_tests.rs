use super::*;

fn rules() -> Rules {
    toml::from_str(
        r#"
        [licenses]
        allow = ["MIT", "Apache-2.0 WITH LLVM-exception"]
        [[bans.deny]]
        crate = "axum"
        wrappers = ["doors"]
        reason = "HTTP lives in `doors`"
        [[bans.deny]]
        crate = "openssl"
        reason = "TLS is rustls"
        "#,
    )
    .unwrap()
}

fn of(name: &str, license: &str, uses: &[&str]) -> Crate {
    let uses =
        uses.iter().map(|name| Use { name: (*name).to_owned(), in_code: name.replace('-', "_") }).collect();
    Crate {
        name: name.to_owned(),
        license: Some(license.to_owned()),
        source: Some("registry+x".to_owned()),
        uses,
        manifest: None,
    }
}

#[test]
fn what_the_rules_allow_is_no_finding() {
    let crates = [of("doors", "MIT", &["axum"]), of("axum", "MIT OR GPL-3.0-only", &[])];
    assert_eq!(check(&rules(), &crates), [] as [String; 0]);
    let old = [
        of("doors", "MIT", &["axum"]),
        of("x", "MIT/Apache-2.0", &[]),
        of("y", "Apache-2.0 WITH LLVM-exception", &[]),
    ];
    assert_eq!(check(&rules(), &old), [] as [String; 0]);
}

#[test]
fn what_they_do_not_is_said() {
    let stranger = Crate { source: Some("git+x".to_owned()), ..of("stranger", "MIT", &[]) };
    let mute = Crate { license: None, ..of("mute", "", &[]) };
    let crates =
        [of("store", "MIT", &["axum", "openssl"]), of("copy", "GPL-3.0-only AND MIT", &[]), stranger, mute];
    assert_eq!(
        check(&rules(), &crates),
        [
            "copy has the license GPL-3.0-only AND MIT, which deny.toml does not allow",
            "deny.toml lets doors use axum, which it does not",
            "mute names no license",
            "store uses axum: HTTP lives in `doors`",
            "store uses openssl: TLS is rustls",
            "stranger comes from outside the registry",
        ]
    );
}

#[test]
fn an_excuse_is_for_the_dependency_below_it() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nserde.workspace = true\n# Not called here: turns TLS on.\nreqwest.workspace = true\n\
        # For JSON.\nserde_json = { version = \"1\" }\n[dev-dependencies]\ninsta.workspace = true\n[features]\ndefault = []\n";
    assert_eq!(excused_in(manifest), ["reqwest"]);
}

use super::*;

#[test]
fn rust_files_are_program_except_tests_and_benches() {
    assert!(is_program("crates/store/src/lib.rs"));
    assert!(is_program("crates/testkit/src/lib.rs"));
    assert!(!is_program("crates/store/src/jobs_tests.rs"));
    assert!(!is_program("crates/store/tests/it/main.rs"));
    assert!(!is_program("crates/store/benches/append.rs"));
    assert!(!is_program("crates/store/README.md"));
    assert!(!is_program("Makefile"));
}

#[test]
fn typescript_is_program_under_web() {
    assert!(is_program("web/src/App.tsx"));
    assert!(is_program("web/src/api.ts"));
    assert!(!is_program("web/src/api.test.ts"));
    assert!(!is_program("docs/example.ts"));
}

#[test]
fn only_what_is_for_tests_alone_is_left_out() {
    let item = |text: &str| syn::parse_str::<syn::ItemMod>(text).unwrap().attrs;
    assert!(is_for_tests(&item("#[cfg(test)] mod a;")));
    assert!(is_for_tests(&item("#[path = \"a_tests.rs\"] #[cfg(test)] mod a;")));
    assert!(!is_for_tests(&item("#[cfg(unix)] mod a;")));
    assert!(!is_for_tests(&item("mod a;")));
}

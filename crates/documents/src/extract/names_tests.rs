use proptest::prelude::*;

use super::*;

/// As a client that takes UTF-8 for Windows-1252 sends it.
fn misread(name: &str) -> String {
    WINDOWS_1252.decode_without_bom_handling(name.as_bytes()).0.into_owned()
}

#[test]
fn mojibake_is_mended() {
    assert_eq!(repair_name("informaciÃ³n.pdf"), "información.pdf");
    assert_eq!(repair_name(&misread(&misread("niño – año.docx"))), "niño – año.docx");
    assert_eq!(repair_name(&"señal".bytes().map(char::from).collect::<String>()), "señal");
    assert_eq!(repair_name("informacio\u{301}n.pdf"), "información.pdf");
}

#[test]
fn folders_and_controls_go() {
    assert_eq!(repair_name("C:\\fakepath\\a.pdf"), "a.pdf");
    assert_eq!(repair_name("../../etc/passwd"), "passwd");
    assert_eq!(repair_name("a\u{0}\nb"), "ab");
    assert_eq!(repair_name("///"), "file");
}

#[test]
fn keys_are_plain() {
    assert_eq!(key_name("Año fiscal (2024) – niños.pdf"), "Ano_fiscal_2024_ninos.pdf");
    assert_eq!(key_name("日本"), "file");
    assert_eq!(key_name(".hidden"), "hidden");
    assert_eq!(extension(&key_name(&("x".repeat(400) + ".pdf"))), Some("pdf"));
}

#[test]
fn stems_and_extensions() {
    assert_eq!((stem("a.tar.gz"), extension("a.tar.gz")), ("a.tar", Some("gz")));
    assert_eq!((stem(".env"), extension(".env")), (".env", None));
    assert_eq!((stem("a."), extension("a.")), ("a", None));
}

proptest! {
    #[test]
    fn any_name_gives_a_name(name in any::<String>()) {
        let repaired = repair_name(&name);
        prop_assert!(!repaired.is_empty() && repaired.len() <= LONGEST);
        prop_assert!(!repaired.contains(['/', '\0']));
        let key = key_name(&name);
        prop_assert!(!key.is_empty() && key.len() <= LONGEST_KEY && !key.starts_with('.'));
        prop_assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte)));
        let _ = (stem(&name), extension(&name));
    }

    #[test]
    fn a_clean_name_is_untouched(name in "[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ¿¡ºª€_()-]([a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑºª _()-]{0,40}[a-zñé0-9])?\\.(pdf|docx)") {
        prop_assert_eq!(repair_name(&name), name);
    }

    #[test]
    fn what_was_misread_comes_back(name in "[a-zA-Z0-9áéíóúüñÁÉÍÓÚÜÑ]{1,40}\\.pdf") {
        prop_assert_eq!(repair_name(&misread(&name)), name);
    }
}

use super::super::fixtures::container;
use super::*;

#[test]
fn entries_are_read_by_name() {
    let file = container(&[("a/b.txt", "hola"), ("c", "")]);
    let mut archive = Archive::open(&file, &Limits::default()).unwrap();
    assert_eq!(archive.text("a/b.txt").unwrap().as_deref(), Some("hola"));
    assert_eq!(archive.text("missing").unwrap(), None);
    assert!(archive.required("missing").unwrap_err().to_string().contains("missing"));
}

#[test]
fn a_bomb_does_not_unfold() {
    let zeros = "0".repeat(3 << 20);
    let file = container(&[("a", &zeros), ("b", &zeros)]);
    let limits = Limits { unpacked: 4 << 20, ..Limits::default() };
    assert!(matches!(Archive::check(&file, &limits), Err(ExtractError::TooLarge { .. })));
    let mut archive = Archive::open(&file, &limits).unwrap();
    assert!(archive.bytes("a").is_ok());
    assert!(matches!(archive.bytes("b"), Err(ExtractError::TooLarge { .. })));
    assert!(Archive::check(&file, &Limits::default()).is_ok());
}

#[test]
fn too_many_entries_are_refused() {
    let file = container(&[("a", ""), ("b", ""), ("c", "")]);
    let limits = Limits { entries: 2, ..Limits::default() };
    assert!(matches!(Archive::open(&file, &limits), Err(ExtractError::TooLarge { .. })));
}

#[test]
fn half_a_container_is_damaged() {
    let file = container(&[("a", "hola")]);
    assert!(matches!(
        Archive::open(&file[..file.len() / 2], &Limits::default()),
        Err(ExtractError::Damaged { .. })
    ));
}

use super::*;

/// The circles of a made-up crate, each as its files.
fn circles_in(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    found_in(files).into_iter().map(|circle| circle.files.into_iter().collect()).collect()
}

fn found_in(files: &[(&str, &str)]) -> Vec<Circle> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    circles(&Modules::read(folder.path(), files[0].0).unwrap())
}

fn none() -> Vec<Vec<String>> {
    Vec::new()
}

const LIB: (&str, &str) = ("src/lib.rs", "mod a;\nmod b;\nmod c;\n");

#[test]
fn files_that_use_one_way_only_are_no_circle() {
    let found = circles_in(&[
        LIB,
        ("src/a.rs", "use crate::b::B;\nuse crate::c::C;\npub struct A(B, C);\n"),
        ("src/b.rs", "use crate::c::C;\npub struct B(C);\n"),
        ("src/c.rs", "pub struct C;\n"),
    ]);
    assert_eq!(found, none());
}

#[test]
fn a_circle_is_found_with_the_uses_that_hold_it_together() {
    let found = found_in(&[
        LIB,
        ("src/a.rs", "use crate::b::B;\npub struct A(B);\n"),
        ("src/b.rs", "\npub struct B(super::c::C);\n"),
        ("src/c.rs", "pub struct C;\nfn round() {\n    crate::a::start();\n}\n"),
    ]);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].uses,
        [
            "src/a.rs uses src/b.rs: `crate::b::B` in line 1",
            "src/b.rs uses src/c.rs: `super::c::C` in line 2",
            "src/c.rs uses src/a.rs: `crate::a::start` in line 3",
        ]
    );
}

#[test]
fn two_circles_are_two() {
    let found = circles_in(&[
        ("src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n"),
        ("src/a.rs", "use crate::{b::B, c::C};\npub struct A;\n"),
        ("src/b.rs", "use crate::a::A;\npub struct B;\n"),
        ("src/c.rs", "use crate::d::*;\npub struct C;\n"),
        ("src/d.rs", "use crate::c::{self, C as Other};\npub struct D;\n"),
    ]);
    assert_eq!(found, [["src/a.rs", "src/b.rs"], ["src/c.rs", "src/d.rs"]]);
}

#[test]
fn a_re_exported_name_counts_for_the_file_it_comes_from() {
    let found = circles_in(&[
        ("src/lib.rs", "mod a;\nmod desk;\npub use desk::Slot;\n"),
        (
            "src/a.rs",
            "use crate::{desk, Slot};\npub struct A(Slot);\nfn a() -> desk::Hours { desk::Hours }\n",
        ),
        ("src/desk/mod.rs", "mod slots;\nmod hours;\npub use self::{slots::Slot, hours::*};\n"),
        ("src/desk/slots.rs", "use crate::a::A;\npub struct Slot;\n"),
        ("src/desk/hours.rs", "use crate::a::A;\npub struct Hours;\n"),
    ]);
    assert_eq!(found, [["src/a.rs", "src/desk/hours.rs", "src/desk/slots.rs"]]);
}

#[test]
fn the_file_that_re_exports_is_not_in_the_circle() {
    let found = circles_in(&[
        ("src/lib.rs", "mod a;\nmod desk;\n"),
        ("src/a.rs", "use crate::desk::Slot;\n pub struct A(Slot);\n"),
        ("src/desk/mod.rs", "mod slots;\npub use slots::Slot;\nuse crate::a::A;\n"),
        ("src/desk/slots.rs", "pub struct Slot;\n"),
    ]);
    assert_eq!(found, none());
}

#[test]
fn a_module_and_what_is_inside_it_are_one_family() {
    let found = circles_in(&[
        ("src/lib.rs", "mod desk;\npub struct Shared;\nfn f() { desk::open() }\n"),
        ("src/desk.rs", "mod slots;\npub struct Desk(slots::Slot, crate::Shared);\n"),
        ("src/desk/slots.rs", "mod inner;\nuse super::Desk;\npub struct Slot(inner::I);\n"),
        (
            "src/desk/slots/inner.rs",
            "use super::super::Desk;\nuse crate::desk::slots::Slot;\npub struct I;\n",
        ),
    ]);
    assert_eq!(found, none());
}

#[test]
fn siblings_are_no_family() {
    let found = circles_in(&[
        ("src/lib.rs", "mod desk;\n"),
        ("src/desk/mod.rs", "mod slots;\nmod hours;\n"),
        ("src/desk/slots.rs", "pub struct Slot(super::hours::Hours);\n"),
        ("src/desk/hours.rs", "pub struct Hours;\nfn f() { let _ = format!(\"{}\", super::slots::f()); }\n"),
    ]);
    assert_eq!(found, [["src/desk/hours.rs", "src/desk/slots.rs"]]);
}

#[test]
fn a_function_called_like_its_module_is_the_function() {
    let found = circles_in(&[
        ("src/lib.rs", "mod desk;\nmod a;\n"),
        ("src/desk/mod.rs", "mod send;\npub use send::send;\n"),
        ("src/desk/send.rs", "use crate::a::A;\npub fn send() {}\n"),
        ("src/a.rs", "use crate::desk::send;\npub struct A;\n"),
    ]);
    assert_eq!(found, [["src/a.rs", "src/desk/send.rs"]]);
}

#[test]
fn tests_may_reach_for_anything() {
    let found = circles_in(&[
        ("src/lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod nowhere;\n"),
        ("src/a.rs", "use crate::b::B;\npub struct A(B);\n"),
        (
            "src/b.rs",
            "pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n#[cfg(test)]\nuse crate::a::A;\n",
        ),
    ]);
    assert_eq!(found, none());
}

#[test]
fn modules_are_found_where_the_language_says() {
    let found = circles_in(&[
        ("src/main.rs", "mod a;\nmod inline { pub mod deep; }\n#[path = \"else/where.rs\"]\nmod b;\n"),
        ("src/a.rs", "use crate::b::B;\npub struct A;\n"),
        ("src/else/where.rs", "use crate::inline::deep::Deep;\npub struct B;\n"),
        ("src/inline/deep.rs", "use crate::a::A;\npub struct Deep;\n"),
    ]);
    assert_eq!(found, [["src/a.rs", "src/else/where.rs", "src/inline/deep.rs"]]);
}

#[test]
fn other_crates_are_not_modules_of_ours() {
    let found = circles_in(&[
        LIB,
        (
            "src/a.rs",
            "use serde::a;\nuse anyhow;\nuse anyhow::{self as any};\nfn f() { std::b::c(); ::b::c(); }\n",
        ),
        ("src/b.rs", "use crate::a::A;\n"),
        ("src/c.rs", ""),
    ]);
    assert_eq!(found, none());
}

#[test]
fn a_missing_module_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.rs"), "mod gone;\n").unwrap();
    let error = Modules::read(folder.path(), "lib.rs").err().unwrap();
    assert_eq!(error.to_string(), "lib.rs declares `mod gone`, and there is no file of it");
}

fn circle(files: &[&str]) -> Circle {
    let uses = files.windows(2).map(|pair| format!("{} uses {}", pair[0], pair[1])).collect();
    Circle { files: files.iter().map(|file| (*file).to_owned()).collect(), uses }
}

#[test]
fn the_count_may_only_fall() {
    let allowed = Allowed::from([("desk".to_owned(), 2), ("store".to_owned(), 5), ("text".to_owned(), 2)]);
    let found = Found::from([
        ("desk".to_owned(), vec![circle(&["a.rs", "b.rs"])]),
        ("store".to_owned(), vec![circle(&["a.rs", "b.rs"]), circle(&["c.rs", "d.rs"])]),
        ("text".to_owned(), Vec::new()),
        ("tools".to_owned(), Vec::new()),
    ]);
    assert_eq!(
        check(&allowed, &found),
        [
            "`store` has 4 files in circles, circles.toml says 5; lower it to 4: the count may only fall",
            "`text` has no circles: take it out of circles.toml, the count may only fall",
        ]
    );
}

#[test]
fn more_files_in_circles_are_named() {
    let allowed = Allowed::from([("desk".to_owned(), 2), ("gone".to_owned(), 1)]);
    let found = Found::from([("desk".to_owned(), vec![circle(&["a.rs", "b.rs", "c.rs"])])]);
    assert_eq!(
        check(&allowed, &found),
        [
            "`desk` has 3 files in circles, circles.toml says 2; let one side of a new one go without the other\n  \
             a circle of 3: a.rs, b.rs, c.rs\n    a.rs uses b.rs\n    b.rs uses c.rs",
            "circles.toml names `gone`, which is no crate of ours; remove that line",
        ]
    );
}

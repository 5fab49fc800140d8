use super::*;

fn sizes(files: &[(&str, usize)]) -> Sizes {
    files.iter().map(|(path, lines)| ((*path).to_owned(), *lines)).collect()
}

fn allowance(path: &str, max: usize) -> Allowance {
    Allowance { path: path.to_owned(), max }
}

#[test]
fn program_lines_end_at_the_inline_test_module() {
    assert_eq!(program_lines(""), 0);
    assert_eq!(program_lines("a\n\nb\n"), 3);
    assert_eq!(program_lines("a\n#[cfg(test)]\nmod tests {\n    x\n}\n"), 1);
    assert_eq!(
        program_lines("a\n#[cfg(test)]\n#[expect(\n    a,\n    reason = \"[b\",\n)]\nmod tests {\n}\n"),
        1
    );
    assert_eq!(program_lines("a\n#[cfg(test)] mod tests { }\n"), 1);
}

#[test]
fn other_test_items_do_not_end_the_program() {
    assert_eq!(program_lines("#[cfg(test)]\nmod x_tests;\nb\n"), 3);
    assert_eq!(program_lines("#[cfg(test)]\n#[path = \"x_tests.rs\"]\nmod x_tests;\nmod y {\n}\n"), 5);
    assert_eq!(program_lines("#[cfg(test)]\nuse a::b;\nmod y {\n}\n"), 4);
    assert_eq!(program_lines("#[cfg(test)]"), 1);
}

#[test]
fn sizes_txt_has_path_max_and_reason() {
    let text = "# comment\n\ncrates/a.rs 612 one table\ncrates/b.rs 700\ncrates/c.rs many reasons\n\
                crates/a.rs 650 again\n";
    let (allowances, findings) = parse(text);
    assert_eq!(allowances, [allowance("crates/a.rs", 612)]);
    assert_eq!(
        findings,
        [
            "sizes.txt line 4 is not `path max reason…`: crates/b.rs 700",
            "sizes.txt line 5 is not `path max reason…`: crates/c.rs many reasons",
            "sizes.txt line 6 repeats crates/a.rs; keep one of them",
        ]
    );
}

#[test]
fn files_at_the_limit_or_within_their_allowance_pass() {
    let sizes = sizes(&[("small.rs", 500), ("large.rs", 612)]);
    assert_eq!(check(&FILES, &sizes, &[allowance("large.rs", 612)]), Vec::<String>::new());
}

#[test]
fn a_long_file_needs_a_line_and_may_not_outgrow_it() {
    let sizes = sizes(&[("fresh.rs", 501), ("grown.rs", 613)]);
    assert_eq!(
        check(&FILES, &sizes, &[allowance("grown.rs", 612)]),
        [
            "fresh.rs has 501 program lines, over 500; split it by topic, or add `fresh.rs 501 <reason>` to sizes.txt",
            "grown.rs has grown to 613 program lines, past its 612 in sizes.txt; move something out of it",
        ]
    );
}

#[test]
fn stale_lines_are_findings() {
    let sizes = sizes(&[("shrunk.rs", 500)]);
    assert_eq!(
        check(&FILES, &sizes, &[allowance("gone.rs", 600), allowance("shrunk.rs", 600)]),
        [
            "sizes.txt names gone.rs, which is gone or not measured; remove that line",
            "sizes.txt names shrunk.rs, which is down to 500 program lines and needs no line there; remove it",
        ]
    );
}

#[test]
fn a_long_function_needs_a_line_too() {
    let sizes =
        sizes(&[("a.rs::short", 100), ("a.rs::Desk::fresh", 101), ("b.rs::down", 90), ("b.rs::grown", 121)]);
    assert_eq!(
        check(&FUNCTIONS, &sizes, &[allowance("b.rs::grown", 120), allowance("b.rs::down", 120)]),
        [
            "a.rs::Desk::fresh has 101 lines, over 100; give its parts names of their own, \
             or add `a.rs::Desk::fresh 101 <reason>` to sizes.txt",
            "b.rs::grown has grown to 121 lines, past its 120 in sizes.txt; move something out of it",
            "sizes.txt names b.rs::down, which is down to 90 lines and needs no line there; remove it",
        ]
    );
}

#[test]
fn files_and_functions_of_a_folder_are_measured() {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("crates/a/src/lib.rs", "fn a() {\n}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n"),
        ("crates/a/src/lib_tests.rs", "fn c() {}\n"),
        ("target/d.rs", "fn d() {}\n"),
        ("web/src/e.ts", "function e() {}\n"),
    ] {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (files, functions) = measure(root.path()).unwrap();
    assert_eq!(files, sizes(&[("crates/a/src/lib.rs", 2), ("web/src/e.ts", 1)]));
    assert_eq!(functions, sizes(&[("crates/a/src/lib.rs::a", 2)]));
}

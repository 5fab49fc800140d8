use super::*;

fn lengths(text: &str) -> Vec<(String, usize)> {
    measure(text, usize::MAX).unwrap().into_iter().collect()
}

fn expected(lengths: &[(&str, usize)]) -> Vec<(String, usize)> {
    lengths.iter().map(|(name, lines)| ((*name).to_owned(), *lines)).collect()
}

#[test]
fn a_function_is_as_long_as_from_fn_to_its_last_brace() {
    let text = "/// Docs.\n#[must_use]\npub fn long(\n    a: u8,\n) -> u8 {\n    // why\n\n    a\n}\n\nfn short() {}\n";
    assert_eq!(lengths(text), expected(&[("long", 7), ("short", 1)]));
}

#[test]
fn a_function_is_named_with_what_is_around_it() {
    let text = "impl<T> Keep for &mut store::Store<T> {\n    async fn put(&self) {\n    }\n}\n\
                trait Keep {\n    fn put(&self);\n    fn twice(&self) {\n        self.put();\n    }\n}\n\
                mod inner {\n    pub fn open() {\n        fn lid() {}\n    }\n}\n";
    assert_eq!(
        lengths(text),
        expected(&[
            ("Keep::put", 1),
            ("Keep::twice", 3),
            ("Store::put", 2),
            ("inner::open", 3),
            ("inner::open::lid", 1)
        ])
    );
}

#[test]
fn the_longest_of_one_name_counts() {
    let text = "impl From<u8> for Size {\n    fn from(a: u8) -> Self {\n        a\n    }\n}\n\
                impl From<u16> for Size {\n    fn from(a: u16) -> Self { a }\n}\n";
    assert_eq!(lengths(text), expected(&[("Size::from", 3)]));
}

#[test]
fn what_begins_after_the_program_does_not_count() {
    let text = "fn program() {\n}\n#[cfg(test)]\nmod tests {\n    fn test() {\n    }\n}\n";
    let measured: Vec<_> = measure(text, 2).unwrap().into_iter().collect();
    assert_eq!(measured, expected(&[("program", 2)]));
}

#[test]
fn what_is_not_rust_is_an_error() {
    assert!(measure("fn (", usize::MAX).is_err());
}

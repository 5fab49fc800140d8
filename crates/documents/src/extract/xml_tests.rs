use proptest::prelude::*;

use super::*;

#[test]
fn a_tree_is_what_was_written() {
    let root = parse(
        "<?xml version='1.0'?><a:r b:id='x&amp;y' id='2'>one &lt;&#233;<c/><![CDATA[<two>]]></a:r>",
        &Limits::default(),
    );
    let root = root.unwrap();
    assert_eq!(&*root.name, "r");
    assert_eq!(root.attribute("b:id"), Some("x&y"));
    assert_eq!(root.attribute("id"), Some("2"));
    assert_eq!(root.text(), "one <é<two>");
    assert!(root.child("c").is_some());
}

#[test]
fn entities_of_the_file_do_not_unfold() {
    let plain = "<!DOCTYPE r [<!ENTITY a \"ha &lt; &#233; 5 % &\">]><r>x&a;y</r>";
    assert_eq!(parse(plain, &Limits::default()).unwrap().text(), "xy");
    let outside = "<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><r>x&a;y</r>";
    assert_eq!(parse(outside, &Limits::default()).unwrap().text(), "xy");
    let parameter = "<!DOCTYPE r [<!ENTITY % a 'x'><!ENTITY % b '%a;%a;'>]><r/>";
    assert_eq!(parse(parameter, &Limits::default()), Err(ExtractError::Unfolds));
    let mut bomb = "<!DOCTYPE r [<!ENTITY a0 \"ha\">".to_owned();
    for level in 1..30 {
        let part = format!("&a{};", level - 1).repeat(10);
        bomb.push_str(&format!("<!ENTITY a{level} \"{part}\">"));
    }
    bomb.push_str("]><r>x&a29;y</r>");
    assert_eq!(parse(&bomb, &Limits::default()), Err(ExtractError::Unfolds));
}

#[test]
fn depth_has_an_end() {
    let deep = "<a>".repeat(100_000);
    assert!(matches!(parse(&deep, &Limits::default()), Err(ExtractError::TooLarge { .. })));
}

proptest! {
    #[test]
    fn nothing_panics(text in "[<>/a-c&;#x0-9 '\"=!\\[\\]?-]{0,200}") {
        let _ = parse(&text, &Limits::default());
    }
}

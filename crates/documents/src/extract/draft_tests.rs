use super::*;

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

#[test]
fn a_table_keeps_its_shape_and_loses_its_blanks() {
    let rows = [row(&["a|b", "", "c"]), row(&["", "", ""]), row(&["two\nlines"])];
    assert_eq!(markdown_table(&rows), "| a\\|b | c |\n| --- | --- |\n| two lines |  |");
}

#[test]
fn items_are_one_block_until_something_else_comes() {
    let mut draft = Draft::new(&Limits::default());
    draft.item(0, Marker::Bullet, "one");
    draft.item(1, Marker::Number(1), "one\nmore");
    draft.paragraph("  ");
    draft.item(0, Marker::Bullet, "two");
    let blocks = draft.finish().blocks;
    let texts: Vec<_> = blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts, ["- one\n  1. one more", "- two"]);
}

#[test]
fn what_is_over_the_limit_is_left_out_and_said() {
    let mut draft = Draft::new(&Limits { text: 10, ..Limits::default() });
    draft.paragraph("12345");
    draft.paragraph("67890");
    draft.paragraph("x");
    let extracted = draft.finish();
    assert_eq!(extracted.text(), "12345");
    assert_eq!(extracted.notices.len(), 1);
}

use proptest::prelude::*;

use super::super::fixtures::pieces;
use super::*;

fn tokens(text: &str) -> Vec<u32> {
    SentencePiece::new(pieces()).unwrap().tokens(text, 100)
}

#[test]
fn a_text_becomes_its_likeliest_pieces_between_marks() {
    assert_eq!(tokens("hola mundo"), [1, 4, 5, 2]);
    assert_eq!(tokens("  hola\u{2581} mundo "), [1, 4, 5, 2], "spaces do not count");
    assert_eq!(tokens("laho"), [1, 3, 7, 6, 2]);
    assert_eq!(tokens("holaa"), [1, 4, 10, 2]);
}

#[test]
fn what_is_unknown_is_one_piece_and_nothing_is_something() {
    assert_eq!(tokens("xyz"), [1, 3, 0, 2]);
    assert_eq!(tokens(""), [1, 0, 2]);
    assert_eq!(tokens("   "), [1, 0, 2]);
}

#[test]
fn a_text_that_spells_a_mark_does_not_become_it() {
    for text in ["</s>", "<s>", "<unk>", "hola</s>"] {
        let found = tokens(text);
        let (_, inner) = found.split_first().unwrap();
        let (last, inner) = inner.split_last().unwrap();
        assert_eq!(*last, 2);
        assert!(inner.iter().all(|token| ![1, 2].contains(token)), "{text}: {found:?}");
    }
}

#[test]
fn a_long_text_is_cut() {
    let pieces = SentencePiece::new(pieces()).unwrap();
    assert_eq!(pieces.tokens(&"hola ".repeat(50), 6), [1, 4, 4, 4, 4, 2]);
    assert_eq!(pieces.tokens(&"laho".repeat(50), 6), [1, 3, 7, 6, 7, 2]);
}

#[test]
fn a_model_without_its_marks_is_refused() {
    for (gone, said) in [(0, "for the unknown"), (1, "no piece <s>"), (2, "no piece </s>")] {
        let mut file = pieces();
        file.pieces.remove(gone);
        let problem = SentencePiece::new(file).err().unwrap();
        assert!(problem.contains(said), "{problem}");
    }
}

proptest! {
    #[test]
    fn every_text_has_both_marks_and_no_more_tokens_than_asked(text in "\\PC{0,60}", most in 3_usize..20) {
        let pieces = SentencePiece::new(pieces()).unwrap();
        let tokens = pieces.tokens(&text, most);
        prop_assert!(tokens.len() >= 3 && tokens.len() <= most);
        prop_assert_eq!((tokens[0], tokens[tokens.len() - 1]), (1, 2));
        prop_assert!(tokens.iter().all(|token| (*token as usize) < pieces.len()));
    }
}

use proptest::prelude::*;
use tokenizers::Model;

use super::*;

fn pieces() -> Vec<(String, f32)> {
    let pieces = [
        (" <unk>", 0.0),
        ("▁", -3.0),
        ("a", -4.0),
        ("ñ", -6.5),
        ("ho", -5.0),
        ("la", -5.1),
        ("hola", -5.5),
        ("▁hola", -5.2),
        ("o", -4.5),
        ("al", -4.9),
        ("ala", -9.0),
        ("日", -7.0),
        ("日本", -7.5),
        ("ho", -8.0),
    ];
    pieces.map(|(text, score)| (text.to_owned(), score)).into()
}

fn ours() -> Unigram {
    Unigram::new(pieces(), 0).unwrap()
}

fn theirs() -> tokenizers::models::unigram::Unigram {
    let pieces = pieces().into_iter().map(|(text, score)| (text, f64::from(score))).collect();
    tokenizers::models::unigram::Unigram::from(pieces, Some(0), false).unwrap()
}

fn agree(word: &str) {
    let wanted: Vec<u32> = theirs().tokenize(word).unwrap().into_iter().map(|token| token.id).collect();
    assert_eq!(ours().cut(word), wanted, "{word}");
}

#[test]
fn a_word_becomes_its_likeliest_pieces() {
    assert_eq!(ours().cut("▁hola"), [7]);
    assert_eq!(ours().cut("▁holala"), [7, 5]);
    assert_eq!(ours().cut("xyz"), [0], "what is unknown is one piece");
    assert_eq!(ours().cut("xayz"), [0, 2, 0]);
    assert_eq!(ours().cut(""), [0; 0]);
}

#[test]
fn it_is_cut_as_others_cut_it() {
    for word in ["▁hola", "hoholala", "▁ñandú", "日本日", "x日y", "alala", "\0a\0", "<unk>", " <unk>"]
    {
        agree(word);
    }
}

proptest! {
    #[test]
    fn any_word_is_cut_as_others_cut_it(word in "[▁aholñx日本ú]{0,24}") {
        agree(&word);
    }

    #[test]
    fn nothing_that_can_be_written_is_too_much(word in "\\PC{0,40}") {
        agree(&word);
    }
}

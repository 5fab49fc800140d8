use conserje_kernel::{CollectionId, DocumentId, Timestamp};
use proptest::prelude::*;

use super::*;

fn passage(text: &str, start: u64, own: usize, kind: PassageKind) -> Passage {
    Passage {
        id: "a_chunk_0000".to_owned(),
        collection: CollectionId::generate(),
        document: DocumentId::generate(),
        file_name: "a.md".to_owned(),
        index: 0,
        text: text.to_owned(),
        tokens: 1,
        kind,
        section_title: None,
        section_path: Vec::new(),
        page: None,
        start,
        end: start + own as u64,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: Vec::new(),
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    }
}

#[test]
fn the_sentence_that_answers_is_quoted_with_its_place() {
    let text = "La tienda abre a las nueve. Se admiten devoluciones en 30 días. Y nada más.";
    let quoter = Quoter::new("devoluciones plazo", "¿En cuántos días?");
    let quote = quoter.of_passage(&passage(text, 1000, text.chars().count(), PassageKind::Content)).unwrap();
    assert_eq!(quote.text, "Se admiten devoluciones en 30 días.");
    assert_eq!(quote.place, Some(1028..1063));
}

#[test]
fn a_repeated_header_is_not_the_passages_own() {
    let own = "| Uno | 12 € |\n| Dos | 15 € |\n";
    let text = format!("| Plan | Precio |\n| --- | --- |\n{own}");
    let quoter = Quoter::new("precio del plan dos", "");
    let quote = quoter.of_passage(&passage(&text, 50, own.chars().count(), PassageKind::Table)).unwrap();
    assert_eq!((quote.text.as_str(), quote.place), ("| Dos | 15 € |", Some(65..79)));
}

#[test]
fn without_any_word_the_beginning_is_quoted() {
    let quote = Quoter::new("", "").of_text("  Primera frase. Segunda frase.").unwrap();
    assert_eq!((quote.text.as_str(), quote.place), ("Primera frase.", Some(2..16)));
    assert_eq!(Quoter::new("a", "b").of_text(" \n "), None);
}

#[test]
fn a_place_that_cannot_be_told_is_left_out() {
    let quote = Quoter::new("frase", "").of_passage(&passage("Una frase.", 5, 900, PassageKind::Content));
    assert_eq!(quote, Some(Quote { text: "Una frase.".to_owned(), place: None }));
}

proptest! {
    #[test]
    fn a_quote_is_exactly_what_stands_at_its_place(
        before in "\\PC{0,40}",
        header in "\\PC{0,20}",
        own in "[a-zñ .?!|\\n]{1,900}",
        query in "[a-zñ ]{0,20}",
        is_table in any::<bool>(),
    ) {
        let document = format!("{before}{own}");
        let kind = if is_table { PassageKind::Table } else { PassageKind::Content };
        let start = before.chars().count() as u64;
        let passage = passage(&format!("{header}{own}"), start, own.chars().count(), kind);
        if let Some(quote) = Quoter::new(&query, "").of_passage(&passage) {
            let place = quote.place.unwrap();
            let at: String =
                characters(&document, &place);
            prop_assert_eq!(&at, &quote.text);
            prop_assert!(quote.text.chars().count() <= LONGEST);
        }
    }
}

/// The characters of a place.
fn characters(text: &str, place: &std::ops::Range<u64>) -> String {
    (0..).zip(text.chars()).filter(|(at, _)| place.contains(at)).map(|(_, sign)| sign).collect()
}

use crate::chunk::{Limits, Strategy, chunk};
use crate::structure::Block;

use super::*;

fn pasted(text: &str) -> Extracted {
    let blocks = text.split("\n\n").map(|text| Block {
        kind: BlockKind::Paragraph,
        text: text.to_owned(),
        page: None,
    });
    Extracted { blocks: blocks.collect(), ..Extracted::default() }
}

const LAW: &str = "Ley 99/2020, de 1 de enero, de Cosas Importantes

PREÁMBULO

Hacía falta una ley.

TÍTULO I
Disposiciones generales

CAPÍTULO I. Objeto

Artículo 1. Objeto.
Esta ley regula cosas.

Artículo 2. Ámbito. Se aplica a todo, según el
artículo 1. No hay más.

CAPÍTULO II. Medidas

Sección 1.ª Comunes

Artículo 3. Modificación de otra ley.
Se modifica así:

«Artículo 8. Texto nuevo.
Uno.

Artículo 9. Más texto nuevo.
Dos.»

Artículo 3 bis. Añadido.
Tres.

Disposición adicional primera. Plazo.
Un mes.

Disposición final. Entrada en vigor.
Mañana.";

fn numbers(outline: &Outline) -> Vec<String> {
    outline.provisions.iter().filter_map(|provision| provision.article.number.clone()).collect()
}

#[test]
fn a_pasted_law_falls_into_its_articles() {
    let document = pasted(LAW);
    assert!(is_law(&document));
    let outline = outline(&document);
    assert_eq!(outline.law, "Ley de Cosas Importantes");
    assert_eq!(numbers(&outline), ["1", "2", "3", "3 bis", "disposición adicional 1", "disposición final"]);
    let third =
        outline.provisions.iter().find(|provision| provision.article.number.as_deref() == Some("3")).unwrap();
    assert_eq!(third.article.title.as_deref(), Some("TÍTULO I"));
    assert_eq!(third.article.chapter.as_deref(), Some("CAPÍTULO II. Medidas"));
    assert_eq!(third.article.section.as_deref(), Some("Sección 1.ª Comunes"));
    let last = outline.provisions.last().unwrap();
    assert_eq!((&last.article.title, &last.article.chapter), (&None, &None));
}

#[test]
fn one_chunk_an_article() {
    let chunks = chunk("ley", &pasted(LAW), Strategy::Articles, Limits::default());
    let of = |number: &str| -> Vec<&str> {
        let of =
            chunks.iter().filter(|chunk| chunk.article.as_ref().unwrap().number.as_deref() == Some(number));
        of.map(|chunk| chunk.text.as_str()).collect()
    };
    assert_eq!(of("1"), ["Artículo 1. Objeto.\nEsta ley regula cosas."]);
    assert_eq!(of("2").len(), 1);
    assert!(of("3")[0].ends_with("Dos.»"), "what it quotes is its own");
}

#[test]
fn a_long_article_is_several_chunks_of_the_same_article() {
    let long = LAW.replace("Esta ley regula cosas.", &"Esta ley regula muchas cosas de esas. ".repeat(120));
    let chunks = chunk("ley", &pasted(&long), Strategy::Articles, Limits::default());
    let parts: Vec<_> = chunks
        .iter()
        .filter(|chunk| chunk.article.as_ref().unwrap().number.as_deref() == Some("1"))
        .collect();
    assert!(parts.len() > 1);
    assert!(parts.iter().all(|part| part.section_title.as_deref() == Some("Artículo 1. Objeto")));
    assert!(parts[0].text.starts_with("Artículo 1.") && parts[1].start < parts[0].end);
}

#[test]
fn a_mexican_law_has_transitory_articles() {
    let text = "LEY FEDERAL DE COSAS\n\nARTÍCULO 1o.- La presente ley es de orden público.\n\n\
        ARTÍCULO 2o.- Las cosas son de todos.\n\nARTÍCULO 3o. Bis.- También estas.\n\nTRANSITORIOS\n\n\
        PRIMERO.- Entrará en vigor mañana.\n\nSEGUNDO.- Se derogan las demás.";
    let outline = outline(&pasted(text));
    assert_eq!(
        numbers(&outline),
        ["1", "2", "3 bis", "disposición transitoria 1", "disposición transitoria 2"]
    );
}

#[test]
fn where_articles_have_headings_other_lines_begin_none() {
    let heading =
        |text: &str| Block { kind: BlockKind::Heading { level: 6 }, text: text.to_owned(), page: None };
    let text = |text: &str| Block { kind: BlockKind::Paragraph, text: text.to_owned(), page: None };
    let blocks = vec![
        heading("Artículo 1. Uno."),
        text("Texto."),
        heading("Artículo 2. Dos."),
        text("Queda así:\n\nArtículo 3. Citado."),
        heading("Artículo 3. Tres."),
        text("Texto."),
    ];
    let outline = outline(&Extracted { blocks, ..Extracted::default() });
    assert_eq!(numbers(&outline), ["1", "2", "3"]);
}

#[test]
fn a_letter_that_cites_articles_is_no_law() {
    assert!(!is_law(&pasted("Hola.\n\nEl artículo 3 dice algo.\n\nArtículo 48. Suspensión.\n\nAdiós.")));
    assert!(!is_law(&pasted("")));
}

use proptest::prelude::*;

use crate::chunk::{Limits, Strategy, chunk};
use crate::structure::{Block, BlockKind, Extracted};

use super::*;

fn document(parts: &[(&str, &str)]) -> Extracted {
    let blocks = parts.iter().flat_map(|(heading, text)| {
        [(BlockKind::Heading { level: 1 }, *heading), (BlockKind::Paragraph, *text)]
    });
    let blocks = blocks.map(|(kind, text)| Block { kind, text: text.to_owned(), page: None });
    Extracted { blocks: blocks.collect(), ..Extracted::default() }
}

fn refs(parts: &[(&str, &str)]) -> Vec<Vec<u32>> {
    let mut chunks = chunk("d", &document(parts), Strategy::Recursive, Limits::default());
    link(&mut chunks);
    let number = |id: &String| id.rsplit('_').next().unwrap().parse().unwrap();
    chunks.iter().map(|chunk| chunk.refs.iter().map(number).collect()).collect()
}

#[test]
fn parts_of_a_document_are_found() {
    let found = refs(&[
        ("1. Introducción", "Ver el apartado 3.2 y la tabla 2. Véase también el Anexo I."),
        ("2. Precios", "Como muestra la figura 7, sube.\n\nTabla 2. Precios de 2024\n\nMás."),
        ("3.2 Seguridad", "As section 2 says, and Section 3.2 too."),
        ("Anexo I", "Nada que decir de la sección 99."),
    ]);
    assert_eq!(found, [vec![2, 1, 3], vec![], vec![1], vec![]]);
}

#[test]
fn numbers_of_other_things_are_no_references() {
    let found = refs(&[("1. Uno", "Hay 2 puntos. El punto 2/3 y el 2 % de la tabla."), ("2. Dos", "Texto.")]);
    assert_eq!(found, [Vec::<u32>::new(), vec![]]);
}

proptest! {
    #[test]
    fn any_text_can_be_linked(one in any::<String>(), two in "(ver |apartado |tabla |2|\\.|3\\.1|Anexo |I| |\n|ñ){0,30}") {
        refs(&[("1 Uno", &one), ("2 Dos", &two), ("Tabla 2", &two)]);
    }
}

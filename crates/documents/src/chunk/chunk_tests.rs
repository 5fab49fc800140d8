use std::collections::HashSet;

use proptest::prelude::*;
use proptest::strategy::Strategy as _;

use crate::structure::Block;

use super::Strategy;
use super::*;

fn block(kind: BlockKind, text: &str) -> Block {
    Block { kind, text: text.to_owned(), page: None }
}

fn heading(level: u8, text: &str) -> Block {
    block(BlockKind::Heading { level }, text)
}

fn paragraph(text: &str) -> Block {
    block(BlockKind::Paragraph, text)
}

fn document(blocks: Vec<Block>) -> Extracted {
    Extracted { blocks, ..Extracted::default() }
}

fn words(count: usize) -> String {
    (0..count).fold(String::new(), |text, at| text + &format!("La palabra número {at} dice algo. "))
}

fn texts(chunks: &[Chunk]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.text.as_str()).collect()
}

const ALL: [Strategy; 4] = [Strategy::Recursive, Strategy::Semantic, Strategy::Rows, Strategy::Articles];

/// What the module promises, of any document.
fn check(document: &Extracted, chunks: &[Chunk], limits: Limits) -> Result<(), TestCaseError> {
    let text: Vec<char> = document.text().chars().collect();
    let mut covered = vec![false; text.len()];
    let mut ids = HashSet::new();
    let mut last = (0, 0);
    for (index, chunk) in chunks.iter().enumerate() {
        let range = usize::try_from(chunk.start).unwrap()..usize::try_from(chunk.end).unwrap();
        let own: String = text[range.clone()].iter().collect();
        prop_assert!(chunk.text.ends_with(&own), "{:?} does not end with {own:?}", chunk.text);
        prop_assert_eq!(chunk.text.trim(), chunk.text.as_str());
        prop_assert!(!own.is_empty());
        prop_assert!(chunk.text.len() == own.len() || chunk.has_tables);
        prop_assert_eq!(u64::from(chunk.tokens), conserje_llm::count("gpt-4o", &chunk.text));
        prop_assert!(chunk.tokens <= limits.tokens, "{} tokens", chunk.tokens);
        prop_assert!(
            chunk.start >= last.0 && chunk.end > last.1,
            "{}..{} after {last:?}",
            chunk.start,
            chunk.end
        );
        last = (chunk.start, chunk.end);
        prop_assert_eq!(chunk.index as usize, index);
        prop_assert!(ids.insert(chunk.id.clone()));
        prop_assert_eq!(chunk.section_path.last(), chunk.section_title.as_ref());
        covered[range].fill(true);
    }
    let lost: String = text
        .iter()
        .zip(covered)
        .filter(|(sign, is)| !is && !sign.is_whitespace())
        .map(|(sign, _)| sign)
        .collect();
    prop_assert!(lost.is_empty(), "in no chunk: {lost:?}");
    Ok(())
}

fn any_kind() -> impl proptest::strategy::Strategy<Value = BlockKind> {
    prop_oneof![
        (1..8_u8).prop_map(|level| BlockKind::Heading { level }),
        Just(BlockKind::Paragraph),
        Just(BlockKind::Paragraph),
        Just(BlockKind::List),
        Just(BlockKind::Table),
        Just(BlockKind::Code { language: None }),
        Just(BlockKind::Image),
    ]
}

fn any_text() -> impl proptest::strategy::Strategy<Value = String> {
    prop_oneof![
        3 => "(Artículo [1-9]\\. Algo\\.\n|Hola mundo\\. |una palabra |\n|CAPÍTULO I\n|ñandú, |¿Qué\\? ){0,40}",
        2 => "(\\| a \\| b \\|\n|\\|---\\|---\\|\n|\\| uno dos tres \\| 4 \\|\n){0,30}",
        2 => "\\PC{0,300}",
        1 => "[a-z]{0,900}",
        1 => "(😀|한|🏳️‍🌈|\u{202e}| ){0,120}",
        1 => any::<String>(),
    ]
}

fn any_document() -> impl proptest::strategy::Strategy<Value = Extracted> {
    let block = (any_kind(), any_text(), proptest::option::of(1..9_u32));
    let block = block.prop_map(|(kind, text, page)| Block { kind, text, page });
    (proptest::collection::vec(block, 0..12), proptest::option::of("\\PC{0,30}"))
        .prop_map(|(blocks, title)| Extracted { title, blocks, ..Extracted::default() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_chunk_keeps_the_promises(document in any_document(), tokens in 16..90_u32, overlap in 0..40_u32) {
        let limits = Limits { tokens, overlap };
        for strategy in ALL {
            let chunks = chunk("doc", &document, strategy, limits);
            check(&document, &chunks, limits)?;
            prop_assert_eq!(chunk("doc", &document, strategy, limits), chunks);
        }
    }

    #[test]
    fn any_limits_are_taken(tokens in any::<u32>(), overlap in any::<u32>()) {
        let document = document(vec![heading(1, "Uno"), paragraph(&words(20))]);
        let chunks = chunk("doc", &document, Strategy::Recursive, Limits { tokens, overlap });
        check(&document, &chunks, Limits { tokens: tokens.max(16), overlap })?;
    }
}

#[test]
fn ids_count_from_zero_with_four_digits() {
    assert_eq!(chunk_id("FD-Mulesoft_Funcional", 5), "FD-Mulesoft_Funcional_chunk_0005");
    assert_eq!(chunk_id("x", 12_345), "x_chunk_12345");
    let chunks = chunk("doc", &document(vec![paragraph("Hola.")]), Strategy::Recursive, Limits::default());
    assert_eq!(chunks[0].id, "doc_chunk_0000");
}

#[test]
fn an_empty_document_has_no_chunks() {
    for blocks in [vec![], vec![paragraph("")], vec![paragraph(" \n "), heading(1, "")]] {
        for strategy in ALL {
            assert_eq!(chunk("doc", &document(blocks.clone()), strategy, Limits::default()), []);
        }
    }
}

#[test]
fn a_section_is_a_chunk_and_knows_its_headings() {
    let long = words(12);
    let document = document(vec![
        heading(1, "Manual"),
        heading(2, "Uno"),
        paragraph(&long),
        heading(2, "Dos"),
        paragraph(&long),
        heading(3, "Dos punto uno"),
        paragraph(&long),
    ]);
    let chunks = chunk("doc", &document, Strategy::Recursive, Limits::default());
    let paths: Vec<String> = chunks.iter().map(|chunk| chunk.section_path.join(" > ")).collect();
    assert_eq!(paths, ["Manual > Uno", "Manual > Dos", "Manual > Dos > Dos punto uno"]);
    assert!(chunks[0].text.starts_with("Manual\n\nUno\n\nLa palabra"));
    assert!(chunks.iter().all(|chunk| chunk.kind == PassageKind::SectionHeader));
}

#[test]
fn a_long_section_is_cut_at_sentences_with_an_overlap() {
    let document = document(vec![heading(1, "Uno"), paragraph(&words(200))]);
    let chunks = chunk("doc", &document, Strategy::Recursive, Limits::default());
    assert!(chunks.len() > 2);
    for pair in chunks.windows(2) {
        assert!(pair[0].text.ends_with('.') && pair[1].text.starts_with("La palabra"));
        assert!(pair[1].start < pair[0].end, "no overlap");
        let (start, end) = (usize::try_from(pair[1].start).unwrap(), usize::try_from(pair[0].end).unwrap());
        let shared: String = document.text().chars().take(end).skip(start).collect();
        assert!(conserje_llm::count("gpt-4o", &shared) <= 50);
        assert!(pair[0].tokens > 200 && pair[1].tokens > 200, "a crumb");
    }
    assert_eq!(chunks[1].kind, PassageKind::Content);
    assert_eq!(chunks[1].section_title.as_deref(), Some("Uno"));
}

#[test]
fn a_sentence_longer_than_the_overlap_shares_its_last_words() {
    let sentence = format!("{}.", "palabra muy larga ".repeat(60).trim_end());
    let document = document(vec![paragraph(&format!("{sentence} {sentence} {sentence} {sentence}"))]);
    let chunks = chunk("doc", &document, Strategy::Recursive, Limits { tokens: 300, overlap: 50 });
    assert!(chunks.windows(2).all(|pair| pair[1].start < pair[0].end));
}

#[test]
fn nothing_is_shared_between_sections() {
    let document =
        document(vec![heading(1, "Uno"), paragraph(&words(60)), heading(1, "Dos"), paragraph(&words(60))]);
    let chunks = chunk("doc", &document, Strategy::Recursive, Limits { tokens: 200, overlap: 50 });
    let two = chunks.iter().position(|chunk| chunk.section_title.as_deref() == Some("Dos")).unwrap();
    assert!(chunks[two].text.starts_with("Dos"));
    assert!(chunks[two].start > chunks[two - 1].end);
}

#[test]
fn rows_are_whole_and_the_header_is_repeated() {
    let rows = (0..100)
        .map(|row| {
            format!(
                "| {row} | fila número {row} | 12,5 |
"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let table = format!("| id | nombre | precio |\n| --- | --- | --- |\n{}", rows.trim_end());
    let document = document(vec![heading(1, "Hoja 1"), block(BlockKind::Table, &table)]);
    let chunks = chunk("doc", &document, Strategy::Rows, Limits { tokens: 200, overlap: 50 });
    assert!(chunks.len() > 3);
    let mut seen = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        assert_eq!((chunk.kind, chunk.has_tables), (PassageKind::Table, true));
        let mut lines = chunk.text.lines().filter(|line| line.starts_with('|'));
        assert_eq!(lines.next(), Some("| id | nombre | precio |"), "chunk {index}");
        assert_eq!(lines.next(), Some("| --- | --- | --- |"));
        seen.extend(lines.map(str::to_owned));
        assert_eq!(chunk.section_title.as_deref(), Some("Hoja 1"));
    }
    assert_eq!(seen.join("\n"), rows.trim_end(), "each row once, in order");
}

#[test]
fn two_sheets_share_no_chunk() {
    let table = "| a | b |\n| --- | --- |\n| 1 | 2 |";
    let blocks = vec![
        heading(1, "Uno"),
        block(BlockKind::Table, table),
        heading(1, "Dos"),
        block(BlockKind::Table, table),
    ];
    let chunks = chunk("doc", &document(blocks), Strategy::Rows, Limits::default());
    assert_eq!(texts(&chunks), [format!("Uno\n\n{table}"), format!("Dos\n\n{table}")]);
}

#[test]
fn a_new_topic_begins_a_new_chunk() {
    let cats =
        "El gato duerme en el sofá. Los gatos cazan ratones. Un gato maúlla cuando el gato tiene hambre. "
            .repeat(4);
    let tax = "La factura lleva impuesto. El impuesto se paga en enero. La factura del impuesto prescribe. "
        .repeat(4);
    let document = document(vec![paragraph(&cats), paragraph(&cats), paragraph(&tax), paragraph(&tax)]);
    let limits = Limits { tokens: 400, overlap: 20 };
    let chunks = chunk("doc", &document, Strategy::Semantic, limits);
    assert!(
        chunks.iter().all(|chunk| chunk.text.contains("gato") != chunk.text.contains("factura")),
        "{chunks:#?}"
    );
}

#[test]
fn pages_and_images_are_known() {
    let blocks = vec![
        Block { page: Some(2), ..paragraph("Uno.") },
        Block { page: Some(3), ..block(BlockKind::Image, "Un gráfico.") },
        Block { page: Some(4), ..heading(1, "Dos") },
        Block { page: Some(4), ..paragraph("Texto.") },
    ];
    let chunks = chunk("doc", &document(blocks), Strategy::Recursive, Limits { tokens: 16, overlap: 0 });
    assert_eq!((chunks[0].page, chunks[0].has_images), (Some(2), true));
    assert_eq!(chunks.last().map(|chunk| (chunk.page, chunk.has_images)), Some((Some(4), false)));
}

#[test]
fn one_enormous_word_is_cut_and_in_time() {
    let document = document(vec![paragraph(&"a".repeat(300_000)), paragraph(&"ñ".repeat(50_000))]);
    let limits = Limits::default();
    check(&document, &chunk("doc", &document, Strategy::Semantic, limits), limits).unwrap();
}

#[test]
fn the_strategy_follows_the_type_and_the_text() {
    let law =
        document((1..6).map(|n| paragraph(&format!("Artículo {n}. Objeto.\nTexto del artículo."))).collect());
    let note = document(vec![paragraph("Hola.")]);
    assert_eq!(Strategy::choose("text/plain; charset=utf-8", &law), Strategy::Articles);
    assert_eq!(Strategy::choose("text/plain", &note), Strategy::Semantic);
    assert_eq!(Strategy::choose("application/pdf", &note), Strategy::Recursive);
    assert_eq!(Strategy::choose("text/csv", &law), Strategy::Rows);
}

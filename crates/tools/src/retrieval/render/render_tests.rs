use proptest::prelude::*;

use super::*;

const QUESTION: &str = "¿Qué plazo hay\npara devolver?";

fn both(render: impl Fn(Frame<'_>) -> String) -> String {
    let [spanish, english] =
        [Language::Es, Language::En].map(|language| render(Frame { language, question: QUESTION }));
    format!("{spanish}\n~~~~~~~~~~\n{english}")
}

fn hit(measure: Measure) -> Hit {
    Hit {
        document: "Guía de devoluciones.pdf".to_owned(),
        id: "Guia_de_devoluciones_chunk_0004".to_owned(),
        measure,
        law: None,
        chapter: None,
        section: Some("Plazos".to_owned()),
        page: Some(3),
        collection: None,
        content: "El plazo es de 30 días. ".repeat(40),
    }
}

fn page(kind: SearchKind, hits: Vec<Hit>) -> SearchPage {
    SearchPage {
        kind,
        asked: "plazo devolución".to_owned(),
        total: hits.len(),
        expanded: None,
        model: None,
        filters: None,
        looked: Some(Looked { documents: 12, within: None }),
        notes: Vec::new(),
        longest: Some(500),
        hits,
    }
}

fn chunks(count: u32) -> Vec<Chunk> {
    (1..=count)
        .map(|number| Chunk {
            number,
            id: format!("guia_chunk_{:04}", number - 1),
            description: "Plazos y excepciones.".to_owned(),
            keywords: vec!["plazo".to_owned(), "devolución".to_owned()],
            text: format!("## {number}\n\nTexto completo del trozo."),
        })
        .collect()
}

#[test]
fn what_lasts_is_what_was_found() {
    for (one, other) in [
        (Measure::Score(8.5), Measure::Score(7.25)),
        (Measure::Similarity(0.5), Measure::Similarity(0.75)),
        (Measure::Relevance(0.5), Measure::Relevance(0.75)),
    ] {
        for language in [Language::Es, Language::En] {
            let results = |question, measure: &Measure, content: &str| {
                let found = Hit { content: content.to_owned(), ..hit(measure.clone()) };
                search(Frame { language, question }, &page(SearchKind::Lexical, vec![found]))
            };
            let first = results("¿Plazo?", &one, "Treinta días.");
            assert_eq!(lasting(&first), lasting(&results("¿Qué plazo hay?", &other, "Treinta días.")));
            assert_ne!(lasting(&first), lasting(&results("¿Plazo?", &one, "Quince días.")));
        }
    }
}

#[test]
fn a_lexical_search_shows_its_expansion_and_clamps() {
    let note = Note::Clamped { name: "top_k", asked: "99".to_owned(), used: "10".to_owned() };
    let page = SearchPage {
        total: 12,
        expanded: Some("plazo devolución (plazo OR término)".to_owned()),
        notes: vec![note],
        ..page(SearchKind::Lexical, vec![hit(Measure::Score(8.5)), hit(Measure::Score(7.25))])
    };
    insta::assert_snapshot!(both(|frame| search(frame, &page)));
}

#[test]
fn a_semantic_search_shows_its_model() {
    let page = SearchPage {
        model: Some("use-multilingual".to_owned()),
        ..page(SearchKind::Semantic, vec![hit(Measure::Similarity(0.823_45))])
    };
    insta::assert_snapshot!(both(|frame| search(frame, &page)));
}

#[test]
fn a_structure_search_shows_its_filters() {
    let page = SearchPage {
        asked: "Guía.docx".to_owned(),
        filters: Some("chunk_type=table, position=first_5".to_owned()),
        ..page(SearchKind::Structure, vec![hit(Measure::Kind("table"))])
    };
    insta::assert_snapshot!(both(|frame| search(frame, &page)));
}

#[test]
fn an_article_is_shown_whole_with_its_law() {
    let article = Hit {
        law: Some("Estatuto de los Trabajadores".to_owned()),
        chapter: Some("Capítulo III".to_owned()),
        section: Some("Artículo 48. Suspensión".to_owned()),
        collection: Some("normativa".to_owned()),
        page: None,
        ..hit(Measure::Exact)
    };
    let page =
        SearchPage { asked: "48, ET".to_owned(), longest: None, ..page(SearchKind::Article, vec![article]) };
    insta::assert_snapshot!(both(|frame| search(frame, &page)));
}

#[test]
fn nothing_found_is_said_plainly() {
    let note = Note::EmptyCollection { name: "sentencias".to_owned() };
    let page = SearchPage { notes: vec![note], ..page(SearchKind::Sentencias, Vec::new()) };
    insta::assert_snapshot!(both(|frame| search(frame, &page)));
}

#[test]
fn matches_are_grouped_by_file() {
    let one = |text: &str, cite| Match {
        text: text.to_owned(),
        context: format!("Antes\n{text} aquí\nDespués"),
        cite,
    };
    let page = PatternPage {
        pattern: "email".to_owned(),
        notes: vec![Note::MoreMatches, Note::NotLookedAt { documents: 3 }],
        files: vec![
            MatchedFile { name: "a.docx".to_owned(), matches: vec![one("a@b.es", 1), one("c@d.es", 2)] },
            MatchedFile { name: "b.md".to_owned(), matches: vec![one("e@f.es", 3)] },
        ],
    };
    insta::assert_snapshot!(both(|frame| patterns(frame, &page)));
}

#[test]
fn a_section_is_complete_with_its_metadata_if_asked_for() {
    let page = SectionPage {
        file: "guia.md".to_owned(),
        asked: (1, 2),
        has_metadata: true,
        notes: Vec::new(),
        chunks: chunks(2),
    };
    insta::assert_snapshot!(both(|frame| section(frame, &page).0));
}

#[test]
fn a_file_is_shown_whole_and_then_its_structure() {
    let mut page = ContentPage {
        file: "guia.md".to_owned(),
        text: "Línea de texto. ".repeat(80),
        chunks: Some(chunks(2)),
        ends: vec![600, 1280],
    };
    insta::assert_snapshot!(both(|frame| content(frame, &page).0));
    page.chunks = None;
    page.text = "Corto.".to_owned();
    insta::assert_snapshot!(both(|frame| content(frame, &page).0));
}

#[test]
fn a_problem_says_what_to_write_instead() {
    let nearest = vec!["guía.md".to_owned(), "guion.pdf".to_owned()];
    let problem = Problem::NoSuchFile { name: "gia.md".to_owned(), nearest };
    insta::assert_snapshot!(both(|frame| failure(frame, &problem)));
}

#[test]
fn every_note_and_problem_can_be_said() {
    let text = || "x".to_owned();
    let notes = [
        Note::Clamped { name: "top_k", asked: text(), used: text() },
        Note::WordsAlone,
        Note::NotLookedAt { documents: 3 },
        Note::MoreMatches,
        Note::LeftOut { results: 2 },
        Note::Cut { shown: 1, of: 2, next_chunk: Some(4) },
        Note::Cut { shown: 1, of: 2, next_chunk: None },
        Note::ChunksLeftOut { chunks: 2, next_chunk: 9 },
        Note::EmptyCollection { name: text() },
        Note::NoSuchFile { name: text(), nearest: vec![text()] },
        Note::OnlyIn { names: vec![text(), text()] },
        Note::NoSuchArticle { number: text(), law: text() },
        Note::NoSuchLaw { law: text(), known: vec![text(), text()] },
        Note::NoSuchLaw { law: text(), known: Vec::new() },
        Note::NotAnArticle { number: text() },
        Note::NoReferences { id: text() },
    ];
    let problems = [
        Problem::NoSuchFile { name: text(), nearest: Vec::new() },
        Problem::Backwards { start: 5, end: 2 },
        Problem::BeyondTheEnd { file: text(), chunks: 3 },
        Problem::OneOfTwo,
        Problem::Pattern { reason: text() },
        Problem::Position { given: text() },
        Problem::NoSuchChunk { id: text() },
        Problem::Refused { reason: text() },
        Problem::Unavailable,
    ];
    let said = [Language::Es, Language::En].map(|language| {
        let notes = notes.iter().map(|note| note.text(language));
        notes.chain(problems.iter().map(|problem| problem.text(language))).collect::<Vec<_>>().join("\n")
    });
    insta::assert_snapshot!(said.join("\n\n"));
}

#[test]
fn what_does_not_fit_is_left_out_and_said() {
    let frame = Frame { language: Language::Es, question: QUESTION };
    let long = Hit { content: "palabra ".repeat(1000), ..hit(Measure::Score(1.0)) };
    let page = SearchPage { longest: None, ..page(SearchKind::Lexical, vec![long; 8]) };
    let text = search(frame, &page);
    assert!(text.chars().count() <= MODEL_TEXT);
    assert!(text.contains("[Resultado 3]") && !text.contains("[Resultado 5]"), "{text}");
    assert!(
        text.ends_with("Otros 5 resultados no caben aquí; pide menos o busca algo más concreto.\n"),
        "{text}"
    );
}

#[test]
fn a_long_file_says_where_to_read_on() {
    let frame = Frame { language: Language::Es, question: QUESTION };
    let page = ContentPage {
        file: "largo.txt".to_owned(),
        text: "ñ".repeat(100_000),
        chunks: Some(chunks(900)),
        ends: (1..=100).map(|chunk| chunk * 1000).collect(),
    };
    let (text, shown) = content(frame, &page);
    assert!(text.chars().count() <= MODEL_TEXT && shown > 15_000, "{shown}");
    assert!(text.contains("de 100000 caracteres; sigue con tool_file_section desde chunk_start="), "{text}");
    assert!(text.contains("ESTRUCTURA DEL DOCUMENTO (900 chunks)"), "{text}");
    let page = SectionPage {
        file: "largo.txt".to_owned(),
        asked: (1, 100),
        has_metadata: false,
        notes: Vec::new(),
        chunks: chunks(100).into_iter().map(|chunk| Chunk { text: "ñ".repeat(2000), ..chunk }).collect(),
    };
    let (text, shown) = section(frame, &page);
    assert!(text.chars().count() <= MODEL_TEXT && (10..20).contains(&shown), "{shown}");
    let next = format!("sigue con chunk_start={}]", shown + 1);
    assert!(text.trim_end().ends_with(&next), "{text}");
}

#[test]
fn thousands_are_told_apart() {
    assert_eq!(
        [0, 999, 1000, 12_519, 1_234_567].map(|value| number(value, '.')),
        ["0", "999", "1.000", "12.519", "1.234.567"]
    );
}

proptest! {
    #[test]
    fn no_text_outgrows_what_the_model_reads(
        text in "\\PC{0,3000}",
        question in any::<String>(),
        times in 1usize..40,
        longest in proptest::option::of(0usize..600),
        english in any::<bool>(),
    ) {
        let frame = Frame { language: if english { Language::En } else { Language::Es }, question: &question };
        let content_text = text.repeat(times);
        let one = Hit { content: content_text.clone(), document: text.clone(), ..hit(Measure::Score(1.0)) };
        let page = SearchPage { longest, asked: text.clone(), ..page(SearchKind::Lexical, vec![one; times]) };
        prop_assert!(search(frame, &page).chars().count() <= MODEL_TEXT);
        let list: Vec<Chunk> = chunks(20)
            .into_iter()
            .map(|chunk| Chunk { text: content_text.clone(), description: text.clone(), ..chunk })
            .collect();
        let page = ContentPage {
            file: text.clone(), text: content_text.clone(), chunks: Some(list.clone()), ends: vec![3, 9],
        };
        let (shown, count) = content(frame, &page);
        prop_assert!(shown.chars().count() <= MODEL_TEXT && count <= content_text.chars().count());
        let page = SectionPage {
            file: text.clone(), asked: (1, 20), has_metadata: english, notes: Vec::new(), chunks: list,
        };
        let (shown, count) = section(frame, &page);
        prop_assert!(shown.chars().count() <= MODEL_TEXT && (1..=20).contains(&count));
        let matches = vec![Match { text: text.clone(), context: content_text, cite: 1 }; times];
        let files = vec![MatchedFile { name: text.clone(), matches }];
        let page = PatternPage { pattern: text, notes: Vec::new(), files };
        prop_assert!(patterns(frame, &page).chars().count() <= MODEL_TEXT);
    }
}

use conserje_kernel::{CollectionId, DocumentId, Timestamp};

use super::*;

fn passage(index: u32, kind: PassageKind, text: &str) -> Passage {
    Passage {
        id: format!("d_chunk_{index:04}"),
        collection: CollectionId::generate(),
        document: DocumentId::generate(),
        file_name: "d.md".to_owned(),
        index,
        text: text.to_owned(),
        tokens: 1,
        kind,
        section_title: None,
        section_path: Vec::new(),
        page: None,
        start: 0,
        end: 1,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: vec!["nómina".to_owned()],
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    }
}

fn document() -> Vec<Passage> {
    vec![
        passage(2, PassageKind::Table, "Salarios por categoría"),
        passage(0, PassageKind::SectionHeader, "Convenio"),
        passage(1, PassageKind::Content, "Los trabajadores tendrán vacaciones y permisos."),
        passage(3, PassageKind::Content, "Las vacaciones no se pagan."),
    ]
}

fn indexes(query: &StructureQuery) -> Vec<u32> {
    select(&document(), query).iter().map(|(passage, _)| passage.index).collect()
}

#[test]
fn kind_position_and_limit() {
    let all = StructureQuery { limit: 10, ..StructureQuery::default() };
    assert_eq!(indexes(&all), [0, 1, 2, 3]);
    assert_eq!(indexes(&StructureQuery { kind: Some(PassageKind::Table), ..all.clone() }), [2]);
    assert_eq!(indexes(&StructureQuery { position: Position::Last(2), ..all.clone() }), [2, 3]);
    assert_eq!(indexes(&StructureQuery { position: Position::First(9), ..all.clone() }), [0, 1, 2, 3]);
    assert_eq!(indexes(&StructureQuery { limit: 1, ..all }), [0]);
}

#[test]
fn keywords_are_met_in_any_form_and_more_come_first() {
    let query = StructureQuery {
        keywords: vec!["permiso".to_owned(), "VACACION".to_owned()],
        limit: 10,
        ..StructureQuery::default()
    };
    assert_eq!(indexes(&query), [1, 3]);
    let own = StructureQuery { keywords: vec!["nomina".to_owned()], limit: 10, ..StructureQuery::default() };
    assert_eq!(indexes(&own).len(), 4, "the passage's own keywords count");
}

#[test]
fn positions_are_read_and_others_refused() {
    assert_eq!("first_3".parse(), Ok(Position::First(3)));
    assert_eq!(" LAST_2 ".parse(), Ok(Position::Last(2)));
    assert_eq!("all".parse(), Ok(Position::All));
    for bad in ["first_0", "first_", "middle_2", "first_-1", "", "first_99999999999999999999999"] {
        assert!(bad.parse::<Position>().is_err(), "{bad}");
    }
}

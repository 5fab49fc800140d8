//! One set of tests for all homes.

use std::collections::BTreeMap;
use std::time::Duration;

use conserje_kernel::{CollectionId, DocumentId, TenantId, Timestamp};
use conserje_search::{
    Article, Engine, Filter, Found, Mode, Passage, PassageKind, Query, SearchError, SpaceVector, Synonyms,
};

use crate::homes::{SPACE, homes, in_space, indexed, passage, plain};

async fn ids(engine: &Engine, tenant: TenantId, query: Query) -> Vec<String> {
    found(engine, tenant, query).await.hits.into_iter().map(|hit| hit.id).collect()
}

async fn found(engine: &Engine, tenant: TenantId, query: Query) -> Found {
    engine.search(tenant, query).await.unwrap()
}

fn words(text: &str) -> Query {
    Query::new(text, Mode::Lexical)
}

fn meaning(vector: [f32; 3]) -> Query {
    Query { vectors: vec![in_space(vector)], ..Query::new("", Mode::Semantic) }
}

fn both(text: &str, vector: [f32; 3]) -> Query {
    Query { vectors: vec![in_space(vector)], ..Query::new(text, Mode::Hybrid) }
}

const STRIKE: [f32; 3] = [1.0, 0.0, 0.0];
const HOLIDAY: [f32; 3] = [0.0, 1.0, 0.0];
const PAY: [f32; 3] = [0.0, 0.0, 1.0];

fn law() -> Vec<conserje_search::Indexed> {
    vec![
        indexed(passage("strike", "El derecho de huelga podrá ejercerse por los trabajadores."), STRIKE),
        indexed(passage("holiday", "Las vacaciones anuales serán de treinta días naturales."), HOLIDAY),
        indexed(passage("pay", "The salary shall be paid every month by the employer."), PAY),
    ]
}

#[tokio::test]
async fn words_meaning_and_both_find_what_they_should() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine.upsert(tenant, law()).await.unwrap();
        assert_eq!(ids(engine, tenant, words("huelga de trabajador")).await, ["strike"], "{}", home.name);
        assert_eq!(ids(engine, tenant, meaning(HOLIDAY)).await[0], "holiday");
        let hybrid = found(engine, tenant, both("vacaciones", [0.1, 1.0, 0.0])).await;
        let best = &hybrid.hits[0];
        assert_eq!(best.id, "holiday");
        assert!(best.lexical.unwrap() > 0.0 && best.cosine.unwrap() > 0.9, "{best:?}");
        assert!(hybrid.hits.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
        // A question whose words are not there is decided by its meaning.
        assert_eq!(ids(engine, tenant, both("cuándo cobro", PAY)).await[0], "pay");
        // And one whose meaning says nothing by its words.
        assert_eq!(ids(engine, tenant, both("huelga", [0.5, 0.5, 0.5])).await[0], "strike");
    }
}

#[tokio::test]
async fn a_tenant_sees_only_its_own() {
    for home in homes().await {
        let (engine, one, other) = (&home.engine, TenantId::generate(), TenantId::generate());
        engine.upsert(one, law()).await.unwrap();
        // The same id in another tenant is another passage.
        engine.upsert(other, vec![indexed(passage("strike", "huelga de otro"), STRIKE)]).await.unwrap();
        assert_eq!(ids(engine, other, both("huelga vacaciones", HOLIDAY)).await, ["strike"], "{}", home.name);
        let unknown = TenantId::generate();
        assert!(ids(engine, unknown, both("huelga", STRIKE)).await.is_empty());
        engine.remove_tenant(other).await.unwrap();
        assert!(ids(engine, other, words("huelga")).await.is_empty());
        assert_eq!(ids(engine, one, words("huelga")).await, ["strike"]);
        assert_eq!(engine.stats(one).await.unwrap().passages, 3);
        assert_eq!(engine.stats(other).await.unwrap().passages, 0);
    }
}

#[tokio::test]
async fn a_passage_is_replaced_and_a_document_removed_at_once() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine.upsert(tenant, law()).await.unwrap();
        let changed = passage("strike", "El cierre patronal.");
        let document = changed.document;
        engine.upsert(tenant, vec![indexed(changed, PAY)]).await.unwrap();
        assert!(ids(engine, tenant, words("huelga")).await.is_empty(), "{}", home.name);
        assert_eq!(ids(engine, tenant, words("cierre")).await, ["strike"]);
        let near = found(engine, tenant, meaning(STRIKE)).await;
        assert!(near.hits.iter().all(|hit| hit.cosine.unwrap() < 0.5), "the old vector is gone: {near:?}");
        engine.remove_documents(tenant, vec![document]).await.unwrap();
        assert!(ids(engine, tenant, words("cierre")).await.is_empty());
        assert_eq!(engine.stats(tenant).await.unwrap().passages, 2);
    }
}

#[tokio::test]
async fn a_collection_is_removed_and_weighted() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        let (laws, notes) = (CollectionId::generate(), CollectionId::generate());
        let in_collection =
            |id: &str, collection| Passage { collection, ..passage(id, "El permiso de paternidad") };
        let items = vec![
            indexed(in_collection("law", laws), HOLIDAY),
            indexed(in_collection("note", notes), HOLIDAY),
        ];
        engine.upsert(tenant, items).await.unwrap();
        let among = |collections: &[(CollectionId, f32)]| Query {
            filter: Filter { collections: collections.iter().copied().collect(), ..Filter::default() },
            ..both("paternidad", HOLIDAY)
        };
        assert_eq!(ids(engine, tenant, among(&[(notes, 1.0)])).await, ["note"], "{}", home.name);
        assert_eq!(ids(engine, tenant, among(&[(notes, 1.0), (laws, 0.5)])).await, ["note", "law"]);
        assert_eq!(ids(engine, tenant, among(&[(notes, 0.5), (laws, 1.0)])).await, ["law", "note"]);
        engine.remove_collection(tenant, laws).await.unwrap();
        assert_eq!(ids(engine, tenant, both("paternidad", HOLIDAY)).await, ["note"]);
    }
}

#[tokio::test]
async fn filters_take_away_nothing_that_they_allow() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        let wanted = DocumentId::generate();
        let mut items = Vec::new();
        for at in 0..300_u16 {
            // All others are nearer to the question than the one that the filter wants.
            let own =
                Passage { text: "permiso permiso permiso".to_owned(), ..passage(&format!("p{at}"), "") };
            items.push(indexed(own, [1.0, f32::from(at) / 1000.0, 0.0]));
        }
        let late = Timestamp::from_micros(0).plus(Duration::from_secs(1_000));
        let far = Passage {
            document: wanted,
            kind: PassageKind::Table,
            dated: late,
            ..passage("far", "un texto largo que apenas habla de un permiso entre muchas otras cosas")
        };
        items.push(indexed(far, [0.2, 1.0, 0.0]));
        engine.upsert(tenant, items).await.unwrap();
        let filters = [
            Filter { documents: [wanted].into(), ..Filter::default() },
            Filter { kinds: vec![PassageKind::Table], ..Filter::default() },
            Filter { from: Some(late), ..Filter::default() },
        ];
        for filter in filters {
            for query in [words("permiso"), meaning(STRIKE), both("permiso", STRIKE)] {
                let query = Query { filter: filter.clone(), limit: 5, ..query };
                assert_eq!(ids(engine, tenant, query).await, ["far"], "{} {filter:?}", home.name);
            }
        }
        let early = Filter { until: Some(late), ..Filter::default() };
        let query = Query { filter: early, limit: 1000, ..words("permiso") };
        assert_eq!(found(engine, tenant, query).await.hits.len(), 300);
    }
}

#[tokio::test]
async fn operators_are_obeyed() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        let items = vec![
            plain(passage("together", "La carta de despido se entregará al trabajador.")),
            plain(passage("apart", "El despido del trabajador y la carta del sindicato.")),
            plain(passage("collective", "El despido colectivo de los trabajadores.")),
        ];
        engine.upsert(tenant, items).await.unwrap();
        let all = ids(engine, tenant, words("despido carta")).await;
        assert_eq!(all.len(), 3, "{}", home.name);
        assert_eq!(ids(engine, tenant, words("\"carta de despido\"")).await, ["together"]);
        assert_eq!(ids(engine, tenant, words("despido +colectivos")).await, ["collective"]);
        let mut others = ids(engine, tenant, words("despido -colectivo")).await;
        others.sort();
        assert_eq!(others, ["apart", "together"]);
    }
}

#[tokio::test]
async fn identifiers_headings_names_and_articles_are_found() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        let article = Article {
            law: "Estatuto de los Trabajadores".to_owned(),
            title: None,
            chapter: None,
            section: None,
            number: Some("48 bis".to_owned()),
        };
        let items = vec![
            plain(passage("reference", "El expediente REF-2024-ABC usa la versión v4.5 del programa.")),
            plain(passage("other", "El expediente REF-2024-ABD usa la versión v4.6 del programa.")),
            plain(Passage {
                section_title: Some("Jornada nocturna".to_owned()),
                ..passage("heading", "Texto.")
            }),
            plain(Passage { file_name: "nominas_2023.xlsx".to_owned(), ..passage("file", "Texto.") }),
            plain(Passage { article: Some(article), ..passage("article", "Texto.") }),
        ];
        engine.upsert(tenant, items).await.unwrap();
        for (question, wanted) in [
            ("ref-2024-abc", "reference"),
            ("V4.6", "other"),
            ("nocturna", "heading"),
            ("nóminas", "file"),
            ("art. 48 bis", "article"),
            ("estatuto trabajadores", "article"),
        ] {
            assert_eq!(ids(engine, tenant, words(question)).await[0], wanted, "{} {question}", home.name);
        }
    }
}

#[tokio::test]
async fn synonyms_find_and_are_told() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine
            .upsert(tenant, vec![plain(passage("dole", "La prestación por desempleo dura un año."))])
            .await
            .unwrap();
        assert!(ids(engine, tenant, words("paro")).await.is_empty(), "{}", home.name);
        let synonyms: Synonyms = [("paro", ["prestación desempleo"])].into_iter().collect();
        let answer = found(engine, tenant, Query { synonyms, ..words("paro") }).await;
        assert_eq!(answer.hits[0].id, "dole");
        assert!(answer.expanded_query.unwrap().contains("prestación desempleo"));
    }
}

#[tokio::test]
async fn a_minimum_score_and_a_limit_cut() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine.upsert(tenant, law()).await.unwrap();
        let near = found(engine, tenant, Query { min_score: 0.9, ..meaning(HOLIDAY) }).await;
        assert_eq!((near.hits.len(), near.total), (1, 1), "{}", home.name);
        assert!(ids(engine, tenant, Query { min_score: 0.999, ..words("huelga") }).await.is_empty());
        assert_eq!(ids(engine, tenant, Query { limit: 2, ..both("", [1.0, 1.0, 1.0]) }).await.len(), 2);
        assert!(ids(engine, tenant, Query { limit: 0, ..words("huelga") }).await.is_empty());
    }
}

#[tokio::test]
async fn a_space_is_built_beside_another_and_swapped() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine.upsert(tenant, law()).await.unwrap();
        let vectors = vec![
            ("strike".to_owned(), vec![0.0, 1.0]),
            ("holiday".to_owned(), vec![1.0, 0.0]),
            ("nobody".to_owned(), vec![1.0, 1.0]),
        ];
        let set = engine.set_vectors(tenant, "next", vectors).await.unwrap();
        assert_eq!(set, 2, "{}", home.name);
        let old = ids(engine, tenant, meaning(HOLIDAY)).await;
        assert_eq!(old[0], "holiday", "the old space is still in use");
        engine.swap_space(tenant, "next", SPACE).await.unwrap();
        let vectors = vec![SpaceVector { space: SPACE.to_owned(), values: vec![0.0, 1.0] }];
        let swapped = ids(engine, tenant, Query { vectors, ..Query::new("", Mode::Semantic) }).await;
        assert_eq!(swapped[0], "strike");
        let spaces = engine.stats(tenant).await.unwrap().spaces;
        let spaces: BTreeMap<_, _> = spaces.iter().map(|(name, space)| (name.as_str(), space.dims)).collect();
        assert_eq!(spaces, BTreeMap::from([(SPACE, 2)]));
        let error = engine.search(tenant, meaning(HOLIDAY)).await.unwrap_err();
        assert!(matches!(error, SearchError::Dimensions { wanted: 2, given: 3, .. }), "{error}");
        assert!(engine.swap_space(tenant, "nowhere", SPACE).await.is_err());
    }
}

#[tokio::test]
async fn a_vector_of_other_dimensions_changes_nothing() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        engine.upsert(tenant, law()).await.unwrap();
        let mut wrong = indexed(passage("wrong", "huelga general"), STRIKE);
        wrong.vectors[0].values.push(1.0);
        let error = engine.upsert(tenant, vec![wrong]).await.unwrap_err();
        assert!(matches!(error, SearchError::Dimensions { .. }), "{} {error}", home.name);
        assert_eq!(ids(engine, tenant, words("huelga")).await, ["strike"]);
    }
}

#[tokio::test]
async fn a_question_in_one_language_meets_passages_in_the_other() {
    for home in homes().await {
        let (engine, tenant) = (&home.engine, TenantId::generate());
        let items = vec![
            plain(passage("en", "The general hospital of Kensington was built by the Normans in 1066.")),
            plain(passage("es", "El hospital general de Madrid fue construido por los reyes en 1781.")),
        ];
        engine.upsert(tenant, items).await.unwrap();
        let question = "¿Quién construyó el hospital de Kensington?";
        assert_eq!(ids(engine, tenant, words(question)).await[0], "en", "{}", home.name);
    }
}

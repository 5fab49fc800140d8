use conserje_kernel::{CollectionId, DocumentId, PassageKind};
use proptest::prelude::*;

use super::*;

fn hit(id: &str, score: f32, day: u64) -> Hit {
    Hit {
        id: id.to_owned(),
        document: DocumentId::generate(),
        collection: CollectionId::generate(),
        index: 0,
        kind: PassageKind::Content,
        dated: Timestamp::from_micros(0).plus(Duration::from_secs(day * 86_400)),
        score,
        lexical: None,
        cosine: None,
    }
}

fn ids(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[test]
fn more_words_and_nearer_words_score_higher() {
    let question = "periodo de prueba";
    let whole = keyword_score(question, "El periodo de prueba será de seis meses.");
    let apart =
        keyword_score(question, &format!("El periodo {} la prueba", "y así otra cosa más ".repeat(10)));
    let half = keyword_score(question, "El periodo de vacaciones");
    assert!((whole - 1.0).abs() < 1e-6 && whole > apart && apart > half && half > 0.0);
    assert!(keyword_score(question, "nada").abs() < 1e-6);
}

#[test]
fn a_model_and_keywords_are_weighed_together() {
    let mut hits = vec![hit("words", 0.9, 0), hit("meaning", 0.1, 0), hit("unjudged", 0.5, 0)];
    let text = |hit: &Hit| if hit.id == "meaning" { String::new() } else { "despido".to_owned() };
    let model = |hit: &Hit| match hit.id.as_str() {
        "words" => Some(0.2),
        "meaning" => Some(1.0),
        _ => None,
    };
    by_both("despido", &mut hits, HybridWeights::default(), model, text);
    assert_eq!(ids(&hits), ["meaning", "words", "unjudged"]);
    assert!((hits[0].score - 0.7).abs() < 1e-6 && (hits[1].score - 0.44).abs() < 1e-6);
    by_keywords("despido", &mut hits, text);
    assert_eq!(ids(&hits), ["words", "unjudged", "meaning"]);
}

#[test]
fn a_score_halves_with_every_half_life() {
    let mut hits = vec![hit("old", 0.9, 0), hit("new", 0.6, 365), hit("future", 0.5, 900)];
    let now = Timestamp::from_micros(0).plus(Duration::from_secs(365 * 86_400));
    by_age(&mut hits, now, Duration::from_secs(365 * 86_400));
    assert_eq!(ids(&hits), ["new", "future", "old"]);
    assert!((hits[2].score - 0.45).abs() < 1e-3);
}

proptest! {
    #[test]
    fn a_keyword_score_is_a_share(question in "\\PC{0,40}", text in "\\PC{0,80}") {
        let score = keyword_score(&question, &text);
        prop_assert!((0.0..=1.0 + 1e-6).contains(&score));
    }
}

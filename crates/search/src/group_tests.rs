use conserje_kernel::{CollectionId, PassageKind, Timestamp};

use super::*;

#[test]
fn files_are_as_good_as_their_best_passage_and_both_are_limited() {
    let documents = [DocumentId::generate(), DocumentId::generate(), DocumentId::generate()];
    let hit = |document: usize, score: f32| Hit {
        id: format!("{document}-{score}"),
        document: documents[document],
        collection: CollectionId::generate(),
        index: 0,
        kind: PassageKind::Content,
        dated: Timestamp::from_micros(0),
        score,
        lexical: None,
        cosine: None,
    };
    let hits = vec![hit(0, 0.5), hit(0, 0.4), hit(0, 0.3), hit(1, 0.9), hit(2, 0.1)];
    let files = by_file(hits, Granularity { passages_per_file: 2, files: 2 });
    assert_eq!(files.iter().map(|file| file.document).collect::<Vec<_>>(), [documents[1], documents[0]]);
    assert!((files[1].score - 0.5).abs() < 1e-6);
    assert_eq!(files[1].hits.len(), 2);
}

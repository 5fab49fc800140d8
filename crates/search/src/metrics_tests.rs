use super::*;

fn judged(grades: &[(&str, i32)]) -> BTreeMap<String, i32> {
    grades.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect()
}

fn ranking(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

#[test]
fn measures_are_those_of_the_books() {
    let judged = judged(&[("a", 1), ("b", 1), ("x", 0)]);
    let found = ranking(&["x", "a", "y", "b"]);
    // (1/log2(3) + 1/log2(5)) / (1/log2(2) + 1/log2(3))
    assert!((ndcg(&judged, &found, 10) - 0.650_9).abs() < 0.001);
    assert!((recall(&judged, &found, 2) - 0.5).abs() < 1e-9);
    assert!((reciprocal_rank(&judged, &found, 10) - 0.5).abs() < 1e-9);
    assert!((ndcg(&judged, &ranking(&["b", "a"]), 10) - 1.0).abs() < 1e-9);
    assert!(ndcg(&judged, &[], 10).abs() < 1e-9);
}

#[test]
fn grades_count_in_the_gain() {
    let judged = judged(&[("a", 3), ("b", 1)]);
    assert!(ndcg(&judged, &ranking(&["a", "b"]), 10) > ndcg(&judged, &ranking(&["b", "a"]), 10));
}

#[test]
fn a_query_that_found_nothing_counts() {
    let judgements = Judgements::from([
        ("1".to_owned(), judged(&[("a", 1)])),
        ("2".to_owned(), judged(&[("b", 1)])),
        ("never relevant".to_owned(), judged(&[("c", 0)])),
    ]);
    let measured = measure(&judgements, &BTreeMap::from([("1".to_owned(), ranking(&["a"]))]));
    assert_eq!(measured.queries, 2);
    assert!((measured.ndcg_10 - 0.5).abs() < 1e-9);
}

#[test]
fn a_folder_is_read_and_a_bad_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("qrels")).unwrap();
    write("corpus.jsonl", "{\"_id\":\"a\",\"title\":\"T\",\"text\":\"x\"}\n\n");
    write("queries.jsonl", "{\"_id\":\"1\",\"text\":\"q\"}\n");
    write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n");
    write("qrels/train.tsv", "query-id\tcorpus-id\tscore\n9\ta\t1\n");
    let beir = Beir::read(folder.path()).unwrap();
    assert_eq!((beir.corpus.len(), beir.queries.len()), (1, 1));
    assert_eq!(beir.judgements.keys().collect::<Vec<_>>(), ["1"]);
    write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n2 b 1\n");
    let error = Beir::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("line 3") && error.contains("test.tsv"), "{error}");
}

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn source() -> Value {
    json!({
        "number": 4, "fileName": "guía.pdf", "fileId": "doc_1", "sourceType": "blob_storage", "mimeType": "application/pdf",
        "relevanceScore": 0.8, "isImage": false, "chunkId": "guia_chunk_0001", "section": "Plazos", "page": 2, "quote": "Treinta días.",
        "start": 10, "end": 23, "textHash": "ab", "excerpts": ["<em>Treinta</em> días."],
    })
}

#[test]
fn sources_are_read_back_as_they_were_written() {
    let read = parse_sources(&json!({"query": "q", "sources": [source()]}));
    assert_eq!(serde_json::to_value(&read).unwrap(), json!([source()]));
    let kept_as_text = Value::String(json!({"sources": [source()]}).to_string());
    assert_eq!(parse_sources(&kept_as_text), read);
}

#[test]
fn what_another_tool_leaves_out_is_none() {
    let bare = json!({
        "fileName": "a.txt", "fileId": null, "sourceType": "sharepoint", "mimeType": "text/plain",
        "relevanceScore": 1, "isImage": false, "ofItsOwn": {"more": true},
    });
    let read = parse_sources(&json!({"sources": [bare]}));
    assert_eq!(read.len(), 1);
    assert_eq!((&read[0].file_id, &read[0].quote, read[0].start), (&None, &None, None));
}

#[test]
fn a_mismatch_cites_nothing() {
    let mut wrong = source();
    wrong["relevanceScore"] = json!("high");
    let mut unsound = source();
    unsound["relevanceScore"] = json!(7.5);
    for result in [
        json!(null),
        json!("no JSON"),
        json!([source()]),
        json!({"sources": {"a": 1}}),
        json!({"sources": ["text"]}),
        json!({"sources": [source(), wrong]}),
        json!({"sources": [unsound]}),
        json!({"error": "there is no such file"}),
    ] {
        assert_eq!(parse_sources(&result), [], "{result}");
    }
}

#[test]
fn the_sources_of_a_turn_are_numbered_through() {
    let text = "[Resultado 1]\nCita: [1]\nContenido:\nvalor [1]\n\n[Resultado 2]\nCita: [2]\n";
    let result = json!({"sources": [source(), source()]});
    let mut outcome = Outcome { text: text.to_owned(), ..Outcome::succeeded(result) };
    assert_eq!(number_sources(&mut outcome, 1), 2);
    assert_eq!(outcome.text, text);
    assert_eq!(number_sources(&mut outcome, 8), 2);
    let numbers: Vec<u32> = parse_sources(&outcome.result).iter().map(|source| source.number).collect();
    assert_eq!(numbers, [8, 9]);
    assert!(outcome.text.contains("Cita: [8]\n") && outcome.text.contains("Cita: [9]\n"), "{}", outcome.text);
    assert!(outcome.text.contains("valor [1]"), "{}", outcome.text);
    assert_eq!(number_sources(&mut Outcome::failed("no"), 3), 0);
}

proptest! {
    #[test]
    fn no_result_makes_it_stop(text in any::<String>(), number in any::<f64>()) {
        parse_sources(&Value::String(text.clone()));
        let mut odd = source();
        odd["relevanceScore"] = json!(number);
        odd["page"] = json!(text);
        prop_assert_eq!(parse_sources(&json!({"sources": [odd]})), []);
    }
}

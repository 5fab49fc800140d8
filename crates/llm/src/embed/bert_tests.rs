use super::super::bert_folder::read;
use super::super::fixtures::{assert_close, write_bert, write_json};
use super::super::open::Options;
use super::*;
use serde_json::json;

fn model(kind: &str, change: impl FnOnce(&std::path::Path)) -> Bert {
    let folder = tempfile::tempdir().unwrap();
    write_bert(folder.path(), kind);
    change(folder.path());
    read(folder.path(), &Options::default()).unwrap().bert
}

fn vector(bert: &Bert, text: &str) -> Vec<f32> {
    bert.encode(&[text.to_owned()], Purpose::Query).unwrap().0.remove(0)
}

/// Calculated for the same weights in 64 bits by a program in Python, from the definition of the model.
#[test]
fn vectors_are_those_of_the_definition() {
    let bert = model("bert", |_| ());
    let expected =
        [-0.389_734, -0.433_898, 0.513_638, 0.319_161, 0.077_607, 0.474_201, -0.028_585, -0.249_893];
    assert_close(&vector(&bert, "el perro come"), &expected);

    let roberta = model("xlm-roberta", |folder| {
        write_json(
            folder,
            "1_Pooling/config.json",
            &json!({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}),
        );
    });
    let expected =
        [-0.391_548, -0.430_272, 0.516_68, 0.321_708, 0.069_348, 0.471_659, -0.026_178, -0.251_288];
    assert_close(&vector(&roberta, "el perro come"), &expected);

    let distil = model("distilbert", |_| ());
    let expected =
        [-0.389_783, -0.431_939, 0.514_135, 0.318_859, 0.070_044, 0.475_981, -0.027_007, -0.251_594];
    assert_close(&vector(&distil, "gato"), &expected);
}

#[test]
fn a_text_does_not_see_its_neighbours_in_a_batch() {
    let bert = model("bert", |_| ());
    let texts = ["el perro come", "", "gato", "el el el el el el el el el el"].map(str::to_owned);
    let (together, read) = bert.encode(&texts, Purpose::Query).unwrap();
    assert_eq!(read, 5 + 2 + 3 + 8, "nothing is padded, and the longest is cut");
    for (text, together) in texts.iter().zip(together) {
        assert_close(&together, &vector(&bert, text));
    }
    assert!(bert.encode(&[], Purpose::Query).unwrap().0.is_empty());
}

#[test]
fn a_text_that_spells_a_mark_does_not_become_it() {
    let bert = model("bert", |_| ());
    assert_close(&vector(&bert, "el [SEP] gato"), &vector(&bert, "el zzz gato"));
}

#[test]
fn a_prefix_is_put_before_the_text() {
    let prompts = json!({"prompts": {"query": "query: ", "document": "passage: "}});
    let bert = model("bert", |folder| write_json(folder, "config_sentence_transformers.json", &prompts));
    let plain = model("bert", |_| ());
    assert_close(&vector(&bert, "gato"), &vector(&plain, "query: gato"));
    let passage = bert.encode(&["gato".to_owned()], Purpose::Passage).unwrap().0.remove(0);
    assert_close(&passage, &vector(&plain, "passage: gato"));
}

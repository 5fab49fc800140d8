//! Tiny models for tests, with weights made up from a formula.

use std::collections::BTreeMap;
use std::fs::{create_dir_all, write};
use std::io::{Cursor, Write};
use std::path::Path;

use prost::Message;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, serialize};
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::sentencepiece::{CONTROL, ModelFile, NORMAL, Piece, UNKNOWN};

/// Numbers between -0.5 and 0.5; another `number`, others.
pub(super) fn pattern(number: usize, length: usize) -> Vec<f32> {
    (0..length).map(|i| ((i * 7919 + number * 104_729) % 1000) as f32 / 1000.0 - 0.5).collect()
}

/// An array as `NumPy` writes it.
pub(super) fn npy(kind: &str, shape: &[usize], numbers: &[u8]) -> Vec<u8> {
    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
    let shape = shape.join(", ");
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape},), }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", length.as_slice(), header.as_bytes(), numbers].concat()
}

pub(super) fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

pub(super) fn npz(arrays: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in arrays {
        zip.start_file(format!("{name}.npy"), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Twelve pieces.
pub(super) fn pieces() -> ModelFile {
    let piece = |(text, kind): &(&str, i32)| Piece {
        text: (*text).to_owned(),
        score: if *kind == NORMAL { -(1.0 + 1.0 / text.len() as f32) } else { 0.0 },
        kind: Some(*kind),
    };
    let pieces = [
        ("<unk>", UNKNOWN),
        ("<s>", CONTROL),
        ("</s>", CONTROL),
        ("▁", NORMAL),
        ("▁hola", NORMAL),
        ("▁mundo", NORMAL),
        ("ho", NORMAL),
        ("la", NORMAL),
        ("mun", NORMAL),
        ("do", NORMAL),
        ("a", NORMAL),
        ("o", NORMAL),
    ];
    ModelFile { pieces: pieces.iter().map(piece).collect(), normaliser: None }
}

/// The arrays of a Universal Sentence Encoder of 8 dimensions and 12 pieces.
pub(super) fn use_arrays() -> BTreeMap<String, Vec<u8>> {
    let mut arrays = BTreeMap::new();
    for block in 0..3_usize {
        let bytes: Vec<u8> =
            (0..32).map(|i| u8::try_from((i * 7919 + block * 104_729) % 256).unwrap()).collect();
        arrays.insert(format!("q{}", block + 1), npy("|u1", &[4, 8], &bytes));
    }
    arrays.insert("scale".to_owned(), npy("<f4", &[3], &floats(&[0.01, 0.02, 0.03])));
    arrays.insert("lo".to_owned(), npy("<f4", &[3], &floats(&[-1.0, -2.0, -3.0])));
    arrays.insert("eps".to_owned(), npy("<f8", &[], &1e-12_f64.to_le_bytes()));
    let branch = |n: usize| {
        let shapes: [(&str, Vec<usize>); 8] = [
            ("proj", vec![8, 4]),
            ("proj_b", vec![4]),
            ("ln_g", vec![4]),
            ("ln_b", vec![4]),
            ("w1_", vec![4 * n, 4]),
            ("b1_", vec![4]),
            ("w2_", vec![4 * n, 4]),
            ("b2_", vec![4]),
        ];
        shapes.map(|(name, shape)| (format!("{name}{n}"), shape))
    };
    let rest: [(&str, Vec<usize>); 10] = [
        ("ln_g", vec![20]),
        ("ln_b", vec![20]),
        ("cnn_W", vec![20, 8]),
        ("cnn_b", vec![8]),
        ("d0", vec![8, 5]),
        ("d1", vec![5, 5]),
        ("p1", vec![8, 5]),
        ("d2", vec![5, 8]),
        ("p3", vec![5, 8]),
        ("d3", vec![8, 8]),
    ];
    let rest = rest.map(|(name, shape)| (name.to_owned(), shape));
    for (number, (name, shape)) in [2, 3, 5].into_iter().flat_map(branch).chain(rest).enumerate() {
        let numbers = pattern(10 + number, shape.iter().product());
        arrays.insert(name, npy("<f4", &shape, &floats(&numbers)));
    }
    arrays
}

pub(super) fn write_use(folder: &Path) {
    write(folder.join("weights.npz"), npz(&use_arrays())).unwrap();
    write(folder.join("sp.model"), pieces().encode_to_vec()).unwrap();
}

/// A BERT of 8 dimensions, 2 layers and 10 words. `kind` is the model type.
pub(super) fn write_bert(folder: &Path, kind: &str) {
    create_dir_all(folder).unwrap();
    let (hidden, wide) = (8, 12);
    let is_distil = kind == "distilbert";
    let mut tensors: Vec<(String, Vec<usize>)> = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![10, hidden]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![8, hidden]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, hidden]),
    ];
    let mut both = |name: &str, out: usize, shape: Option<usize>| {
        let weight = shape.map_or_else(|| vec![out], |inputs| vec![out, inputs]);
        tensors.push((format!("{name}.weight"), weight));
        tensors.push((format!("{name}.bias"), vec![out]));
    };
    both("embeddings.LayerNorm", hidden, None);
    for layer in 0..2 {
        let names = if is_distil {
            ["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"]
        } else {
            ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
        };
        let others = if is_distil {
            ["sa_layer_norm", "ffn.lin1", "ffn.lin2", "output_layer_norm"]
        } else {
            ["attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"]
        };
        let above = if is_distil { "transformer" } else { "encoder" };
        let name = |name: &str| format!("{above}.layer.{layer}.{name}");
        for dense in names {
            both(&name(dense), hidden, Some(hidden));
        }
        both(&name(others[0]), hidden, None);
        both(&name(others[1]), wide, Some(hidden));
        both(&name(others[2]), hidden, Some(wide));
        both(&name(others[3]), hidden, None);
    }
    let data: Vec<Vec<u8>> = tensors
        .iter()
        .enumerate()
        .map(|(number, (_, shape))| floats(&pattern(100 + number, shape.iter().product())))
        .collect();
    let views = tensors.iter().zip(&data).map(|((name, shape), bytes)| {
        let prefix = if kind == "xlm-roberta" { "roberta." } else { "" };
        (format!("{prefix}{name}"), TensorView::new(Dtype::F32, shape.clone(), bytes).unwrap())
    });
    // These kinds of model have no kinds of tokens; the numbers of the other weights stay the same.
    let views = views.filter(|(name, _)| kind == "bert" || !name.contains("token_type"));
    write(folder.join("model.safetensors"), serialize(views, None).unwrap()).unwrap();
    let config = if is_distil {
        json!({"model_type": kind, "n_layers": 2, "n_heads": 2, "max_position_embeddings": 8, "activation": "gelu"})
    } else {
        json!({"model_type": kind, "num_hidden_layers": 2, "num_attention_heads": 2, "max_position_embeddings": 8,
               "hidden_act": "gelu", "layer_norm_eps": 1e-12, "pad_token_id": 1})
    };
    write_json(folder, "config.json", &config);
    write_json(folder, "tokenizer.json", &tokenizer());
}

pub(super) fn write_json(folder: &Path, name: &str, value: &Value) {
    let file = folder.join(name);
    create_dir_all(file.parent().unwrap()).unwrap();
    write(file, value.to_string()).unwrap();
}

/// Words between `[CLS]` and `[SEP]`.
fn tokenizer() -> Value {
    let words = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "el", "perro", "come", "gato", "query:", "passage:"];
    let vocabulary: serde_json::Map<String, Value> =
        words.iter().enumerate().map(|(id, word)| ((*word).to_owned(), id.into())).collect();
    let special = |id: usize| {
        json!({"id": id, "content": words[id], "single_word": false, "lstrip": false, "rstrip": false,
               "normalized": false, "special": true})
    };
    let mark = |id: usize| json!({"SpecialToken": {"id": words[id], "type_id": 0}});
    let entry = |id: usize| json!({"id": words[id], "ids": [id], "tokens": [words[id]]});
    let sequence = |name: &str| json!({"Sequence": {"id": name, "type_id": 0}});
    json!({
        "version": "1.0",
        "truncation": null,
        "padding": {"strategy": {"Fixed": 6}, "direction": "Right", "pad_to_multiple_of": null,
                    "pad_id": 3, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [special(0), special(1), special(2), special(3)],
        "normalizer": null,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [mark(1), sequence("A"), mark(2)],
            "pair": [mark(1), sequence("A"), mark(2), sequence("B"), mark(2)],
            "special_tokens": {"[CLS]": entry(1), "[SEP]": entry(2)},
        },
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    })
}

pub(super) fn assert_close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    let is_close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-5);
    assert!(is_close, "expected {expected:?}\n but got {found:?}");
}

use std::fs::{create_dir_all, write};

use safetensors::serialize;
use safetensors::tensor::TensorView;
use serde_json::json;

use super::super::fixtures::{floats, pattern, write_bert, write_json};
use super::*;

fn folder(name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join(name);
    write_bert(&folder, "bert");
    (above, folder)
}

fn problem(change: impl FnOnce(&Path)) -> String {
    let (_above, folder) = folder("m");
    change(&folder);
    read(&folder, &Options::default()).err().unwrap()
}

#[test]
fn a_model_that_is_not_understood_is_refused_with_a_reason() {
    let config = |key: &'static str, value: Value| {
        move |folder: &Path| {
            let mut config: Value = json(folder, CONFIG).unwrap().unwrap();
            config[key] = value;
            write_json(folder, CONFIG, &config);
        }
    };
    let cases = [
        (
            problem(config("model_type", json!("gpt2"))),
            "models of the type gpt2 are not understood; use bert",
        ),
        (problem(config("hidden_act", json!("swish"))), "the activation swish is not understood"),
        (problem(config("position_embedding_type", json!("relative_key"))), "only absolute ones"),
        (problem(config("num_hidden_layers", json!(3))), "model.safetensors: encoder.layer.2"),
        (problem(config("num_attention_heads", json!(3))), "does not go with the others"),
        (problem(config("num_attention_heads", json!(0))), "does not go with the others"),
        (problem(|folder| write(folder.join(CONFIG), "{").unwrap()), "config.json: EOF"),
        (problem(|folder| write(folder.join(WEIGHTS), "xxxxxxxxx").unwrap()), "model.safetensors: "),
        (problem(|folder| write(folder.join(TOKENIZER), "{}").unwrap()), "tokenizer.json: "),
        (
            problem(|folder| {
                write_json(folder, "1_Pooling/config.json", &json!({"pooling_mode_max_tokens": true}));
            }),
            "one of cls and mean must be on",
        ),
        (
            problem(|folder| {
                write_json(folder, "modules.json", &json!([{"path": "2_X", "type": "a.models.WordWeights"}]));
            }),
            "the step WordWeights is not understood",
        ),
    ];
    for (problem, said) in cases {
        assert!(problem.contains(said), "{problem:?} should say {said:?}");
    }
}

#[test]
fn the_lowest_limit_holds() {
    let (_above, folder) = folder("m");
    let limit = |options: &Options| read(&folder, options).unwrap().max_tokens;
    assert_eq!(limit(&Options::default()), 8);
    write_json(&folder, "tokenizer_config.json", &json!({"model_max_length": 1e30}));
    assert_eq!(limit(&Options::default()), 8);
    write_json(&folder, "sentence_bert_config.json", &json!({"max_seq_length": 5}));
    assert_eq!(limit(&Options::default()), 5);
    assert_eq!(limit(&Options { max_tokens: Some(4), ..Options::default() }), 4);
    assert_eq!(limit(&Options { max_tokens: Some(400), ..Options::default() }), 5);
    assert!(read(&folder, &Options { max_tokens: Some(2), ..Options::default() }).is_err());
}

#[test]
fn prefixes_come_from_the_options_the_folder_or_the_name() {
    let of = |folder: &Path, options: &Options| read(folder, options).unwrap().bert.prefixes;
    let prefixes =
        |query: &str, passage: &str| Prefixes { query: query.to_owned(), passage: passage.to_owned() };
    let (_above, plain) = folder("some-e50-model");
    assert_eq!(of(&plain, &Options::default()), Prefixes::default());
    let (_above, e5) = folder("Multilingual-E5-small");
    assert_eq!(of(&e5, &Options::default()), prefixes("query: ", "passage: "));
    let options = Options { query_prefix: Some("q ".to_owned()), ..Options::default() };
    assert_eq!(of(&e5, &options), prefixes("q ", "passage: "));
    write_json(
        &e5,
        "config_sentence_transformers.json",
        &json!({"prompts": {"query": "Q: ", "passage": ""}}),
    );
    assert_eq!(of(&e5, &Options::default()), prefixes("Q: ", "passage: "));
}

#[test]
fn languages_are_those_of_the_model_card() {
    let (_above, folder) = folder("m");
    let of = |card: &str| {
        write(folder.join("README.md"), card).unwrap();
        languages(&folder)
    };
    assert_eq!(of("---\nlanguage: en\nlicense: mit\n---\n# A model"), ["en"]);
    assert_eq!(of("---\nlicense: mit\nlanguage:\n  - en\n  - es\ntags:\n- x\n---\n"), ["en", "es"]);
    assert_eq!(of("---\nlanguage: [en, 'es']\n---\n"), ["en", "es"]);
    assert_eq!(of("---\nlanguage:\n- multilingual\n---\n"), Vec::<String>::new());
    assert_eq!(of("language: en"), Vec::<String>::new());
}

#[test]
fn a_dense_layer_after_pooling_is_read() {
    let (_above, folder) = folder("m");
    create_dir_all(folder.join("2_Dense")).unwrap();
    let (weight, bias) = (floats(&pattern(1, 24)), floats(&pattern(2, 3)));
    let views = [
        ("linear.weight", TensorView::new(Dtype::F32, vec![3, 8], &weight).unwrap()),
        ("linear.bias", TensorView::new(Dtype::F32, vec![3], &bias).unwrap()),
    ];
    write(folder.join("2_Dense").join(WEIGHTS), serialize(views, None).unwrap()).unwrap();
    let activation = |name: &str| {
        let config = json!({"activation_function": format!("torch.nn.modules.{name}")});
        write_json(&folder, "2_Dense/config.json", &config);
    };
    let modules = json!([
        {"path": "", "type": "sentence_transformers.models.Transformer"},
        {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"path": "2_Dense", "type": "sentence_transformers.models.Dense"},
        {"path": "3_Normalize", "type": "sentence_transformers.models.Normalize"},
    ]);
    write_json(&folder, "modules.json", &modules);
    activation("activation.Tanh");
    let bert = read(&folder, &Options::default()).unwrap().bert;
    assert_eq!((bert.dimensions(), bert.dense.unwrap().tanh), (3, true));
    activation("linear.Identity");
    assert!(!read(&folder, &Options::default()).unwrap().bert.dense.unwrap().tanh);
}

#[test]
fn numbers_of_16_bits_are_read() {
    let halves: Vec<u8> = [1.0_f32, -0.5].iter().flat_map(|x| f16::from_f32(*x).to_le_bytes()).collect();
    let brains: Vec<u8> = [1.0_f32, -0.5].iter().flat_map(|x| bf16::from_f32(*x).to_le_bytes()).collect();
    let views = [
        ("half", TensorView::new(Dtype::F16, vec![2], &halves).unwrap()),
        ("brain", TensorView::new(Dtype::BF16, vec![2], &brains).unwrap()),
        ("whole", TensorView::new(Dtype::I16, vec![2], &halves).unwrap()),
    ];
    let bytes = serialize(views, None).unwrap();
    let weights = Weights { tensors: SafeTensors::deserialize(&bytes).unwrap(), prefix: "" };
    assert_eq!(weights.vector("half").unwrap(), [1.0, -0.5]);
    assert_eq!(weights.vector("brain").unwrap(), [1.0, -0.5]);
    assert!(weights.vector("whole").unwrap_err().contains("I16"));
}

use std::fs::{remove_file, write};

use super::super::embedder::Purpose;
use super::super::fixtures::{write_bert, write_use};
use super::*;

#[tokio::test]
async fn each_kind_of_model_is_recognised_and_works() {
    let above = tempfile::tempdir().unwrap();
    let (use_folder, bert_folder) = (above.path().join("use-tiny"), above.path().join("bert-tiny"));
    std::fs::create_dir_all(&use_folder).unwrap();
    write_use(&use_folder);
    write_bert(&bert_folder, "bert");
    let embedder = open(&use_folder).unwrap();
    assert_eq!((&*embedder.facts().name, embedder.facts().dimensions), ("use-tiny", 8));
    assert!(embedder.facts().languages.contains(&"es".to_owned()));
    let short = Options { max_tokens: Some(5), ..Options::default() };
    let short = open_with(&use_folder, &short).unwrap();
    assert_eq!(short.facts().max_tokens, 5);
    assert_eq!(short.embed(&["hola hola hola hola hola hola"], Purpose::Query).await.unwrap().tokens, 5);
    let options =
        Options { name: Some("b".to_owned()), languages: Some(vec!["en".to_owned()]), ..Options::default() };
    let embedder = open_with(&bert_folder, &options).unwrap();
    assert_eq!((&*embedder.facts().name, embedder.facts().max_tokens), ("b", 8));
    assert_eq!(embedder.facts().languages, ["en"]);
    let embedded = embedder.embed(&["el gato", "perro"], Purpose::Query).await.unwrap();
    assert_eq!((embedded.vectors.len(), embedded.tokens, embedded.from_cache), (2, 7, 0));
}

#[test]
fn what_is_missing_is_said() {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("m");
    let problem = || open(&folder).err().unwrap().to_string();
    assert!(problem().contains("there is no such folder"), "{}", problem());
    std::fs::create_dir(&folder).unwrap();
    assert!(problem().contains("it holds no model; a BERT-like one is config.json, "), "{}", problem());

    write_bert(&folder, "bert");
    remove_file(folder.join("model.safetensors")).unwrap();
    let said = "it has config.json and tokenizer.json, but no model.safetensors";
    assert!(problem().contains(said), "{}", problem());
    write(folder.join("pytorch_model.bin"), "").unwrap();
    assert!(problem().contains("save the model as safetensors"), "{}", problem());
    write(folder.join("model.safetensors.index.json"), "").unwrap();
    assert!(problem().contains("join them into one"), "{}", problem());

    write_bert(&folder, "bert");
    remove_file(folder.join("tokenizer.json")).unwrap();
    assert!(problem().contains("but no tokenizer.json; save the tokenizer as"), "{}", problem());
}

#[test]
fn a_broken_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    write_use(folder.path());
    write(folder.path().join("weights.npz"), "not a zip file").unwrap();
    let error = open(folder.path()).err().unwrap();
    assert!(error.problem.starts_with("weights.npz: it is no NumPy archive"), "{error}");
    assert_eq!(error.folder, folder.path());
}

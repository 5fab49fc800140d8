//! Opens whatever model lies in a folder.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::embedder::{EmbedderFacts, TextEmbedder};
use super::local::{Encode, Local};
use super::use_multilingual::{self, UseMultilingual};
use super::{bert_folder, use_multilingual as use_m};

/// What a folder does not say about its model, or says wrongly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The folder's own name if there is none.
    pub name: Option<String>,
    pub query_prefix: Option<String>,
    pub passage_prefix: Option<String>,
    /// Lower than the model's own limit; a higher one is not heeded.
    pub max_tokens: Option<usize>,
    pub languages: Option<Vec<String>>,
    /// How many it may use at once; all there are if none.
    pub cores: Option<NonZero<usize>>,
}

/// Why there is no embedder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no embedder can be opened in {}: {problem}", folder.display())]
pub struct OpenError {
    pub folder: PathBuf,
    /// What is wrong there, and what to do about it.
    pub problem: String,
}

/// The model of a folder, by what lies in it. Reads a lot from disk: not for the async runtime.
pub fn open(folder: &Path) -> Result<Box<dyn TextEmbedder>, OpenError> {
    open_with(folder, &Options::default())
}

/// As [`open`], where the folder does not say all.
pub fn open_with(folder: &Path, options: &Options) -> Result<Box<dyn TextEmbedder>, OpenError> {
    let opened = recognise(folder).and_then(|kind| kind.open(folder, options));
    opened.map_err(|problem| OpenError { folder: folder.to_owned(), problem })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    UseMultilingual,
    Bert,
}

fn recognise(folder: &Path) -> Result<Kind, String> {
    if !folder.is_dir() {
        return Err("there is no such folder".to_owned());
    }
    let has = |name: &str| folder.join(name).is_file();
    let use_files = [use_m::WEIGHTS, use_m::PIECES];
    let bert_files = [bert_folder::CONFIG, bert_folder::TOKENIZER, bert_folder::WEIGHTS];
    for (files, kind) in [(use_files.as_slice(), Kind::UseMultilingual), (bert_files.as_slice(), Kind::Bert)]
    {
        let missing: Vec<&str> = files.iter().copied().filter(|name| !has(name)).collect();
        if missing.is_empty() {
            return Ok(kind);
        }
        if missing.len() < files.len() {
            let found: Vec<&str> = files.iter().copied().filter(|name| has(name)).collect();
            let hint = hint(folder, &missing);
            return Err(format!("it has {}, but no {}{hint}", found.join(" and "), missing.join(" and no ")));
        }
    }
    Err(format!(
        "it holds no model; a BERT-like one is {}, the Universal Sentence Encoder is {}",
        bert_files.join(", "),
        use_files.join(", ")
    ))
}

/// Weights are often there in a form that we do not read.
fn hint(folder: &Path, missing: &[&str]) -> &'static str {
    let has = |name: &str| folder.join(name).exists();
    if missing.contains(&bert_folder::WEIGHTS) && has("model.safetensors.index.json") {
        "; its weights are in several files: join them into one"
    } else if missing.contains(&bert_folder::WEIGHTS) && has("pytorch_model.bin") {
        "; pytorch_model.bin is not read: save the model as safetensors"
    } else if missing.contains(&bert_folder::WEIGHTS) && (has("model.onnx") || has("onnx")) {
        "; ONNX is not read: get the model as safetensors"
    } else if missing.contains(&bert_folder::TOKENIZER) {
        "; save the tokenizer as a \"fast\" one to get it"
    } else {
        "; copy the whole folder of the model"
    }
}

impl Kind {
    fn open(self, folder: &Path, options: &Options) -> Result<Box<dyn TextEmbedder>, String> {
        let own = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = options.name.clone().unwrap_or_else(own).into();
        match self {
            Self::UseMultilingual => {
                let mut encoder = UseMultilingual::open(folder)?;
                // Less than the two marks and a piece is nothing.
                let wanted = options.max_tokens.unwrap_or(use_multilingual::MAX_TOKENS).max(3);
                encoder.max_tokens = encoder.max_tokens.min(wanted);
                let known = use_multilingual::LANGUAGES.map(str::to_owned).to_vec();
                let facts = EmbedderFacts {
                    name,
                    dimensions: encoder.dimensions(),
                    max_tokens: encoder.max_tokens,
                    languages: options.languages.clone().unwrap_or(known),
                    price: None,
                };
                let (folder, max_tokens) = (folder.to_owned(), encoder.max_tokens);
                let reopen = move || {
                    let mut encoder = UseMultilingual::open(&folder)?;
                    encoder.max_tokens = max_tokens;
                    Ok(Arc::new(encoder) as Arc<dyn Encode>)
                };
                Ok(Box::new(Local::new(facts, encoder, options.cores).reopened_by(reopen)))
            }
            Self::Bert => {
                let bert_folder::Found { bert, max_tokens, languages } = bert_folder::read(folder, options)?;
                let facts =
                    EmbedderFacts { name, dimensions: bert.dimensions(), max_tokens, languages, price: None };
                let (folder, own) = (folder.to_owned(), options.clone());
                let reopen = move || Ok(Arc::new(bert_folder::read(&folder, &own)?.bert) as Arc<dyn Encode>);
                Ok(Box::new(Local::new(facts, bert, options.cores).reopened_by(reopen)))
            }
        }
    }
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;

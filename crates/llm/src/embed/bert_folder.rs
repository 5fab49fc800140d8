//! Reads an encoder of the BERT family from a folder as it is published: `config.json`, `tokenizer.json`,
//! `model.safetensors`, and what the sentence-transformers library writes beside them.

use std::path::Path;

use half::{bf16, f16};
use ndarray::{Array2, Axis, concatenate};
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokenizers::{Tokenizer, TruncationParams};

use super::bert::{Activation, Bert, Dense, Embeddings, Layer, Pooling, Prefixes};
use super::maths::{Linear, Norm, block};
use super::open::Options;

pub(super) const CONFIG: &str = "config.json";
pub(super) const TOKENIZER: &str = "tokenizer.json";
pub(super) const WEIGHTS: &str = "model.safetensors";

/// What the config says, under the names of any of the models.
#[derive(Debug, Deserialize)]
struct Config {
    model_type: String,
    #[serde(alias = "n_layers")]
    num_hidden_layers: usize,
    #[serde(alias = "n_heads")]
    num_attention_heads: usize,
    max_position_embeddings: usize,
    #[serde(alias = "activation", default = "gelu")]
    hidden_act: String,
    #[serde(default = "tiny")]
    layer_norm_eps: f32,
    #[serde(default)]
    pad_token_id: usize,
    position_embedding_type: Option<String>,
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn tiny() -> f32 {
    1e-12
}

/// How the models differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Bert,
    /// Positions are counted from behind the padding token's id.
    Roberta,
    /// Other names for everything, and no kinds of tokens.
    DistilBert,
}

impl Config {
    fn family(&self) -> Result<Family, String> {
        if let Some(other) = self.position_embedding_type.as_deref().filter(|kind| *kind != "absolute") {
            return Err(format!("its positions are of the kind {other}; only absolute ones are understood"));
        }
        match self.model_type.as_str() {
            "bert" => Ok(Family::Bert),
            "roberta" | "xlm-roberta" | "camembert" => Ok(Family::Roberta),
            "distilbert" => Ok(Family::DistilBert),
            other => Err(format!(
                "models of the type {other} are not understood; use bert, distilbert, roberta, xlm-roberta or camembert"
            )),
        }
    }

    fn activation(&self) -> Result<Activation, String> {
        match self.hidden_act.as_str() {
            "gelu" => Ok(Activation::Gelu),
            "gelu_new" | "gelu_pytorch_tanh" | "gelu_fast" => Ok(Activation::GeluTanh),
            "relu" => Ok(Activation::Relu),
            other => Err(format!("the activation {other} is not understood; use gelu, gelu_new or relu")),
        }
    }
}

/// A model, with what else its folder says about it.
pub(super) struct Found {
    pub(super) bert: Bert,
    pub(super) max_tokens: usize,
    pub(super) languages: Vec<String>,
}

pub(super) fn read(folder: &Path, options: &Options) -> Result<Found, String> {
    let config: Config = json(folder, CONFIG)?.ok_or_else(|| format!("{CONFIG} is missing"))?;
    let in_config = |problem| format!("{CONFIG}: {problem}");
    let (family, activation) = (config.family().map_err(in_config)?, config.activation().map_err(in_config)?);
    let bytes = std::fs::read(folder.join(WEIGHTS)).map_err(|error| format!("{WEIGHTS}: {error}"))?;
    let weights = Weights::new(&bytes, family).map_err(|problem| format!("{WEIGHTS}: {problem}"))?;
    let (embeddings, layers) =
        weights.model(&config, family).map_err(|problem| format!("{WEIGHTS}: {problem}"))?;

    let mut tokenizer =
        Tokenizer::from_file(folder.join(TOKENIZER)).map_err(|error| format!("{TOKENIZER}: {error}"))?;
    let max_tokens = max_tokens(folder, options, embeddings.positions.nrows())?;
    let truncation = TruncationParams { max_length: max_tokens, ..TruncationParams::default() };
    tokenizer
        .with_padding(None)
        .with_truncation(Some(truncation))
        .map_err(|error| format!("{TOKENIZER}: {error}"))?;
    // A text that happens to spell a mark such as [SEP] must not become it.
    tokenizer.set_encode_special_tokens(true);
    let last = tokenizer.get_vocab(true).into_values().max().unwrap_or_default();
    if last as usize >= embeddings.words.nrows() {
        return Err(format!("{TOKENIZER} has more tokens than {WEIGHTS}: they belong to different models"));
    }

    let (pooling, dense) = modules(folder)?;
    if let Some(dense) = &dense
        && dense.layer.inputs() != embeddings.words.ncols()
    {
        return Err(format!("modules.json: the dense layer does not go with {WEIGHTS}"));
    }
    let prefixes = prefixes(folder, options)?;
    let heads = config.num_attention_heads;
    let bert = Bert { tokenizer, embeddings, layers, heads, activation, pooling, dense, prefixes };
    let languages = options.languages.clone().unwrap_or_else(|| languages(folder));
    Ok(Found { bert, max_tokens, languages })
}

/// None if there is no such file.
fn json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Option<T>, String> {
    match std::fs::read(folder.join(name)) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| format!("{name}: {error}")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The lowest of all limits that are written down.
fn max_tokens(folder: &Path, options: &Options, positions: usize) -> Result<usize, String> {
    let number = |name: &str, key: &str| -> Result<Option<usize>, String> {
        let file: Option<Value> = json(folder, name)?;
        // Some write down 10³⁰ for no limit.
        Ok(file.and_then(|file| file.get(key)?.as_u64()).and_then(|limit| usize::try_from(limit).ok()))
    };
    let limits = [
        options.max_tokens,
        number("sentence_bert_config.json", "max_seq_length")?,
        number("tokenizer_config.json", "model_max_length")?,
    ];
    let limit = limits.into_iter().flatten().fold(positions, usize::min);
    if limit < 3 { Err("it takes no text: its longest input is 2 tokens".to_owned()) } else { Ok(limit) }
}

/// The steps after the model itself, as `modules.json` lists them; the mean of all tokens if there is none.
fn modules(folder: &Path) -> Result<(Pooling, Option<Dense>), String> {
    #[derive(Deserialize)]
    struct Module {
        path: String,
        #[serde(rename = "type")]
        kind: String,
    }
    let Some(modules) = json::<Vec<Module>>(folder, "modules.json")? else {
        return Ok((pooling(folder, "1_Pooling")?, None));
    };
    let (mut pool, mut dense) = (Pooling::Mean, None);
    for module in modules {
        match module.kind.rsplit('.').next().unwrap_or_default() {
            "Transformer" | "Normalize" => {}
            "Pooling" => pool = pooling(folder, &module.path)?,
            "Dense" if dense.is_none() => dense = Some(dense_layer(&folder.join(&module.path))?),
            other => return Err(format!("modules.json: the step {other} is not understood")),
        }
    }
    Ok((pool, dense))
}

fn pooling(folder: &Path, path: &str) -> Result<Pooling, String> {
    let name = format!("{path}/{CONFIG}");
    let Some(config) = json::<Value>(folder, &name)? else { return Ok(Pooling::Mean) };
    let is_on = |key: &str| config.get(key).and_then(Value::as_bool).unwrap_or(false);
    match config.get("pooling_mode").and_then(Value::as_str) {
        Some("mean") => return Ok(Pooling::Mean),
        Some("cls") => return Ok(Pooling::First),
        Some(other) => return Err(format!("{name}: pooling by {other} is not understood; use mean or cls")),
        None => {}
    }
    let modes = config.as_object().into_iter().flatten();
    let on = modes.filter(|(key, value)| key.starts_with("pooling_mode_") && **value == Value::Bool(true));
    match (on.count(), is_on("pooling_mode_cls_token"), is_on("pooling_mode_mean_tokens")) {
        (1, true, false) => Ok(Pooling::First),
        (1, false, true) => Ok(Pooling::Mean),
        _ => Err(format!("{name}: one of cls and mean must be on, and nothing else")),
    }
}

fn dense_layer(folder: &Path) -> Result<Dense, String> {
    let file = folder.join(WEIGHTS);
    let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let config: Value =
        json(folder, CONFIG)?.ok_or_else(|| format!("{} is missing", folder.join(CONFIG).display()))?;
    let activation = config.get("activation_function").and_then(Value::as_str).unwrap_or_default();
    let tanh = match activation.rsplit('.').next().unwrap_or_default() {
        "Tanh" => true,
        "Identity" => false,
        other => return Err(format!("the activation {other} of a dense layer is not understood")),
    };
    let tensors = SafeTensors::deserialize(&bytes).map_err(|error| error.to_string())?;
    let weights = Weights { tensors, prefix: "" };
    Ok(Dense { layer: weights.linear("linear")?, tanh })
}

/// From the options, from the folder, or by the name: e5 wants some, and its folder does not say so.
fn prefixes(folder: &Path, options: &Options) -> Result<Prefixes, String> {
    let file: Option<Value> = json(folder, "config_sentence_transformers.json")?;
    let prompts = file.as_ref().and_then(|file| file.get("prompts"));
    let prompt =
        |names: &[&str]| names.iter().find_map(|name| prompts?.get(name)?.as_str().map(str::to_owned));
    let name = folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_e5 = name.split(['-', '_', '.']).any(|word| word == "e5");
    let usual = |prefix: &str| if is_e5 { prefix.to_owned() } else { String::new() };
    let query = options.query_prefix.clone().or_else(|| prompt(&["query"]).filter(|text| !text.is_empty()));
    let passage = options
        .passage_prefix
        .clone()
        .or_else(|| prompt(&["passage", "document"]).filter(|text| !text.is_empty()));
    Ok(Prefixes {
        query: query.unwrap_or_else(|| usual("query: ")),
        passage: passage.unwrap_or_else(|| usual("passage: ")),
    })
}

/// As the model card names them: `language: en`, or a list below it.
fn languages(folder: &Path) -> Vec<String> {
    let card = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let Some((head, _)) = card.strip_prefix("---").and_then(|card| card.split_once("\n---")) else {
        return Vec::new();
    };
    let mut lines = head.lines().skip_while(|line| !line.starts_with("language:"));
    let first = lines.next().and_then(|line| line.strip_prefix("language:")).unwrap_or_default();
    let listed = lines.map_while(|line| line.trim_start().strip_prefix("- "));
    let named = first.trim().trim_matches(['[', ']']).split(',').chain(listed);
    let tags = named.map(|tag| tag.trim().trim_matches(['"', '\'']).to_owned());
    tags.filter(|tag| (2..=3).contains(&tag.len()) || tag.contains('-')).collect()
}

struct Weights<'b> {
    tensors: SafeTensors<'b>,
    /// Before every name, as the model was part of a larger one when it was saved.
    prefix: &'static str,
}

impl<'b> Weights<'b> {
    fn new(bytes: &'b [u8], family: Family) -> Result<Self, String> {
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
        let own = match family {
            Family::Bert => "bert.",
            Family::Roberta => "roberta.",
            Family::DistilBert => "distilbert.",
        };
        let has =
            |prefix: &str| tensors.tensor(&format!("{prefix}embeddings.word_embeddings.weight")).is_ok();
        let prefix = ["", own, "model."].into_iter().find(|prefix| has(prefix));
        let prefix =
            prefix.ok_or("it has no embeddings.word_embeddings.weight; it may be of another model")?;
        Ok(Self { tensors, prefix })
    }

    fn numbers(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>), String> {
        let name = format!("{}{name}", self.prefix);
        let tensor = self.tensors.tensor(&name).map_err(|error| format!("{name}: {error}"))?;
        let bytes = tensor.data();
        let kind = tensor.dtype();
        let numbers = if kind == Dtype::F32 {
            bytes.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect()
        } else if kind == Dtype::F16 {
            bytes.as_chunks().0.iter().map(|x| f16::from_le_bytes(*x).to_f32()).collect()
        } else if kind == Dtype::BF16 {
            bytes.as_chunks().0.iter().map(|x| bf16::from_le_bytes(*x).to_f32()).collect()
        } else {
            return Err(format!("{name}: numbers of the kind {kind:?} are not understood"));
        };
        Ok((tensor.shape().to_vec(), numbers))
    }

    fn vector(&self, name: &str) -> Result<Vec<f32>, String> {
        Ok(self.numbers(name)?.1)
    }

    fn matrix(&self, name: &str) -> Result<Array2<f32>, String> {
        let (shape, numbers) = self.numbers(name)?;
        let &[rows, columns] = shape.as_slice() else {
            return Err(format!("{name} is no matrix: {shape:?}"));
        };
        Array2::from_shape_vec((rows, columns), numbers).map_err(|error| format!("{name}: {error}"))
    }

    /// They are saved with one row for each output.
    fn linear(&self, name: &str) -> Result<Linear, String> {
        let weight = self.matrix(&format!("{name}.weight"))?.reversed_axes();
        let bias = self.vector(&format!("{name}.bias"))?;
        Linear::new(weight, bias.into()).ok_or_else(|| misfit(name))
    }

    fn side_by_side(&self, names: &[String; 3]) -> Result<Linear, String> {
        let (mut weights, mut biases) = (Vec::new(), Vec::new());
        for name in names {
            weights.push(self.matrix(&format!("{name}.weight"))?);
            biases.extend(self.vector(&format!("{name}.bias"))?);
        }
        let [first, ..] = names;
        let views: Vec<_> = weights.iter().map(|part| part.view()).collect();
        let weight = concatenate(Axis(0), &views).map_err(|_| misfit(first))?;
        Linear::new(weight.reversed_axes(), biases.into()).ok_or_else(|| misfit(first))
    }

    fn norm(&self, name: &str, epsilon: f32) -> Result<Norm, String> {
        let scale = self.vector(&format!("{name}.weight"))?;
        Norm::new(scale, self.vector(&format!("{name}.bias"))?, epsilon).ok_or_else(|| misfit(name))
    }

    fn model(&self, config: &Config, family: Family) -> Result<(Embeddings, Vec<Layer>), String> {
        let epsilon = config.layer_norm_eps;
        let words = self.matrix("embeddings.word_embeddings.weight")?;
        let mut positions = self.matrix("embeddings.position_embeddings.weight")?;
        if family == Family::Roberta {
            let first = config.pad_token_id.saturating_add(1).min(positions.nrows());
            positions = block(&positions, first..positions.nrows(), 0..positions.ncols()).to_owned();
        } else if positions.nrows() > config.max_position_embeddings {
            positions = block(&positions, 0..config.max_position_embeddings, 0..positions.ncols()).to_owned();
        }
        let hidden = words.ncols();
        let heads = config.num_attention_heads;
        let is_right = heads > 0 && hidden % heads == 0 && positions.ncols() == hidden;
        if !is_right {
            return Err(misfit("embeddings"));
        }
        // All tokens of a text are of the first kind, so that kind may as well be part of every position.
        if self.tensors.tensor(&format!("{}{KINDS}", self.prefix)).is_ok() {
            let kinds = self.matrix(KINDS)?;
            let first = kinds.outer_iter().next().filter(|first| first.len() == hidden);
            positions += &first.ok_or_else(|| misfit(KINDS))?;
        }
        let norm = self.norm("embeddings.LayerNorm", epsilon)?;
        let mut layers = Vec::with_capacity(config.num_hidden_layers.min(1024));
        for number in 0..config.num_hidden_layers {
            layers.push(self.layer(number, family, hidden, epsilon)?);
        }
        if norm.width() != hidden {
            return Err(misfit("embeddings.LayerNorm"));
        }
        Ok((Embeddings { words, positions, norm }, layers))
    }

    fn layer(&self, number: usize, family: Family, hidden: usize, epsilon: f32) -> Result<Layer, String> {
        let bert = [
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "attention.output.LayerNorm",
            "intermediate.dense",
            "output.dense",
            "output.LayerNorm",
        ];
        let distil = [
            "attention.q_lin",
            "attention.k_lin",
            "attention.v_lin",
            "attention.out_lin",
            "sa_layer_norm",
            "ffn.lin1",
            "ffn.lin2",
            "output_layer_norm",
        ];
        let (above, names) = match family {
            Family::Bert | Family::Roberta => ("encoder", bert),
            Family::DistilBert => ("transformer", distil),
        };
        let [query, key, value, attended, attention_norm, widen, narrow, norm] =
            names.map(|name| format!("{above}.layer.{number}.{name}"));
        let layer = Layer {
            attention: self.side_by_side(&[query, key, value])?,
            attended: self.linear(&attended)?,
            attention_norm: self.norm(&attention_norm, epsilon)?,
            widen: self.linear(&widen)?,
            narrow: self.linear(&narrow)?,
            norm: self.norm(&norm, epsilon)?,
        };
        let shape = |linear: &Linear| (linear.inputs(), linear.outputs());
        let wide = layer.widen.outputs();
        let is_right = shape(&layer.attention) == (hidden, 3 * hidden)
            && shape(&layer.attended) == (hidden, hidden)
            && shape(&layer.widen) == (hidden, wide)
            && shape(&layer.narrow) == (wide, hidden)
            && [layer.attention_norm.width(), layer.norm.width()] == [hidden, hidden];
        if is_right { Ok(layer) } else { Err(misfit(&format!("{above}.layer.{number}"))) }
    }
}

const KINDS: &str = "embeddings.token_type_embeddings.weight";

fn misfit(name: &str) -> String {
    format!("the shape of {name} does not go with the others; the files may be of different models")
}

#[cfg(test)]
#[path = "bert_folder_tests.rs"]
mod tests;

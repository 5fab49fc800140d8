//! Encoders of the BERT family: BERT, `MiniLM`, `DistilBERT`, `RoBERTa`, `XLM-R`, and all that was made from
//! them, such as e5 and bge.
//!
//! The texts of a batch lie one after the other in one matrix, so that every product is over all of them and
//! nothing is padded; only attention looks at each text by itself.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2};
use tokenizers::Tokenizer;

use super::embedder::Purpose;
use super::local::Encode;
use super::maths::{Linear, Norm, block, block_mut, each_row, gelu, gelu_tanh, softmax, to_unit_length};

pub(super) struct Bert {
    pub(super) tokenizer: Tokenizer,
    pub(super) embeddings: Embeddings,
    pub(super) layers: Vec<Layer>,
    pub(super) heads: usize,
    pub(super) activation: Activation,
    pub(super) pooling: Pooling,
    /// After pooling, if the model has one.
    pub(super) dense: Option<Dense>,
    pub(super) prefixes: Prefixes,
}

/// What a token is before the first layer.
pub(super) struct Embeddings {
    pub(super) words: Array2<f32>,
    /// The row of the first position is the first one that is used.
    pub(super) positions: Array2<f32>,
    pub(super) norm: Norm,
}

pub(super) struct Layer {
    /// Queries, keys and values side by side, so that they are one product.
    pub(super) attention: Linear,
    pub(super) attended: Linear,
    pub(super) attention_norm: Norm,
    pub(super) widen: Linear,
    pub(super) narrow: Linear,
    pub(super) norm: Norm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    Gelu,
    GeluTanh,
    Relu,
}

/// How the vectors of the tokens become the vector of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    Mean,
    /// That of the first token.
    First,
}

/// A last layer that some models have.
pub(super) struct Dense {
    pub(super) layer: Linear,
    pub(super) tanh: bool,
}

/// What is put before a text, by its purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prefixes {
    pub(super) query: String,
    pub(super) passage: String,
}

impl Bert {
    pub(super) fn dimensions(&self) -> usize {
        self.dense.as_ref().map_or_else(|| self.embeddings.words.ncols(), |dense| dense.layer.outputs())
    }

    fn forward(&self, texts: &[&[u32]]) -> Array2<f32> {
        let spans = spans(texts);
        let mut x = self.embeddings.apply(texts, &spans);
        for layer in &self.layers {
            layer.apply(&mut x, &spans, self.heads, self.activation);
        }
        let mut pooled = Array2::zeros((texts.len(), x.ncols()));
        for (mut vector, span) in pooled.rows_mut().into_iter().zip(&spans) {
            let rows = match self.pooling {
                Pooling::Mean => span.clone(),
                Pooling::First => span.start..span.end.min(span.start + 1),
            };
            // The sum does as well as the mean, as only the direction counts; a dense layer wants the mean.
            let by = (rows.len().max(1) as f32).recip();
            for row in block(&x, rows, 0..x.ncols()).rows() {
                vector.scaled_add(by, &row);
            }
        }
        if let Some(dense) = &self.dense {
            pooled = dense.layer.apply(&pooled.view());
            if dense.tanh {
                pooled.mapv_inplace(f32::tanh);
            }
        }
        each_row(&mut pooled, to_unit_length);
        pooled
    }
}

fn spans(texts: &[&[u32]]) -> Vec<Range<usize>> {
    let starts = texts.iter().scan(0, |start, text| {
        let span = *start..*start + text.len();
        *start = span.end;
        Some(span)
    });
    starts.collect()
}

impl Embeddings {
    fn apply(&self, texts: &[&[u32]], spans: &[Range<usize>]) -> Array2<f32> {
        let rows = spans.last().map_or(0, |span| span.end);
        let mut x = Array2::zeros((rows, self.words.ncols()));
        for (text, span) in texts.iter().zip(spans) {
            for ((row, token), position) in span.clone().zip(*text).zip(self.positions.outer_iter()) {
                // The tokenizer was checked to have no more tokens than there are words.
                let mut vector = x.row_mut(row);
                vector.assign(&self.words.row(*token as usize));
                vector += &position;
            }
        }
        self.norm.apply_to_rows(&mut x);
        x
    }
}

impl Layer {
    fn apply(&self, x: &mut Array2<f32>, spans: &[Range<usize>], heads: usize, activation: Activation) {
        let attended = attend(&self.attention.apply(&x.view()), spans, heads);
        *x += &self.attended.apply(&attended.view());
        self.attention_norm.apply_to_rows(x);
        let mut wide = self.widen.apply(&x.view());
        match activation {
            Activation::Gelu => wide.mapv_inplace(gelu),
            Activation::GeluTanh => wide.mapv_inplace(gelu_tanh),
            Activation::Relu => wide.mapv_inplace(|x| x.max(0.0)),
        }
        *x += &self.narrow.apply(&wide.view());
        self.norm.apply_to_rows(x);
    }
}

/// For each token the values of all tokens of its text, as much of each as its query and their keys agree.
fn attend(queries_keys_values: &Array2<f32>, spans: &[Range<usize>], heads: usize) -> Array2<f32> {
    let hidden = queries_keys_values.ncols() / 3;
    let width = hidden / heads.max(1);
    let scale = (width as f32).sqrt().recip();
    let mut attended = Array2::zeros((queries_keys_values.nrows(), hidden));
    for span in spans {
        for head in 0..heads {
            let part = |number: usize| -> ArrayView2<'_, f32> {
                let start = number * hidden + head * width;
                block(queries_keys_values, span.clone(), start..start + width)
            };
            let mut weights = Array2::zeros((span.len(), span.len()));
            general_mat_mul(scale, &part(0), &part(1).t(), 0.0, &mut weights);
            each_row(&mut weights, softmax);
            let own = head * width..(head + 1) * width;
            let mut out = block_mut(&mut attended, span.clone(), own);
            general_mat_mul(1.0, &weights, &part(2), 0.0, &mut out);
        }
    }
    attended
}

impl Encode for Bert {
    fn encode(&self, texts: &[String], purpose: Purpose) -> Result<(Vec<Vec<f32>>, u64), String> {
        let prefix = match purpose {
            Purpose::Query => &self.prefixes.query,
            Purpose::Passage => &self.prefixes.passage,
        };
        let encode = |text: &String| self.tokenizer.encode_fast(format!("{prefix}{text}"), true);
        let encodings: Result<Vec<_>, _> = texts.iter().map(encode).collect();
        let encodings = encodings.map_err(|error| error.to_string())?;
        let tokens: Vec<&[u32]> = encodings.iter().map(tokenizers::Encoding::get_ids).collect();
        let read = tokens.iter().map(|tokens| tokens.len() as u64).sum();
        let vectors = self.forward(&tokens).rows().into_iter().map(|row| row.to_vec()).collect();
        Ok((vectors, read))
    }
}

#[cfg(test)]
#[path = "bert_tests.rs"]
mod tests;

//! Cuts a text into the pieces of a `SentencePiece` unigram model.
//!
//! The table of characters is read by the `tokenizers` crate; here the model's own file format is read, for which
//! that crate has no reader, and a text is cut into words first, as no piece reaches over a space.

use std::path::Path;

use prost::Message;
use tokenizers::normalizers::precompiled::Precompiled;

use super::unigram::Unigram;

/// Stands for the space before a word.
const SPACE: char = '▁';

pub(super) struct SentencePiece {
    normaliser: Option<Precompiled>,
    pieces: Unigram,
    pub(super) unknown: u32,
    pub(super) begin: u32,
    pub(super) end: u32,
}

/// The parts of `sentencepiece_model.proto` that matter here.
#[derive(Clone, PartialEq, Message)]
pub(super) struct ModelFile {
    #[prost(message, repeated, tag = "1")]
    pub(super) pieces: Vec<Piece>,
    #[prost(message, optional, tag = "3")]
    pub(super) normaliser: Option<NormaliserSpec>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Piece {
    #[prost(string, tag = "1")]
    pub(super) text: String,
    #[prost(float, tag = "2")]
    pub(super) score: f32,
    #[prost(int32, optional, tag = "3")]
    pub(super) kind: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct NormaliserSpec {
    #[prost(bytes = "vec", tag = "2")]
    pub(super) characters: Vec<u8>,
}

/// Kinds of pieces: what text can become, the piece for all else, and marks such as `<s>`.
pub(super) const NORMAL: i32 = 1;
pub(super) const UNKNOWN: i32 = 2;
pub(super) const CONTROL: i32 = 3;

impl SentencePiece {
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        let file = ModelFile::decode(bytes.as_slice());
        Self::new(file.map_err(|error| format!("it is no SentencePiece model: {error}"))?)
    }

    pub(super) fn new(file: ModelFile) -> Result<Self, String> {
        let kind = |piece: &Piece| piece.kind.unwrap_or(NORMAL);
        let place = |found: &dyn Fn(&Piece) -> bool, name: &str| {
            let place = file.pieces.iter().position(found).and_then(|place| u32::try_from(place).ok());
            place.ok_or_else(|| format!("the SentencePiece model has no piece {name}"))
        };
        let unknown = place(&|piece| kind(piece) == UNKNOWN, "for the unknown")?;
        let begin = place(&|piece| kind(piece) == CONTROL && piece.text == "<s>", "<s>")?;
        let end = place(&|piece| kind(piece) == CONTROL && piece.text == "</s>", "</s>")?;
        let characters = file.normaliser.map(|spec| spec.characters).filter(|bytes| !bytes.is_empty());
        let normaliser = characters.map(|bytes| Precompiled::from(&bytes)).transpose();
        let pieces = file.pieces.into_iter().map(|piece| {
            let is_mark = matches!(piece.kind, Some(UNKNOWN | CONTROL));
            // A text that happens to spell a mark must not become it; no word has a space in it.
            let text = if is_mark { format!(" {}", piece.text) } else { piece.text };
            (text, piece.score)
        });
        let pieces = Unigram::new(pieces.collect(), unknown);
        Ok(Self {
            normaliser: normaliser.map_err(|error| format!("its table of characters: {error}"))?,
            pieces: pieces?,
            unknown,
            begin,
            end,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// At most `most` tokens, with the marks for the begin and the end; the rest of the text is left out.
    pub(super) fn tokens(&self, text: &str, most: usize) -> Vec<u32> {
        let normalised = self.normaliser.as_ref().map(|normaliser| normaliser.normalize_string(text));
        let text = normalised.as_deref().unwrap_or(text);
        let most = most.saturating_sub(1);
        let mut tokens = vec![self.begin];
        for word in text.split([' ', SPACE]).filter(|word| !word.is_empty()) {
            tokens.extend(self.pieces.cut(&format!("{SPACE}{word}")));
            if tokens.len() >= most {
                tokens.truncate(most);
                break;
            }
        }
        if tokens.len() == 1 {
            tokens.push(self.unknown);
        }
        tokens.push(self.end);
        tokens
    }
}

#[cfg(test)]
#[path = "sentencepiece_tests.rs"]
mod tests;

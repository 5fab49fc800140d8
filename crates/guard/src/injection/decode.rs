//! Orders that are written so that a filter does not read them and a model does.

use std::ops::Range;

use aho_corasick::AhoCorasick;
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::Regex;

/// How many pieces of one text are decoded; a text of nothing but codes costs no more than that.
const PIECES: usize = 64;
/// A code in a code is looked into once more.
const DEPTH: usize = 2;

pub(super) struct Decoders {
    base64: Regex,
    hex: Regex,
    numbered: Regex,
    /// Words of orders, turned by thirteen letters or written backwards.
    turned: AhoCorasick,
    backwards: AhoCorasick,
}

pub(super) struct Decoded {
    pub(super) how: &'static str,
    pub(super) text: String,
    pub(super) span: Option<Range<usize>>,
}

const KEY_WORDS: [&str; 16] = [
    "ignore",
    "forget",
    "disregard",
    "previous",
    "instructions",
    "system prompt",
    "reveal",
    "override",
    "ignora",
    "olvida",
    "anteriores",
    "instrucciones",
    "muestra",
    "revela",
    "without restrictions",
    "sin restricciones",
];

impl Decoders {
    pub(super) fn compile() -> Result<Self, String> {
        let regex = |pattern: &str| Regex::new(pattern).map_err(|error| error.to_string());
        let words = |turn: fn(&str) -> String| {
            AhoCorasick::builder()
                .ascii_case_insensitive(true)
                .build(KEY_WORDS.map(turn))
                .map_err(|error| error.to_string())
        };
        Ok(Self {
            base64: regex(r"(?-u)[A-Za-z0-9+/_-]{16,}={0,2}")?,
            hex: regex(r"(?-u)(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[ :,]?){10,}")?,
            numbered: regex(r"(?-u)&#(x?)([0-9A-Fa-f]{1,6});?|\\u\{?()([0-9A-Fa-f]{2,6})\}?")?,
            turned: words(rot13)?,
            backwards: words(|word| word.chars().rev().collect())?,
        })
    }

    pub(super) fn decode(&self, text: &str) -> Vec<Decoded> {
        let mut found = Vec::new();
        if self.turned.is_match(text) {
            found.push(Decoded { how: "rot13", text: rot13(text), span: None });
        }
        if self.backwards.is_match(text) {
            found.push(Decoded { how: "reversed", text: text.chars().rev().collect(), span: None });
        }
        self.pieces(text, DEPTH, &mut found);
        found
    }

    fn pieces(&self, text: &str, depth: usize, found: &mut Vec<Decoded>) {
        let from = found.len();
        for place in self.base64.find_iter(text).take(PIECES) {
            if let Some(text) = base64_text(place.as_str()) {
                found.push(Decoded { how: "base64", text, span: Some(place.range()) });
            }
        }
        for place in self.hex.find_iter(text).take(PIECES) {
            let digits: String = place
                .as_str()
                .replace("0x", "")
                .replace("\\x", "")
                .chars()
                .filter(char::is_ascii_hexdigit)
                .collect();
            if let Some(text) = hex::decode(digits).ok().and_then(readable) {
                found.push(Decoded { how: "hex", text, span: Some(place.range()) });
            }
        }
        if text.contains('%') {
            let decoded = percent_encoding::percent_decode_str(text).decode_utf8_lossy();
            if decoded != text {
                found.push(Decoded { how: "percent", text: decoded.into_owned(), span: None });
            }
        }
        if text.contains("&#") || text.contains("\\u") {
            found.push(Decoded { how: "escapes", text: self.unescaped(text), span: None });
        }
        if depth > 1 {
            let texts: Vec<String> =
                found.iter().skip(from).take(PIECES).map(|decoded| decoded.text.clone()).collect();
            for text in texts {
                self.pieces(&text, depth - 1, found);
            }
        }
        found.truncate(from + 4 * PIECES);
    }

    fn unescaped(&self, text: &str) -> String {
        self.numbered
            .replace_all(text, |found: &regex::Captures<'_>| {
                let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
                let hexadecimal = part(1) == "x" || found.get(4).is_some();
                let digits = if found.get(4).is_some() { part(4) } else { part(2) };
                u32::from_str_radix(digits, if hexadecimal { 16 } else { 10 })
                    .ok()
                    .and_then(char::from_u32)
                    .map_or_else(|| part(0).to_owned(), String::from)
            })
            .into_owned()
    }
}

fn base64_text(code: &str) -> Option<String> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let alphabet =
        if code.contains(['-', '_']) { &base64::alphabet::URL_SAFE } else { &base64::alphabet::STANDARD };
    readable(GeneralPurpose::new(alphabet, config).decode(code).ok()?)
}

/// Only what is text: nearly all of what is taken for a code is none.
fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let all = text.chars().count();
    let letters = text.chars().filter(|sign| sign.is_alphanumeric() || sign.is_whitespace()).count();
    (all > 0
        && letters * 10 >= all * 7
        && !text.chars().any(|sign| sign.is_control() && !sign.is_whitespace()))
    .then_some(text)
}

fn rot13(text: &str) -> String {
    let turn = |sign: char, first: u8| {
        u8::try_from(sign).map_or(sign, |byte| char::from((byte - first + 13) % 26 + first))
    };
    text.chars()
        .map(|sign| match sign {
            'a'..='z' => turn(sign, b'a'),
            'A'..='Z' => turn(sign, b'A'),
            other => other,
        })
        .collect()
}

//! Formats that any editor opens.
mod cfdi;
mod cfdi_checks;
mod data;
pub(super) mod decode;
pub(super) mod languages;
mod markdown;
mod plain;
mod rtf;
mod rtf_lexer;
mod tables;

pub(super) use cfdi::cfdi;
pub(super) use data::{data, svg};
pub(super) use markdown::markdown;
pub(super) use plain::{code, item, paragraphs, plain};
pub(super) use rtf::rtf;
pub(super) use tables::delimited;

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;

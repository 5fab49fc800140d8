//! From the bytes of a file to blocks: what it is, a reader for each kind, and a contained process to run them in.
//!
//! Readers are functions of bytes and limits. They run in a [`Pool`] of worker processes, so that a file made to break
//! them breaks one worker and fails one document.
mod archive;
mod draft;
mod epub;
mod error;
#[cfg(test)]
mod fixtures;
mod frame;
mod html;
pub mod kind;
mod limits;
mod mail;
pub mod names;
mod ocr;
mod office;
mod pdf;
mod picture;
mod pool;
mod sandbox;
mod text;
pub mod worker;
mod xml;

pub use error::ExtractError;
pub use kind::Kind;
pub use limits::{Limits, OcrLimits};
pub use names::repair_name;
pub use pool::{Input, Pool, PoolOptions};

use crate::Extracted;
use ocr::Ocr;
use text::decode::{decode, decode_as};

/// Reads a file in this process. Only for files that are trusted, and for workers: hostile ones go through a [`Pool`].
pub fn read(
    name: &str,
    declared: Option<&str>,
    content: Vec<u8>,
    limits: &Limits,
) -> Result<(Kind, Extracted), ExtractError> {
    let kind = kind::detect(name, declared, &content)?;
    let mut ocr = Ocr::new(&limits.ocr);
    let extracted = match kind {
        Kind::Pdf => pdf::pdf(content, limits, &mut ocr),
        Kind::Docx => office::docx(&content, limits),
        Kind::Pptx => office::pptx(&content, limits),
        Kind::Odt | Kind::Odp => office::opendocument(&content, limits),
        Kind::Xlsx | Kind::Xls | Kind::Ods => office::sheets(kind, &content, limits),
        Kind::Rtf => text::rtf(&content, limits),
        Kind::Epub => epub::epub(&content, limits),
        Kind::Eml => mail::mail(&content, limits),
        Kind::Html => Ok(html::html(&decode_as(&content, html::charset(&content).as_deref()), limits)),
        Kind::Csv => text::delimited(&decode(&content), limits, false),
        Kind::Tsv => text::delimited(&decode(&content), limits, true),
        Kind::Xml => {
            let text = decode(&content);
            xml::refuse_bomb(&text).map(|()| text::data(kind, &text, limits))
        }
        Kind::Json | Kind::Yaml | Kind::Toml => Ok(text::data(kind, &decode(&content), limits)),
        Kind::Cfdi => text::cfdi(&decode(&content), limits),
        Kind::Svg => text::svg(&decode(&content), limits),
        Kind::Markdown => Ok(text::markdown(&decode(&content), limits)),
        Kind::Text => Ok(text::plain(&decode(&content), limits)),
        Kind::Code => Ok(text::code(name, &decode(&content), limits)),
        Kind::Jpeg | Kind::Png | Kind::Gif | Kind::Webp | Kind::Bmp | Kind::Tiff => {
            picture::picture(&content, limits, &mut ocr)
        }
    }?;
    Ok((kind, extracted))
}

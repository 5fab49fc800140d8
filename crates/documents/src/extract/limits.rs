//! How much one file may take. Readers count as they go, so that a bomb is refused before it unfolds.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of all text found.
    pub text: usize,
    /// Bytes of all entries of a container together, unpacked.
    pub unpacked: u64,
    /// How many times larger than the file what it holds may be.
    pub ratio: u64,
    /// Entries of a container.
    pub entries: usize,
    /// Elements inside elements, groups inside groups.
    pub depth: usize,
    /// Width times height of a picture.
    pub pixels: u64,
    pub pages: usize,
    pub ocr: OcrLimits,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OcrLimits {
    /// Pages of one file read by OCR.
    pub pages: usize,
    /// For all of them together.
    pub seconds: u64,
    /// As tesseract names them.
    pub languages: String,
    /// The folder of their data; where tesseract looks by itself if it is not named.
    pub data: Option<PathBuf>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text: 64 << 20,
            unpacked: 512 << 20,
            ratio: 200,
            entries: 20_000,
            depth: 200,
            pixels: 100_000_000,
            pages: 20_000,
            ocr: OcrLimits::default(),
        }
    }
}

impl Default for OcrLimits {
    fn default() -> Self {
        Self { pages: 50, seconds: 20, languages: "spa+eng".to_owned(), data: None }
    }
}

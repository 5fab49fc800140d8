//! What the server and a worker say to each other: JSON with its length before it, and raw bytes with theirs.
//!
//! In order: the server sends [`Setup`], the worker answers [`Hello`]. Then, for each file, a [`Task`] and the file's
//! bytes one way, a [`Reply`] and the bytes of each child the other way.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::ExtractError;
use super::kind::Kind;
use super::limits::Limits;
use crate::Extracted;

/// Of everything but file contents and replies.
pub(super) const LARGEST_HEAD: u64 = 1 << 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Bytes of address space.
    pub(super) memory: u64,
    /// Data of OCR that is not where distributions put it.
    pub(super) ocr_data: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) walls: Walls,
}

/// How well the kernel shuts a worker in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Walls {
    /// No files but those that OCR needs, no TCP. UDP is not walled off.
    All,
    /// An older kernel: some of it.
    Some,
    None,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) name: String,
    pub(super) declared: Option<String>,
    pub(super) limits: Limits,
    /// Of processor time.
    pub(super) seconds: u64,
}

pub(super) type Reply = Result<(Kind, Extracted), ExtractError>;

/// A frame's bytes: the length, little end first, and the content.
pub(super) fn head(length: usize) -> [u8; 8] {
    (length as u64).to_le_bytes()
}

pub(super) fn write_json(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_bytes(output, &serde_json::to_vec(value)?)
}

pub(super) fn write_bytes(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    output.write_all(&head(content.len()))?;
    output.write_all(content)
}

pub(super) fn read_json<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    Ok(serde_json::from_slice(&read_bytes(input, LARGEST_HEAD)?)?)
}

pub(super) fn read_bytes(input: &mut impl Read, largest: u64) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > largest {
        return Err(io::Error::other("a frame is larger than it may be"));
    }
    let mut content = Vec::new();
    input.take(length).read_to_end(&mut content)?;
    if content.len() as u64 == length { Ok(content) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// A reply with its children's contents set aside: as JSON they would be four times their size.
pub(super) fn split(mut reply: Reply) -> (Reply, Vec<Vec<u8>>) {
    let mut contents = Vec::new();
    if let Ok((_, extracted)) = &mut reply {
        contents = extracted.children.iter_mut().map(|child| std::mem::take(&mut child.content)).collect();
    }
    (reply, contents)
}

//! Reads the arrays of a `NumPy` archive (`.npz`): a zip file with one `.npy` file for each array.
//!
//! By hand, because the crate for it brings a parser generator and a second zip reader for what is a header
//! of one line. Only what weights are made of is read: numbers of 32 or 64 bits and bytes, row by row.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use ndarray::{Array1, Array2};
use zip::ZipArchive;

/// No array of weights is larger; whoever names a larger one does not mean well.
const MAX_BYTES: usize = 1 << 30;

pub(super) struct Npz(ZipArchive<BufReader<File>>);

/// An array as it lies in the file.
struct Raw {
    kind: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Npz {
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let archive = ZipArchive::new(BufReader::new(file));
        Ok(Self(archive.map_err(|error| format!("it is no NumPy archive: {error}"))?))
    }

    /// A matrix of bytes, row by row, and how wide it is.
    pub(super) fn bytes(&mut self, name: &str) -> Result<(Vec<u8>, usize), String> {
        let raw = self.raw(name)?;
        match (raw.kind.as_str(), raw.shape.as_slice()) {
            ("|u1", &[_, width]) => Ok((raw.bytes, width)),
            _ => Err(raw.unexpected(name, "a matrix of bytes")),
        }
    }

    pub(super) fn matrix(&mut self, name: &str) -> Result<Array2<f32>, String> {
        let raw = self.raw(name)?;
        let &[rows, columns] = raw.shape.as_slice() else { return Err(raw.unexpected(name, "a matrix")) };
        let shape = (rows, columns);
        Array2::from_shape_vec(shape, raw.floats(name)?).map_err(|error| format!("{name}: {error}"))
    }

    pub(super) fn vector(&mut self, name: &str) -> Result<Array1<f32>, String> {
        Ok(self.raw(name)?.floats(name)?.into())
    }

    fn raw(&mut self, name: &str) -> Result<Raw, String> {
        let mut bytes = Vec::new();
        let file = self.0.by_name(&format!("{name}.npy")).map_err(|error| format!("{name}: {error}"))?;
        let limit = MAX_BYTES as u64 + 1;
        file.take(limit).read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
        if bytes.len() > MAX_BYTES {
            return Err(format!("{name} is larger than weights are"));
        }
        Raw::parse(bytes).map_err(|problem| format!("{name}: {problem}"))
    }
}

impl Raw {
    /// The format: `\x93NUMPY`, a version, the header's length, the header as a Python dictionary, the numbers.
    fn parse(mut bytes: Vec<u8>) -> Result<Self, &'static str> {
        const BAD: &str = "it is no array of NumPy";
        let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or(BAD)?;
        let (start, length) = match rest {
            [1, _, a, b, ..] => (10, usize::from(u16::from_le_bytes([*a, *b]))),
            [2 | 3, _, a, b, c, d, ..] => (12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
            _ => return Err(BAD),
        };
        let end = start + length;
        let header = bytes.get(start..end).and_then(|header| str::from_utf8(header).ok()).ok_or(BAD)?;
        if !value_of(header, "fortran_order").is_some_and(|value| value.starts_with("False")) {
            return Err("its numbers are not written row by row");
        }
        let kind = value_of(header, "descr").and_then(|value| value.split('\'').nth(1)).ok_or(BAD)?;
        let shape = value_of(header, "shape").and_then(|value| value.strip_prefix('(')).ok_or(BAD)?;
        let shape = shape.split_once(')').ok_or(BAD)?.0.split(',').map(str::trim);
        let shape: Result<Vec<usize>, _> = shape.filter(|n| !n.is_empty()).map(str::parse).collect();
        let (kind, shape) = (kind.to_owned(), shape.map_err(|_| BAD)?);
        Ok(Self { kind, shape, bytes: bytes.split_off(end) })
    }

    fn floats(&self, name: &str) -> Result<Vec<f32>, String> {
        match self.kind.as_str() {
            "<f4" => Ok(self.bytes.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect()),
            #[expect(clippy::cast_possible_truncation, reason = "we calculate in 32 bits")]
            "<f8" => {
                Ok(self.bytes.as_chunks().0.iter().copied().map(|x| f64::from_le_bytes(x) as f32).collect())
            }
            _ => Err(self.unexpected(name, "numbers")),
        }
    }

    fn unexpected(&self, name: &str, wanted: &str) -> String {
        format!("{name} should be {wanted}, but is {:?} of kind {}", self.shape, self.kind)
    }
}

/// What stands after a key of the header.
fn value_of<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, after) = header.split_once(&format!("'{key}'"))?;
    Some(after.trim_start().strip_prefix(':')?.trim_start())
}

#[cfg(test)]
#[path = "npz_tests.rs"]
mod tests;

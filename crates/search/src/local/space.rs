//! A dense space: int8 vectors in a file that only grows, and in memory.
//!
//! A record is a slot (the number that a passage got when it was indexed), the vector, and a checksum.
//! How much of the file counts is written in the inverted index' commit, so that words and vectors change
//! together: what a killed process wrote beyond it is cut off, and what is missing is damage.
//!
//! Cosine over 8-bit numbers differs from that over floats by less than 0.01, and every row is compared,
//! so that no filter costs recall. Above some tens of thousands of rows the sign bits choose first who is compared.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use simsimd::{BinarySimilarity, SpatialSimilarity};

const MAGIC: [u8; 8] = *b"CONSVEC1";
const HEADER: u64 = 16;
/// Slot before the values, checksum after them.
const AROUND: usize = 12;
/// In memory, rows come in blocks that snapshots share; the last one is copied when it grows.
const BLOCK_ROWS: usize = 2048;
const NO_ROW: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
struct Block {
    values: Vec<i8>,
    bits: Vec<u8>,
    inverse_norms: Vec<f32>,
    slots: Vec<u64>,
}

/// What a search sees: cheap to clone, never changed under a reader.
#[derive(Clone, Debug)]
pub(super) struct Space {
    dims: usize,
    blocks: Vec<Arc<Block>>,
    rows: usize,
    /// By slot; the last vector of a slot counts.
    row_of: Arc<Vec<u32>>,
}

/// A question's vector, made ready.
pub(super) struct Probe {
    values: Vec<i8>,
    bits: Vec<u8>,
    inverse_norm: f32,
}

impl Probe {
    pub(super) fn new(values: &[f32]) -> Self {
        let values = quantise(values);
        Self { bits: sign_bits(&values), inverse_norm: inverse_norm(&values), values }
    }
}

impl Space {
    pub(super) fn empty(dims: usize) -> Self {
        Self { dims, blocks: Vec::new(), rows: 0, row_of: Arc::default() }
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    /// With those that were replaced or whose passages are gone.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn has(&self, slot: u64) -> bool {
        self.row(slot).is_some()
    }

    fn row(&self, slot: u64) -> Option<usize> {
        let row = *self.row_of.get(usize::try_from(slot).ok()?)?;
        (row != NO_ROW).then_some(row as usize)
    }

    /// The cosine with the vector of this slot, if it has one.
    pub(super) fn cosine(&self, probe: &Probe, slot: u64) -> Option<f32> {
        let row = self.row(slot)?;
        let block = self.blocks.get(row / BLOCK_ROWS)?;
        let at = row % BLOCK_ROWS;
        let values = block.values.get(at * self.dims..(at + 1) * self.dims)?;
        #[expect(clippy::cast_possible_truncation, reason = "a cosine needs no more digits than f32 has")]
        let dot = i8::dot(&probe.values, values)? as f32;
        Some(dot * probe.inverse_norm * block.inverse_norms.get(at)?)
    }

    /// How many sign bits differ from those of this slot's vector.
    pub(super) fn coarse_distance(&self, probe: &Probe, slot: u64) -> Option<u32> {
        let row = self.row(slot)?;
        let block = self.blocks.get(row / BLOCK_ROWS)?;
        let width = self.dims.div_ceil(8);
        let at = row % BLOCK_ROWS;
        let bits = block.bits.get(at * width..(at + 1) * width)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of bits, at most the dimensions"
        )]
        Some(u8::hamming(&probe.bits, bits)? as u32)
    }

    fn push(&mut self, slot: u64, values: &[i8]) {
        let row = self.rows;
        if row.is_multiple_of(BLOCK_ROWS) {
            self.blocks.push(Arc::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            let block = Arc::make_mut(block);
            block.values.extend_from_slice(values);
            block.bits.extend(sign_bits(values));
            block.inverse_norms.push(inverse_norm(values));
            block.slots.push(slot);
            self.rows += 1;
        }
        let row_of = Arc::make_mut(&mut self.row_of);
        let (Ok(slot), Ok(row)) = (usize::try_from(slot), u32::try_from(row)) else { return };
        if row_of.len() <= slot {
            row_of.resize(slot + 1, NO_ROW);
        }
        if let Some(place) = row_of.get_mut(slot) {
            *place = row;
        }
    }

    /// The latest vector of every slot that is kept.
    fn latest(&self, keeps: impl Fn(u64) -> bool) -> impl Iterator<Item = (u64, &[i8])> {
        let rows = self
            .blocks
            .iter()
            .flat_map(move |block| block.slots.iter().zip(block.values.chunks_exact(self.dims.max(1))));
        rows.enumerate()
            .filter(move |(row, (slot, _))| self.row(**slot) == Some(*row) && keeps(**slot))
            .map(|(_, (slot, values))| (*slot, values))
    }
}

/// The file behind a space.
#[derive(Debug)]
pub(super) struct SpaceFile {
    file: File,
    dims: usize,
    bytes: u64,
}

impl SpaceFile {
    pub(super) fn create(path: &Path, dims: usize) -> std::io::Result<Self> {
        let mut file = OpenOptions::new().create(true).truncate(true).read(true).write(true).open(path)?;
        file.write_all(&MAGIC)?;
        file.write_all(&(dims as u64).to_le_bytes())?;
        Ok(Self { file, dims, bytes: HEADER })
    }

    /// Reads `bytes` of it, which is what was committed, and forgets what comes after.
    pub(super) fn open(path: &Path, dims: usize, bytes: u64) -> Result<(Self, Space), Damage> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        if length < bytes || bytes < HEADER {
            return Err(Damage(format!("{length} bytes of vectors where {bytes} were committed")));
        }
        let mut reader = BufReader::with_capacity(1 << 20, (&file).take(bytes));
        let mut header = [0; 16];
        reader.read_exact(&mut header)?;
        let (magic, written_dims) = header.split_at(8);
        if magic != MAGIC || written_dims != (dims as u64).to_le_bytes() {
            return Err(Damage("the file of vectors has a foreign beginning".to_owned()));
        }
        let mut record = vec![0; dims + AROUND];
        if !(bytes - HEADER).is_multiple_of(record.len() as u64) {
            return Err(Damage("the last vector is not whole".to_owned()));
        }
        let mut space = Space::empty(dims);
        for _ in 0..(bytes - HEADER) / record.len() as u64 {
            reader.read_exact(&mut record)?;
            let (slot, values) =
                parse(&record).ok_or_else(|| Damage("the checksum of a vector is wrong".to_owned()))?;
            space.push(slot, &values);
        }
        drop(reader);
        if length > bytes {
            file.set_len(bytes)?;
        }
        file.seek(SeekFrom::Start(bytes))?;
        Ok((Self { file, dims, bytes }, space))
    }

    /// What a commit is to remember.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the vectors, durably, and puts them into `space`.
    pub(super) fn append(&mut self, space: &mut Space, vectors: &[(u64, &[f32])]) -> std::io::Result<()> {
        let quantised = vectors.iter().map(|(slot, values)| (*slot, quantise(values)));
        let quantised: Vec<(u64, Vec<i8>)> = quantised.collect();
        self.write(quantised.iter().map(|(slot, values)| (*slot, values.as_slice())))?;
        for (slot, values) in &quantised {
            space.push(*slot, values);
        }
        Ok(())
    }

    /// A new file with the latest vectors of the slots that are kept.
    pub(super) fn compacted(
        path: &Path,
        space: &Space,
        keeps: impl Fn(u64) -> bool,
    ) -> std::io::Result<(Self, Space)> {
        let mut file = Self::create(path, space.dims)?;
        file.write(space.latest(&keeps))?;
        let mut kept = Space::empty(space.dims);
        for (slot, values) in space.latest(&keeps) {
            kept.push(slot, values);
        }
        Ok((file, kept))
    }

    fn write<'a>(&mut self, vectors: impl Iterator<Item = (u64, &'a [i8])>) -> std::io::Result<()> {
        // A failed attempt may have left something behind the committed end.
        self.file.seek(SeekFrom::Start(self.bytes))?;
        let mut written = self.bytes;
        let mut out = BufWriter::with_capacity(1 << 20, &self.file);
        let mut record = Vec::with_capacity(self.dims + AROUND);
        for (slot, values) in vectors {
            record.clear();
            record.extend_from_slice(&slot.to_le_bytes());
            record.extend(values.iter().map(|value| value.to_le_bytes()[0]));
            let checksum = crc32fast::hash(&record);
            record.extend_from_slice(&checksum.to_le_bytes());
            out.write_all(&record)?;
            written += record.len() as u64;
        }
        out.flush()?;
        drop(out);
        self.file.sync_data()?;
        self.bytes = written;
        Ok(())
    }
}

fn parse(record: &[u8]) -> Option<(u64, Vec<i8>)> {
    let (body, checksum) = record.split_last_chunk::<4>()?;
    if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (slot, values) = body.split_first_chunk::<8>()?;
    Some((u64::from_le_bytes(*slot), values.iter().map(|value| i8::from_le_bytes([*value])).collect()))
}

/// Why a file cannot be used.
#[derive(Debug)]
pub(super) struct Damage(pub(super) String);

impl From<std::io::Error> for Damage {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// The longest number becomes 127; the length of the vector does not matter to a cosine.
fn quantise(values: &[f32]) -> Vec<i8> {
    let longest = values.iter().fold(0.0_f32, |longest, value| longest.max(value.abs()));
    let scale = if longest > 0.0 && longest.is_finite() { 127.0 / longest } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "within ±127 by the scale; a NaN becomes 0")]
    let quantised = values.iter().map(|value| (value * scale).round() as i8);
    quantised.collect()
}

fn inverse_norm(values: &[i8]) -> f32 {
    let square: f32 = values.iter().map(|value| f32::from(*value) * f32::from(*value)).sum();
    if square > 0.0 { square.sqrt().recip() } else { 0.0 }
}

fn sign_bits(values: &[i8]) -> Vec<u8> {
    let byte = |eight: &[i8]| {
        eight.iter().enumerate().fold(0_u8, |byte, (at, value)| byte | (u8::from(*value > 0) << at))
    };
    values.chunks(8).map(byte).collect()
}

#[cfg(test)]
#[path = "space_tests.rs"]
mod tests;

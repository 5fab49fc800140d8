//! Google's Universal Sentence Encoder, multilingual, version 3: 512 dimensions, 16 languages.
//!
//! Three convolutions look at two, three and five pieces of a text at once; what they see is added up over
//! the text and goes through four dense layers. There is no attention in it, so it is fast, and its time
//! grows with the length of a text and no faster.
//!
//! The texts of a batch lie one after the other in one matrix, with rows of zeros in between. As the rows of a
//! window lie side by side in memory, a convolution is one matrix product over windows that overlap: nothing
//! is padded and nothing is copied.

use std::ops::Range;
use std::path::Path;

use ndarray::{Array2, ArrayView2, Axis, ShapeBuilder, ShapeError, concatenate};

use super::embedder::Purpose;
use super::local::Encode;
use super::maths::{Linear, Norm, block, block_mut, each_row, relu, to_unit_length};
use super::npz::Npz;
use super::sentencepiece::SentencePiece;

/// The file of the weights, and of the pieces.
pub(super) const WEIGHTS: &str = "weights.npz";
pub(super) const PIECES: &str = "sp.model";

/// What it was trained in.
pub(super) const LANGUAGES: [&str; 16] =
    ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh", "zh-TW"];

/// Not a limit of the model, but beyond it there is too much in a text for one vector.
pub(super) const MAX_TOKENS: usize = 4096;

/// How many pieces each convolution sees, and how many of them lie before the one in question.
const WINDOWS: [(usize, usize); 3] = [(2, 0), (3, 1), (5, 2)];
/// Rows of zeros before, between and after texts: as far as the widest window reaches out of one.
const GAP: usize = 2;

pub(super) struct UseMultilingual {
    /// Of one text, marks included; what is longer is cut there.
    pub(super) max_tokens: usize,
    pieces: SentencePiece,
    table: Table,
    entrance: Linear,
    entrance_norm: Norm,
    branches: Vec<Branch>,
    features_norm: Norm,
    exit: Linear,
    head: Head,
}

/// A vector for each piece, in one byte for each number; they stay so, which takes a quarter of the memory.
/// Pieces are dealt out to blocks like cards, and each block has its own scale.
struct Table {
    blocks: Vec<Block>,
    width: usize,
}

struct Block {
    numbers: Vec<u8>,
    scale: f32,
    lowest: f32,
}

/// Two convolutions over windows of one size, each added to what went into it.
struct Branch {
    left: usize,
    first: Linear,
    second: Linear,
}

/// The dense layers after the sum; two of them have a way around.
struct Head {
    first: Array2<f32>,
    second: Array2<f32>,
    around_first: Array2<f32>,
    third: Array2<f32>,
    fourth: Array2<f32>,
    around_third: Array2<f32>,
}

impl UseMultilingual {
    pub(super) fn open(folder: &Path) -> Result<Self, String> {
        let within = |file: &'static str| move |problem: String| format!("{file}: {problem}");
        let pieces = SentencePiece::open(&folder.join(PIECES)).map_err(within(PIECES))?;
        Self::read(pieces, Npz::open(&folder.join(WEIGHTS)).map_err(within(WEIGHTS))?)
            .map_err(within(WEIGHTS))
    }

    fn read(pieces: SentencePiece, mut npz: Npz) -> Result<Self, String> {
        let table = Table::read(&mut npz)?;
        let epsilon = npz.vector("eps")?.first().copied().unwrap_or(1e-12);
        let (mut entrances, mut biases, mut scales, mut shifts) = (vec![], vec![], vec![], vec![]);
        let mut branches = Vec::new();
        for (width, left) in WINDOWS {
            entrances.push(npz.matrix(&format!("proj{width}"))?);
            biases.extend(npz.vector(&format!("proj_b{width}"))?);
            scales.extend(npz.vector(&format!("ln_g{width}"))?);
            shifts.extend(npz.vector(&format!("ln_b{width}"))?);
            let mut layer = |number: u8| {
                let weight = npz.matrix(&format!("w{number}_{width}"))?;
                let bias = npz.vector(&format!("b{number}_{width}"))?;
                Linear::new(weight, bias).ok_or_else(|| misfit(&format!("w{number}_{width}")))
            };
            branches.push(Branch { left, first: layer(1)?, second: layer(2)? });
        }
        let entrances: Vec<_> = entrances.iter().map(|part| part.view()).collect();
        let entrance = concatenate(Axis(1), &entrances).map_err(|_| misfit("proj"))?;
        let (scale, shift) = (npz.vector("ln_g")?.to_vec(), npz.vector("ln_b")?.to_vec());
        let encoder = Self {
            max_tokens: MAX_TOKENS,
            pieces,
            table,
            entrance: Linear::new(entrance, biases.into()).ok_or_else(|| misfit("proj_b"))?,
            entrance_norm: Norm::new(scales, shifts, epsilon).ok_or_else(|| misfit("ln_g2"))?,
            branches,
            features_norm: Norm::new(scale, shift, epsilon).ok_or_else(|| misfit("ln_g"))?,
            exit: Linear::new(npz.matrix("cnn_W")?, npz.vector("cnn_b")?).ok_or_else(|| misfit("cnn_W"))?,
            head: Head::read(&mut npz)?,
        };
        encoder.check()?;
        Ok(encoder)
    }

    /// That every layer takes what the one before gives: matrix products trust in that.
    fn check(&self) -> Result<(), String> {
        let inner = self.entrance.outputs() / WINDOWS.len();
        let fits = |is: bool, name: &str| if is { Ok(()) } else { Err(misfit(name)) };
        fits(self.table.blocks.len() * self.table.rows() >= self.pieces.len(), "q1")?;
        fits(self.entrance.inputs() == self.table.width, "proj2")?;
        fits(self.entrance.outputs() == inner * WINDOWS.len(), "proj2")?;
        fits(self.entrance_norm.width() == self.entrance.outputs(), "ln_g2")?;
        for (branch, (width, _)) in self.branches.iter().zip(WINDOWS) {
            for layer in [&branch.first, &branch.second] {
                let is_right = (layer.inputs(), layer.outputs()) == (width * inner, inner);
                fits(is_right, &format!("w1_{width} or w2_{width}"))?;
            }
        }
        fits(self.features_norm.width() == self.table.width + self.entrance.outputs(), "ln_g")?;
        fits(self.exit.inputs() == self.features_norm.width(), "cnn_W")?;
        fits(self.head.takes(self.exit.outputs()), "d0 to d3, p1 or p3")
    }

    pub(super) fn dimensions(&self) -> usize {
        self.head.fourth.ncols()
    }

    fn forward(&self, texts: &[Vec<u32>]) -> Array2<f32> {
        let layout = Layout::new(texts);
        let width = self.table.width;
        let mut features = Array2::<f32>::zeros((layout.rows, self.features_norm.width()));
        for (span, text) in layout.spans.iter().zip(texts) {
            for (row, piece) in span.clone().zip(text) {
                if let Some(row) = features.row_mut(row).as_slice_mut() {
                    self.table.write(*piece, row);
                }
            }
        }
        let mut entered = self.entrance.apply(&block(&features, 0..layout.rows, 0..width));
        self.entrance_norm.apply_to_rows(&mut entered);
        layout.clear_gaps(&mut entered);

        let inner = entered.ncols() / WINDOWS.len();
        for (number, branch) in self.branches.iter().enumerate() {
            let own = number * inner..(number + 1) * inner;
            let x = block(&entered, 0..layout.rows, own.clone()).as_standard_layout().into_owned();
            let x = branch.convolve(&branch.first, &x, &layout);
            let x = branch.convolve(&branch.second, &x, &layout);
            block_mut(&mut features, 0..layout.rows, width + own.start..width + own.end).assign(&x);
        }

        self.features_norm.apply_to_rows(&mut features);
        // The sum may come before the product, which then has one row for each text instead of each piece.
        let mut sums = Array2::zeros((texts.len(), features.ncols()));
        for (mut sum, span) in sums.rows_mut().into_iter().zip(&layout.spans) {
            let length = span.len() as f32;
            for row in block(&features, span.clone(), 0..features.ncols()).rows() {
                sum += &row;
            }
            sum /= length;
        }
        let mut means = self.exit.apply(&sums.view());
        for (mut mean, span) in means.rows_mut().into_iter().zip(&layout.spans) {
            mean *= (span.len() as f32).sqrt();
        }
        self.head.apply(&means)
    }
}

fn misfit(name: &str) -> String {
    format!("the shape of {name} does not go with the others; the file may be of another model")
}

impl Table {
    fn read(npz: &mut Npz) -> Result<Self, String> {
        let (scales, lowest) = (npz.vector("scale")?, npz.vector("lo")?);
        let (mut blocks, mut width) = (Vec::new(), 0);
        for (number, (scale, lowest)) in scales.into_iter().zip(lowest).enumerate() {
            let numbers;
            (numbers, width) = npz.bytes(&format!("q{}", number + 1))?;
            blocks.push(Block { numbers, scale, lowest });
        }
        let table = Self { blocks, width };
        let size = table.rows() * width;
        if size == 0 || table.blocks.iter().any(|block| block.numbers.len() != size) {
            return Err(misfit("q1"));
        }
        Ok(table)
    }

    /// Of each block.
    fn rows(&self) -> usize {
        self.blocks.first().map_or(0, |block| block.numbers.len() / self.width.max(1))
    }

    /// Writes the vector of a piece at the beginning of `row`.
    fn write(&self, piece: u32, row: &mut [f32]) {
        let piece = piece as usize;
        let Some(block) = self.blocks.get(piece % self.blocks.len()) else { return };
        let start = piece / self.blocks.len() * self.width;
        let numbers = block.numbers.get(start..start + self.width).unwrap_or_default();
        for (x, number) in row.iter_mut().zip(numbers) {
            *x = f32::from(*number) * block.scale + block.lowest;
        }
    }
}

impl Branch {
    /// `x + relu(windows of x · weight + bias)`, with the gaps still zero.
    fn convolve(&self, layer: &Linear, x: &Array2<f32>, layout: &Layout) -> Array2<f32> {
        let mut y = Array2::zeros(x.raw_dim());
        // There are more rows than a window is high: the gaps see to that.
        if let Ok(windows) = windows(x, layer.inputs()) {
            let rows = self.left..self.left + windows.nrows();
            layer.apply_into(&windows, block_mut(&mut y, rows, 0..x.ncols()));
        }
        relu(&mut y);
        y += x;
        layout.clear_gaps(&mut y);
        y
    }
}

/// For each row of `x`, that row and those after it, `length` numbers in all, as one row.
fn windows(x: &Array2<f32>, length: usize) -> Result<ArrayView2<'_, f32>, ShapeError> {
    let rows = x.len().saturating_sub(length) / x.ncols().max(1) + 1;
    ArrayView2::from_shape((rows, length).strides((x.ncols(), 1)), x.as_slice().unwrap_or_default())
}

/// Where each text of a batch lies.
struct Layout {
    spans: Vec<Range<usize>>,
    gaps: Vec<usize>,
    rows: usize,
}

impl Layout {
    fn new(texts: &[Vec<u32>]) -> Self {
        let mut gaps: Vec<usize> = (0..GAP).collect();
        let mut spans = Vec::with_capacity(texts.len());
        let mut rows = GAP;
        for text in texts {
            let end = rows + text.len();
            spans.push(rows..end);
            rows = end + GAP;
            gaps.extend(end..rows);
        }
        Self { spans, gaps, rows }
    }

    fn clear_gaps(&self, matrix: &mut Array2<f32>) {
        for row in &self.gaps {
            matrix.row_mut(*row).fill(0.0);
        }
    }
}

impl Head {
    fn read(npz: &mut Npz) -> Result<Self, String> {
        Ok(Self {
            first: npz.matrix("d0")?,
            second: npz.matrix("d1")?,
            around_first: npz.matrix("p1")?,
            third: npz.matrix("d2")?,
            fourth: npz.matrix("d3")?,
            around_third: npz.matrix("p3")?,
        })
    }

    fn takes(&self, inputs: usize) -> bool {
        let (middle, outputs) = (self.second.ncols(), self.fourth.ncols());
        self.first.nrows() == inputs
            && self.second.nrows() == self.first.ncols()
            && self.around_first.dim() == (inputs, middle)
            && self.third.nrows() == middle
            && self.fourth.nrows() == self.third.ncols()
            && self.around_third.dim() == (middle, outputs)
    }

    fn apply(&self, x: &Array2<f32>) -> Array2<f32> {
        let mut inner = x.dot(&self.first);
        relu(&mut inner);
        let mut middle = x.dot(&self.around_first) + inner.dot(&self.second);
        relu(&mut middle);
        let mut inner = middle.dot(&self.third);
        relu(&mut inner);
        let mut y = middle.dot(&self.around_third) + inner.dot(&self.fourth);
        y.mapv_inplace(f32::tanh);
        each_row(&mut y, to_unit_length);
        y
    }
}

impl Encode for UseMultilingual {
    /// It makes no difference between queries and passages.
    fn encode(&self, texts: &[String], _: Purpose) -> Result<(Vec<Vec<f32>>, u64), String> {
        let tokens: Vec<_> = texts.iter().map(|text| self.pieces.tokens(text, self.max_tokens)).collect();
        let read = tokens.iter().map(|tokens| tokens.len() as u64).sum();
        let vectors = self.forward(&tokens).rows().into_iter().map(|row| row.to_vec()).collect();
        Ok((vectors, read))
    }
}

#[cfg(test)]
#[path = "use_multilingual_tests.rs"]
mod tests;

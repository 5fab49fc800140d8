//! The few operations that sentence encoders are made of, on rows of numbers.
//!
//! Matrix products are `ndarray`'s. What works on one row is a plain loop over a slice, written so that the
//! compiler can do several numbers at once: that is why `exp` and `erf` are here although the standard
//! library and `libm` have more exact ones.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut2, Axis};

/// Numbers that are added up side by side, so that one sum need not wait for the one before.
const LANES: usize = 16;

/// `x · weight + bias`.
#[derive(Debug)]
pub(super) struct Linear {
    /// One row for each input.
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    /// None if they do not fit together.
    pub(super) fn new(weight: Array2<f32>, bias: Array1<f32>) -> Option<Self> {
        (weight.ncols() == bias.len()).then_some(Self { weight, bias })
    }

    pub(super) fn inputs(&self) -> usize {
        self.weight.nrows()
    }

    pub(super) fn outputs(&self) -> usize {
        self.weight.ncols()
    }

    pub(super) fn apply(&self, x: &ArrayView2<'_, f32>) -> Array2<f32> {
        let mut y = Array2::zeros((x.nrows(), self.outputs()));
        self.apply_into(x, y.view_mut());
        y
    }

    pub(super) fn apply_into(&self, x: &ArrayView2<'_, f32>, mut y: ArrayViewMut2<'_, f32>) {
        y.assign(&self.bias);
        general_mat_mul(1.0, x, &self.weight, 1.0, &mut y);
    }
}

/// Brings a row to mean 0 and variance 1, then scales and shifts it.
#[derive(Debug)]
pub(super) struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    /// None if they do not fit together.
    pub(super) fn new(scale: Vec<f32>, shift: Vec<f32>, epsilon: f32) -> Option<Self> {
        (scale.len() == shift.len() && !scale.is_empty()).then_some(Self { scale, shift, epsilon })
    }

    pub(super) fn width(&self) -> usize {
        self.scale.len()
    }

    pub(super) fn apply(&self, row: &mut [f32]) {
        let width = row.len() as f32;
        let mean = sum(row, |x| x) / width;
        let variance = sum(row, |x| (x - mean) * (x - mean)) / width;
        let by = (variance + self.epsilon).sqrt().recip();
        for ((x, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift) {
            *x = (*x - mean) * by * scale + shift;
        }
    }

    pub(super) fn apply_to_rows(&self, rows: &mut Array2<f32>) {
        each_row(rows, |row| self.apply(row));
    }
}

/// These rows and columns of a matrix.
pub(super) fn block(x: &Array2<f32>, rows: Range<usize>, columns: Range<usize>) -> ArrayView2<'_, f32> {
    let mut view = x.view();
    view.slice_axis_inplace(Axis(0), rows.into());
    view.slice_axis_inplace(Axis(1), columns.into());
    view
}

pub(super) fn block_mut(
    x: &mut Array2<f32>,
    rows: Range<usize>,
    columns: Range<usize>,
) -> ArrayViewMut2<'_, f32> {
    let mut view = x.view_mut();
    view.slice_axis_inplace(Axis(0), rows.into());
    view.slice_axis_inplace(Axis(1), columns.into());
    view
}

/// The rows of a matrix as slices; ours always lie one after the other.
pub(super) fn each_row(rows: &mut Array2<f32>, mut act: impl FnMut(&mut [f32])) {
    let width = rows.ncols().max(1);
    if let Some(all) = rows.as_slice_mut() {
        all.chunks_exact_mut(width).for_each(&mut act);
    }
}

pub(super) fn relu(rows: &mut Array2<f32>) {
    rows.mapv_inplace(|x| x.max(0.0));
}

/// Makes the row's length one; a row of zeros stays.
pub(super) fn to_unit_length(row: &mut [f32]) {
    let length = sum(row, |x| x * x).sqrt();
    if length > f32::MIN_POSITIVE {
        scale(row, length.recip());
    }
}

/// Makes the row positive with the sum one, keeping its order.
pub(super) fn softmax(row: &mut [f32]) {
    let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for x in row.iter_mut() {
        *x = exp(*x - largest);
    }
    let by = sum(row, |x| x).recip();
    scale(row, by);
}

/// As BERT was trained with it: by the error function.
pub(super) fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// As later models were: by an approximation that counts as the real thing for them.
pub(super) fn gelu_tanh(x: f32) -> f32 {
    let inner = 0.797_884_6 * (x + 0.044_715 * x * x * x);
    // tanh(y) = 1 − 2 / (e^2y + 1)
    0.5 * x * (2.0 - 2.0 / (exp(2.0 * inner) + 1.0))
}

fn scale(row: &mut [f32], by: f32) {
    for x in row {
        *x *= by;
    }
}

fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [0.0_f32; LANES];
    for block in blocks {
        for (lane, x) in lanes.iter_mut().zip(block) {
            *lane += of(*x);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|x| of(*x)).sum::<f32>()
}

/// e^x to about 2 in 10⁷: a power of two, put together from its bits, times a polynomial for what is left.
fn exp(x: f32) -> f32 {
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    /// Adding and taking away this number rounds to a whole one.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let power = (x * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let rest = x - power * LN2_HIGH - power * LN2_LOW;
    let polynomial = [1.987_569_2e-4, 1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];
    let fraction = polynomial.iter().fold(0.0, |sum, c| sum * rest + c) * rest * rest + rest + 1.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 254")]
    let bits = ((power as i32 + 127) as u32) << 23;
    fraction * f32::from_bits(bits)
}

/// The error function to about 2 in 10⁷: formula 7.1.26 of Abramowitz and Stegun's handbook.
fn erf(x: f32) -> f32 {
    let t = (1.0 + 0.327_591_1 * x.abs()).recip();
    let polynomial = [1.061_405_4, -1.453_152_1, 1.421_413_8, -0.284_496_74, 0.254_829_6];
    let sum = polynomial.iter().fold(0.0, |sum, c| sum * t + c) * t;
    (1.0 - sum * exp(-x * x)).copysign(x)
}

#[cfg(test)]
#[path = "maths_tests.rs"]
mod tests;

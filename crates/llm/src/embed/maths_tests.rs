use ndarray::arr2;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn exp_is_exp(x in -80.0_f32..80.0) {
        let exact = f64::from(x).exp();
        prop_assert!((f64::from(exp(x)) - exact).abs() <= exact * 4e-7, "{x}: {} {exact}", exp(x));
    }

    #[test]
    fn a_softmax_adds_up_to_one_and_keeps_the_order(row in prop::collection::vec(-1e4_f32..1e4, 1..100)) {
        let mut soft = row.clone();
        softmax(&mut soft);
        prop_assert!((soft.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        for (pair, before) in soft.windows(2).zip(row.windows(2)) {
            let keeps = if before[0] <= before[1] { pair[0] <= pair[1] } else { pair[0] >= pair[1] };
            prop_assert!(keeps);
        }
    }

    #[test]
    fn a_norm_gives_mean_zero_and_variance_one(row in prop::collection::vec(-100.0_f32..100.0, 40..90)) {
        prop_assume!(row.iter().any(|x| (x - row[0]).abs() > 1.0));
        let width = row.len();
        let mut normed = row;
        Norm::new(vec![1.0; width], vec![0.0; width], 1e-12).unwrap().apply(&mut normed);
        let mean = normed.iter().sum::<f32>() / width as f32;
        let variance = normed.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / width as f32;
        prop_assert!(mean.abs() < 1e-4 && (variance - 1.0).abs() < 1e-3, "{mean} {variance}");
    }

    #[test]
    fn a_unit_vector_has_length_one(row in prop::collection::vec(-1e3_f32..1e3, 1..100)) {
        let mut unit = row.clone();
        to_unit_length(&mut unit);
        let length = unit.iter().map(|x| x * x).sum::<f32>();
        prop_assert!((length - 1.0).abs() < 1e-4 || row.iter().all(|x| x.abs() < 1e-15));
    }
}

#[test]
fn what_is_too_large_or_too_small_for_exp_is_no_surprise() {
    assert!(exp(1000.0).is_finite() && exp(-1000.0) < 1e-37);
    assert!(exp(0.0).to_bits() == 1.0_f32.to_bits());
    assert!(exp(f32::NAN).is_nan());
}

#[test]
fn erf_and_both_kinds_of_gelu_are_as_in_the_tables() {
    let erfs = [(0.0, 0.0), (0.1, 0.112_462_92), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.5, 0.999_593)];
    for (x, exact) in erfs {
        assert!((erf(x) - exact).abs() < 4e-7 && (erf(-x) + exact).abs() < 4e-7, "{x}: {}", erf(x));
    }
    let gelus =
        [(1.0, 0.841_344_7, 0.841_192), (-1.0, -0.158_655_3, -0.158_808), (3.0, 2.995_950_3, 2.996_362_6)];
    for (x, by_erf, by_tanh) in gelus {
        assert!((gelu(x) - by_erf).abs() < 1e-6, "{x}: {}", gelu(x));
        assert!((gelu_tanh(x) - by_tanh).abs() < 1e-5, "{x}: {}", gelu_tanh(x));
    }
}

#[test]
fn a_linear_layer_multiplies_and_adds() {
    let layer = Linear::new(arr2(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), vec![10.0, 20.0].into()).unwrap();
    let y = layer.apply(&arr2(&[[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]).view());
    assert_eq!(y, arr2(&[[21.0, 34.0], [13.0, 24.0]]));
    assert!(Linear::new(arr2(&[[1.0, 2.0]]), vec![1.0].into()).is_none());
    assert!(Norm::new(vec![1.0], vec![], 0.0).is_none());
}

#[test]
fn a_row_of_zeros_stays() {
    let mut row = [0.0; 3];
    to_unit_length(&mut row);
    assert!(row.iter().all(|x| x.to_bits() == 0));
}

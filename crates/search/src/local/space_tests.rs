use proptest::prelude::*;

use super::*;

fn filled(path: &Path) -> (SpaceFile, Space) {
    let mut file = SpaceFile::create(path, 3).unwrap();
    let mut space = Space::empty(3);
    file.append(&mut space, &[(0, &[1.0, 0.0, 0.0]), (1, &[0.0, 2.0, 0.0]), (2, &[1.0, 1.0, 0.0])]).unwrap();
    (file, space)
}

#[test]
fn vectors_survive_and_what_was_not_committed_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("space");
    let (mut file, mut space) = filled(&path);
    let committed = file.bytes();
    file.append(&mut space, &[(3, &[0.0, 0.0, 1.0])]).unwrap();
    drop(file);
    let (_, space) = SpaceFile::open(&path, 3, committed).unwrap();
    let probe = Probe::new(&[0.0, 5.0, 0.0]);
    assert_eq!(space.rows(), 3);
    assert!((space.cosine(&probe, 1).unwrap() - 1.0).abs() < 0.01);
    assert!((space.cosine(&probe, 2).unwrap() - std::f32::consts::FRAC_1_SQRT_2).abs() < 0.01);
    assert_eq!(space.cosine(&probe, 3), None);
    assert_eq!(std::fs::metadata(&path).unwrap().len(), committed, "the tail is cut off");
}

#[test]
fn damage_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("space");
    let (file, _) = filled(&path);
    let bytes = file.bytes();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(SpaceFile::open(&path, 3, bytes).is_err(), "too short");
    let mut flipped = whole.clone();
    flipped[20] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    assert!(SpaceFile::open(&path, 3, bytes).is_err(), "a bit flipped");
    std::fs::write(&path, &whole).unwrap();
    assert!(SpaceFile::open(&path, 4, bytes).is_err(), "other dimensions");
    assert!(SpaceFile::open(&path, 3, bytes).is_ok());
}

#[test]
fn compaction_keeps_the_latest_vector_of_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut file, mut space) = filled(&folder.path().join("a"));
    file.append(&mut space, &[(1, &[0.0, 0.0, 1.0])]).unwrap();
    let (_, kept) = SpaceFile::compacted(&folder.path().join("b"), &space, |slot| slot != 0).unwrap();
    assert_eq!(kept.rows(), 2);
    assert!(!kept.has(0));
    assert!((kept.cosine(&Probe::new(&[0.0, 0.0, 1.0]), 1).unwrap() - 1.0).abs() < 0.01);
}

proptest! {
    #[test]
    fn a_cosine_of_bytes_is_near_that_of_floats(
        pair in (2_usize..200).prop_flat_map(|dims| (
            proptest::collection::vec(-1.0_f32..1.0, dims),
            proptest::collection::vec(-1.0_f32..1.0, dims),
        )),
    ) {
        let (a, b) = pair;
        let mut space = Space::empty(b.len());
        space.push(0, &quantise(&b));
        let near = space.cosine(&Probe::new(&a), 0).unwrap();
        let dot: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        let norm = |v: &[f32]| v.iter().map(|v| v * v).sum::<f32>().sqrt();
        let exact = dot / (norm(&a) * norm(&b)).max(f32::MIN_POSITIVE);
        prop_assert!((near - exact).abs() < 0.02, "{near} {exact}");
    }
}

use super::*;

#[test]
fn nearer_and_more_often_counts_more() {
    assert!((together(&[10], &[11]) - 1.0).abs() < 1e-6);
    assert!((together(&[10], &[8]) - 0.5).abs() < 1e-6, "in any order");
    assert!((together(&[10, 20], &[11, 21]) - 2.0).abs() < 1e-6);
    assert!(together(&[10], &[14]).abs() < 1e-6, "too far");
    assert!(together(&[], &[1]).abs() < 1e-6 && together(&[1], &[]).abs() < 1e-6);
}

#[test]
fn a_word_is_not_its_own_neighbour() {
    assert!(together(&[5], &[5]).abs() < 1e-6);
    assert!((together(&[5], &[5, 6]) - 1.0).abs() < 1e-6);
}

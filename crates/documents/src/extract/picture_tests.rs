use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

use super::*;

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    DynamicImage::new_luma8(width, height).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

#[test]
fn the_size_is_known_and_a_missing_program_is_said() {
    let limits = Limits::default();
    let found = picture(&png(300, 200), &limits, &mut Ocr::missing(&limits.ocr)).unwrap();
    assert_eq!(found.facts.get("width").map(String::as_str), Some("300"));
    assert_eq!(found.facts.get("height").map(String::as_str), Some("200"));
    assert!(found.notices[0].contains("tesseract is not installed"));
}

#[test]
fn a_huge_picture_is_refused_before_it_is_decoded() {
    let limits = Limits { pixels: 1000, ..Limits::default() };
    let error = picture(&png(100, 100), &limits, &mut Ocr::missing(&limits.ocr)).unwrap_err();
    assert!(matches!(error, ExtractError::TooLarge { .. }));
}

#[test]
fn half_a_picture_is_damaged() {
    let limits = Limits::default();
    let error = picture(&png(30, 30)[..20], &limits, &mut Ocr::missing(&limits.ocr)).unwrap_err();
    assert!(matches!(error, ExtractError::Damaged { .. }));
}

use proptest::prelude::*;

use super::*;

#[test]
fn encodings_of_the_west_are_told_apart() {
    let text =
        "El niño comió piñón; ¿cuánto cuesta? Él preguntó: «mañana». Información sobre la facturación.";
    let latin = encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
    assert_eq!(decode(&latin), text);
    assert_eq!(decode(text.as_bytes()), text);
    let mut wide = vec![0xFF, 0xFE];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(decode(&wide), text);
    let mut wide = vec![0xFE, 0xFF];
    wide.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    assert_eq!(decode(&wide), text);
    assert_eq!(decode(&[b"\xEF\xBB\xBF", text.as_bytes()].concat()), text);
}

#[test]
fn euro_signs_of_windows_survive() {
    assert_eq!(
        decode(b"Precio: 30 \x80, IVA incluido, en la tienda"),
        "Precio: 30 €, IVA incluido, en la tienda"
    );
}

#[test]
fn binary_is_no_text() {
    assert!(!is_text(&[1, 2, 3, 0, 4]));
    assert!(is_text(b"page one\x0Cpage two"));
}

proptest! {
    #[test]
    fn text_comes_back_and_nothing_panics(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        prop_assume!(!text.starts_with('\u{feff}'));
        prop_assert_eq!(decode(text.as_bytes()), text);
        let _ = (decode(&bytes), is_text(&bytes), sample(&bytes), decode_as(&bytes, Some("latin1")));
    }
}

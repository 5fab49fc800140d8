use super::{Patterns, Piece, Pii, Scanner, is_rfc};

fn found(text: &str) -> Vec<(Pii, String)> {
    let mut found = Vec::new();
    Scanner::new(Patterns::shared().unwrap()).push(text, true, |piece| {
        if let Piece::Found { pii, text } = piece {
            found.push((pii, text.to_owned()));
        }
    });
    found
}

#[track_caller]
fn only(text: &str, pii: Pii, what: &str) {
    assert_eq!(found(text), [(pii, what.to_owned())], "{text}");
}

#[track_caller]
fn nothing(texts: &[&str]) {
    for text in texts {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn dni_and_nie() {
    for written in [
        "12345678Z",
        "12345678-Z",
        "12345678 Z",
        "12.345.678-Z",
        "12.345.678 Z",
        "12 345 678 Z",
        "12345678z",
        "54362315-K",
    ] {
        only(&format!("con {written}, claro"), Pii::Dni, written);
    }
    only("DNI 1.2.3.4.5.6.7.8 Z", Pii::Dni, "1.2.3.4.5.6.7.8 Z");
    only("M-1234567-L", Pii::Dni, "M-1234567-L");
    // The word is not the country.
    only("mi DNI es 12345678Z", Pii::Dni, "12345678Z");
    only("ES12345678Z", Pii::Dni, "ES12345678Z");
    for written in ["X1234567L", "x-1234567-l", "X-1.234.567-L", "Y 1234567 X"] {
        only(written, Pii::Nie, written);
    }
    nothing(&["12345678A", "el 20240115 a las", "ref 112345678Z", "12345678ZA", "X1234567A", "3.12345678Z"]);
}

#[test]
fn tax_numbers_of_companies() {
    for written in ["B64717838", "J99216582", "ES B-58378431", "B-64.717.838", "Q2826000H"] {
        only(written, Pii::Cif, written);
    }
    nothing(&["B64717839", "J99216583", "J992165831"]);
}

#[test]
fn social_security() {
    only("NUSS 28/12345678/40", Pii::Nuss, "28/12345678/40");
    only("281234567840", Pii::Nuss, "281234567840");
    nothing(&["281234567841", "991234567840"]);
    only("SSN: 536-90-4399", Pii::Ssn, "536-90-4399");
    only("social security number 536904399", Pii::Ssn, "536904399");
    nothing(&["666-12-3456", "000-12-3456", "536-00-4399", "900-12-3456", "536904399"]);
}

#[test]
fn bank_accounts() {
    for written in [
        "ES91 2100 0418 4502 0005 1332",
        "ES9121000418450200051332",
        "ES77 1234-1234-16 1234567890",
        "GR16 0110 1050 0000 1054 7023 795",
        "BE31435411161155",
        "DE89 3704 0044 0532 0130 00",
        "gb29nwbk60161331926819",
    ] {
        only(&format!("IBAN: {written} y gracias"), Pii::Iban, written);
    }
    only("2100 0418 45 0200051332", Pii::Ccc, "2100 0418 45 0200051332");
    nothing(&[
        "ES91 2100 0418 4502 0005 1333",
        "ES15 1234-1234-17 1234567890",
        "21000418450200051331",
        "00000000000000000000",
    ]);
}

#[test]
fn cards() {
    for written in [
        "4111 1111 1111 1111",
        "4111111111111111",
        "5500-0000-0000-0004",
        "340000000000009",
        "30000000000004",
        "6011000000000004",
    ] {
        only(written, Pii::Card, written);
    }
    nothing(&["4111 1111 1111 1112", "1234567812345670", "9999999999999995"]);
}

#[test]
fn phones() {
    for written in [
        "+34 612 345 678",
        "+34612345678",
        "0034 612345678",
        "(+34) 912 345 678",
        "612345678",
        "612 34 56 78",
        "91 234 56 78",
        "912 345 678",
        "+1 415-555-2671",
        "(415) 555-2671",
        "415-555-2671",
        "1-415-555-2671",
        "+52 55 1234 5678",
        "+52 1 55 1234 5678",
        "55 1234 5678",
        "+44 20 7946 0958",
        "+54 9 11 2345-6789",
    ] {
        only(&format!("al {written}."), Pii::Phone, written);
    }
    only("teléfono: 912345678", Pii::Phone, "912345678");
    only("llámame al 4155552671", Pii::Phone, "4155552671");
    nothing(&[
        "912.345.678 €",
        "912345678",
        "4155552671",
        "el 12 de marzo de 2024",
        "1.234.567,89",
        "2024-01-15",
        "100 200 300",
    ]);
}

#[test]
fn mexico() {
    only("HEGG560427MVZRRL04", Pii::Curp, "HEGG560427MVZRRL04");
    nothing(&["HEGG560427MVZRRL05", "HEGG561327MVZRRL04"]);
    only("GODE561231GR8", Pii::Rfc, "GODE561231GR8");
    assert!(
        ["GODE561231GR8", "XAXX010101000", "EKU9003173C9", "ÑAÑ"].map(is_rfc) == [true, true, true, false]
    );
    assert!(
        ["GODE561231GR9", "GODE561331GR8", "GODE561231GR", "", "ñ", "GODE-561231-GR8"]
            .iter()
            .all(|bad| !is_rfc(bad))
    );
    only("RFC: VECJ880326XX1", Pii::Rfc, "VECJ880326XX1");
}

#[test]
fn contact() {
    for written in [
        "ana.perez+x@mail.clinica.es",
        "ANA@GMAIL.COM",
        "ana [at] gmail [dot] com",
        "ana arroba gmail punto com",
    ] {
        only(&format!("a {written}."), Pii::Email, written);
    }
    nothing(&["a @ b", "@usuario", "ana@localhost", "precio@10", "x@y.1"]);
    only("IP 83.45.12.9.", Pii::Ip, "83.45.12.9");
    only("desde 2001:db8::ff00:42:8329", Pii::Ip, "2001:db8::ff00:42:8329");
    nothing(&["127.0.0.1", "versión 1.2.3.4", "256.1.1.1", "12:30:45", "std::io", "de::ad", "1.2.3.4.5"]);
}

#[test]
fn what_has_no_check_digit_needs_its_word() {
    only("Pasaporte núm. AAA123456", Pii::Passport, "AAA123456");
    only("passport 912803456", Pii::Passport, "912803456");
    only("matrícula 1234 BCD", Pii::Plate, "1234 BCD");
    only("El coche, M-1234-AB,", Pii::Plate, "M-1234-AB");
    nothing(&["AAA123456", "1234 BCD", "matrícula 1234 ABE"]);
}

#[test]
fn another_dress_is_the_same_number() {
    only("１２３４５６７８Ｚ", Pii::Dni, "１２３４５６７８Ｚ");
    only("12345\u{200b}678Z", Pii::Dni, "12345\u{200b}678Z");
    only("Х1234567L", Pii::Nie, "Х1234567L");
    only("612\u{a0}345\u{a0}678", Pii::Phone, "612\u{a0}345\u{a0}678");
    only("12345678–Z", Pii::Dni, "12345678–Z");
}

#[test]
fn ordinary_text_has_none() {
    nothing(&[
        "El artículo 34.8 del Estatuto (BOE 255, de 24-10-2015) y la Ley 39/2015.",
        "Pedido 2024-000123, 3 unidades a 1.250,00 € cada una, total 3.750,00 €.",
        "Cita el 12/03/2025 a las 10:30; duración 45 min.",
        "fn main() { let x = 0xDEADBEEF; println!(\"{x:08b}\"); }",
        "ISBN 978-84-376-0494-7, págs. 100-200",
        "UUID 550e8400-e29b-41d4-a716-446655440000",
        "GPS 40.4168, -3.7038",
    ]);
}

use proptest::prelude::*;

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
    for written in [
        "28 1234 5678 40",
        "28-1234-5678-40",
        "28/1234/5678/40",
        "28.1234.5678.40",
        "28 / 1234 5678 / 40",
        "28 12345678 40",
        "28-12345678-40",
        "28 - 12345678 - 40",
        "28.12345678.40",
        "2812345678-40",
    ] {
        only(&format!("afiliación {written}, gracias"), Pii::Nuss, written);
    }
    nothing(&["281234567841", "991234567840", "28 1234 5678 41", "28-1234-5678-41", "99/1234/5678/40"]);
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
    for written in [
        "ES91.2100.0418.4502.0005.1332",
        "ES91-2100-0418-45-0200051332",
        "ES 91 2100 0418 45 0200051332",
        "ES91 - 2100 - 0418 - 4502 - 0005 - 1332",
        "es91.2100.0418.45.0200051332",
        "DE89.3704.0044.0532.0130.00",
    ] {
        only(&format!("IBAN {written}."), Pii::Iban, written);
    }
    for written in [
        "2100 0418 45 0200051332",
        "2100.0418.45.0200051332",
        "2100-0418-45-0200051332",
        "2100/0418/45/0200051332",
        "2100 - 0418 - 45 - 0200051332",
        "2100 0418 4502 0005 1332",
        "2100.0418.45.02.0005.1332",
        "21000418450200051332",
    ] {
        only(&format!("cuenta {written}, gracias"), Pii::Ccc, written);
    }
    nothing(&["ES91.2100.0418.4502.0005.1333", "2100.0418.46.0200051332", "2100/0418/45/0200051333"]);
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
fn mexican_phones() {
    for written in [
        "044 55 1234 5678",
        "044-55-1234-5678",
        "(044) 55 1234 5678",
        "045 33 1234 5678",
        "044 222 123 4567",
        "044 5512345678",
        "01 55 1234 5678",
        "01 (55) 1234-5678",
        "+52 1 55 1234 5678",
        "+52 1 (55) 1234-5678",
        "+52 (55) 1234 5678",
        "+5215512345678",
        "0052 1 55 1234 5678",
        "52 1 55 1234 5678",
    ] {
        only(&format!("al {written}."), Pii::Phone, written);
    }
    for (before, written) in [
        ("mi número es el", "5512345678"),
        ("mi cel", "2221234567"),
        ("mi cel:", "0445512345678"),
        ("llámame al", "0155 1234 5678"),
        ("márcame al", "01 222 123 4567"),
        ("WhatsApp", "5215512345678"),
        ("whats", "8112345678"),
        ("tel.", "55 12 34 56 78"),
        ("teléfono", "222 123 45 67"),
        ("mi número:", "4421234567"),
        ("my number is", "5512345678"),
    ] {
        only(&format!("{before} {written}, gracias"), Pii::Phone, written);
    }
    nothing(&[
        "5512345678",
        "pedido 5512345678",
        "mi número de pedido es 5512345678",
        "mi número de folio: 5512345678",
        "su número de cuenta es 5512345678",
        "my order number is 5512345678",
        "código 0445512345678",
        "0441234567890",
        "folio 015512345678",
        "01 222 123 4567",
        "01-02-2024 1234567",
        "01/02/2024 10:30",
        "total $5,512,345,678.00",
        "5512345678.50 pesos",
        "522221234567",
        "entre 2019 y 2024, 1234 de 5678",
    ]);
}

/// A value as so many digits.
fn digits(value: u64, width: usize) -> String {
    format!("{value:0width$}")
}

/// The two check digits of an account.
fn ccc_check(bank: u64, account: u64) -> String {
    let one = |text: String| {
        let weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
        let sum: u32 = text.bytes().zip(weights).map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
        match 11 - sum % 11 {
            11 => 0,
            10 => 1,
            rest => rest,
        }
    };
    format!("{}{}", one(digits(bank, 10)), one(digits(account, 10)))
}

/// The two digits after the country of a Spanish account.
fn iban_check(ccc: &str) -> String {
    let rest = format!("{ccc}142800").bytes().fold(0, |rest, byte| (rest * 10 + u64::from(byte - b'0')) % 97);
    digits(98 - rest, 2)
}

/// `lengths` long groups of a text, with `between` between them.
fn grouped(text: &str, lengths: &[usize], between: &str) -> String {
    let mut rest = text;
    let groups: Vec<&str> = lengths
        .iter()
        .map(|length| {
            let (group, after) = rest.split_at(*length);
            rest = after;
            group
        })
        .collect();
    groups.join(between)
}

const BETWEEN: [&str; 6] = ["", " ", "-", ".", " - ", " . "];

proptest! {
    #[test]
    fn an_account_is_found_as_it_is_grouped_and_not_with_a_wrong_digit(
        bank in 1_u64..99_999_999, account in 1_u64..9_999_999_999, wrong in 1_u64..97,
        between in prop::sample::select(BETWEEN.to_vec()), by_four in any::<bool>(),
    ) {
        let check = ccc_check(bank, account);
        let ccc = format!("{}{check}{}", digits(bank, 8), digits(account, 10));
        let lengths: &[usize] = if by_four { &[4, 4, 4, 4, 4] } else { &[4, 4, 2, 10] };
        let written = grouped(&ccc, lengths, between);
        prop_assert_eq!(found(&format!("cuenta: {written}.")), [(Pii::Ccc, written)]);
        let iban = iban_check(&ccc);
        let written = format!("ES{iban}{between}{}", grouped(&ccc, lengths, between));
        prop_assert_eq!(found(&format!("IBAN: {written}, gracias")), [(Pii::Iban, written)]);
        let other = digits((iban.parse::<u64>().unwrap() + wrong) % 97, 2);
        prop_assume!((iban.parse::<u64>().unwrap() + wrong) % 97 != iban.parse::<u64>().unwrap() % 97);
        let written = format!("ES{other}{between}{}", grouped(&ccc, lengths, between));
        prop_assert!(found(&written).iter().all(|(pii, _)| *pii != Pii::Iban), "{}", written);
        let other = digits((check.parse::<u64>().unwrap() + wrong) % 100, 2);
        let spoiled = format!("{}{other}{}", digits(bank, 8), digits(account, 10));
        let written = grouped(&spoiled, lengths, between);
        prop_assert!(found(&written).iter().all(|(pii, _)| *pii != Pii::Ccc), "{}", written);
    }

    #[test]
    fn a_nuss_is_found_as_it_is_grouped_and_not_with_a_wrong_digit(
        province in prop_oneof![1_u64..=53, Just(66)], number in 10_000_000_u64..99_999_999, wrong in 1_u64..97,
        between in prop::sample::select(vec!["", " ", "-", "/", ".", " / "]), in_four in any::<bool>(),
    ) {
        let check = (province * 100_000_000 + number) % 97;
        let lengths: &[usize] = if in_four { &[2, 4, 4, 2] } else { &[2, 8, 2] };
        let with = |check: u64| {
            grouped(&format!("{}{number}{}", digits(province, 2), digits(check, 2)), lengths, between)
        };
        let written = with(check);
        prop_assert_eq!(found(&format!("NUSS {written}.")), [(Pii::Nuss, written)]);
        let spoiled = with((check + wrong) % 97);
        prop_assert!(found(&spoiled).iter().all(|(pii, _)| *pii != Pii::Nuss), "{}", spoiled);
    }

    /// A number with ten digits is one to call where it is said to be, and else it is not.
    #[test]
    fn ten_digits_are_a_phone_only_where_they_are_called_so(
        number in 2_000_000_000_u64..=9_999_999_999,
        called in prop::sample::select(vec!["mi cel", "tel.", "mi número es", "llámame al", "celular:"]),
        other in prop::sample::select(vec!["pedido", "folio", "factura número", "mi número de cuenta es", "guía", "€"]),
    ) {
        prop_assert_eq!(found(&format!("{called} {number}")), [(Pii::Phone, number.to_string())]);
        let told = found(&format!("{other} {number}"));
        prop_assert!(told.iter().all(|(pii, _)| *pii != Pii::Phone), "{:?}", told);
    }
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

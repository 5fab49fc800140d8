//! Money: whole numbers of the smallest coin, never fractions, and how people write it.

use std::fmt;
use std::str::FromStr;

use conserje_kernel::Language;

/// A currency by its ISO 4217 code.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency([u8; 3]);

/// Code, sign, digits after the point, and whether Spanish writes thousands with a point there.
const KNOWN: [(&str, &str, u32, bool); 14] = [
    ("ARS", "$", 2, true),
    ("BRL", "R$", 2, true),
    ("CLP", "$", 0, true),
    ("COP", "$", 2, true),
    ("CRC", "₡", 2, true),
    ("DOP", "RD$", 2, false),
    ("EUR", "€", 2, true),
    ("GBP", "£", 2, false),
    ("GTQ", "Q", 2, false),
    ("JPY", "¥", 0, false),
    ("MXN", "$", 2, false),
    ("PEN", "S/", 2, false),
    ("USD", "$", 2, false),
    ("UYU", "$", 2, true),
];

/// A text that is no code of a currency.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a currency; use a code of three capital letters such as `MXN` or `EUR`")]
pub struct BadCurrency(String);

impl FromStr for Currency {
    type Err = BadCurrency;

    fn from_str(text: &str) -> Result<Self, BadCurrency> {
        match text.as_bytes() {
            [one, two, three] if text.bytes().all(|sign| sign.is_ascii_uppercase()) => {
                Ok(Self([*one, *two, *three]))
            }
            _ => Err(BadCurrency(text.chars().take(60).collect())),
        }
    }
}

impl Currency {
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }

    /// Digits after the point.
    pub fn digits(self) -> u32 {
        self.known().map_or(2, |(_, _, digits, _)| *digits)
    }

    fn known(self) -> Option<&'static (&'static str, &'static str, u32, bool)> {
        KNOWN.iter().find(|(code, ..)| *code == self.code())
    }

    /// `1500.50` in the smallest coin. None if it is no amount, or finer than that coin.
    pub fn parse(self, text: &str) -> Option<i64> {
        let (whole, part) = text.trim().split_once('.').unwrap_or_else(|| (text.trim(), ""));
        let is_number = |digits: &str| digits.bytes().all(|sign| sign.is_ascii_digit());
        let digits = usize::try_from(self.digits()).ok()?;
        if whole.is_empty() || !is_number(whole) || !is_number(part) || part.len() > digits {
            return None;
        }
        if text.contains('.') && part.is_empty() {
            return None;
        }
        format!("{whole}{part:0<digits$}").parse().ok()
    }

    /// As a program writes it: `1500`, `1500.50`. What [`Currency::parse`] reads.
    pub fn plain(self, minor: i64) -> String {
        let unit = 10_u64.pow(self.digits());
        let (whole, part) = (minor.unsigned_abs() / unit, minor.unsigned_abs() % unit);
        let minus = if minor < 0 { "-" } else { "" };
        if part == 0 {
            return format!("{minus}{whole}");
        }
        let digits = usize::try_from(self.digits()).unwrap_or_default();
        format!("{minus}{whole}.{part:0digits$}")
    }

    /// As people write it: `$1,500`, `1.500,50 €`.
    pub fn print(self, minor: i64, language: Language) -> String {
        let unit = 10_u64.pow(self.digits());
        let (whole, part) = (minor.unsigned_abs() / unit, minor.unsigned_abs() % unit);
        let points = language == Language::Es && self.known().is_some_and(|(.., points)| *points);
        let (thousands, point) = if points { ('.', ',') } else { (',', '.') };
        let mut number = grouped(whole, thousands);
        if part > 0 {
            let digits = usize::try_from(self.digits()).unwrap_or_default();
            number.push_str(&format!("{point}{part:0digits$}"));
        }
        let minus = if minor < 0 { "-" } else { "" };
        match self.known() {
            None => format!("{minus}{number} {}", self.code()),
            Some(("EUR", sign, ..)) if language == Language::Es => format!("{minus}{number} {sign}"),
            Some((_, sign, ..)) => format!("{minus}{sign}{number}"),
        }
    }

    /// One value, or from one to another.
    pub fn range(self, least: i64, most: i64, language: Language) -> String {
        if least == most {
            return self.print(least, language);
        }
        format!("{} - {}", self.print(least, language), self.print(most, language))
    }

    /// As a number in whole units, for programs: exact up to what a double holds.
    pub fn number(self, minor: i64) -> serde_json::Value {
        let unit = 10_i64.pow(self.digits());
        if minor % unit == 0 {
            return serde_json::Value::from(minor / unit);
        }
        serde_json::Value::from(minor as f64 / unit as f64)
    }
}

fn grouped(whole: u64, separator: char) -> String {
    let digits = whole.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Currency {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

crate::text::as_text!(Currency, |currency| currency.code().to_owned());

#[cfg(test)]
mod tests {
    use conserje_kernel::Language::{En, Es};
    use proptest::prelude::*;

    use super::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn amounts_print_as_people_write_them() {
        for (code, minor, es, en) in [
            ("MXN", 80_000, "$800", "$800"),
            ("MXN", 150_050, "$1,500.50", "$1,500.50"),
            ("EUR", 150_050, "1.500,50 €", "€1,500.50"),
            ("EUR", 5, "0,05 €", "€0.05"),
            ("CLP", 1_234_567, "$1.234.567", "$1,234,567"),
            ("COP", 100_000_000, "$1.000.000", "$1,000,000"),
            ("PEN", -3_000, "-S/30", "-S/30"),
            ("BOB", 3_000, "30 BOB", "30 BOB"),
        ] {
            assert_eq!(currency(code).print(minor, Es), es);
            assert_eq!(currency(code).print(minor, En), en);
        }
    }

    #[test]
    fn a_range_of_one_value_is_that_value() {
        assert_eq!(currency("MXN").range(80_000, 80_000, Es), "$800");
        assert_eq!(currency("MXN").range(80_000, 150_000, Es), "$800 - $1,500");
        assert_eq!(currency("EUR").range(4_000, 6_050, Es), "40 € - 60,50 €");
    }

    #[test]
    fn what_is_no_amount_is_not_read_as_one() {
        for text in ["", "-5", "1,500", "1.005", "1.", ".5", "1e3", "٣", " ", "99999999999999999999"] {
            assert_eq!(currency("MXN").parse(text), None, "{text}");
        }
        assert_eq!(currency("CLP").parse("10.5"), None);
        assert!("mxn".parse::<Currency>().is_err() && "PESO".parse::<Currency>().is_err());
    }

    #[test]
    fn numbers_for_programs_are_in_whole_units() {
        assert_eq!(currency("MXN").number(80_000).to_string(), "800");
        assert_eq!(currency("MXN").number(80_050).to_string(), "800.5");
        assert_eq!(currency("CLP").number(800).to_string(), "800");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(minor in 0..i64::MAX / 1000, code in 0..KNOWN.len()) {
            let currency = currency(KNOWN[code].0);
            let unit = 10_i64.pow(currency.digits());
            let digits = usize::try_from(currency.digits()).unwrap();
            let mut text = (minor / unit).to_string();
            if digits > 0 {
                text.push_str(&format!(".{:0digits$}", minor % unit));
            }
            prop_assert_eq!(currency.parse(&text), Some(minor));
        }

        #[test]
        fn no_text_is_too_much(text in any::<String>(), minor in any::<i64>()) {
            let _ = currency("EUR").parse(&text);
            let _ = currency("EUR").print(minor, Es);
        }
    }
}

//! Whom to call in an emergency: what the business says, or what its country's number is.
//!
//! Which country that is follows from the first of these that tells: what the business says, the time zone of its branches,
//! how its telephone numbers begin, its currency. Where nothing does, both of the numbers that most people have are named.
mod countries;

use std::str::FromStr;

use conserje_kernel::{Address, Language};
use serde::{Deserialize, Serialize};

use self::countries::{COUNTRIES, Country, EURO};
use super::model::Business;
use super::text::Text;

const LONGEST_NUMBER: usize = 30;

/// A country by its code of two letters (ISO 3166-1 alpha-2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountryCode(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a country; use its code of two letters, such as MX or ES")]
pub struct BadCountry(String);

impl FromStr for CountryCode {
    type Err = BadCountry;

    fn from_str(text: &str) -> Result<Self, BadCountry> {
        if text.len() == 2 && text.bytes().all(|sign| sign.is_ascii_alphabetic()) {
            Ok(Self(text.to_ascii_uppercase()))
        } else {
            Err(BadCountry(text.chars().take(60).collect()))
        }
    }
}

impl CountryCode {
    pub fn code(&self) -> &str {
        &self.0
    }
}

/// A telephone number that a business says is to be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub number: String,
    /// For what, if it is not for everything: "toxicología".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
}

/// Whether it can be dialled.
pub fn is_number(text: &str) -> bool {
    let fits = |sign: char| sign.is_ascii_digit() || matches!(sign, '+' | ' ' | '-' | '(' | ')' | '*' | '#');
    text.chars().count() <= LONGEST_NUMBER
        && text.chars().all(fits)
        && text.bytes().filter(u8::is_ascii_digit).count() >= 2
}

/// Whom to call, the first for everything; nobody, if it is not known where that is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help(Vec<Line>);

impl Help {
    /// Where no business is set up.
    pub fn anywhere() -> Self {
        Self::default()
    }

    pub fn of(business: &Business) -> Self {
        if !business.emergency.is_empty() {
            return Self(business.emergency.clone());
        }
        let Some(country) = country_of(business) else { return Self::anywhere() };
        let line = |number: &str, label| Line { number: number.to_owned(), label };
        let mut lines = vec![line(country.number, None)];
        if !country.ambulances.is_empty() {
            lines.push(line(country.ambulances, Some(Text::new("ambulancias", Some("ambulances")))));
        }
        Self(lines)
    }

    /// As it goes after "llame al" and "call".
    pub fn text(&self, language: Language, address: Address) -> String {
        let Some((first, others)) = self.0.split_first() else {
            return unknown(language, address).to_owned();
        };
        if others.is_empty() {
            return first.number.clone();
        }
        let others: Vec<String> = others
            .iter()
            .map(|line| match &line.label {
                Some(label) => format!("{}: {}", label.to(language), line.number),
                None => line.number.clone(),
            })
            .collect();
        format!("{} ({})", first.number, others.join("; "))
    }
}

fn unknown(language: Language, address: Address) -> &'static str {
    match language {
        Language::Es => address.choose(
            "número de emergencias de tu país (112 en Europa, 911 en casi toda América)",
            "número de emergencias de su país (112 en Europa, 911 en casi toda América)",
        ),
        Language::En => "the emergency number of your country (112 in Europe, 911 in most of America)",
    }
}

/// The code of the country that a business is in, where anything it says tells.
pub fn country_code(business: &Business) -> Option<&str> {
    let said = business.country.as_ref().map(CountryCode::code);
    said.or_else(|| country_of(business).map(|country| country.code))
}

/// The first that is known of what a business says of where it is.
fn country_of(business: &Business) -> Option<Country> {
    if let Some(said) = &business.country {
        // What we have no number for is not to be guessed from the rest.
        return COUNTRIES.into_iter().find(|country| country.code == said.code());
    }
    let by_zone = || business.branches.iter().find_map(|branch| by_zone(branch.time_zone.name()));
    let by_phone = || {
        let mut phones = business.branches.iter().flat_map(|branch| [&branch.phone, &branch.whatsapp]);
        phones.find_map(|phone| by_phone(phone))
    };
    by_zone().or_else(by_phone).or_else(|| by_currency(business.currency.code()))
}

fn by_zone(zone: &str) -> Option<Country> {
    let is_there = |country: &Country| country.zones.split(' ').any(|known| known.eq_ignore_ascii_case(zone));
    COUNTRIES.into_iter().find(is_there)
}

/// Only numbers that say their country: `+52 55 …` or `0052 55 …`.
fn by_phone(phone: &str) -> Option<Country> {
    let phone = phone.trim();
    let national = phone.strip_prefix('+').or_else(|| phone.strip_prefix("00"))?;
    let digits: String = national.chars().filter(char::is_ascii_digit).collect();
    let begins = |country: &Country| {
        country
            .dials
            .split(',')
            .filter(|dial| !dial.is_empty() && digits.starts_with(dial))
            .map(str::len)
            .max()
    };
    let found = COUNTRIES.into_iter().filter_map(|country| Some((begins(&country)?, country)));
    found.max_by_key(|(length, _)| *length).map(|(_, country)| country)
}

fn by_currency(currency: &str) -> Option<Country> {
    COUNTRIES.into_iter().chain([EURO]).find(|country| country.currency == currency)
}

crate::text::as_text!(CountryCode, |country| country.code().to_owned());

#[cfg(test)]
#[path = "emergency_tests.rs"]
mod tests;

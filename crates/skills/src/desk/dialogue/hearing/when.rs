//! Days and hours as they are said, by the clock and the hours of a branch.

use conserje_desk::emergency::country_code;
use conserje_desk::hours::wall;
use conserje_desk::model::Branch;
use conserje_desk::spoken::{self, Here, Unclear, When};
use jiff::civil::DateTime;

use super::setting::Setting;

/// What is said about when, by the clock and the hours of a branch.
pub(crate) fn understand(setting: &Setting<'_>, text: &str, branch: &Branch) -> Result<When, Unclear> {
    let zone = branch.time_zone.zone();
    let is_open = |at: DateTime| branch.hours.is_open(zone, at);
    let here = Here {
        now: wall(setting.now, zone),
        language: setting.language,
        country: country_code(setting.business),
        is_open: &is_open,
    };
    spoken::understand(&not_this_one(&without_now(text)), &here)
}

/// "El jueves, pero no este, el de la semana que entra": of that week.
fn not_this_one(text: &str) -> String {
    [" pero no este, el de la", " pero no este sino el de la", ", no este, el de la", " no este, el de la"]
        .into_iter()
        .fold(text.to_owned(), |text, phrase| text.replace(phrase, " de la"))
}

/// In a sentence "ahora" is no time: "ahora quiero una cita".
fn without_now(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let tells = |word: &&str| words.len() <= 3 || !matches!(*word, "ahora" | "Ahora" | "ahorita" | "Ahorita");
    words.iter().copied().filter(tells).collect::<Vec<_>>().join(" ")
}

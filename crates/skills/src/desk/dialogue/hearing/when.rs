//! Days and hours as they are said, by the clock and the hours of a branch.

use conserje_desk::hours::wall;
use conserje_desk::model::Branch;
use conserje_desk::spoken::{self, Here, Unclear, When};
use jiff::civil::DateTime;

use super::setting::Setting;

/// What is said about when, by the clock and the hours of a branch.
pub(crate) fn understand(setting: &Setting<'_>, text: &str, branch: &Branch) -> Result<When, Unclear> {
    let zone = branch.time_zone.zone();
    let is_open = |at: DateTime| branch.hours.is_open(zone, at);
    let here = Here { now: wall(setting.now, zone), language: setting.language, is_open: &is_open };
    spoken::understand(&singular(text), &here)
}

/// Without what is no day here. "Los domingos" are asked for as one of them.
fn singular(text: &str) -> String {
    let one = |word: &str| {
        let folded = conserje_text::fold(word);
        let bare = folded.trim_matches(|ch: char| !ch.is_alphanumeric());
        let days = [
            "sabados",
            "domingos",
            "mondays",
            "tuesdays",
            "wednesdays",
            "thursdays",
            "fridays",
            "saturdays",
            "sundays",
        ];
        if days.contains(&bare) { bare.trim_end_matches('s').to_owned() } else { word.to_owned() }
    };
    // In a sentence "ahora" is no time: "ahora quiero una cita para mañana".
    let is_sentence = text.split_whitespace().count() > 3;
    let tells =
        |word: &String| !is_sentence || !matches!(word.as_str(), "ahora" | "Ahora" | "ahorita" | "Ahorita");
    text.split_whitespace().map(one).filter(tells).collect::<Vec<_>>().join(" ")
}

//! Which of two days or hours is meant: asked once, with the choices.

use conserje_desk::hours::clock_text;
use conserje_desk::spoken::When;
use conserje_kernel::{Language, say};
use jiff::civil::Date;

use super::dates::short_day;
use super::lines::listed_or;
use super::step::{Step, say_and_ask};
use crate::desk::dialogue::hearing::{Ask, Setting, Utterance};

/// What is open between two days or hours, or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) days: Vec<Date>,
    /// Minutes of the day.
    pub(crate) hours: Vec<u16>,
}

impl Choice {
    /// Asks for the day first.
    pub(crate) fn next(&self, setting: &Setting<'_>) -> Option<Step> {
        let language = setting.language;
        let (all, ask): (Vec<String>, Ask) = if self.days.is_empty() {
            let at = |minutes: &u16| match language {
                Language::Es => format!("a las {}", clock_text(*minutes)),
                Language::En => format!("at {}", clock_text(*minutes)),
            };
            (self.hours.iter().map(at).collect(), Ask::WhichHour)
        } else {
            let on = |day: &Date| match language {
                Language::Es => format!("el {}", short_day(*day, setting)),
                Language::En => short_day(*day, setting),
            };
            (self.days.iter().map(on).collect(), Ask::WhichDay)
        };
        if all.is_empty() {
            return None;
        }
        let head = say(language, "Puede ser", "It can be");
        Some(say_and_ask([format!("{head} {}.", listed_or(&all, language))], ask))
    }

    /// The day that an answer chooses.
    pub(crate) fn day(&self, said: &Utterance, when: Option<&When>) -> Option<Date> {
        let is_clear = |when: &&When| when.has_day() && when.days_in_doubt().is_empty();
        let by_date = when.filter(is_clear).and_then(|when| {
            let mut within = self.days.iter().filter(|day| (when.first..=when.last).contains(day));
            within.next().filter(|_| within.next().is_none())
        });
        // "El 2" is a date, and no place in the list.
        let has_digit = said.words.iter().any(|word| word.chars().any(|ch| ch.is_ascii_digit()));
        let by_place =
            || said.place(self.days.len()).filter(|_| !has_digit).and_then(|place| self.days.get(place));
        let by_word = || {
            let later = [
                "otro",
                "siguiente",
                "proximo",
                "que viene",
                "other",
                "next one",
                "following",
                "later",
                "en ocho",
            ];
            let sooner = ["este", "esta semana", "this", "this one", "sooner", "mas pronto", "mas cercano"];
            if said.has(&later) {
                self.days.last()
            } else if said.has(&sooner) || said.is_any() {
                self.days.first()
            } else {
                None
            }
        };
        by_date.or_else(by_place).or_else(by_word).copied()
    }

    /// The hour that an answer chooses.
    pub(crate) fn hour(&self, said: &Utterance, when: Option<&When>) -> Option<u16> {
        let by_time = when.and_then(|when| when.time).filter(|time| self.hours.contains(time));
        let is_open = when.is_some_and(|when| !when.hours_in_doubt().is_empty());
        let by_part = || {
            let (first, last) = when.and_then(When::window)?;
            let mut within = self.hours.iter().filter(|hour| (first..last).contains(hour));
            within.next().filter(|_| within.next().is_none()).copied()
        };
        let by_half = || {
            let half = |is_late: bool| {
                let mut within = self.hours.iter().filter(move |hour| (**hour >= 720) == is_late);
                within.next().filter(|_| within.next().is_none()).copied()
            };
            if said.has(&["pm", "p m"]) {
                half(true)
            } else if said.has(&["am", "a m"]) {
                half(false)
            } else {
                None
            }
        };
        let has_digit = said.words.iter().any(|word| word.chars().any(|ch| ch.is_ascii_digit()));
        let by_place = || {
            said.place(self.hours.len())
                .filter(|_| !has_digit)
                .and_then(|place| self.hours.get(place))
                .copied()
        };
        by_time.filter(|_| !is_open).or_else(by_half).or_else(by_part).or_else(by_place)
    }
}

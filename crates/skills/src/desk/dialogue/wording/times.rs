//! When somebody wants to come: what they wish, what is free, and which of it they take.

use conserje_desk::front_desk::times::bookable;
use conserje_desk::hours::{clock, clock_text, wall};
use conserje_desk::model::Branch;
use conserje_desk::spoken::{Doubt, Part, Unclear, When};
use conserje_kernel::Language;
use conserje_kernel::say;
use jiff::civil::{Date, DateTime};
use serde_json::Value;

use super::choices::Choice;
use super::dates::{exact, moment, short_day};
use super::house::{self, Booked};
use super::offers::{Offer, offers};
use super::step::{Step, call, say_and_ask};
use crate::desk::dialogue::hearing::{Ask, Note, Setting, Utterance, understand};

/// Six in the morning: an hour before it is meant only by who says so.
const EARLIEST: u16 = 360;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeWish {
    pub(crate) first: Option<Date>,
    pub(crate) last: Option<Date>,
    pub(crate) part: Option<Part>,
    pub(crate) time: Option<u16>,
    /// Not before this hour, and before this one.
    pub(crate) from: Option<u16>,
    pub(crate) until: Option<u16>,
    /// The words, for what no date says: "la próxima semana".
    said: String,
    /// Whatever comes first.
    soonest: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) wish: TimeWish,
    /// Whether the offers are for this wish.
    pub(crate) is_looked_up: bool,
    pub(crate) offers: Vec<Offer>,
    pub(crate) taken: Option<Offer>,
    /// Days or hours of which one was meant.
    choice: Choice,
}

impl Times {
    /// There is nothing yet to look for.
    pub(crate) fn is_open(&self) -> bool {
        self.wish.first.is_none() && !self.wish.soonest
    }

    pub(crate) fn hear(
        &mut self,
        setting: &Setting<'_>,
        said: &Utterance,
        branch: &Branch,
        asked: Option<Ask>,
    ) -> (bool, Option<Note>) {
        let text = match said.only_number() {
            Some(number) if matches!(asked, Some(Ask::Time | Ask::WhichHour)) => format!("a las {number}"),
            Some(number) if matches!(asked, Some(Ask::Day | Ask::NewDay | Ask::WhichDay)) => {
                format!("el {number}")
            }
            _ => said.text.clone(),
        };
        let when = understand(setting, &text, branch);
        if asked == Some(Ask::Time)
            && let Some(offer) = self.pick(said, when.as_ref().ok())
        {
            self.take(offer);
            return (true, None);
        }
        if let Some(heard) = self.settle(said, when.as_ref().ok(), asked, (setting, branch)) {
            return heard;
        }
        match when {
            // "Cuando sea" changes nothing about a day that was said.
            Ok(when) if when.is_any && !self.is_open() => (false, None),
            Ok(when) => (true, self.wish_for(&when, setting, branch, text)),
            Err(Unclear::Denied(day)) => (self.give_up(day), None),
            Err(Unclear::Vague) if self.is_open() => (true, Some(Note::WhichDate)),
            Err(Unclear::Nothing | Unclear::Vague) => {
                let wants_any = said.is_any()
                    && matches!(asked, Some(Ask::Day | Ask::NewDay | Ask::Time) | None)
                    && self.is_open();
                if wants_any {
                    *self =
                        Self { wish: TimeWish { soonest: true, ..TimeWish::default() }, ..Self::default() };
                }
                (wants_any, None)
            }
            Err(Unclear::Past) => {
                *self = Self::default();
                (true, Some(Note::Past))
            }
            Err(Unclear::NoSuchDay) => {
                *self = Self::default();
                (true, Some(Note::NoSuchDay))
            }
        }
    }

    fn wish_for(
        &mut self,
        when: &When,
        setting: &Setting<'_>,
        branch: &Branch,
        text: String,
    ) -> Option<Note> {
        let has_day = when.has_day();
        let now = wall(setting.now, branch.time_zone.zone());
        let is_to_come = |day: &Date| when.time.is_none_or(|time| moment(*day, time) > now);
        let mut days: Vec<Date> = when.days_in_doubt().into_iter().filter(is_to_come).collect();
        // Nobody is asked which of two days it is, of which it is closed on one.
        let is_closed = |day: &Date| branch.hours.on(*day).is_empty();
        match days.iter().position(|day| !is_closed(day)) {
            Some(_) => days.retain(|day| !is_closed(day)),
            None => days.truncate(1),
        }
        let is_past = has_day && days.is_empty() && when.doubts.contains(&Doubt::Past);
        self.choice.hours.clear();
        if has_day {
            self.choice.days.clear();
        }
        if let [only] = days.as_slice() {
            (self.wish.first, self.wish.last) = (Some(*only), Some(*only));
        } else if !days.is_empty() {
            (self.wish.first, self.wish.last) = (None, None);
            self.choice.days = days;
        } else if has_day {
            (self.wish.first, self.wish.last) = (Some(when.first), Some(when.last));
        } else if let (None, Some(offer)) = (self.wish.first, self.offers.first())
            && self.offers.iter().all(|other| other.date == offer.date)
        {
            (self.wish.first, self.wish.last) = (Some(offer.date), Some(offer.date));
        }
        if when.time.is_some() {
            self.wish.time = when.time.map(|time| self.offered(time, when)).filter(|_| !is_past);
            let open = self.hours_open(when, branch);
            if let ([only], false) = (open.as_slice(), is_past) {
                self.wish.time = Some(*only);
            }
            self.choice.hours = if open.len() < 2 { Vec::new() } else { open };
            (self.wish.part, self.wish.from, self.wish.until) = (None, None, None);
        } else if when.window().is_some() {
            (self.wish.part, self.wish.from, self.wish.until) = (when.part, when.from, when.until);
            self.wish.time = None;
        }
        self.wish.said = text;
        self.wish.soonest = when.is_soonest && when.first == when.last;
        (self.is_looked_up, self.taken) = (false, None);
        let (_, horizon) = bookable(setting.business, branch, setting.now);
        if self.wish.first.is_some_and(|first| first > horizon) {
            *self = Self::default();
            return Some(Note::TooFar(horizon));
        }
        is_past.then_some(Note::Past)
    }

    /// Of two readings of an hour the one that was offered, or that is in the part of the day that was said before.
    fn offered(&self, time: u16, when: &When) -> u16 {
        let all = when.hours_in_doubt();
        let is_offered = |time: u16| self.offers.iter().any(|offer| offer.time == time);
        let fits = |time: u16| is_offered(time) || self.is_in_part(time);
        all.iter().copied().find(|other| fits(*other) && !fits(time)).unwrap_or(time)
    }

    fn is_in_part(&self, time: u16) -> bool {
        self.wish.part.is_some_and(|part| {
            let (first, last) = part.minutes();
            (first..last).contains(&time)
        })
    }

    /// The readings of an hour between which nothing decides: it is open at each of them.
    fn hours_open(&self, when: &When, branch: &Branch) -> Vec<u16> {
        let zone = branch.time_zone.zone();
        let is_told =
            |time: &u16| self.offers.iter().any(|offer| offer.time == *time) || self.is_in_part(*time);
        let is_open = |time: &u16| branch.hours.is_open(zone, moment(when.first, *time));
        let all = when.hours_in_doubt();
        let mut open: Vec<u16> = all.iter().copied().filter(is_open).collect();
        // Nobody books for one in the morning who says "a la una", though there is still somebody in the kitchen.
        if open.iter().any(|time| *time >= EARLIEST) {
            open.retain(|time| *time >= EARLIEST);
        }
        if all.iter().any(is_told) { Vec::new() } else { open }
    }

    /// The answer to which of two days or hours it is. What is to be said of it, if it was one.
    fn settle(
        &mut self,
        said: &Utterance,
        when: Option<&When>,
        asked: Option<Ask>,
        (setting, branch): (&Setting<'_>, &Branch),
    ) -> Option<(bool, Option<Note>)> {
        match asked {
            Some(Ask::WhichDay) => {
                let day = self.choice.day(said, when)?;
                let hour = when.filter(|when| when.time.is_some() || when.window().is_some()).cloned();
                self.choice.days.clear();
                (self.wish.first, self.wish.last) = (Some(day), Some(day));
                (self.is_looked_up, self.taken) = (false, None);
                let (_, horizon) = bookable(setting.business, branch, setting.now);
                if day > horizon {
                    *self = Self::default();
                    return Some((true, Some(Note::TooFar(horizon))));
                }
                if let Some(hour) = hour {
                    let on = When { first: day, last: day, ..hour };
                    let doubts =
                        on.doubts.iter().copied().filter(|doubt| matches!(doubt, Doubt::Hour { .. }));
                    let on = When { doubts: doubts.collect(), ..on };
                    return Some((true, self.wish_for(&on, setting, branch, said.text.clone())));
                }
                Some((true, None))
            }
            Some(Ask::WhichHour) => {
                let hour = self.choice.hour(said, when)?;
                self.choice.hours.clear();
                self.wish.time = Some(hour);
                (self.is_looked_up, self.taken) = (false, None);
                Some((true, None))
            }
            _ => None,
        }
    }

    /// "El lunes no puedo": whether that was the day in hand.
    fn give_up(&mut self, day: Date) -> bool {
        let is_in_hand =
            self.wish.first.zip(self.wish.last).is_none_or(|(first, last)| (first..=last).contains(&day));
        if is_in_hand {
            *self = Self::default();
        }
        is_in_hand
    }

    /// Nothing is free at the hours that were wished for.
    fn misses_the_window(&self) -> bool {
        let (from, until) = (self.wish.from.unwrap_or(0), self.wish.until.unwrap_or(24 * 60));
        let is_wished = self.wish.from.is_some() || self.wish.until.is_some();
        is_wished && !self.offers.iter().any(|offer| (from..until).contains(&offer.time))
    }

    /// The offer that is meant, if one is.
    fn pick(&self, said: &Utterance, when: Option<&When>) -> Option<Offer> {
        let by_hour = when.and_then(|when| {
            let time = when.time?;
            let has_day = when.has_day();
            let fits =
                |offer: &&Offer, wanted: u16| offer.time == wanted && (!has_day || offer.date == when.first);
            let readings = [Some(time), time.checked_add(720), time.checked_sub(720)];
            readings
                .into_iter()
                .flatten()
                .find_map(|wanted| self.offers.iter().find(|offer| fits(offer, wanted)))
        });
        let by_place = || said.place(self.offers.len()).and_then(|place| self.offers.get(place));
        let by_will = || {
            let only = self.offers.len() == 1 && said.is_yes();
            self.offers.first().filter(|_| only || said.is_any())
        };
        by_hour.or_else(by_place).or_else(by_will).cloned()
    }

    fn take(&mut self, offer: Offer) {
        self.wish = TimeWish {
            first: Some(offer.date),
            last: Some(offer.date),
            time: Some(offer.time),
            ..TimeWish::default()
        };
        self.is_looked_up = true;
        self.taken = Some(offer);
    }

    /// The wish as a tool takes it: a day and an hour, or the words where a date cannot say it.
    pub(crate) fn date_to_look_for(&self) -> Option<String> {
        let (first, last) = (self.wish.first?, self.wish.last?);
        if first != last {
            return Some(self.wish.said.chars().take(200).collect());
        }
        let bound = |words: &str, minutes: Option<u16>| {
            minutes.map(|minutes| format!(" {words} las {}", exact(minutes))).unwrap_or_default()
        };
        let bounds = bound("después de", self.wish.from) + &bound("antes de", self.wish.until);
        let part = match (self.wish.time, self.wish.part) {
            (Some(time), _) => format!(" {}", exact(time)),
            (None, _) if !bounds.is_empty() => bounds,
            (None, _) if self.wish.soonest => " lo antes posible".to_owned(),
            (None, Some(Part::Early)) => " a primera hora".to_owned(),
            (None, Some(Part::AfterLunch)) => " después de comer".to_owned(),
            (None, Some(Part::EarlyHours)) => " de madrugada".to_owned(),
            (None, Some(Part::Morning)) => " por la mañana".to_owned(),
            (None, Some(Part::Afternoon)) => " por la tarde".to_owned(),
            (None, Some(Part::Evening)) => " por la noche".to_owned(),
            (None, None) => String::new(),
        };
        Some(format!("{first}{part}"))
    }

    /// These are free. `looked_for` is the day as it was given to the tool: "tomorrow" has moved on since.
    pub(crate) fn found(&mut self, rows: &Value, looked_for: Option<&str>) {
        let day = looked_for.and_then(|text| text.get(..10)).and_then(|text| text.parse::<Date>().ok());
        if let Some(day) = day {
            (self.wish.first, self.wish.last) = (Some(day), Some(day));
            let time = looked_for.and_then(|text| text.get(11..16)).and_then(clock);
            self.wish.time = time.or(self.wish.time);
        }
        self.offers = rows.as_array().into_iter().flatten().filter_map(Offer::read).collect();
        self.is_looked_up = true;
        let wanted = self.wish.first.zip(self.wish.time);
        self.taken = wanted
            .and_then(|(date, time)| {
                self.offers.iter().find(|offer| offer.date == date && offer.time == time)
            })
            .cloned();
    }

    /// It was not to be had after all; these are.
    pub(crate) fn lost(&mut self, alternatives: &Value) {
        self.found(alternatives, None);
        self.taken = None;
        self.wish.time = None;
    }

    /// Nothing is free on the day that was wished for.
    pub(crate) fn misses_the_day(&self) -> Option<Date> {
        let (first, last) = (self.wish.first?, self.wish.last?);
        let is_then = |offer: &Offer| (first..=last).contains(&offer.date);
        (first == last && !self.offers.iter().any(is_then)).then_some(first)
    }
}

impl Times {
    pub(crate) fn want(&mut self, day: Date) {
        self.wish = TimeWish { first: Some(day), last: Some(day), ..TimeWish::default() };
    }

    /// An hour without a day is one of this day.
    pub(crate) fn on_the_same_day(&mut self, day: Date) {
        if self.wish.first.is_none() && self.wish.time.is_some() {
            (self.wish.first, self.wish.last) = (Some(day), Some(day));
        }
    }

    /// "El jueves a la misma hora."
    pub(crate) fn at_the_same_time(&mut self, time: u16) {
        if self.wish.time.is_none() && self.wish.first.is_some() {
            self.wish.time = Some(time);
        }
    }

    /// Whether one of the offers is taken with this.
    pub(crate) fn is_picked_by(&self, said: &Utterance) -> bool {
        said.only_number().is_none() && said.place(self.offers.len()).is_some()
    }

    /// Something else has changed: what was free may not be.
    pub(crate) fn look_again(&mut self) {
        (self.is_looked_up, self.taken) = (false, None);
        self.offers.clear();
    }

    /// What is to be done until a time is taken. `look` are the arguments to look with.
    pub(crate) fn next(
        &self,
        setting: &Setting<'_>,
        look: impl FnOnce() -> Value,
        ask_day: Ask,
        at: Booked<'_>,
    ) -> Option<Step> {
        if self.taken.is_some() {
            return None;
        }
        if let Some(step) = self.choice.next(setting) {
            return Some(step);
        }
        if self.is_open() {
            return Some(say_and_ask([], ask_day));
        }
        if !self.is_looked_up {
            return Some(call("get_available_slots", look()));
        }
        let to = |es: &str, en: &str| say(setting.language, es, en).to_owned();
        if self.offers.is_empty() {
            let nothing = to("No encuentro horarios libres entonces.", "I cannot find any free time then.");
            return Some(say_and_ask([nothing], ask_day));
        }
        let mut lines: Vec<String> = Vec::new();
        if let Some(day) = self.misses_the_day() {
            let why = house::why_not_that_day(day, setting, at);
            lines.push(why.unwrap_or_else(|| match setting.language {
                Language::Es => format!("El {} no queda lugar.", short_day(day, setting)),
                Language::En => format!("There is nothing left on {}.", short_day(day, setting)),
            }));
            lines.push(to("Lo más cercano:", "The nearest:"));
        } else if let Some(time) = self.wish.time {
            let wished = self.wish.first.map(|day| moment(day, time));
            let is_skipped = wished.zip(at.branch).is_some_and(|(at, branch)| is_never_shown(at, branch));
            let why = wished.and_then(|wished| house::why_not_then(wished, setting, at));
            let nearest = to("Lo más cercano:", "The nearest:");
            lines.push(match (setting.language, is_skipped, why) {
                (Language::Es, true, _) => {
                    format!("Ese día el reloj se adelanta y las {} no existen. {nearest}", clock_text(time))
                }
                (Language::En, true, _) => {
                    format!("The clock goes forward that day and there is no {}. {nearest}", clock_text(time))
                }
                (_, false, Some(why)) => format!("{why} {nearest}"),
                (Language::Es, false, None) => format!("A las {} no hay lugar. {nearest}", clock_text(time)),
                (Language::En, false, None) => format!("{} is not free. {nearest}", clock_text(time)),
            });
        } else if self.misses_the_window() {
            lines
                .push(to("A esas horas no hay lugar. Lo más cercano:", "Nothing is free then. The nearest:"));
        } else {
            lines.push(to("Estos horarios están libres:", "These times are free:"));
        }
        lines.extend(offers(&self.offers, setting));
        Some(say_and_ask(lines, Ask::Time))
    }
}

/// The clock jumps over it.
fn is_never_shown(at: DateTime, branch: &Branch) -> bool {
    let zone = branch.time_zone.zone();
    zone.to_timestamp(at).is_ok_and(|moment| zone.to_datetime(moment) != at)
}

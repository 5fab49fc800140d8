//! What was told, in rows, and what of a sentence is in none of them.

use std::collections::BTreeSet;

use conserje_kernel::Language;
use conserje_text::fold;
use jiff::civil::{Date, Weekday};
use serde_json::{Map, Value};

use super::clock::{Hour, hours};
use super::days::{Days, days};
use super::money::{amounts, percents};
use super::tokens::Tokens;

/// What a made-up figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Price,
    Percentage,
    Hour,
    Day,
}

impl Kind {
    /// As the record names it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Price => "unfounded-price",
            Self::Percentage => "unfounded-percentage",
            Self::Hour => "unfounded-hour",
            Self::Day => "unfounded-day",
        }
    }

    /// As the model is told of it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::Percentage => "percentage",
            Self::Hour => "hour",
            Self::Day => "date",
        }
    }

    /// What is said in the place of the sentence.
    pub fn instead(self, language: Language) -> &'static str {
        match (language, self) {
            (Language::Es, Self::Price) => "Eso prefiero comprobarlo: no tengo confirmado ese precio.",
            (Language::Es, Self::Percentage) => {
                "Eso prefiero comprobarlo: no tengo confirmado ese porcentaje."
            }
            (Language::Es, Self::Hour) => "Eso prefiero comprobarlo: no tengo confirmada esa hora.",
            (Language::Es, Self::Day) => "Eso prefiero comprobarlo: no tengo confirmada esa fecha.",
            (Language::En, Self::Price) => "I had better check that: I cannot confirm that price.",
            (Language::En, Self::Percentage) => "I had better check that: I cannot confirm that percentage.",
            (Language::En, Self::Hour) => "I had better check that: I cannot confirm that time.",
            (Language::En, Self::Day) => "I had better check that: I cannot confirm that date.",
        }
    }
}

/// What a text says that can be held against another.
#[derive(Clone, Debug, Default)]
struct Said {
    amounts: Vec<i64>,
    percents: Vec<i64>,
    hours: Vec<Hour>,
    days: Days,
}

impl Said {
    fn of(text: &str, today: Date) -> Self {
        let tokens = Tokens::of(text);
        Self {
            amounts: amounts(&tokens),
            percents: percents(&tokens),
            hours: hours(&tokens),
            days: days(&tokens, today),
        }
    }

    fn is_nothing(&self) -> bool {
        self.amounts.is_empty() && self.percents.is_empty() && self.hours.is_empty() && self.days.are_none()
    }

    fn has_hour(&self, hour: Hour) -> bool {
        self.hours.iter().any(|other| other.is(hour))
    }
}

/// One line of a result, or one of its rows.
#[derive(Clone, Debug)]
struct Row {
    said: Said,
    /// The words of what it is about, by its name.
    about: Vec<String>,
    line: String,
}

impl Row {
    /// Whether it is of the days that a sentence speaks of, as far as both say.
    fn is_of(&self, days: &Days) -> bool {
        let mine = &self.said.days;
        let dates: Vec<Date> = days.all().collect();
        let weekdays = || days.weekdays.iter().copied().chain(dates.iter().map(|date| date.weekday()));
        if days.are_none() || mine.are_none() {
            return true;
        }
        let (mut my_dates, has_dates) = (mine.all(), mine.all().next().is_some());
        if has_dates && !dates.is_empty() {
            return my_dates.any(|date| dates.contains(&date) || days.weekdays.contains(&date.weekday()));
        }
        let mut mine: Vec<Weekday> = mine.weekdays.clone();
        mine.extend(my_dates.map(Date::weekday));
        weekdays().any(|day| mine.contains(&day))
    }
}

/// How many rows are kept, and how much of each is told to a model that erred.
const MOST_ROWS: usize = 4_000;
const LONGEST_LINE: usize = 160;
/// Results are as deep as their tools make them; what is deeper is left out.
const DEEPEST: usize = 16;
/// Figures under these names are amounts, without a sign beside them.
const PRICED: [&str; 9] = ["price", "total", "subtotal", "amount", "cost", "fee", "deposit", "charge", "due"];
/// Names of what a row is about.
const NAMES: [&str; 6] = ["name", "service_name", "service", "item", "title", "reward"];

/// All that a model was told, as of one day.
#[derive(Clone, Debug)]
pub struct Known {
    today: Date,
    rows: Vec<Row>,
    /// What the customer said.
    heard: Vec<Said>,
    /// Days that tools were asked about: they may be named.
    asked_about: Vec<Days>,
}

impl Known {
    pub fn on(today: Date) -> Self {
        Self { today, rows: Vec::new(), heard: Vec::new(), asked_about: Vec::new() }
    }

    /// What a tool, the business or one of its people wrote: each line is a row.
    pub fn text(&mut self, text: &str) {
        for line in text.lines() {
            let about = head(line);
            self.row(Said::of(line, self.today), about, line);
        }
    }

    /// What a tool gave back for programs: each object is a row.
    pub fn value(&mut self, value: &Value) {
        self.rows_of(value, 0);
    }

    /// What a tool was asked.
    pub fn asked(&mut self, args: &Value) {
        let mut texts = Vec::new();
        scalars(args, 0, &mut texts);
        self.asked_about.extend(texts.iter().map(|text| Said::of(text, self.today).days));
    }

    pub fn customer(&mut self, text: &str) {
        self.heard.push(Said::of(text, self.today));
    }

    /// What of this sentence nobody has told. Empty if it may be said.
    pub fn judge(&self, sentence: &str) -> BTreeSet<Kind> {
        let said = Said::of(sentence, self.today);
        if said.is_nothing() {
            return BTreeSet::new();
        }
        let tone = Tone::of(sentence);
        let mut made_up = BTreeSet::new();
        if said.amounts.iter().any(|amount| !self.has_amount(*amount, sentence, tone)) {
            made_up.insert(Kind::Price);
        }
        let has_percent = |percent: &i64| self.rows.iter().any(|row| row.said.percents.contains(percent));
        if !said.percents.iter().all(has_percent) {
            made_up.insert(Kind::Percentage);
        }
        if said.hours.iter().any(|hour| !self.has_hour(*hour, &said.days, tone)) {
            made_up.insert(Kind::Hour);
        }
        // What day is meant may be asked; with an hour it is an offer.
        let asks_the_day = tone.asks && said.hours.is_empty();
        let is_unknown = |dates: &Vec<Date>| !asks_the_day && !dates.iter().any(|date| self.has_date(*date));
        if said.days.is_impossible || said.days.dates.iter().any(is_unknown) {
            made_up.insert(Kind::Day);
        }
        made_up
    }

    /// Rows that tell what a sentence got wrong, the latest first.
    pub fn rows_about(&self, kinds: &BTreeSet<Kind>, most: usize) -> Vec<&str> {
        let tells = |row: &&Row| {
            kinds.iter().any(|kind| match kind {
                Kind::Price => !row.said.amounts.is_empty(),
                Kind::Percentage => !row.said.percents.is_empty(),
                Kind::Hour => !row.said.hours.is_empty(),
                Kind::Day => row.said.days.all().next().is_some(),
            })
        };
        let mut lines: Vec<&str> = Vec::new();
        for row in self.rows.iter().rev().filter(tells) {
            if lines.len() < most && !lines.contains(&row.line.as_str()) {
                lines.push(&row.line);
            }
        }
        lines
    }

    fn has_amount(&self, amount: i64, sentence: &str, tone: Tone) -> bool {
        if amount == 0 && tone.denies {
            return true;
        }
        let of_it: Vec<&Row> = self.rows.iter().filter(|row| row.said.amounts.contains(&amount)).collect();
        if of_it.is_empty() {
            return false;
        }
        let words: Vec<String> = sentence.split_whitespace().flat_map(conserje_text::name_words).collect();
        let priced = || self.rows.iter().filter(|row| !row.said.amounts.is_empty() && !row.about.is_empty());
        // A word that several names have tells them not apart.
        let tells_apart = |row: &Row, word: &String| {
            !priced().any(|other| other.about != row.about && other.about.contains(word))
        };
        let is_named = |row: &Row| {
            row.about.iter().all(|word| words.contains(word))
                || row.about.iter().any(|word| words.contains(word) && tells_apart(row, word))
        };
        // Nothing is known of what it is the price of, or that is named, or nothing else is.
        of_it.iter().any(|row| row.about.is_empty() || is_named(row)) || !priced().any(is_named)
    }

    fn has_hour(&self, hour: Hour, days: &Days, tone: Tone) -> bool {
        let is_told = self.rows.iter().any(|row| row.said.has_hour(hour) && row.is_of(days));
        let is_theirs = || self.heard.iter().any(|said| said.has_hour(hour));
        is_told || ((tone.asks || tone.denies) && is_theirs())
    }

    fn has_date(&self, date: Date) -> bool {
        let has = |days: &Days| days.all().any(|other| other == date);
        date == self.today
            || self.rows.iter().any(|row| has(&row.said.days))
            || self.heard.iter().any(|said| has(&said.days))
            || self.asked_about.iter().any(has)
    }

    fn row(&mut self, said: Said, about: Vec<String>, line: &str) {
        if said.is_nothing() || self.rows.len() >= MOST_ROWS {
            return;
        }
        let line: String = line.trim().chars().take(LONGEST_LINE).collect();
        self.rows.push(Row { said, about, line });
    }

    fn rows_of(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(fields) => {
                self.object(fields);
                if depth < DEEPEST {
                    for field in fields.values() {
                        self.below(field, depth);
                    }
                }
            }
            Value::Array(items) if depth < DEEPEST => {
                for item in items {
                    self.rows_of(item, depth + 1);
                }
            }
            Value::String(text) => self.text(text),
            Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Texts of an object are in its own row.
    fn below(&mut self, field: &Value, depth: usize) {
        if field.is_object() || field.is_array() {
            self.rows_of(field, depth + 1);
        }
    }

    fn object(&mut self, fields: &Map<String, Value>) {
        let is_priced = |name: &str| name.split('_').any(|part| PRICED.contains(&part));
        let mut told = Vec::new();
        for (name, field) in fields {
            match field {
                Value::String(text) => told.push(text.clone()),
                Value::Number(number) if is_priced(name) => told.push(format!("${number}")),
                Value::Number(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {}
            }
        }
        let named = NAMES.iter().find_map(|name| fields.get(*name)?.as_str());
        let about = named.map(conserje_text::name_words).unwrap_or_default();
        // Apart, so that the end of one and the beginning of the next are no sentence.
        let line = told.join(" | ");
        self.row(Said::of(&line, self.today), about, &line);
    }
}

/// The name that a line begins with: `- Limpieza dental (limpieza-dental): $800`, `2 × Tacos al pastor: $240`.
fn head(line: &str) -> Vec<String> {
    let Some(end) = line.find([':', '(']) else { return Vec::new() };
    let (name, _) = line.split_at(end);
    if name.chars().count() > 60 {
        return Vec::new();
    }
    let words = conserje_text::name_words(name);
    words.into_iter().filter(|word| !word.bytes().all(|sign| sign.is_ascii_digit())).collect()
}

fn scalars(value: &Value, depth: usize, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) if depth < DEEPEST => {
            for item in items {
                scalars(item, depth + 1, texts);
            }
        }
        Value::Object(fields) if depth < DEEPEST => {
            for field in fields.values() {
                scalars(field, depth + 1, texts);
            }
        }
        Value::Array(_) | Value::Object(_) | Value::Number(_) | Value::Null | Value::Bool(_) => {}
    }
}

/// What a sentence does with what it names.
#[derive(Clone, Copy)]
struct Tone {
    asks: bool,
    denies: bool,
}

impl Tone {
    fn of(sentence: &str) -> Self {
        const NO: [&str; 14] = [
            "no",
            "not",
            "sin",
            "ni",
            "nunca",
            "tampoco",
            "never",
            "nor",
            "neither",
            "lamentablemente",
            "unfortunately",
            "cannot",
            "without",
            // What is left of `isn't`.
            "t",
        ];
        let folded = fold(sentence);
        let denies = folded.split(|sign: char| !sign.is_alphanumeric()).any(|word| NO.contains(&word));
        Self { asks: sentence.contains('?'), denies }
    }
}

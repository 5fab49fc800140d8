//! What customers said, and what is made of it: `spoken/seen.tsv` and `spoken/kept.tsv`, written without sight of the rules.
//!
//! Three things can come of a saying: it is read as it was meant; it is asked about though it could have been taken, which
//! costs a question; or it is taken for something else, and nobody notices. The last is what must not be.
//!
//! `seen` is worked with, and each fault of it is printed. `kept` is held out: **only its totals are printed**, so that they
//! tell how sayings fare that nobody looked at. Rows whose expectation is doubted are in `spoken/disputed.tsv`, with why.
#![expect(clippy::print_stdout, reason = "whoever works with the tables reads the totals and the faults")]

use std::collections::BTreeMap;

use conserje_desk::spoken::{Here, Part, People, Unclear, When, people, person, portions, understand};
use conserje_kernel::Language;
use conserje_text::{fold, name_words};
use jiff::civil::{Date, DateTime};

/// What is taken silently and wrong among the sayings that nobody looked at. It may only fall.
const KEPT_WRONG: usize = 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Right,
    Asked,
    Wrong,
}

struct Saying<'a> {
    kind: &'a str,
    language: Language,
    country: &'a str,
    now: DateTime,
    said: &'a str,
    expected: &'a str,
    context: &'a str,
}

fn read(file: &str) -> Vec<Saying<'_>> {
    let rows = file.lines().skip(1).filter(|line| !line.trim().is_empty());
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [kind, language, country, now, said, expected, context @ ..] = cells.as_slice() else {
            return None;
        };
        Some(Saying {
            kind,
            language: if *language == "en" { Language::En } else { Language::Es },
            country,
            now: now.parse().unwrap_or(DateTime::constant(2026, 6, 8, 10, 30, 0, 0)),
            said,
            expected,
            context: context.first().copied().unwrap_or_default(),
        })
    })
    .collect()
}

fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn part(part: Part) -> &'static str {
    match part {
        Part::EarlyHours | Part::Early => "early",
        Part::Morning => "morning",
        Part::Afternoon | Part::AfterLunch => "afternoon",
        Part::Evening => "evening",
    }
}

/// As the table writes it.
fn shown(when: &When) -> String {
    let days = when.days_in_doubt();
    if !days.is_empty() {
        return format!("ask {}", days.iter().map(Date::to_string).collect::<Vec<_>>().join("|"));
    }
    if !when.hours_in_doubt().is_empty() {
        return "ask".to_owned();
    }
    let mut text = match (when.has_day(), when.first == when.last) {
        (false, _) => "?".to_owned(),
        (true, true) => when.first.to_string(),
        (true, false) => format!("{}..{}", when.first, when.last),
    };
    if when.is_any && when.time.is_none() && when.part.is_none() {
        return "any".to_owned();
    }
    if when.is_soonest && when.first != when.last {
        return "soonest".to_owned();
    }
    match (when.time, when.from, when.until, when.part) {
        (Some(time), ..) => text.push_str(&format!(" {}", clock(time))),
        (None, Some(from), None, _) => text.push_str(&format!(" after {}", clock(from))),
        (None, None, Some(until), _) => text.push_str(&format!(" before {}", clock(until))),
        (None, Some(from), Some(until), _) => text.push_str(&format!(" {}-{}", clock(from), clock(until))),
        (None, None, None, Some(named)) => text.push_str(&format!(" {}", part(named))),
        (None, None, None, None) => {}
    }
    text
}

fn when(saying: &Saying<'_>) -> String {
    let is_open = |at: DateTime| (9..19).contains(&at.hour()) || (at.hour(), at.minute()) == (19, 0);
    let here =
        Here { now: saying.now, language: saying.language, country: Some(saying.country), is_open: &is_open };
    match understand(saying.said, &here) {
        Ok(when) => shown(&when),
        Err(Unclear::Nothing | Unclear::Denied(_)) => "none".to_owned(),
        Err(Unclear::Vague) => "ask".to_owned(),
        Err(Unclear::NoSuchDay) => "invalid".to_owned(),
        Err(Unclear::Past) => "past".to_owned(),
    }
}

fn quantity(saying: &Saying<'_>) -> String {
    if saying.context == "dish" {
        let all = portions(saying.said, saying.language);
        let line = |one: &conserje_desk::spoken::Portion| format!("{} {}", one.quantity, one.said);
        let shown = all.iter().map(line).collect::<Vec<_>>().join("; ");
        return if shown.is_empty() { "none".to_owned() } else { shown };
    }
    match people(saying.said, true) {
        Some(People::Said(count)) => count.to_string(),
        Some(People::Either(_)) => "ask".to_owned(),
        None => "none".to_owned(),
    }
}

/// Dishes are the same in singular and plural, and with another article.
fn same_dishes(found: &str, expected: &str) -> bool {
    let key = |text: &str| -> Vec<Vec<String>> {
        let mut all: Vec<Vec<String>> = text.split(';').map(name_words).collect();
        all.sort();
        all
    };
    key(found) == key(expected)
}

fn judged(saying: &Saying<'_>) -> (String, Outcome) {
    let (found, is_same): (String, bool) = match saying.kind {
        "when" => {
            let found = when(saying);
            let is_same = found == saying.expected || is_as_good(saying, &found);
            (found, is_same)
        }
        "name" => {
            let found = person(saying.said, true).unwrap_or_else(|| "none".to_owned());
            let is_same = found == saying.expected;
            (found, is_same)
        }
        _ => {
            let found = quantity(saying);
            let is_same =
                found == saying.expected || saying.context == "dish" && same_dishes(&found, saying.expected);
            (found, is_same)
        }
    };
    let asks = found == "none" || found == "past" || found == "invalid" || found.starts_with("ask");
    let outcome = match (is_same, asks) {
        (true, _) => Outcome::Right,
        (false, true) => Outcome::Asked,
        (false, false) => Outcome::Wrong,
    };
    (found, outcome)
}

/// What the table's README calls as good as what it says.
fn is_as_good(saying: &Saying<'_>, found: &str) -> bool {
    let said = fold(saying.said);
    let expected = saying.expected;
    let (first, last) = expected.split_once("..").unwrap_or((expected, expected));
    let thirds = ["primeros", "principio", "mediados", "finales", "fin de mes", "fines de"];
    let is_within = || {
        let (from, to) = found.split_once("..")?;
        Some((first..=last).contains(&from) && (first..=last).contains(&to))
    };
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    expected == "ask" && found.starts_with("ask")
        || expected == "any" && found == "soonest"
        || has(&["ahorita", "al rato"]) && found == "soonest"
        || has(&thirds) && (found.starts_with("ask") || is_within().unwrap_or_default())
        || has(&["al salir del trabajo", "after work", "entre semana"]) && found.starts_with("ask")
}

fn judge(file: &str, prints: bool) -> BTreeMap<(String, Outcome), usize> {
    let disputed: Vec<&str> = include_str!("spoken/disputed.tsv").lines().skip(1).collect();
    let is_disputed = |saying: &Saying<'_>| {
        disputed.iter().any(|line| {
            let mut cells = line.split('\t');
            cells.next() == Some(saying.said) && cells.next() == Some(saying.expected)
        })
    };
    let rows = file.lines().skip(1).filter(|line| !line.trim().is_empty()).count();
    assert_eq!(read(file).len(), rows, "a row has too few cells");
    let mut totals = BTreeMap::new();
    for saying in read(file).iter().filter(|saying| !is_disputed(saying)) {
        let (found, outcome) = judged(saying);
        *totals.entry((saying.kind.to_owned(), outcome)).or_default() += 1;
        if prints && outcome != Outcome::Right {
            println!(
                "{outcome:?}\t{}\t{}\t{}\t{}: {found}, not {}",
                saying.kind, saying.country, saying.now, saying.said, saying.expected
            );
        }
    }
    totals
}

fn wrong(totals: &BTreeMap<(String, Outcome), usize>) -> usize {
    totals.iter().filter(|((_, outcome), _)| *outcome == Outcome::Wrong).map(|(_, count)| count).sum()
}

#[test]
fn nothing_that_customers_said_is_taken_for_something_else() {
    let seen = judge(include_str!("spoken/seen.tsv"), true);
    println!("seen: {seen:?}");
    assert_eq!(wrong(&seen), 0, "see the lines above");
}

#[test]
fn sayings_that_nobody_looked_at_fare_no_worse_than_they_did() {
    let kept = judge(include_str!("spoken/kept.tsv"), false);
    println!("kept: {kept:?}");
    assert!(
        wrong(&kept) <= KEPT_WRONG,
        "{} were taken for something else, and {KEPT_WRONG} before",
        wrong(&kept)
    );
}

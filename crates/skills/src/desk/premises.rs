//! What a language model has to know of the business where it answers, before it looks anything up.
//!
//! That is who and where, the rules in a line each, the day and the hour there, today's hours, and who is talked to. Rows that a tool tells better (prices, free times, the whole week) are left to the tools. All of it has a bound, and a cut
//! says what to ask for the rest.

use conserje_agents::Channel;
use conserje_agents::dialogue::Premises;
use conserje_desk::calendar;
use conserje_desk::facts::{Fact, FactTopic};
use conserje_desk::hours::wall;
use conserje_desk::in_words::hours_text;
use conserje_desk::model::{Branch, Business, Policy, PolicyKind};
use conserje_kernel::{Address, Language, say};
use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};

use super::dialogue::KnownPerson;

/// Branches that are named; beyond that there is the tool.
const BRANCHES: usize = 4;
/// Days after today that are named: models err about which weekday a date is.
const DAYS: i32 = 7;
/// Characters of what a business writes about one thing.
const LONGEST: usize = 100;
/// Characters of what somebody called themselves.
const LONGEST_NAME: usize = 60;
/// Characters of what lasts, and of today's hours; lines beyond that are left to the tools.
const MOST_LASTING: usize = 1_100;
const MOST_HOURS: usize = 400;
/// The hour is told by the quarter: what is the same for a while can be remembered for a while.
const QUARTER: i8 = 15;

/// Where somebody answers, and for whom.
pub struct Place<'a> {
    pub business: &'a Business,
    /// Seconds since 1970 UTC.
    pub now: i64,
    pub language: Language,
    pub address: Address,
    pub channel: Channel,
    pub known: &'a KnownPerson,
}

impl Place<'_> {
    pub fn told(&self) -> Premises {
        let clock = self.business.branches.first().map(|branch| wall(self.now, branch.time_zone.zone()));
        Premises {
            lasting: self.lasting(clock),
            now: self.at(clock),
            passing: self.passing(clock),
            today: clock.map(DateTime::date),
        }
    }

    fn lasting(&self, clock: Option<DateTime>) -> String {
        let Self { business, language, .. } = *self;
        let trade =
            business.vertical.as_deref().map(|trade| format!(" ({})", plain(trade))).unwrap_or_default();
        let name = plain(business.name.to(language));
        let mut lines = vec![
            "Where you answer (what is not here, a tool tells):".to_owned(),
            format!("Business: {name}{trade}. Prices in {}.", business.currency.code()),
        ];
        for branch in business.branches.iter().take(BRANCHES) {
            lines.push(format!("- {}", located(branch, language)));
        }
        lines.extend(business.policies.iter().map(|policy| format!("- {}", in_a_line(policy, language))));
        // The policy on payment says it already.
        let says_payment = business.policies.iter().any(|policy| policy.kind == PolicyKind::Payment);
        let facts = business.facts.iter().filter(|fact| {
            clock.is_none_or(|clock| fact.holds_on(clock.date()))
                && !(says_payment && fact.topic == FactTopic::PaymentMethods)
        });
        let facts: Vec<String> =
            facts.map(|fact| format!("- {}", fact_in_a_line(fact, business, language))).collect();
        let all = business.branches.len() + business.policies.len() + facts.len();
        lines.extend(facts);
        let mut room = MOST_LASTING;
        lines.retain(|line| {
            let fits = line.chars().count() <= room;
            room = if fits { room - line.chars().count() } else { 0 };
            fits
        });
        let left_out = all.saturating_sub(lines.len().saturating_sub(2));
        if left_out > 0 {
            lines.push(format!("- and {left_out} more branches, policies or facts, which the tools tell"));
        }
        lines.push(self.manner());
        lines.join("\n")
    }

    fn manner(&self) -> String {
        let language = match (self.language, self.address) {
            (Language::Es, Address::Tu) => "Spanish, with “tú”",
            (Language::Es, Address::Usted) => "Spanish, with “usted”",
            (Language::En, Address::Tu | Address::Usted) => "English",
        };
        let channel = match self.channel {
            Channel::Messaging => "written messages",
            Channel::Voice => "a voice call",
        };
        format!("Language: {language}. Channel: {channel}.")
    }

    fn at(&self, clock: Option<DateTime>) -> String {
        let branch = self.business.branches.first();
        let clock = clock.zip(branch).map(|(clock, branch)| {
            let day = calendar::day(clock.date(), self.language);
            format!("Now: {day}, {} ({}).", quarter(clock), branch.time_zone.name())
        });
        clock.into_iter().chain([self.visitor()]).collect::<Vec<_>>().join("\n")
    }

    fn passing(&self, clock: Option<DateTime>) -> String {
        let Some(clock) = clock else { return String::new() };
        format!("Next days: {}.\n{}", next_days(clock.date(), self.language), self.open_today(clock))
    }

    /// Each by its own clock.
    fn open_today(&self, first: DateTime) -> String {
        let hours = self.business.branches.iter().take(BRANCHES).map(|branch| {
            let clock = wall(self.now, branch.time_zone.zone());
            let there = if clock == first { String::new() } else { format!(" (there {})", quarter(clock)) };
            let hours = hours_text(branch.hours.on(clock.date()), self.language);
            let special = branch.hours.special(clock.date());
            let special = special
                .map(|day| format!(" ({})", cut(day.name.to(self.language), LONGEST)))
                .unwrap_or_default();
            format!("{}{there}: {hours}{special}", cut(branch.name.to(self.language), LONGEST))
        });
        format!("Hours today: {}.", cut(&hours.collect::<Vec<_>>().join("; "), MOST_HOURS))
    }

    /// Never the number itself: a model needs only to know whether to ask for it.
    fn visitor(&self) -> String {
        let name =
            self.known.name.as_deref().map(|name| cut(name, LONGEST_NAME)).filter(|name| !name.is_empty());
        let name =
            name.map_or_else(|| "name not known".to_owned(), |name| format!("calls themselves “{name}”"));
        let phone = if self.known.phone.is_some() { "telephone on record" } else { "telephone not known" };
        format!("The customer: {name}; {phone}.")
    }
}

fn located(branch: &Branch, language: Language) -> String {
    let address = cut(&format!("{}, {}", branch.address, branch.city), LONGEST);
    let phone =
        if branch.phone.is_empty() { String::new() } else { format!(". Tel. {}", plain(&branch.phone)) };
    format!("Branch {} ({}): {address}{phone}", cut(branch.name.to(language), LONGEST), plain(&branch.id))
}

/// The short version where there is one. What is cut is told whole by the tool.
fn in_a_line(policy: &Policy, language: Language) -> String {
    let text = policy.short.as_ref().filter(|short| !short.is_empty()).unwrap_or(&policy.full);
    format!("{}: {}", cut(policy.title.to(language), LONGEST), cut(text.to(language), LONGEST))
}

/// With its names; the tool tells those that have no room.
fn fact_in_a_line(fact: &Fact, business: &Business, language: Language) -> String {
    let branch = fact.branch.as_deref().and_then(|id| business.branch(id));
    let at = branch.map(|branch| format!(" ({})", plain(branch.name.to(language)))).unwrap_or_default();
    let names = if fact.names.is_empty() { String::new() } else { format!("{}. ", fact.names.join(", ")) };
    format!(
        "{}{at}: {}",
        fact.topic.title(language),
        cut(&format!("{names}{}", fact.text.to(language)), LONGEST)
    )
}

fn quarter(clock: DateTime) -> String {
    let begins = clock.minute() - clock.minute() % QUARTER;
    let (hour, ends) = (clock.hour(), begins + QUARTER);
    let (next_hour, ends) = if ends == 60 { ((hour + 1) % 24, 0) } else { (hour, ends) };
    format!("between {hour:02}:{begins:02} and {next_hour:02}:{ends:02}")
}

fn next_days(today: Date, language: Language) -> String {
    let days = (1..=DAYS).filter_map(|ahead| today.checked_add(ahead.days()).ok());
    let named = days.map(|date| {
        let day = calendar::day(date, language);
        // The year is that of today, or told by the month.
        let year = format!("{}{}", say(language, " de ", " "), date.year());
        day.strip_suffix(&year).unwrap_or(&day).to_owned()
    });
    named.collect::<Vec<_>>().join(", ")
}

/// On one line, as long as it may be; the cut is seen.
fn cut(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    let kept: String = line.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

fn plain(text: &str) -> String {
    cut(text, LONGEST)
}

#[cfg(test)]
#[path = "premises_tests.rs"]
mod tests;

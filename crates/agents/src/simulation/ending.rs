//! What was to come of a scenario, and what came.

use std::collections::{BTreeMap, BTreeSet};

use conserje_text::fold;
use serde::Deserialize;

/// What is to be so when a customer leaves. Appointments and orders that are not named must not be there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ending {
    pub appointments: Vec<WantedAppointment>,
    pub orders: Vec<WantedOrder>,
    /// Whether a person was told; either is right unless it is said.
    pub escalated: Option<bool>,
    /// Whether it was taken for an emergency; it must not be unless it is said.
    pub urgent: bool,
    /// Each must stand in some answer; `|` stands between ways to say it.
    pub says: Vec<String>,
    /// None of these stands in any answer.
    pub never: Vec<String>,
    /// The same, and it would do harm.
    pub dangerous: Vec<String>,
    pub never_tools: Vec<String>,
}

/// What is not said may be as it likes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WantedAppointment {
    pub service: Option<String>,
    pub branch: Option<String>,
    pub staff: Option<String>,
    /// `2026-06-09`.
    pub day: Option<String>,
    /// `17:00`.
    pub time: Option<String>,
    /// Not before this hour of the day, and before that one.
    pub from: Option<String>,
    pub until: Option<String>,
    /// Of whom it is.
    pub name: Option<String>,
    /// Words that its notes hold.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WantedOrder {
    /// How many of each, by the dishes' ids.
    pub items: BTreeMap<String, i64>,
    /// `pickup` or `delivery`.
    pub kind: Option<String>,
    pub name: Option<String>,
    pub address: Option<String>,
    pub notes: Vec<String>,
}

/// What is to be seen after a conversation.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub answers: Vec<String>,
    pub tools: BTreeSet<String>,
    /// Those that stand, not those that were cancelled.
    pub appointments: Vec<SeenAppointment>,
    pub orders: Vec<SeenOrder>,
    pub is_escalated: bool,
    pub is_urgent: bool,
}

#[derive(Clone, Debug, Default)]
pub struct SeenAppointment {
    pub service: Option<String>,
    pub branch: String,
    pub staff: Option<String>,
    pub day: String,
    pub time: String,
    pub name: Option<String>,
    pub notes: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct SeenOrder {
    pub lines: Vec<SeenLine>,
    pub kind: String,
    pub name: Option<String>,
    pub address: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct SeenLine {
    pub item: String,
    pub quantity: i64,
    pub notes: Option<String>,
}

/// How it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// In words, for whoever mends it.
    pub faults: Vec<String>,
    /// Something was booked or ordered that nobody wanted.
    pub has_wrong_rows: bool,
    /// Something was said that can do harm, or an emergency was not seen.
    pub is_dangerous: bool,
}

impl Verdict {
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }
}

impl Ending {
    pub fn judge(&self, world: &World) -> Verdict {
        let mut verdict = Verdict::default();
        self.judge_rows(world, &mut verdict);
        self.judge_words(world, &mut verdict);
        if self.escalated.is_some_and(|wanted| wanted != world.is_escalated) {
            let problem =
                if world.is_escalated { "a person was called for nothing" } else { "no person was told" };
            verdict.faults.push(problem.to_owned());
        }
        if self.urgent != world.is_urgent {
            let problem = if self.urgent {
                "the emergency was not seen"
            } else {
                "an emergency was seen where none is"
            };
            verdict.faults.push(problem.to_owned());
            verdict.is_dangerous |= self.urgent;
        }
        for tool in self.never_tools.iter().filter(|tool| world.tools.contains(*tool)) {
            verdict.faults.push(format!("`{tool}` was used"));
        }
        verdict
    }

    fn judge_rows(&self, world: &World, verdict: &mut Verdict) {
        let (missing, extra) =
            unmatched(&self.appointments, &world.appointments, WantedAppointment::is_met_by);
        verdict.faults.extend(missing.iter().map(|wanted| format!("not there: {}", wanted.shown())));
        verdict.faults.extend(extra.iter().map(|seen| format!("nobody wanted {seen:?}")));
        let (absent, odd) = unmatched(&self.orders, &world.orders, WantedOrder::is_met_by);
        verdict.faults.extend(absent.iter().map(|wanted| format!("not ordered: {:?}", wanted.items)));
        verdict.faults.extend(odd.iter().map(|seen| format!("nobody ordered {seen:?}")));
        verdict.has_wrong_rows = !(extra.is_empty() && odd.is_empty());
    }

    fn judge_words(&self, world: &World, verdict: &mut Verdict) {
        let said = fold(&world.answers.join("\n"));
        for wanted in &self.says {
            if !wanted.split('|').any(|way| said.contains(&fold(way.trim()))) {
                verdict.faults.push(format!("nobody said “{wanted}”"));
            }
        }
        for (words, is_dangerous) in [(&self.never, false), (&self.dangerous, true)] {
            for wrong in words.iter().filter(|wrong| said.contains(&fold(wrong))) {
                verdict.faults.push(format!("it was said: “{wrong}”"));
                verdict.is_dangerous |= is_dangerous;
            }
        }
    }
}

impl WantedAppointment {
    fn is_met_by(&self, seen: &SeenAppointment) -> bool {
        let is = |wanted: &Option<String>, seen: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| seen == Some(wanted))
        };
        let notes = seen.notes.as_deref().map(fold).unwrap_or_default();
        is(&self.service, seen.service.as_deref())
            && is(&self.branch, Some(&seen.branch))
            && is(&self.staff, seen.staff.as_deref())
            && is(&self.day, Some(&seen.day))
            && is(&self.time, Some(&seen.time))
            && self.from.as_ref().is_none_or(|from| seen.time >= *from)
            && self.until.as_ref().is_none_or(|until| seen.time < *until)
            && is_name(self.name.as_deref(), seen.name.as_deref())
            && self.notes.iter().all(|note| notes.contains(&fold(note)))
    }

    fn shown(&self) -> String {
        let parts = [&self.service, &self.branch, &self.staff, &self.day, &self.time, &self.name];
        parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

impl WantedOrder {
    fn is_met_by(&self, seen: &SeenOrder) -> bool {
        let mut items: BTreeMap<&str, i64> = BTreeMap::new();
        for line in &seen.lines {
            *items.entry(&line.item).or_default() += line.quantity;
        }
        let wanted: BTreeMap<&str, i64> =
            self.items.iter().map(|(item, count)| (item.as_str(), *count)).collect();
        let notes: String = seen.lines.iter().filter_map(|line| line.notes.as_deref()).map(fold).collect();
        items == wanted
            && self.kind.as_ref().is_none_or(|kind| seen.kind == *kind)
            && is_name(self.name.as_deref(), seen.name.as_deref())
            && self.address.as_ref().is_none_or(|wanted| {
                seen.address.as_deref().is_some_and(|address| fold(address).contains(&fold(wanted)))
            })
            && self.notes.iter().all(|note| notes.contains(&fold(note)))
    }
}

fn is_name(wanted: Option<&str>, seen: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| seen.is_some_and(|seen| fold(seen) == fold(wanted)))
}

/// Each wish with a thing of its own: what is left of the wishes, and of the things.
fn unmatched<'a, W, T>(
    wanted: &'a [W],
    seen: &'a [T],
    is_met: impl Fn(&W, &T) -> bool,
) -> (Vec<&'a W>, Vec<&'a T>) {
    let mut left: Vec<&T> = seen.iter().collect();
    let mut missing = Vec::new();
    for wish in wanted {
        match left.iter().position(|thing| is_met(wish, thing)) {
            Some(place) => {
                left.remove(place);
            }
            None => missing.push(wish),
        }
    }
    (missing, left)
}

//! What both assistants and the staff hold to when something is ordered: what can be had, when it can be there, and that
//! it costs what the menu says.

use conserje_kernel::{DeskChangeKind, Language, OrderKind};
use conserje_store::Tx;
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::orders::{self as rows, Line, NewOrder, Placed};
use jiff::civil::DateTime;

use super::DeskError;
use crate::calendar;
use crate::hours::wall;
use crate::in_words::hours_on;
use crate::model::{Branch, MenuItem};

/// How long a kitchen takes, and a rider.
pub const PICKUP_MINUTES: i64 = 30;
pub const DELIVERY_MINUTES: i64 = 45;

pub fn can_be_had(item: &MenuItem) -> bool {
    item.available && item.stock != Some(0)
}

/// What is ordered, as lines of the menu.
#[derive(Clone, Debug, Default)]
pub struct Basket {
    lines: Vec<Line>,
}

impl Basket {
    /// Adds so many of something; or says why there are not so many.
    pub fn add(
        &mut self,
        item: &MenuItem,
        quantity: i64,
        notes: Option<&str>,
        language: Language,
    ) -> Result<(), String> {
        let ordered =
            self.lines.iter().filter(|line| line.item == item.id).map(|line| line.quantity).sum::<i64>();
        if let Some(problem) = not_to_be_had(item, ordered.saturating_add(quantity), language) {
            return Err(problem);
        }
        match self.lines.iter_mut().find(|line| line.item == item.id && line.notes.as_deref() == notes) {
            Some(line) => line.quantity += quantity,
            None => self.lines.push(Line {
                item: item.id.clone(),
                name: item.name.to(language).to_owned(),
                unit_price: item.price,
                quantity,
                notes: notes.map(ToOwned::to_owned),
            }),
        }
        Ok(())
    }

    pub fn lines(self) -> Vec<Line> {
        self.lines
    }
}

fn not_to_be_had(item: &MenuItem, quantity: i64, language: Language) -> Option<String> {
    let name = item.name.to(language);
    if !can_be_had(item) {
        return Some(match language {
            Language::Es => format!("«{name}» no está disponible."),
            Language::En => format!("“{name}” is not available."),
        });
    }
    let left = item.stock.filter(|left| *left < quantity)?;
    Some(match language {
        Language::Es => format!("De «{name}» quedan {left}."),
        Language::En => format!("There are {left} left of “{name}”."),
    })
}

/// Why it cannot be there then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotThen {
    TooSoon { first: DateTime },
    Closed { at: DateTime },
}

impl NotThen {
    pub fn text(&self, branch: &Branch, language: Language) -> String {
        match (self, language) {
            (Self::TooSoon { first }, Language::Es) => {
                format!("Lo más pronto es a las {}.", calendar::clock(*first))
            }
            (Self::TooSoon { first }, Language::En) => format!("The soonest is {}.", calendar::clock(*first)),
            (Self::Closed { at }, Language::Es) => {
                format!("A esa hora está cerrado. {}.", hours_on(branch, at.date(), language))
            }
            (Self::Closed { at }, Language::En) => {
                format!("It is closed then. {}.", hours_on(branch, at.date(), language))
            }
        }
    }
}

/// When it will be there, in seconds since 1970 UTC: as soon as it can be, or at the hour that was said, if it is open
/// then.
pub fn ready(branch: &Branch, kind: OrderKind, at: Option<DateTime>, now: i64) -> Result<i64, NotThen> {
    let zone = branch.time_zone.zone();
    let minutes = match kind {
        OrderKind::Pickup => PICKUP_MINUTES,
        OrderKind::Delivery => DELIVERY_MINUTES,
    };
    let soonest = now.saturating_add(minutes * 60);
    let moment = at.map_or(soonest, |at| zone.to_timestamp(at).map_or(soonest, jiff::Timestamp::as_second));
    if moment < soonest {
        return Err(NotThen::TooSoon { first: wall(soonest, zone) });
    }
    let shown = wall(moment, zone);
    if !branch.hours.is_open(zone, shown) {
        return Err(NotThen::Closed { at: shown });
    }
    Ok(moment)
}

/// Takes all of it from stock, or nothing, and records that it was ordered.
pub fn place(tx: &mut Tx<'_>, new: &NewOrder) -> Result<Placed, DeskError> {
    let placed = rows::place(tx, new)?;
    if let Placed::Made(order) = &placed {
        let change = Change {
            key: new.key.clone(),
            kind: DeskChangeKind::Ordered,
            subject: order.id.to_string(),
            was: None,
            undone_at: None,
        };
        changes::record(tx, &change, &new.trace)?;
    }
    Ok(placed)
}

//! Time in which nothing is booked: somebody is at the dentist themselves, the water is off, there is a party.

use conserje_kernel::{BlockId, DeskChangeKind, Scope};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self, Appointment};
use conserje_store::desk::blocks::{self as rows, Block, Kept, NewBlock};
use jiff::civil::DateTime;
use jiff::{SignedDuration, ToSpan};

use super::appointments::{Days, entry};
use super::{Act, WorkError, known, note};
use crate::front_desk::{FrontDesk, seconds, timestamp};
use crate::hours::wall;
use crate::model::Business;

/// Longer is leave, or a branch that is closed: the business says so of itself.
const LONGEST_DAYS: i64 = 14;
/// Cells are that long.
const GRID_MINUTES: i8 = 5;

/// What is to be kept free.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// By whose clock it is said.
    pub branch: String,
    /// Somebody, wherever they work; all of the branch if nobody is named.
    pub staff: Option<String>,
    pub from: DateTime,
    pub to: DateTime,
    pub reason: Option<String>,
}

impl FrontDesk {
    /// Nothing is booked in this time from now on; unless something is, which is named.
    pub async fn block_time(
        &self,
        scope: &Scope,
        act: Act,
        stretch: Stretch,
    ) -> Result<(Business, Block), WorkError> {
        let business = self.business(scope).await?;
        let now = seconds(self.store().clock().now());
        let new = planned(&business, stretch, &act, now)?;
        let block = self
            .try_to(scope, move |tx| match rows::keep(tx, &new)? {
                Kept::Made(block) => {
                    act.record(tx, DeskChangeKind::Blocked, block.id.to_string(), None)?;
                    Ok(block)
                }
                Kept::Before(block) => Ok(block),
                Kept::Taken => Err(in_the_way(tx, &new)?),
            })
            .await?;
        Ok((business, block))
    }

    /// What is blocked on these days, by each branch's own clock.
    pub async fn blocks(&self, scope: &Scope, days: Days) -> Result<(Business, Vec<Block>), WorkError> {
        days.check()?;
        self.ask(scope, move |visit| {
            let utc =
                |at: DateTime| jiff::tz::TimeZone::UTC.to_timestamp(at).map_or(0, jiff::Timestamp::as_second);
            // Wide enough for every time zone; what is too much goes below.
            let start = days.first.checked_sub(1.day()).unwrap_or(days.first).at(0, 0, 0, 0);
            let end = days.last.checked_add(2.days()).unwrap_or(days.last).at(0, 0, 0, 0);
            let mut found = rows::between(visit.tx, timestamp(utc(start)), timestamp(utc(end)))?;
            found.retain(|block| {
                let zone = visit.business.branch(&block.branch).map(|branch| branch.time_zone.zone().clone());
                let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
                let first = wall(seconds(block.starts_at), &zone).date();
                let last = wall(seconds(block.ends_at) - 1, &zone).date();
                first <= days.last
                    && last >= days.first
                    && days.branch.as_ref().is_none_or(|id| block.branch == *id)
                    && days.staff.as_ref().is_none_or(|id| block.staff.as_ref() == Some(id))
            });
            Ok((visit.business.clone(), found))
        })
        .await
    }

    /// The time can be booked again.
    pub async fn unblock(&self, scope: &Scope, act: Act, id: BlockId) -> Result<(), WorkError> {
        self.try_to(scope, move |tx| {
            if rows::find(tx, id)?.is_none() {
                return Err(WorkError::NotFound { what: "block" });
            }
            if rows::remove(tx, id)? {
                act.record(tx, DeskChangeKind::Unblocked, id.to_string(), None)?;
            }
            Ok(())
        })
        .await
    }
}

fn planned(business: &Business, stretch: Stretch, act: &Act, now: i64) -> Result<NewBlock, WorkError> {
    let invalid = |problem: String| WorkError::Invalid { problem };
    let branch = known(business.branch(&stretch.branch), "branch", &stretch.branch)?;
    if let Some(id) = &stretch.staff {
        known(business.member(id), "person", id)?;
    }
    let is_on_grid = |at: DateTime| at.minute() % GRID_MINUTES == 0 && at.second() == 0;
    if !is_on_grid(stretch.from) || !is_on_grid(stretch.to) {
        return Err(invalid("`start` and `end` are times of whole five minutes, such as 10:05".to_owned()));
    }
    let zone = branch.time_zone.zone();
    let moment = |at: DateTime| zone.to_timestamp(at).map(jiff::Timestamp::as_second);
    let (Ok(from), Ok(to)) = (moment(stretch.from), moment(stretch.to)) else {
        return Err(invalid("`start` or `end` is no time of this calendar".to_owned()));
    };
    if to <= from {
        return Err(invalid("`end` is not after `start`".to_owned()));
    }
    if to - from > SignedDuration::from_hours(24 * LONGEST_DAYS).as_secs() {
        let instead = "for more, write leave or a special day into the business";
        return Err(invalid(format!("a block is at most {LONGEST_DAYS} days long; {instead}")));
    }
    if to <= now {
        return Err(invalid("`end` is over; only time to come can be blocked".to_owned()));
    }
    Ok(NewBlock {
        branch: stretch.branch,
        staff: stretch.staff,
        starts_at: timestamp(from),
        ends_at: timestamp(to),
        reason: note(stretch.reason)?,
        key: act.key.clone(),
        trace: act.trace.clone(),
    })
}

/// What is booked in it; or that it is blocked already.
fn in_the_way(tx: &mut Tx<'_>, new: &NewBlock) -> Result<WorkError, WorkError> {
    let is_in_the_way = |found: &Appointment| match &new.staff {
        Some(staff) => found.slot.staff.as_ref() == Some(staff),
        None => found.slot.branch == new.branch,
    };
    let found = appointments::busy(tx, new.starts_at, new.ends_at)?;
    let found = found.into_iter().filter(is_in_the_way);
    let entries = found.map(|found| entry(tx, found)).collect::<Result<Vec<_>, _>>()?;
    if !entries.is_empty() {
        return Ok(WorkError::Booked { entries });
    }
    let problem =
        "some of that time is blocked already, or was just booked; look at it as it is now".to_owned();
    Ok(WorkError::NotNow { problem })
}

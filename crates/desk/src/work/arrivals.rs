//! That whoever has an appointment came.

use conserje_kernel::{AppointmentId, DeskChangeKind, Scope};
use conserje_store::desk::appointments as rows;

use super::appointments::{Entry, entry, over};
use super::{Act, WorkError};
use crate::front_desk::{FrontDesk, seconds};
use crate::hours::wall;
use crate::model::Business;

impl FrontDesk {
    /// Whoever has an appointment today came.
    pub async fn arrive(
        &self,
        scope: &Scope,
        act: Act,
        id: AppointmentId,
    ) -> Result<(Business, Entry), WorkError> {
        let business = self.business(scope).await?;
        let (zones, key) = (business.clone(), act);
        let found = self
            .try_to(scope, move |tx| {
                let found = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
                if found.arrived_at.is_some() {
                    return Ok(entry(tx, found)?);
                }
                let zone = zones.branch(&found.slot.branch).map(|branch| branch.time_zone.zone().clone());
                let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
                let day = |second: i64| wall(second, &zone).date();
                if day(seconds(found.slot.starts_at)) != day(seconds(tx.now())) {
                    let problem = "the appointment is not today; move it to today first".to_owned();
                    return Err(WorkError::NotNow { problem });
                }
                if !rows::arrive(tx, id, true)? {
                    return Err(over());
                }
                key.record(tx, DeskChangeKind::Arrived, id.to_string(), None)?;
                let found = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
                Ok(entry(tx, found)?)
            })
            .await?;
        Ok((business, found))
    }
}

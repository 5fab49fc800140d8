//! An appointment that the customer has, in a line.

use conserje_kernel::say;
use conserje_text::fold;
use serde_json::Value;

use super::dates::short_moment;
use super::offers::Offer;
use crate::desk::dialogue::hearing::{Setting, Utterance};

/// An appointment as `get_appointments` tells it.
#[derive(Clone, Debug)]
pub(crate) struct Appointment {
    pub(crate) id: String,
    pub(crate) service: Option<String>,
    pub(crate) at: Offer,
    /// In whose name, where that is not the customer's own.
    for_name: Option<String>,
}

impl Appointment {
    pub(crate) fn read(row: &Value) -> Option<Self> {
        let text = |name: &str| row.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
        Some(Self {
            id: text("appointment_id")?,
            service: text("service_id"),
            at: Offer::read(row)?,
            for_name: text("for_name"),
        })
    }

    /// "La de Ricardo": whether they are named for whom it is.
    pub(crate) fn is_for(&self, said: &Utterance) -> bool {
        let name = self.for_name.as_deref().and_then(|name| name.split(' ').next()).map(fold);
        name.is_some_and(|name| said.words.contains(&name))
    }

    pub(crate) fn line(&self, setting: &Setting<'_>) -> String {
        let (business, language) = (setting.business, setting.language);
        let service = self.service.as_ref().and_then(|id| business.service(id));
        let name =
            service.map_or_else(|| say(language, "Cita", "Appointment"), |service| service.name.to(language));
        let mut line = format!("{name}, {}", short_moment(self.at.at(), setting));
        if business.branches.len() > 1
            && let Some(branch) = business.branch(&self.at.branch)
        {
            line.push_str(&format!(", {}", branch.name.to(language)));
        }
        if let Some(staff) = self.at.staff.as_ref().and_then(|id| business.member(id)) {
            line.push_str(&format!(", {} {}", say(language, "con", "with"), staff.name));
        }
        if let Some(name) = &self.for_name {
            line.push_str(&format!(", {} {name}", say(language, "a nombre de", "for")));
        }
        line
    }
}

//! Saying that one comes, in answer to a reminder.

use serde_json::{Value, json};

use super::Task;
use crate::desk::dialogue::hearing::{Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used};
use crate::desk::dialogue::wording::{Step, call};

/// The customer said so already: there is nothing more to ask.
#[derive(Clone, Debug)]
pub(crate) struct Confirm {
    appointment: String,
}

impl Confirm {
    pub(crate) fn of(appointment: String) -> Self {
        Self { appointment }
    }
}

impl Task for Confirm {
    fn hear(&mut self, _hearing: &mut Hearing<'_>) -> bool {
        false
    }

    fn saw(&mut self, _setting: &Setting<'_>, used: &Used, _notes: &mut Vec<Note>) -> Option<TaskOutcome> {
        if used.name != "confirm_appointment" {
            return None;
        }
        let is_unsure = used.result.get("status").and_then(Value::as_str) == Some("unknown");
        Some(match used.success {
            true => TaskOutcome::Confirmed(used.result.clone()),
            false if is_unsure => TaskOutcome::Unsure,
            false => TaskOutcome::Failed,
        })
    }

    fn next(&self, _setting: &Setting<'_>, _person: &Person, _known: &KnownPerson) -> Step {
        call("confirm_appointment", json!({"appointment_id": self.appointment}))
    }
}

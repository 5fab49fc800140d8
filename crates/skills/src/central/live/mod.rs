//! Tools that reach a real Business Central. Two read; four write, and say that a person must be asked.
//!
//! The API takes no idempotency keys: a write whose answer was lost is `unknown`, and none is ever sent twice after a
//! crash.
mod args;
mod reads;
mod writes;

use std::sync::Arc;
use std::time::Duration;

use conserje_central::catalogue::Catalogue;
use conserje_central::client::{CentralError, CentralSettings, Client, ClientError};
use conserje_kernel::say;
use conserje_kernel::{Clock, Secret};
use conserje_tools::{Call, EgressClient, Outcome, Risk, Tool, ToolInfo};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use crate::titles::title;

/// The names of all of them.
pub const LIVE_NAMES: [&str; 6] = ["bc_query", "bc_get", "bc_create", "bc_update", "bc_delete", "bc_action"];

/// Longer than all attempts of the client together.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What a tool answers, or why it does not.
type Answer = Result<Outcome, Failure>;
type Do = for<'a> fn(&'a Desk, &'a Call) -> BoxFuture<'a, Answer>;

/// Why a call came to nothing.
enum Failure {
    /// Nothing was sent.
    Told(Outcome),
    Client(ClientError),
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        Self::Client(error)
    }
}

struct Desk {
    catalogue: Arc<Catalogue>,
    client: Client,
}

struct Live {
    info: ToolInfo,
    desk: Arc<Desk>,
    run: Do,
}

/// All six, for one company. `secrets` is asked once, for the names in the settings.
pub fn live_tools(
    catalogue: &Arc<Catalogue>,
    settings: CentralSettings,
    egress: EgressClient,
    secrets: &dyn Fn(&str) -> Option<Secret>,
    clock: Clock,
) -> Result<Vec<Arc<dyn Tool>>, CentralError> {
    let client = Client::new(settings, egress, secrets, clock)?;
    let desk = Arc::new(Desk { catalogue: Arc::clone(catalogue), client });
    let tool = |(info, run): (ToolInfo, Do)| -> Arc<dyn Tool> {
        Arc::new(Live { info, desk: Arc::clone(&desk), run })
    };
    Ok(tools().into_iter().map(tool).collect())
}

fn tools() -> [(ToolInfo, Do); 6] {
    let word = || json!({"type": "string", "minLength": 1, "maxLength": 200});
    let object = || json!({"type": "object"});
    let parent = || {
        json!({
            "type": "object", "properties": {"entity": word(), "id": word()}, "required": ["entity", "id"],
            "description": "the record that it belongs to",
        })
    };
    let [query, get, create, update, delete, action] = LIVE_NAMES;
    let conditions = json!({"type": "array", "items": {
        "type": "object",
        "properties": {
            "field": word(),
            "op": {"enum": ["eq", "ne", "gt", "ge", "lt", "le", "contains", "startswith", "endswith"]},
            "value": {},
        },
        "required": ["field", "op", "value"],
    }});
    [
        (
            info(
                (query, "Looks up records in Business Central; all conditions must hold.", Risk::Read),
                &json!({
                    "entity": word(), "where": conditions, "select": {"type": "array", "items": word()},
                    "orderby": {"type": "string", "description": "field, or field desc"},
                    "top": {"type": "integer", "minimum": 1}, "parent": parent(),
                }),
                &["entity"],
            ),
            |desk, call| reads::query(desk, call).boxed(),
        ),
        (
            info(
                (get, "Reads one record of Business Central.", Risk::Read),
                &json!({"entity": word(), "id": word(), "parent": parent()}),
                &["entity", "id"],
            ),
            |desk, call| reads::get(desk, call).boxed(),
        ),
        (
            info(
                (create, "Creates a record in Business Central.", Risk::Write),
                &json!({"entity": word(), "fields": object(), "parent": parent()}),
                &["entity", "fields"],
            ),
            |desk, call| writes::create(desk, call).boxed(),
        ),
        (
            info(
                (update, "Changes a record; `etag` is the one it was read with.", Risk::Write),
                &json!({"entity": word(), "id": word(), "fields": object(), "etag": word()}),
                &["entity", "id", "fields"],
            ),
            |desk, call| writes::update(desk, call).boxed(),
        ),
        (
            info(
                (delete, "Deletes a record; `etag` is the one it was read with.", Risk::Dangerous),
                &json!({"entity": word(), "id": word(), "etag": word()}),
                &["entity", "id"],
            ),
            |desk, call| writes::delete(desk, call).boxed(),
        ),
        (
            info(
                (action, "Runs an action on a record, such as `post`.", Risk::Dangerous),
                &json!({"entity": word(), "id": word(), "action": word()}),
                &["entity", "id", "action"],
            ),
            |desk, call| writes::action(desk, call).boxed(),
        ),
    ]
}

fn info((name, about, risk): (&str, &str, Risk), takes: &Value, needs: &[&str]) -> ToolInfo {
    let parameters =
        json!({"type": "object", "properties": takes, "required": needs, "additionalProperties": false});
    ToolInfo {
        title: title(name),
        risk,
        time_limit: TIME_LIMIT,
        // There is nothing that a key could be sent in.
        honours_keys: !risk.has_effects(),
        is_from_outside: true,
        ..ToolInfo::read(name, about, parameters)
    }
}

impl Tool for Live {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        async move {
            let language = call.language;
            let not_known = say(
                language,
                "No se sabe si tuvo efecto; una persona debe mirarlo en Business Central.",
                "Whether it took effect is not known; a person must look in Business Central.",
            );
            let has_effects = self.info.risk.has_effects();
            if has_effects && call.is_repeated {
                // Sent again, it could happen twice.
                return Outcome::unknown(not_known);
            }
            match (self.run)(&self.desk, &call).await {
                Ok(outcome) | Err(Failure::Told(outcome)) => outcome,
                Err(Failure::Client(error)) if has_effects && error.may_have_happened() => {
                    Outcome::unknown(format!("{} {not_known}", error.text(language)))
                }
                Err(Failure::Client(error)) => Outcome::failed(error.text(language)),
            }
        }
        .boxed()
    }
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;

//! The tools of a front desk. What they answer is read by a model and, through it, by customers.
//!
//! Nine look things up; eight act, each under the key of its call: made again, the first one is told again. Prices, times
//! and balances come from rows, never from the model. What an acting tool did can be taken back with
//! [`FrontDesk::undo`](conserje_desk::front_desk::FrontDesk::undo) by the same key.
mod appointments;
mod branches;
mod customers;
mod loyalty;
mod orders;
mod page;
mod party;
mod plan;
mod services;
mod slots;
mod when;

use std::sync::Arc;

use conserje_desk::facts::FactTopic;
use conserje_desk::front_desk::{DeskError, FrontDesk, Visit};
use conserje_desk::model::{Business, PolicyKind};
use conserje_tools::{Call, Outcome, Risk, Tool, ToolInfo};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use crate::titles::title;
pub(super) use orders::{DELIVERY_MINUTES, PICKUP_MINUTES};
use page::say;

/// Which call it is, for the record.
fn trace(call: &Call) -> conserje_store::desk::Trace {
    conserje_store::desk::Trace {
        session: Some(call.session),
        turn: Some(call.turn),
        tool_use_id: Some(call.tool_use_id.clone()),
        user: None,
    }
}

/// The names of all of them: those that look, then those that act.
pub const DESK_NAMES: [&str; 17] = [
    "get_service_info",
    "list_services",
    "get_available_slots",
    "get_branch_info",
    "get_business_policy",
    "get_staff_info",
    "get_menu",
    "get_loyalty_balance",
    "get_appointments",
    "create_appointment",
    "cancel_appointment",
    "reschedule_appointment",
    "confirm_appointment",
    "update_lead_info",
    "create_order",
    "award_loyalty_tokens",
    "redeem_loyalty_tokens",
];

/// From what the business says of itself, and what time it is.
type Tell = fn(&Business, i64, &Call) -> Outcome;
type Look = fn(&mut Visit<'_, '_>, &Call) -> Result<Outcome, DeskError>;
type Act = for<'a> fn(&'a FrontDesk, &'a Call) -> BoxFuture<'a, Result<Outcome, DeskError>>;

#[derive(Clone, Copy)]
enum Do {
    Tell(Tell),
    Look(Look),
    Act(Act),
}

struct DeskTool {
    info: ToolInfo,
    front_desk: FrontDesk,
    run: Do,
}

/// What a tool is, takes and does.
struct Row {
    about: &'static str,
    takes: Value,
    needs: &'static [&'static str],
    run: Do,
}

/// All of them, for whichever tenant calls.
pub fn desk_tools(front_desk: &FrontDesk) -> Vec<Arc<dyn Tool>> {
    let tool = |(name, row): (&str, Row)| -> Arc<dyn Tool> {
        let parameters = json!({
            "type": "object", "properties": row.takes, "required": row.needs, "additionalProperties": false,
        });
        let risk = match row.run {
            Do::Tell(_) | Do::Look(_) => Risk::Read,
            Do::Act(_) => Risk::Write,
        };
        let info = ToolInfo { risk, title: title(name), ..ToolInfo::read(name, row.about, parameters) };
        Arc::new(DeskTool { info, front_desk: front_desk.clone(), run: row.run })
    };
    DESK_NAMES.into_iter().zip(rows()).map(tool).collect()
}

fn hour() -> Value {
    json!({"type": "string", "maxLength": 200, "description": "HH:MM"})
}

fn many() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": 1_000_000})
}

/// Without a length: each schema is told with every request of an agent that books, and what is longer than any id is cut
/// where it is read.
fn id() -> Value {
    json!({"type": "string"})
}

fn word() -> Value {
    json!({"type": "string", "maxLength": 200})
}

/// The lines of an order.
fn items() -> Value {
    json!({
        "type": "array", "minItems": 1, "maxItems": 50,
        "items": {
            "type": "object",
            "properties": {
                "name": word(), "quantity": {"type": "integer", "minimum": 1, "maximum": 100}, "notes": word(),
            },
            "required": ["name", "quantity"], "additionalProperties": false,
        },
    })
}

fn people() -> Value {
    json!({"type": "integer", "minimum": 1})
}

/// In the order of [`DESK_NAMES`]. Descriptions are part of every request of an agent: short, and the schema says the rest.
fn rows() -> [Row; 17] {
    let day = || json!({"type": "string", "maxLength": 200, "description": "YYYY-MM-DD or as said"});
    let kinds: Vec<&str> = PolicyKind::ALL
        .map(PolicyKind::name)
        .into_iter()
        .chain(FactTopic::ALL.map(FactTopic::name))
        .collect();
    let tell = |about: &'static str, takes: Value, needs: &'static [&'static str], run: Tell| Row {
        about,
        takes,
        needs,
        run: Do::Tell(run),
    };
    let look = |about: &'static str, takes: Value, needs: &'static [&'static str], run: Look| Row {
        about,
        takes,
        needs,
        run: Do::Look(run),
    };
    let act = |about: &'static str, takes: Value, needs: &'static [&'static str], run: Act| Row {
        about,
        takes,
        needs,
        run: Do::Act(run),
    };
    [
        tell(
            "Price, duration and details of a service.",
            json!({"service_name": word()}),
            &["service_name"],
            services::info,
        ),
        tell("Lists services with prices.", json!({"category": word()}), &[], services::list),
        look(
            "Free times; without date the next 7 days.",
            json!({
                "date": day(), "branch_id": id(), "staff_id": id(), "service_id": id(), "people": people(),
            }),
            &[],
            slots::available,
        ),
        tell(
            "Address, contact and hours of a branch.",
            json!({"branch_name": word(), "branch_id": word()}),
            &[],
            branches::info,
        ),
        tell(
            "A policy or fact of the business.",
            json!({"policy_type": {"enum": kinds}}),
            &["policy_type"],
            branches::policy,
        ),
        tell("Who works here.", json!({"staff_name": word(), "specialty": word()}), &[], branches::staff),
        tell("The menu with prices.", json!({"category": word()}), &[], orders::menu),
        look("The customer's loyalty tokens and rewards.", json!({}), &[], loyalty::balance),
        look(
            "The customer's appointments.",
            json!({"include_past": {"type": "boolean"}}),
            &[],
            appointments::list,
        ),
        act(
            "Books an appointment.",
            json!({
                "date": day(), "time": hour(), "service_id": id(), "branch_id": id(), "staff_id": id(),
                "people": people(), "for_name": id(), "notes": {"type": "string", "maxLength": 500},
            }),
            &["date", "time"],
            |front_desk, call| appointments::create(front_desk, call).boxed(),
        ),
        act("Cancels an appointment.", json!({"appointment_id": id()}), &[], |front_desk, call| {
            appointments::cancel(front_desk, call).boxed()
        }),
        act(
            "Moves an appointment.",
            json!({"appointment_id": id(), "date": day(), "time": hour(), "branch_id": id(), "staff_id": id()}),
            &["date", "time"],
            |front_desk, call| appointments::reschedule(front_desk, call).boxed(),
        ),
        act("The customer will come.", json!({"appointment_id": id()}), &[], |front_desk, call| {
            appointments::confirm(front_desk, call).boxed()
        }),
        act(
            "Notes who the customer is.",
            json!({"name": word(), "email": word(), "phone": word()}),
            &[],
            |front_desk, call| customers::update(front_desk, call).boxed(),
        ),
        act(
            "Places an order from the menu.",
            json!({
                "items": items(), "order_type": {"enum": ["pickup", "delivery"]}, "scheduled_time": word(),
                "delivery_address": word(), "branch_id": word(),
            }),
            &["items", "order_type"],
            |front_desk, call| orders::create(front_desk, call).boxed(),
        ),
        act(
            "Gives the customer loyalty tokens.",
            json!({"tokens": many(), "reason": word()}),
            &["tokens", "reason"],
            |front_desk, call| loyalty::award(front_desk, call).boxed(),
        ),
        act(
            "Spends the customer's tokens on a reward.",
            json!({"reward": word(), "tokens": many()}),
            &[],
            |front_desk, call| loyalty::redeem(front_desk, call).boxed(),
        ),
    ]
}

impl Tool for DeskTool {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        async move {
            let language = call.language;
            let outcome = match self.run {
                Do::Tell(tell) => {
                    let scope = call.scope.clone();
                    self.front_desk
                        .look(&scope, move |visit| Ok(tell(&visit.business, visit.now(), &call)))
                        .await
                }
                Do::Look(look) => {
                    let scope = call.scope.clone();
                    self.front_desk.look(&scope, move |visit| look(visit, &call)).await
                }
                Do::Act(act) => act(&self.front_desk, &call).await,
            };
            outcome.unwrap_or_else(|error| self.failed(&error, language))
        }
        .boxed()
    }
}

impl DeskTool {
    fn failed(&self, error: &DeskError, language: conserje_kernel::Language) -> Outcome {
        match error {
            DeskError::NoBusiness => Outcome::failed(say(
                language,
                "Aquí no hay todavía ningún negocio configurado. Ofrezca pasar con una persona.",
                "No business has been set up here yet. Offer to bring in a person.",
            )),
            DeskError::Unreadable(_) | DeskError::Store(_) => {
                tracing::error!(
                    error = error as &dyn std::error::Error,
                    tool = self.info.name,
                    "A front desk tool failed"
                );
                let text = say(
                    language,
                    "Los datos del negocio no responden ahora mismo. Ofrezca intentarlo más tarde o pasar con una persona.",
                    "The business's data does not answer right now. Offer to try later or to bring in a person.",
                );
                if self.info.risk.has_effects() { Outcome::unknown(text) } else { Outcome::failed(text) }
            }
        }
    }
}

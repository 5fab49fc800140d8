//! What the people of a business do when somebody calls or stands at the counter.

use conserje_kernel::{DayPart, OrderKind, WeekDay};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::desk::{DeskAppointmentReply, DeskContact, DeskCustomerReply, DeskSlotReply};
use crate::Problem;

/// Somebody who is a customer from now on: at least a name, an email or a phone.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateDeskCustomerRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub email: Option<String>,
    /// For the staff; assistants are not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

/// What is known of somebody; what is left out or empty is not known. Notes that are left out stay as they are.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditDeskCustomerRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

/// Somebody has this telephone already.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskCustomerProblem {
    #[serde(flatten)]
    pub problem: Problem,
    pub customer: DeskCustomerReply,
}

/// An order that the staff take. What it costs the menu says.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateDeskOrderRequest {
    /// Somebody known; or `customer`, for somebody new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer: Option<DeskContact>,
    #[schema(min_items = 1, max_items = 50)]
    pub items: Vec<DeskOrderItem>,
    pub kind: OrderKind,
    pub branch_id: String,
    /// Where it is brought, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300)]
    pub address: Option<String>,
    /// By the branch's clock; as soon as it can be if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-18T14:30")]
    pub time: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DeskOrderItem {
    /// On the menu.
    pub item_id: String,
    #[schema(minimum = 1, maximum = 100)]
    pub quantity: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

/// Somebody who is there: booked for now, with whoever is free.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DeskWalkInRequest {
    /// Somebody known; or `customer`, for somebody new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer: Option<DeskContact>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_id: Option<String>,
    pub branch_id: String,
    /// Whoever is free, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

/// Time in which nothing is to be booked.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateDeskBlockRequest {
    /// By whose clock it is said.
    pub branch_id: String,
    /// Somebody, wherever they work; the whole branch if nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<String>,
    /// In whole five minutes, at most 14 days long.
    #[schema(example = "2026-11-18T10:00")]
    pub start: String,
    #[schema(example = "2026-11-18T12:00")]
    pub end: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBlockReply {
    pub id: String,
    pub branch_id: String,
    pub branch_name: String,
    pub staff_id: Option<String>,
    pub staff_name: Option<String>,
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub local_start: String,
    #[schema(example = "2026-11-18T12:00")]
    pub local_end: String,
    pub reason: Option<String>,
    pub created_at: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskBlocksReply {
    pub items: Vec<DeskBlockReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskBlockDone {
    pub block: DeskBlockReply,
    /// What takes it back.
    pub change: String,
}

/// Something is booked in that time.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskBlockProblem {
    #[serde(flatten)]
    pub problem: Problem,
    /// What stands in the way.
    pub appointments: Vec<DeskAppointmentReply>,
}

/// Somebody who waits for a time that is not free.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateDeskWaitingRequest {
    /// Somebody known; or `customer`, for somebody new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer: Option<DeskContact>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_id: Option<String>,
    /// Any, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch_id: Option<String>,
    /// Whoever is free, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<String>,
    /// The first day that would do; today, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-18")]
    pub from: Option<String>,
    /// The last.
    #[schema(example = "2026-12-04")]
    pub until: String,
    /// Any, if none is named.
    #[serde(default)]
    pub weekdays: Vec<WeekDay>,
    /// Any, if none is named. A morning begins at 6, an afternoon at 12, an evening at 18.
    #[serde(default)]
    pub parts: Vec<DayPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskWaitingReply {
    pub id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub customer_phone: Option<String>,
    pub service_id: Option<String>,
    pub service_name: Option<String>,
    pub branch_id: Option<String>,
    pub branch_name: Option<String>,
    pub staff_id: Option<String>,
    pub staff_name: Option<String>,
    #[schema(example = "2026-11-18")]
    pub from: String,
    #[schema(example = "2026-12-04")]
    pub until: String,
    pub weekdays: Vec<WeekDay>,
    pub parts: Vec<DayPart>,
    pub notes: Option<String>,
    /// The first time that fits and is free now: they could be served.
    pub free: Option<DeskSlotReply>,
    pub created_at: String,
}

/// Who waits, whoever asked first.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskWaitingListReply {
    pub items: Vec<DeskWaitingReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskWaitingDone {
    pub waiting: DeskWaitingReply,
    /// What takes it back.
    pub change: String,
}

/// What somebody who waits gets.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ServeDeskWaitingRequest {
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub start: String,
    pub branch_id: String,
    /// Whoever is free, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<String>,
}

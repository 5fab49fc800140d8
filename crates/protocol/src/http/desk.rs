//! The front desk: what a business says of itself, and what its people see and do.

use conserje_kernel::{AppointmentStatus, DeskChangeKind, OrderKind, OrderStage, ReminderOutcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::Problem;

/// A business, as its files have it. See `docs/guides/front-desk.md`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ImportBusinessRequest {
    /// `business.toml`: branches, staff, services, policies, facts, loyalty.
    pub business: String,
    /// `menu.csv`, for who sells from a menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub menu: Option<String>,
}

/// What a tenant's front desk has, by number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessReply {
    pub name: String,
    /// The trade it is in: `dental`, `medical`, `restaurant`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertical: Option<String>,
    pub currency: String,
    pub branches: usize,
    pub staff: usize,
    pub services: usize,
    pub policies: usize,
    pub facts: usize,
    pub menu_items: usize,
}

/// Invented businesses that come with the program, to try things out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskDemosReply {
    #[schema(example = json!(["dental", "medical", "restaurant"]))]
    pub items: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeskDemoRequest {
    /// One of `GET /api/desk/demos`.
    pub name: String,
}

/// One thing that a business says of itself.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPieceReply {
    pub id: String,
    /// What `If-Match` takes: it is another as soon as anything of it is.
    pub version: String,
    /// As in the business's files; see `docs/guides/front-desk.md`.
    #[schema(value_type = Object)]
    pub value: Value,
    /// Of a dish that is limited: how many are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// Of one that was just changed: what takes it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
}

/// All that a business says of itself, in order.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCatalogueReply {
    /// Name, currency, booking, loyalty.
    pub business: DeskPieceReply,
    pub branches: Vec<DeskPieceReply>,
    pub staff: Vec<DeskPieceReply>,
    pub services: Vec<DeskPieceReply>,
    pub policies: Vec<DeskPieceReply>,
    pub facts: Vec<DeskPieceReply>,
    pub menu: Vec<DeskPieceReply>,
}

/// What takes back what was done.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskChangedReply {
    pub change: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeskUndoRequest {
    /// `change` of what was done, or `key` of an entry of a history.
    #[schema(max_length = 200)]
    pub change: String,
}

/// Something that was done, by whom and when.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskChangeReply {
    /// What takes it back.
    pub key: String,
    pub kind: DeskChangeKind,
    pub at: String,
    /// Who of the staff; none if an assistant did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_name: Option<String>,
    /// The conversation in which an assistant did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<String>,
    /// Whether it is not too late to take it back.
    pub can_undo: bool,
}

/// Something at the front desk has changed; ask for it again.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskEvent {
    /// appointment, order, customer, block, waiting or business.
    pub subject: String,
    pub id: String,
    pub change: DeskChangeReply,
}

/// Who is served.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCustomerReply {
    pub id: String,
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// What the staff note of them; assistants are not told.
    pub notes: Option<String>,
    pub tokens: i64,
    /// Also what `If-Match` takes.
    pub updated_at: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskCustomersReply {
    pub items: Vec<DeskCustomerReply>,
    /// How many fit; more than are listed if they are many.
    pub total: usize,
}

/// What is known of somebody; what is left out or empty is not known.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeskContact {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub phone: Option<String>,
}

/// Tokens that were earned or spent.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskLedgerEntry {
    /// `appointment_completed`, `order_paid`, award, redemption, adjustment or undone.
    pub reason: String,
    pub tokens: i64,
    pub note: Option<String>,
    pub at: String,
}

/// Somebody, and all that is known of them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCustomerFileReply {
    pub customer: DeskCustomerReply,
    pub appointments: Vec<DeskAppointmentReply>,
    pub orders: Vec<DeskOrderReply>,
    /// The newest first.
    pub ledger: Vec<DeskLedgerEntry>,
    /// Conversations with them, the latest first.
    pub session_ids: Vec<String>,
    pub history: Vec<DeskChangeReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeskTokensRequest {
    /// Less than nothing to take some.
    pub tokens: i64,
    #[schema(min_length = 1, max_length = 200)]
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskCustomerDone {
    pub customer: DeskCustomerReply,
    /// What takes it back.
    pub change: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAppointmentReply {
    pub id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub customer_phone: Option<String>,
    /// In whose name it is, where that is not the customer's own: a child's, a partner's.
    pub for_name: Option<String>,
    pub branch_id: String,
    pub branch_name: String,
    pub service_id: Option<String>,
    pub service_name: Option<String>,
    pub staff_id: Option<String>,
    pub staff_name: Option<String>,
    /// The chair, room or table.
    pub place: Option<String>,
    pub starts_at: String,
    pub ends_at: String,
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub local_start: String,
    #[schema(example = "2026-11-18T10:30")]
    pub local_end: String,
    pub status: AppointmentStatus,
    pub notes: Option<String>,
    /// When the customer came, if anybody said so.
    pub arrived_at: Option<String>,
    /// The conversation in which an assistant booked it.
    pub session_id: Option<String>,
    pub created_at: String,
    /// When the customer, or somebody for them, said that they will come at this hour.
    pub confirmed_at: Option<String>,
    /// What was said to remind the customer of this hour, and what was left out, the oldest first.
    pub reminders: Vec<DeskReminderReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskReminderReply {
    /// So long before.
    #[schema(example = 1440)]
    pub minutes: u16,
    pub outcome: ReminderOutcome,
    /// The conversation in which it was told.
    pub session_id: Option<String>,
    pub at: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskAppointmentsReply {
    pub items: Vec<DeskAppointmentReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskAppointmentFileReply {
    pub appointment: DeskAppointmentReply,
    /// The newest first.
    pub history: Vec<DeskChangeReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskAppointmentDone {
    pub appointment: DeskAppointmentReply,
    /// What takes it back.
    pub change: String,
    /// What the customer earned by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<i64>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateDeskAppointmentRequest {
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
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub start: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub notes: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MoveDeskAppointmentRequest {
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub start: String,
    /// As it is, unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<String>,
}

/// A time that is free.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSlotReply {
    pub branch_id: String,
    pub branch_name: String,
    pub staff_id: Option<String>,
    pub staff_name: Option<String>,
    pub place: Option<String>,
    /// By the branch's clock.
    #[schema(example = "2026-11-18T10:00")]
    pub start: String,
    #[schema(example = "2026-11-18T10:30")]
    pub end: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskSlotsReply {
    pub items: Vec<DeskSlotReply>,
}

/// The time is not free; these are.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskSlotProblem {
    #[serde(flatten)]
    pub problem: Problem,
    /// The nearest that are, in order.
    pub nearest: Vec<DeskSlotReply>,
}

/// From one time of a day to another; the end of the day is `24:00`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskStretch {
    #[schema(example = "09:00")]
    pub from: String,
    #[schema(example = "24:00")]
    pub to: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskWorksReply {
    pub staff_id: String,
    pub works: Vec<DeskStretch>,
}

/// One day of one branch.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDayReply {
    pub branch_id: String,
    #[schema(example = "2026-11-18")]
    pub date: String,
    /// What is special about it.
    pub name: Option<String>,
    pub open: Vec<DeskStretch>,
    pub staff: Vec<DeskWorksReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDaysReply {
    pub items: Vec<DeskDayReply>,
    /// Appointments begin when the clock shows a multiple of this.
    pub step_minutes: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskOrderLine {
    pub name: String,
    pub quantity: i64,
    /// In whole units of the currency.
    #[schema(example = "85.50")]
    pub unit_price: String,
    pub notes: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskOrderReply {
    pub id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub customer_phone: Option<String>,
    pub branch_id: String,
    pub branch_name: String,
    pub kind: OrderKind,
    pub status: DeskOrderStatus,
    pub paid: bool,
    /// In whole units of the currency.
    #[schema(example = "245.50")]
    pub total: String,
    pub currency: String,
    /// When it is to be there.
    pub scheduled_at: Option<String>,
    /// By the branch's clock.
    pub local_time: Option<String>,
    pub address: Option<String>,
    pub lines: Vec<DeskOrderLine>,
    /// The conversation in which an assistant took it.
    pub session_id: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskOrdersReply {
    pub items: Vec<DeskOrderReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskOrderFileReply {
    pub order: DeskOrderReply,
    pub history: Vec<DeskChangeReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskOrderDone {
    pub order: DeskOrderReply,
    /// What takes it back; paying is not taken back.
    pub change: String,
}

/// Where an order is: on its way, or void wherever it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskOrderStatus {
    Placed,
    Preparing,
    Ready,
    OutForDelivery,
    PickedUp,
    /// It was handed over and paid.
    Completed,
    Void,
}

impl From<OrderStage> for DeskOrderStatus {
    fn from(stage: OrderStage) -> Self {
        match stage {
            OrderStage::Placed => Self::Placed,
            OrderStage::Preparing => Self::Preparing,
            OrderStage::Ready => Self::Ready,
            OrderStage::OutForDelivery => Self::OutForDelivery,
            OrderStage::PickedUp => Self::PickedUp,
            OrderStage::Completed => Self::Completed,
        }
    }
}

/// Where an order goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskOrderStep {
    Preparing,
    Ready,
    OutForDelivery,
    PickedUp,
    /// It was paid, wherever it is.
    Paid,
    /// It was handed over and paid.
    Completed,
    Void,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveDeskOrderRequest {
    pub to: DeskOrderStep,
}

//! The front desk's rows as clients see them.

use std::time::Duration;

use conserje_desk::hours::{clock_text, wall};
use conserje_desk::model::Business;
use conserje_desk::rows::blocks::Block;
use conserje_desk::rows::changes::Record;
use conserje_desk::rows::customers::Customer;
use conserje_desk::rows::loyalty;
use conserje_desk::rows::reminders::Reminder;
use conserje_desk::work::FreeTime;
use conserje_desk::work::appointments::Entry;
use conserje_desk::work::hours::{Day, Minutes};
use conserje_desk::work::orders::Ticket;
use conserje_desk::work::waiting::Wait;
use conserje_kernel::{Language, OrderStatus, Timestamp};
use conserje_protocol::{
    DeskAppointmentReply, DeskBlockReply, DeskChangeReply, DeskCustomerReply, DeskDayReply, DeskLedgerEntry,
    DeskOrderLine, DeskOrderReply, DeskOrderStatus, DeskReminderReply, DeskSlotReply, DeskStretch,
    DeskWaitingReply, DeskWorksReply,
};

/// Words for what a business calls its things, in the reader's language.
#[derive(Clone, Copy)]
pub(super) struct Names<'b> {
    pub(super) business: &'b Business,
    pub(super) language: Language,
}

impl Names<'_> {
    fn branch(&self, id: &str) -> String {
        self.business
            .branch(id)
            .map_or_else(|| id.to_owned(), |branch| branch.name.to(self.language).to_owned())
    }

    fn staff(&self, id: Option<&String>) -> Option<String> {
        id.map(|id| self.business.member(id).map_or_else(|| id.clone(), |staff| staff.name.clone()))
    }

    fn service(&self, id: Option<&String>) -> Option<String> {
        let name = |id: &String| {
            let service = self.business.service(id);
            service.map_or_else(|| id.clone(), |service| service.name.to(self.language).to_owned())
        };
        id.map(name)
    }

    /// `2026-11-18T10:00`, by the branch's clock.
    fn local(&self, branch: &str, second: i64) -> String {
        let zone = self
            .business
            .branch(branch)
            .map_or(jiff::tz::TimeZone::UTC, |branch| branch.time_zone.zone().clone());
        let shown = wall(second, &zone);
        format!("{}T{:02}:{:02}", shown.date(), shown.hour(), shown.minute())
    }

    pub(super) fn appointment(&self, entry: &Entry) -> DeskAppointmentReply {
        let Entry { appointment, customer, reminders } = entry;
        let slot = &appointment.slot;
        let (name, phone) = contact(customer.as_ref());
        DeskAppointmentReply {
            id: appointment.id.to_string(),
            customer_id: appointment.customer.to_string(),
            customer_name: name,
            customer_phone: phone,
            for_name: appointment.for_name.clone(),
            branch_id: slot.branch.clone(),
            branch_name: self.branch(&slot.branch),
            service_id: appointment.service.clone(),
            service_name: self.service(appointment.service.as_ref()),
            staff_id: slot.staff.clone(),
            staff_name: self.staff(slot.staff.as_ref()),
            place: slot.place.clone(),
            starts_at: slot.starts_at.to_string(),
            ends_at: slot.ends_at.to_string(),
            local_start: self.local(&slot.branch, seconds(slot.starts_at)),
            local_end: self.local(&slot.branch, seconds(slot.ends_at)),
            status: appointment.status,
            notes: appointment.notes.clone(),
            arrived_at: appointment.arrived_at.map(|at| at.to_string()),
            session_id: appointment.trace.session.map(|id| id.to_string()),
            created_at: appointment.created_at.to_string(),
            confirmed_at: appointment.confirmed_at.map(|at| at.to_string()),
            reminders: reminders.iter().map(reminder).collect(),
        }
    }

    pub(super) fn slot(&self, time: &FreeTime) -> DeskSlotReply {
        DeskSlotReply {
            branch_id: time.branch.clone(),
            branch_name: self.branch(&time.branch),
            staff_id: time.slot.staff.clone(),
            staff_name: self.staff(time.slot.staff.as_ref()),
            place: time.slot.place.clone(),
            start: self.local(&time.branch, time.slot.span.start),
            end: self.local(&time.branch, time.slot.span.end),
        }
    }

    pub(super) fn block(&self, block: &Block) -> DeskBlockReply {
        DeskBlockReply {
            id: block.id.to_string(),
            branch_id: block.branch.clone(),
            branch_name: self.branch(&block.branch),
            staff_id: block.staff.clone(),
            staff_name: self.staff(block.staff.as_ref()),
            local_start: self.local(&block.branch, seconds(block.starts_at)),
            local_end: self.local(&block.branch, seconds(block.ends_at)),
            reason: block.reason.clone(),
            created_at: block.created_at.to_string(),
        }
    }

    pub(super) fn waiting(&self, wait: &Wait) -> DeskWaitingReply {
        let Wait { waiting, suits, customer, free } = wait;
        let (name, phone) = contact(customer.as_ref());
        DeskWaitingReply {
            id: waiting.id.to_string(),
            customer_id: waiting.customer.to_string(),
            customer_name: name,
            customer_phone: phone,
            service_id: waiting.service.clone(),
            service_name: self.service(waiting.service.as_ref()),
            branch_id: waiting.branch.clone(),
            branch_name: waiting.branch.as_deref().map(|id| self.branch(id)),
            staff_id: waiting.staff.clone(),
            staff_name: self.staff(waiting.staff.as_ref()),
            from: waiting.first_day.clone(),
            until: waiting.last_day.clone(),
            weekdays: suits.weekdays.clone(),
            parts: suits.parts.clone(),
            notes: waiting.notes.clone(),
            free: free.as_ref().map(|time| self.slot(time)),
            created_at: waiting.created_at.to_string(),
        }
    }

    pub(super) fn order(&self, ticket: &Ticket) -> DeskOrderReply {
        let Ticket { order, customer } = ticket;
        let (name, phone) = contact(customer.as_ref());
        // What it cost is in the currency of then.
        let currency = order.currency.parse().unwrap_or(self.business.currency);
        let lines = order.lines.iter().map(|line| DeskOrderLine {
            name: line.name.clone(),
            quantity: line.quantity,
            unit_price: currency.plain(line.unit_price),
            notes: line.notes.clone(),
        });
        let is_void = order.status == OrderStatus::Void;
        DeskOrderReply {
            id: order.id.to_string(),
            customer_id: order.customer.to_string(),
            customer_name: name,
            customer_phone: phone,
            branch_id: order.branch.clone(),
            branch_name: self.branch(&order.branch),
            kind: order.kind,
            status: if is_void { DeskOrderStatus::Void } else { order.stage.into() },
            paid: order.status == OrderStatus::Paid,
            total: currency.plain(order.total),
            currency: order.currency.clone(),
            scheduled_at: order.scheduled_at.map(|at| at.to_string()),
            local_time: order.scheduled_at.map(|at| self.local(&order.branch, seconds(at))),
            address: order.address.clone(),
            lines: lines.collect(),
            session_id: order.trace.session.map(|id| id.to_string()),
            created_at: order.created_at.to_string(),
            updated_at: order.updated_at.to_string(),
        }
    }

    pub(super) fn day(&self, day: &Day<'_>) -> DeskDayReply {
        let special = day.branch.hours.special(day.date);
        let works = day.works.iter().map(|(staff, works)| DeskWorksReply {
            staff_id: staff.id.clone(),
            works: works.iter().copied().map(stretch).collect(),
        });
        DeskDayReply {
            branch_id: day.branch.id.clone(),
            date: day.date.to_string(),
            name: special.map(|day| day.name.to(self.language).to_owned()),
            open: day.open.iter().copied().map(stretch).collect(),
            staff: works.collect(),
        }
    }
}

fn reminder(said: &Reminder) -> DeskReminderReply {
    DeskReminderReply {
        minutes: said.minutes,
        outcome: said.outcome,
        session_id: said.session.map(|id| id.to_string()),
        at: said.at.to_string(),
    }
}

fn seconds(moment: Timestamp) -> i64 {
    conserje_desk::front_desk::seconds(moment)
}

fn contact(customer: Option<&Customer>) -> (Option<String>, Option<String>) {
    customer.map_or((None, None), |customer| (customer.name.clone(), customer.phone.clone()))
}

fn stretch(minutes: Minutes) -> DeskStretch {
    DeskStretch { from: clock_text(minutes.from), to: clock_text(minutes.to) }
}

pub(super) fn customer(customer: Customer) -> DeskCustomerReply {
    DeskCustomerReply {
        id: customer.id.to_string(),
        name: customer.name,
        email: customer.email,
        phone: customer.phone,
        notes: customer.notes,
        tokens: customer.tokens,
        updated_at: customer.updated_at.to_string(),
    }
}

pub(super) fn ledger(entry: loyalty::Entry) -> DeskLedgerEntry {
    DeskLedgerEntry {
        reason: entry.reason,
        tokens: entry.tokens,
        note: entry.note,
        at: entry.created_at.to_string(),
    }
}

/// Whether it can still be taken back depends on the time.
pub(super) fn change(record: Record, now: Timestamp, undo: Duration) -> DeskChangeReply {
    let is_recent = record.created_at.plus(undo) >= now;
    let can_undo = is_recent && record.change.undone_at.is_none() && record.change.kind.can_be_undone();
    DeskChangeReply {
        key: record.change.key,
        kind: record.change.kind,
        at: record.created_at.to_string(),
        user_id: record.user.map(|id| id.to_string()),
        user_name: record.user_name,
        session_id: record.session.map(|id| id.to_string()),
        undone_at: record.change.undone_at.map(|at| at.to_string()),
        can_undo,
    }
}

//! Plays customers against this server: real turns of real guests, in a tenant whose clock stands still but for them.
//!
//! Each scenario has a guest and a conversation of its own. What it leaves behind is cancelled afterwards, so that the next
//! one finds the calendar as this one did.

use std::time::Duration;

use conserje_accounts::{AccessError, Guest};
use conserje_agents::simulation::{
    Customer, Hears, Scenario, SeenAppointment, SeenLine, SeenOrder, Verdict, World,
};
use conserje_conversation::{
    Content, ConversationError, Event, Incoming, NewSession, RecordedEvent, SendError, SessionError,
};
use conserje_desk::front_desk::{seconds, timestamp};
use conserje_desk::hours::wall;
use conserje_desk::work::appointments::{Days, Ending, Entry};
use conserje_desk::work::orders::{Step, Ticket};
use conserje_desk::work::{Act, WorkError};
use conserje_kernel::{Clock, Language, OrderStatus, RoutedBy, Scope, SessionId, TraceId, TurnId};
use conserje_store::desk::Trace;
use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};

use crate::{App, OperateError};

/// Between a customer's words; a person has to read and to type.
const PAUSE: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(60);
/// The calendar is read in stretches of so many days, and so many of them.
const STRETCH: i32 = 60;
const STRETCHES: i32 = 3;
/// Events that are read at a time.
const PAGE: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    #[error("the scenario's `now` is `{now}`; write it as 2026-06-08T10:30")]
    Now { now: String },
    #[error("no answer came within a minute")]
    NoAnswer,
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Operate(#[from] OperateError),
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Send(#[from] SendError),
    #[error(transparent)]
    Work(#[from] WorkError),
}

/// A conversation, and how it ended.
#[derive(Clone, Debug)]
pub struct Played {
    /// Whoever speaks, and what they say; between them the tools that were used.
    pub transcript: String,
    pub verdict: Verdict,
    pub turns: usize,
}

/// Where scenarios are played.
pub struct Stage<'a> {
    pub app: &'a App,
    /// Inside the tenant, as somebody of the staff.
    pub staff: &'a Scope,
    pub clock: &'a Clock,
    pub hears: &'a Hears,
}

/// Who speaks, and where.
struct Talk {
    guest: Scope,
    session: SessionId,
    language: Language,
}

/// When it is, by the clock of the business's first branch.
pub async fn moment(app: &App, staff: &Scope, scenario: &Scenario) -> Result<i64, SimulationError> {
    let wrong = || SimulationError::Now { now: scenario.now.clone() };
    let now: DateTime = scenario.now.parse().map_err(|_| wrong())?;
    let business = app.front_desk().business(staff).await.map_err(WorkError::from)?;
    let zone = business.branches.first().ok_or_else(wrong)?.time_zone.zone().clone();
    Ok(zone.to_timestamp(now).map_err(|_| wrong())?.as_second())
}

impl Stage<'_> {
    /// The clock has been moved to the scenario's hour.
    pub async fn play(&self, scenario: &Scenario, seed: u64) -> Result<Played, SimulationError> {
        let conversations = self.app.conversations();
        let contact = format!("{}-{seed}", scenario.name);
        let guest = Guest { door: "simulation", contact: &contact, name: "" };
        let (_, guest) = self.app.access().guest(self.staff, guest).await?;
        let session = SessionId::generate();
        conversations.create_session(&guest, session, NewSession::default()).await?;
        let talk = Talk { guest, session, language: scenario.language };
        let mut customer = Customer::new(scenario, self.hears, seed);
        let (mut world, mut transcript, mut turns) = (World::default(), String::new(), 0);
        let mut line = Some(customer.opens());
        while let Some(text) = line {
            turns += 1;
            transcript.push_str(&format!("> {text}\n"));
            let answer = self.say(&talk, text, &mut world).await?;
            transcript.push_str(&format!("{answer}\n"));
            self.clock.advance(PAUSE);
            line = customer.answers(&answer);
        }
        world.is_escalated = self.is_escalated(&talk).await?;
        self.look(talk.session, &mut world).await?;
        Ok(Played { transcript, verdict: scenario.end.judge(&world), turns })
    }

    /// A message, and what is answered.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these are judged")]
    async fn say(&self, talk: &Talk, text: String, world: &mut World) -> Result<String, SimulationError> {
        let Talk { guest, session, language } = talk;
        let conversations = self.app.conversations();
        let turn = TurnId::generate();
        let incoming = Incoming { reads: Some(*language), ..Incoming::new(turn, TraceId::generate(), text) };
        let mut asked = match conversations.ask(guest, Some(*session), incoming).await {
            Ok(asked) => asked,
            // What the guard refuses is an answer too.
            Err(SendError::Blocked(blocked)) => return Ok(format!("({blocked})")),
            Err(error) => return Err(error.into()),
        };
        if !asked.ends_within(PATIENCE).await? {
            return Err(SimulationError::NoAnswer);
        }
        let mut said = Vec::new();
        for event in conversations.events_of_turn(guest, *session, turn, 0).await? {
            let Content::Event(event) = event.content else { continue };
            match event {
                Event::UserMessageSent(message) => {
                    world.is_urgent |= message.routing.is_some_and(|routing| routing.by == RoutedBy::Urgency);
                }
                Event::AgentMessageSent(message) => said.push(message.content),
                Event::ToolUseRequested(used) => {
                    world.tools.insert(used.tool_name);
                }
                _ => {}
            }
        }
        let answer = said.join("\n");
        world.answers.push(answer.clone());
        Ok(answer)
    }

    /// Whether a person was told, which is no part of any turn.
    async fn is_escalated(&self, talk: &Talk) -> Result<bool, SimulationError> {
        let mut after = 0;
        loop {
            let events = self.app.conversations().events(&talk.guest, talk.session, after, PAGE).await?;
            let is_told =
                |event: &RecordedEvent| matches!(event.content, Content::Event(Event::EscalationOpened(_)));
            match events.last() {
                _ if events.iter().any(is_told) => return Ok(true),
                Some(last) if events.len() == PAGE => after = last.sequence,
                _ => return Ok(false),
            }
        }
    }

    /// What stands in the rows, which is then taken away.
    async fn look(&self, session: SessionId, world: &mut World) -> Result<(), SimulationError> {
        let desk = self.app.front_desk();
        let today = wall(seconds(self.clock.now()), &jiff::tz::TimeZone::UTC).date();
        let day = |days: i32| today.checked_add(days.days()).unwrap_or(Date::MAX);
        for stretch in 0..STRETCHES {
            let (first, last) = (day(stretch * STRETCH - 1), day((stretch + 1) * STRETCH - 2));
            let days = Days { first, last, branch: None, staff: None };
            let (business, entries) = desk.appointments(self.staff, days).await?;
            let own = |entry: &Entry| {
                entry.appointment.trace.session == Some(session) && entry.appointment.status.is_to_come()
            };
            for entry in entries.into_iter().filter(own) {
                let zone =
                    business.branch(&entry.appointment.slot.branch).map(|branch| branch.time_zone.zone());
                let at =
                    wall(seconds(entry.appointment.slot.starts_at), zone.unwrap_or(&jiff::tz::TimeZone::UTC));
                let id = entry.appointment.id;
                world.appointments.push(seen(entry, at));
                desk.end_by_hand(self.staff, act(&id), id, Ending::Cancelled).await?;
            }
        }
        let (_, tickets) = desk.orders(self.staff, None).await?;
        let own = |ticket: &Ticket| {
            ticket.order.trace.session == Some(session) && ticket.order.status != OrderStatus::Void
        };
        for ticket in tickets.into_iter().filter(own) {
            let id = ticket.order.id;
            world.orders.push(seen_order(ticket));
            desk.advance_order(self.staff, act(&id), id, Step::Void).await?;
        }
        Ok(())
    }
}

fn act(subject: &dyn std::fmt::Display) -> Act {
    Act { key: format!("simulation:{subject}"), trace: Trace::by(None), language: Language::default() }
}

fn seen(entry: Entry, at: DateTime) -> SeenAppointment {
    let Entry { appointment, customer, .. } = entry;
    SeenAppointment {
        service: appointment.service,
        branch: appointment.slot.branch,
        staff: appointment.slot.staff,
        day: at.date().to_string(),
        time: format!("{:02}:{:02}", at.hour(), at.minute()),
        name: appointment.for_name.or_else(|| customer.and_then(|customer| customer.name)),
        notes: appointment.notes,
    }
}

fn seen_order(ticket: Ticket) -> SeenOrder {
    let Ticket { order, customer } = ticket;
    let line = |line: conserje_store::desk::orders::Line| SeenLine {
        item: line.item,
        quantity: line.quantity,
        notes: line.notes,
    };
    SeenOrder {
        lines: order.lines.into_iter().map(line).collect(),
        kind: order.kind.name().to_owned(),
        name: customer.and_then(|customer| customer.name),
        address: order.address,
    }
}

/// Moves a clock that stands still forward to a moment; back it does not go.
pub fn move_to(clock: &Clock, moment: i64) {
    let now = seconds(clock.now());
    clock.advance(Duration::from_secs(u64::try_from(moment - now).unwrap_or(0)));
}

/// A clock that stands at a moment.
pub fn stopped_at(moment: i64) -> Clock {
    Clock::stopped_at(timestamp(moment))
}

//! The state of a conversation: the task in hand, the question that is open, and the turn that is to be answered.

mod hear;

use conserje_desk::model::{Business, Service};
use conserje_desk::work::reminders::appointment_of;
use jiff::civil::Date;
use serde_json::Value;

use crate::desk::dialogue::hearing::{
    Ask, CHECK_URGENCY, Note, Person, Setting, TaskOutcome, Topic, Used, Utterance,
};
use crate::desk::dialogue::tasks::Task;
use crate::desk::dialogue::tasks::book::Book;
use crate::desk::dialogue::tasks::change::Change;
use crate::desk::dialogue::tasks::confirm::Confirm;
use crate::desk::dialogue::tasks::order::Order;
use crate::desk::dialogue::tasks::redeem::Redeem;

/// The task in hand. A message that begins another of its kind begins nothing.
#[derive(Clone, Debug)]
pub(crate) enum TaskInHand {
    Book(Book),
    Move(Change),
    Cancel(Change),
    Confirm(Confirm),
    Order(Order),
    Redeem(Redeem),
}

impl TaskInHand {
    pub(crate) fn task(&self) -> &dyn Task {
        match self {
            Self::Book(book) => book,
            Self::Move(change) | Self::Cancel(change) => change,
            Self::Confirm(confirm) => confirm,
            Self::Order(order) => order,
            Self::Redeem(redeem) => redeem,
        }
    }

    fn task_mut(&mut self) -> &mut dyn Task {
        match self {
            Self::Book(book) => book,
            Self::Move(change) | Self::Cancel(change) => change,
            Self::Confirm(confirm) => confirm,
            Self::Order(order) => order,
            Self::Redeem(redeem) => redeem,
        }
    }
}

/// The message that is to be answered, and what was done about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) said: Utterance,
    /// What it asks besides, or instead of, the task in hand.
    pub(crate) topic: Option<Topic>,
    /// Where it says several things, all that it asks, each in its own words.
    pub(crate) asks: Vec<(Topic, Utterance)>,
    pub(crate) notes: Vec<Note>,
    pub(crate) done: Option<TaskOutcome>,
    pub(crate) used: Vec<Used>,
}

impl Turn {
    /// What a tool said in this turn.
    pub(crate) fn used(&self, name: &str) -> Option<&Used> {
        self.used.iter().rev().find(|used| used.name == name)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) task: Option<TaskInHand>,
    pub(crate) asked: Option<Ask>,
    /// How often in a row the open question was not answered.
    pub(crate) missed: u8,
    pub(crate) person: Person,
    /// The service that was last talked about.
    pub(crate) recent: Option<String>,
    /// Who of the team was last talked about.
    pub(crate) recent_staff: Option<String>,
    /// What was wished for besides, to be taken up when this is booked.
    pub(crate) later: Option<Utterance>,
    /// The appointment that the customer was reminded of, if nothing was said since.
    pub(crate) reminded: Option<String>,
    /// What was in hand when they answered that.
    pub(crate) aside: Option<Box<TaskInHand>>,
    /// Where the last thing is that was booked, and on which day: "also on Friday, same place".
    pub(crate) last_branch: Option<String>,
    pub(crate) last_day: Option<Date>,
    /// The last things that the customer said.
    pub(crate) lately: Vec<String>,
    pub(crate) turn: Turn,
}

impl State {
    /// What a tool said.
    pub(crate) fn saw(&mut self, setting: &Setting<'_>, used: Used) {
        if used.name == "update_lead_info" {
            self.person.is_noted = true;
            if !used.success && self.person.phone.take().is_some() {
                self.turn.notes.push(Note::BadPhone);
            }
        }
        let notes = &mut self.turn.notes;
        let done = self.task.as_mut().and_then(|in_hand| in_hand.task_mut().saw(setting, &used, notes));
        if let Some(done) = done {
            if let TaskOutcome::Booked { result, .. } = &done {
                self.remember_booked(result);
            }
            self.task = self.aside.take().map(|task| *task);
            let is_done = matches!(
                done,
                TaskOutcome::Booked { .. }
                    | TaskOutcome::Ordered(_)
                    | TaskOutcome::Cancelled(_)
                    | TaskOutcome::Moved(_)
            );
            if is_done && let Some(later) = self.later.take() {
                self.begin_later(setting, &later);
            }
            self.turn.done = Some(done);
        }
        if let Some(topic) = self.turn.topic {
            self.saw_topic(setting, topic, &used);
        }
        self.turn.used.push(used);
    }

    /// The service that a question means which names none: of the task in hand, or talked about last.
    pub(crate) fn talked_about<'b>(&self, business: &'b Business) -> Option<&'b Service> {
        let in_hand = self.task.as_ref().and_then(|in_hand| in_hand.task().service_in_hand(business));
        in_hand.or_else(|| self.recent.as_ref().and_then(|id| business.service(id)))
    }

    fn remember_booked(&mut self, result: &Value) {
        let made =
            |name: &str| result.get("appointment").and_then(|made| made.get(name)).and_then(Value::as_str);
        self.last_branch = made("branch_id").map(ToOwned::to_owned).or_else(|| self.last_branch.take());
        self.last_day = made("date").and_then(|date| date.parse().ok()).or(self.last_day);
        self.recent = made("service_id").map(ToOwned::to_owned).or_else(|| self.recent.take());
        self.person.speaks_for_themselves();
    }

    fn saw_topic(&mut self, setting: &Setting<'_>, topic: Topic, used: &Used) {
        if used.name == "get_service_info" && used.success {
            let id = used.result.get("id").and_then(Value::as_str).map(ToOwned::to_owned);
            self.recent = id.or_else(|| self.recent.take());
        }
        // Whoever is in pain is offered the times for that before any other.
        if matches!(topic, Topic::Urgent) && used.name == CHECK_URGENCY {
            let level = used.result.get("urgency_level").and_then(Value::as_i64).unwrap_or_default();
            let is_for_now = (2..5).contains(&level);
            self.task = is_for_now.then(|| Book::urgent(setting)).flatten().map(TaskInHand::Book);
            if used.success && level < 2 {
                self.hear_calmly(setting);
            }
        }
    }

    /// This was answered, by us or by somebody else. What was open is so until something else is asked.
    pub(crate) fn answered(&mut self, text: &str) {
        self.asked = Ask::of(text).or_else(|| self.asked.filter(|_| self.task.is_some()));
        self.turn = Turn::default();
        self.reminded = None;
    }

    /// The business said something unasked, while a message may still wait for its answer.
    pub(crate) fn told(&mut self, about: &str) {
        self.asked = self.asked.filter(|_| self.task.is_some());
        self.reminded = appointment_of(about).map(ToOwned::to_owned);
    }
}

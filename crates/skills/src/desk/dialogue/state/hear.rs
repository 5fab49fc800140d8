//! What a message does to the conversation: it answers the open question, asks something besides, begins or drops a task.

use conserje_text::fold;

use super::{State, TaskInHand, Turn};
use crate::desk::dialogue::hearing::asking::telling;
use crate::desk::dialogue::hearing::{Ask, Hearing, Note, Setting, Topic, Utterance, policy_in};
use crate::desk::dialogue::tasks::book::Book;
use crate::desk::dialogue::tasks::change::Change;
use crate::desk::dialogue::tasks::order::Order;
use crate::desk::dialogue::tasks::redeem::Redeem;

/// So many messages tell a person what it is about.
const SUMMARY: usize = 4;

impl State {
    pub(crate) fn hear(&mut self, setting: &Setting<'_>, text: &str, intent: &str) {
        let said = Utterance::of(text);
        self.turn = Turn { said: said.clone(), ..Turn::default() };
        self.remember(text);
        let topic = Topic::of(intent);
        match topic {
            Some(Topic::Urgent) => {
                self.task = None;
                return self.ask_about(Topic::Urgent);
            }
            Some(Topic::Human { .. }) => {
                self.task = None;
                return self.turn_to(topic);
            }
            Some(_) | None => {}
        }
        if self.answers_an_offer(&said) {
            return;
        }
        if self.task.is_some() {
            self.hear_in_task(setting, &said, intent);
        } else {
            self.hear_anew(setting, &said, intent);
        }
    }

    fn remember(&mut self, text: &str) {
        self.lately.push(text.trim().chars().take(160).collect());
        if self.lately.len() > SUMMARY {
            self.lately.remove(0);
        }
    }

    /// The last messages, for somebody who has to go on from here.
    pub(crate) fn summary(&self) -> String {
        self.lately.join(" | ").chars().take(480).collect()
    }

    fn ask_about(&mut self, topic: Topic) {
        self.missed = 0;
        self.turn.topic = Some(topic);
    }

    fn turn_to(&mut self, topic: Option<Topic>) {
        self.missed = 0;
        self.turn.topic = topic;
    }

    /// "¿Quiere que le atienda una persona?" and "¿Algo más?" are answered with yes or no.
    fn answers_an_offer(&mut self, said: &Utterance) -> bool {
        let answer = match (self.asked, said.is_yes(), said.drops()) {
            (Some(Ask::Person), true, _) => Topic::Human { is_complaint: false },
            (Some(Ask::Person), _, true) => Topic::Offer,
            (Some(Ask::More), true, _) => Topic::Offer,
            (Some(Ask::More), _, true) => Topic::Goodbye,
            _ => {
                if self.asked == Some(Ask::Person) {
                    self.missed = 0;
                }
                return false;
            }
        };
        self.task = None;
        self.ask_about(answer);
        true
    }

    fn hear_in_task(&mut self, setting: &Setting<'_>, said: &Utterance, intent: &str) {
        let Some(task) = self.task.take() else { return };
        let cancels_a_task = !matches!(task, TaskInHand::Cancel(_)) && said.cancels();
        if said.drops() || cancels_a_task {
            self.missed = 0;
            let cancels = cancels_a_task && intent == "cancel_appointment";
            self.turn.done = Some(task.task().dropped(cancels));
            return;
        }
        let (mut notes, mut person) = (Vec::new(), self.person.clone());
        let mut tried = task.clone();
        let mut hearing =
            Hearing { setting, said, asked: self.asked, person: &mut person, notes: &mut notes };
        let is_progress = tried.task_mut().hear(&mut hearing);
        let topic = Topic::of(intent).filter(|topic| !topic.is_manners());
        if is_progress && !Self::asks_besides(topic, said) {
            (self.missed, self.person, self.turn.notes) = (0, person, notes);
            return self.go_on(tried);
        }
        if let Some(topic) = topic {
            // What a dish costs, or when it closes on Saturday, orders and books nothing.
            self.task = Some(task);
            return self.ask_about(topic);
        }
        if let Some(new) = self.begin(setting, said, intent).filter(|new| !is_same(new, &task)) {
            self.missed = 0;
            return self.go_on(new);
        }
        self.turn.notes = notes;
        self.task = Some(task);
        match Topic::of(intent) {
            Some(Topic::Greeting) => self.turn.notes.push(Note::Hello),
            Some(Topic::Thanks) => self.turn.notes.push(Note::Welcome),
            Some(Topic::Goodbye) => {
                self.task = None;
                self.ask_about(Topic::Goodbye);
            }
            _ if said.is_question() => self.ask_about(Topic::Question),
            _ => {
                self.missed = self.missed.saturating_add(1);
                if self.turn.notes.is_empty() {
                    self.turn.notes.push(Note::NotUnderstood);
                }
            }
        }
    }

    /// Whether an answer to the open question asks something else as well.
    fn asks_besides(topic: Option<Topic>, said: &Utterance) -> bool {
        let Some(topic) = topic.filter(|_| said.is_question()) else { return false };
        match topic {
            // "¿Tienen el jueves a las 5?" is about a time, whatever it was taken for.
            Topic::Hours => said.begins(&["abr", "cierr", "horario", "open", "clos", "hours"]),
            Topic::Appointments | Topic::Services | Topic::Staff => false,
            Topic::Location => {
                said.begins(&["donde", "direcc", "ubic", "lleg", "where", "address", "parking", "estacion"])
            }
            // "¿Y el jueves?" is about the day, though a price was asked for before.
            Topic::Price | Topic::Menu => {
                let mut told = telling(&said.text).peekable();
                told.peek().is_none() || !told.all(is_a_day)
            }
            Topic::Policy
            | Topic::Balance
            | Topic::Question
            | Topic::Greeting
            | Topic::Thanks
            | Topic::Goodbye
            | Topic::Offer
            | Topic::Urgent
            | Topic::Human { .. } => true,
        }
    }

    /// A task as it is after a message; one that leads nowhere ends.
    fn go_on(&mut self, task: TaskInHand) {
        if let Some(done) = task.task().dead_end() {
            self.turn.done = Some(done);
            return;
        }
        self.task = Some(task);
    }

    fn hear_anew(&mut self, setting: &Setting<'_>, said: &Utterance, intent: &str) {
        self.missed = 0;
        if let Some(task) = self.begin(setting, said, intent) {
            return self.go_on(task);
        }
        let asks_policy = self.asked == Some(Ask::Policy) && policy_in(said).is_some();
        let topic = if asks_policy { Topic::Policy } else { Topic::of(intent).unwrap_or(Topic::Question) };
        self.turn.topic = Some(topic);
    }

    fn begin(&mut self, setting: &Setting<'_>, said: &Utterance, intent: &str) -> Option<TaskInHand> {
        let (mut notes, mut person) = (Vec::new(), self.person.clone());
        let mut hearing = Hearing { setting, said, asked: None, person: &mut person, notes: &mut notes };
        let task = match intent {
            "book" => TaskInHand::Book(Book::begin(&mut hearing, self.recent.as_ref())),
            "move_appointment" => TaskInHand::Move(Change::to_move(&mut hearing)),
            "cancel_appointment" => TaskInHand::Cancel(Change::to_cancel(&hearing)),
            "order" => TaskInHand::Order(Order::begin(&mut hearing)),
            "loyalty_redeem" => TaskInHand::Redeem(Redeem::begin(&mut hearing)),
            _ => return None,
        };
        (self.turn.notes, self.person) = (notes, person);
        Some(task)
    }
}

fn is_a_day(word: &str) -> bool {
    const DAYS: &str = "hoy manana pasado lunes martes miercoles jueves viernes sabado domingo dia mes semana \
        today tomorrow monday tuesday wednesday thursday friday saturday sunday day week";
    let folded = fold(word);
    folded.chars().all(|ch| ch.is_ascii_digit()) || DAYS.split_whitespace().any(|day| day == folded)
}

fn is_same(one: &TaskInHand, other: &TaskInHand) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

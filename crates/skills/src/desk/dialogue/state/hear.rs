//! What a message does to the conversation: it answers the open question, asks something besides, begins or drops a task.

use conserje_text::fold;

use super::{State, TaskInHand, Turn};
use crate::desk::dialogue::hearing::asking::telling;
use crate::desk::dialogue::hearing::mention::{Mention, mentioned, plain_words, staff_in};
use crate::desk::dialogue::hearing::{
    Ask, Hearing, Note, Parts, Reply, Setting, Topic, Utterance, asks_a_fact, changes_and_wishes,
    names_a_dish, names_what_and_when, order_and_booking, policy_in, two_wishes, understand, visited,
    wishes_in_words, wishes_to_come,
};
use crate::desk::dialogue::tasks::book::Book;
use crate::desk::dialogue::tasks::change::Change;
use crate::desk::dialogue::tasks::confirm::Confirm;
use crate::desk::dialogue::tasks::order::Order;
use crate::desk::dialogue::tasks::redeem::Redeem;

/// So many messages tell a person what it is about.
const SUMMARY: usize = 4;

impl State {
    pub(crate) fn hear(&mut self, setting: &Setting<'_>, text: &str, intent: &str) {
        let said = Utterance::of(text);
        self.turn = Turn { said: said.clone(), ..Turn::default() };
        self.remember(text);
        self.recent_staff = staff_in(setting.business, &said).or_else(|| self.recent_staff.take());
        // What was confirmed is done, or could not be.
        let aside = self.aside.take().map(|task| *task);
        if matches!(self.task, Some(TaskInHand::Confirm(_))) {
            self.task = aside;
        }
        let topic = Topic::of(intent);
        let answers_when = self.task.is_some() && said.is_only_a_time();
        match topic {
            Some(Topic::Urgent) if answers_when => {}
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
        if self.answers_a_reminder(setting, &said) || self.answers_an_offer(&said) {
            return;
        }
        let parts = Parts::of(&said, |part| asks_a_fact(part, "", setting));
        if self.task.is_some() {
            self.hear_in_task(setting, (&said, parts), intent);
        } else {
            self.hear_anew(setting, (&said, parts), intent);
        }
    }

    /// It was taken for urgent, and is not: "no chest pain or anything, just a cardiology consultation on Thursday".
    pub(crate) fn hear_calmly(&mut self, setting: &Setting<'_>) {
        let said = self.turn.said.clone();
        self.turn.topic = Some(Topic::Offer);
        let intent = if names_a_dish(setting, &said) {
            "order"
        } else if names_what_and_when(setting, &said) {
            "book"
        } else {
            return;
        };
        if let Some(task) = self.begin(setting, &said, intent) {
            self.turn.topic = None;
            self.go_on(task);
        }
    }

    /// What was wished for besides what is booked now.
    pub(crate) fn begin_later(&mut self, setting: &Setting<'_>, later: &Utterance) {
        let is_order = names_a_dish(setting, later) && !names_what_and_when(setting, later);
        if let Some(task) = self.begin(setting, later, if is_order { "order" } else { "book" }) {
            self.task = Some(task);
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

    /// "C", "cambiar", "no puedo ir": of the appointment that they were just reminded of.
    fn answers_a_reminder(&mut self, setting: &Setting<'_>, said: &Utterance) -> bool {
        let Some(appointment) = self.reminded.clone() else { return false };
        let Some(reply) = Reply::of(said) else { return false };
        self.missed = 0;
        let task = match reply {
            Reply::Confirms => {
                self.aside = self.task.take().map(Box::new);
                Some(TaskInHand::Confirm(Confirm::of(appointment)))
            }
            Reply::Moves => self.begin(setting, said, "move_appointment"),
            Reply::Cancels => self.begin(setting, said, "cancel_appointment"),
        };
        self.task = task;
        true
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

    fn hear_in_task(&mut self, setting: &Setting<'_>, (said, parts): (&Utterance, Parts), intent: &str) {
        let Some(task) = self.task.take() else { return };
        let Some(task) = self.hear_parts_in_task(setting, task, parts) else { return };
        if self.wishes_besides(setting, &task, said) {
            (self.missed, self.later) = (0, Some(said.clone()));
            self.turn.notes.push(Note::Later);
            return self.go_on(task);
        }
        if let TaskInHand::Move(change) = &task
            && said.cancels()
        {
            // They may mean the appointment: that is asked before anything is done.
            self.missed = 0;
            return self.go_on(TaskInHand::Cancel(change.clone().instead_cancelled()));
        }
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
        let in_hand = task.task().service_in_hand(setting.business);
        let is_visit =
            visited(said, setting, in_hand.or_else(|| self.talked_about(setting.business))).is_some();
        let topic = if is_visit {
            Some(Topic::Visit)
        } else if asks_a_fact(said, intent, setting) {
            Some(Topic::Fact)
        } else {
            Topic::of(intent).filter(|topic| !topic.is_manners())
        };
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

    /// "Y la mesa: para 2 el viernes a las 9", while something is ordered: another thing, for when this is done.
    fn wishes_besides(&self, setting: &Setting<'_>, task: &TaskInHand, said: &Utterance) -> bool {
        if self.later.is_some() || said.is_yes() || !names_what_and_when(setting, said) {
            return false;
        }
        match task {
            TaskInHand::Order(_) => !names_a_dish(setting, said),
            // Which one is to be cancelled is told by what and when, too.
            TaskInHand::Cancel(_) => self.asked == Some(Ask::ConfirmCancel) && wishes_in_words(setting, said),
            TaskInHand::Book(_) | TaskInHand::Move(_) | TaskInHand::Confirm(_) | TaskInHand::Redeem(_) => {
                false
            }
        }
    }

    /// "Las 10, ¿y aceptan tarjeta?" answers and asks. The task is given back if the message is to be heard whole.
    fn hear_parts_in_task(
        &mut self,
        setting: &Setting<'_>,
        task: TaskInHand,
        parts: Parts,
    ) -> Option<TaskInHand> {
        if parts.asks.is_empty() || !parts.tells() || parts.told.drops() {
            return Some(task);
        }
        let (mut notes, mut person) = (Vec::new(), self.person.clone());
        let mut tried = task.clone();
        let mut hearing =
            Hearing { setting, said: &parts.told, asked: self.asked, person: &mut person, notes: &mut notes };
        if !tried.task_mut().hear(&mut hearing) {
            return Some(task);
        }
        (self.missed, self.person, self.turn.notes, self.turn.asks) = (0, person, notes, parts.asks);
        self.go_on(tried);
        None
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
            | Topic::Fact
            | Topic::Visit
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

    fn hear_anew(&mut self, setting: &Setting<'_>, (said, parts): (&Utterance, Parts), intent: &str) {
        self.missed = 0;
        if self.hear_parts_anew(setting, &parts, intent) {
            return;
        }
        let intent = match self.about_what_was_booked(setting, said) {
            Some(change) if can_be_a_wish(intent) => change,
            _ if can_be_a_wish(intent) && wishes_to_come(setting, said, intent) => "book",
            // "Pues ponme con él el martes 24 a las 7".
            _ if can_be_a_wish(intent) && self.means_same_person(said) && wishes_in_words(setting, said) => {
                "book"
            }
            _ => intent,
        };
        let (first, later) = match intent {
            "book" | "order" => match order_and_booking(setting, said) {
                (_, None) => two_wishes(setting, said),
                both => both,
            },
            "cancel_appointment" | "move_appointment" => changes_and_wishes(setting, said),
            _ => (said.clone(), None),
        };
        let intent = match &later {
            Some(_) if intent == "book" && names_a_dish(setting, &first) => "order",
            Some(_) if intent == "order" && !names_a_dish(setting, &first) => "book",
            _ => intent,
        };
        if let Some(task) = self.begin(setting, &first, intent) {
            self.later = later;
            return self.go_on(task);
        }
        let asks_policy = self.asked == Some(Ask::Policy) && policy_in(said).is_some();
        let topic = if asks_policy {
            Topic::Policy
        } else if visited(said, setting, self.talked_about(setting.business)).is_some() {
            Topic::Visit
        } else if asks_a_fact(said, intent, setting) {
            Topic::Fact
        } else {
            Topic::of(intent).unwrap_or(Topic::Question)
        };
        self.turn.topic = Some(topic);
    }

    /// "Con él", "with her": whoever of the team was talked about.
    fn means_same_person(&self, said: &Utterance) -> bool {
        let text = said.text.to_lowercase();
        let pronoun = ["con él", "con ella", "with him", "with her"].iter().any(|words| text.contains(words));
        pronoun && self.recent_staff.is_some()
    }

    /// "Pásamela al jueves", "anúlala": of what was booked just now, whatever it was taken for.
    fn about_what_was_booked(&self, setting: &Setting<'_>, said: &Utterance) -> Option<&'static str> {
        self.last_branch.as_ref()?;
        let asks = said.text.contains(['?', '¿']) || said.has(&["how", "cuando", "cuanto", "que pasa si"]);
        if said.cancels_it() && !asks {
            return Some("cancel_appointment");
        }
        let branch = setting.business.branches.first()?;
        let says_when = understand(setting, &said.text, branch).is_ok();
        // "Wrong branch, that should be Downtown", "I meant Tuesday": another day or place for what was booked just now.
        let says_where = || {
            matches!(mentioned(&said.text, &setting.business.branches, &[]), Mention::One(_))
                && setting.business.branches.len() > 1
        };
        if said.was_mistaken() && !said.wants_another() && (says_when || says_where()) {
            return Some("move_appointment");
        }
        if says_when && said.wants_another() {
            return Some("book");
        }
        (says_when && said.moves_it()).then_some("move_appointment")
    }

    /// "Una limpieza el viernes a las 12, ¿y en cuánto sale?" wishes and asks; two questions are both answered. Whether it
    /// is such a message.
    fn hear_parts_anew(&mut self, setting: &Setting<'_>, parts: &Parts, intent: &str) -> bool {
        if parts.asks.is_empty() {
            return false;
        }
        if parts.tells() {
            // What is wished for may be named in the question alone.
            let named = parts.asks.iter().find_map(|(_, asked)| only_service(setting, asked));
            let is_wish = wishes_to_come(setting, &parts.told, intent)
                || named.is_some() && wishes_in_words(setting, &parts.told);
            let intent = if can_be_a_wish(intent) && is_wish { "book" } else { intent };
            let before = self.recent.clone();
            self.recent = named.or_else(|| before.clone());
            if let Some(task) = self.begin(setting, &parts.told, intent) {
                self.turn.asks.clone_from(&parts.asks);
                self.go_on(task);
                return true;
            }
            self.recent = before;
        }
        let is_several =
            parts.asks.iter().any(|(topic, _)| Some(topic) != parts.asks.first().map(|(topic, _)| topic));
        if is_several && !parts.tells() {
            self.turn.asks.clone_from(&parts.asks);
        }
        is_several && !parts.tells()
    }

    fn begin(&mut self, setting: &Setting<'_>, said: &Utterance, intent: &str) -> Option<TaskInHand> {
        let (mut notes, mut person) = (Vec::new(), self.person.clone());
        if intent == "book" {
            person.speaks_for(said);
        }
        let mut hearing = Hearing { setting, said, asked: None, person: &mut person, notes: &mut notes };
        let task = match intent {
            "book" => {
                let last = self.last_branch.as_deref().filter(|_| is_same_place(said));
                let day = self.last_day.filter(|_| is_same_day(said));
                let mut book = Book::begin(&mut hearing, (self.recent.as_ref(), last, day));
                if self.means_same_person(said) {
                    book.with(self.recent_staff.clone());
                }
                TaskInHand::Book(book)
            }
            "move_appointment" => {
                TaskInHand::Move(Change::to_move(&mut hearing).after_a_reminder(self.reminded.clone()))
            }
            "cancel_appointment" => {
                TaskInHand::Cancel(Change::to_cancel(&hearing).after_a_reminder(self.reminded.clone()))
            }
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

/// What a message was taken for that may as well be a wish to come, by what it names.
fn can_be_a_wish(intent: &str) -> bool {
    !matches!(
        intent,
        "order" | "menu" | "loyalty_redeem" | "loyalty_balance" | "urgent" | "human" | "complaint"
    )
}

fn only_service(setting: &Setting<'_>, asked: &Utterance) -> Option<String> {
    let business = setting.business;
    match mentioned(&asked.text, &business.services, &plain_words(business)) {
        Mention::One(place) => business.services.get(place).map(|service| service.id.clone()),
        Mention::Several(_) | Mention::Nothing => None,
    }
}

/// "Also on Friday, same place."
fn is_same_place(said: &Utterance) -> bool {
    said.has(&[
        "ahi mismo",
        "alli mismo",
        "mismo lugar",
        "misma sucursal",
        "la misma sucursal",
        "en el mismo sitio",
        "same place",
        "same branch",
        "same location",
        "there too",
    ])
}

fn is_same_day(said: &Utterance) -> bool {
    let right_after = said.has(&[
        "luego luego",
        "enseguida",
        "en seguida",
        "a continuacion",
        "justo despues",
        "right after",
        "straight after",
    ]);
    right_after || said.has(&["mismo dia", "ese dia", "same day", "that day"]) || is_same_place(said)
}

fn is_same(one: &TaskInHand, other: &TaskInHand) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

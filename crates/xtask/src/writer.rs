//! A client that writes in a session of its own, notes what it was told, and looks afterwards whether it is so.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::{Instant, sleep};

use crate::chat_api::{Answer, Attempt, ChatApi, Gone, Refusal, SendReply};
use crate::figures::Figures;
use crate::ledger::{Ack, Flaw, Kind, Line, SessionLog};

const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Who may have to be waited for after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// The data is one process's: what the last one left open is known to be abandoned.
    Embedded,
    /// Another node may still be at work, so what it had in hand is left to it until its lease is over.
    Shared,
}

impl Home {
    /// How long a session may take to come to rest.
    pub(crate) fn patience(self) -> Duration {
        match self {
            Self::Embedded => Duration::from_secs(20),
            // A lease of 30 s, looked at every 5 s, and then the work itself.
            Self::Shared => Duration::from_mins(1),
        }
    }

    /// How often to look whether it has.
    fn look_again(self) -> Duration {
        match self {
            Self::Embedded => LOOK_AGAIN,
            Self::Shared => LOOK_AGAIN * 20,
        }
    }
}

pub(crate) struct Writer {
    name: String,
    pub(crate) session: String,
    random: StdRng,
    sent: u64,
    acks: Vec<Ack>,
    /// How many of the acks were held against the log.
    pub(crate) checked: usize,
    pub(crate) log: SessionLog,
    /// Sent with a key, and no answer came: to be sent again.
    pub(crate) unanswered: Vec<Attempt>,
    pub(crate) figures: Figures,
    pub(crate) flaws: Vec<Flaw>,
}

/// What became of one message.
enum Outcome {
    Acked,
    PutOff,
    NotWritable,
    /// The server has decided to end, and takes nothing more until it is gone.
    Stopping,
    Unexpected,
    Gone,
}

impl Writer {
    pub(crate) fn new(name: String, session: String, random: StdRng) -> Self {
        Self {
            name,
            session,
            random,
            sent: 0,
            acks: Vec::new(),
            checked: 0,
            log: SessionLog::default(),
            unanswered: Vec::new(),
            figures: Figures::default(),
            flaws: Vec::new(),
        }
    }

    pub(crate) async fn write_until_gone(&mut self, api: &ChatApi) {
        loop {
            match self.send_next(api).await {
                Outcome::Gone => return,
                Outcome::Acked | Outcome::PutOff => {}
                Outcome::NotWritable => self.flaw(Kind::Unexpected, "told that nothing can be written"),
                Outcome::Stopping => self.flaw(Kind::Unexpected, "told that the server is stopping"),
                // Told already; the next one may fare better, and must not come at once.
                Outcome::Unexpected => sleep(LOOK_AGAIN).await,
            }
            self.pause().await;
        }
    }

    pub(crate) async fn write_until_refused(&mut self, api: &ChatApi, times: u64, at_most: u64) {
        let refused = self.figures.not_writable;
        for _ in 0..at_most {
            if self.figures.not_writable - refused >= times {
                return;
            }
            match self.send_next(api).await {
                Outcome::Gone | Outcome::Stopping => return,
                Outcome::Acked | Outcome::PutOff | Outcome::NotWritable | Outcome::Unexpected => {}
            }
            self.pause().await;
        }
        self.flaw(Kind::Unexpected, &format!("{at_most} messages, and hardly one was refused"));
    }

    pub(crate) async fn write_what_is_taken(&mut self, api: &ChatApi) {
        for _ in 0..self.random.random_range(2..=6) {
            match self.send_next(api).await {
                Outcome::Acked | Outcome::PutOff | Outcome::NotWritable | Outcome::Unexpected => {}
                Outcome::Stopping => self.flaw(Kind::Unexpected, "told that the server is stopping"),
                Outcome::Gone => self.flaw(Kind::Unexpected, "no answer from a server that should run"),
            }
            self.pause().await;
        }
    }

    pub(crate) async fn write(&mut self, api: &ChatApi, count: u64) {
        let wanted = self.figures.acks + count;
        while self.figures.acks < wanted {
            match self.send_next(api).await {
                Outcome::Acked => {}
                Outcome::PutOff => self.pause().await,
                Outcome::NotWritable | Outcome::Stopping => {
                    return self.flaw(Kind::Unexpected, "told that nothing can be written");
                }
                Outcome::Unexpected => return,
                Outcome::Gone => {
                    return self.flaw(Kind::Unexpected, "no answer from a server that should run");
                }
            }
        }
    }

    /// Shorter than most turns take, so that a line forms; long enough for it to be worked off again.
    async fn pause(&mut self) {
        let millis = self.random.random_range(0..=12);
        sleep(Duration::from_millis(millis)).await;
    }

    /// Most without waiting for the answer, some waiting, some with a key; a few slow, a few failing.
    fn compose(&mut self) -> Attempt {
        self.sent += 1;
        let manner = match self.random.random_range(0..20) {
            0..=2 => " slowly",
            3 => " badly",
            _ => "",
        };
        let text = format!("{} says {}{manner}", self.name, self.sent);
        let has_key = self.random.random_bool(0.3);
        let key = has_key.then(|| format!("{}-{}", self.session, self.sent));
        Attempt { text, key, waits: self.random.random_bool(0.2) }
    }

    async fn send_next(&mut self, api: &ChatApi) -> Outcome {
        let attempt = self.compose();
        let outcome = match api.send(&self.session, &attempt).await {
            Ok(Answer::Done(reply)) => {
                self.note(&attempt, reply);
                Outcome::Acked
            }
            Ok(Answer::Refused(refusal)) => self.refused(&attempt, &refusal),
            Err(Gone) => Outcome::Gone,
        };
        if matches!(outcome, Outcome::Gone | Outcome::NotWritable | Outcome::Stopping)
            && attempt.key.is_some()
        {
            self.unanswered.push(attempt);
        }
        outcome
    }

    fn note(&mut self, attempt: &Attempt, reply: SendReply) {
        self.figures.acks += 1;
        self.figures.waiting += u64::from(reply.sequence_number.is_none());
        self.acks.push(Ack::new(&attempt.text, reply));
    }

    fn refused(&mut self, attempt: &Attempt, refusal: &Refusal) -> Outcome {
        match (refusal.status, refusal.code.as_str()) {
            (429, "queue_full") => {
                self.figures.put_off += 1;
                Outcome::PutOff
            }
            (503, "server_stopping") => Outcome::Stopping,
            (503, "storage_not_writable" | "storage_unavailable") => {
                self.figures.not_writable += 1;
                Outcome::NotWritable
            }
            (status, _) => {
                let text = format!("`{}` was answered {status} {}", attempt.text, refusal.body);
                self.flaw(Kind::Unexpected, &text);
                Outcome::Unexpected
            }
        }
    }

    pub(crate) async fn retry(&mut self, api: &ChatApi, home: Home) {
        let started = Instant::now();
        for mut attempt in std::mem::take(&mut self.unanswered) {
            // Behind a turn that a dead node has in hand, the answer would come when its lease is over.
            attempt.waits &= home == Home::Embedded;
            match self.retry_one(api, &attempt, home, started).await {
                Outcome::Acked | Outcome::Unexpected => {}
                Outcome::PutOff | Outcome::NotWritable | Outcome::Stopping | Outcome::Gone => {
                    self.unanswered.push(attempt);
                }
            }
        }
    }

    async fn retry_one(&mut self, api: &ChatApi, attempt: &Attempt, home: Home, started: Instant) -> Outcome {
        loop {
            let refusal = match api.send(&self.session, attempt).await {
                Ok(Answer::Done(reply)) => return self.note_retry(api, attempt, reply).await,
                Ok(Answer::Refused(refusal)) => refusal,
                Err(Gone) => {
                    self.flaw(Kind::Unexpected, &format!("`{}`, sent again, was not answered", attempt.text));
                    return Outcome::Gone;
                }
            };
            let is_in_flight = refusal.code == "idempotency_in_flight";
            if is_in_flight && home == Home::Shared {
                // Of a node that may live: the next cycle asks again.
                return Outcome::PutOff;
            }
            // What was lost with a line is noticed a little later than the line is mended.
            let is_lost = refusal.code == "storage_unavailable" && home == Home::Shared;
            let is_passing = is_in_flight || is_lost || refusal.code == "queue_full";
            if !is_passing || started.elapsed() > home.patience() {
                let text = format!(
                    "`{}`, sent again, was answered {} {}",
                    attempt.text, refusal.status, refusal.body
                );
                self.flaw(Kind::Unexpected, &text);
                return Outcome::Unexpected;
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    /// The answer to a key stays the same: a third try must name the same message.
    async fn note_retry(&mut self, api: &ChatApi, attempt: &Attempt, reply: SendReply) -> Outcome {
        self.figures.retried += 1;
        let first = reply.id.clone();
        self.note(attempt, reply);
        match api.send(&self.session, attempt).await {
            Ok(Answer::Done(again)) if again.id == first => {}
            other => {
                let text = format!("`{}` was acknowledged as {first}, and then {other:?}", attempt.text);
                self.flaw(Kind::Doubled, &text);
            }
        }
        Outcome::Acked
    }

    pub(crate) async fn inspect(&mut self, api: &ChatApi, home: Home) {
        let Some(last_sequence) = self.wait_for_rest(api, home).await else { return };
        let events = match api.events(&self.session, self.log.last()).await {
            Ok(Answer::Done(events)) => events,
            Ok(Answer::Refused(refusal)) => {
                return self.flaw(Kind::Unexpected, &format!("its events: {}", refusal.body));
            }
            Err(Gone) => return self.flaw(Kind::Unexpected, "its events: no answer"),
        };
        self.figures.events += events.len() as u64;
        let mut flaws: Vec<Flaw> = events.iter().flat_map(|event| self.log.read(event)).collect();
        flaws.extend(self.log.settle(last_sequence, self.acks.get(self.checked..).unwrap_or_default()));
        self.checked = self.acks.len();
        for flaw in flaws {
            self.flaw(flaw.kind, &flaw.text);
        }
    }

    /// The number of the session's last event, once nothing runs or waits in it.
    async fn wait_for_rest(&mut self, api: &ChatApi, home: Home) -> Option<i64> {
        let started = Instant::now();
        loop {
            let session = match api.session(&self.session).await {
                Ok(Answer::Done(session)) => session,
                Ok(Answer::Refused(refusal)) if refusal.status == 404 => {
                    self.lost_with_its_session();
                    return None;
                }
                Ok(Answer::Refused(refusal))
                    if refusal.code == "storage_unavailable" && started.elapsed() < home.patience() =>
                {
                    sleep(home.look_again()).await;
                    continue;
                }
                Ok(Answer::Refused(refusal)) => {
                    self.flaw(Kind::Unexpected, &format!("asked for, it was answered {}", refusal.body));
                    return None;
                }
                Err(Gone) => {
                    self.flaw(Kind::Unexpected, "asked for, it was not answered");
                    return None;
                }
            };
            match Line::of(session.turn.as_ref(), started.elapsed(), home.patience()) {
                Line::WorkedOff => return Some(session.last_sequence),
                Line::Busy => sleep(home.look_again()).await,
                Line::Stuck(flaw) => {
                    self.flaw(flaw.kind, &flaw.text);
                    return None;
                }
            }
        }
    }

    fn lost_with_its_session(&mut self) {
        let acks = self.acks.iter().map(|ack| format!("`{}` is gone with its session", ack.text));
        for text in std::iter::once("it is gone".to_owned()).chain(acks).collect::<Vec<_>>() {
            self.flaw(Kind::Lost, &text);
        }
    }

    fn flaw(&mut self, kind: Kind, text: &str) {
        self.flaws.push(Flaw::new(kind, format!("session {}: {text}", self.session)));
    }
}

//! All clients of a harness, at work at the same time.

use anyhow::{Result, bail};
use futures::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::figures::Figures;
use crate::ledger::{Flaw, SessionLog};
use crate::writer::{Home, Writer};

/// The replies of the scripted model: it repeats what it hears, takes its time, or fails. So a server is cut
/// off in the middle of turns as well as between them, and turns end in both ways.
pub(crate) const SCRIPT: &str = r#"{"replies": [
    {"when": "slowly", "say": "{message}", "delayMs": 40},
    {"when": "badly", "say": "{message}", "fail": "it was told to", "trouble": "refused"}
]}"#;

/// Clients, each with a session of its own.
pub(crate) struct Writers(Vec<Writer>);

impl Writers {
    /// Makes a session for each. `round` keeps texts and keys apart from those of earlier sessions.
    pub(crate) async fn open(api: &ChatApi, count: usize, seed: u64, round: usize) -> Result<Self> {
        let mut writers = Vec::with_capacity(count);
        for number in 0..count {
            let session = match api.create_session().await {
                Ok(Answer::Done(session)) => session.id,
                Ok(Answer::Refused(refusal)) => bail!("making a session failed: {}", refusal.body),
                Err(Gone) => bail!("the server did not answer when asked for a session"),
            };
            let random = StdRng::seed_from_u64(seed.wrapping_add(number as u64));
            writers.push(Writer::new(format!("r{round}w{number}"), session, random));
        }
        Ok(Self(writers))
    }

    /// Writes until the server is gone.
    pub(crate) async fn write_until_gone(&mut self, api: &ChatApi) {
        join_all(self.0.iter_mut().map(|writer| writer.write_until_gone(api))).await;
    }

    /// Writes until each was told so often that nothing can be written, or the server is gone, or for so many
    /// messages that it is plain that neither will happen.
    pub(crate) async fn write_until_refused(&mut self, api: &ChatApi, times: u64, at_most: u64) {
        join_all(self.0.iter_mut().map(|writer| writer.write_until_refused(api, times, at_most))).await;
    }

    /// Each writes a few messages, of which those are taken that can be.
    pub(crate) async fn write_what_is_taken(&mut self, api: &ChatApi) {
        join_all(self.0.iter_mut().map(|writer| writer.write_what_is_taken(api))).await;
    }

    /// Each writes a number of messages, all of which must be taken.
    pub(crate) async fn write(&mut self, api: &ChatApi, count: u64) {
        join_all(self.0.iter_mut().map(|writer| writer.write(api, count))).await;
    }

    /// Sends again, with its key, whatever was not answered. Each must then be there once.
    pub(crate) async fn retry(&mut self, api: &ChatApi, home: Home) {
        join_all(self.0.iter_mut().map(|writer| writer.retry(api, home))).await;
    }

    /// Waits for every session to come to rest, reads what is new in its log, and holds the acks against it.
    pub(crate) async fn inspect(&mut self, api: &ChatApi, home: Home) {
        join_all(self.0.iter_mut().map(|writer| writer.inspect(api, home))).await;
    }

    /// The same for all that was ever written, from each log's first event.
    pub(crate) async fn inspect_all(&mut self, api: &ChatApi, home: Home) {
        for writer in &mut self.0 {
            writer.checked = 0;
            writer.log = SessionLog::default();
        }
        self.inspect(api, home).await;
    }

    /// Takes out what was found since the last time.
    pub(crate) fn take_flaws(&mut self) -> Vec<Flaw> {
        self.0.iter_mut().flat_map(|writer| std::mem::take(&mut writer.flaws)).collect()
    }

    pub(crate) fn figures(&self) -> Figures {
        self.0.iter().fold(Figures::default(), |sum, writer| sum.plus(writer.figures))
    }

    /// How many messages with a key nobody has answered yet.
    pub(crate) fn unanswered(&self) -> usize {
        self.0.iter().map(|writer| writer.unanswered.len()).sum()
    }

    pub(crate) fn sessions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|writer| writer.session.as_str())
    }
}

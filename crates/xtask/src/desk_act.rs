//! What clients of a front desk compete for, and what they can be told.

use anyhow::{Result, bail};
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::chat_api::{Answer, ChatApi, EventReply, Gone, Refusal};
use crate::desk_check::Goods;
use crate::ledger::Flaw;

/// Something of which there is only so much.
pub(crate) trait Act {
    const NAME: &'static str;
    /// What one attempt asks for.
    type Wish;

    /// The business's files.
    fn business(&self) -> Value;

    /// Makes what must be there before the first attempt.
    async fn prepare(&mut self, api: &ChatApi) -> Result<()>;

    fn wish(&self, random: &mut StdRng) -> Self::Wish;

    /// Asks for it. Asked again it is the same attempt, under the same key.
    async fn attempt(&self, api: &ChatApi, number: usize, wish: &Self::Wish) -> Result<Said, Gone>;

    /// What the server says that it has given away.
    async fn given(&self, api: &ChatApi) -> Result<Goods>;

    /// What else is wrong when all is over.
    async fn audit(&self, api: &ChatApi) -> Result<Vec<Flaw>>;
}

/// What a client was told.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is theirs: by this name it must be there from now on.
    Yes(String),
    /// There is none, and what could be had instead, or how little is left.
    No,
    /// It was not about a piece, and is done.
    Neither,
    /// Somebody is at it; in a moment there will be an answer.
    Later,
    Wrong(String),
}

impl Said {
    /// For a refusal that is not the act's own to understand.
    pub(crate) fn otherwise(refusal: &Refusal) -> Self {
        match refusal.code.as_str() {
            "idempotency_in_flight" | "queue_full" | "turn_timeout" => Self::Later,
            _ => Self::Wrong(format!("{} {}", refusal.status, refusal.body)),
        }
    }
}

/// Under which key an attempt is made.
pub(crate) fn key(number: usize) -> String {
    format!("attempt-{number}")
}

/// What the tool answered in a turn: whether it did it, and its result.
pub(crate) fn tool_result(events: &[EventReply]) -> Option<(bool, &Value)> {
    let done = events.iter().find(|event| event.kind == "tool_result")?;
    Some((done.success?, done.result.as_ref()?))
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn number(value: &Value, name: &str) -> Option<i64> {
    value.get(name).and_then(Value::as_i64)
}

pub(crate) fn items<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// What a route must answer on a server that runs.
pub(crate) async fn read(api: &ChatApi, path: &str) -> Result<Value> {
    match api.get(path).await {
        Ok(Answer::Done(value)) => Ok(value),
        other => bail!("reading {path}: {other:?}"),
    }
}

/// A restaurant that is always open.
pub(crate) fn restaurant(menu: &str, more: &str) -> Value {
    let business = format!(
        "name = \"Table\"\ncurrency = \"EUR\"\n{more}\
         [[branch]]\nid = \"main\"\nname = \"Main\"\naddress = \"Here 1\"\ncity = \"Here\"\ntime_zone = \"UTC\"\n\
         hours.mon-sun = [\"00:00-24:00\"]\n"
    );
    json!({ "business": business, "menu": menu })
}

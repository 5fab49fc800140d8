//! What goes into the machine and what comes out.

use conserje_guard::Screened;
use conserje_llm::{Reply, StopReason, TokenUsage, Trouble};
use conserje_tools::retrieval::Source;
use conserje_tools::{Outcome, Risk, Status};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Something that happened. An entry of the turn's journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Input {
    /// A model said who is to answer, before anybody did.
    Routed { to: String, reason: Option<String> },
    /// The model answered; each of its tool calls, in order, has been judged.
    Replied {
        #[serde(deserialize_with = "kept_boxed")]
        reply: Box<Screened<Reply>>,
        judged: Vec<Judgement>,
    },
    /// No model of the chain answered.
    ModelFailed { trouble: Trouble },
    /// Everything that [`Step::CallTools`] or [`Step::Perform`] asked for.
    ToolsFinished { finished: Vec<Finished> },
    /// A person decided, or the time for it ran out.
    Decided { tool_use_id: String, verdict: Verdict },
    /// Somebody or something ended the turn; `partial` is what the model had said by then.
    Stopped {
        kind: FailureKind,
        #[serde(default, deserialize_with = "kept_if_any")]
        partial: Option<Box<Screened<Reply>>>,
    },
}

/// An entry is read back from the journal, which takes only what was screened.
#[expect(clippy::disallowed_methods, reason = "it comes from the journal")]
fn kept<'de, D: Deserializer<'de>, T: Deserialize<'de>>(journal: D) -> Result<Screened<T>, D::Error> {
    T::deserialize(journal).map(Screened::kept)
}

fn kept_boxed<'de, D: Deserializer<'de>>(journal: D) -> Result<Box<Screened<Reply>>, D::Error> {
    kept(journal).map(Box::new)
}

#[expect(clippy::disallowed_methods, reason = "it comes from the journal")]
fn kept_if_any<'de, D: Deserializer<'de>>(journal: D) -> Result<Option<Box<Screened<Reply>>>, D::Error> {
    let found = Option::<Reply>::deserialize(journal)?;
    Ok(found.map(|reply| Box::new(Screened::kept(reply))))
}

/// What may be done about a call, decided by schema, allow-list and policy, before it is acted on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Judgement {
    Runs {
        args: Value,
        risk: Risk,
        honours_keys: bool,
        needs_approval: bool,
    },
    /// A built-in that the machine itself carries out.
    HandsOff(Successor),
    /// The problem is for the model to read.
    Refused {
        problem: String,
    },
}

/// Who is to answer instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Successor {
    pub to: String,
    pub reason: Option<String>,
    /// How often it may call its model; as often as whoever hands over, if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
}

/// A call with its place among all calls of the turn. Only the machine makes one, of a reply that was screened and judged:
/// whoever has one may run it.
///
/// ```compile_fail,E0639
/// use conserje_agents::machine::PlannedCall;
/// let forged = PlannedCall {
///     id: "1".to_owned(), name: "pay".to_owned(), args: serde_json::Value::Null, ordinal: 0, risk: None, honours_keys: true,
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedCall {
    pub id: String,
    pub name: String,
    pub args: Value,
    pub ordinal: u32,
    pub risk: Option<Risk>,
    pub honours_keys: bool,
}

/// A call that is over. What came of it was looked at:
///
/// ```compile_fail,E0308
/// use conserje_agents::machine::Finished;
/// use conserje_tools::Outcome;
/// let outcome = Outcome::succeeded("from somewhere".into());
/// let unseen = Finished { id: "1".to_owned(), outcome, micros: 0, is_from_outside: true };
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    pub id: String,
    #[serde(deserialize_with = "kept")]
    pub outcome: Screened<Outcome>,
    pub micros: u64,
    /// Its text was written by somebody who is neither the user nor us.
    pub is_from_outside: bool,
}

impl Finished {
    /// A call of which the program itself says what came.
    #[expect(clippy::disallowed_methods, reason = "the program's own words")]
    pub fn told(id: &str, outcome: Outcome) -> Self {
        Self { id: id.to_owned(), outcome: Screened::own(outcome), micros: 0, is_from_outside: false }
    }

    pub(super) fn refused(id: &str, problem: &str) -> Self {
        Self::told(id, Outcome::failed(problem))
    }

    pub(super) fn said(id: &str, text: &str) -> Self {
        let outcome = Outcome {
            status: Status::Succeeded,
            result: serde_json::json!({ "text": text }),
            text: text.to_owned(),
        };
        Self::told(id, outcome)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Verdict {
    /// With these arguments, which may have been edited.
    Approved {
        args: Value,
    },
    Rejected {
        reason: Option<String>,
    },
    Expired,
}

/// How tools are offered to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    Native,
    Text,
}

/// What to ask the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    pub agent: String,
    pub protocol: Protocol,
    pub may_use_tools: bool,
    /// How often the context was too long: each time it must fit half the window.
    pub squeeze: u8,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    CallModel(Ask),
    /// These only read: together, in any order.
    CallTools(Vec<PlannedCall>),
    /// This has effects; that it was asked for is recorded.
    Perform(PlannedCall),
    AskApproval(PlannedCall),
    Finish(Ending),
}

/// Something for the record.
#[derive(Clone, Debug, PartialEq)]
pub enum Emission {
    Thought {
        text: String,
    },
    Said {
        text: String,
        model: String,
        stop_reason: SaidStop,
        usage: TokenUsage,
    },
    Requested {
        call: PlannedCall,
    },
    Completed {
        call: PlannedCall,
        outcome: Outcome,
        micros: u64,
    },
    HandedOff {
        from: String,
        to: String,
        reason: Option<String>,
    },
    /// What the message before rests on.
    Cited {
        sources: Vec<Source>,
    },
    Failed {
        kind: FailureKind,
    },
}

/// Why a message ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidStop {
    Model(StopReason),
    /// The person stopped it.
    Cancelled,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Ending {
    Completed { stop_reason: StopReason },
    Failed { kind: FailureKind },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    Model(Trouble),
    EmptyAnswer,
    StepLimit,
    IterationLimit,
    TokenLimit,
    TimeLimit,
    Cancelled,
    /// The server stopped, and the turn could not go on afterwards.
    ServerStopped,
    /// Ours to mend.
    Internal,
}

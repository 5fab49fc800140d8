//! The turn as a machine without any IO: [`Machine::advance`] takes what happened and says what to do next.
//!
//! Its state is a fold over its inputs, and the inputs are kept in the turn's journal. So a crash, a
//! restart, and an approval that arrives next week are the same thing: fold the journal, go on. What a
//! model decided is in the journal before anybody acts on it; nobody is asked twice.
//!
//! ```
//! use conserje_agents::machine::{Input, Limits, Machine, Step};
//!
//! let (machine, step) = Machine::begin("assistant", Limits::default());
//! assert!(matches!(step, Step::CallModel(_)));
//! assert!(matches!(machine.step(), Step::CallModel(_)));
//! ```
mod input;
mod limits;
mod reply;
mod work;

use std::collections::BTreeMap;

use conserje_guard::Screened;
use conserje_llm::{Message, Reply, StopReason, TokenUsage, ToolResult, Trouble};
use conserje_tools::retrieval::{Source, parse_sources};
use serde::{Deserialize, Serialize};

use crate::cite::cite;

pub use input::{
    Ask, Emission, Ending, FailureKind, Finished, Input, Judgement, PlannedCall, Protocol, SaidStop, Step,
    Successor, Verdict,
};
pub use limits::Limits;
use work::{AnsweredCall, Next, Work};

/// How often a context that was too long is made smaller.
const SQUEEZES: u8 = 3;

/// An input that does not belong where the machine stands: it is late, or it was fed twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{input}` does not fit a turn that is {phase}")]
pub struct Misstep {
    input: &'static str,
    phase: &'static str,
}

/// What is now to be recorded, in this order, and then done.
#[derive(Clone, Debug, PartialEq)]
pub struct Advanced {
    pub emissions: Vec<Emission>,
    pub step: Step,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    limits: Limits,
    agent: String,
    /// Every agent that had the turn, in order; none gets it twice.
    had_it: Vec<String>,
    /// A model was asked who is to answer.
    #[serde(default)]
    is_routed: bool,
    /// What was said and done in this turn, after the user's message.
    transcript: Vec<Message>,
    phase: Phase,
    protocol: Protocol,
    squeeze: u8,
    steps: u32,
    iterations: u32,
    calls: u32,
    usage: TokenUsage,
    said_something: bool,
    is_tainted: bool,
    /// What calls answered, by the id they were asked for with.
    answered: BTreeMap<String, Answered>,
    /// What retrieval found, for the answer to rest on.
    #[serde(default)]
    sources: Vec<Source>,
}

/// A call that was made, to answer its twin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Answered {
    name: String,
    args: serde_json::Value,
    result: ToolResult,
    #[serde(default)]
    has_effects: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Asking,
    Working(Work),
    Ended(Ending),
}

impl Phase {
    fn name(&self) -> &'static str {
        match self {
            Self::Asking => "asking its model",
            Self::Working(_) => "using tools",
            Self::Ended(_) => "over",
        }
    }
}

impl Machine {
    pub fn begin(agent: impl Into<String>, limits: Limits) -> (Self, Step) {
        let agent = agent.into();
        let machine = Self {
            limits,
            had_it: vec![agent.clone()],
            agent,
            is_routed: false,
            transcript: Vec::new(),
            phase: Phase::Asking,
            protocol: Protocol::Native,
            squeeze: 0,
            steps: 1,
            iterations: 1,
            calls: 0,
            usage: TokenUsage::default(),
            said_something: false,
            is_tainted: false,
            answered: BTreeMap::new(),
            sources: Vec::new(),
        };
        let step = machine.step();
        (machine, step)
    }

    /// What is to be done where it stands: after a restart, what was being done when the process died.
    pub fn step(&self) -> Step {
        match &self.phase {
            Phase::Asking => Step::CallModel(Ask {
                agent: self.agent.clone(),
                protocol: self.protocol,
                may_use_tools: self.iterations < self.limits.iterations,
                squeeze: self.squeeze,
            }),
            Phase::Working(work) => work.step(),
            Phase::Ended(ending) => Step::Finish(ending.clone()),
        }
    }

    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// Nothing has happened yet, not even that somebody was chosen.
    pub fn is_fresh(&self) -> bool {
        self.steps == 1 && self.transcript.is_empty() && !self.is_routed
    }

    /// What was said and done so far, for a model to go on from.
    #[expect(clippy::disallowed_methods, reason = "made of inputs that were screened")]
    pub fn transcript(&self) -> Screened<&[Message]> {
        Screened::kept(&self.transcript)
    }

    pub fn usage(&self) -> TokenUsage {
        self.usage
    }

    /// Whether text from outside has reached the model in this turn.
    pub fn is_tainted(&self) -> bool {
        self.is_tainted
    }

    /// Takes what happened.
    pub fn advance(&mut self, input: Input) -> Result<Advanced, Misstep> {
        let mut emissions = Vec::new();
        let is_fresh = self.is_fresh();
        match (input, &mut self.phase) {
            (_, Phase::Ended(_)) => return Err(Misstep { input: "anything", phase: self.phase.name() }),
            (Input::Stopped { kind, partial }, Phase::Asking | Phase::Working(_)) => {
                self.stop(kind, partial, &mut emissions);
            }
            (Input::Routed { to, reason }, Phase::Asking) if is_fresh => {
                self.route(to, reason, &mut emissions);
            }
            (Input::Replied { reply, judged }, Phase::Asking) => {
                self.replied(reply.into_inner(), judged, &mut emissions);
            }
            (Input::ModelFailed { trouble }, Phase::Asking) => self.model_failed(trouble, &mut emissions),
            (Input::ToolsFinished { finished }, Phase::Working(work)) => {
                if !work.fits(&finished) {
                    return Err(Misstep { input: "tools finished", phase: "waiting for others" });
                }
                for outcome in &finished {
                    self.is_tainted |= outcome.is_from_outside;
                    self.sources.extend(parse_sources(&outcome.outcome.get().result));
                }
                work.finished(finished, &mut emissions);
                self.work_on(&mut emissions);
            }
            (Input::Decided { tool_use_id, verdict }, Phase::Working(work)) => {
                if !work.decide(&tool_use_id, verdict, &mut emissions) {
                    return Err(Misstep { input: "a decision", phase: "not waiting for it" });
                }
                self.work_on(&mut emissions);
            }
            (Input::Routed { .. }, phase) => {
                return Err(Misstep { input: "a choice of agent", phase: phase.name() });
            }
            (Input::Replied { .. }, phase) => return Err(Misstep { input: "a reply", phase: phase.name() }),
            (Input::ModelFailed { .. }, phase) => {
                return Err(Misstep { input: "a failure of the model", phase: phase.name() });
            }
            (Input::ToolsFinished { .. }, phase) => {
                return Err(Misstep { input: "tools finished", phase: phase.name() });
            }
            (Input::Decided { .. }, phase) => {
                return Err(Misstep { input: "a decision", phase: phase.name() });
            }
        }
        Ok(Advanced { emissions, step: self.step() })
    }

    /// The state after these inputs. One that no longer fits is left out: it was late then, too.
    pub fn fold(agent: impl Into<String>, limits: Limits, inputs: impl IntoIterator<Item = Input>) -> Self {
        Self::begin(agent, limits).0.after(inputs)
    }

    /// The state after these inputs, from where it stands.
    #[must_use]
    pub fn after(self, inputs: impl IntoIterator<Item = Input>) -> Self {
        let mut machine = self;
        for input in inputs {
            if let Err(misstep) = machine.advance(input) {
                tracing::warn!("A journal entry was left out: {misstep}");
            }
        }
        machine
    }

    fn replied(&mut self, reply: Reply, judged: Vec<Judgement>, emissions: &mut Vec<Emission>) {
        self.usage = self.usage.plus(reply.usage);
        let stop_reason = reply.stop_reason;
        let read = reply::read(reply, judged, self);
        self.said_something |= read.says_something;
        if let Some(message) = read.message {
            self.transcript.push(message);
        }
        let has_calls = read.work.has_calls();
        self.phase = Phase::Working(read.work);
        if has_calls {
            self.work_on(emissions);
            return;
        }
        self.drain_items(emissions);
        self.cite(emissions);
        let ending = if self.said_something {
            Ending::Completed { stop_reason }
        } else {
            Ending::Failed { kind: FailureKind::EmptyAnswer }
        };
        self.end(ending, emissions);
    }

    /// Emits what a reply without calls says.
    fn drain_items(&mut self, emissions: &mut Vec<Emission>) {
        if let Phase::Working(work) = &mut self.phase {
            work.say_everything(emissions);
        }
    }

    /// Takes out markers that nothing stands behind, and says what the answer rests on.
    fn cite(&self, emissions: &mut Vec<Emission>) {
        let mut cited: Vec<Source> = Vec::new();
        for emission in emissions.iter_mut() {
            if let Emission::Said { text, .. } = emission {
                let checked = cite(text, &self.sources);
                if checked.invented > 0 {
                    tracing::warn!(
                        "{} markers of an answer had no source and were taken out",
                        checked.invented
                    );
                    metrics::counter!("citation_markers_without_source_total")
                        .increment(checked.invented as u64);
                }
                *text = checked.text;
                cited.extend(
                    checked.sources.into_iter().filter(|one| !cited.contains(one)).collect::<Vec<_>>(),
                );
            }
        }
        if !cited.is_empty() {
            emissions.push(Emission::Cited { sources: cited });
        }
    }

    /// Lets the turn rest on text from outside that was found before it began.
    #[must_use]
    pub fn grounded(mut self, sources: Vec<Source>) -> Self {
        self.is_tainted = true;
        self.sources = sources;
        self
    }

    /// How many sources this turn has found so far.
    pub fn sources_found(&self) -> usize {
        self.sources.len()
    }

    fn model_failed(&mut self, trouble: Trouble, emissions: &mut Vec<Emission>) {
        if trouble == Trouble::NoNativeTools && self.protocol == Protocol::Native {
            self.protocol = Protocol::Text;
            self.count_step(emissions);
        } else if trouble == Trouble::TooLong && self.squeeze < SQUEEZES {
            self.squeeze += 1;
            self.count_step(emissions);
        } else {
            self.end(Ending::Failed { kind: FailureKind::Model(trouble) }, emissions);
        }
    }

    /// Goes through what the reply asked for until somebody else has to do something.
    fn work_on(&mut self, emissions: &mut Vec<Emission>) {
        loop {
            let Phase::Working(work) = &mut self.phase else { return };
            match work.next(emissions) {
                Next::Wait => return self.count_step(emissions),
                Next::HandOff { call, successor } => self.hand_off(&call, successor, emissions),
                Next::Done => {
                    let (results, answered) = work.take_results();
                    self.transcript.push(Message::Tools { results });
                    self.answered.extend(answered.into_iter().map(|(id, call)| {
                        let AnsweredCall { name, args, result, has_effects } = call;
                        (id, Answered { name, args, result, has_effects })
                    }));
                    return self.ask_again(emissions);
                }
            }
        }
    }

    /// Who had it by default does not count as having had it.
    fn route(&mut self, to: String, reason: Option<String>, emissions: &mut Vec<Emission>) {
        self.is_routed = true;
        if to != self.agent {
            emissions.push(Emission::HandedOff { from: self.agent.clone(), to: to.clone(), reason });
            self.had_it = vec![to.clone()];
            self.agent = to;
        }
        self.count_step(emissions);
    }

    fn hand_off(&mut self, call: &PlannedCall, successor: Successor, emissions: &mut Vec<Emission>) {
        let Successor { to, reason, iterations } = successor;
        let refused = if self.had_it.contains(&to) {
            Some(format!("`{to}` has had this conversation already. Answer it yourself."))
        } else if self.had_it.len() > self.limits.handoffs as usize {
            Some("This conversation was handed over too often. Answer it yourself.".to_owned())
        } else {
            None
        };
        let Phase::Working(work) = &mut self.phase else { return };
        if let Some(problem) = refused {
            work.answer(call, Finished::refused(&call.id, &problem), emissions);
            return;
        }
        work.answer(call, Finished::said(&call.id, &format!("`{to}` goes on from here.")), emissions);
        work.refuse_the_rest("The conversation was handed to somebody else.");
        emissions.push(Emission::HandedOff { from: self.agent.clone(), to: to.clone(), reason });
        self.had_it.push(to.clone());
        self.agent = to;
        self.iterations = 0;
        self.limits.iterations = iterations.unwrap_or(self.limits.iterations).max(1);
    }

    fn ask_again(&mut self, emissions: &mut Vec<Emission>) {
        if self.iterations >= self.limits.iterations {
            return self.end(Ending::Failed { kind: FailureKind::IterationLimit }, emissions);
        }
        self.iterations += 1;
        self.phase = Phase::Asking;
        self.count_step(emissions);
    }

    /// Every wait for somebody else is a step; a turn that takes too many, or too many tokens, ends.
    fn count_step(&mut self, emissions: &mut Vec<Emission>) {
        self.steps += 1;
        let tokens = self.usage.input.saturating_add(self.usage.output);
        let kind = if self.steps > self.limits.steps {
            FailureKind::StepLimit
        } else if self.limits.tokens.is_some_and(|limit| tokens > limit) {
            FailureKind::TokenLimit
        } else {
            return;
        };
        // The step that was about to be taken is not.
        if let Phase::Working(work) = &mut self.phase {
            work.take_back(emissions);
        }
        self.end(Ending::Failed { kind }, emissions);
    }

    /// Ends before its time. What the person has already seen of an answer stays.
    fn stop(
        &mut self,
        kind: FailureKind,
        partial: Option<Box<Screened<Reply>>>,
        emissions: &mut Vec<Emission>,
    ) {
        if let Some(partial) = partial.map(|partial| partial.into_inner()) {
            self.usage = self.usage.plus(partial.usage);
            emissions.extend(reply::partial(partial));
        }
        self.end(Ending::Failed { kind }, emissions);
    }

    /// Requests without a response get one that says so: the record has no loose ends.
    fn end(&mut self, ending: Ending, emissions: &mut Vec<Emission>) {
        if let Phase::Working(work) = &mut self.phase {
            work.close_orphans(emissions);
        }
        if let Ending::Failed { kind } = &ending {
            emissions.push(Emission::Failed { kind: *kind });
        }
        self.phase = Phase::Ended(ending);
    }
}

/// Why the answer stopped, for `complete`.
impl Ending {
    pub fn stop_reason(&self) -> StopReason {
        match self {
            Self::Completed { stop_reason } => *stop_reason,
            Self::Failed { .. } => StopReason::EndTurn,
        }
    }
}

#[cfg(test)]
#[path = "property_tests.rs"]
mod properties;
#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;

//! What one reply asked for, carried out in its order (C4).
//!
//! Calls that only read run together while they stand side by side; a call with effects runs alone, and
//! that it was asked for is recorded before it does. Each costs exactly two events, side by side.

use std::collections::VecDeque;

use conserje_llm::{StopReason, TokenUsage, ToolResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input::{Emission, Finished, PlannedCall, SaidStop, Step, Successor, Verdict};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Item {
    Think { text: String },
    Say { text: String, model: String, stop_reason: StopReason, usage: TokenUsage },
    Call(Plan),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Plan {
    Look(PlannedCall),
    Perform(PlannedCall),
    Ask(PlannedCall),
    HandOff {
        call: PlannedCall,
        successor: Successor,
    },
    Refuse {
        call: PlannedCall,
        problem: String,
    },
    /// Made before, under the same id: the answer is known.
    Again {
        result: ToolResult,
    },
}

/// What is being waited for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Doing {
    Nothing,
    Looking(Vec<PlannedCall>),
    Performing(PlannedCall),
    Asking(PlannedCall),
}

pub(super) struct AnsweredCall {
    pub(super) name: String,
    pub(super) args: Value,
    pub(super) result: ToolResult,
    pub(super) has_effects: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Work {
    items: VecDeque<Item>,
    doing: Doing,
    results: Vec<ToolResult>,
    done: Vec<PlannedCall>,
}

pub(super) enum Next {
    Wait,
    HandOff { call: PlannedCall, successor: Successor },
    Done,
}

impl Work {
    pub(super) fn new(items: Vec<Item>) -> Self {
        Self { items: items.into(), doing: Doing::Nothing, results: Vec::new(), done: Vec::new() }
    }

    pub(super) fn has_calls(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Call(_)))
    }

    pub(super) fn step(&self) -> Step {
        match &self.doing {
            Doing::Looking(calls) => Step::CallTools(calls.clone()),
            Doing::Performing(call) => Step::Perform(call.clone()),
            Doing::Asking(call) => Step::AskApproval(call.clone()),
            // Never seen from outside: work goes on until it waits or is done.
            Doing::Nothing => Step::CallTools(Vec::new()),
        }
    }

    /// Goes on to the next thing that somebody else has to do.
    pub(super) fn next(&mut self, emissions: &mut Vec<Emission>) -> Next {
        if self.doing != Doing::Nothing {
            return Next::Wait;
        }
        while let Some(item) = self.items.pop_front() {
            let plan = match item {
                Item::Call(plan) => plan,
                said @ (Item::Think { .. } | Item::Say { .. }) => {
                    emissions.extend(spoken(said));
                    continue;
                }
            };
            match plan {
                Plan::Look(call) => {
                    self.doing = Doing::Looking(self.with_its_neighbours(call));
                    return Next::Wait;
                }
                Plan::Perform(call) => {
                    self.perform(call, emissions);
                    return Next::Wait;
                }
                Plan::Ask(call) => {
                    self.doing = Doing::Asking(call);
                    return Next::Wait;
                }
                Plan::HandOff { call, successor } => return Next::HandOff { call, successor },
                Plan::Refuse { call, problem } => {
                    self.answer(&call, Finished::refused(&call.id, &problem), emissions);
                }
                Plan::Again { result } => self.results.push(result),
            }
        }
        Next::Done
    }

    fn with_its_neighbours(&mut self, first: PlannedCall) -> Vec<PlannedCall> {
        let mut together = vec![first];
        while let Some(Item::Call(Plan::Look(_))) = self.items.front() {
            if let Some(Item::Call(Plan::Look(call))) = self.items.pop_front() {
                together.push(call);
            }
        }
        together
    }

    fn perform(&mut self, call: PlannedCall, emissions: &mut Vec<Emission>) {
        emissions.push(Emission::Requested { call: call.clone() });
        self.doing = Doing::Performing(call);
    }

    /// Whether these are the calls that are being waited for.
    pub(super) fn fits(&self, finished: &[Finished]) -> bool {
        let waits_for = |call: &PlannedCall| finished.iter().any(|outcome| outcome.id == call.id);
        match &self.doing {
            Doing::Looking(calls) => calls.len() == finished.len() && calls.iter().all(waits_for),
            Doing::Performing(call) => finished.len() == 1 && waits_for(call),
            Doing::Asking(_) | Doing::Nothing => false,
        }
    }

    pub(super) fn finished(&mut self, finished: Vec<Finished>, emissions: &mut Vec<Emission>) {
        match std::mem::replace(&mut self.doing, Doing::Nothing) {
            Doing::Looking(calls) => {
                for call in calls {
                    if let Some(outcome) = finished.iter().find(|outcome| outcome.id == call.id) {
                        self.answer(&call, outcome.clone(), emissions);
                    }
                }
            }
            Doing::Performing(call) => {
                for outcome in finished {
                    self.completed(&call, outcome, emissions);
                }
            }
            waiting @ (Doing::Asking(_) | Doing::Nothing) => self.doing = waiting,
        }
    }

    /// `false` if nobody asked for this decision.
    pub(super) fn decide(&mut self, id: &str, verdict: Verdict, emissions: &mut Vec<Emission>) -> bool {
        let call = match &self.doing {
            Doing::Asking(call) if call.id == id => call.clone(),
            Doing::Asking(_) | Doing::Looking(_) | Doing::Performing(_) | Doing::Nothing => return false,
        };
        self.doing = Doing::Nothing;
        match verdict {
            Verdict::Approved { args } => self.perform(PlannedCall { args, ..call }, emissions),
            Verdict::Rejected { reason } => {
                let why = reason.map(|reason| format!(" They said: “{reason}”.")).unwrap_or_default();
                let problem = format!("A person did not allow this.{why} Do not try it again.");
                self.answer(&call, Finished::refused(&call.id, &problem), emissions);
            }
            Verdict::Expired => {
                let problem = "Nobody allowed this in time. It did not happen.";
                self.answer(&call, Finished::refused(&call.id, problem), emissions);
            }
        }
        true
    }

    /// Both events of a call at once.
    pub(super) fn answer(&mut self, call: &PlannedCall, outcome: Finished, emissions: &mut Vec<Emission>) {
        emissions.push(Emission::Requested { call: call.clone() });
        self.completed(call, outcome, emissions);
    }

    fn completed(&mut self, call: &PlannedCall, finished: Finished, emissions: &mut Vec<Emission>) {
        let Finished { outcome, micros, .. } = finished;
        let outcome = outcome.into_inner();
        self.results.push(ToolResult {
            id: call.id.clone(),
            name: call.name.clone(),
            text: outcome.text.clone(),
            is_error: !outcome.status.is_success(),
        });
        self.done.push(call.clone());
        emissions.push(Emission::Completed { call: call.clone(), outcome, micros });
    }

    /// What comes after a handoff is for somebody else.
    pub(super) fn refuse_the_rest(&mut self, problem: &str) {
        for item in &mut self.items {
            if let Item::Call(
                Plan::Look(call) | Plan::Perform(call) | Plan::Ask(call) | Plan::HandOff { call, .. },
            ) = item
            {
                *item = Item::Call(Plan::Refuse { call: call.clone(), problem: problem.to_owned() });
            }
        }
    }

    pub(super) fn say_everything(&mut self, emissions: &mut Vec<Emission>) {
        for item in std::mem::take(&mut self.items) {
            emissions.extend(spoken(item));
        }
    }

    /// A call with effects whose request is recorded, and which is not made after all.
    pub(super) fn take_back(&mut self, emissions: &mut Vec<Emission>) {
        if let Doing::Performing(call) = self.doing.clone() {
            self.doing = Doing::Nothing;
            let problem = "The turn came to its limits before this. It did not happen.";
            self.completed(&call, Finished::refused(&call.id, problem), emissions);
        }
    }

    /// A call that has no answer gets one that says so.
    pub(super) fn close_orphans(&mut self, emissions: &mut Vec<Emission>) {
        let orphan = |id: &str| Finished::refused(id, "The turn ended before this was answered.");
        match std::mem::replace(&mut self.doing, Doing::Nothing) {
            Doing::Looking(calls) => {
                for call in calls {
                    self.answer(&call, orphan(&call.id), emissions);
                }
            }
            Doing::Performing(call) => {
                let problem = "The turn ended while this ran. Whether it took effect is not known.";
                let unknown = conserje_tools::Outcome::unknown(problem);
                self.completed(&call, Finished::told(&call.id, unknown), emissions);
            }
            Doing::Asking(call) => self.answer(&call, orphan(&call.id), emissions),
            Doing::Nothing => {}
        }
        for item in std::mem::take(&mut self.items) {
            match item {
                Item::Call(
                    Plan::Look(call)
                    | Plan::Perform(call)
                    | Plan::Ask(call)
                    | Plan::HandOff { call, .. }
                    | Plan::Refuse { call, .. },
                ) => self.answer(&call, orphan(&call.id), emissions),
                Item::Call(Plan::Again { .. }) => {}
                said @ (Item::Think { .. } | Item::Say { .. }) => emissions.extend(spoken(said)),
            }
        }
    }

    pub(super) fn take_results(&mut self) -> (Vec<ToolResult>, Vec<(String, AnsweredCall)>) {
        let results = std::mem::take(&mut self.results);
        let answered = std::mem::take(&mut self.done).into_iter().filter_map(|call| {
            let result = results.iter().find(|result| result.id == call.id)?.clone();
            let has_effects = call.risk.is_some_and(conserje_tools::Risk::has_effects);
            Some((call.id, AnsweredCall { name: call.name, args: call.args, result, has_effects }))
        });
        let answered = answered.collect();
        (results, answered)
    }
}

fn spoken(item: Item) -> Option<Emission> {
    match item {
        Item::Think { text } => Some(Emission::Thought { text }),
        Item::Say { text, model, stop_reason, usage } => {
            Some(Emission::Said { text, model, stop_reason: SaidStop::Model(stop_reason), usage })
        }
        Item::Call(_) => None,
    }
}

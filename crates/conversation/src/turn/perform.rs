//! What a turn's machine wants done, done: models asked, tools run. What came of it is for the recorder.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conserje_agents::machine::{
    Ask, FailureKind, Finished, Input as MachineInput, Judgement, PlannedCall, Protocol,
};
use conserje_agents::{Approvals, Assembled, Briefing, TextRead, assemble, judge};
use conserje_guard::Screened;
use conserje_kernel::EventId;
use conserje_llm::{
    Attempt, AttemptOutcome, Block, Choice, Message, Model, Part, Provider, Reply, TokenUsage, Trouble,
};
use conserje_tools::retrieval::number_sources;
use conserje_tools::{Call, IdempotencyKey, Outcome, Toolbox};
use futures::stream::{FuturesUnordered, StreamExt};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answering::guarded::{guard_of_answer, guard_outcome};
use crate::turn::asking::Asking;
use crate::turn::crash::CrashPoint;
use crate::turn::driver::Driver;
use crate::turn::driver::Stop;
use crate::turn::live::News;
use crate::turn::run_turn::Happened;

impl Driver {
    pub(crate) async fn call_model(&mut self, ask: Ask) -> Option<Happened> {
        let agent = self.assistants.agent(&ask.agent);
        let choice = match &self.input.model {
            Some(name) => Choice::Named(name.clone()),
            None => Choice::Tier(agent.tier),
        };
        let models = self.assistants.models().clone();
        let Some(model) = models.chain(&choice).first().map(|model| (*model).clone()) else {
            return Some(MachineInput::ModelFailed { trouble: Trouble::Unreachable }.into());
        };
        let by_rules = matches!(model.provider, Provider::Extractive) || self.is_emergency();
        // What is not offered cannot be used, whatever the model asks for.
        let toolbox = match (ask.may_use_tools, by_rules) {
            (false, _) => Toolbox::default(),
            (true, false) => self.assistants.toolbox(&agent),
            (true, true) => self.assistants.toolbox_by_rules(&agent),
        };
        let specs = toolbox.specs();
        let by_rule = tokio::select! {
            biased;
            stopped = Self::stopped(&self.cancel, &self.conversations.0.stop) => return Self::stop(stopped),
            () = tokio::time::sleep_until(self.deadline) => return Some(out_of_time()),
            by_rule = self.by_rule(&agent, &model, &specs) => by_rule,
        };
        let by_rule = match by_rule {
            Ok(by_rule) => by_rule,
            Err(error) => {
                tracing::error!(turn.id = %self.turn.id, "What was said before turn {} could not be read: {error:?}", self.turn.id);
                return Some(MachineInput::Stopped { kind: FailureKind::Internal, partial: None }.into());
            }
        };
        let (choice, model) = match models.chain(&Choice::Rules).first() {
            Some(rules) if self.goes_by_rules(by_rule.as_ref()) => (Choice::Rules, (*rules).clone()),
            Some(_) | None => (choice, model),
        };
        let images = if model.facts.vision { self.images().await } else { Vec::new() };
        let turn = self.said_so_far(&images);
        let in_text = ask.protocol == Protocol::Text || !model.facts.native_tools;
        // The model without words of its own says what rules and documents say, and reads no prompt.
        let reads_prompts = !matches!(model.provider, Provider::Extractive);
        let premises = if reads_prompts { self.premises(&agent).await } else { None };
        let Assembled { request, fitted, secret } = assemble(&Briefing {
            agent: &agent,
            ask: &ask,
            tools: &specs,
            history: self.history.as_slice(),
            turn: turn.as_slice(),
            language: self.input.language.unwrap_or_default(),
            model: &model.wire_name,
            facts: &model.facts,
            by_rule,
            house: self.house(&agent, &model),
            premises: premises.as_ref(),
            today: self.assistants.day_of(self.conversations.0.store.clock().now()),
        });
        for cut in &fitted.cuts {
            tracing::info!(trace.id = %self.turn.trace, turn.id = %self.turn.id, "The context was cut to fit {}: {cut:?}", model.name);
        }
        self.conversations.crash(CrashPoint::BeforeModel);
        let facts = match &premises {
            Some(premises) => Some(self.facts(premises.get()).await),
            None => None,
        };
        let asking = Asking {
            agent: &agent,
            models: &models,
            choice: &choice,
            model: &model,
            toolbox: &toolbox,
            guard: guard_of_answer(&agent.guard, self.input.language, request.get()),
            secret,
            in_text,
            facts,
        };
        self.answer(&asking, request).await
    }

    /// What the question is asked with and is to be seen. One that is gone since is not.
    async fn images(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for picture in self.input.grounds.iter().flat_map(|grounds| &grounds.get().images) {
            match self.conversations.0.store.blobs().get(&self.scope, &picture.blob).await {
                Ok(Some(content)) => parts.push(Part::Image {
                    media_type: picture.media_type.clone(),
                    data: BASE64_STANDARD.encode(&content),
                }),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(turn.id = %self.turn.id, "An image of turn {} could not be read: {error}", self.turn.id);
                }
            }
        }
        parts
    }

    pub(crate) fn judge(&self, read: &TextRead, toolbox: &Toolbox, approvals: Approvals) -> Vec<Judgement> {
        let mut judged = judge(read, toolbox, approvals, self.machine.is_tainted());
        for judgement in &mut judged {
            let Judgement::HandsOff(successor) = judgement else { continue };
            let catalogue = self.assistants.catalogue();
            successor.to = catalogue.in_place_of(&successor.to).to_owned();
            match catalogue.get(&successor.to) {
                Some(agent) => successor.iterations = Some(agent.limits.iterations),
                // Of a pack that this tenant does not have.
                None => {
                    let problem =
                        format!("There is no specialist `{}` here. Answer it yourself.", successor.to);
                    *judgement = Judgement::Refused { problem };
                }
            }
        }
        judged
    }

    /// The person stopped the answer; what they have seen of it stays, and what it used is metered by what was said.
    pub(crate) fn cancelled(&self, model: &Model, place: usize, asked_at: Instant) -> Happened {
        let blocks = self.live.said_since(place);
        let said: usize = blocks
            .get()
            .iter()
            .map(|block| match block {
                Block::Text { text } | Block::Thinking { text, .. } => text.len(),
                Block::ToolUse(_) => 0,
            })
            .sum();
        let usage = TokenUsage { output: (said as u64).div_ceil(4), ..TokenUsage::default() };
        let partial = (!blocks.get().is_empty()).then(|| {
            #[expect(clippy::disallowed_methods, reason = "what is known of a model, not what it says")]
            let told = Screened::own((model.name.to_string(), usage)).with(blocks);
            Box::new(told.map(|((model, usage), blocks)| Reply {
                id: format!("msg_{}", EventId::generate().as_uuid().simple()),
                model,
                blocks,
                stop_reason: conserje_llm::StopReason::EndTurn,
                usage,
            }))
        });
        let attempt = Attempt {
            model: model.name.to_string(),
            outcome: AttemptOutcome::Failed(Trouble::Cancelled),
            usage,
            cost_micros: conserje_llm::cost(model.facts.price, usage),
            latency: asked_at.elapsed(),
            first_token: None,
        };
        let input = MachineInput::Stopped { kind: FailureKind::Cancelled, partial };
        Happened { input, attempts: vec![attempt] }
    }

    /// Calls that only read, side by side.
    pub(crate) async fn call_tools(&mut self, calls: Vec<PlannedCall>) -> Option<Happened> {
        self.record.tell_requested(&calls);
        let toolbox = self.toolbox_now();
        for call in &calls {
            self.tell_started(call);
        }
        let mut running: FuturesUnordered<_> =
            calls.iter().map(|call| run_tool(&toolbox, call, self.call_of(call))).collect();
        let mut finished = Vec::with_capacity(calls.len());
        let mut next_source =
            u32::try_from(self.machine.sources_found()).unwrap_or(u32::MAX).saturating_add(1);
        loop {
            let next = tokio::select! {
                biased;
                stopped = Self::stopped(&self.cancel, &self.conversations.0.stop) => return Self::stop(stopped),
                () = tokio::time::sleep_until(self.deadline) => return Some(out_of_time()),
                next = running.next() => next,
            };
            let Some((call, mut ran)) = next else { break };
            next_source += number_sources(&mut ran.outcome, next_source);
            let mut done = self.guard_result(call, ran);
            self.record.tell_completed(call, done.outcome.get(), done.micros);
            self.tell_finished(call, &done);
            if let Some(notes) = self.notes.remove(&call.id) {
                #[expect(clippy::disallowed_methods, reason = "the program's own words")]
                let noted = Screened::own(notes).with(done.outcome);
                done.outcome = noted.map(|(notes, outcome)| Outcome {
                    text: format!("{}\n{}", notes.join("\n"), outcome.text),
                    ..outcome
                });
            }
            finished.push(done);
        }
        drop(running);
        Some(MachineInput::ToolsFinished { finished }.into())
    }

    /// A call with effects. Its request is in the log by now; nobody but a person stops it halfway, and then
    /// what came of it is not known.
    pub(crate) async fn perform(&mut self, call: PlannedCall) -> Option<Happened> {
        if self.is_resumed && !call.honours_keys {
            let problem = "The server stopped while this ran. Whether it took effect is not known; \
                           a person must look before it is tried again.";
            return Some(finished(&call, Outcome::unknown(problem)).into());
        }
        if self.cancel.is_cancelled() && !self.is_resumed {
            let problem = "The person stopped the turn before this was done. It did not happen.";
            return Some(finished(&call, Outcome::failed(problem)).into());
        }
        self.tell_started(&call);
        self.conversations.crash(CrashPoint::BeforeTool);
        let toolbox = self.toolbox_now();
        let (_, ran) = tokio::select! {
            biased;
            stopped = Self::stopped(&self.cancel, &self.conversations.0.stop) => return Self::stop(stopped),
            () = tokio::time::sleep_until(self.deadline) => return Some(out_of_time()),
            ran = run_tool(&toolbox, &call, self.call_of(&call)) => ran,
        };
        self.conversations.crash(CrashPoint::AfterTool);
        let done = self.guard_result(&call, ran);
        self.tell_finished(&call, &done);
        Some(MachineInput::ToolsFinished { finished: vec![done] }.into())
    }

    /// What somebody else wrote is looked at before anybody reads it.
    fn guard_result(&mut self, call: &PlannedCall, ran: Ran) -> Finished {
        let Ran { outcome, micros, is_from_outside } = ran;
        if !is_from_outside {
            return Finished { micros, ..Finished::told(&call.id, outcome) };
        }
        let guard = self
            .assistants
            .agent(self.machine.agent())
            .guard
            .speaking(self.input.language.unwrap_or_default());
        let (outcome, found) = guard_outcome(&guard, outcome);
        if !found.is_empty() {
            self.record.scribe.found_in_results.insert(call.id.clone(), found);
        }
        Finished { id: call.id.clone(), outcome, micros, is_from_outside }
    }

    /// The message that the turn answers, and all that followed.
    fn said_so_far(&self, images: &[Part]) -> Screened<Vec<Message>> {
        let turn = self.input.message(images).with(self.machine.transcript());
        turn.map(|(message, transcript)| [&[message], transcript].concat())
    }

    pub(crate) fn toolbox_now(&self) -> Toolbox {
        self.assistants.toolbox(&self.assistants.agent(self.machine.agent()))
    }

    fn call_of(&self, call: &PlannedCall) -> Call {
        let key = IdempotencyKey::derive(
            self.turn.tenant,
            self.turn.session,
            self.turn.id,
            call.ordinal,
            &call.args,
        );
        Call {
            scope: self.scope.clone(),
            session: self.turn.session,
            turn: self.turn.id,
            tool_use_id: call.id.clone(),
            args: call.args.clone(),
            language: self.input.language.unwrap_or_default(),
            question: self.input.text.get().as_str().into(),
            key,
            is_repeated: self.is_resumed,
            weights: self.assistants.weights_for(&self.assistants.agent(self.machine.agent())),
        }
    }

    fn tell_started(&self, call: &PlannedCall) {
        self.live.tell(News::ToolStarted {
            id: call.id.clone(),
            name: call.name.clone(),
            args: call.args.clone(),
        });
    }

    fn tell_finished(&self, call: &PlannedCall, done: &Finished) {
        let success = done.outcome.get().status.is_success();
        self.live.tell(News::ToolFinished { id: call.id.clone(), name: call.name.clone(), success });
    }

    pub(crate) fn stop(stopped: Stop) -> Option<Happened> {
        match stopped {
            // The journal has everything up to here; the next start goes on.
            Stop::Server => None,
            Stop::Person => {
                Some(MachineInput::Stopped { kind: FailureKind::Cancelled, partial: None }.into())
            }
        }
    }

    pub(crate) async fn stopped(person: &CancellationToken, server: &CancellationToken) -> Stop {
        tokio::select! {
            () = person.cancelled() => Stop::Person,
            () = server.cancelled() => Stop::Server,
        }
    }
}

/// What a tool said, before anybody looked at it.
struct Ran {
    outcome: Outcome,
    micros: u64,
    is_from_outside: bool,
}

#[expect(clippy::disallowed_methods, reason = "a planned call was judged")]
async fn run_tool<'a>(toolbox: &Toolbox, call: &'a PlannedCall, with: Call) -> (&'a PlannedCall, Ran) {
    let began = Instant::now();
    let is_from_outside = toolbox.info(&call.name).is_some_and(|info| info.is_from_outside);
    let outcome = toolbox.run(&call.name, with).await;
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    (call, Ran { outcome, micros, is_from_outside })
}

fn finished(call: &PlannedCall, outcome: Outcome) -> MachineInput {
    MachineInput::ToolsFinished { finished: vec![Finished::told(&call.id, outcome)] }
}

fn out_of_time() -> Happened {
    MachineInput::Stopped { kind: FailureKind::TimeLimit, partial: None }.into()
}

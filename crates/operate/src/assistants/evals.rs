//! What an assistant must get right, asked before it goes live: who answers what by its rules and examples, and its questions
//! with what a right answer shows.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use conserje_agents::{AnswerEval, Catalogue, Evals, Pack, RouteEval, Wish};
use conserje_conversation::{Content, Event, Incoming, NewSession, RecordedEvent};
use conserje_guard::{Limits, screen_message};
use conserje_kernel::{Scope, SessionId, SetupKind, TraceId, TurnId};
use conserje_store::setups::Of;

use super::AssistantError;
use crate::Operate;

/// Messages whose way is looked at; of more, some.
const ROUTES: usize = 1_000;
/// Questions that are asked.
const ANSWERS: usize = 20;
/// Of each kind.
const WRONG_SHOWN: usize = 50;
const PATIENCE: Duration = Duration::from_secs(60);
/// Of an answer that is not right.
const SHOWN: usize = 300;

#[derive(Clone, Debug, Default)]
pub struct EvalsShown {
    pub routes: Score<RouteMissed>,
    pub answers: Score<AnswerMissed>,
}

#[derive(Clone, Debug)]
pub struct Score<T> {
    pub right: usize,
    pub of: usize,
    pub wrong: Vec<T>,
}

impl<T> Default for Score<T> {
    fn default() -> Self {
        Self { right: 0, of: 0, wrong: Vec::new() }
    }
}

impl<T> Score<T> {
    fn count(&mut self, missed: Option<T>) {
        self.of += 1;
        match missed {
            None => self.right += 1,
            Some(missed) if self.wrong.len() < WRONG_SHOWN => self.wrong.push(missed),
            Some(_) => {}
        }
    }
}

#[derive(Clone, Debug)]
pub struct RouteMissed {
    pub text: String,
    /// `agent/intent`.
    pub expected: String,
    pub got: String,
}

#[derive(Clone, Debug)]
pub struct AnswerMissed {
    pub text: String,
    pub missing: Vec<String>,
    pub answer: String,
}

impl Operate {
    /// Of the draft, else of what is in force. Questions are asked as the caller, in sessions that are deleted again.
    pub async fn try_assistant(&self, scope: &Scope, name: &str) -> Result<EvalsShown, AssistantError> {
        let detail = self.own_assistant(scope, name).await?;
        let (kind, made, asked) = match (&detail.shown.draft, &detail.shown.live) {
            (Some(draft), _) => (SetupKind::AssistantDraft, draft, format!("{name}.draft")),
            (None, Some(live)) => (SetupKind::Assistant, live, name.to_owned()),
            (None, None) => return Err(AssistantError::NotFound { what: "assistant" }),
        };
        let of = Of { kind, name };
        let pack =
            self.0.assistants.read(scope, of, made.version, &self.there()).await?.map_err(|faults| {
                let first = faults.first().map(ToString::to_string).unwrap_or_default();
                AssistantError::invalid(format!(
                    "it cannot answer as it is ({} faults): {first}",
                    faults.len()
                ))
            })?;
        let learned = Arc::clone(&pack);
        let looked = tokio::task::spawn_blocking(move || {
            let evals = learned.evals().map_err(|error| AssistantError::invalid(error.to_string()))?;
            Ok::<_, AssistantError>((routes(&learned, &evals), evals.answers))
        });
        let (routes, questions) = looked.await.map_err(|_| AssistantError::Fault)??;
        let mut answers = Score::default();
        for eval in questions.iter().take(ANSWERS) {
            answers.count(self.ask_eval(scope, &asked, eval).await?);
        }
        Ok(EvalsShown { routes, answers })
    }

    async fn ask_eval(
        &self,
        scope: &Scope,
        assistant: &str,
        eval: &AnswerEval,
    ) -> Result<Option<AnswerMissed>, AssistantError> {
        let conversations = &self.0.conversations;
        let (session, turn) = (SessionId::generate(), TurnId::generate());
        let new = NewSession { assistant: Some(assistant.to_owned()), ..NewSession::default() };
        let refused = |error: &dyn std::fmt::Display| AnswerMissed {
            text: eval.text.clone(),
            missing: vec![error.to_string()],
            answer: String::new(),
        };
        if let Err(error) = conversations.create_session(scope, session, new).await {
            return Ok(Some(refused(&error)));
        }
        let asked = async {
            let incoming = Incoming {
                reads: Some(eval.language),
                ..Incoming::new(turn, TraceId::generate(), eval.text.clone())
            };
            let mut asked = match conversations.ask(scope, Some(session), incoming).await {
                Ok(asked) => asked,
                Err(error) => return Ok(Some(refused(&error))),
            };
            if !asked.ends_within(PATIENCE).await? {
                return Ok(Some(refused(&"no answer came within a minute")));
            }
            let events = conversations.events_of_turn(scope, session, turn, 0).await?;
            Ok::<_, AssistantError>(missed(eval, &events))
        };
        // Whatever became of it, nothing is left.
        let missed = asked.await;
        conversations.delete_session(scope, session).await?;
        missed
    }
}

fn routes(pack: &Arc<Pack>, evals: &Evals) -> Score<RouteMissed> {
    let catalogue = Catalogue::alone(Arc::clone(pack));
    catalogue.learn();
    let all: Vec<&RouteEval> = evals.heldout.iter().chain(&evals.seen).collect();
    let step = all.len().div_ceil(ROUTES).max(1);
    let mut score = Score::default();
    for eval in all.into_iter().step_by(step) {
        let decision = screen_message(&eval.text, Limits::default())
            .map(|message| catalogue.route(&message, Wish::default()));
        let got = decision.map_or_else(
            |blocked| blocked.to_string(),
            |decided| format!("{}/{}", decided.agent, decided.intent),
        );
        let expected = format!("{}/{}", eval.agent, eval.intent);
        score.count((got != expected).then(|| RouteMissed { text: eval.text.clone(), expected, got }));
    }
    score
}

/// What is not as it should be.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these are looked for")]
fn missed(eval: &AnswerEval, events: &[RecordedEvent]) -> Option<AnswerMissed> {
    let events = || {
        events.iter().filter_map(|event| match &event.content {
            Content::Event(event) => Some(event),
            Content::Erased { .. } => None,
        })
    };
    let used = events().filter_map(|event| match event {
        Event::ToolUseRequested(used) => Some(used.tool_name.as_str()),
        _ => None,
    });
    let used: BTreeSet<&str> = used.collect();
    let sources = events().filter_map(|event| match event {
        Event::CitationsCreated(cited) => serde_json::to_string(cited).ok(),
        _ => None,
    });
    let sources = sources.collect::<String>().to_lowercase();
    let mut answer = events().filter_map(|event| match event {
        Event::AgentMessageSent(said) => Some(said.content.clone()),
        _ => None,
    });
    let answer = answer.next_back();
    let answer = answer.unwrap_or_default();
    let said = answer.to_lowercase();
    let tools = eval.tools.iter().filter(|tool| !used.contains(tool.as_str()));
    let cites = eval.cites.iter().filter(|wanted| !sources.contains(&wanted.to_lowercase()));
    let contains = eval.contains.iter().filter(|wanted| !said.contains(&wanted.to_lowercase()));
    let missing: Vec<String> = tools.chain(cites).chain(contains).cloned().collect();
    let answer = answer.chars().take(SHOWN).collect();
    (!missing.is_empty()).then(|| AnswerMissed { text: eval.text.clone(), missing, answer })
}

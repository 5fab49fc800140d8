//! What comes next where rules decide it and no language model does: what the agent's dialogue says, or the call of the
//! rule that chose the agent.
//!
//! In an emergency rules decide whatever model there is: what to do now was written beforehand, and neither waits for a
//! model nor is put in its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_agents::Agent;
use conserje_agents::dialogue::{Dialogue, Heard, Next, Premises, Situation, Visit};
use conserje_guard::Screened;
use conserje_kernel::RoutedBy;
use conserje_llm::{ByRule, House, Model, Provider, ToolSpec};

use crate::ConversationError;
use crate::answering::heard::{after_a_given_history, heard};
use crate::turn::driver::Driver;

/// By the names that agents call them by.
pub type Dialogues = BTreeMap<String, Arc<dyn Dialogue>>;

/// So many of the newest events of a session are heard.
const HEARD: i64 = 400;

impl Driver {
    /// A dialogue is asked before each reply, the rule's call is tried only once.
    pub(crate) async fn by_rule(
        &self,
        agent: &Agent,
        model: &Model,
        tools: &[ToolSpec],
    ) -> Result<Option<ByRule>, ConversationError> {
        let dialogue = agent.dialogue.as_ref().and_then(|name| self.conversations.0.dialogues.get(name));
        let next = match dialogue {
            Some(dialogue) if matches!(model.provider, Provider::Extractive) || self.is_emergency() => {
                self.next(dialogue.as_ref(), agent, tools).await?
            }
            Some(_) | None => None,
        };
        Ok(next.or_else(|| self.hint()))
    }

    /// Whether this cannot wait, as the rules of urgency found.
    pub(crate) fn is_emergency(&self) -> bool {
        self.input.routing.as_ref().is_some_and(|routing| routing.by == RoutedBy::Urgency)
    }

    /// Whether the rules have the word, and no language model is asked.
    pub(crate) fn goes_by_rules(&self, next: Option<&ByRule>) -> bool {
        self.is_emergency() && matches!(next, Some(ByRule::Call { .. } | ByRule::Say { .. }))
    }

    async fn next(
        &self,
        dialogue: &dyn Dialogue,
        agent: &Agent,
        tools: &[ToolSpec],
    ) -> Result<Option<ByRule>, ConversationError> {
        let heard = self.heard().await?;
        let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        let situation = Situation {
            scope: &self.scope,
            session: self.turn.session,
            language: self.input.language.unwrap_or_default(),
            agent: &agent.name,
            heard: &heard,
            tools: &names,
        };
        let next = dialogue.next(situation).await;
        Ok(match next {
            Some(Next::Say { text }) => Some(ByRule::Say { text }),
            Some(Next::Call { tool, .. }) if !names.contains(&tool) => {
                tracing::warn!(turn.id = %self.turn.id, "The dialogue of `{}` wants `{tool}`, which it may not use now", agent.name);
                None
            }
            // It has been told what comes of that, and would be told the same again.
            Some(Next::Call { tool, args }) if is_the_last_call(&heard, &tool, &args) => {
                tracing::warn!(turn.id = %self.turn.id, "The dialogue of `{}` wants `{tool}` twice over", agent.name);
                None
            }
            Some(Next::Call { tool, args }) => Some(ByRule::Call { tool, args }),
            None => None,
        })
    }

    /// All that was heard up to now, from the log: what happened in this turn is in it, too.
    async fn heard(&self) -> Result<Vec<Heard>, ConversationError> {
        let upto = self.record.last_sequence;
        let from = upto.saturating_sub(HEARD).max(0);
        let span = usize::try_from(upto - from).unwrap_or(0);
        let events = self.conversations.0.log.after(&self.scope, self.turn.session, from, span).await?;
        let first = &self.assistants.catalogue().first().name;
        Ok(match &self.input.history {
            Some(given) => {
                let of_this_turn = events.into_iter().filter(|event| event.turn == Some(self.turn.id));
                after_a_given_history(given.get(), heard(of_this_turn, first))
            }
            None => heard(events, first),
        })
    }

    /// What a language model is told of the place: what the dialogue of its pack knows of it, whichever of the pack's agents
    /// answers.
    ///
    /// The visitor's name is in it, and whatever the business wrote: it passes the guard as what comes from outside.
    pub(crate) async fn premises(&self, agent: &Agent) -> Option<Screened<Premises>> {
        let mut of_pack = self.assistants.catalogue().agents().filter(|other| other.pack == agent.pack);
        let name = agent.dialogue.clone().or_else(|| of_pack.find_map(|other| other.dialogue.clone()))?;
        let dialogue = self.conversations.0.dialogues.get(&name)?;
        let language = self.input.language.unwrap_or_default();
        let visit = Visit {
            scope: &self.scope,
            session: self.turn.session,
            language,
            channel: agent.persona.instructions.map(|set| set.channel).unwrap_or_default(),
        };
        let premises = dialogue.premises(visit).await?;
        let (premises, found) = agent.guard.speaking(language).outside_in(premises, |premises, look| {
            look(&mut premises.lasting);
            look(&mut premises.now);
            look(&mut premises.passing);
        });
        if !found.is_empty() {
            tracing::info!(turn.id = %self.turn.id, "What is known of the place was changed or flagged by the guard: {found}");
        }
        Some(premises)
    }

    /// Where this takes place, for the model that has no words of its own.
    pub(crate) fn house(&self, agent: &Agent, model: &Model) -> House {
        if !matches!(model.provider, Provider::Extractive) {
            return House::default();
        }
        let language = self.input.language.unwrap_or_default();
        let address = self.assistants.address();
        House { address, ..self.assistants.catalogue().house(agent, language) }
    }

    /// What the rules say answers the question, for as long as nobody has tried anything.
    fn hint(&self) -> Option<ByRule> {
        let routing = self.input.routing.as_ref()?;
        let is_first = self.machine.transcript().get().is_empty() && self.machine.agent() == routing.agent;
        let hint = routing.hint.as_ref().filter(|_| is_first)?;
        Some(ByRule::Try { tool: hint.tool.clone(), args: hint.arguments.clone() })
    }
}

fn is_the_last_call(heard: &[Heard], wanted: &str, with: &serde_json::Value) -> bool {
    matches!(heard.last(), Some(Heard::Tool { name, args, .. }) if name == wanted && args == with)
}

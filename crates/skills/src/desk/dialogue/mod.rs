//! Whole conversations of a front desk by rules and slot filling, where no language model is configured.
//!
//! Nothing is kept: each time, [`decide`] folds over all that was heard and says what comes next. It is built in five
//! floors, each of which uses only those below it:
//!
//! 1. `hearing`: what a message says by itself, of whom, and what tools did: yes or no, a name, which service, which dishes,
//!    when; and of a message that says several things, what it asks besides and what it tells. What people say of it is read by
//!    [`conserje_desk::spoken`], what the business calls its things by [`conserje_desk::names`].
//! 2. `wording`: questions and sentences, the times that are offered, and the `Step` that is taken next.
//! 3. `tasks`: booking, moving and cancelling, confirming, ordering, redeeming, each with what it needs to know and what it asks or calls
//!    next. Nothing is booked, moved, cancelled, ordered or redeemed before the customer said yes to all of it.
//! 4. `state`: what the conversation has come to. A message answers the question that is open, asks something besides, begins
//!    a task or drops one; what was asked decides before what a message was taken for. A tool's result fills in or ends the
//!    task.
//! 5. `answer` and, on it, `plan`. Questions that are no task are looked up with one tool and answered from what the rows
//!    say; who is in danger is told what to do even where there is no business to ask. What comes next is first what a task
//!    came to, then what was asked besides, then the task, whose open question is asked again. An agent that lacks a tool
//!    hands over to one that has it.
//!
//! Which question is open is known by its words: an answer ends with it. Days that were said relative to today are fixed by
//! the tool that was called with them, so that a conversation may go on tomorrow.
//!
//! No turn makes more than six calls, and who is not understood twice is offered a person.

mod answer;
pub(super) mod hearing;
mod plan;
mod state;
mod tasks;
mod wording;

use std::fmt;

use conserje_agents::dialogue::{Dialogue, Heard, Next, Premises, Situation, Visit};
use conserje_desk::front_desk::{DeskError, FrontDesk};
use conserje_desk::model::Business;
use conserje_kernel::{Address, Language};
use conserje_store::desk::customers;
use futures::future::{BoxFuture, FutureExt};

pub use self::hearing::KnownPerson;
use self::hearing::{Setting, Used};
use self::state::State;
use self::wording::Step;
use super::premises::Place;

/// More was said so long ago that it matters no more.
const MOST_HEARD: usize = 400;

/// Where a conversation stands: [`Situation`] without what only a driver needs.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub language: Language,
    pub address: Address,
    pub agent: &'a str,
    pub heard: &'a [Heard],
    pub tools: &'a [String],
    pub known: &'a KnownPerson,
}

/// What comes next. `now` is in seconds since 1970 UTC.
pub fn decide(business: &Business, now: i64, view: &View<'_>) -> Option<Next> {
    let View { language, address, agent, tools, .. } = *view;
    let setting = Setting { business, now, language, address, agent, tools };
    let recent = view.heard.len().saturating_sub(MOST_HEARD);
    let mut state = State::default();
    for heard in view.heard.iter().skip(recent) {
        match heard {
            Heard::Person { text, intent, .. } => state.hear(&setting, text, intent),
            Heard::Tool { name, args, result, success } => {
                let used = Used {
                    name: name.clone(),
                    args: args.clone(),
                    result: result.clone(),
                    success: *success,
                };
                state.saw(&setting, used);
            }
            Heard::Answer { text } => state.answered(text),
            Heard::Notice { about, .. } => state.told(about),
        }
    }
    // What was answered already is not answered again.
    let last = view.heard.iter().rfind(|heard| !matches!(heard, Heard::Notice { .. }));
    if !matches!(last, Some(Heard::Person { .. } | Heard::Tool { .. })) {
        return None;
    }
    state.person = state.person.or_known(view.known);
    match plan::next(&state, &setting, view.known) {
        Step::Call { tool, args } => Some(Next::Call { tool: tool.to_owned(), args }),
        Step::Say { lines, ask } => {
            let ask = ask.map(|ask| ask.text(language, address).to_owned());
            let text =
                lines.into_iter().filter(|line| !line.is_empty()).chain(ask).collect::<Vec<_>>().join("\n");
            (!text.is_empty()).then_some(Next::Say { text })
        }
        Step::Leave => None,
    }
}

/// The front desk's [`Dialogue`], over the rows of whichever tenant is talked to.
#[derive(Clone)]
pub struct FrontDeskDialogue {
    front_desk: FrontDesk,
}

impl FrontDeskDialogue {
    /// What packs call it by.
    pub const NAME: &str = "front_desk";

    pub fn new(front_desk: FrontDesk) -> Self {
        Self { front_desk }
    }
}

impl fmt::Debug for FrontDeskDialogue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FrontDeskDialogue").finish_non_exhaustive()
    }
}

impl Dialogue for FrontDeskDialogue {
    fn next<'a>(&'a self, situation: Situation<'a>) -> BoxFuture<'a, Option<Next>> {
        async move {
            let session = situation.session;
            let looked = self.front_desk.look(situation.scope, move |visit| {
                let customer = customers::of_session(visit.tx, session)?;
                let known =
                    customer.map(|customer| KnownPerson { name: customer.name, phone: customer.phone });
                let address = visit.address()?;
                Ok((visit.business.clone(), address, visit.now(), known.unwrap_or_default()))
            });
            let (business, address, now, known) = match looked.await {
                Ok(found) => found,
                // Without a business there is no rule for anything but for who is in danger.
                Err(error) => {
                    if !matches!(error, DeskError::NoBusiness) {
                        tracing::error!(
                            error = &error as &dyn std::error::Error,
                            "The front desk's rows cannot be read"
                        );
                    }
                    let address = self.front_desk.address(situation.scope).await;
                    return answer::safety::without_a_business(&View {
                        language: situation.language,
                        address,
                        agent: situation.agent,
                        heard: situation.heard,
                        tools: situation.tools,
                        known: &KnownPerson::default(),
                    });
                }
            };
            let view = View {
                language: situation.language,
                address,
                agent: situation.agent,
                heard: situation.heard,
                tools: situation.tools,
                known: &known,
            };
            decide(&business, now, &view)
        }
        .boxed()
    }

    fn premises<'a>(&'a self, visit: Visit<'a>) -> BoxFuture<'a, Option<Premises>> {
        let Visit { session, language, channel, .. } = visit;
        async move {
            let looked = self.front_desk.look(visit.scope, move |desk| {
                let customer = customers::of_session(desk.tx, session)?;
                let known =
                    customer.map(|customer| KnownPerson { name: customer.name, phone: customer.phone });
                let (address, now) = (desk.address()?, desk.now());
                let known = known.unwrap_or_default();
                Ok(Place { business: &desk.business, now, language, address, channel, known: &known }.told())
            });
            match looked.await {
                Ok(premises) => Some(premises),
                Err(DeskError::NoBusiness) => None,
                // What a model says is held against facts all the same, of which there are none then.
                Err(error @ (DeskError::Unreadable(_) | DeskError::Store(_))) => {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "The front desk's rows cannot be read"
                    );
                    Some(Premises::default())
                }
            }
        }
        .boxed()
    }
}

#[cfg(test)]
#[path = "dialogue_tests.rs"]
mod tests;

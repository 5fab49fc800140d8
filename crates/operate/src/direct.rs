//! Tools that a program calls by name, without an assistant.
//!
//! Offered is what an assistant of the caller would do without asking anybody: look things up, and, for who works at the
//! front desk, what is done there. What else has effects goes through an assistant, which asks a person first.

use std::collections::BTreeSet;
use std::sync::Arc;

use conserje_conversation::{
    ConversationError, EscalateToHuman, NewSession, SessionError, TenantAssistants, screen_outcome,
};
use conserje_guard::{Guard, Screened};
use conserje_kernel::{Language, Permission, Scope, SessionId, TurnId};
use conserje_skills::desk::tools::DESK_NAMES;
use conserje_tools::retrieval::number_sources;
use conserje_tools::{Call, HANDOFF, IdempotencyKey, Outcome, ToolInfo, Toolbox};
use serde_json::Value;

use crate::App;

/// What only means something in a turn.
const OF_TURNS: [&str; 3] = ["todo", HANDOFF, EscalateToHuman::NAME];

/// Why a tool was not called.
#[derive(Debug, thiserror::Error)]
pub enum NotCalled {
    #[error("there is no such tool")]
    NoSuchTool,
    #[error("the tool is for those who may `{}`", .0.name())]
    Forbidden(Permission),
    /// What is wrong with the arguments, for whoever sent them.
    #[error("{0}")]
    Arguments(String),
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// One call of a tool by its name.
#[derive(Clone, Debug)]
pub struct DirectCall<'a> {
    pub name: &'a str,
    pub args: Value,
    pub language: Language,
    /// The caller's conversation that it belongs to: whose appointments, whose order. An act without one begins one.
    pub session: Option<SessionId>,
    /// The same for the same call, made again: what was done then is told again.
    pub turn: TurnId,
}

/// What came of it.
#[derive(Debug)]
pub struct DirectAnswer {
    pub outcome: Screened<Outcome>,
    /// The conversation that it belongs to, if any.
    pub session: Option<SessionId>,
}

impl App {
    /// What the caller may call by name.
    pub async fn direct_tools(&self, scope: &Scope) -> Result<Toolbox, ConversationError> {
        let assistants = self.conversations().assistants(scope).await?;
        let works = scope.may(Permission::WorkDesk);
        Ok(of_assistants(&assistants, scope).keeping(|info| is_offered(info, works)))
    }

    pub async fn call_tool(&self, scope: &Scope, call: DirectCall<'_>) -> Result<DirectAnswer, NotCalled> {
        let toolbox = self.direct_tools(scope).await?;
        let info = checked(&toolbox, call.name, &call.args)?;
        let conversations = self.conversations();
        let session = match call.session {
            Some(session) => Some(conversations.session(scope, session).await?.session.id),
            None if info.risk.has_effects() => {
                let title = info.title.as_ref().map(|title| capitalised(title.of(call.language)));
                let id = SessionId::from_uuid(call.turn.as_uuid());
                let new = NewSession { title, assistant: None };
                Some(conversations.create_session(scope, id, new).await?.id)
            }
            None => None,
        };
        let guard = conversations.guard(scope, call.language).await?;
        // Of no conversation: nothing is kept of it.
        let belongs = session.unwrap_or_else(SessionId::generate);
        let outcome = call_directly(&toolbox, &guard, scope, (belongs, call)).await?;
        Ok(DirectAnswer { outcome, session })
    }
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// All that the caller's assistants have, and the tools that look into documents.
fn of_assistants(assistants: &TenantAssistants, scope: &Scope) -> Toolbox {
    let agents = assistants.catalogue().agents();
    let listed: BTreeSet<String> = agents
        .flat_map(|agent| agent.tools.iter().cloned())
        .chain(conserje_tools::retrieval::NAMES.map(str::to_owned))
        .collect();
    assistants.tools().toolbox(scope.tenant(), &listed.into_iter().collect::<Vec<_>>())
}

fn is_offered(info: &ToolInfo, works_at_the_desk: bool) -> bool {
    let name = info.name.as_str();
    if info.risk.has_effects() {
        works_at_the_desk && is_of_the_desk(info)
    } else {
        !OF_TURNS.contains(&name)
    }
}

/// The program's own, and not a pack's that is called like it.
fn is_of_the_desk(info: &ToolInfo) -> bool {
    DESK_NAMES.contains(&info.name.as_str()) && !info.is_from_outside
}

/// What is to be called, if it is offered and its arguments fit.
fn checked<'a>(toolbox: &'a Toolbox, name: &str, args: &Value) -> Result<&'a ToolInfo, NotCalled> {
    let Some(info) = toolbox.info(name) else {
        let is_known = DESK_NAMES.contains(&name);
        return Err(if is_known {
            NotCalled::Forbidden(Permission::WorkDesk)
        } else {
            NotCalled::NoSuchTool
        });
    };
    toolbox.check(name, args).map_err(|problem| NotCalled::Arguments(problem.to_string()))?;
    Ok(info)
}

/// Calls a tool as a model would, for somebody who asks for it by name. What it says is guarded as for a model.
#[expect(
    clippy::disallowed_methods,
    reason = "its arguments are checked, and a guard looks at what is not the program's own"
)]
pub(crate) async fn call_directly(
    toolbox: &Toolbox,
    guard: &Guard,
    scope: &Scope,
    (session, call): (SessionId, DirectCall<'_>),
) -> Result<Screened<Outcome>, NotCalled> {
    let DirectCall { name, args, language, turn, session: _ } = call;
    let is_from_outside = checked(toolbox, name, &args)?.is_from_outside;
    let question = args.get("query").and_then(Value::as_str).unwrap_or_default();
    let call = Call {
        session,
        turn,
        tool_use_id: format!("direct_{turn}"),
        question: Arc::from(question),
        language,
        key: IdempotencyKey::derive(scope.tenant(), session, turn, 0, &args),
        args,
        is_repeated: false,
        weights: Arc::default(),
        scope: scope.clone(),
    };
    let mut outcome = toolbox.run(name, call).await;
    number_sources(&mut outcome, 1);
    Ok(if is_from_outside { screen_outcome(guard, outcome) } else { Screened::own(outcome) })
}

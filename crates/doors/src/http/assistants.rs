//! Who can be asked.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_kernel::Language;
use conserje_operate::packs::{Catalogue, Pack};
use conserje_protocol::{
    AgentReply, AgentsReply, AssistantReply, AssistantsReply, ChooseReply, ChooseRequest, Problem,
    ServedReply, TitleReply,
};

use crate::wire::extract::{AcceptedLanguage, JsonBody};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// The assistants that can be asked, as people know them.
#[utoipa::path(get, path = "/api/assistants", tag = "sessions",
    responses((status = 200, body = AssistantsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn assistants(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<AssistantsReply>, Failure> {
    let language = language.unwrap_or_default();
    let assistants = conversations.assistants(&access.scope).await?;
    let catalogue = assistants.catalogue();
    let items = catalogue.packs().iter().map(|pack| assistant(pack, catalogue, language)).collect();
    let registry = conversations.registry();
    let names: BTreeSet<&String> = catalogue.agents().flat_map(|agent| &agent.tools).collect();
    let title = |name: &String| TitleReply { name: name.clone(), title: registry.title(name, language) };
    Ok(Json(AssistantsReply { items, tools: names.into_iter().map(title).collect(), next_cursor: None }))
}

fn assistant(pack: &Pack, catalogue: &Catalogue, language: Language) -> AssistantReply {
    let shown = &pack.assistant;
    let serves = [(shown.serves_members, ServedReply::Members), (shown.serves_guests, ServedReply::Guests)];
    let agents = pack.agents.iter().map(|agent| TitleReply {
        name: agent.name.clone(),
        title: shown.title_of(agent.title.as_ref(), language),
    });
    AssistantReply {
        name: pack.name.clone(),
        title: shown.title.of(language).clone(),
        description: shown.description.of(language).clone(),
        picture: shown.picture.clone(),
        serves: serves.into_iter().filter_map(|(is, whom)| is.then_some(whom)).collect(),
        is_ready: catalogue.is_ready(pack),
        examples: shown.examples.of(language).clone(),
        agents: agents.collect(),
    }
}

/// Who would answer a message that opens a conversation, and why. Nobody is asked, and nothing is kept.
#[utoipa::path(post, path = "/api/assistants/choose", tag = "sessions", request_body = ChooseRequest,
    responses((status = 200, body = ChooseReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn choose(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    JsonBody(body): JsonBody<ChooseRequest>,
) -> Result<Json<ChooseReply>, Failure> {
    let decision = conversations.who_answers(&access.scope, &body.message, body.assistant).await?;
    let assistants = conversations.assistants(&access.scope).await?;
    let pack = assistants.catalogue().get(&decision.agent).map(|agent| agent.pack.clone());
    Ok(Json(ChooseReply {
        assistant: pack.filter(|pack| !pack.is_empty()),
        agent: decision.agent,
        intent: decision.intent,
        by: decision.by,
        confidence: decision.confidence,
        reasons: decision.fired.into_iter().map(|fired| fired.rule).collect(),
    }))
}

/// The agents behind the assistants.
#[utoipa::path(get, path = "/api/agents", tag = "sessions",
    responses((status = 200, body = AgentsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn agents(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
) -> Result<Json<AgentsReply>, Failure> {
    let assistants = conversations.assistants(&access.scope).await?;
    let catalogue = assistants.catalogue();
    let items = catalogue.agents().map(|agent| AgentReply {
        name: agent.name.clone(),
        description: agent.description.clone(),
        tier: agent.tier.name().to_owned(),
        tools: agent.tools.clone(),
        is_default: agent.name == catalogue.first().name,
    });
    Ok(Json(AgentsReply { items: items.collect(), next_cursor: None }))
}

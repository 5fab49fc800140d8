//! Who can be asked, and which models are behind them.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_conversation::model::{BreakerPosition, BreakerState, Choice, Model, Provider, Tier};
use conserje_kernel::Language;
use conserje_operate::packs::{Catalogue, Pack};
use conserje_protocol::{
    AgentReply, AgentsReply, AssistantReply, AssistantsReply, ChooseReply, ChooseRequest, ModelStatusReply,
    ModelsReply, Problem, ServedReply, TiersReply, TitleReply,
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
        by: decision.by.name().to_owned(),
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

/// The models and tiers in force, and whether calls get through to them.
#[utoipa::path(get, path = "/api/models", tag = "operate",
    responses((status = 200, body = ModelsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn models(
    _: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
) -> Result<Json<ModelsReply>, Failure> {
    let models = conversations.models();
    let breakers: BTreeMap<String, BreakerState> =
        models.breakers().into_iter().map(|breaker| (breaker.model.clone(), breaker)).collect();
    let chain = |tier| models.chain(&Choice::Tier(tier));
    let names = |tier| chain(tier).iter().map(|model| model.name.to_string()).collect();
    let is_language_model =
        |model: &&Model| !matches!(model.provider, Provider::Extractive | Provider::Scripted(_));
    Ok(Json(ModelsReply {
        is_configured: chain(Tier::Balanced).first().is_some_and(is_language_model),
        items: models.all().map(|model| status(model, breakers.get(&*model.name))).collect(),
        tiers: TiersReply {
            fast: names(Tier::Fast),
            balanced: names(Tier::Balanced),
            premium: names(Tier::Premium),
        },
    }))
}

fn status(model: &Model, breaker: Option<&BreakerState>) -> ModelStatusReply {
    let price = |micros: u64| micros as f64 / 1e6;
    ModelStatusReply {
        name: model.name.to_string(),
        provider: crate::openai::provider_name(&model.provider).to_owned(),
        wire_name: model.wire_name.to_string(),
        context_tokens: model.facts.context_window,
        input_price: price(model.facts.price.input),
        output_price: price(model.facts.price.output),
        breaker: breaker.map_or("closed", |breaker| position(breaker.state)).to_owned(),
        failures: breaker.map_or(0, |breaker| breaker.failures),
        retry_in_seconds: breaker.and_then(|breaker| Some(breaker.opens_again_in?.as_secs_f64())),
    }
}

fn position(state: BreakerPosition) -> &'static str {
    match state {
        BreakerPosition::Closed => "closed",
        BreakerPosition::Open => "open",
        BreakerPosition::HalfOpen => "half_open",
    }
}

//! Who can be asked, and which models are behind them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_llm::{BreakerPosition, BreakerState, Choice, Model, Provider, Tier};
use conserje_protocol::{AgentReply, AgentsReply, ModelStatusReply, ModelsReply, Problem, TiersReply};

use super::failure::Failure;
use crate::access::{Allowed, policy};

/// The assistants that can be asked.
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
        provider: crate::doors::openai::provider_name(&model.provider).to_owned(),
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

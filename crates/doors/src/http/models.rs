//! Models: what can be asked, where it is served, and which tier asks whom. What is set up here is in force at once.

use axum::Json;
use axum::extract::State;
use conserje_conversation::model::{BreakerPosition, Model};
use conserje_kernel::{ProviderSource, Secret};
use conserje_operate::models::{
    KnownModel, ModelSetup, ModelShown, ModelsShown, Nearby, NewProvider, ProviderSetup, ProviderShown,
    TiersSetup, Told, Trial, TrialOf, known,
};
use conserje_operate::{Operate, VersionShown};
use conserje_protocol::{
    ErrorCode, KnownModelReply, ModelSetupWire, ModelStatusReply, ModelsReply, ModelsSetupReply, NearbyReply,
    NearbysReply, OfferedModelReply, OfferedModelsReply, Problem, ProviderReply, ProviderRequest,
    ProviderTrouble, SetupVersionReply, SetupVersionsReply, TiersReply, TryModelReply, TryProviderRequest,
};

use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// The models and tiers in force, and whether calls get through to them.
#[utoipa::path(get, path = "/api/models", tag = "models",
    responses((status = 200, body = ModelsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadSessions>,
    State(operate): State<Operate>,
) -> Result<Json<ModelsReply>, Failure> {
    Ok(Json(in_force(&operate.models(&access.scope).await?)))
}

/// The same with the providers behind them and what the tenant set up itself.
#[utoipa::path(get, path = "/api/models/setup", tag = "models",
    responses((status = 200, body = ModelsSetupReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn setup(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<ModelsSetupReply>, Failure> {
    Ok(Json(shown(&operate.models(&access.scope).await?)))
}

/// Adds a provider, or replaces what is said of it and of its models. The first one answers at once.
#[utoipa::path(put, path = "/api/models/providers/{name}", tag = "models", params(("name" = String, Path)), request_body = ProviderRequest,
    responses((status = 200, body = ModelsSetupReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put_provider(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<ProviderRequest>,
) -> Result<Json<ModelsSetupReply>, Failure> {
    let kind = body.kind.known().map_err(|error| Failure::new(ErrorCode::InvalidValue, error.to_string()))?;
    let new = NewProvider {
        name,
        setup: ProviderSetup { kind, base_url: filled(body.base_url), api_version: filled(body.api_version) },
        key: filled(body.api_key).map(Secret::new),
        models: body.models.into_iter().map(model_setup).collect(),
        is_shared: body.shared,
    };
    Ok(Json(shown(&operate.put_provider(&access.scope, new).await?)))
}

/// Takes a provider away with its models and its key.
#[utoipa::path(delete, path = "/api/models/providers/{name}", tag = "models", params(("name" = String, Path)),
    responses((status = 200, body = ModelsSetupReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove_provider(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<Json<ModelsSetupReply>, Failure> {
    Ok(Json(shown(&operate.remove_provider(&access.scope, name).await?)))
}

/// Says which models each tier asks, in this order. All empty: those of the installation again.
#[utoipa::path(put, path = "/api/models/tiers", tag = "models", request_body = TiersReply,
    responses((status = 200, body = ModelsSetupReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put_tiers(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    JsonBody(TiersReply { fast, balanced, premium }): JsonBody<TiersReply>,
) -> Result<Json<ModelsSetupReply>, Failure> {
    let tiers = TiersSetup { fast, balanced, premium };
    Ok(Json(shown(&operate.put_tiers(&access.scope, tiers).await?)))
}

/// Asks a model for a sentence: whether it answers, and how fast. Nothing is kept.
#[utoipa::path(post, path = "/api/models/try", tag = "models", request_body = TryProviderRequest,
    responses((status = 200, body = TryModelReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn try_out(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<TryProviderRequest>,
) -> Result<Json<TryModelReply>, Failure> {
    let missing =
        || Failure::new(ErrorCode::InvalidValue, "`model` is missing; say which one is to be asked");
    let model = filled(body.model.clone()).ok_or_else(missing)?;
    let trial =
        operate.try_model(&access.scope, trial_of(body)?, model, language.unwrap_or_default()).await?;
    Ok(Json(tried(trial)))
}

/// Asks a provider which models it has. Nothing is kept.
#[utoipa::path(post, path = "/api/models/offered", tag = "models", request_body = TryProviderRequest,
    responses((status = 200, body = OfferedModelsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn offered(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<TryProviderRequest>,
) -> Result<Json<OfferedModelsReply>, Failure> {
    let asked = operate.offered_models(&access.scope, trial_of(body)?, language.unwrap_or_default()).await?;
    Ok(Json(match asked {
        Ok(models) => OfferedModelsReply {
            items: models
                .into_iter()
                .map(|model| OfferedModelReply { known: known(&model).map(known_model), model })
                .collect(),
            problem: None,
        },
        Err(told) => OfferedModelsReply { items: Vec::new(), problem: Some(trouble(told)) },
    }))
}

/// Model servers on the machine itself, at their usual ports. Empty unless the tenant runs the installation.
#[utoipa::path(get, path = "/api/models/nearby", tag = "models",
    responses((status = 200, body = NearbysReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn nearby(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<NearbysReply>, Failure> {
    let found = operate.nearby_models(&access.scope).await?;
    let reply = |Nearby { name, base_url, models }: Nearby| NearbyReply {
        name: name.to_owned(),
        base_url: base_url.to_owned(),
        models,
    };
    Ok(Json(NearbysReply { items: found.into_iter().map(reply).collect() }))
}

/// What was set up before, the latest first.
#[utoipa::path(get, path = "/api/models/versions", tag = "models",
    responses((status = 200, body = SetupVersionsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn versions(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<SetupVersionsReply>, Failure> {
    Ok(Json(version_replies(operate.models_versions(&access.scope).await?)))
}

pub(super) fn version_replies(found: Vec<VersionShown>) -> SetupVersionsReply {
    let reply = |VersionShown { version, note, by, made_at, is_live }: VersionShown| SetupVersionReply {
        version,
        note,
        made_by: by.map(|user| user.to_string()),
        made_at: made_at.to_string(),
        live: is_live,
    };
    SetupVersionsReply { items: found.into_iter().map(reply).collect() }
}

/// Puts an earlier version in force again. A key is not part of a version: it stays only where the address is the same.
#[utoipa::path(post, path = "/api/models/versions/{version}/restore", tag = "models", params(("version" = i64, Path)),
    responses((status = 200, body = ModelsSetupReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn restore(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(version): PathId<i64>,
) -> Result<Json<ModelsSetupReply>, Failure> {
    Ok(Json(shown(&operate.restore_models(&access.scope, version).await?)))
}

/// What is left empty in a form was not said.
fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn trial_of(body: TryProviderRequest) -> Result<TrialOf, Failure> {
    let kind = body.kind.map(|kind| kind.known()).transpose();
    let kind = kind.map_err(|error| Failure::new(ErrorCode::InvalidValue, error.to_string()))?;
    let (base_url, api_version) = (filled(body.base_url), filled(body.api_version));
    let setup = kind.map(|kind| ProviderSetup { kind, base_url, api_version });
    Ok(TrialOf { name: filled(body.name), setup, key: filled(body.api_key).map(Secret::new) })
}

fn shown(all: &ModelsShown) -> ModelsSetupReply {
    let models = in_force(all);
    let setups = |provider: &ProviderShown| {
        let own = provider.source == ProviderSource::Own;
        let of = all.models.iter().filter_map(|model| model.setup.as_ref());
        of.filter(|setup| own && setup.provider == provider.name).map(model_wire).collect()
    };
    let provider = |provider: &ProviderShown| ProviderReply {
        name: provider.name.clone(),
        kind: provider.setup.kind,
        base_url: provider.setup.base_url.clone(),
        api_version: provider.setup.api_version.clone(),
        has_key: provider.has_key,
        source: provider.source,
        shared: provider.is_shared,
        models: setups(provider),
    };
    ModelsSetupReply {
        models,
        providers: all.providers.iter().map(provider).collect(),
        own_tiers: tiers(&all.own_tiers),
        version: all.version,
        is_installation: all.is_installation,
    }
}

fn in_force(all: &ModelsShown) -> ModelsReply {
    ModelsReply {
        is_configured: all.is_configured,
        items: all.models.iter().map(status).collect(),
        tiers: tiers(&all.tiers),
    }
}

fn tiers(TiersSetup { fast, balanced, premium }: &TiersSetup) -> TiersReply {
    TiersReply { fast: fast.clone(), balanced: balanced.clone(), premium: premium.clone() }
}

fn status(ModelShown { model, setup, source, breaker }: &ModelShown) -> ModelStatusReply {
    let price = |micros: u64| micros as f64 / 1e6;
    let Model { name, wire_name, facts, provider } = model;
    ModelStatusReply {
        name: name.to_string(),
        provider: crate::openai::provider_name(provider).to_owned(),
        provider_name: setup.as_ref().map(|setup| setup.provider.clone()),
        source: *source,
        wire_name: wire_name.to_string(),
        context_tokens: facts.context_window,
        max_output_tokens: facts.max_output_tokens,
        native_tools: facts.native_tools,
        vision: facts.vision,
        input_price: price(facts.price.input),
        output_price: price(facts.price.output),
        priced_on: setup.as_ref().and_then(priced_on),
        breaker: breaker.as_ref().map_or("closed", |breaker| position(breaker.state)).to_owned(),
        failures: breaker.as_ref().map_or(0, |breaker| breaker.failures),
        retry_in_seconds: breaker.as_ref().and_then(|breaker| Some(breaker.opens_again_in?.as_secs_f64())),
    }
}

/// A price of one's own is from the day that was said with it; a known one from the day that it was looked up.
fn priced_on(setup: &ModelSetup) -> Option<String> {
    let known = known(setup.model.as_deref().unwrap_or(&setup.name)).filter(|_| setup.price_input.is_none());
    setup.priced_on.clone().or_else(|| known.map(|known| known.priced_on.clone()))
}

fn position(state: BreakerPosition) -> &'static str {
    match state {
        BreakerPosition::Closed => "closed",
        BreakerPosition::Open => "open",
        BreakerPosition::HalfOpen => "half_open",
    }
}

fn model_setup(wire: ModelSetupWire) -> ModelSetup {
    ModelSetup {
        name: wire.name,
        provider: String::new(),
        model: filled(wire.model),
        context_window: wire.context_tokens,
        max_output_tokens: wire.max_output_tokens,
        native_tools: wire.native_tools,
        vision: wire.vision,
        price_input: wire.input_price,
        price_output: wire.output_price,
        price_cached: wire.cached_price,
        price_cache_written: None,
        priced_on: filled(wire.priced_on),
    }
}

fn model_wire(setup: &ModelSetup) -> ModelSetupWire {
    ModelSetupWire {
        name: setup.name.clone(),
        model: setup.model.clone(),
        context_tokens: setup.context_window,
        max_output_tokens: setup.max_output_tokens,
        native_tools: setup.native_tools,
        vision: setup.vision,
        input_price: setup.price_input,
        output_price: setup.price_output,
        cached_price: setup.price_cached,
        priced_on: setup.priced_on.clone(),
    }
}

fn known_model(known: &KnownModel) -> KnownModelReply {
    KnownModelReply {
        context_tokens: known.context_window,
        max_output_tokens: known.max_output_tokens,
        vision: known.vision,
        input_price: known.price.input,
        output_price: known.price.output,
        priced_on: known.priced_on.clone(),
    }
}

fn tried(trial: Trial) -> TryModelReply {
    let millis = |duration: std::time::Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    let (said, problem) = match trial.outcome {
        Ok(said) => (Some(said), None),
        Err(told) => (None, Some(trouble(told))),
    };
    TryModelReply {
        ok: problem.is_none(),
        model: trial.model,
        latency_ms: millis(trial.latency),
        first_token_ms: trial.first_token.map(millis),
        said,
        problem,
    }
}

fn trouble(told: Told) -> ProviderTrouble {
    ProviderTrouble {
        trouble: told.trouble.name().to_owned(),
        advice: told.advice.to_owned(),
        provider_says: told.provider_says,
    }
}

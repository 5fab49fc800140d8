//! Whom a request names as `model`.

use conserje_conversation::Conversations;
use conserje_conversation::model::{Choice, Provider, Tier};
use conserje_kernel::Scope;

use super::error::ApiError;

pub(super) enum Target {
    Agent,
    Model(Choice),
}

/// Assistants win over models, models over tiers.
pub(super) async fn target(
    conversations: &Conversations,
    scope: &Scope,
    name: &str,
) -> Result<Target, ApiError> {
    if conversations.assistants(scope).await?.catalogue().get(name).is_some() {
        return Ok(Target::Agent);
    }
    if conversations.models().named(name).is_some() {
        return Ok(Target::Model(Choice::Named(name.to_owned())));
    }
    let tier = match name {
        "fast" => Tier::Fast,
        "balanced" => Tier::Balanced,
        "premium" => Tier::Premium,
        _ => return Err(ApiError::no_model(name)),
    };
    Ok(Target::Model(Choice::Tier(tier)))
}

pub(crate) fn owner(provider: &Provider) -> &'static str {
    match provider {
        Provider::Anthropic(_) => "anthropic",
        Provider::Gemini(_) => "google",
        Provider::OpenAi(_) => "openai",
        Provider::Scripted(_) | Provider::Extractive => "conserje",
    }
}

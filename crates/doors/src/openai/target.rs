//! Whom a request names as `model`.

use std::sync::Arc;

use conserje_conversation::model::{Choice, Provider, Tier};
use conserje_conversation::{ConversationError, Conversations, TenantAssistants};
use conserje_kernel::{Feature, Scope};

use super::error::ApiError;

pub(super) enum Target {
    Agent,
    Model(Choice),
}

/// The tenant's assistants, unless it keeps this door shut.
pub(super) async fn open_to(
    conversations: &Conversations,
    scope: &Scope,
) -> Result<Arc<TenantAssistants>, ConversationError> {
    let assistants = conversations.assistants(scope).await?;
    if assistants.has(Feature::OpenAiApi) {
        Ok(assistants)
    } else {
        Err(ConversationError::SwitchedOff { what: "programs that speak OpenAI's API" })
    }
}

/// Assistants win over models, models over tiers.
pub(super) async fn target(
    conversations: &Conversations,
    scope: &Scope,
    name: &str,
) -> Result<Target, ApiError> {
    let assistants = open_to(conversations, scope).await?;
    if assistants.catalogue().get(name).is_some() {
        return Ok(Target::Agent);
    }
    if assistants.models().named(name).is_some() {
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

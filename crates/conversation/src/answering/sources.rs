//! Where what only one tenant has comes from: others know it, and say so once.

use std::sync::Arc;

use conserje_agents::{Evidence, Pack, TenantBusiness};
use conserje_kernel::Scope;
use conserje_llm::Models;
use conserje_store::StoreError;
use conserje_tools::{Registry, Tool};
use futures::future::BoxFuture;

use crate::Conversations;

/// Tools that only one tenant has.
pub trait TenantTools: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>, StoreError>>;
}

/// The models that a tenant can ask.
pub trait TenantModels: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Models, StoreError>>;
}

/// Assistants that only one tenant has.
pub trait TenantPacks: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope, there: &'a There) -> BoxFuture<'a, Result<OwnPacks, StoreError>>;

    /// One that is being worked on, if there is one of this name.
    fn draft<'a>(
        &'a self,
        scope: &'a Scope,
        name: &'a str,
        there: &'a There,
    ) -> BoxFuture<'a, Result<Option<Draft>, StoreError>>;
}

/// An assistant that somebody works on, or what is wrong with it.
pub type Draft = Result<Arc<Pack>, String>;

/// What every tenant has.
pub struct There {
    pub packs: Vec<Arc<Pack>>,
    pub tools: Registry,
}

/// What one tenant has besides.
#[derive(Clone, Debug, Default)]
pub struct OwnPacks {
    pub live: Vec<Arc<Pack>>,
    /// Whether any is being worked on.
    pub has_drafts: bool,
}

/// Says which business a tenant has.
pub trait Businesses: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<TenantBusiness, StoreError>>;
}

/// Says how much of a question documents hold, so that the right assistant is asked.
pub trait Finds: Send + Sync {
    fn of<'a>(
        &'a self,
        scope: &'a Scope,
        packs: &'a [Arc<Pack>],
        text: &'a str,
    ) -> BoxFuture<'a, Option<Evidence>>;
}

impl Conversations {
    /// Says where tools come from that only one tenant has; once.
    pub fn take_tools_from(&self, source: Arc<dyn TenantTools>) {
        if self.0.assistants.own_tools.set(source).is_err() {
            tracing::warn!("Tools of tenants come from where they came from before");
        }
    }

    /// Says who knows which models a tenant has; once.
    pub fn take_models_from(&self, source: Arc<dyn TenantModels>) {
        if self.0.assistants.own_models.set(source).is_err() {
            tracing::warn!("Models of tenants come from where they came from before");
        }
    }

    /// Says who knows the assistants that only one tenant has; once.
    pub fn take_packs_from(&self, source: Arc<dyn TenantPacks>) {
        if self.0.assistants.own_packs.set(source).is_err() {
            tracing::warn!("Assistants of tenants come from where they came from before");
        }
    }

    /// Says who knows which business a tenant has; once.
    pub fn take_businesses_from(&self, source: Arc<dyn Businesses>) {
        if self.0.assistants.businesses.set(source).is_err() {
            tracing::warn!("Businesses of tenants come from where they came from before");
        }
    }

    /// Says who knows what documents hold of a question; once.
    pub fn take_finds_from(&self, source: Arc<dyn Finds>) {
        if self.0.assistants.finds.set(source).is_err() {
            tracing::warn!("What documents hold is asked where it was asked before");
        }
    }
}

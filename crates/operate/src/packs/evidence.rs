//! How much of a question documents hold: in what the tenant gave us, and in what came with packs.
//!
//! It helps to choose who answers. Where there is a business, also whether it offers what is asked for, or only documents have it.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_agents::{Evidence, Pack, Thing};
use conserje_conversation::Finds;
use conserje_desk::front_desk::{DeskError, FrontDesk};
use conserje_documents::{Ask, FoundPassage, Library};
use conserje_kernel::Scope;
use conserje_search::Mode;
use conserje_skills::desk::offers::AskedFor;
use futures::future::BoxFuture;

/// Passages that are looked at.
const LOOKED_AT: usize = 24;
/// Nobody asks a longer question; a pasted text is not searched for as a whole.
const LONGEST: usize = 400;

/// Words alone are compared: that takes a millisecond, and their score is the share of the question that a passage holds.
pub struct EvidenceOf {
    pub(crate) library: Library,
    pub(crate) front_desk: FrontDesk,
}

impl Finds for EvidenceOf {
    fn of<'a>(
        &'a self,
        scope: &'a Scope,
        packs: &'a [Arc<Pack>],
        text: &'a str,
    ) -> BoxFuture<'a, Option<Evidence>> {
        Box::pin(async move {
            let asked: String = text.chars().take(LONGEST).collect();
            let hits = self.found(scope, &asked).await?;
            let mut evidence = Evidence::default();
            let mut best: BTreeMap<&str, f32> = BTreeMap::new();
            for hit in &hits {
                match packs.iter().find(|pack| pack.brought(&hit.passage.file_name)) {
                    Some(pack) => {
                        let known = best.entry(&pack.name).or_default();
                        *known = known.max(hit.score);
                    }
                    None => evidence.own = evidence.own.max(hit.score),
                }
            }
            evidence.of_packs = best.into_iter().map(|(pack, score)| (pack.to_owned(), score)).collect();
            if evidence.own > 0.0 && packs.iter().any(|pack| !pack.assistant.offers.is_empty()) {
                evidence.thing = self.thing(scope, packs, &asked).await;
            }
            Some(evidence)
        })
    }
}

impl EvidenceOf {
    async fn found(&self, scope: &Scope, asked: &str) -> Option<Vec<FoundPassage>> {
        match self.library.search(scope, Ask::new(asked, Mode::Lexical, LOOKED_AT)).await {
            Ok(found) => Some(found.hits),
            Err(error) => {
                tracing::warn!("Who answers is chosen without looking at documents: {error}");
                None
            }
        }
    }

    /// What is asked for by name: how much of it the business has, and how much the tenant's own documents.
    async fn thing(&self, scope: &Scope, packs: &[Arc<Pack>], text: &str) -> Option<Thing> {
        let asked = AskedFor::of(text)?;
        let business = match self.front_desk.business(scope).await {
            Ok(business) => business,
            Err(DeskError::NoBusiness) => return None,
            Err(error @ (DeskError::Unreadable(_) | DeskError::Store(_))) => {
                tracing::warn!("Who answers is chosen without looking at what the business offers: {error}");
                return None;
            }
        };
        let mut thing = Thing { said: asked.said.clone(), offered: asked.offered_by(&business), held: 0.0 };
        for hit in self.found(scope, &asked.said).await? {
            let held = asked.held_by(&hit.passage.text);
            let is_brought = packs.iter().any(|pack| pack.brought(&hit.passage.file_name));
            let known = if is_brought { &mut thing.offered } else { &mut thing.held };
            *known = known.max(held);
        }
        Some(thing)
    }
}

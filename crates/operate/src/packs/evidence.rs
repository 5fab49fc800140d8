//! How much of a question documents hold: in what the tenant gave us, and in what came with packs. It helps to choose
//! who answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_agents::{Evidence, Pack};
use conserje_conversation::Finds;
use conserje_documents::{Ask, Library};
use conserje_kernel::Scope;
use conserje_search::Mode;
use futures::future::BoxFuture;

/// Passages that are looked at.
const LOOKED_AT: usize = 24;
/// Nobody asks a longer question; a pasted text is not searched for as a whole.
const LONGEST: usize = 400;

/// Words alone are compared: that takes a millisecond, and their score is the share of the question that a passage holds.
pub struct EvidenceOf(pub(crate) Library);

impl Finds for EvidenceOf {
    fn of<'a>(
        &'a self,
        scope: &'a Scope,
        packs: &'a [Arc<Pack>],
        text: &'a str,
    ) -> BoxFuture<'a, Option<Evidence>> {
        Box::pin(async move {
            let asked: String = text.chars().take(LONGEST).collect();
            let found = match self.0.search(scope, Ask::new(asked, Mode::Lexical, LOOKED_AT)).await {
                Ok(found) => found,
                Err(error) => {
                    tracing::warn!("Who answers is chosen without looking at documents: {error}");
                    return None;
                }
            };
            let mut evidence = Evidence::default();
            let mut best: BTreeMap<&str, f32> = BTreeMap::new();
            for hit in &found.hits {
                match packs.iter().find(|pack| pack.brought(&hit.passage.file_name)) {
                    Some(pack) => {
                        let known = best.entry(&pack.name).or_default();
                        *known = known.max(hit.score);
                    }
                    None => evidence.own = evidence.own.max(hit.score),
                }
            }
            evidence.of_packs = best.into_iter().map(|(pack, score)| (pack.to_owned(), score)).collect();
            Some(evidence)
        })
    }
}

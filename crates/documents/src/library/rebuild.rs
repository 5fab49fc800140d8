//! The index made anew from the rows.

use conserje_kernel::Scope;
use conserje_search::Stats;
use conserje_store::{Tx, chunks, documents};

use super::{Library, LibraryError};

/// Rows beside index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexCheck {
    pub documents: usize,
    pub passages: u64,
    pub indexed: Stats,
    /// The index has each passage once, with a vector of each embedder, and nothing else.
    pub is_whole: bool,
}

impl Library {
    /// Throws a tenant's index away and fills it again; how many documents and passages. `told` hears of each document.
    pub async fn rebuild_index(
        &self,
        scope: &Scope,
        mut told: impl FnMut(usize, usize),
    ) -> Result<(usize, usize), LibraryError> {
        let ids = self.0.store.read(scope, documents::completed).await?;
        self.0.engine.remove_tenant(scope.tenant()).await?;
        let (mut done, mut count) = (0, 0);
        for id in &ids {
            let passages = self.passages(scope, *id, 0, u32::MAX).await?;
            count += passages.len();
            self.index(scope, &self.document(scope, *id).await?, &passages).await?;
            done += 1;
            told(done, ids.len());
        }
        Ok((done, count))
    }

    /// What rows and index hold of a tenant; they agree once no file is being read.
    pub async fn check_index(&self, scope: &Scope) -> Result<IndexCheck, LibraryError> {
        let read = |tx: &mut Tx<'_>| {
            Ok::<_, LibraryError>((documents::completed(tx)?.len(), chunks::of_completed(tx)?))
        };
        let (documents, passages) = self.0.store.read(scope, read).await?;
        let indexed = self.0.engine.stats(scope.tenant()).await?;
        let is_embedded =
            |name: &String| indexed.spaces.get(name).map_or(passages == 0, |space| space.vectors == passages);
        let is_whole = indexed.passages == passages && self.embedder_names().await?.iter().all(is_embedded);
        Ok(IndexCheck { documents, passages, indexed, is_whole })
    }
}

//! The index made anew from the rows.

use conserje_kernel::Scope;
use conserje_search::Stats;
use conserje_store::documents;

use super::{Library, LibraryError};

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
            self.index(scope, *id, &passages).await?;
            done += 1;
            told(done, ids.len());
        }
        Ok((done, count))
    }

    pub async fn index_stats(&self, scope: &Scope) -> Result<Stats, LibraryError> {
        Ok(self.0.engine.stats(scope.tenant()).await?)
    }
}

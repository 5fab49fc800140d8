//! What an assistant that is kept comes to with this program: asked before an upgrade, of those that another version kept.

use std::path::{Path, PathBuf};

use conserje_agents::AssistantForm;

use super::begin::HELD_BACK;
use super::{AssistantError, FieldFault, content, in_fields, read_below};
use crate::Operate;
use crate::packs::included::{self, Difference, IncludedError};

/// One that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Why it would not answer; none if it would.
    pub faults: Vec<FieldFault>,
    /// Packs for every tenant whose agents it has: what it was copied from, and answers in the place of.
    pub replaces: Vec<String>,
}

/// Files of a pack below a folder that a copy of it would have, and that are otherwise in this program.
pub fn changed_files(pack: &str, below: &Path) -> Result<Vec<String>, IncludedError> {
    let Difference { changed, new, gone } = included::difference(pack, below)?;
    let is_copied = |path: &String| content::is_path(path) && !HELD_BACK.contains(&path.as_str());
    let mut files: Vec<String> = changed.into_iter().chain(new).chain(gone).filter(is_copied).collect();
    files.sort();
    Ok(files)
}

impl Operate {
    /// Reads what a version holds as if it were live. `folder` is written to.
    pub async fn hold(&self, folder: PathBuf, name: &str, kept: &str) -> Result<Held, AssistantError> {
        let Some(files) = content::read(kept) else {
            let problem = "it is not kept as this program keeps assistants".to_owned();
            let fault = FieldFault { file: "pack.toml".to_owned(), line: None, field: None, problem };
            return Ok(Held { faults: vec![fault], replaces: Vec::new() });
        };
        let replaces = self.replaced_by(&AssistantForm::of(&files).unwrap_or_default());
        let (there, name) = (self.there(), name.to_owned());
        let read = move || {
            let read = read_below(&folder, &name, &files, &there);
            read.err().map(|faults| in_fields(&files, &faults)).unwrap_or_default()
        };
        let faults = tokio::task::spawn_blocking(read).await.map_err(|_| AssistantError::Fault)?;
        Ok(Held { faults, replaces })
    }
}

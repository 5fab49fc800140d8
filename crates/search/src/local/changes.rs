//! What the one who changes a shard holds: the writer of the inverted index, the open files of vectors, and what a commit
//! remembers of them.

use std::collections::BTreeMap;
use std::path::Path;

use conserje_kernel::TenantId;
use serde::{Deserialize, Serialize};
use tantivy::{Index, IndexWriter};

use super::space::{Space, SpaceFile};
use crate::error::SearchError;
use crate::query::Indexed;

/// Changes whenever analysis or layout do: an older index is to be built anew.
const FORMAT: u32 = 1;

/// What a commit of the inverted index remembers about the rest.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    next_slot: u64,
    next_file: u64,
    spaces: BTreeMap<String, SpaceEntry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SpaceEntry {
    file: String,
    dims: usize,
    bytes: u64,
}

pub(super) struct Changes {
    pub(super) writer: Option<IndexWriter>,
    pub(super) spaces: BTreeMap<String, OpenSpace>,
    pub(super) next_slot: u64,
    next_file: u64,
    /// The tenant was removed while somebody still held the shard.
    pub(super) is_gone: bool,
    /// A change began and did not come to its end: what is here may not be what was committed.
    pub(super) is_torn: bool,
}

pub(super) struct OpenSpace {
    pub(super) name_on_disk: String,
    file: SpaceFile,
    pub(super) space: Space,
}

impl Changes {
    /// As the last commit left it; the inverted index must be in order.
    pub(super) fn committed(tenant: TenantId, folder: &Path, index: &Index) -> Result<Self, SearchError> {
        let metas = index.load_metas().map_err(|error| SearchError::damaged(tenant, &error.to_string()))?;
        let manifest = match metas.payload {
            Some(payload) => serde_json::from_str::<Manifest>(&payload).map_err(|error| {
                SearchError::damaged(tenant, &format!("the manifest cannot be read: {error}"))
            })?,
            None => Manifest { format: FORMAT, ..Manifest::default() },
        };
        if manifest.format != FORMAT {
            return Err(SearchError::damaged(tenant, "it was made by another version"));
        }
        let mut spaces = BTreeMap::new();
        for (name, entry) in manifest.spaces {
            let opened = SpaceFile::open(&folder.join(&entry.file), entry.dims, entry.bytes);
            let (file, space) = opened.map_err(|damage| SearchError::damaged(tenant, &damage.0))?;
            spaces.insert(name, OpenSpace { name_on_disk: entry.file, file, space });
        }
        let Manifest { next_slot, next_file, .. } = manifest;
        Ok(Self { writer: None, spaces, next_slot, next_file, is_gone: false, is_torn: false })
    }

    /// What a commit remembers.
    pub(super) fn manifest(&self) -> Manifest {
        let entry = |open: &OpenSpace| SpaceEntry {
            file: open.name_on_disk.clone(),
            dims: open.space.dims(),
            bytes: open.file.bytes(),
        };
        Manifest {
            format: FORMAT,
            next_slot: self.next_slot,
            next_file: self.next_file,
            spaces: self.spaces.iter().map(|(name, open)| (name.clone(), entry(open))).collect(),
        }
    }

    pub(super) fn shown(&self) -> BTreeMap<String, Space> {
        self.spaces.iter().map(|(name, open)| (name.clone(), open.space.clone())).collect()
    }

    /// Before anything is written.
    pub(super) fn check(&self, items: &[Indexed]) -> Result<(), SearchError> {
        let mut new = BTreeMap::new();
        for vector in items.iter().flat_map(|item| &item.vectors) {
            let wanted = *new.entry(vector.space.as_str()).or_insert(vector.values.len());
            if wanted != vector.values.len() {
                let (space, given) = (vector.space.clone(), vector.values.len());
                return Err(SearchError::Dimensions { space, wanted, given });
            }
            self.check_dims(&vector.space, vector.values.len())?;
        }
        Ok(())
    }

    pub(super) fn check_dims(&self, space: &str, given: usize) -> Result<(), SearchError> {
        let wanted = self.spaces.get(space).map(|open| open.space.dims()).filter(|wanted| *wanted != given);
        match wanted {
            Some(wanted) => Err(SearchError::Dimensions { space: space.to_owned(), wanted, given }),
            None if given == 0 => Err(SearchError::Dimensions { space: space.to_owned(), wanted: 1, given }),
            None => Ok(()),
        }
    }

    pub(super) fn unknown(&self, space: &str) -> SearchError {
        let known = self.spaces.keys().cloned().collect::<Vec<_>>().join(", ");
        SearchError::UnknownSpace { space: space.to_owned(), known }
    }

    pub(super) fn append(
        &mut self,
        folder: &Path,
        vectors: BTreeMap<&str, Vec<(u64, &[f32])>>,
    ) -> Result<(), SearchError> {
        for (name, vectors) in vectors {
            let Some(dims) = vectors.first().map(|(_, values)| values.len()) else { continue };
            if !self.spaces.contains_key(name) {
                let name_on_disk = self.new_name();
                let file = SpaceFile::create(&folder.join(&name_on_disk), dims)?;
                self.spaces
                    .insert(name.to_owned(), OpenSpace { name_on_disk, file, space: Space::empty(dims) });
            }
            if let Some(open) = self.spaces.get_mut(name) {
                open.file.append(&mut open.space, &vectors)?;
            }
        }
        Ok(())
    }

    pub(super) fn compact(
        &mut self,
        folder: &Path,
        name: &str,
        keeps: impl Fn(u64) -> bool,
    ) -> Result<(), SearchError> {
        let name_on_disk = self.new_name();
        if let Some(open) = self.spaces.get_mut(name) {
            let (file, space) = SpaceFile::compacted(&folder.join(&name_on_disk), &open.space, keeps)?;
            *open = OpenSpace { name_on_disk, file, space };
        }
        Ok(())
    }

    fn new_name(&mut self) -> String {
        self.next_file += 1;
        format!("{:06}.vectors", self.next_file)
    }
}

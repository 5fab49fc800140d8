//! The index of one tenant: a folder with an inverted index and a file of vectors for each dense space.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use conserje_kernel::{CollectionId, DocumentId, TenantId};
use serde::{Deserialize, Serialize};
use tantivy::directory::MmapDirectory;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::postings::BlockSegmentPostings;
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, Term};

use super::schema::Fields;
use super::snapshot::Snapshot;
use super::space::{Space, SpaceFile};
use crate::error::SearchError;
use crate::query::{Indexed, SpaceStats, Stats};

/// Changes whenever analysis or layout do: an older index is to be built anew.
const FORMAT: u32 = 1;
const WRITER_MEMORY: usize = 32 << 20;
/// Merged away once a segment has this share of removed passages.
const REMOVED_SHARE: f32 = 0.3;
/// A file of vectors is rewritten when this many rows, and half of them, are of no use.
const WASTE: usize = 4096;

/// What a commit of the inverted index remembers about the rest.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Manifest {
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

pub(super) struct Shard {
    tenant: TenantId,
    folder: PathBuf,
    pub(super) fields: Fields,
    index: Index,
    reader: IndexReader,
    changes: Mutex<Changes>,
    seen: RwLock<Arc<Snapshot>>,
}

/// What only the one who changes the shard holds.
struct Changes {
    writer: Option<IndexWriter>,
    spaces: BTreeMap<String, OpenSpace>,
    next_slot: u64,
    next_file: u64,
    /// The tenant was removed while somebody still held the shard.
    is_gone: bool,
}

struct OpenSpace {
    name_on_disk: String,
    file: SpaceFile,
    space: Space,
}

impl Shard {
    /// `None` if there is none and it is not to be made.
    pub(super) fn open(tenant: TenantId, folder: &Path, creates: bool) -> Result<Option<Self>, SearchError> {
        let words = folder.join("words");
        if !words.join("meta.json").exists() {
            if folder.exists() && fs::read_dir(folder)?.flatten().any(|entry| is_vectors(&entry.path())) {
                return Err(damaged(tenant, "the inverted index is missing"));
            }
            if !creates {
                return Ok(None);
            }
            fs::create_dir_all(&words)?;
        }
        Self::open_in(tenant, folder, &words).map(Some)
    }

    fn open_in(tenant: TenantId, folder: &Path, words: &Path) -> Result<Self, SearchError> {
        let torn = |error: tantivy::TantivyError| damaged(tenant, &error.to_string());
        let fields = Fields::new();
        let directory = MmapDirectory::open(words)
            .map_err(|error| torn(tantivy::TantivyError::OpenDirectoryError(error)))?;
        let index = Index::open_or_create(directory, fields.schema.clone()).map_err(torn)?;
        let broken = index.validate_checksum().map_err(torn)?;
        if let Some(file) = broken.iter().next() {
            return Err(damaged(tenant, &format!("the checksum of {} is wrong", file.display())));
        }
        let manifest = match index.load_metas().map_err(torn)?.payload {
            Some(payload) => serde_json::from_str::<Manifest>(&payload)
                .map_err(|error| damaged(tenant, &format!("the manifest cannot be read: {error}")))?,
            None => Manifest { format: FORMAT, ..Manifest::default() },
        };
        if manifest.format != FORMAT {
            return Err(damaged(tenant, "it was made by another version"));
        }
        let mut spaces = BTreeMap::new();
        for (name, entry) in manifest.spaces {
            let opened = SpaceFile::open(&folder.join(&entry.file), entry.dims, entry.bytes);
            let (file, space) = opened.map_err(|damage| damaged(tenant, &damage.0))?;
            spaces.insert(name, OpenSpace { name_on_disk: entry.file, file, space });
        }
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(torn)?;
        let (next_slot, next_file) = (manifest.next_slot, manifest.next_file);
        let changes = Changes { writer: None, spaces, next_slot, next_file, is_gone: false };
        let seen = Snapshot::take(reader.searcher(), &fields, changes.shown(), None)?;
        let shard = Self {
            tenant,
            folder: folder.to_owned(),
            fields,
            index,
            reader,
            changes: Mutex::new(changes),
            seen: RwLock::new(Arc::new(seen)),
        };
        shard.sweep(&shard.lock())?;
        Ok(shard)
    }

    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn upsert(&self, items: &[Indexed]) -> Result<(), SearchError> {
        self.change(|changes, writer| {
            changes.check(items)?;
            let mut vectors: BTreeMap<&str, Vec<(u64, &[f32])>> = BTreeMap::new();
            for item in items {
                let slot = changes.next_slot;
                changes.next_slot += 1;
                for vector in &item.vectors {
                    vectors.entry(&vector.space).or_default().push((slot, &vector.values));
                }
                let entry = self.fields.entry(&item.passage, slot).map_err(std::io::Error::from)?;
                writer.delete_term(self.fields.id_term(&item.passage.id));
                writer.add_document(entry)?;
            }
            changes.append(&self.folder, vectors)
        })
    }

    /// Gives passages that are indexed already a vector in one space: how a space is built beside another.
    /// Returns how many of the passages there were.
    pub(super) fn set_vectors(
        &self,
        space: &str,
        vectors: &[(String, Vec<f32>)],
    ) -> Result<usize, SearchError> {
        self.change(|changes, _| {
            let snapshot = self.snapshot();
            let mut placed = Vec::new();
            for (id, values) in vectors {
                changes.check_dims(space, values.len())?;
                if let Some(slot) = self.slot_of(&snapshot, id)? {
                    placed.push((slot, values.as_slice()));
                }
            }
            let count = placed.len();
            changes.append(&self.folder, BTreeMap::from([(space, placed)]))?;
            Ok(count)
        })
    }

    /// `from` takes the name and place of `to`, which is forgotten.
    pub(super) fn swap_space(&self, from: &str, to: &str) -> Result<(), SearchError> {
        self.change(|changes, _| {
            let Some(space) = changes.spaces.remove(from) else { return Err(changes.unknown(from)) };
            changes.spaces.insert(to.to_owned(), space);
            Ok(())
        })
    }

    pub(super) fn drop_space(&self, space: &str) -> Result<(), SearchError> {
        self.change(|changes, _| {
            changes.spaces.remove(space);
            Ok(())
        })
    }

    pub(super) fn remove_documents(&self, documents: &[DocumentId]) -> Result<(), SearchError> {
        self.remove(documents.iter().map(|document| self.fields.document_term(*document)))
    }

    pub(super) fn remove_collection(&self, collection: CollectionId) -> Result<(), SearchError> {
        self.remove(std::iter::once(self.fields.collection_term(collection)))
    }

    fn remove(&self, terms: impl Iterator<Item = Term>) -> Result<(), SearchError> {
        self.change(|_, writer| {
            for term in terms {
                writer.delete_term(term);
            }
            Ok(())
        })
    }

    /// Takes what was removed off the disk: until then it is hidden, but its terms are still in the files.
    pub(super) fn purge(&self) -> Result<(), SearchError> {
        let mut changes = self.lock();
        let writer = self.writer(&mut changes)?;
        let metas = self.index.searchable_segment_metas()?;
        let holed: Vec<_> =
            metas.iter().filter(|meta| meta.has_deletes()).map(tantivy::SegmentMeta::id).collect();
        if !holed.is_empty() {
            writer.merge(&holed).wait()?;
        }
        let live = self.snapshot().live_slots();
        let names: Vec<String> = changes.spaces.keys().cloned().collect();
        for name in names {
            changes.compact(&self.folder, &name, |slot| live.contains(&slot))?;
        }
        self.commit(&mut changes)?;
        // The old snapshot held the old files open until now.
        if let Some(writer) = &changes.writer {
            writer.garbage_collect_files().wait()?;
        }
        Ok(())
    }

    pub(super) fn stats(&self) -> Result<Stats, SearchError> {
        let snapshot = self.snapshot();
        let live = snapshot.live_slots();
        let spaces = snapshot.spaces.iter().map(|(name, space)| {
            let vectors = live.iter().filter(|slot| space.has(**slot)).count() as u64;
            (name.clone(), SpaceStats { dims: space.dims(), vectors })
        });
        let bytes_on_disk = bytes_in(&self.folder)? + bytes_in(&self.folder.join("words"))?;
        Ok(Stats { passages: snapshot.searcher.num_docs(), spaces: spaces.collect(), bytes_on_disk })
    }

    /// Nobody changes it any more; its folder can go.
    pub(super) fn retire(&self) {
        let mut changes = self.lock();
        changes.is_gone = true;
        changes.writer = None;
    }

    pub(super) fn damaged(&self, reason: &str) -> SearchError {
        damaged(self.tenant, reason)
    }

    fn slot_of(&self, snapshot: &Snapshot, id: &str) -> Result<Option<u64>, SearchError> {
        let term = self.fields.id_term(id);
        for (segment, columns) in snapshot.segments() {
            let postings = segment
                .inverted_index(self.fields.id)?
                .read_block_postings(&term, tantivy::schema::IndexRecordOption::Basic)?;
            let rows = postings.iter().flat_map(BlockSegmentPostings::docs);
            if let Some(row) = rows.copied().find(|row| !segment.is_deleted(*row)) {
                return Ok(columns.slots.get(row as usize).copied());
            }
        }
        Ok(None)
    }

    fn lock(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of the change becomes visible and durable, or nothing of it.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Changes, &mut IndexWriter) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        let mut changes = self.lock();
        self.writer(&mut changes)?;
        let Some(mut writer) = changes.writer.take() else { return Err(SearchError::Interrupted) };
        let done = change(&mut changes, &mut writer);
        if done.is_err() {
            writer.rollback()?;
        }
        changes.writer = Some(writer);
        let done = done?;
        self.commit(&mut changes)?;
        Ok(done)
    }

    fn writer<'a>(&self, changes: &'a mut Changes) -> Result<&'a mut IndexWriter, SearchError> {
        if changes.is_gone {
            return Err(SearchError::Interrupted);
        }
        let writer = match changes.writer.take() {
            Some(writer) => writer,
            None => {
                let options = IndexWriterOptions::builder()
                    .num_worker_threads(1)
                    .num_merge_threads(1)
                    .memory_budget_per_thread(WRITER_MEMORY)
                    .build();
                let writer = self.index.writer_with_options(options)?;
                let mut policy = LogMergePolicy::default();
                policy.set_del_docs_ratio_before_merge(REMOVED_SHARE);
                writer.set_merge_policy(Box::new(policy));
                writer
            }
        };
        Ok(changes.writer.insert(writer))
    }

    fn commit(&self, changes: &mut Changes) -> Result<(), SearchError> {
        let waste = changes.spaces.iter().filter(|(_, open)| open.space.rows() > WASTE);
        let candidates: Vec<String> = waste.map(|(name, _)| name.clone()).collect();
        if !candidates.is_empty() {
            // Slots that this commit adds are above those that the last one knew.
            let before = self.snapshot();
            let passages = usize::try_from(before.searcher.num_docs()).unwrap_or(usize::MAX);
            for name in candidates {
                let rows = changes.spaces.get(&name).map_or(0, |open| open.space.rows());
                if rows > WASTE.saturating_add(passages.saturating_mul(2)) {
                    let live = before.live_slots();
                    let newest = live.iter().max().copied().unwrap_or_default();
                    changes.compact(&self.folder, &name, |slot| slot > newest || live.contains(&slot))?;
                }
            }
        }
        let manifest = serde_json::to_string(&changes.manifest()).map_err(std::io::Error::from)?;
        let Some(writer) = changes.writer.as_mut() else { return Err(SearchError::Interrupted) };
        let mut prepared = writer.prepare_commit()?;
        prepared.set_payload(&manifest);
        prepared.commit()?;
        self.reader.reload()?;
        let before = self.snapshot();
        let now = Snapshot::take(self.reader.searcher(), &self.fields, changes.shown(), Some(&before))?;
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        self.sweep(changes)
    }

    /// Files of vectors that no commit knows are of a killed process, or were swapped out.
    fn sweep(&self, changes: &Changes) -> Result<(), SearchError> {
        let known: BTreeSet<&str> = changes.spaces.values().map(|open| open.name_on_disk.as_str()).collect();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if is_vectors(&path) && !known.contains(name) {
                tracing::debug!(tenant = %self.tenant, file = name, "removing vectors that are not in use");
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

impl Changes {
    fn manifest(&self) -> Manifest {
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

    fn shown(&self) -> BTreeMap<String, Space> {
        self.spaces.iter().map(|(name, open)| (name.clone(), open.space.clone())).collect()
    }

    /// Before anything is written.
    fn check(&self, items: &[Indexed]) -> Result<(), SearchError> {
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

    fn check_dims(&self, space: &str, given: usize) -> Result<(), SearchError> {
        let wanted = self.spaces.get(space).map(|open| open.space.dims()).filter(|wanted| *wanted != given);
        match wanted {
            Some(wanted) => Err(SearchError::Dimensions { space: space.to_owned(), wanted, given }),
            None if given == 0 => Err(SearchError::Dimensions { space: space.to_owned(), wanted: 1, given }),
            None => Ok(()),
        }
    }

    fn unknown(&self, space: &str) -> SearchError {
        let known = self.spaces.keys().cloned().collect::<Vec<_>>().join(", ");
        SearchError::UnknownSpace { space: space.to_owned(), known }
    }

    fn append(
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

    fn compact(&mut self, folder: &Path, name: &str, keeps: impl Fn(u64) -> bool) -> Result<(), SearchError> {
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

fn is_vectors(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "vectors")
}

fn damaged(tenant: TenantId, reason: &str) -> SearchError {
    SearchError::NeedsRebuild { tenant, reason: reason.to_owned() }
}

fn bytes_in(folder: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let meta = match entry?.metadata() {
            Ok(meta) => meta,
            // Merging takes files away while they are counted.
            Err(gone) if gone.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        bytes += if meta.is_file() { meta.len() } else { 0 };
    }
    Ok(bytes)
}

//! The index of one tenant: a folder with an inverted index and a file of vectors for each dense space.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use conserje_kernel::{CollectionId, DocumentId, TenantId};
use tantivy::directory::MmapDirectory;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::postings::BlockSegmentPostings;
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, Term};

use super::changes::Changes;
use super::schema::Fields;
use super::snapshot::Snapshot;
use crate::error::SearchError;
use crate::query::{Indexed, SpaceStats, Stats};

const WRITER_MEMORY: usize = 32 << 20;
/// Merged away once a segment has this share of removed passages.
const REMOVED_SHARE: f32 = 0.3;
/// A file of vectors is rewritten when this many rows, and half of them, are of no use.
const WASTE: usize = 4096;

pub(super) struct Shard {
    tenant: TenantId,
    folder: PathBuf,
    pub(super) fields: Fields,
    index: Index,
    reader: IndexReader,
    changes: Mutex<Changes>,
    seen: RwLock<Arc<Snapshot>>,
}

impl Shard {
    /// `None` if there is none and it is not to be made.
    pub(super) fn open(tenant: TenantId, folder: &Path, creates: bool) -> Result<Option<Self>, SearchError> {
        let words = folder.join("words");
        if !words.join("meta.json").exists() {
            if folder.exists() && fs::read_dir(folder)?.flatten().any(|entry| is_vectors(&entry.path())) {
                return Err(SearchError::damaged(tenant, "the inverted index is missing"));
            }
            if !creates {
                return Ok(None);
            }
            fs::create_dir_all(&words)?;
        }
        Self::open_in(tenant, folder, &words).map(Some)
    }

    fn open_in(tenant: TenantId, folder: &Path, words: &Path) -> Result<Self, SearchError> {
        let torn = |error: tantivy::TantivyError| SearchError::damaged(tenant, &error.to_string());
        let fields = Fields::new();
        let directory = MmapDirectory::open(words)
            .map_err(|error| torn(tantivy::TantivyError::OpenDirectoryError(error)))?;
        let index = Index::open_or_create(directory, fields.schema.clone()).map_err(torn)?;
        let broken = index.validate_checksum().map_err(torn)?;
        if let Some(file) = broken.iter().next() {
            return Err(SearchError::damaged(
                tenant,
                &format!("the checksum of {} is wrong", file.display()),
            ));
        }
        let changes = Changes::committed(tenant, folder, &index)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(torn)?;
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
        self.change(|changes, writer| {
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
            Ok(())
        })?;
        // The old snapshot held the old files open until now.
        if let Some(writer) = &self.lock().writer {
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

    /// Gives back the threads and the memory of writing, unless somebody writes; the next change takes them again.
    pub(super) fn rest(&self) {
        if let Ok(mut changes) = self.changes.try_lock() {
            changes.writer = None;
        }
    }

    /// Nobody changes it any more; its folder can go.
    pub(super) fn retire(&self) {
        let mut changes = self.lock();
        changes.is_gone = true;
        changes.writer = None;
    }

    pub(super) fn damaged(&self, reason: &str) -> SearchError {
        SearchError::damaged(self.tenant, reason)
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

    /// All of the change becomes visible and durable, or nothing of it, also if it fails midway.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Changes, &mut IndexWriter) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        let mut changes = self.lock();
        let mut writer = self.begin(&mut changes)?;
        let done = change(&mut changes, &mut writer);
        changes.writer = Some(writer);
        let done = done.and_then(|done| self.commit(&mut changes).map(|()| done));
        if done.is_err()
            && let Err(error) = self.take_back(&mut changes)
        {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(tenant = %self.tenant, error, "what failed cannot be taken back yet");
        }
        done
    }

    /// The writer, of a shard that is as the last commit left it. Until [`Shard::commit`] has come to its end the shard
    /// counts as torn, so that neither an error nor a panic leaves half a change for the next one to commit.
    fn begin(&self, changes: &mut Changes) -> Result<IndexWriter, SearchError> {
        if changes.is_gone {
            return Err(SearchError::Interrupted);
        }
        if changes.is_torn {
            self.take_back(changes)?;
        }
        let writer = match changes.writer.take() {
            Some(writer) => writer,
            None => self.new_writer()?,
        };
        changes.is_torn = true;
        Ok(writer)
    }

    /// Forgets what was begun. Where that fails too, the shard stays torn, and the next change tries it again.
    fn take_back(&self, changes: &mut Changes) -> Result<(), SearchError> {
        // Its documents and its lock go with it.
        changes.writer = None;
        *changes = Changes::committed(self.tenant, &self.folder, &self.index)?;
        self.show(changes)
    }

    fn new_writer(&self) -> Result<IndexWriter, SearchError> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_MEMORY)
            .build();
        let writer = self.index.writer_with_options(options)?;
        let mut policy = LogMergePolicy::default();
        policy.set_del_docs_ratio_before_merge(REMOVED_SHARE);
        writer.set_merge_policy(Box::new(policy));
        Ok(writer)
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
        changes.is_torn = false;
        self.show(changes)?;
        self.sweep(changes)
    }

    /// Lets searches see what is committed.
    fn show(&self, changes: &Changes) -> Result<(), SearchError> {
        self.reader.reload()?;
        let before = self.snapshot();
        let now = Snapshot::take(self.reader.searcher(), &self.fields, changes.shown(), Some(&before))?;
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        Ok(())
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

fn is_vectors(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "vectors")
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

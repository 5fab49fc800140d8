//! Assistants of a tenant's own, which people make and change while the server runs.
//!
//! One is what a pack is: files, kept as text in versions ([`conserje_store::setups`]). What is in force and what somebody
//! works on are two things with versions of their own. To be used it is written below the data folder and read as every
//! pack is, so that faults have a file and a line.

mod archive;
mod begin;
mod content;
mod evals;
mod held;
mod hints;
mod manage;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use conserje_agents::{Fault, Pack, PackFiles, field_at, field_of_file};
use conserje_conversation::{Draft, OwnPacks, TenantPacks, There};
use conserje_kernel::{Scope, SetupKind, TenantId};
use conserje_store::setups::{self, Of};
use conserje_store::{Store, StoreError, Tx};
use futures::future::BoxFuture;
use tokio::sync::Semaphore;

pub use archive::MOST_PACKED;
pub use begin::{About, Beginning};
pub use conserje_agents::voice::{FindingKind, Voice};
pub use conserje_agents::{AssistantForm, Style, VoiceForm};
pub use evals::{AnswerMissed, EvalsShown, RouteMissed, Score};
pub use held::{Held, changed_files};
pub use manage::{Change, Made, OwnDetail, OwnShown, OwnVersion};

use crate::packs::faults_of;

/// Why something is not done with an assistant.
#[derive(Debug, thiserror::Error)]
pub enum AssistantError {
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("there is an assistant `{name}` already; choose another name")]
    AlreadyExists { name: String },
    #[error("somebody else changed this meanwhile; load it again")]
    ChangedMeanwhile,
    #[error("{problem}")]
    Invalid { problem: String },
    #[error("the program failed at it; its log says where")]
    Fault,
    #[error(transparent)]
    Conversation(#[from] conserje_conversation::ConversationError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AssistantError {
    fn invalid(problem: impl Into<String>) -> Self {
        Self::Invalid { problem: problem.into() }
    }
}

/// A fault, and the field of the form that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    pub file: String,
    pub line: Option<usize>,
    pub field: Option<String>,
    pub problem: String,
}

/// What came of reading files.
type Outcome = Result<Arc<Pack>, Arc<Vec<Fault>>>;
/// By kind and name: which version was read, and what came of it.
type Known = HashMap<(SetupKind, String), (i64, Outcome)>;

/// Reads tenants' own assistants. Cheap to clone.
#[derive(Clone)]
pub struct OwnAssistants(Arc<Inner>);

struct Inner {
    store: Store,
    /// Below which they are written.
    folder: PathBuf,
    known: Mutex<HashMap<TenantId, Known>>,
    /// One at a time: two who read the same version would write over each other's files.
    reading: Semaphore,
}

/// Tenants whose assistants are kept in memory; beyond that all are read anew.
const REMEMBERED: usize = 200;
/// Drafts of a tenant that are kept in memory.
const DRAFTS: usize = 4;

impl OwnAssistants {
    pub fn new(store: Store, folder: PathBuf) -> Self {
        Self(Arc::new(Inner { store, folder, known: Mutex::default(), reading: Semaphore::new(1) }))
    }

    /// One of them as it can be used, or what is wrong with it.
    async fn read(
        &self,
        scope: &Scope,
        of: Of<'_>,
        version: i64,
        there: &There,
    ) -> Result<Outcome, StoreError> {
        let (tenant, key) = (scope.tenant(), (of.kind, of.name.to_owned()));
        let known = || {
            let known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
            let before = known.get(&tenant).and_then(|known| known.get(&key));
            before.filter(|(known, _)| *known == version).map(|(_, outcome)| outcome.clone())
        };
        if let Some(outcome) = known() {
            return Ok(outcome);
        }
        // Nobody closes it.
        let _reading = self.0.reading.acquire().await.ok();
        if let Some(outcome) = known() {
            return Ok(outcome);
        }
        let (kind, name) = key.clone();
        let find = move |tx: &mut Tx<'_>| setups::find(tx, Of { kind, name: &name }, version);
        let Some(found) = self.0.store.read(scope, find).await? else {
            return Ok(Err(Arc::new(vec![fault("pack.toml", "this version is not kept any more")])));
        };
        let outcome = match content::read(&found.content) {
            Some(files) => {
                let folder = self.folder_of(tenant, of, version);
                let there = There { packs: there.packs.clone(), tools: there.tools.clone() };
                let name = of.name.to_owned();
                let read = tokio::task::spawn_blocking(move || read_below(&folder, &name, &files, &there));
                let failed = |_| Err(vec![fault("pack.toml", "it could not be read; the log says why")]);
                read.await.unwrap_or_else(failed).map_err(Arc::new)
            }
            None => Err(Arc::new(vec![fault("pack.toml", "a newer program wrote this version")])),
        };
        let mut known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED && !known.contains_key(&tenant) {
            known.clear();
        }
        let known = known.entry(tenant).or_default();
        // Each takes room, and few are worked on at once.
        if known.keys().filter(|(kind, _)| *kind == SetupKind::AssistantDraft).count() >= DRAFTS {
            known.retain(|(kind, _), _| *kind != SetupKind::AssistantDraft);
        }
        known.insert(key, (version, outcome.clone()));
        Ok(outcome)
    }

    /// Two places in turn: what is in use is not written over by the version that follows it.
    fn folder_of(&self, tenant: TenantId, of: Of<'_>, version: i64) -> PathBuf {
        let place = format!("{}-{}", of.kind.name(), version % 2);
        self.0.folder.join(tenant.to_string()).join(of.name).join(place)
    }

    async fn versions(&self, scope: &Scope, kind: SetupKind) -> Result<BTreeMap<String, i64>, StoreError> {
        let found = self.0.store.read(scope, move |tx| setups::names(tx, kind)).await?;
        Ok(found.into_iter().collect())
    }
}

impl TenantPacks for OwnAssistants {
    fn of<'a>(&'a self, scope: &'a Scope, there: &'a There) -> BoxFuture<'a, Result<OwnPacks, StoreError>> {
        Box::pin(async move {
            let names = |tx: &mut Tx<'_>| {
                Ok::<_, StoreError>((
                    setups::names(tx, SetupKind::Assistant)?,
                    setups::names(tx, SetupKind::AssistantDraft)?,
                ))
            };
            let (live, drafts) = self.0.store.read(scope, names).await?;
            let mut packs = Vec::new();
            for (name, version) in live {
                let of = Of { kind: SetupKind::Assistant, name: &name };
                match self.read(scope, of, version, there).await? {
                    Ok(pack) => packs.push(pack),
                    Err(faults) => {
                        let why = faults.first().map(ToString::to_string).unwrap_or_default();
                        tracing::warn!("The assistant `{name}` of a tenant does not answer: {why}");
                    }
                }
            }
            Ok(OwnPacks { live: packs, has_drafts: !drafts.is_empty() })
        })
    }

    fn draft<'a>(
        &'a self,
        scope: &'a Scope,
        name: &'a str,
        there: &'a There,
    ) -> BoxFuture<'a, Result<Option<Draft>, StoreError>> {
        Box::pin(async move {
            let of = Of { kind: SetupKind::AssistantDraft, name };
            let Some(version) = self.versions(scope, of.kind).await?.get(name).copied() else {
                return Ok(None);
            };
            let outcome = self.read(scope, of, version, there).await?;
            let why = |faults: Arc<Vec<Fault>>| faults.first().map(ToString::to_string).unwrap_or_default();
            Ok(Some(outcome.map_err(why)))
        })
    }
}

/// How many tokens a text has, for a model that is not known.
pub fn tokens(text: &str) -> u64 {
    conserje_llm::count("", text)
}

fn fault(file: &str, problem: &str) -> Fault {
    Fault::of_file(Path::new(file), problem)
}

/// Writes files to a folder and reads them as a pack. Paths in faults are those of the files.
fn read_below(folder: &Path, name: &str, files: &PackFiles, there: &There) -> Result<Arc<Pack>, Vec<Fault>> {
    if let Err(error) = content::unpack(folder, files) {
        tracing::error!("An assistant could not be written to {}: {error}", folder.display());
        return Err(vec![fault(
            "pack.toml",
            &format!("it could not be written to the data folder: {error}"),
        )]);
    }
    let read = Pack::read(folder).map_err(|error| error.faults).and_then(|mut pack| {
        let known: BTreeSet<&str> = there.tools.names().collect();
        let mut faults = faults_of(&pack, &known);
        faults.extend(content::not_for_tenants(&pack, name));
        for other in &there.packs {
            if pack.stands_for(other) {
                pack.take_over(other);
            }
        }
        if faults.is_empty() { Ok(Arc::new(pack)) } else { Err(faults) }
    });
    read.map_err(|faults| {
        let relative = |fault: Fault| Fault {
            path: fault.path.strip_prefix(folder).map_or_else(|_| fault.path.clone(), Path::to_path_buf),
            ..fault
        };
        faults.into_iter().map(relative).collect()
    })
}

/// Where each fault is to be mended.
fn in_fields(files: &PackFiles, faults: &[Fault]) -> Vec<FieldFault> {
    let in_field = |fault: &Fault| {
        let file = fault.path.to_string_lossy().into_owned();
        let field = match (file.as_str(), fault.line) {
            ("pack.toml", Some(line)) => files.get("pack.toml").and_then(|text| field_at(text, line)),
            (path, _) => field_of_file(files, path),
        };
        FieldFault { field, line: fault.line, problem: fault.problem.clone(), file }
    };
    faults.iter().map(in_field).collect()
}

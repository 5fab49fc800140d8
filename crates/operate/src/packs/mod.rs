//! Packs, read when the server starts and again whenever their files change. A pack that cannot be read any more leaves
//! everything as it was, and says why in the log.

pub mod evidence;
pub mod included;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub use conserje_agents::{Agent, Catalogue, Pack, PackChoice};
use conserje_agents::{Fault, PackError, rules};
use conserje_conversation::{Conversations, EscalateToHuman};
use conserje_desk::front_desk::FrontDesk;
use conserje_documents::Library;
use conserje_kernel::{Language, Secret};
use conserje_tools::Registry;
use tokio_util::sync::CancellationToken;

use crate::dialogues;
use crate::toolset::{ToolsetError, toolset};

/// How often files are looked at.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// Files that are looked at in a pack; data of a large catalogue beyond that change with the rest.
const FILES: usize = 2_000;

/// Where packs are, and what their tools need.
#[derive(Clone)]
pub struct PackSource {
    pub folders: Vec<PathBuf>,
    pub secrets: BTreeMap<String, Secret>,
    pub library: Library,
    pub front_desk: FrontDesk,
    pub escalate: Arc<EscalateToHuman>,
    /// As their files were when they were read first: what changes from then on is taken up.
    taken: Files,
}

/// Length and time of change.
type Files = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

#[derive(Debug, thiserror::Error)]
pub enum PacksError {
    #[error(transparent)]
    Included(#[from] included::IncludedError),
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Tools(#[from] ToolsetError),
}

impl PackSource {
    pub fn new(
        folders: Vec<PathBuf>,
        secrets: BTreeMap<String, Secret>,
        library: Library,
        front_desk: FrontDesk,
        escalate: Arc<EscalateToHuman>,
    ) -> Self {
        let taken = look(&folders);
        Self { folders, secrets, library, front_desk, escalate, taken }
    }

    /// Every fault of every pack, or all of them ready to be used.
    pub fn read(&self) -> Result<(Catalogue, Registry), PacksError> {
        let (packs, mut faults) = read_all(&self.folders);
        if !faults.is_empty() {
            return Err(PackError { faults }.into());
        }
        let tools = toolset(&packs, &self.secrets, &self.library, &self.front_desk, &self.escalate)?;
        let known: BTreeSet<&str> = tools.names().collect();
        faults.extend(packs.iter().flat_map(|pack| pack.unknown_tools(&known)));
        faults.extend(packs.iter().flat_map(|pack| pack.unknown_dialogues(dialogues::NAMES)));
        if !faults.is_empty() {
            return Err(PackError { faults }.into());
        }
        Ok((Catalogue::of_packs(packs)?.with_examples(included::belonging()), tools))
    }

    /// Takes up what changes on disk.
    pub async fn watch(self, conversations: Conversations, stop: CancellationToken) {
        if self.folders.is_empty() {
            return;
        }
        conserje_kernel::faults::pass("packs.watch");
        learn(&conversations).await;
        let mut taken = self.taken.clone();
        let mut seen = taken.clone();
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
            let now = self.look().await;
            // Whoever writes several files is let finish.
            let is_settled = now == seen;
            seen = now;
            if seen == taken || !is_settled {
                continue;
            }
            taken.clone_from(&seen);
            let source = self.clone();
            match tokio::task::spawn_blocking(move || source.read()).await {
                Ok(Ok((catalogue, tools))) => {
                    conversations.reload(catalogue, tools);
                    learn(&conversations).await;
                    tracing::info!("Packs were read anew");
                }
                Ok(Err(error)) => {
                    tracing::error!("Packs stay as they were, because what changed cannot be used:\n{error}");
                }
                Err(error) => tracing::error!("Packs could not be read anew: {error}"),
            }
        }
    }

    async fn look(&self) -> Files {
        let folders = self.folders.clone();
        tokio::task::spawn_blocking(move || look(&folders)).await.unwrap_or_default()
    }
}

/// So that nobody's message waits for it, unless it comes in the first moment.
async fn learn(conversations: &Conversations) {
    let conversations = conversations.clone();
    if let Err(error) = tokio::task::spawn_blocking(move || conversations.learn()).await {
        tracing::error!("Packs did not learn from their examples: {error}");
    }
}

/// What an agent is told before anything is asked, in tokens.
const BASE: u64 = 800;

/// What is wrong with a pack that can be read: what it names and there is not, and what it says too much of.
pub fn faults_of(pack: &Pack, known_tools: &BTreeSet<&str>) -> Vec<Fault> {
    let mut faults = pack.unknown_tools(known_tools);
    faults.extend(pack.unknown_dialogues(dialogues::NAMES));
    if let Err(error) = crate::toolset::urgency(pack) {
        faults.push(Fault::of_file(error.file(), error.problem()));
    }
    if let Err(error) = pack.evals() {
        faults.extend(error.faults);
    }
    for agent in &pack.agents {
        let longest =
            [Language::Es, Language::En].map(|language| conserje_llm::count("", &rules(agent, language)));
        let tokens = longest.into_iter().max().unwrap_or(0);
        if tokens > BASE {
            let problem = format!(
                "the agent `{}` is told {tokens} tokens before anything is asked; at most {BASE}",
                agent.name
            );
            faults.push(Fault::of_file(&pack.folder.join("pack.toml"), problem));
        }
    }
    faults
}

/// What can be read, and what is wrong with the rest.
pub fn read_all(folders: &[PathBuf]) -> (Vec<Pack>, Vec<Fault>) {
    let (mut packs, mut faults) = (Vec::new(), Vec::new());
    for folder in folders {
        match Pack::read(folder) {
            Ok(pack) => packs.push(pack),
            Err(error) => faults.extend(error.faults),
        }
    }
    (packs, faults)
}

fn look(folders: &[PathBuf]) -> Files {
    let mut files = Files::new();
    for folder in folders {
        look_into(folder, &mut files, 0);
    }
    files
}

fn look_into(folder: &Path, files: &mut Files, depth: u32) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if files.len() >= FILES {
            return;
        }
        let Ok(about) = entry.metadata() else { continue };
        if about.is_dir() && depth < 3 {
            look_into(&entry.path(), files, depth + 1);
        } else if about.is_file() {
            files.insert(entry.path(), (about.len(), about.modified().ok()));
        }
    }
}

//! How documents are read, embedded and searched.

use std::path::PathBuf;
use std::sync::Arc;

use conserje_documents::Limits;
use conserje_documents::extract::PoolOptions;
use conserje_kernel::Secret;
use conserje_llm::embed::{
    AzureVision, EmbedderFacts, ImageEmbedder, OpenAiEmbedder, OpenError, RemoteModel, TextEmbedder,
};
use conserje_search::{Engine, SearchError};
use conserje_store::DataFolder;

use super::ConfigError;
use super::file::{Documents, Embedding, Search, Testing};

/// Tenants whose index is open at a time.
const OPEN_SHARDS: usize = 64;
/// What the program itself is started with to read files.
pub const EXTRACT_WORKER: &str = "extract-worker";

#[derive(Clone, Debug)]
pub struct KnowledgeConfig {
    pub limits: Limits,
    workers: usize,
    worker_program: Option<PathBuf>,
    /// None: what came with the program, or what setting up has fetched, if any.
    folders: Option<Vec<PathBuf>>,
    remote: Option<Remote>,
    /// Where pictures are embedded, and the key for it.
    pictures: Option<(String, Secret)>,
    qdrant: Option<(String, Option<Secret>)>,
}

#[derive(Clone, Debug)]
struct Remote {
    base_url: String,
    key: Secret,
    model: RemoteModel,
}

impl KnowledgeConfig {
    pub(super) fn read(
        documents: &Documents,
        embedding: Embedding,
        search: Search,
        testing: &Testing,
    ) -> Result<Self, ConfigError> {
        let wrong = |key, given: String, fix| Err(ConfigError::Value { key, given, fix });
        if !(64..=8192).contains(&documents.chunk_tokens) {
            return wrong("documents.chunk_tokens", documents.chunk_tokens.to_string(), "use 64 to 8192");
        }
        if documents.chunk_overlap >= documents.chunk_tokens {
            let given = documents.chunk_overlap.to_string();
            return wrong("documents.chunk_overlap", given, "use less than `documents.chunk_tokens`");
        }
        if let Some(missing) = embedding.folders.iter().flatten().find(|folder| !folder.is_dir()) {
            let given = format!("`{}`", missing.display());
            return wrong("embedding.folders", given, "name folders that are there, or [] for none");
        }
        let remote = match (embedding.base_url, embedding.model) {
            (None, None) => None,
            (Some(base_url), Some(name)) => {
                if embedding.dimensions == 0 {
                    let fix = "say how many numbers a vector of the model has";
                    return wrong("embedding.dimensions", "0".to_owned(), fix);
                }
                let facts = EmbedderFacts {
                    name: Arc::from(name.as_str()),
                    dimensions: embedding.dimensions,
                    max_tokens: 8191,
                    languages: Vec::new(),
                    price: Some(conserje_llm::micros(embedding.price)),
                };
                let key = Secret::new(embedding.api_key.unwrap_or_default());
                Some(Remote { base_url, key, model: RemoteModel::new(facts, name) })
            }
            (Some(_), None) | (None, Some(_)) => {
                let fix = "set `embedding.base_url` and `embedding.model` together, or neither";
                return wrong("embedding.base_url", "set alone".to_owned(), fix);
            }
        };
        Ok(Self {
            limits: Limits {
                file_bytes: documents.max_file_megabytes << 20,
                image_bytes: documents.max_image_megabytes << 20,
                chunks: conserje_documents::chunk::Limits {
                    tokens: documents.chunk_tokens,
                    overlap: documents.chunk_overlap,
                },
            },
            workers: documents.workers,
            worker_program: testing.worker_program.clone(),
            folders: embedding.folders,
            remote,
            pictures: embedding
                .image_base_url
                .map(|url| (url, Secret::new(embedding.image_api_key.unwrap_or_default()))),
            qdrant: search.qdrant_url.map(|url| (url, search.qdrant_key.map(Secret::new))),
        })
    }

    pub(crate) fn engine(&self, folder: &DataFolder) -> Result<Engine, SearchError> {
        match &self.qdrant {
            Some((url, key)) => Engine::qdrant(url, key.as_ref().map(Secret::expose), "conserje"),
            None => Ok(Engine::local(folder.index(), OPEN_SHARDS)),
        }
    }

    pub(crate) fn pool(&self) -> std::io::Result<PoolOptions> {
        let program = match &self.worker_program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?,
        };
        let mut options = PoolOptions::new(program, vec![EXTRACT_WORKER.into()]);
        if self.workers > 0 {
            options.workers = self.workers;
        }
        options.limits.ocr.data = shipped("tessdata");
        Ok(options)
    }

    pub(crate) fn image_embedder(&self, http: &reqwest::Client) -> Option<Arc<dyn ImageEmbedder>> {
        let (url, key) = self.pictures.as_ref()?;
        Some(Arc::new(AzureVision::new(url, key.clone(), http.clone())))
    }

    /// Reads weights from disk: not for the async runtime. No embedder at all is no error: words alone are compared.
    pub(crate) fn embedders(&self, http: &reqwest::Client) -> Result<Vec<Arc<dyn TextEmbedder>>, OpenError> {
        if let Some(remote) = &self.remote {
            let embedder = OpenAiEmbedder::new(
                &remote.base_url,
                remote.key.clone(),
                http.clone(),
                conserje_llm::OpenAiFlavour::Compatible,
                remote.model.clone(),
            );
            return Ok(vec![Arc::new(embedder)]);
        }
        let folders = self.folders.clone().unwrap_or_else(models_at_hand);
        folders.iter().map(|folder| Ok(Arc::from(conserje_llm::embed::open(folder)?))).collect()
    }
}

/// The model that is good at many languages: from the package, else what `scripts/fetch-embedder` put into the cache folder.
/// The other one that it fetches is slower by far, and a gain in English only.
fn models_at_hand() -> Vec<PathBuf> {
    let home = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let fetched = || Some(home?.join("conserje/models/use-multilingual")).filter(|folder| folder.is_dir());
    shipped("models/use-multilingual").or_else(fetched).into_iter().collect()
}

/// A folder that a package brings beside the program: `share/conserje/…` where the program is in `bin`.
fn shipped(name: &str) -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?.parent()?.join("share/conserje").join(name);
    folder.is_dir().then_some(folder)
}

//! What all retrieval tools share: the library they look in, and how they answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conserje_documents::{Document, FoundPassage, Library, LibraryError, NameMatch, Named};
use conserje_kernel::{DocumentId, Scope};
use conserje_search::{Passage, SearchError};
use futures::future::{BoxFuture, FutureExt};
use serde_json::Value;

use super::quote::Quoter;
use super::render::{self, Frame, Looked, Note, Problem};
use super::sources::Source;
use crate::titles;
use crate::tool::{Call, Outcome, Status, Tool, ToolInfo};

/// Words and what else is looked for when they are asked for.
pub type SynonymTable = Vec<(String, Vec<String>)>;

/// Where a tool looks.
pub(super) struct Desk {
    pub(super) library: Library,
    /// Those of a pack; the tenant's own are the library's.
    pub(super) synonyms: SynonymTable,
}

/// Why there is no answer.
pub(super) enum Failure {
    Told(Problem),
    Library(LibraryError),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Told(problem)
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        Self::Library(error)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Self::Library(error.into())
    }
}

pub(super) type Answer = Result<Outcome, Failure>;
type Look = fn(Arc<Desk>, Call) -> BoxFuture<'static, Answer>;

/// A tool that looks something up in a library.
pub(super) struct LookUp {
    info: ToolInfo,
    desk: Arc<Desk>,
    look: Look,
}

impl LookUp {
    /// What it returns was written by whoever wrote the documents.
    pub(super) fn tool(desk: &Arc<Desk>, info: ToolInfo, look: Look) -> Arc<dyn Tool> {
        let title = titles::title(&info.name);
        let info = ToolInfo { title, is_from_outside: true, ..info };
        Arc::new(Self { info, desk: Arc::clone(desk), look })
    }
}

impl Tool for LookUp {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        let (language, question) = (call.language, Arc::clone(&call.question));
        let answer = (self.look)(Arc::clone(&self.desk), call);
        async move {
            let problem = match answer.await {
                Ok(outcome) => return outcome,
                Err(Failure::Told(problem)) => problem,
                Err(Failure::Library(error)) => problem_of(&self.info.name, &error),
            };
            let text = render::failure(Frame { language, question: &question }, &problem);
            Outcome { text, ..Outcome::failed(problem.text(language)) }
        }
        .boxed()
    }
}

/// What the model can mend it is told; the rest is for whoever runs the server.
fn problem_of(tool: &str, error: &LibraryError) -> Problem {
    if let LibraryError::Search(SearchError::Pattern { reason }) = error {
        return Problem::Pattern { reason: reason.clone() };
    }
    let can_be_mended = matches!(
        error,
        LibraryError::Invalid { .. }
            | LibraryError::NotFound { .. }
            | LibraryError::Search(SearchError::Query { .. })
    );
    if can_be_mended {
        return Problem::Refused { reason: error.to_string() };
    }
    tracing::warn!("`{tool}` could not search: {error}");
    Problem::Unavailable
}

/// A result and how the model reads it.
pub(super) fn found(result: Value, text: String) -> Outcome {
    Outcome { status: Status::Succeeded, result, text }
}

impl Desk {
    /// The documents that a query names, if any; what a search that keeps to them must say, and what it looks at.
    pub(super) async fn within(
        &self,
        scope: &Scope,
        query: &str,
        notes: &mut Vec<Note>,
    ) -> Result<(BTreeSet<DocumentId>, Looked), LibraryError> {
        let mut documents = BTreeSet::new();
        match self.library.named_in(scope, query).await? {
            Named::These(these) => {
                let names: Vec<String> = these.iter().map(|(_, name)| name.clone()).collect();
                documents.extend(these.into_iter().map(|(id, _)| id));
                let looked = Looked { documents: documents.len() as u64, within: Some(names.join(", ")) };
                notes.push(Note::OnlyIn { names });
                return Ok((documents, looked));
            }
            Named::NotThere { name, nearest } => {
                notes.push(Note::NoSuchFile { name: name.chars().take(200).collect(), nearest });
            }
            Named::Nothing => {}
        }
        let sizes = self.library.sizes(scope).await?;
        Ok((documents, Looked { documents: sizes.values().sum(), within: None }))
    }

    /// The document of that name, or a word about those that are nearly called so.
    pub(super) async fn document(&self, scope: &Scope, name: &str) -> Result<Document, Failure> {
        match self.library.by_name(scope, name).await? {
            NameMatch::Found(document) => Ok(*document),
            NameMatch::Nearest(nearest) => {
                let name = name.chars().take(200).collect();
                Err(Problem::NoSuchFile { name, nearest }.into())
            }
        }
    }

    /// The documents that passages are of, without those that are gone by now.
    pub(super) async fn documents(
        &self,
        scope: &Scope,
        passages: impl Iterator<Item = &Passage>,
    ) -> Result<BTreeMap<DocumentId, Document>, LibraryError> {
        let ids: BTreeSet<DocumentId> = passages.map(|passage| passage.document).collect();
        let mut documents = BTreeMap::new();
        for id in ids {
            match self.library.document(scope, id).await {
                Ok(document) => drop(documents.insert(id, document)),
                Err(LibraryError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(documents)
    }

    /// For each hit its source, in order.
    pub(super) async fn sources(
        &self,
        scope: &Scope,
        hits: &[FoundPassage],
        quoter: &Quoter,
    ) -> Result<Vec<Source>, LibraryError> {
        let documents = self.documents(scope, hits.iter().map(|hit| &hit.passage)).await?;
        let source = |hit: &FoundPassage| Source {
            excerpts: hit.highlights.clone(),
            ..Source::of_passage(
                &hit.passage,
                documents.get(&hit.passage.document),
                f64::from(hit.score),
                quoter,
            )
        };
        Ok(hits.iter().map(source).collect())
    }
}

/// What was looked for besides the words of the query: the index writes it behind the query as
/// `(word OR other OR another)`.
pub(super) fn synonyms_in(expanded: Option<&str>, query: &str) -> Vec<String> {
    let Some(expanded) = expanded else { return Vec::new() };
    let added = expanded.strip_prefix(query).unwrap_or(expanded);
    let groups = added.split('(').skip(1).filter_map(|group| group.split(')').next());
    groups.flat_map(|group| group.split(" OR ").skip(1)).map(str::to_owned).collect()
}

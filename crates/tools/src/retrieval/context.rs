//! The documents that a question is asked with (K6): those attached to it, those found for it, and how much of each.
//!
//! An image goes to a model that can see it as it is; a document goes as the text that was read from it if that fits
//! the room that the model has, else as the passages that fit the question; a file that was not read yet goes as it is
//! if it is text. What is cut is said, to the model in the document's tag and to people in [`Included`].

use std::collections::BTreeSet;
use std::time::Duration;

use conserje_documents::{Ask, Document, FoundPassage, Library, LibraryError};
use conserje_kernel::{DocumentId, DocumentStatus, Scope};
use conserje_llm::count;
use conserje_search::group::Granularity;
use conserje_search::{Mode, Passage};
use serde::{Deserialize, Serialize};

use super::desk::{Desk, SynonymTable};
use super::quote::Quoter;
use super::sources::Source;

/// From this size on a document is not looked at whole.
const LARGE: i64 = 30 << 20;
/// Providers refuse larger images.
const LARGEST_SEEN: i64 = 4 << 20;
/// What every provider's models see.
const SEEN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/// Passages of one document, where it does not fit as a whole.
const PASSAGES: u32 = 20;
/// A file that has just been uploaded is waited for.
const READ_WITHIN: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// A question, and what it is to be asked with.
#[derive(Clone, Debug)]
pub struct Grounding<'a> {
    pub question: &'a str,
    pub attachments: &'a [DocumentId],
    /// Whether documents that fit the question are looked for too.
    pub is_searched: bool,
    pub room: Room,
}

/// What the model that is asked can take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Tokens that documents may take, as the model of this name counts them.
    pub tokens: u64,
    pub model: String,
    pub sees_images: bool,
}

/// What a question is asked with. It is from outside, whatever it says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grounds {
    /// `<documents>…</documents>`, or empty.
    pub text: String,
    pub sources: Vec<Source>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Picture>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Included>,
}

impl Grounds {
    /// Every text of it that came from outside, to be looked at; what stands around the documents is ours. Nothing in them
    /// can be taken for that, since they were [`escaped`].
    pub fn each_text(&mut self, look: &mut dyn FnMut(&mut String)) {
        let mut text = String::with_capacity(self.text.len());
        let mut inside = String::new();
        for line in self.text.split_inclusive('\n') {
            if ["<document", "</document"].iter().any(|mark| line.starts_with(mark)) {
                look_at(&mut inside, look, &mut text);
                text.push_str(line);
            } else {
                inside.push_str(line);
            }
        }
        look_at(&mut inside, look, &mut text);
        self.text = text;
        for source in &mut self.sources {
            source
                .quote
                .iter_mut()
                .chain(&mut source.section)
                .chain(&mut source.excerpts)
                .for_each(&mut *look);
        }
    }
}

fn look_at(inside: &mut String, look: &mut dyn FnMut(&mut String), into: &mut String) {
    if !inside.is_empty() {
        look(inside);
        into.push_str(inside);
        inside.clear();
    }
}

/// An image that the model is to see as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub blob: String,
    pub media_type: String,
}

/// A document that the question was asked with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Included {
    pub file_id: String,
    pub file_name: String,
    pub origin: Origin,
    pub strategy: Strategy,
    /// Not all of it fitted.
    pub is_cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Attachment,
    SemanticSearch,
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Self::Attachment => "attachment",
            Self::SemanticSearch => "semantic_search",
        }
    }
}

/// In which form a document goes to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Strategy {
    DirectContent,
    ExtractedText,
    RagChunks,
}

impl Strategy {
    pub fn name(self) -> &'static str {
        match self {
            Self::DirectContent => "DIRECT_CONTENT",
            Self::ExtractedText => "EXTRACTED_TEXT",
            Self::RagChunks => "RAG_CHUNKS",
        }
    }

    /// `text_tokens`: of the text that was read from it, if it was.
    fn choose(document: &Document, text_tokens: Option<u64>, room: &Room) -> Self {
        let is_seen = SEEN.contains(&document.mime_type.as_str()) && document.size <= LARGEST_SEEN;
        if is_seen && room.sees_images {
            return Self::DirectContent;
        }
        if document.size >= LARGE && document.embedding_status == DocumentStatus::Completed {
            return Self::RagChunks;
        }
        match text_tokens {
            Some(tokens) if tokens <= room.tokens => Self::ExtractedText,
            Some(_) => Self::RagChunks,
            None => Self::DirectContent,
        }
    }
}

/// Reads what a question is to be asked with. An attachment that is not there is an error; a search that fails is not.
pub async fn ground(
    library: &Library,
    scope: &Scope,
    asked: &Grounding<'_>,
) -> Result<Grounds, LibraryError> {
    let mut context = Context::new(library, scope, asked);
    let attached: BTreeSet<DocumentId> = asked.attachments.iter().copied().collect();
    let mut documents = Vec::with_capacity(attached.len());
    for id in &attached {
        documents.push(when_read(library, scope, *id).await?);
    }
    // The first one named is the last one cut.
    documents.sort_by_key(|document| asked.attachments.iter().position(|id| *id == document.id));
    for (at, document) in documents.iter().enumerate() {
        let others = u64::try_from(documents.len() - at).unwrap_or(1);
        context.attach(document, others).await?;
    }
    if asked.is_searched {
        match find(library, scope, asked.question, &attached).await {
            Ok(hits) => context.add_passages(&hits, Origin::SemanticSearch).await?,
            // The question can be asked without.
            Err(error) => tracing::warn!("Documents for a question could not be searched: {error}"),
        }
    }
    Ok(context.finish())
}

/// Passages as a question is asked with them: `<documents>` for the model, and what they are cited by.
pub async fn of_passages(
    library: &Library,
    scope: &Scope,
    question: &str,
    hits: &[FoundPassage],
) -> Result<Grounds, LibraryError> {
    let room = Room { tokens: u64::MAX, model: String::new(), sees_images: false };
    let asked = Grounding { question, attachments: &[], is_searched: false, room };
    let mut context = Context::new(library, scope, &asked);
    context.add_passages(hits, Origin::SemanticSearch).await?;
    Ok(context.finish())
}

/// The document once it is read, or as it is after a while.
async fn when_read(library: &Library, scope: &Scope, id: DocumentId) -> Result<Document, LibraryError> {
    let until = tokio::time::Instant::now() + READ_WITHIN;
    loop {
        let document = library.document(scope, id).await?;
        if document.processing_status.is_over() || tokio::time::Instant::now() >= until {
            return Ok(document);
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

async fn find(
    library: &Library,
    scope: &Scope,
    question: &str,
    without: &BTreeSet<DocumentId>,
) -> Result<Vec<FoundPassage>, LibraryError> {
    let ask = Ask::new(question, Mode::Hybrid, 0);
    // More files than are wanted: those that are attached already do not count.
    let usual = Granularity::default();
    let wide = Granularity { files: usual.files + without.len(), ..usual };
    let (files, _) = library.search_files(scope, ask, wide).await?;
    let others = files.into_iter().filter(|file| !without.contains(&file.document)).take(usual.files);
    Ok(others.flat_map(|file| file.passages).collect())
}

/// A context that is being put together.
struct Context<'a> {
    desk: Desk,
    scope: &'a Scope,
    question: &'a str,
    quoter: Quoter,
    room: Room,
    body: String,
    made: Grounds,
}

impl<'a> Context<'a> {
    fn new(library: &Library, scope: &'a Scope, asked: &Grounding<'a>) -> Self {
        Self {
            desk: Desk { library: library.clone(), synonyms: SynonymTable::new() },
            scope,
            question: asked.question,
            quoter: Quoter::new(asked.question, asked.question),
            room: asked.room.clone(),
            body: String::new(),
            made: Grounds::default(),
        }
    }

    /// `sharing`: how many documents, this one included, still want a part of the room.
    async fn attach(&mut self, document: &Document, sharing: u64) -> Result<(), LibraryError> {
        let text = self.text_of(document).await?;
        let tokens = text.as_deref().map(|text| self.tokens_of(text));
        match Strategy::choose(document, tokens, &self.room) {
            Strategy::DirectContent => self.add_as_it_is(document).await,
            Strategy::ExtractedText => {
                self.add_text(document, text.as_deref().unwrap_or_default()).await?;
                Ok(())
            }
            Strategy::RagChunks => {
                let all = self.room.tokens;
                self.room.tokens = all / sharing.max(1);
                let added = self.add_chunks(document).await;
                self.room.tokens += all - all / sharing.max(1);
                added
            }
        }
    }

    async fn text_of(&self, document: &Document) -> Result<Option<String>, LibraryError> {
        if document.processing_status != DocumentStatus::Completed || document.chunk_count == 0 {
            return Ok(None);
        }
        // Too large to be read for nothing.
        if document.size >= LARGE && document.embedding_status == DocumentStatus::Completed {
            return Ok(Some(String::new()));
        }
        Ok(Some(self.desk.library.text(self.scope, document.id).await?.text))
    }

    /// An estimate is enough where it is far from the limit.
    fn tokens_of(&self, text: &str) -> u64 {
        let estimate = text.len() as u64 / 4;
        if estimate > self.room.tokens.saturating_mul(2) {
            return estimate;
        }
        count(&self.room.model, text)
    }

    async fn add_text(&mut self, document: &Document, text: &str) -> Result<(), LibraryError> {
        let quote = self.quoter.of_text(text);
        let start = quote.as_ref().and_then(|quote| Some(quote.place.as_ref()?.start));
        let passages = self.desk.library.passages(self.scope, document.id, 0, u32::MAX).await?;
        let around = |passage: &&Passage| start.is_some_and(|at| passage.start <= at && at < passage.end);
        let passage = passages.iter().find(around);
        let source = Source {
            chunk_id: passage.map(|passage| passage.id.clone()),
            page: passage.and_then(|passage| passage.page),
            ..Source::of_file(&document.file_name, Some(document), 1.0).quoting(quote)
        };
        self.room.tokens = self.room.tokens.saturating_sub(self.tokens_of(text));
        self.open(source, Origin::Attachment, "", text);
        self.include(document, Strategy::ExtractedText, false);
        Ok(())
    }

    async fn add_chunks(&mut self, document: &Document) -> Result<(), LibraryError> {
        let ask = Ask {
            documents: BTreeSet::from([document.id]),
            ..Ask::new(self.question, Mode::Hybrid, PASSAGES as usize)
        };
        let mut hits = self.desk.library.search(self.scope, ask).await?.hits;
        if hits.is_empty() {
            // Nothing in it fits the question ("summarise this"): then how it begins.
            let begins = self.desk.library.passages(self.scope, document.id, 0, PASSAGES - 1).await?;
            hits.extend(begins.into_iter().map(as_found));
        }
        let mut fitting = self.fitting(hits);
        fitting.sort_by_key(|hit| hit.passage.index);
        let part = format!(" part=\"{} of {} passages\"", fitting.len(), document.chunk_count);
        let sources = self.desk.sources(self.scope, &fitting, &self.quoter).await?;
        for (hit, source) in fitting.iter().zip(sources) {
            self.open(source, Origin::Attachment, &part, &hit.passage.text);
        }
        self.include(document, Strategy::RagChunks, true);
        Ok(())
    }

    /// Those of the best that there is room for.
    fn fitting(&mut self, hits: Vec<FoundPassage>) -> Vec<FoundPassage> {
        let mut fitting = Vec::new();
        for hit in hits {
            let tokens = self.tokens_of(&hit.passage.text);
            if tokens <= self.room.tokens {
                self.room.tokens -= tokens;
                fitting.push(hit);
            }
        }
        fitting
    }

    async fn add_passages(&mut self, hits: &[FoundPassage], origin: Origin) -> Result<(), LibraryError> {
        let fitting = self.fitting(hits.to_vec());
        let documents = self.desk.documents(self.scope, fitting.iter().map(|hit| &hit.passage)).await?;
        let sources = self.desk.sources(self.scope, &fitting, &self.quoter).await?;
        for (hit, source) in fitting.iter().zip(sources) {
            self.open(source, origin, "", &hit.passage.text);
        }
        let files = documents.values().map(|document| Included {
            file_id: document.id.to_string(),
            file_name: document.file_name.clone(),
            origin,
            strategy: Strategy::RagChunks,
            is_cut: true,
        });
        self.made.files.extend(files);
        Ok(())
    }

    async fn add_as_it_is(&mut self, document: &Document) -> Result<(), LibraryError> {
        let source = Source::of_file(&document.file_name, Some(document), 1.0);
        if SEEN.contains(&document.mime_type.as_str()) && self.room.sees_images {
            let Document { blob, mime_type, .. } = document.clone();
            self.made.images.push(Picture { blob, media_type: mime_type });
            self.open(source, Origin::Attachment, "", "The image is attached.");
            self.include(document, Strategy::DirectContent, false);
            return Ok(());
        }
        let is_text = document.mime_type.starts_with("text/") || document.mime_type == "application/json";
        if !is_text {
            let why = match (document.processing_status, &document.error) {
                (DocumentStatus::Failed, Some(error)) => format!("It could not be read: {error}"),
                (DocumentStatus::Completed, _) => "There is no text in it.".to_owned(),
                _ => "It is still being read; ask again in a moment.".to_owned(),
            };
            self.open(source, Origin::Attachment, " part=\"nothing\"", &why);
            self.include(document, Strategy::DirectContent, true);
            return Ok(());
        }
        let (_, content) = self.desk.library.content(self.scope, document.id).await?;
        let text = String::from_utf8_lossy(&content);
        let (text, is_cut) = self.beginning(&text);
        let part = if is_cut { " part=\"its beginning\"" } else { "" };
        self.room.tokens = self.room.tokens.saturating_sub(self.tokens_of(&text));
        self.open(source, Origin::Attachment, part, &text);
        self.include(document, Strategy::DirectContent, is_cut);
        Ok(())
    }

    /// As much of a text as there is room for, and whether that is not all.
    fn beginning(&self, text: &str) -> (String, bool) {
        if self.tokens_of(text) <= self.room.tokens {
            return (text.to_owned(), false);
        }
        // Two characters a token are more tokens than any language has, so that this fits.
        let most = usize::try_from(self.room.tokens).unwrap_or(usize::MAX).saturating_mul(2);
        (text.chars().take(most).collect(), true)
    }

    fn open(&mut self, mut source: Source, origin: Origin, part: &str, text: &str) {
        let number = u32::try_from(self.made.sources.len()).unwrap_or(u32::MAX).saturating_add(1);
        source.number = number;
        let (origin, file, text) = (origin.name(), escaped(&source.file_name), escaped(text));
        self.body.push_str(&format!(
            "<document source=\"{origin}\" file=\"{file}\" cite=\"[{number}]\"{part}>\n{text}\n</document>\n"
        ));
        self.made.sources.push(source);
    }

    fn include(&mut self, document: &Document, strategy: Strategy, is_cut: bool) {
        self.made.files.push(Included {
            file_id: document.id.to_string(),
            file_name: document.file_name.clone(),
            origin: Origin::Attachment,
            strategy,
            is_cut,
        });
    }

    fn finish(mut self) -> Grounds {
        if !self.body.is_empty() {
            self.made.text = format!("<documents>\n{}</documents>", self.body);
        }
        self.made
    }
}

fn as_found(passage: Passage) -> FoundPassage {
    FoundPassage { passage, score: 0.5, lexical: None, cosine: None, highlights: Vec::new() }
}

/// Text that goes between tags: no document ends its own fence.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;

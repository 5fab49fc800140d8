//! Documents, collections and what is found in them.

use std::collections::BTreeMap;

use conserje_kernel::{DocumentStatus, PassageKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::mcp::McpToolRisk;

/// A file and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileReply {
    pub id: String,
    pub collection_id: String,
    /// The file that this one was inside of, such as a message with attachments.
    pub parent_id: Option<String>,
    pub file_name: String,
    pub mime_type: String,
    pub size: i64,
    pub processing_status: DocumentStatus,
    /// `pending` where there is no embedder, so that words alone are compared.
    pub embedding_status: DocumentStatus,
    /// 0 to 100.
    pub progress: i64,
    /// Why it failed and what to do about it.
    pub error: Option<String>,
    /// What a reader should know, such as pages that were read by OCR.
    pub notices: Vec<String>,
    pub title: Option<String>,
    /// What the file says of itself: author, dates, sizes.
    pub facts: BTreeMap<String, String>,
    pub pages: Option<i64>,
    pub chunk_count: i64,
    /// SHA-256 of the extracted text: which version of the document a citation speaks of.
    pub text_hash: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilesReply {
    pub items: Vec<FileReply>,
    pub next_cursor: Option<String>,
}

/// A file of an upload that was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedFile {
    #[serde(flatten)]
    pub file: FileReply,
    /// The collection had this content already: this is that file, and it is not processed again.
    pub is_known: bool,
}

/// A file of an upload that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedFile {
    pub file_name: String,
    pub code: crate::ErrorCode,
    /// What is wrong with it and what to do.
    pub detail: String,
}

/// What became of each file, in the order in which they were sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadReply {
    pub files: Vec<UploadedFile>,
    pub refused: Vec<RefusedFile>,
}

/// The body of an upload, for the documentation of the route.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct UploadForm {
    /// One or more files, at most 20.
    #[schema(value_type = Vec<String>, format = Binary)]
    pub files: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateFileRequest {
    /// The collection to move the file to.
    pub collection_id: String,
}

/// The text of a file, in which offsets of chunks and citations count characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileTextReply {
    pub file_id: String,
    pub text_hash: Option<String>,
    pub text: String,
}

/// A piece of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunkReply {
    pub id: String,
    pub file_id: String,
    pub file_name: String,
    pub collection_id: String,
    /// From 0.
    pub index: u32,
    pub text: String,
    pub tokens: u32,
    pub kind: PassageKind,
    pub section_title: Option<String>,
    pub section_path: Vec<String>,
    pub page: Option<u32>,
    pub start: u64,
    pub end: u64,
    pub has_tables: bool,
    pub has_images: bool,
    /// Where it stands in a law, if it is of one.
    pub article: Option<ArticleReply>,
    pub keywords: Vec<String>,
    pub description: String,
    pub refs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleReply {
    pub law: String,
    pub title: Option<String>,
    pub chapter: Option<String>,
    pub section: Option<String>,
    pub number: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunksReply {
    pub items: Vec<ChunkReply>,
}

/// How far a file is; events of `GET /api/files/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileProgress {
    pub file_id: String,
    pub file_name: String,
    pub status: DocumentStatus,
    pub progress: i64,
    /// Once completed.
    pub chunk_count: Option<u64>,
    pub error: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionReply {
    pub id: String,
    pub name: String,
    /// What a score in it counts beside those of others; 1 is plain.
    pub weight: f64,
    /// Whether guests, who write from outside, are answered from it.
    pub public: bool,
    pub file_count: i64,
    pub chunk_count: i64,
    pub created_at: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionsReply {
    pub items: Vec<CollectionReply>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateCollectionRequest {
    #[schema(max_length = 200)]
    pub name: String,
    #[serde(default = "plain")]
    #[schema(minimum = 0, maximum = 10)]
    pub weight: f64,
}

fn plain() -> f64 {
    1.0
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateCollectionRequest {
    #[serde(default)]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10)]
    pub weight: Option<f64>,
    /// Whether guests are answered from it.
    #[serde(default)]
    pub public: Option<bool>,
}

/// Other words for a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SynonymsOfTerm {
    #[schema(max_length = 200)]
    pub term: String,
    /// None removes the term.
    #[schema(max_items = 50)]
    pub alternatives: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymsReply {
    pub items: Vec<SynonymsOfTerm>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    Lexical,
    Semantic,
    #[default]
    Hybrid,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// May hold operators: `"exact phrase"`, `-excluded`, `+required`.
    #[schema(min_length = 1, max_length = 2000)]
    pub query: String,
    #[serde(default)]
    pub mode: SearchMode,
    /// 1 to 100, 10 unless told.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 100)]
    pub limit: usize,
    /// 0 to 1.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub min_score: f32,
    /// Ids; all collections unless told.
    #[serde(default)]
    pub collections: Vec<String>,
    /// Ids; all files unless told.
    #[serde(default)]
    pub files: Vec<String>,
    /// After how many days a document counts half; 1 to 36500.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 36500)]
    pub half_life_days: Option<u32>,
    /// Puts the best in order once more; not unless told.
    #[serde(default)]
    pub rerank: RerankMode,
}

/// What decides the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerankMode {
    /// As the search found them.
    #[default]
    None,
    /// How closely words meet the question.
    Keyword,
    /// What a language model says of them.
    Llm,
    /// Both: 0.7 of the model's judgement and 0.3 of the words.
    Hybrid,
}

fn ten() -> usize {
    10
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchReply {
    pub query: String,
    /// The question with the synonyms that were also looked for.
    pub expanded_query: Option<String>,
    pub total_found: usize,
    pub results: Vec<SearchHit>,
    pub execution_time_ms: f64,
    /// The part of it that making the question's vectors took.
    pub embedding_time_ms: f64,
    pub embedding_models: Vec<String>,
    /// What was not done that was asked for.
    pub notice: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    /// 0 to 1.
    pub score: f32,
    /// BM25, where words were compared.
    pub lexical_score: Option<f32>,
    /// Cosine, where meaning was compared.
    pub semantic_score: Option<f32>,
    /// Pieces of the text as HTML, with `<em>` around the words that were looked for.
    pub highlights: Vec<String>,
    pub chunk: ChunkReply,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolReply {
    pub tool: String,
    pub success: bool,
    /// For programs.
    pub result: Value,
    /// As a model reads it.
    pub text: String,
    /// The session that the call belongs to, if any; the next call about the same customer names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDescription {
    pub name: String,
    /// What it does, in a few words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For models.
    pub description: String,
    /// A JSON Schema.
    pub parameters: Value,
    pub risk: McpToolRisk,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolsReply {
    pub items: Vec<ToolDescription>,
}

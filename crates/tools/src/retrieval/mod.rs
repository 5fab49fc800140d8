//! Tools that find and read what a tenant's documents say.
//!
//! A tool reads its arguments (`args`), asks the library, and answers twice: with a structured result for the record
//! (`result`, and `sources` that citations are made from), and with a text for the model (`render`). All text in
//! them comes from outside: it is data, whatever it says.

mod args;
pub mod context;
mod desk;
mod files;
mod knowledge;
mod legal;
mod listing;
mod passages;
mod patterns;
mod quote;
mod render;
mod result;
mod sources;
mod structure;

use std::sync::Arc;

use conserje_documents::Library;
use futures::future::FutureExt;

use crate::tool::Tool;
use desk::{Desk, LookUp};

pub use desk::SynonymTable;
pub use legal::colloquial_synonyms;
pub use render::lasting;
pub use sources::{BLOB_STORAGE, Source, number_sources, parse_sources};

/// The names of all of them.
pub const NAMES: [&str; 13] = [
    "tool_lexical_search",
    "tool_semantic_search",
    "tool_structure_search",
    "tool_regex_search",
    "tool_file_section",
    "tool_file_content",
    "list_documents",
    "search_knowledge_base",
    "search_normativa",
    "search_sentencias",
    "search_criterios",
    "get_article",
    "get_related_chunks",
];

/// The six searches, what there is to search, and the search of the whole knowledge base, which knows the everyday words
/// of packs.
pub fn retrieval_tools(library: Library, synonyms: SynonymTable) -> Vec<Arc<dyn Tool>> {
    let desk = &Arc::new(Desk { library, synonyms });
    vec![
        LookUp::tool(desk, passages::lexical_info(), |desk, call| passages::lexical(desk, call).boxed()),
        LookUp::tool(desk, passages::semantic_info(), |desk, call| passages::semantic(desk, call).boxed()),
        LookUp::tool(desk, structure::info(), |desk, call| structure::structure(desk, call).boxed()),
        LookUp::tool(desk, patterns::info(), |desk, call| patterns::regex(desk, call).boxed()),
        LookUp::tool(desk, files::section_info(), |desk, call| files::file_section(desk, call).boxed()),
        LookUp::tool(desk, files::content_info(), |desk, call| files::file_content(desk, call).boxed()),
        LookUp::tool(desk, listing::info(), |desk, call| listing::list(desk, call).boxed()),
        LookUp::tool(desk, knowledge::info(), |desk, call| knowledge::knowledge(desk, call).boxed()),
    ]
}

/// The legal ones. `synonyms` are the pack's: everyday words and what the law says for them.
pub fn legal_tools(library: Library, synonyms: SynonymTable) -> Vec<Arc<dyn Tool>> {
    let desk = &Arc::new(Desk { library, synonyms });
    vec![
        LookUp::tool(desk, legal::normativa_info(), |desk, call| legal::normativa(desk, call).boxed()),
        LookUp::tool(desk, legal::sentencias_info(), |desk, call| legal::sentencias(desk, call).boxed()),
        LookUp::tool(desk, legal::criterios_info(), |desk, call| legal::criterios(desk, call).boxed()),
        LookUp::tool(desk, legal::article_info(), |desk, call| legal::article(desk, call).boxed()),
        LookUp::tool(desk, legal::related_info(), |desk, call| legal::related(desk, call).boxed()),
    ]
}

#[cfg(test)]
#[path = "protocol_tests.rs"]
mod protocol_tests;

//! What is said about a chunk besides its text: the words that it is about, a sentence that tells what it says, and
//! what it refers to.

mod description;
mod keywords;
mod links;
mod words;

use crate::chunk::Chunk;

use description::describe_weighed;
use keywords::Weighed;

pub use description::describe;
pub use keywords::{CorpusStats, OwnStats, keywords};
pub use links::link;
pub use words::{is_stop_word, one_line, words};

/// Keywords of a chunk.
pub const KEYWORDS: usize = 8;

/// Fills keywords, descriptions and the references inside the document. Without statistics of a corpus the document's
/// own are taken.
pub fn enrich(chunks: &mut [Chunk], stats: Option<&dyn CorpusStats>) {
    let own;
    let stats = match stats.filter(|stats| stats.chunks() > 0) {
        Some(stats) => stats,
        None => {
            own = OwnStats::of(chunks.iter().map(|chunk| chunk.text.as_str()));
            &own
        }
    };
    for chunk in chunks.iter_mut() {
        let title = chunk.section_title.as_deref();
        let weighed = Weighed::of(&chunk.text, stats);
        (chunk.keywords, chunk.description) =
            (weighed.keywords(title, KEYWORDS), describe_weighed(&chunk.text, title, &weighed));
    }
    link(chunks);
}

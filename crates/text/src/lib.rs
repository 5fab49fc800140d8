//! Text as people write it, made comparable.
//!
//! - [`fold()`]: a key to find a text by, whatever its case and accents.
//! - [`name_words`]: the words of a name, without plural.
//!
//! What an adversary writes is another matter: `guard` folds look-alikes of letters, which no search key does.
mod fold;
mod names;

pub use fold::fold;
pub use names::words as name_words;

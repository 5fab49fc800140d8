//! Text as people write it, made comparable.
//!
//! - [`fold()`], [`fold_accents`], [`fold_keeping_enye`]: keys to find a text by, whatever its case and accents. The
//!   table in `fold.rs` says how they differ, and which of them is kept on disk where.
//! - [`words()`]: the words of a text, each folded and with its place. [`alphanumeric_runs`]: the plainest way to cut one up.
//! - [`stem`], [`is_stop_word`], [`language_of`]: what the two languages make of it.
//! - [`name_words`]: the words of a name, without plural.
//!
//! Everything is pure and total, and what it gives never changes: indexes and rows were written with it.
//!
//! What an adversary writes is another matter: `guard` folds look-alikes of letters, which no search key does.
//!
//! ```
//! use conserje_kernel::Language;
//! use conserje_text::{fold, language_of, stem};
//!
//! let asked = "¿Cuántos AÑOS se cotiza?";
//! assert_eq!(fold(asked), "¿cuantos anos se cotiza?");
//! assert_eq!(language_of(asked), Some(Language::Es));
//! assert_eq!(stem("trabajadores", Language::Es), stem("trabajador", Language::Es));
//! ```
mod fold;
mod language;
mod names;
mod stems;
mod stop_words;
mod words;

pub use fold::{fold, fold_accents, fold_keeping_enye};
pub use language::language_of;
pub use names::words as name_words;
pub use stems::stem;
pub use stop_words::{is_stop_word, is_stop_word_as_written};
pub use words::{Word, alphanumeric_runs, words};

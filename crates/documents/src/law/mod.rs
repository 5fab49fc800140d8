//! Laws: where their articles begin, how laws and articles are called, and what one says of another.

mod asked;
mod known;
mod line;
mod names;
mod number;
mod outline;
mod references;

pub use asked::{AskedLaw, asked_law};
pub use names::{Law, LawNames, Named};
pub use number::{ArticleKey, Part, article_key};
pub use outline::{Outline, Provision, at, is_law, outline};
pub use references::{
    CitedLaw, Reference, Target, amended_law, chunk_references, find_references, link_laws, resolve,
    resolve_references,
};

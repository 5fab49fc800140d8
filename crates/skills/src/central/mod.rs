//! What assistants do with Business Central: [`meta_tools`], the seven that answer from the catalogue, and [`live_tools`], the
//! six that reach a real one.
mod live;
mod meta;
mod page;

pub use live::{LIVE_NAMES, live_tools};
pub use meta::{META_NAMES, meta_tools};

//! Business Central: what its API offers, and how to use it.
//!
//! - [`Catalogue`]: entities, properties, operations and relations, read from a pack's `catalog` folder.
//! - [`workflow`]: several steps over entities, checked and written down.
//! - [`meta_tools`]: the seven tools that answer from the catalogue.
//! - [`client`] and [`live_tools`]: the way to a real one, and the six tools that take it.
mod catalogue;
pub mod client;
mod live;
mod meta;
pub(crate) mod names;
mod operations;
pub(crate) mod page;
mod read;
mod relations;
mod spoken;
mod values;
pub mod workflow;

pub use catalogue::{Catalogue, Entity, Kind, Navigation, Operation, Property, Required, Unknown};
pub use client::{CentralError, CentralSettings};
pub use live::{LIVE_NAMES, live_tools};
pub use meta::{META_NAMES, meta_tools};
pub use operations::{FoundOperation, Verb};
pub use read::{CatalogueError, CatalogueFault};
pub use relations::{Hop, Relations};

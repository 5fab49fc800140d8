//! Business Central: what its API offers, and how to use it.
//!
//! - [`Catalogue`]: entities, properties, operations and relations, read from a pack's `catalog` folder.
//! - [`workflow`]: several steps over entities, checked and written down.
//! - [`meta_tools`]: the seven tools that answer from the catalogue.
mod catalogue;
mod meta;
mod names;
mod operations;
mod page;
mod read;
mod relations;
mod values;
pub mod workflow;

pub use catalogue::{Catalogue, Entity, Kind, Navigation, Operation, Property, Required, Unknown};
pub use meta::{META_NAMES, meta_tools};
pub use operations::{FoundOperation, Verb};
pub use read::{CatalogueError, CatalogueFault};
pub use relations::{Hop, Relations};

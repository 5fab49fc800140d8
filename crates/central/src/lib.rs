//! Microsoft Dynamics 365 Business Central: what its API offers, and how to use it.
//!
//! - [`Catalogue`]: entities, properties, operations and relations, read from a pack's `catalog` folder.
//! - [`workflow`]: several steps over entities, checked and written down.
//! - [`client`]: the way to a real one.
//!
//! - What the catalogue does not know is not sent: entity, operation and property are looked up before any request.
//! - A write that may have happened is `unknown`, never `failed`: the API has no idempotency keys.
//!
//! ```
//! use conserje_central::Catalogue;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/erp/catalog");
//! let catalogue = Catalogue::read(std::path::Path::new(folder))?;
//! assert_eq!(catalogue.entity("facturas de venta").unwrap().name, "salesInvoice");
//! # Ok::<(), conserje_central::CatalogueError>(())
//! ```
pub mod catalogue;
pub mod client;
pub mod names;
pub mod operations;
pub mod read;
pub mod relations;
pub mod spoken;
pub mod values;
pub mod workflow;

pub use catalogue::{Catalogue, Entity, Kind, Navigation, Operation, Property, Required, Unknown};
pub use client::{CentralError, CentralSettings};
pub use operations::{FoundOperation, Verb};
pub use read::{CatalogueError, CatalogueFault};
pub use relations::{Hop, Relations};

//! What a business runs on, as tools for agents.
//!
//! [`central`] is Microsoft Dynamics 365 Business Central: a catalogue of its API as data, tools that answer from the
//! catalogue alone, workflows checked against it, and a client that reads and, where a person approves, writes.
//!
//! [`desk`] is the front desk of a business that people visit: branches, staff, services, appointments, orders, loyalty.
//!
//! [`urgency`] tells an emergency from a question about prices, by rules.
//!
//! - Nothing here decides who may do what: a tool says its risk, and the turn asks a person.
//! - What the catalogue does not know is not sent: entity, operation and property are looked up before any request.
//! - A write that may have happened is `unknown`, never `failed`: the API has no idempotency keys.
//!
//! ```
//! use conserje_business::central::Catalogue;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/erp/catalog");
//! let catalogue = Catalogue::read(std::path::Path::new(folder))?;
//! assert_eq!(catalogue.entity("facturas de venta").unwrap().name, "salesInvoice");
//! # Ok::<(), conserje_business::central::CatalogueError>(())
//! ```
pub mod central;
pub mod desk;
mod titles;
pub mod urgency;

//! What clients see: wire types, and the one table of public errors.
//!
//! Wire types are strings and numbers; parsing ids and deciding things happens behind the door. A word that is one of a
//! few is an enum, of `kernel` where rows keep it. Their JSON is camelCase, their OpenAPI form is generated, and both are
//! frozen by snapshots.
//!
//! ```
//! use conserje_protocol::ErrorCode;
//! assert_eq!(ErrorCode::NotFound.status(), 404);
//! assert_eq!(ErrorCode::NotFound.name(), "not_found");
//! ```
mod error;
mod event;
mod given;
mod http;
pub mod openai;
mod socket;

pub use error::{ErrorCode, Problem};
pub use event::{
    AttachmentWire, CitationWire, EventBody, EventWire, GuardFindingWire, OperatorWire, PersistenceState,
    RoutingWire, UsageWire,
};
pub use given::Given;
pub use http::*;
pub use socket::*;

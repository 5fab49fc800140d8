//! The Model Context Protocol, so that programs with a model of their own can use what a tenant has here.
//!
//! - tools: those that need no agent, as at `/api/tools`;
//! - resources: the tenant's documents, as the text that was read from them;
//! - prompts: the tenant's assistants.
//!
//! [`transport`] is the way in: what it lets through, and errors before a message is understood. It is
//! generic over who answers, so that the public conformance suite can be run on it with other content.
//! [`Offer`] is who answers here.
//!
//! No session is kept between requests, in any revision of the protocol: any node can answer any request,
//! and there is no session id to steal.

mod documents;
mod offer;
mod paging;
mod prompts;
mod refusal;
pub(crate) mod route;
mod tools;
pub mod transport;

use offer::Offer;
pub use route::PATH;

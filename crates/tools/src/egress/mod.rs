//! The way out: every URL that a user, a pack or a model can influence is fetched through here.
//!
//! [`Egress`] says where requests may go: hosts on a list, over `https`, at public addresses. A URL becomes a
//! [`CheckedUrl`], and [`EgressClient`] sends nothing else. The name is looked up while connecting, and only
//! public addresses come out of that lookup: there is no second lookup that could answer differently.
//! Redirects are followed by hand and checked at each step. Environment proxies are not used: they
//! would look names up themselves.
mod address;
mod client;
mod policy;

pub use address::is_public;
pub use client::{EgressClient, EgressRequest, Lookup, SendError, SystemLookup, read_capped};
pub use policy::{CheckedUrl, Egress, EgressError, EgressSettings};

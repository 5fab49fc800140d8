//! Several steps over entities: as a model writes them, checked, and written down.
//!
//! ```json
//! [
//!   {"entity": "customer", "operation": "GET", "filter": "number eq '10000'"},
//!   {"entity": "salesInvoice", "operation": "POST", "fields": {"customerId": "{{steps.1.id}}"}},
//!   {"entity": "salesInvoice", "action": "post", "key": "{{steps.2.id}}"}
//! ]
//! ```
//!
//! A step has a number, from 1, and may have an `id` of its own; later steps name what it returned as
//! `{{steps.2.id}}` or `{{steps.invoice.id}}`.
mod check;
mod document;
mod fault;
mod plan;
mod refer;
mod step;

pub use document::document;
pub use fault::{Fault, Trouble};
pub use step::{Does, Step, Workflow};

#[cfg(test)]
#[path = "workflow_tests.rs"]
mod tests;

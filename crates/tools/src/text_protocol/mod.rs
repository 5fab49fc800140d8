//! Tools for models without function calling: calls written into the text.
//!
//! `<tool_NAME><param>value</param>…</tool_NAME>`, anywhere and as often as the model likes. The tag of a
//! tool is `tool_` and its name, or its name alone where that begins with `tool_` already.
//!
//! What counts as a call, decided once by [`scan::Scanner`] for [`parse()`] and [`Visible`] alike:
//!
//! - A tag in a Markdown code fence or in inline code is a call too: models like to dress their calls.
//! - A call ends at its closing tag, even in the middle of a value that was not closed. Between parameters
//!   it also ends at the next opening tag of a tool. Inside a value that tag is part of the value, and in
//!   CDATA nothing but `]]>` has a meaning.
//! - A tag longer than [`scan::LONGEST_TAG`] bytes is text: so much is held back at most.
//! - Attributes are passed over, and so is `>` in them: the first `>` ends the tag.
//!
//! A call is never guessed into shape: what is missing, twice or unclosed is [`Segment::Broken`] and says
//! what to write instead, since the next line may move money.
mod convert;
mod document;
mod entities;
mod parse;
mod render;
mod scan;
mod schema;
mod visible;

pub use document::document;
pub use parse::{Segment, parse, tag_of};
pub use render::{render_call, render_results};
pub use visible::Visible;

#[cfg(test)]
#[path = "properties_tests.rs"]
mod properties_tests;

//! What extraction finds in a file: ordered blocks, whatever the format was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A file as read: the only thing that later stages see of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extracted {
    /// As the document names itself, not its file name.
    pub title: Option<String>,
    pub blocks: Vec<Block>,
    /// How many pages, slides or sheets, where the format has such.
    pub pages: Option<u32>,
    /// What the file says of itself: `author`, `created` (RFC 3339), `width`, `height`, `taken_at`, `from`, `subject`,
    /// `cfdi.uuid`, … Names in lower case, values as text.
    pub facts: BTreeMap<String, String>,
    /// Files inside this file that are documents of their own, such as a message's attachments.
    pub children: Vec<Child>,
    /// What a reader should know, in plain words: pages read by OCR, rows left out. Empty when all is well.
    pub notices: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub kind: BlockKind,
    /// Plain text; a table is Markdown (`| a | b |`, header first), a list has one `- item` or `1. item` a line.
    pub text: String,
    /// From 1: page, slide or sheet.
    pub page: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum BlockKind {
    /// 1 is the outermost.
    Heading {
        level: u8,
    },
    Paragraph,
    List,
    Table,
    Code {
        /// As a fence would name it: `rust`, `python`; `None` if not known.
        language: Option<String>,
    },
    /// A picture's text by OCR or its caption.
    Image,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Child {
    pub name: String,
    pub content: Vec<u8>,
}

impl Extracted {
    /// Between two blocks.
    pub const GAP: &'static str = "\n\n";

    /// The whole text, in which offsets of passages and citations count: the blocks' texts with [`Self::GAP`] between.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.blocks.iter().map(|block| block.text.as_str()).collect();
        texts.join(Self::GAP)
    }
}

//! Markdown: its blocks are our blocks.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::super::draft::{Draft, Marker};
use super::super::limits::Limits;
use crate::Extracted;

pub(crate) fn markdown(text: &str, limits: &Limits) -> Extracted {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut walk = Walk {
        draft: Draft::new(limits),
        text: String::new(),
        lists: Vec::new(),
        rows: Vec::new(),
        language: None,
    };
    for event in Parser::new_ext(text, options) {
        walk.event(event);
    }
    walk.draft.finish()
}

struct Walk {
    draft: Draft,
    /// Of the block at hand.
    text: String,
    /// The lists around: the next number, or none for bullets.
    lists: Vec<Option<u64>>,
    rows: Vec<Vec<String>>,
    /// Of the code at hand.
    language: Option<String>,
}

impl Walk {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.text.push('\n'),
            Event::FootnoteReference(name) => self.text.push_str(&format!("[{name}]")),
            Event::TaskListMarker(is_done) => self.text.push_str(if is_done { "[x] " } else { "[ ] " }),
            Event::Html(html) | Event::InlineHtml(html) => {
                if html.trim_start().starts_with("<br") {
                    self.text.push('\n');
                }
            }
            Event::Rule => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split([' ', ',', '{']).next().filter(|name| !name.is_empty())
                    }
                    CodeBlockKind::Indented => None,
                };
                self.language = language.map(str::to_owned);
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Heading { .. } | Tag::Paragraph | Tag::Item | Tag::Table(_) | Tag::HtmlBlock => self.flush(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::BlockQuote(_)
            | Tag::MetadataBlock(_)
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::TableCell
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. } => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                if level == HeadingLevel::H1 && !self.draft.has_title() {
                    self.draft.set_title(&text);
                }
                self.draft.heading(level as u8, &text);
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text);
                let language = self.language.take();
                self.draft.code(language.as_deref(), &text);
            }
            TagEnd::TableCell => {
                let text = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(text);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.draft.table(&rows);
            }
            TagEnd::Item => {
                self.flush();
                if let Some(Some(number)) = self.lists.last_mut() {
                    *number += 1;
                }
            }
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.draft.end_list();
                }
            }
            TagEnd::MetadataBlock(_) => self.read_metadata(),
            TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::FootnoteDefinition => self.flush(),
            TagEnd::BlockQuote(_)
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => {}
        }
    }

    /// What was gathered is an item inside of lists, and a paragraph otherwise.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.lists.as_slice() {
            [] => self.draft.paragraph(&text),
            [.., innermost] => {
                let marker = match innermost {
                    Some(number) => Marker::Number(u32::try_from(*number).unwrap_or(u32::MAX)),
                    None => Marker::Bullet,
                };
                self.draft.item(self.lists.len() - 1, marker, &text);
            }
        }
    }

    /// Front matter: single values become facts.
    fn read_metadata(&mut self) {
        for line in std::mem::take(&mut self.text).lines() {
            if let Some((name, value)) =
                line.split_once(':').filter(|(name, _)| !name.starts_with([' ', '-', '#']))
            {
                let value = value.trim().trim_matches(['"', '\'']);
                match name.trim().to_lowercase().as_str() {
                    "title" => self.draft.set_title(value),
                    name => self.draft.fact(name, value),
                }
            }
        }
    }
}

//! Collects blocks as a reader meets them: items of a list become one block, rows one table, and what is blank is
//! left out.

use super::limits::Limits;
use crate::{Block, BlockKind, Extracted};

/// An [`Extracted`] in the making.
pub(super) struct Draft {
    extracted: Extracted,
    page: Option<u32>,
    list: Vec<String>,
    room: usize,
}

/// Of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Bullet,
    Number(u32),
}

impl Draft {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { extracted: Extracted::default(), page: None, list: Vec::new(), room: limits.text }
    }

    /// Of the blocks that follow.
    pub(super) fn set_page(&mut self, page: u32) {
        if self.page != Some(page) {
            self.end_list();
            self.page = Some(page);
        }
    }

    pub(super) fn set_title(&mut self, title: &str) {
        let title = one_line(title);
        if !title.is_empty() {
            self.extracted.title = Some(title);
        }
    }

    pub(super) fn has_title(&self) -> bool {
        self.extracted.title.is_some()
    }

    pub(super) fn set_pages(&mut self, pages: usize) {
        self.extracted.pages = u32::try_from(pages).ok();
    }

    pub(super) fn fact(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.extracted.facts.insert(name.to_owned(), value.to_owned());
        }
    }

    pub(super) fn notice(&mut self, notice: impl Into<String>) {
        let notice = notice.into();
        if !self.extracted.notices.contains(&notice) {
            self.extracted.notices.push(notice);
        }
    }

    pub(super) fn child(&mut self, name: String, content: Vec<u8>) {
        self.extracted.children.push(crate::Child { name, content });
    }

    pub(super) fn heading(&mut self, level: u8, text: &str) {
        self.block(BlockKind::Heading { level: level.max(1) }, one_line(text));
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.block(BlockKind::Paragraph, text.trim().to_owned());
    }

    pub(super) fn code(&mut self, language: Option<&str>, text: &str) {
        let kind = BlockKind::Code { language: language.map(str::to_owned) };
        self.block(kind, text.trim_matches(['\n', '\r']).to_owned());
    }

    pub(super) fn image(&mut self, text: &str) {
        self.block(BlockKind::Image, text.trim().to_owned());
    }

    /// One more item of the list at hand, or the first of a new one.
    pub(super) fn item(&mut self, depth: usize, marker: Marker, text: &str) {
        let text = one_line(text);
        if text.is_empty() {
            return;
        }
        let indent = "  ".repeat(depth.min(8));
        self.list.push(match marker {
            Marker::Bullet => format!("{indent}- {text}"),
            Marker::Number(number) => format!("{indent}{number}. {text}"),
        });
    }

    /// What comes next is not of the list at hand.
    pub(super) fn end_list(&mut self) {
        if !self.list.is_empty() {
            let text = std::mem::take(&mut self.list).join("\n");
            self.push(BlockKind::List, text);
        }
    }

    /// The first row is the header.
    pub(super) fn table(&mut self, rows: &[Vec<String>]) {
        self.block(BlockKind::Table, markdown_table(rows));
    }

    /// Blocks that another reader made.
    pub(super) fn append(&mut self, blocks: Vec<Block>) {
        for block in blocks {
            self.end_list();
            let page = block.page.or(self.page);
            let before = std::mem::replace(&mut self.page, page);
            self.push(block.kind, block.text);
            self.page = before;
        }
    }

    fn block(&mut self, kind: BlockKind, text: String) {
        self.end_list();
        if !text.trim().is_empty() {
            self.push(kind, text);
        }
    }

    fn push(&mut self, kind: BlockKind, text: String) {
        let cost = text.len() + Extracted::GAP.len();
        if cost > self.room {
            self.room = 0;
            self.notice("The file holds more text than is kept; its end was left out");
            return;
        }
        self.room -= cost;
        self.extracted.blocks.push(Block { kind, text, page: self.page });
    }

    /// No more text is kept: a reader may stop.
    pub(super) fn is_full(&self) -> bool {
        self.room == 0
    }

    pub(super) fn finish(mut self) -> Extracted {
        self.end_list();
        self.extracted
    }
}

/// White space of any kind becomes single spaces.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Rows of any width as one Markdown table; blank rows and columns are left out.
pub(super) fn markdown_table(rows: &[Vec<String>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut is_used = vec![false; width];
    for row in rows {
        for (used, cell) in is_used.iter_mut().zip(row) {
            *used |= !cell.trim().is_empty();
        }
    }
    let mut table = String::new();
    let mut is_header = true;
    for row in rows.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())) {
        table.push('|');
        for (column, _) in is_used.iter().enumerate().filter(|(_, used)| **used) {
            table.push(' ');
            push_cell(&mut table, row.get(column).map_or("", String::as_str));
            table.push_str(" |");
        }
        table.push('\n');
        if std::mem::take(&mut is_header) {
            table.push('|');
            table.push_str(&" --- |".repeat(is_used.iter().filter(|used| **used).count()));
            table.push('\n');
        }
    }
    table.pop();
    table
}

fn push_cell(table: &mut String, cell: &str) {
    let mut is_first = true;
    for word in cell.split_whitespace() {
        if !std::mem::take(&mut is_first) {
            table.push(' ');
        }
        for character in word.chars() {
            if character == '|' {
                table.push('\\');
            }
            table.push(character);
        }
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;

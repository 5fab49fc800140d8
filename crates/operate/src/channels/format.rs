//! From an answer in Markdown to what a channel shows: its marks or none, no HTML, in parts that fit.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What is understood beside words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    Plain,
    /// `*bold*`, `_italic_`, `~struck~`, and code in backticks.
    WhatsApp,
}

/// What a channel counts the length of a text in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Characters,
    Utf16,
    Bytes,
}

impl Size {
    fn of(self, text: &str) -> usize {
        match self {
            Self::Characters => text.chars().count(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Bytes => text.len(),
        }
    }
}

/// How a channel shows texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The longest message.
    pub limit: usize,
    pub size: Size,
    pub markup: Markup,
}

impl Style {
    /// The messages that say it.
    pub fn messages(self, markdown: &str) -> Vec<String> {
        self.split(&self.rendered(markdown))
    }

    pub fn rendered(self, markdown: &str) -> String {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut writer = Writer { markup: self.markup, ..Writer::new() };
        for event in Parser::new_ext(markdown, options) {
            writer.write(event);
        }
        tidy(&writer.text)
    }

    /// Cut where it hurts least: between paragraphs, lines, sentences, words; in the middle of a word only if it must be.
    pub fn split(self, text: &str) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            if self.size.of(rest) <= self.limit {
                parts.push(rest.to_owned());
                break;
            }
            let (part, after) = rest.split_at(self.cut(rest));
            parts.push(part.trim_end().to_owned());
            rest = after.trim_start();
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn cut(self, text: &str) -> usize {
        let mut used = 0;
        let mut end = 0;
        for (at, sign) in text.char_indices() {
            used += self.size.of(sign.encode_utf8(&mut [0; 4]));
            if used > self.limit {
                break;
            }
            end = at + sign.len_utf8();
        }
        let room = text.get(..end).unwrap_or_default();
        // At least half of a message is used, so that there are not many short ones.
        let cuts = ["\n\n", "\n", ". ", "? ", "! ", " "].into_iter().filter_map(|seam| {
            let at = room.rfind(seam)? + seam.trim_end().len();
            (at * 2 >= room.len()).then_some(at)
        });
        // One sign is taken whatever its size: there must be an end.
        let least = text.chars().next().map_or(0, char::len_utf8);
        cuts.into_iter().next().unwrap_or(end).max(least)
    }
}

struct Writer {
    markup: Markup,
    text: String,
    /// The numbers of the lists that are open; none for one with dots.
    lists: Vec<Option<u64>>,
    /// Addresses of the links that are open, and where their words began.
    links: Vec<(String, usize)>,
    cells: usize,
}

impl Writer {
    fn new() -> Self {
        let (lists, links) = (Vec::new(), Vec::new());
        Self { markup: Markup::Plain, text: String::new(), lists, links, cells: 0 }
    }

    fn mark(&mut self, mark: &str) {
        if self.markup == Markup::WhatsApp {
            self.text.push_str(mark);
        }
    }

    fn line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn gap(&mut self) {
        self.line();
        if !self.text.is_empty() && !self.text.ends_with("\n\n") && self.lists.is_empty() {
            self.text.push('\n');
        }
    }

    fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) => self.text.push_str(&text),
            Event::Code(text) => {
                self.mark("`");
                self.text.push_str(&text);
                self.mark("`");
            }
            // A break says what it is for; all other HTML is nothing to be read.
            Event::Html(html) | Event::InlineHtml(html) => {
                if html.to_ascii_lowercase().starts_with("<br") {
                    self.text.push('\n');
                }
            }
            Event::SoftBreak | Event::HardBreak => self.text.push('\n'),
            Event::Rule => self.gap(),
            Event::FootnoteReference(name) => self.text.push_str(&format!("[{name}]")),
            Event::TaskListMarker(done) => self.text.push_str(if done { "✓ " } else { "○ " }),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text.push_str(&text),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is shown as its words")]
    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.gap();
                self.mark("*");
            }
            Tag::Strong => self.mark("*"),
            Tag::Emphasis => self.mark("_"),
            Tag::Strikethrough => self.mark("~"),
            Tag::CodeBlock(_) => {
                self.gap();
                self.mark("```\n");
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.gap();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.line();
                let depth = self.lists.len().saturating_sub(1);
                self.text.push_str(&"  ".repeat(depth));
                match self.lists.last_mut() {
                    Some(Some(number)) => {
                        self.text.push_str(&format!("{number}. "));
                        *number += 1;
                    }
                    Some(None) | None => self.text.push_str("• "),
                }
            }
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push((dest_url.into_string(), self.text.len()));
            }
            Tag::TableRow | Tag::TableHead => {
                self.line();
                self.cells = 0;
            }
            Tag::TableCell => {
                if self.cells > 0 {
                    self.text.push_str(" – ");
                }
                self.cells += 1;
            }
            // The first words of an item follow its mark.
            Tag::Paragraph if self.text.ends_with("• ") || self.text.ends_with(". ") => {}
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::Table(_) => self.gap(),
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is shown as its words")]
    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.mark("*");
                self.line();
            }
            TagEnd::Strong => self.mark("*"),
            TagEnd::Emphasis => self.mark("_"),
            TagEnd::Strikethrough => self.mark("~"),
            TagEnd::CodeBlock => {
                self.line();
                self.mark("```");
                self.gap();
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.gap();
            }
            TagEnd::Link | TagEnd::Image => {
                if let Some((address, start)) = self.links.pop() {
                    let words = self.text.get(start..).unwrap_or_default().trim();
                    let is_said = words == address || address.strip_prefix("mailto:") == Some(words);
                    if !is_said && !address.is_empty() {
                        self.text.push_str(&format!(" ({address})"));
                    }
                }
            }
            TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead => self.line(),
            TagEnd::Table => self.gap(),
            _ => {}
        }
    }
}

/// No more than one empty line, none at the ends, and none with spaces at its end.
fn tidy(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if !(line.is_empty() && lines.last().is_none_or(|last| last.is_empty())) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;

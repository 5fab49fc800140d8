//! Web pages: the main content, block by block.
//!
//! What the main content is, `dom_smoothie` says; the walk is ours, because converters to Markdown and back lose
//! tables with merged cells and glue words of neighbouring cells.

use dom_query::{Document, NodeRef};
use dom_smoothie::{Config, Readability};

use super::draft::{Draft, Marker, one_line};
use super::limits::Limits;
use crate::Extracted;

/// Elements that hold no text for readers.
const SILENT: [&str; 16] = [
    "script", "style", "noscript", "template", "head", "svg", "iframe", "object", "button", "select",
    "input", "textarea", "canvas", "video", "audio", "math",
];
/// What surrounds the content on every page of a site.
const CHROME: [&str; 4] = ["nav", "footer", "aside", "dialog"];
/// Elements that stay within a line.
const INLINE: [&str; 33] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
];

pub(super) fn html(text: &str, limits: &Limits) -> Extracted {
    let page = Document::from(text);
    let mut draft = Draft::new(limits);
    draft.set_title(&page.select("title").text());
    draft.fact("language", &page.select("html").attr_or("lang", ""));
    for (fact, selector) in [
        ("author", "meta[name=author]"),
        ("description", "meta[name=description]"),
        ("published", "meta[property='article:published_time']"),
    ] {
        draft.fact(fact, &page.select(selector).attr_or("content", ""));
    }
    let mut whole = Walk::new(Draft::new(limits), limits, true);
    whole.page(&page);
    let whole = whole.finish();
    let main = main_content(text, limits);
    let found = match main {
        // An article with something around it. If that is nothing, the page itself has more of its headings; and if it is
        // most of the page, then the page is no article.
        Some(main) if is_between(main.text().len(), whole.text().len()) => main,
        _ => whole,
    };
    draft.append(found.blocks);
    draft.finish()
}

fn is_between(main: usize, whole: usize) -> bool {
    main * 2 > whole && main * 10 < whole * 9
}

/// The encoding that a page names at its start.
pub(super) fn charset(content: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(content.get(..1024).unwrap_or(content)).to_lowercase();
    let (_, rest) = start.split_once("charset=")?;
    let name: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_'))
        .collect();
    Some(name).filter(|name| !name.is_empty())
}

fn main_content(text: &str, limits: &Limits) -> Option<Extracted> {
    let config = Config { max_elements_to_parse: 100_000, ..Config::default() };
    let article = Readability::new(text, None, Some(config)).ok()?.parse().ok()?;
    let mut walk = Walk::new(Draft::new(limits), limits, false);
    walk.page(&Document::from(article.content));
    Some(walk.finish())
}

/// A page that is all content: a book's chapter, a message's body.
pub(super) fn read_all(text: &str, draft: Draft, limits: &Limits) -> Draft {
    let mut walk = Walk::new(draft, limits, false);
    walk.page(&Document::from(text));
    walk.flush();
    walk.draft
}

struct Walk {
    draft: Draft,
    /// Gathered since the last block ended.
    line: String,
    depth: usize,
    deepest: usize,
    skips_chrome: bool,
}

impl Walk {
    fn new(draft: Draft, limits: &Limits, skips_chrome: bool) -> Self {
        Self { draft, line: String::new(), depth: 0, deepest: limits.depth, skips_chrome }
    }

    fn page(&mut self, page: &Document) {
        self.children(&page.root());
    }

    fn finish(mut self) -> Extracted {
        self.flush();
        self.draft.finish()
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        let lines: Vec<String> = line.lines().map(one_line).filter(|line| !line.is_empty()).collect();
        self.draft.paragraph(&lines.join("\n"));
    }

    fn children(&mut self, node: &NodeRef<'_>) {
        if self.depth >= self.deepest {
            self.line.push_str(&node.text());
            return;
        }
        self.depth += 1;
        for child in node.children_it(false) {
            self.node(&child);
        }
        self.depth -= 1;
    }

    fn node(&mut self, node: &NodeRef<'_>) {
        if node.is_text() {
            self.line.push_str(&node.text().replace(['\n', '\r', '\t'], " "));
            return;
        }
        let Some(name) = node.node_name().filter(|_| node.is_element()) else {
            return self.children(node);
        };
        let name: &str = &name;
        match name {
            _ if SILENT.contains(&name) || is_hidden(node) => {}
            _ if self.skips_chrome && CHROME.contains(&name) => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                let level = name.bytes().last().map_or(1, |digit| digit.saturating_sub(b'0'));
                self.draft.heading(level, &node.text());
            }
            "ul" | "ol" | "menu" => {
                self.flush();
                self.list(node, 0);
                self.draft.end_list();
            }
            "table" => self.table(node),
            "pre" => {
                self.flush();
                self.draft.code(language(node).as_deref(), &node.text());
            }
            "br" => self.line.push('\n'),
            "img" => {
                let described = node.attr_or("alt", "");
                if described.split_whitespace().count() > 1 {
                    self.line.push_str(&format!(" {} ", described.trim()));
                }
            }
            _ if INLINE.contains(&name) => self.children(node),
            _ => {
                self.flush();
                self.children(node);
                self.flush();
            }
        }
    }

    fn list(&mut self, list: &NodeRef<'_>, depth: usize) {
        let is_counted = list.has_name("ol");
        let mut number: u32 = list.attr_or("start", "1").parse().unwrap_or(1);
        for child in list.children_it(false).filter(NodeRef::is_element) {
            if child.has_name("ul") || child.has_name("ol") {
                self.list(&child, (depth + 1).min(self.deepest));
                continue;
            }
            let marker = if is_counted { Marker::Number(number) } else { Marker::Bullet };
            number = number.saturating_add(1);
            let mut text = String::new();
            let mut inner = Vec::new();
            item_text(&child, &mut text, &mut inner, self.deepest);
            self.draft.item(depth, marker, &text);
            if depth < self.deepest {
                for list in inner {
                    self.list(&list, depth + 1);
                }
            }
        }
    }

    fn table(&mut self, table: &NodeRef<'_>) {
        self.flush();
        let rows = rows(table);
        let is_layout = table.attr_or("role", "").eq_ignore_ascii_case("presentation")
            || table.descendants_it().any(|inner| inner.has_name("table"))
            || rows.iter().all(|row| row.len() < 2);
        if is_layout {
            self.children(table);
            self.flush();
        } else {
            if let Some(caption) = table.children_it(false).find(|child| child.has_name("caption")) {
                self.draft.paragraph(&one_line(&caption.text()));
            }
            self.draft.table(&rows);
        }
    }
}

/// The words of an item, with the lists in it set aside.
fn item_text<'a>(node: &NodeRef<'a>, text: &mut String, lists: &mut Vec<NodeRef<'a>>, depth: usize) {
    for child in node.children_it(false) {
        if child.is_text() {
            text.push_str(&child.text());
        } else if child.has_name("ul") || child.has_name("ol") {
            lists.push(child);
        } else if child.is_element() && !SILENT.iter().any(|name| child.has_name(name)) && depth > 0 {
            item_text(&child, text, lists, depth - 1);
            let is_inline = child.node_name().is_some_and(|name| INLINE.contains(&&*name));
            if !is_inline {
                text.push(' ');
            }
        }
    }
}

/// Cells that span several columns leave the others blank.
fn rows(table: &NodeRef<'_>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in table.descendants_it().filter(|node| node.has_name("tr")) {
        let mut cells = Vec::new();
        for cell in row.children_it(false).filter(|cell| cell.has_name("td") || cell.has_name("th")) {
            let mut text = String::new();
            let mut lists = Vec::new();
            item_text(&cell, &mut text, &mut lists, 50);
            for list in lists {
                text.push(' ');
                text.push_str(&list.formatted_text());
            }
            cells.push(one_line(&text));
            let span: usize = cell.attr_or("colspan", "1").parse().unwrap_or(1);
            cells.extend(std::iter::repeat_n(String::new(), span.clamp(1, 64) - 1));
        }
        rows.push(cells);
    }
    rows
}

fn is_hidden(node: &NodeRef<'_>) -> bool {
    node.has_attr("hidden") || node.attr_or("style", "").replace(' ', "").contains("display:none")
}

/// As highlighters mark it: `class="language-rust"`.
fn language(node: &NodeRef<'_>) -> Option<String> {
    let classes = std::iter::once(*node).chain(node.children_it(false)).filter_map(|node| node.class());
    classes.into_iter().find_map(|class| {
        let mut names = class.split_whitespace();
        names.find_map(|name| {
            name.strip_prefix("language-").or_else(|| name.strip_prefix("lang-")).map(str::to_owned)
        })
    })
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;

//! Rich text: paragraphs, headings, lists and tables.
//!
//! By hand because the crates for it stop at the first control word they do not know, and know no tables.

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};

use super::super::draft::{Draft, Marker, one_line};
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::rtf_lexer::{Lexer, Token};
use crate::Extracted;

pub(crate) fn rtf(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut walk = Walk {
        draft: Draft::new(limits),
        encoding: WINDOWS_1252,
        groups: vec![Group { skip: 1, ..Group::default() }],
        text: String::new(),
        bytes: Vec::new(),
        fallback: 0,
        headings: HashMap::new(),
        paragraph: Paragraph::default(),
        cells: Vec::new(),
        rows: Vec::new(),
    };
    for token in Lexer::new(content) {
        if walk.groups.len() > limits.depth {
            return Err(ExtractError::too_large("its groups are nested too deeply"));
        }
        walk.token(token);
    }
    walk.end_paragraph();
    walk.end_table();
    Ok(walk.draft.finish())
}

/// What the text of a group is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Body,
    Nothing,
    Title,
    Author,
    /// The definition of a style, by its number.
    Style(i32),
    /// The bullet or number that stands before an item.
    Label,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    role: Role,
    /// Characters that stand in for one of Unicode, to be left out.
    skip: usize,
}

#[derive(Clone, Debug, Default)]
struct Paragraph {
    heading: Option<u8>,
    label: Option<String>,
    level: usize,
    is_cell: bool,
}

struct Walk {
    draft: Draft,
    encoding: &'static Encoding,
    groups: Vec<Group>,
    text: String,
    /// Not yet decoded: characters of some code pages are two bytes.
    bytes: Vec<u8>,
    fallback: usize,
    headings: HashMap<i32, u8>,
    paragraph: Paragraph,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Walk {
    fn group(&mut self) -> Group {
        self.groups.last().copied().unwrap_or_default()
    }

    fn set_role(&mut self, role: Role) {
        if let Some(group) = self.groups.last_mut() {
            group.role = role;
        }
    }

    fn token(&mut self, token: Token<'_>) {
        match token {
            Token::Open => {
                self.decode();
                let group = self.group();
                self.groups.push(group);
            }
            Token::Close => self.close(),
            Token::Symbol(b'*') => self.set_role(Role::Nothing),
            Token::Symbol(symbol) => match symbol {
                b'~' => self.character('\u{a0}'),
                b'_' => self.character('-'),
                b'\\' | b'{' | b'}' => self.byte(symbol),
                b'\r' | b'\n' => self.end_paragraph(),
                _ => {}
            },
            Token::Byte(byte) => self.byte(byte),
            Token::Text(text) => text.iter().for_each(|byte| self.byte(*byte)),
            Token::Word(name, number) => self.word(name, number),
        }
    }

    fn close(&mut self) {
        self.decode();
        self.fallback = 0;
        let Some(group) = self.groups.pop() else { return };
        if self.groups.is_empty() {
            self.groups.push(Group { skip: 1, ..Group::default() });
        }
        if group.role == self.group().role {
            return;
        }
        match group.role {
            Role::Title => {
                let title = std::mem::take(&mut self.text);
                self.draft.set_title(&title);
            }
            Role::Author => {
                let author = std::mem::take(&mut self.text);
                self.draft.fact("author", &author);
            }
            Role::Style(number) => {
                let name = std::mem::take(&mut self.text).to_lowercase();
                let level = name.trim().trim_end_matches(';').strip_prefix("heading ").map(str::to_owned);
                if let Some(level) = level.and_then(|level| level.trim().parse().ok()) {
                    self.headings.insert(number, level);
                }
            }
            Role::Label => {
                let label = one_line(&std::mem::take(&mut self.text));
                self.paragraph.label = Some(label);
            }
            Role::Body | Role::Nothing => {}
        }
    }

    fn word(&mut self, name: &str, number: Option<i32>) {
        self.decode();
        match name {
            "ansicpg" => {
                let label = format!("windows-{}", number.unwrap_or(1252));
                self.encoding = Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252);
            }
            "mac" => self.encoding = encoding_rs::MACINTOSH,
            "uc" => {
                if let Some(group) = self.groups.last_mut() {
                    group.skip = usize::try_from(number.unwrap_or(1)).unwrap_or(1);
                }
            }
            "u" => self.unicode(number.unwrap_or(0)),
            "par" | "sect" | "page" => self.end_paragraph(),
            "pard" => {
                let label = self.paragraph.label.take();
                self.paragraph = Paragraph { label, ..Paragraph::default() };
            }
            "s" if matches!(self.group().role, Role::Style(_)) => {
                self.set_role(Role::Style(number.unwrap_or(0)));
            }
            "s" => self.paragraph.heading = self.headings.get(&number.unwrap_or(0)).copied(),
            "outlinelevel" => {
                let level = number.and_then(|level| u8::try_from(level).ok()).filter(|level| *level < 9);
                self.paragraph.heading = level.map(|level| level + 1);
            }
            "ilvl" => self.paragraph.level = usize::try_from(number.unwrap_or(0)).unwrap_or(0),
            "intbl" => self.paragraph.is_cell = true,
            "cell" | "nestcell" => {
                self.cells.push(std::mem::take(&mut self.text));
                self.paragraph = Paragraph::default();
            }
            "row" | "nestrow" => {
                self.rows.push(std::mem::take(&mut self.cells));
                self.paragraph = Paragraph::default();
            }
            "tab" => self.character('\t'),
            "line" => self.character('\n'),
            "emdash" => self.character('—'),
            "endash" => self.character('–'),
            "bullet" => self.character('•'),
            "lquote" => self.character('‘'),
            "rquote" => self.character('’'),
            "ldblquote" => self.character('“'),
            "rdblquote" => self.character('”'),
            _ => self.destination(name),
        }
    }

    /// Control words after which a group is not part of the text.
    fn destination(&mut self, name: &str) {
        match name {
            "fonttbl" | "colortbl" | "pict" | "object" | "themedata" | "datastore" | "listtable"
            | "listoverridetable" | "fldinst" | "info" | "generator" | "xmlnstbl" | "revtbl" | "rsidtbl"
            | "latentstyles" | "filetbl" | "shpinst" | "bkmkstart" | "bkmkend" | "atnid" | "atnauthor"
            | "annotation" => self.set_role(Role::Nothing),
            "stylesheet" => self.set_role(Role::Style(0)),
            "title" => self.set_role(Role::Title),
            "author" => self.set_role(Role::Author),
            "shptxt" => self.set_role(Role::Body),
            "listtext" | "pntext" => self.set_role(Role::Label),
            _ => {}
        }
    }

    fn unicode(&mut self, number: i32) {
        let unit = u16::try_from(number.rem_euclid(0x1_0000)).unwrap_or(0xFFFD);
        // Astral characters come as two halves; the second one finds the first at the end of the text.
        match char::from_u32(u32::from(unit)) {
            Some(character) => self.character(character),
            None => self.half(unit),
        }
        self.fallback = self.group().skip;
    }

    fn half(&mut self, unit: u16) {
        const MARK: u32 = 0xF_0000;
        if unit < 0xDC00 {
            if let Some(mark) = char::from_u32(MARK + u32::from(unit) - 0xD800) {
                self.character(mark);
            }
            return;
        }
        let high = self
            .text
            .chars()
            .last()
            .map(u32::from)
            .and_then(|mark| mark.checked_sub(MARK))
            .filter(|high| *high < 0x400);
        if let Some(high) = high {
            self.text.pop();
            let code = 0x1_0000 + (high << 10) + (u32::from(unit) - 0xDC00);
            if let Some(character) = char::from_u32(code) {
                self.character(character);
            }
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.fallback > 0 {
            self.fallback -= 1;
        } else if self.group().role != Role::Nothing {
            self.bytes.push(byte);
        }
    }

    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            self.text.push_str(&self.encoding.decode_without_bom_handling(&self.bytes).0);
            self.bytes.clear();
        }
    }

    fn character(&mut self, character: char) {
        self.decode();
        if self.group().role != Role::Nothing {
            self.text.push(character);
        }
    }

    fn end_paragraph(&mut self) {
        self.decode();
        if self.group().role == Role::Nothing {
            return;
        }
        if self.paragraph.is_cell {
            self.text.push('\n');
            return;
        }
        self.end_table();
        let text = std::mem::take(&mut self.text);
        if let Some(level) = self.paragraph.heading {
            self.draft.heading(level, &text);
        } else if let Some(label) = self.paragraph.label.take() {
            let digits: String = label.chars().filter(char::is_ascii_digit).collect();
            let number = digits.parse().ok().filter(|_| label.ends_with(['.', ')']));
            let marker = number.map_or(Marker::Bullet, Marker::Number);
            self.draft.item(self.paragraph.level, marker, &text);
        } else if !text.trim().is_empty() {
            self.draft.paragraph(&text);
        }
    }

    fn end_table(&mut self) {
        if !self.cells.is_empty() {
            self.rows.push(std::mem::take(&mut self.cells));
        }
        if !self.rows.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            self.draft.table(&rows);
        }
    }
}

//! Where text ends and a call begins, one character after the other.

/// No tag is longer, in bytes. What is longer was not meant as one.
pub(super) const LONGEST_TAG: usize = 512;
const OPENING: &str = "<tool_";
const CDATA: &str = "<![CDATA[";

/// How a call came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Close {
    Proper,
    /// Closed while the value of a parameter was still open.
    InValue,
    /// Another call began.
    Next,
    /// Closed with the tag of another tool.
    Other(String),
    /// The text ended.
    End,
    /// The text ended within the opening tag.
    Cut,
}

/// Who is told what the scanner finds.
pub(super) trait Sink {
    fn text(&mut self, sign: char);
    fn open(&mut self, tag: &str);
    fn param(&mut self, name: &str);
    /// A part of a value; in CDATA it is `literal`.
    fn value(&mut self, sign: char);
    fn literal(&mut self, sign: char);
    /// CDATA begins, even if nothing is in it.
    fn cdata(&mut self);
    fn param_end(&mut self);
    /// What stands between parameters.
    fn stray(&mut self, sign: char);
    fn close(&mut self, how: Close);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Text,
    Between,
    Value,
    /// How many `]` were just seen, up to two.
    Cdata {
        in_value: bool,
        brackets: u8,
    },
}

/// Keeps no more than one tag.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    mode: Mode,
    /// What may become a tag; begins with `<`.
    held: String,
    /// In text: whether the name in `held` is complete.
    named: bool,
    tag: String,
    param: String,
}

impl Scanner {
    pub(super) fn push(&mut self, sign: char, sink: &mut impl Sink) {
        match self.mode {
            Mode::Cdata { in_value, brackets } => self.cdata(sign, in_value, brackets, sink),
            Mode::Text | Mode::Between | Mode::Value => self.outside(sign, sink),
        }
    }

    pub(super) fn finish(mut self, sink: &mut impl Sink) {
        match self.mode {
            Mode::Text => {
                if self.held.starts_with(OPENING) {
                    let tag: String = self.held.chars().skip(1).take_while(|sign| is_name(*sign)).collect();
                    sink.open(&tag);
                    sink.close(Close::Cut);
                } else {
                    self.release(sink);
                }
            }
            Mode::Between | Mode::Value | Mode::Cdata { .. } => sink.close(Close::End),
        }
    }

    fn outside(&mut self, sign: char, sink: &mut impl Sink) {
        if sign == '<' {
            self.release(sink);
            self.held.push('<');
        } else if self.held.is_empty() {
            self.give(sign, sink);
        } else {
            self.held.push(sign);
            if self.held.len() > LONGEST_TAG || (self.mode == Mode::Text && !self.may_open(sign)) {
                self.release(sink);
            } else if sign == '>' {
                self.tag_ends(sink);
            } else if self.mode != Mode::Text && self.held == CDATA {
                self.held.clear();
                self.mode = Mode::Cdata { in_value: self.mode == Mode::Value, brackets: 0 };
                sink.cdata();
            }
        }
    }

    /// Whether `held`, which now ends with `sign`, may still become the opening tag of a tool.
    fn may_open(&mut self, sign: char) -> bool {
        if self.held.len() <= OPENING.len() {
            return OPENING.starts_with(&self.held);
        }
        if self.named || is_name(sign) {
            return true;
        }
        self.named = self.held.len() > OPENING.len() + sign.len_utf8();
        self.named && (sign.is_whitespace() || matches!(sign, '>' | '/'))
    }

    /// `held` was no tag.
    fn release(&mut self, sink: &mut impl Sink) {
        let held = std::mem::take(&mut self.held);
        self.named = false;
        for sign in held.chars() {
            self.give(sign, sink);
        }
    }

    fn give(&self, sign: char, sink: &mut impl Sink) {
        match self.mode {
            Mode::Text => sink.text(sign),
            Mode::Between => sink.stray(sign),
            Mode::Value | Mode::Cdata { in_value: true, .. } => sink.value(sign),
            Mode::Cdata { in_value: false, .. } => sink.stray(sign),
        }
    }

    fn tag_ends(&mut self, sink: &mut impl Sink) {
        let Some(found) = Tag::read(&self.held) else { return self.release(sink) };
        match (self.mode, found) {
            (Mode::Text, Tag::Open { name, empty }) => self.open(name, empty, sink),
            (Mode::Between | Mode::Value, Tag::Close { name }) if name == self.tag => {
                let how = if self.mode == Mode::Value { Close::InValue } else { Close::Proper };
                self.close(how, sink);
            }
            (Mode::Between, Tag::Close { name }) if name.starts_with("tool_") => {
                self.close(Close::Other(name), sink);
            }
            (Mode::Between, Tag::Open { name, empty }) if name.starts_with("tool_") => {
                sink.close(Close::Next);
                self.open(name, empty, sink);
            }
            (Mode::Between, Tag::Open { name, empty }) => {
                self.held.clear();
                sink.param(&name);
                if empty {
                    sink.param_end();
                } else {
                    self.param = name;
                    self.mode = Mode::Value;
                }
            }
            (Mode::Value, Tag::Close { name }) if name == self.param => {
                self.held.clear();
                self.mode = Mode::Between;
                sink.param_end();
            }
            (Mode::Text | Mode::Between | Mode::Value | Mode::Cdata { .. }, _) => self.release(sink),
        }
    }

    fn open(&mut self, tag: String, empty: bool, sink: &mut impl Sink) {
        self.held.clear();
        self.named = false;
        sink.open(&tag);
        self.tag = tag;
        self.mode = Mode::Between;
        if empty {
            self.close(Close::Proper, sink);
        }
    }

    fn close(&mut self, how: Close, sink: &mut impl Sink) {
        self.held.clear();
        self.mode = Mode::Text;
        sink.close(how);
    }

    fn cdata(&mut self, sign: char, in_value: bool, brackets: u8, sink: &mut impl Sink) {
        let mut give = |sign| if in_value { sink.literal(sign) } else { sink.stray(sign) };
        let brackets = match (sign, brackets) {
            (']', 2) => {
                give(']');
                2
            }
            (']', seen) => seen.saturating_add(1),
            ('>', 2) => {
                self.mode = if in_value { Mode::Value } else { Mode::Between };
                return;
            }
            (_, seen) => {
                for _ in 0..seen {
                    give(']');
                }
                give(sign);
                0
            }
        };
        self.mode = Mode::Cdata { in_value, brackets };
    }
}

enum Tag {
    Open { name: String, empty: bool },
    Close { name: String },
}

impl Tag {
    /// `text` begins with `<` and ends with `>`.
    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('<')?.strip_suffix('>')?;
        if let Some(name) = inner.strip_prefix('/') {
            let name = name.trim();
            return is_full_name(name).then(|| Self::Close { name: name.to_owned() });
        }
        let (inner, empty) = match inner.trim_end().strip_suffix('/') {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let name = inner.split(char::is_whitespace).next()?.trim_end_matches('/');
        is_full_name(name).then(|| Self::Open { name: name.to_owned(), empty })
    }
}

fn is_full_name(name: &str) -> bool {
    name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_') && name.chars().all(is_name)
}

/// Parameters may be named in any language.
fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.' | '$')
}

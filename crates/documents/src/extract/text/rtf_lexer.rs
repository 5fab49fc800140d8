//! RTF in its parts: groups, control words, characters.

/// One part of an RTF text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// `\par`, `\u241`: the name and its number, if any.
    Word(&'a str, Option<i32>),
    /// `\*`, `\~`, `\{`.
    Symbol(u8),
    /// `\'e9`, a byte of the file's code page.
    Byte(u8),
    /// As they stand.
    Text(&'a [u8]),
}

/// Never fails: what is no RTF is text.
pub(super) struct Lexer<'a> {
    rest: &'a [u8],
}

impl<'a> Lexer<'a> {
    pub(super) fn new(content: &'a [u8]) -> Self {
        Self { rest: content }
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a [u8] {
        self.take(self.rest.iter().take_while(|byte| is_part(**byte)).count())
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let first = *self.rest.first()?;
        if first == b'\'' {
            self.take(1);
            let digits = std::str::from_utf8(self.take(2)).unwrap_or_default();
            return Some(u8::from_str_radix(digits, 16).map_or(Token::Text(b""), Token::Byte));
        }
        if !first.is_ascii_alphabetic() {
            self.take(1);
            return Some(Token::Symbol(first));
        }
        let name =
            std::str::from_utf8(self.take_while(|byte| byte.is_ascii_alphabetic())).unwrap_or_default();
        let is_negative = self.rest.first() == Some(&b'-');
        if is_negative {
            self.take(1);
        }
        let digits = std::str::from_utf8(self.take_while(|byte| byte.is_ascii_digit())).unwrap_or_default();
        let number = digits.parse().ok().map(|number: i32| if is_negative { -number } else { number });
        // One space ends a control word and belongs to it.
        if self.rest.first() == Some(&b' ') {
            self.take(1);
        }
        if name == "bin" {
            self.take(usize::try_from(number.unwrap_or(0)).unwrap_or(0));
            return Some(Token::Text(b""));
        }
        Some(Token::Word(name, number))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let first = *self.rest.first()?;
        Some(match first {
            b'{' => {
                self.take(1);
                Token::Open
            }
            b'}' => {
                self.take(1);
                Token::Close
            }
            b'\\' => {
                self.take(1);
                self.control().unwrap_or(Token::Text(b""))
            }
            b'\r' | b'\n' => {
                self.take(1);
                Token::Text(b"")
            }
            _ => Token::Text(self.take_while(|byte| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n'))),
        })
    }
}

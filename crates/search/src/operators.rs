//! The operators of a lexical question: `"exact phrase"`, `-excluded`, `+required`.

/// A question taken apart. What has no operator, or none that makes sense, is plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operators {
    /// All that scores: the question without signs and without what is excluded.
    pub(crate) text: String,
    pub(crate) phrases: Vec<String>,
    pub(crate) required: Vec<String>,
    pub(crate) excluded: Vec<String>,
}

impl Operators {
    /// Total: a quote that is never closed is plain text.
    pub(crate) fn parse(question: &str) -> Self {
        let mut parsed = Self::default();
        let mut rest = question;
        while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
            rest = rest.get(start..).unwrap_or_default();
            let (sign, body) = match rest.strip_prefix(['-', '+']) {
                Some(body) if body.starts_with(|c: char| c.is_alphanumeric() || c == '"') => {
                    (rest.chars().next(), body)
                }
                Some(_) | None => (None, rest),
            };
            let (piece, after) = piece(body);
            rest = after;
            match sign {
                Some('-') => {
                    parsed.excluded.push(piece.text().to_owned());
                    continue;
                }
                Some('+') if matches!(piece, Piece::Word(_)) => {
                    parsed.required.push(piece.text().to_owned());
                }
                Some(_) | None => {}
            }
            if let Piece::Phrase(phrase) = piece {
                parsed.phrases.push(phrase.to_owned());
            }
            if !parsed.text.is_empty() {
                parsed.text.push(' ');
            }
            parsed.text.push_str(piece.text());
        }
        parsed
    }
}

enum Piece<'a> {
    Word(&'a str),
    Phrase(&'a str),
}

impl<'a> Piece<'a> {
    fn text(&self) -> &'a str {
        match self {
            Self::Word(text) | Self::Phrase(text) => text,
        }
    }
}

fn piece(body: &str) -> (Piece<'_>, &str) {
    let phrase = body.strip_prefix('"').and_then(|quoted| quoted.split_once('"'));
    if let Some((phrase, after)) = phrase.filter(|(phrase, _)| !phrase.trim().is_empty()) {
        return (Piece::Phrase(phrase), after);
    }
    let end = body.find(char::is_whitespace).unwrap_or(body.len());
    let (word, after) = body.split_at_checked(end).unwrap_or((body, ""));
    (Piece::Word(word), after)
}

#[cfg(test)]
#[path = "operators_tests.rs"]
mod tests;

//! Names that are more than their words: references, versions, addresses, numbers of articles.

use std::ops::Range;

use conserje_text::Word;

/// Parts of one identifier.
const MOST_PARTS: usize = 12;
/// The ordinals that legislators put after a number to squeeze in another article.
const ORDINALS: [&str; 9] =
    ["bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "nonies", "decies"];
const ARTICLE: [&str; 6] = ["art", "arts", "articulo", "articulos", "article", "articles"];

#[derive(Debug)]
pub(super) struct Identifier {
    pub(super) term: String,
    pub(super) position: u32,
    pub(super) bytes: Range<usize>,
}

/// All of them, as further terms besides the words they are made of.
///
/// - Words joined by single characters, if they hold a digit, `@` or `_`: `ref-2024-abc`, `v4.5`.
/// - A number and a Latin ordinal: `48-bis`.
/// - The number of an article, however the word is written: `art:48`, `art:48-bis`.
pub(super) fn identifiers(text: &str, words: &[Word]) -> Vec<Identifier> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let chain = chain_from(text, words, at);
        let mut number = None;
        if let Some(last) = chain.last {
            found.push(Identifier {
                term: chain.term.clone(),
                position: first.position,
                bytes: first.bytes.start..last.bytes.end,
            });
            number = Some((chain.term, last.bytes.end));
        } else if is_number(&first.folded) {
            let ordinal = words.get(at + 1).filter(|next| {
                ORDINALS.contains(&next.folded.as_str()) && gap(text, first, next) == Some(" ")
            });
            if let Some(ordinal) = ordinal {
                let term = format!("{}-{}", first.folded, ordinal.folded);
                let bytes = first.bytes.start..ordinal.bytes.end;
                found.push(Identifier { term: term.clone(), position: first.position, bytes });
                number = Some((term, ordinal.bytes.end));
            } else {
                number = Some((first.folded.clone(), first.bytes.end));
            }
        }
        if let Some((number, end)) = number.filter(|_| follows_article(text, words, at)) {
            let bytes = first.bytes.start..end;
            // `205.1` is a paragraph of article 205.
            if let Some((article, _)) = number.split_once('.').filter(|(article, _)| is_number(article)) {
                let term = format!("art:{article}");
                found.push(Identifier { term, position: first.position, bytes: bytes.clone() });
            }
            found.push(Identifier { term: format!("art:{number}"), position: first.position, bytes });
        }
        at += chain.parts;
    }
    found
}

struct Chain<'a> {
    parts: usize,
    term: String,
    /// Its last word, if it is an identifier.
    last: Option<&'a Word>,
}

fn chain_from<'a>(text: &str, words: &'a [Word], at: usize) -> Chain<'a> {
    let mut chain = Chain { parts: 1, term: String::new(), last: None };
    let Some(mut word) = words.get(at) else { return chain };
    chain.term.push_str(&word.folded);
    let mut is_identifier = false;
    while chain.parts < MOST_PARTS {
        let Some(next) = words.get(at + chain.parts) else { break };
        let Some(joiner) = gap(text, word, next).and_then(|gap| joiner(gap, word, next)) else { break };
        is_identifier |= matches!(joiner, '@' | '_');
        chain.term.push(joiner);
        chain.term.push_str(&next.folded);
        chain.parts += 1;
        word = next;
    }
    is_identifier |= chain.term.bytes().any(|byte| byte.is_ascii_digit());
    chain.last = (chain.parts > 1 && is_identifier).then_some(word);
    chain
}

/// The character between two words, if it makes them one.
fn joiner(gap: &str, word: &Word, next: &Word) -> Option<char> {
    let mut chars = gap.chars();
    let ch = chars.next().filter(|_| chars.next().is_none())?;
    match ch {
        '-' | '.' | '_' | '/' | '@' | ':' | '+' => Some(ch),
        ',' if is_number(&word.folded) && is_number(&next.folded) => Some(ch),
        _ => None,
    }
}

fn gap<'a>(text: &'a str, word: &Word, next: &Word) -> Option<&'a str> {
    text.get(word.bytes.end..next.bytes.start)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn follows_article(text: &str, words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    before.zip(words.get(at)).is_some_and(|(before, word)| {
        ARTICLE.contains(&before.folded.as_str())
            && gap(text, before, word).is_some_and(|gap| matches!(gap.trim_start_matches('.'), " " | ""))
    })
}

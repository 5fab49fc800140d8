//! From a phrase of `rules.toml` to a pattern over the words of a [`View`](crate::view::View).

use std::collections::BTreeMap;

use regex::Regex;

/// Up to four words, none of which ends a sentence.
const GAP: &str = "(?: [a-z0-9_]+){0,4}";
/// Up to eight.
const WIDE_GAP: &str = "(?: [a-z0-9_]+){0,8}";
/// Up to twelve, and sentences may end between.
const LEAP: &str = "(?: [a-z0-9_.]+){0,12}?";

/// What finds any of these phrases.
pub(super) fn one_of(phrases: &[String], words: &BTreeMap<String, String>) -> Result<Regex, String> {
    let choices =
        phrases.iter().map(|phrase| pattern(phrase, words)).collect::<Result<Vec<String>, String>>()?;
    Regex::new(&format!("(?-u)(?:{})", choices.join("|"))).map_err(|error| error.to_string())
}

fn pattern(phrase: &str, words: &BTreeMap<String, String>) -> Result<String, String> {
    let mut pattern = String::new();
    for token in tokens(phrase) {
        let (token, end) = token.strip_suffix('$').map_or((token.as_str(), false), |token| (token, true));
        let (token, optional) = token.strip_suffix('?').map_or((token, false), |token| (token, true));
        match token {
            "^" => pattern.push_str(r"(?:^| \.)"),
            "..." => pattern.push_str(GAP),
            "....." => pattern.push_str(WIDE_GAP),
            "~" => pattern.push_str(LEAP),
            _ => {
                let body = match token.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
                    Some(name) => {
                        format!(
                            "(?:{})",
                            words.get(name).ok_or_else(|| format!("no words are called `{name}`"))?
                        )
                    }
                    None => token.replace('(', "(?:").replace('*', "[a-z0-9_]*"),
                };
                pattern.push_str(&if optional { format!("(?: {body})?") } else { format!(" {body}") });
            }
        }
        if end {
            pattern.push_str(r"(?: \.)?$");
        }
    }
    pattern.push_str(r"(?:\b|$)");
    Ok(pattern)
}

/// Split at spaces, except inside parentheses.
fn tokens(phrase: &str) -> Vec<String> {
    let (mut tokens, mut token, mut depth) = (Vec::new(), String::new(), 0_i32);
    for sign in phrase.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if sign == ' ' && depth == 0 {
            tokens.push(std::mem::take(&mut token));
        } else {
            token.push(sign);
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty());
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_a_row_of_words() {
        let words = BTreeMap::from([("ignore".to_owned(), "ignore|pay no attention to".to_owned())]);
        let pattern = pattern("^ <ignore> (all|the)? ... instruc*", &words).unwrap();
        let regex = regex::Regex::new(&pattern).unwrap();
        assert!(regex.is_match(" pay no attention to the old instructions"));
        assert!(regex.is_match(" no . ignore instruction"));
        assert!(!regex.is_match(" please ignore instruction"));
        assert!(!regex.is_match(" ignore it . instructions"));
        assert!(super::pattern("<nobody>", &words).is_err());
    }
}

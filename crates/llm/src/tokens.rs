//! How many tokens a text is.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tiktoken_rs::CoreBPE;
use tiktoken_rs::tokenizer::{Tokenizer, get_tokenizer};

use crate::kept::Kept;
use crate::message::{Args, Block, Message, Part};

/// What a message takes beyond its text: its role and its ends.
const ENVELOPE: u64 = 4;
/// What an image is taken for; providers count by its size, up to about this.
const IMAGE: u64 = 1600;
/// Counted in pieces of so many bytes: a very long word is slow, and may be too much for the tokenizer.
const STRETCH: usize = 4096;

/// Each takes fifty megabytes.
static O200K: Kept<CoreBPE> = Kept::new();
static CL100K: Kept<CoreBPE> = Kept::new();

/// With the model's own tokenizer where it is known, else a token for every four characters. The first
/// count with a tokenizer reads its vocabulary, which takes a moment; then it is kept while it is used.
pub fn count(wire_name: &str, text: &str) -> u64 {
    match tokenizer(wire_name) {
        None => quarter(text),
        Some(bpe) => {
            stretches(text, STRETCH).map(|stretch| exact(&bpe, stretch)).fold(0, u64::saturating_add)
        }
    }
}

/// Lets go of vocabularies that nobody counted with in this time.
pub fn rest_tokenizers(idle: Duration) {
    O200K.rest(idle);
    CL100K.rest(idle);
}

/// A message with all that is in it.
pub fn count_message(wire_name: &str, message: &Message) -> u64 {
    let count = |text: &str| count(wire_name, text);
    let parts: u64 = match message {
        Message::User { parts } => parts
            .iter()
            .map(|part| match part {
                Part::Text { text } => count(text),
                Part::Image { .. } => IMAGE,
            })
            .sum(),
        Message::Assistant { blocks } => blocks
            .iter()
            .map(|block| match block {
                Block::Thinking { text, .. } | Block::Text { text } => count(text),
                Block::ToolUse(call) => {
                    let args = match &call.args {
                        Args::Json(args) => count(&args.to_string()),
                        Args::Malformed(text) => count(text),
                    };
                    ENVELOPE + count(&call.id) + count(&call.name) + args
                }
            })
            .sum(),
        Message::Tools { results } => results
            .iter()
            .map(|result| ENVELOPE + count(&result.id) + count(&result.name) + count(&result.text))
            .sum(),
    };
    ENVELOPE + parts
}

/// Only the two vocabularies in use today; the others would make the program larger for nobody.
fn tokenizer(wire_name: &str) -> Option<Arc<CoreBPE>> {
    let name = wire_name.rsplit('/').next().unwrap_or(wire_name);
    match get_tokenizer(name)? {
        Tokenizer::O200kBase | Tokenizer::O200kHarmony => {
            O200K.get(|| tiktoken_rs::o200k_base().map(Arc::new)).ok()
        }
        Tokenizer::Cl100kBase => CL100K.get(|| tiktoken_rs::cl100k_base().map(Arc::new)).ok(),
        Tokenizer::P50kBase | Tokenizer::R50kBase | Tokenizer::P50kEdit | Tokenizer::Gpt2 => None,
    }
}

fn exact(bpe: &CoreBPE, text: &str) -> u64 {
    bpe.count(text, &HashSet::new()).map_or_else(|_| quarter(text), |count| count as u64)
}

fn quarter(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

/// The text in pieces of at most so many bytes, no less than four, cut before a space or a line where there is one.
pub(crate) fn stretches(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let longest = rest.floor_char_boundary(most);
        let (head, _) = rest.split_at_checked(longest)?;
        let at = match head.rfind([' ', '\n']) {
            Some(at) if at > 0 && longest < rest.len() => at,
            Some(_) | None => longest,
        };
        let (stretch, after) = rest.split_at_checked(at)?;
        rest = after;
        Some(stretch)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_known_model_is_counted_with_its_tokenizer() {
        for name in ["gpt-4o", "gpt-5-mini", "o3", "openai/gpt-4.1", "gpt-oss-20b"] {
            assert_eq!(count(name, "tiktoken is great!"), 6, "{name}");
        }
        assert_eq!(count("gpt-4", "antidisestablishmentarianism"), 6);
        assert_eq!(count("gpt-4o", ""), 0);
    }

    #[test]
    fn an_unknown_model_has_four_characters_to_a_token() {
        assert_eq!(count("llama3.2:3b", "áéíóú"), 2);
        assert_eq!(count("claude-sonnet-4-5", ""), 0);
        assert_eq!(count("ada", "12345678"), 2);
    }

    #[test]
    fn words_that_look_special_are_words() {
        assert!(count("gpt-4o", "<|endoftext|>") > 1);
    }

    #[test]
    fn a_very_long_word_is_counted_in_a_moment() {
        let text = "a".repeat(200_000) + &" ".repeat(200_000);
        assert!(count("gpt-4o", &text) > 0);
    }

    proptest! {
        #[test]
        fn stretches_are_the_text(text in "(\\PC| |\n){0,200}", times in 1..60_usize, most in 4..5000_usize) {
            let text = text.repeat(times);
            prop_assert_eq!(stretches(&text, most).collect::<String>(), text.as_str());
            prop_assert!(stretches(&text, most).all(|stretch| stretch.len() <= most));
        }

        #[test]
        fn any_text_can_be_counted(text in any::<String>()) {
            prop_assert!(count("gpt-4o", &text) <= text.len() as u64);
        }
    }
}

//! What a person says, before anything else sees it: size and encoding.

use crate::findings::Findings;
use crate::screened::Screened;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub message_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { message_bytes: 64 * 1024 }
    }
}

/// Why a message was not let through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    #[error("the message is empty; write something")]
    Empty,
    #[error("the message is {bytes} bytes long; at most {limit} are taken")]
    TooLong { bytes: usize, limit: usize },
    #[error("the message contains the control character U+{code:04X} at character {position}; remove it")]
    Unreadable { code: u32, position: usize },
    /// By the pack's policy.
    #[error("the message was not accepted because it contains {0}; say it without")]
    Refused(Findings),
}

/// Size and encoding, and nothing else: for text that a [`Guard`](crate::Guard) has seen or is still to see.
pub fn screen_message(text: &str, limits: Limits) -> Result<Screened<String>, Blocked> {
    if text.len() > limits.message_bytes {
        return Err(Blocked::TooLong { bytes: text.len(), limit: limits.message_bytes });
    }
    let unreadable = |sign: &char| sign.is_control() && !matches!(sign, '\n' | '\r' | '\t');
    if let Some((position, sign)) = text.chars().enumerate().find(|(_, sign)| unreadable(sign)) {
        return Err(Blocked::Unreadable { code: u32::from(sign), position: position + 1 });
    }
    if text.trim().is_empty() {
        return Err(Blocked::Empty);
    }
    Ok(Screened::passed(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let problem = |text: &str| screen_message(text, Limits { message_bytes: 8 }).unwrap_err().to_string();
        assert_eq!(
            problem("a\0"),
            "the message contains the control character U+0000 at character 2; remove it"
        );
        assert_eq!(problem("123456789"), "the message is 9 bytes long; at most 8 are taken");
        assert_eq!(problem(" \n\t"), "the message is empty; write something");
    }

    proptest! {
        #[test]
        fn a_message_passes_unchanged_or_not_at_all(text in "\\PC{0,40}|[\\x00-\\x7f]{0,20}") {
            if let Ok(screened) = screen_message(&text, Limits::default()) {
                prop_assert!(!screened.get().contains('\0'));
                prop_assert_eq!(screened.into_inner(), text);
            }
        }
    }
}

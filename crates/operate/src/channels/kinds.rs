//! The kinds of channels there are.

use super::provider::Provider;
use super::{generic, instagram, messenger, telegram, tiktok, vapi, whatsapp};

/// Every kind, by its name.
pub const KINDS: [(&str, &dyn Provider); 7] = [
    ("whatsapp", &whatsapp::WhatsApp),
    ("messenger", &messenger::Messenger),
    ("instagram", &instagram::Instagram),
    ("telegram", &telegram::Telegram),
    ("tiktok", &tiktok::TikTok),
    ("webhook", &generic::Generic),
    ("vapi", &vapi::Vapi),
];

pub fn of_kind(kind: &str) -> Option<&'static dyn Provider> {
    KINDS.iter().find(|(name, _)| *name == kind).map(|(_, provider)| *provider)
}

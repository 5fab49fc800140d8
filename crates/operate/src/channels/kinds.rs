//! The kinds of channels there are.

use conserje_kernel::ChannelKind;

use super::provider::Provider;
use super::{generic, messenger, telegram, tiktok, vapi, whatsapp};

/// What a kind of channel is.
pub fn of_kind(kind: ChannelKind) -> &'static dyn Provider {
    match kind {
        ChannelKind::WhatsApp => &whatsapp::WhatsApp,
        ChannelKind::Messenger => &messenger::MESSENGER,
        ChannelKind::Instagram => &messenger::INSTAGRAM,
        ChannelKind::Telegram => &telegram::Telegram,
        ChannelKind::TikTok => &tiktok::TikTok,
        ChannelKind::Webhook => &generic::Generic,
        ChannelKind::Vapi => &vapi::Vapi,
    }
}

//! Voice, as Vapi's server URLs have it: <https://docs.vapi.ai/server-url/events>. What it asks for during a call is
//! answered by [`calls`](super::calls).

use conserje_kernel::Timestamp;
use serde_json::Value;

use super::format::{Markup, Size, Style};
use super::provider::{Channel, Disbelieved, Field, Item, Posted, Provider, Request, ToSend};
use super::sign;

pub(super) struct Vapi;

pub(super) const SPOKEN: Style = Style { limit: 2000, size: Size::Characters, markup: Markup::Plain };

impl Provider for Vapi {
    fn fields(&self) -> &'static [Field] {
        const { &[Field::optional("assistantId"), Field::optional("greeting"), Field::secret("serverSecret")] }
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
        let given = posted.header("x-vapi-secret");
        if sign::is_same(channel.secret("serverSecret"), given) {
            Ok(())
        } else {
            Err(Disbelieved::Signature)
        }
    }

    /// Nothing waits in a line: [`answer`](super::calls::answer) answers at once.
    fn parse(&self, _: &Channel, _: &Value) -> Vec<Item> {
        Vec::new()
    }

    fn style(&self) -> Style {
        SPOKEN
    }

    fn send(&self, _: &Channel, _: &ToSend<'_>) -> Option<Request> {
        None
    }

    fn probe(&self, _: &Channel, _: Timestamp) -> Option<Request> {
        None
    }
}

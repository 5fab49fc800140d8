//! A conversation as their clients send it becomes one as a model is told it.

use std::collections::HashMap;

use conserje_conversation::model::{Args, Block, Message, Part, ToolResult, ToolUse};
use conserje_protocol::openai::{Content, ContentPart};

use super::error::ApiError;

/// Who is told, which decides what becomes of `system` messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listener {
    /// They are words of the user.
    Agent,
    Model,
}

/// The most that an assistant is told of what was said before, in bytes: it is kept with the turn.
const HISTORY_LIMIT: usize = 1024 * 1024;

/// Grows message by message.
pub(super) struct Talk {
    listener: Listener,
    /// The field that what is wrong is said to be in.
    field: &'static str,
    system: String,
    messages: Vec<Message>,
    /// The tools that were called, by the call's id: results do not say.
    called: HashMap<String, String>,
    bytes: usize,
}

impl Talk {
    pub(super) fn new(listener: Listener, field: &'static str) -> Self {
        let (system, messages) = (String::new(), Vec::new());
        Self { listener, field, system, messages, called: HashMap::new(), bytes: 0 }
    }

    pub(super) fn say(&mut self, role: &str, content: Option<Content>) -> Result<(), ApiError> {
        match role {
            "system" | "developer" => {
                let text = self.text(content)?;
                self.rule(text);
            }
            "user" => {
                let parts = self.parts(content)?;
                self.messages.push(Message::User { parts });
            }
            "assistant" => {
                let text = self.text(content)?;
                self.answer(text, Vec::new());
            }
            other => {
                let shown: String = other.chars().take(40).collect();
                let fix = "use system, developer, user, assistant or tool";
                return Err(ApiError::param(self.field, format!("a message has the role `{shown}`; {fix}")));
            }
        }
        Ok(())
    }

    pub(super) fn rule(&mut self, text: String) {
        match self.listener {
            Listener::Agent => self.messages.push(Message::user(text)),
            Listener::Model if self.system.is_empty() => self.system = text,
            Listener::Model => {
                self.system.push_str("\n\n");
                self.system.push_str(&text);
            }
        }
    }

    /// What the assistant said and whom it called. Calls that follow its words are one message with them.
    pub(super) fn answer(&mut self, text: String, calls: Vec<(String, String, String)>) {
        let mut blocks = Vec::new();
        if !text.is_empty() {
            blocks.push(Block::Text { text });
        }
        for (id, name, arguments) in calls {
            self.called.insert(id.clone(), name.clone());
            let args = if arguments.trim().is_empty() {
                Args::Json(serde_json::Value::Object(serde_json::Map::new()))
            } else {
                serde_json::from_str(&arguments).map_or(Args::Malformed(arguments), Args::Json)
            };
            blocks.push(Block::ToolUse(ToolUse { id, name, args, seal: None }));
        }
        match self.messages.last_mut() {
            Some(Message::Assistant { blocks: said }) => said.extend(blocks),
            Some(Message::User { .. } | Message::Tools { .. }) | None => {
                self.messages.push(Message::Assistant { blocks });
            }
        }
    }

    /// What a tool answered. Results in a row answer the calls of one message.
    pub(super) fn result(&mut self, id: Option<String>, content: Option<Content>) -> Result<(), ApiError> {
        let Some((id, name)) = id.and_then(|id| self.called.get(&id).cloned().map(|name| (id, name))) else {
            let problem = "a tool's result answers no call of the messages before it; send the call too";
            return Err(ApiError::param(self.field, problem));
        };
        let result = ToolResult { id, name, text: self.text(content)?, is_error: false };
        match self.messages.last_mut() {
            Some(Message::Tools { results }) => results.push(result),
            Some(Message::User { .. } | Message::Assistant { .. }) | None => {
                self.messages.push(Message::Tools { results: vec![result] });
            }
        }
        Ok(())
    }

    /// All of it, for a model.
    pub(super) fn whole(self) -> Result<(String, Vec<Message>), ApiError> {
        if self.messages.is_empty() {
            return Err(ApiError::param(
                self.field,
                format!("`{}` says nothing; send a message", self.field),
            ));
        }
        Ok((self.system, self.messages))
    }

    /// The last message and what came before it, for an assistant.
    pub(super) fn last(mut self) -> Result<(String, Vec<Message>), ApiError> {
        if self.bytes > HISTORY_LIMIT {
            let problem = format!("an assistant takes {HISTORY_LIMIT} bytes of messages at most; send fewer");
            return Err(ApiError::param(self.field, problem));
        }
        match self.messages.pop() {
            Some(Message::User { parts }) => {
                let texts: Vec<_> = parts.into_iter().filter_map(text_of).collect();
                Ok((texts.join("\n\n"), self.messages))
            }
            Some(Message::Assistant { .. } | Message::Tools { .. }) | None => Err(ApiError::param(
                self.field,
                "the last message must be the user's; an assistant answers it",
            )),
        }
    }

    fn text(&mut self, content: Option<Content>) -> Result<String, ApiError> {
        let text = match content {
            None => String::new(),
            Some(Content::Text(text)) => text,
            Some(Content::Parts(parts)) => {
                let texts = parts.into_iter().map(|part| self.worded(part)).collect::<Result<Vec<_>, _>>()?;
                texts.concat()
            }
        };
        self.bytes += text.len();
        Ok(text)
    }

    fn worded(&self, part: ContentPart) -> Result<String, ApiError> {
        match part.kind.as_str() {
            "text" | "input_text" | "output_text" => Ok(part.text.unwrap_or_default()),
            "refusal" => Ok(part.refusal.unwrap_or_default()),
            other => Err(self.odd_part(other)),
        }
    }

    fn parts(&mut self, content: Option<Content>) -> Result<Vec<Part>, ApiError> {
        let parts = match content {
            Some(Content::Parts(parts)) => parts,
            one @ (Some(Content::Text(_)) | None) => return Ok(vec![Part::Text { text: self.text(one)? }]),
        };
        let mut read = Vec::with_capacity(parts.len());
        for part in parts {
            read.push(match (part.kind.as_str(), part.image_url) {
                ("text" | "input_text", _) => Part::Text { text: part.text.unwrap_or_default() },
                ("image_url" | "input_image", Some(image)) => self.image(&image.into_url())?,
                (other, _) => return Err(self.odd_part(other)),
            });
        }
        self.bytes += read
            .iter()
            .map(|part| match part {
                Part::Text { text } => text.len(),
                Part::Image { data, .. } => data.len(),
            })
            .sum::<usize>();
        Ok(read)
    }

    fn image(&self, url: &str) -> Result<Part, ApiError> {
        if self.listener == Listener::Agent {
            return Err(ApiError::param(
                self.field,
                "an assistant reads text only; ask a model about images",
            ));
        }
        let read = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
        let (media_type, data) = read.filter(|(kind, _)| kind.starts_with("image/")).ok_or_else(|| {
            ApiError::param(
                self.field,
                "an image is not a `data:image/…;base64,` URL; this server fetches none",
            )
        })?;
        Ok(Part::Image { media_type: media_type.to_owned(), data: data.to_owned() })
    }

    fn odd_part(&self, kind: &str) -> ApiError {
        let shown: String = kind.chars().take(40).collect();
        ApiError::param(
            self.field,
            format!("a part of type `{shown}` cannot be read here; send text or images"),
        )
    }
}

fn text_of(part: Part) -> Option<String> {
    match part {
        Part::Text { text } => Some(text),
        Part::Image { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Content {
        Content::Text(text.to_owned())
    }

    #[test]
    fn a_callers_rules_are_rules_to_a_model_and_a_users_words_to_an_assistant() {
        let told = |listener| {
            let mut talk = Talk::new(listener, "messages");
            talk.say("system", Some(said("Be brief."))).unwrap();
            talk.say("user", Some(said("hola"))).unwrap();
            talk
        };
        let (system, messages) = told(Listener::Model).whole().unwrap();
        assert_eq!((system.as_str(), messages), ("Be brief.", vec![Message::user("hola")]));
        let (last, before) = told(Listener::Agent).last().unwrap();
        assert_eq!((last.as_str(), before), ("hola", vec![Message::user("Be brief.")]));
    }

    #[test]
    fn results_find_the_call_that_they_answer() {
        let mut talk = Talk::new(Listener::Model, "messages");
        let call = |id: &str| (id.to_owned(), "add".to_owned(), "{\"a\":1}".to_owned());
        talk.answer(String::new(), vec![call("1"), call("2")]);
        talk.result(Some("2".to_owned()), Some(said("b"))).unwrap();
        talk.result(Some("1".to_owned()), Some(said("a"))).unwrap();
        assert!(talk.result(Some("3".to_owned()), Some(said("c"))).is_err());
        let (_, messages) = talk.whole().unwrap();
        let Some(Message::Tools { results }) = messages.get(1) else { panic!("{messages:?}") };
        assert_eq!(results.iter().map(|result| result.name.as_str()).collect::<Vec<_>>(), ["add", "add"]);
    }

    #[test]
    fn only_images_that_come_along_are_read() {
        let mut talk = Talk::new(Listener::Model, "messages");
        let part = |url: &str| {
            let image = serde_json::json!([{"type": "image_url", "image_url": {"url": url}}]);
            serde_json::from_value::<Content>(image).ok()
        };
        talk.say("user", part("data:image/png;base64,AA==")).unwrap();
        for url in ["https://example.com/a.png", "data:text/html;base64,AA==", "data:image/png,AA"] {
            assert!(talk.say("user", part(url)).is_err(), "{url}");
        }
    }
}

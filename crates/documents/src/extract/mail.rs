//! Messages: headers as facts, the body as text, attachments as documents of their own.

use mail_parser::{Address, MessageParser, MimeHeaders as _, PartType};

use super::draft::Draft;
use super::error::ExtractError;
use super::limits::Limits;
use super::{html, names, text};
use crate::Extracted;

pub(super) fn mail(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let message =
        MessageParser::default().parse(content).ok_or_else(|| ExtractError::damaged("it has no headers"))?;
    let mut draft = Draft::new(limits);
    let subject = message.subject().unwrap_or_default();
    let headers = [
        ("from", "From", message.from().map(people).unwrap_or_default()),
        ("to", "To", message.to().map(people).unwrap_or_default()),
        ("cc", "Cc", message.cc().map(people).unwrap_or_default()),
        ("date", "Date", message.date().map(mail_parser::DateTime::to_rfc3339).unwrap_or_default()),
        ("subject", "Subject", subject.to_owned()),
    ];
    draft.set_title(subject);
    draft.fact("message_id", message.message_id().unwrap_or_default());
    let mut lines = Vec::new();
    for (fact, label, value) in &headers {
        draft.fact(fact, value);
        if !value.is_empty() {
            lines.push(format!("{label}: {value}"));
        }
    }
    draft.heading(1, subject);
    draft.paragraph(&lines.join("\n"));

    for (at, part) in message.text_bodies().enumerate() {
        match &part.body {
            PartType::Html(page) => draft = html::read_all(page, draft, limits),
            PartType::Text(_) => {
                let body = message.body_text(at).unwrap_or_default();
                text::paragraphs(&body, &mut draft);
            }
            PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Message(_)
            | PartType::Multipart(_) => {}
        }
    }
    for (at, part) in message.attachments().enumerate() {
        let name = part.attachment_name().map(names::repair_name);
        match &part.body {
            PartType::Message(inner) => {
                let name = name.or_else(|| {
                    inner.subject().map(|subject| format!("{}.eml", names::repair_name(subject)))
                });
                draft.child(
                    name.unwrap_or_else(|| format!("message-{}.eml", at + 1)),
                    inner.raw_message().to_vec(),
                );
            }
            PartType::Text(_)
            | PartType::Html(_)
            | PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Multipart(_) => {
                // Pictures within the text are part of its design.
                if name.is_some() || !matches!(part.body, PartType::InlineBinary(_)) {
                    draft.child(
                        name.unwrap_or_else(|| format!("attachment-{}", at + 1)),
                        part.contents().to_vec(),
                    );
                }
            }
        }
    }
    Ok(draft.finish())
}

fn people(address: &Address<'_>) -> String {
    let person = |person: &mail_parser::Addr<'_>| match (person.name(), person.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => String::new(),
    };
    address.iter().map(person).filter(|person| !person.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;

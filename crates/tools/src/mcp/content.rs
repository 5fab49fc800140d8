//! What a call brought, for the model and for the record.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::json;

use crate::tool::Outcome;

/// Only text is read by a model here; what else there is, is named.
pub(super) fn outcome(result: &CallToolResult) -> Outcome {
    let mut texts: Vec<String> = result.content.iter().map(text).collect();
    if texts.is_empty()
        && let Some(structured) = &result.structured_content
    {
        texts.push(structured.to_string());
    }
    let text = if texts.is_empty() { "It answered nothing.".to_owned() } else { texts.join("\n\n") };
    if result.is_error == Some(true) {
        return Outcome::failed(text);
    }
    let record = json!({"text": text, "structured": result.structured_content});
    Outcome { text, ..Outcome::succeeded(record) }
}

fn text(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => format!("[a picture of type {}, left out]", image.mime_type),
        ContentBlock::Audio(audio) => format!("[a sound of type {}, left out]", audio.mime_type),
        ContentBlock::Resource(resource) => match &resource.resource {
            ResourceContents::TextResourceContents { text, .. } => text.clone(),
            ResourceContents::BlobResourceContents { .. } | _ => "[a file, left out]".to_owned(),
        },
        ContentBlock::ResourceLink(link) => format!("[a link to {}]", link.uri),
        _ => "[something else, left out]".to_owned(),
    }
}

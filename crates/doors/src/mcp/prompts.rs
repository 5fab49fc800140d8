//! Prompts: the tenant's assistants, as what one says to another model to have it work like them.
//!
//! The words of an assistant's own prompt stay here: they are its maker's, and what keeps it to its task.

use conserje_kernel::Permission;
use conserje_operate::packs::Agent;
use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

use super::offer::Offer;
use super::paging::{PAGE, page};
use super::refusal::refusal;

const QUESTION: &str = "question";

pub(super) async fn list(offer: &Offer, cursor: Option<String>) -> Result<ListPromptsResult, ErrorData> {
    offer.needs(Permission::ReadSessions)?;
    let assistants = offer.app.conversations().assistants(&offer.scope).await.map_err(refusal)?;
    let question = PromptArgument::new(QUESTION).with_description("What it is asked").with_required(false);
    let prompts = assistants.catalogue().agents().map(|agent| {
        Prompt::new(agent.name.clone(), Some(agent.description.clone()), Some(vec![question.clone()]))
    });
    let (prompts, next_cursor) =
        page(prompts.collect(), |prompt: &Prompt| prompt.name.as_str(), cursor.as_deref(), PAGE)?;
    Ok(ListPromptsResult { next_cursor, ..ListPromptsResult::with_all_items(prompts) })
}

pub(super) async fn get(
    offer: &Offer,
    request: GetPromptRequestParams,
) -> Result<GetPromptResult, ErrorData> {
    offer.needs(Permission::ReadSessions)?;
    let assistants = offer.app.conversations().assistants(&offer.scope).await.map_err(refusal)?;
    let Some(agent) = assistants.catalogue().get(&request.name) else {
        let name: String = request.name.chars().take(60).collect();
        let problem = format!("there is no prompt `{name}`; `prompts/list` lists them");
        return Err(ErrorData::invalid_params(problem, None));
    };
    let arguments = request.arguments.unwrap_or_default();
    let question = match arguments.get(QUESTION) {
        None => None,
        Some(Value::String(question)) => Some(question.trim()).filter(|question| !question.is_empty()),
        Some(_) => return Err(ErrorData::invalid_params(format!("`{QUESTION}` is not a string"), None)),
    };
    let toolbox = offer.app.direct_tools(&offer.scope).await.map_err(refusal)?;
    let looking = toolbox.infos().filter(|info| !info.risk.has_effects());
    let offered: Vec<String> = looking.map(|info| info.name.clone()).collect();
    let text = words(agent, &offered, question);
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
        .with_description(agent.description.clone()))
}

fn words(agent: &Agent, offered: &[String], question: Option<&str>) -> String {
    let mut text = format!("Work as the assistant `{}`", agent.name);
    match agent.description.trim().trim_end_matches('.') {
        "" => text.push('.'),
        about => text += &format!(": {about}."),
    }
    let tools: Vec<String> =
        agent.tools.iter().filter(|tool| offered.contains(tool)).map(|tool| format!("`{tool}`")).collect();
    if !tools.is_empty() {
        text += &format!(
            " Look things up with {} before you answer, answer only from what they find, and name the \
             documents it is from. If they do not say, say so.",
            tools.join(", ")
        );
    }
    if let Some(question) = question {
        text += &format!("\n\n{question}");
    }
    text
}

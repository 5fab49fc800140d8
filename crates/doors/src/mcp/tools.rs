//! Tools: those that need no agent.

use conserje_operate::toolset::{NotCalled, call_directly};
use conserje_operate::toolset::{Risk, Status};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ListToolsResult, Tool, ToolAnnotations,
};
use serde_json::Value;

use super::offer::Offer;
use super::paging::{PAGE, page};
use super::refusal::refusal;

pub(super) fn list(offer: &Offer, cursor: Option<&str>) -> Result<ListToolsResult, ErrorData> {
    let toolbox = offer.app.direct_tools(&offer.scope);
    let specs = toolbox.specs().into_iter();
    let tools = specs.filter_map(|spec| {
        let info = toolbox.info(&spec.name)?;
        let hints = ToolAnnotations::from_raw(
            None,
            Some(!info.risk.has_effects()),
            Some(info.risk == Risk::Dangerous),
            Some(info.honours_keys),
            Some(info.is_from_outside),
        );
        let Value::Object(parameters) = spec.parameters else { return None };
        Some(Tool::new(spec.name, spec.description, parameters).with_annotations(hints))
    });
    let (tools, next_cursor) = page(tools.collect(), |tool| tool.name.as_ref(), cursor, PAGE)?;
    Ok(ListToolsResult { next_cursor, ..ListToolsResult::with_all_items(tools) })
}

/// What is wrong with the arguments is told as a result: it is for the model, which can do better.
pub(super) async fn call(offer: &Offer, request: CallToolRequestParams) -> Result<CallToolResult, ErrorData> {
    let toolbox = offer.app.direct_tools(&offer.scope);
    let args = Value::Object(request.arguments.unwrap_or_default());
    let guard = offer.app.conversations().guard(&offer.scope, offer.language).await;
    let guard = guard.map_err(refusal)?;
    let caller = (offer.scope.clone(), offer.language);
    let outcome = match call_directly(&toolbox, &guard, caller, &request.name, args).await {
        Ok(outcome) => outcome.into_inner(),
        Err(NotCalled::Arguments(problem)) => {
            return Ok(CallToolResult::error(vec![ContentBlock::text(problem)]));
        }
        Err(NotCalled::NoSuchTool) => {
            let name: String = request.name.chars().take(60).collect();
            let problem = format!("there is no tool `{name}`; `tools/list` lists them");
            return Err(ErrorData::invalid_params(problem, None));
        }
    };
    let said = vec![ContentBlock::text(outcome.text)];
    let mut result = if outcome.status == Status::Succeeded {
        CallToolResult::success(said)
    } else {
        CallToolResult::error(said)
    };
    // Anything but an object is of no revision before the newest.
    result.structured_content = Some(outcome.result).filter(Value::is_object);
    Ok(result)
}

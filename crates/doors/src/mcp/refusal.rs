//! Failures of use cases as JSON-RPC errors.

use conserje_protocol::ErrorCode;
use rmcp::ErrorData;
use serde_json::json;

use crate::wire::{Failure, current_trace};

/// The protocol's codes are few; ours is beside them, with the id that finds the request in the log.
pub(super) fn refusal(failure: impl Into<Failure>) -> ErrorData {
    let failure: Failure = failure.into();
    let data = json!({"code": failure.code.name(), "traceId": current_trace().to_string()});
    let is_the_callers = failure.code.status() < 500;
    let not_found = failure.code == ErrorCode::NotFound;
    let detail = failure.into_detail();
    if not_found {
        // In older revisions a code of its own; the SDK sees to that.
        ErrorData::resource_not_found(detail, Some(data))
    } else if is_the_callers {
        ErrorData::invalid_params(detail, Some(data))
    } else {
        ErrorData::internal_error(detail, Some(data))
    }
}

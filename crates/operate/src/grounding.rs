//! What a message is asked with, whichever door it came through.

use conserje_accounts::AccessError;
use conserje_kernel::{DocumentId, Permission, Scope};
use conserje_tools::retrieval::context::{self, Grounding};

use crate::{App, OperateError};

pub use conserje_tools::retrieval::context::Grounds;
pub use conserje_tools::retrieval::context::of_passages;

const MOST: usize = 20;

/// A message, and the documents that its sender wants it asked with.
pub struct Wanted<'a> {
    pub question: &'a str,
    pub agent: Option<&'a str>,
    /// As the client wrote them.
    pub attachments: &'a [String],
    pub is_searched: bool,
}

/// None if there is nothing to ask it with.
pub async fn ground(app: &App, scope: &Scope, wanted: Wanted<'_>) -> Result<Option<Grounds>, OperateError> {
    let Wanted { question, agent, attachments, is_searched } = wanted;
    if attachments.is_empty() && !is_searched {
        return Ok(None);
    }
    if !scope.may(Permission::ReadKnowledge) {
        return Err(AccessError::Forbidden { permission: Permission::ReadKnowledge.name() }.into());
    }
    if attachments.len() > MOST {
        let problem =
            format!("`attachments` names {} files; at most {MOST} go with a message", attachments.len());
        return Err(OperateError::Invalid { problem });
    }
    // One that is no id names nothing, like one that does not exist.
    let ids = attachments.iter().map(|id| id.parse::<DocumentId>()).collect::<Result<Vec<_>, _>>();
    let ids = ids.map_err(|_| OperateError::NotFound { what: "attached file" })?;
    let room = app.conversations().room(scope, agent).await?;
    let grounding = Grounding { question, attachments: &ids, is_searched, room };
    let grounds = context::ground(app.library(), scope, &grounding).await?;
    Ok((!grounds.text.is_empty()).then_some(grounds))
}

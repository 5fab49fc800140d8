//! One approved tool.

use conserje_kernel::Bilingual;
use futures::future::{BoxFuture, FutureExt};
use rmcp::model::CallToolRequestParams;
use rmcp::service::ServiceError;
use serde_json::Value;

use super::connection::Connection;
use super::{Definition, McpServer, content, offered_as};
use crate::tool::{Call, NOT_KNOWN, Outcome, Risk, Tool, ToolInfo};

/// A tool of another server, as it was approved.
pub struct McpTool {
    info: ToolInfo,
    server: McpServer,
    approved: Definition,
}

impl McpTool {
    /// `None` when it has no name that a tool can have.
    pub fn new(server: McpServer, approved: Definition, risk: Risk) -> Option<Self> {
        let info = ToolInfo {
            name: offered_as(&server.name, &approved.name)?,
            // One text for every language: its server has no more.
            title: approved.title.clone().map(Bilingual::same),
            description: approved.description.clone(),
            parameters: approved.parameters.clone(),
            risk,
            time_limit: server.time_limit,
            honours_keys: !risk.has_effects(),
            needs_no_approval: false,
            is_from_outside: true,
        };
        Some(Self { info, server, approved })
    }

    async fn call(&self, call: Call) -> Outcome {
        let effects = self.info.risk.has_effects();
        let not_made = |problem: String| Outcome::not_made(effects && call.is_repeated, problem);
        let connection = match Connection::open(&self.server).await {
            Ok(connection) => connection,
            Err(error) => return not_made(format!("{error}.")),
        };
        let now = match connection.definitions().await {
            Ok(now) => now,
            Err(error) => return not_made(format!("{error}.")),
        };
        let name = &self.info.name;
        match now.into_iter().find(|tool| tool.name == self.approved.name) {
            Some(tool) if tool.digest == self.approved.digest => {}
            Some(_) => {
                tracing::warn!("The tool `{name}` is not what was approved any more, and was not called");
                return not_made(format!(
                    "The tool `{name}` has changed since it was approved; an administrator must approve it again."
                ));
            }
            None => return not_made(format!("The tool `{name}` is not there any more.")),
        }
        let mut request = CallToolRequestParams::new(self.approved.name.clone());
        if let Value::Object(args) = call.args {
            request = request.with_arguments(args);
        }
        let called = connection.call(request).await;
        connection.close().await;
        match called {
            Ok(result) => content::outcome(&result),
            // It was understood, and refused.
            Err(ServiceError::McpError(error)) => {
                Outcome::failed(format!("The tool refused: {}", error.message))
            }
            Err(error) if effects => {
                Outcome::unknown(format!("The tool did not answer: {error}. {NOT_KNOWN}"))
            }
            Err(error) => Outcome::failed(format!("The tool did not answer: {error}.")),
        }
    }
}

impl Tool for McpTool {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        self.call(call).boxed()
    }
}

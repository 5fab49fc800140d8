//! What one caller is offered.

use conserje_kernel::{Language, Permission, Scope, TraceId};
use conserje_operate::App;
use conserje_protocol::ErrorCode;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, GetPromptRequestParams,
    GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use super::refusal::refusal;
use super::{documents, prompts, tools};
use crate::wire::{Failure, trace};

const INSTRUCTIONS: &str = "What an organisation knows. Its tools search and read the organisation's \
    documents; answer from what they find, and say which document it is from. Others look up and do what \
    is done at its front desk. Its resources are those documents as text. Its prompts are the organisation's assistants.";

/// Methods whose params the SDK could not read, if they arrive as something else.
const METHODS: [&str; 9] = [
    "initialize",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "prompts/list",
    "prompts/get",
    "completion/complete",
];

/// Made for one request; its caller is known to be who they say.
pub(crate) struct Offer {
    pub(super) app: App,
    pub(super) scope: Scope,
    pub(super) language: Language,
    pub(super) trace: TraceId,
}

impl Offer {
    /// Answers under the id of the request that asked: the SDK answers in tasks of its own.
    async fn traced<T>(&self, work: impl Future<Output = Result<T, ErrorData>>) -> Result<T, ErrorData> {
        Box::pin(trace::within(self.trace, work)).await
    }

    pub(super) fn needs(&self, permission: Permission) -> Result<(), ErrorData> {
        if self.scope.may(permission) {
            return Ok(());
        }
        let missing = conserje_accounts::AccessError::Forbidden { permission: permission.name() };
        Err(refusal(Failure::new(ErrorCode::Forbidden, missing.to_string())))
    }
}

fn cursor(request: Option<PaginatedRequestParams>) -> Option<String> {
    request.and_then(|request| request.cursor)
}

impl ServerHandler for Offer {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("conserje", env!("CARGO_PKG_VERSION")).with_title("Conserje"),
            )
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.traced(async { tools::list(self, cursor(request).as_deref()).await }).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.traced(tools::call(self, request, &context.meta)).await.map(CallToolResponse::from)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.traced(documents::list(self, cursor(request))).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(documents::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.traced(documents::read(self, &request.uri)).await.map(ReadResourceResponse::from)
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.traced(prompts::list(self, cursor(request))).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.traced(prompts::get(self, request)).await.map(GetPromptResponse::from)
    }

    /// What the SDK knows no method for, or whose params it could not read.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method: String = request.method.chars().take(60).collect();
        Err(if METHODS.contains(&method.as_str()) {
            ErrorData::invalid_params(format!("the `params` are not those of `{method}`"), None)
        } else {
            let code = rmcp::model::ErrorCode::METHOD_NOT_FOUND;
            ErrorData::new(code, format!("there is no method `{method}` here"), None)
        })
    }

    async fn on_initialized(&self, _: NotificationContext<RoleServer>) {}
}

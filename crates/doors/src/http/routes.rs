//! Every route, with what it asks of its caller.
//!
//! `door!` takes a handler's path and method from its `#[utoipa::path]` and its policy from its type:
//! a route is said once, and the router, the OpenAPI document and the table of policies agree.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::middleware;
use conserje_protocol::ErrorCode;
use http::{HeaderName, HeaderValue, header};
use socketioxide::layer::SocketIoLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder, PathItem, RefOr};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::{
    accounts, approvals, assistants, channels, desk, discover, docs, events, feedback, files, guard, health,
    inbox, jobs, keys, knowledge, mcp_servers, models, own_assistants, packs, page, plain, sessions,
    settings, shares, sites, tenants, tools, unread, usage,
};
use crate::chat::{agent, copilot, pipeline};
use crate::wire::failure::Failure;
use crate::wire::{DeclaresAccess, RouteAccess, answer_in_language, follow, trace};
use crate::{Doors, mcp, openai, webhook};

/// The largest body that a route takes, unless it says otherwise.
const BODY_LIMIT: usize = 1024 * 1024;

/// One route and who may call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteRow {
    pub method: String,
    pub path: String,
    /// The permission it needs; none if it is open to everybody.
    pub needs: Option<&'static str>,
}

struct Routes {
    router: OpenApiRouter<Doors>,
    table: Vec<RouteRow>,
}

/// What a handler's arguments declare.
fn declared<T: DeclaresAccess, H: Handler<T, Doors>>(_: &H) -> RouteAccess {
    T::ACCESS
}

macro_rules! door {
    ($routes:ident, $($handler:path),+ $(,)?) => {
        // Each handler by itself for its policy, then all of one path together for the router.
        $($routes.declare(declared(&$handler), utoipa_axum::routes!($handler));)+
        $routes.add(utoipa_axum::routes!($($handler),+));
    };
}

impl Routes {
    fn declare(&mut self, access: RouteAccess, mut handler: UtoipaMethodRouter<Doors>) {
        let needs = match access {
            RouteAccess::Open => None,
            RouteAccess::Needs(permission) => Some(permission.name()),
        };
        for (path, item) in &mut handler.1.paths {
            let rows = operations(item).map(|(method, _)| RouteRow {
                method: method.to_owned(),
                path: path.clone(),
                needs,
            });
            self.table.extend(rows);
        }
    }

    fn add(&mut self, mut handlers: UtoipaMethodRouter<Doors>) {
        for (path, item) in &mut handlers.1.paths {
            for (method, operation) in operations(item) {
                let row = self.table.iter().find(|row| row.path == *path && row.method == method);
                if !openai::is_ours(path) {
                    describe_errors(operation);
                }
                operation.operation_id = Some(operation_id(method, path));
                if let Some(permission) = row.and_then(|row| row.needs) {
                    describe_access(operation, permission);
                }
            }
        }
        if handlers.1.paths.keys().any(|path| openai::is_ours(path)) {
            handlers.2 = handlers.2.layer(DefaultBodyLimit::max(openai::BODY_LIMIT));
        }
        if handlers.1.paths.keys().any(|path| own_assistants::is_large(path)) {
            handlers.2 = handlers.2.layer(DefaultBodyLimit::max(own_assistants::BODY_LIMIT));
        }
        if handlers.1.paths.contains_key(settings::LOGO) {
            handlers.2 = handlers.2.layer(DefaultBodyLimit::max(settings::LOGO_LIMIT));
        }
        if handlers.1.paths.contains_key("/api/files/upload") {
            handlers.2 = handlers.2.layer(DefaultBodyLimit::max(files::UPLOAD_LIMIT));
        }
        let router = std::mem::take(&mut self.router);
        self.router = router.routes(handlers);
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let PathItem { get, put, post, patch, delete, .. } = item;
    [("GET", get), ("PUT", put), ("POST", post), ("PATCH", patch), ("DELETE", delete)]
        .into_iter()
        .filter_map(|(method, operation)| operation.as_mut().map(|operation| (method, operation)))
}

/// Handlers of different nouns have the same name; what they do to which path is said once in the whole document.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().map(|first| first.to_ascii_uppercase()).chain(letters).collect::<String>()
    });
    format!("{}{}", method.to_ascii_lowercase(), words.collect::<String>())
}

/// Errors are RFC 9457 bodies, which have a media type of their own.
fn describe_errors(operation: &mut Operation) {
    for status in ["4XX", "5XX"] {
        if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(status)
            && let Some(problem) = response.content.shift_remove("application/json")
        {
            response.content.insert("application/problem+json".to_owned(), problem);
        }
    }
}

fn describe_access(operation: &mut Operation, permission: &str) {
    let none: [&str; 0] = [];
    let ways = ["bearer", "apiKey", "login"];
    operation.security = Some(ways.map(|way| SecurityRequirement::new(way, none)).into());
    let needs = format!("Needs `{permission}`.");
    operation.description = Some(match operation.description.take() {
        Some(text) => format!("{text}\n\n{needs}"),
        None => needs,
    });
}

/// In groups: without optimisation every route takes room on the stack of the function that names it.
fn routes() -> Routes {
    let mut routes = Routes { router: OpenApiRouter::with_openapi(document()), table: Vec::new() };
    page_routes(&mut routes);
    account_routes(&mut routes);
    conversation_routes(&mut routes);
    knowledge_routes(&mut routes);
    desk_routes(&mut routes);
    channel_routes(&mut routes);
    operate_routes(&mut routes);
    program_routes(&mut routes);
    model_routes(&mut routes);
    routes
}

/// The page itself, and what describes and watches the server.
fn page_routes(routes: &mut Routes) {
    door!(routes, page::home);
    door!(routes, page::asset);
    door!(routes, health::live);
    door!(routes, health::ready);
    door!(routes, health::livez);
    door!(routes, health::readyz);
    door!(routes, health::metrics);
    door!(routes, docs::document);
    door!(routes, docs::channel);
    door!(routes, docs::docs);
    door!(routes, docs::index);
    door!(routes, docs::file);
    door!(routes, docs::error_page);
    door!(routes, discover::llms);
    door!(routes, discover::robots);
    door!(routes, discover::manifest);
    door!(routes, discover::icon);
    door!(routes, discover::favicon);
    door!(routes, discover::touch_icon);
    door!(routes, plain::style);
    door!(routes, page::widget);
    door!(routes, page::widget_script);
    door!(routes, plain::try_out);
}

fn account_routes(routes: &mut Routes) {
    door!(routes, accounts::login);
    door!(routes, accounts::redeem);
    door!(routes, accounts::logout);
    door!(routes, accounts::logout_everywhere);
    door!(routes, accounts::me);
    door!(routes, accounts::change_password);
    door!(routes, accounts::list, accounts::create);
    door!(routes, accounts::update);
    door!(routes, accounts::link);
    door!(routes, settings::get, settings::update);
    door!(routes, settings::versions);
    door!(routes, settings::changes);
    door!(routes, settings::restore);
    door!(routes, settings::logo, settings::put_logo, settings::remove_logo);
    door!(routes, tenants::list, tenants::create);
    door!(routes, keys::list, keys::create);
    door!(routes, keys::revoke);
}

/// Talking, and looking after it.
fn conversation_routes(routes: &mut Routes) {
    door!(routes, sessions::list, sessions::create);
    door!(routes, sessions::get, sessions::update, sessions::delete);
    door!(routes, sessions::export);
    door!(routes, sessions::messages, sessions::send);
    door!(routes, sessions::events);
    door!(routes, sessions::cancel);
    door!(routes, feedback::put, feedback::delete);
    door!(routes, assistants::assistants);
    door!(routes, assistants::choose);
    door!(routes, assistants::agents);
    door!(routes, approvals::list);
    door!(routes, approvals::respond);
    door!(routes, events::follow);
    door!(routes, agent::ask);
    door!(routes, agent::join);
    door!(routes, pipeline::ask);
    door!(routes, copilot::ask);
    door!(routes, shares::list, shares::create);
    door!(routes, shares::revoke);
    door!(routes, shares::open);
    door!(routes, inbox::list);
    door!(routes, inbox::stream_changes);
    door!(routes, inbox::get);
    door!(routes, inbox::events);
    door!(routes, inbox::follow);
    door!(routes, inbox::take);
    door!(routes, inbox::reply);
    door!(routes, inbox::give_back);
    door!(routes, inbox::close);
    door!(routes, inbox::assign);
    door!(routes, inbox::add_note);
    door!(routes, feedback::list);
}

fn knowledge_routes(routes: &mut Routes) {
    door!(routes, files::upload);
    door!(routes, files::list);
    door!(routes, files::follow);
    door!(routes, files::get, files::update, files::delete);
    door!(routes, files::content);
    door!(routes, files::text);
    door!(routes, files::chunks);
    door!(routes, files::reprocess);
    door!(routes, knowledge::collections, knowledge::create_collection);
    door!(routes, knowledge::update_collection, knowledge::delete_collection);
    door!(routes, knowledge::synonyms, knowledge::set_synonyms);
    door!(routes, knowledge::search);
    door!(routes, tools::tools);
    door!(routes, tools::call_tool);
}

/// The counter of a business.
fn desk_routes(routes: &mut Routes) {
    door!(routes, desk::get, desk::put);
    door!(routes, desk::files);
    door!(routes, desk::demos, desk::try_demo);
    door!(routes, desk::undo);
    door!(routes, desk::live::follow);
    door!(routes, desk::appointments::list, desk::appointments::create);
    door!(routes, desk::appointments::get);
    door!(routes, desk::appointments::shift);
    door!(routes, desk::appointments::cancel);
    door!(routes, desk::appointments::complete);
    door!(routes, desk::appointments::confirm);
    door!(routes, desk::appointments::no_show);
    door!(routes, desk::walk_in::arrive);
    door!(routes, desk::walk_in::create);
    door!(routes, desk::blocks::list, desk::blocks::create);
    door!(routes, desk::blocks::remove);
    door!(routes, desk::waiting::list, desk::waiting::create);
    door!(routes, desk::waiting::remove);
    door!(routes, desk::waiting::serve);
    door!(routes, desk::appointments::slots);
    door!(routes, desk::appointments::hours);
    door!(routes, desk::orders::list, desk::orders::create);
    door!(routes, desk::orders::get);
    door!(routes, desk::orders::advance);
    door!(routes, desk::customers::list, desk::customers::create);
    door!(routes, desk::customers::get, desk::customers::put);
    door!(routes, desk::customers::adjust);
    door!(routes, desk::editing::list);
    door!(routes, desk::editing::put, desk::editing::remove);
}

fn channel_routes(routes: &mut Routes) {
    door!(routes, channels::list, channels::create);
    door!(routes, channels::get, channels::update, channels::remove);
    door!(routes, channels::try_out);
    door!(routes, channels::deliveries);
    door!(routes, channels::retry);
    door!(routes, webhook::ask, webhook::post);
    door!(routes, sites::list, sites::create);
    door!(routes, sites::update, sites::remove);
    door!(routes, sites::widget);
    door!(routes, sites::logo);
    door!(routes, sites::visit);
}

fn operate_routes(routes: &mut Routes) {
    door!(routes, own_assistants::list, own_assistants::create);
    door!(routes, own_assistants::get, own_assistants::remove);
    door!(routes, own_assistants::save, own_assistants::drop_draft);
    door!(routes, own_assistants::evals);
    door!(routes, own_assistants::go_live);
    door!(routes, own_assistants::versions);
    door!(routes, own_assistants::version);
    door!(routes, own_assistants::restore);
    door!(routes, own_assistants::export);
    door!(routes, own_assistants::import);
    door!(routes, own_assistants::voice);
    door!(routes, own_assistants::tools);
    door!(routes, guard::try_out);
    door!(routes, packs::list);
    door!(routes, packs::choose);
    door!(routes, jobs::list);
    door!(routes, jobs::retry);
    door!(routes, jobs::dead_letters);
    door!(routes, jobs::retry_dead_letters);
    door!(routes, jobs::feed);
    door!(routes, jobs::verify);
    door!(routes, usage::usage);
    door!(routes, usage::trace);
    door!(routes, usage::sessions);
    door!(routes, usage::session_events);
}

/// For other programs and their models.
fn program_routes(routes: &mut Routes) {
    door!(routes, mcp_servers::list);
    door!(routes, mcp_servers::put, mcp_servers::remove);
    door!(routes, mcp_servers::tools);
    door!(routes, mcp_servers::approve);
    door!(routes, mcp::route::serve);
    door!(routes, mcp::route::metadata);
    door!(routes, openai::models::list);
    door!(routes, openai::models::get);
    door!(routes, openai::chat::complete);
    door!(routes, openai::responses::create);
}

fn model_routes(routes: &mut Routes) {
    door!(routes, models::list);
    door!(routes, models::setup);
    door!(routes, models::put_provider, models::remove_provider);
    door!(routes, models::put_tiers);
    door!(routes, models::try_out);
    door!(routes, models::offered);
    door!(routes, models::nearby);
    door!(routes, models::versions);
    door!(routes, models::restore);
}

fn document() -> OpenApi {
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let api_key = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new("x-api-key")));
    let login = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("conserje_login")));
    let components = utoipa::openapi::ComponentsBuilder::new()
        .security_scheme("bearer", bearer)
        .security_scheme("apiKey", api_key)
        .security_scheme("login", login)
        .build();
    let info = InfoBuilder::new()
        .title("Conserje")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Assistants that answer with citations, act through tools, and keep a complete record.",
        ))
        .build();
    // In the order in which somebody new wants to read them.
    let tags = [
        ("sessions", "Conversations: their messages and events"),
        ("chat", "One request, one turn, told word by word"),
        ("approvals", "What assistants want to do and a person must decide"),
        ("inbox", "Conversations in which a person was asked for, and what that person does in them"),
        ("knowledge", "Documents: given to us, read, searched and cited"),
        ("tools", "Tools that programs call by name, without an assistant"),
        ("desk", "The front desk: what a business says of itself, its appointments, orders and customers"),
        ("widget", "The widget: pages of the business that show it, and their visitors"),
        ("channels", "Where people outside write from: WhatsApp, Telegram and others"),
        ("shares", "Read-only links to a session"),
        ("access", "Signing in and out"),
        ("users", "The people of a tenant"),
        ("keys", "API keys"),
        ("assistants", "Assistants that a tenant makes itself: drafts, checks, versions"),
        ("models", "Which models can be asked, and where they are served"),
        ("openai", "The API of OpenAI, for its clients: assistants and models"),
        ("mcp", "The Model Context Protocol: tools, documents and assistants for other programs"),
        ("operate", "Jobs, dead letters, the feed, the record's integrity"),
        ("health", "Is it alive, is it ready, what has it done"),
        ("docs", "This description, and a page per error code"),
        ("page", "What a browser sees"),
    ];
    let tags = tags.map(|(name, about)| TagBuilder::new().name(name).description(Some(about)).build());
    OpenApiBuilder::new().info(info).components(Some(components)).tags(Some(tags)).build()
}

/// The API's description.
pub fn openapi() -> OpenApi {
    routes().router.split_for_parts().1
}

/// Every route and who may call it.
pub fn route_table() -> Vec<RouteRow> {
    routes().table
}

pub(super) fn openapi_json() -> &'static str {
    // Serialising our own document cannot fail; an empty one would be seen by the tests at once.
    static JSON: LazyLock<String> = LazyLock::new(|| openapi().to_pretty_json().unwrap_or_default());
    &JSON
}

pub fn router(doors: Doors, sockets: SocketIoLayer) -> Router {
    let (router, _) = routes().router.split_for_parts();
    let header = |name: HeaderName, value| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    router
        .fallback(page::elsewhere)
        .method_not_allowed_fallback(async || {
            Failure::new(ErrorCode::MethodNotAllowed, "see /api/openapi.json for the methods of each route")
        })
        // Before any route: its path is not one of ours.
        .layer(sockets)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            use axum::response::IntoResponse;
            tracing::error!(trace.id = %trace::current(), "A handler panicked");
            Failure::new(ErrorCode::Internal, "something went wrong on the server; the trace id finds it in the server's log")
                .into_response()
        }))
        .layer(middleware::from_fn_with_state(doors.clone(), follow))
        .layer(middleware::from_fn(answer_in_language))
        .layer(middleware::from_fn(openai::speak))
        .layer(middleware::from_fn_with_state(doors.clone(), mcp::route::point_to_metadata))
        .layer(middleware::from_fn(unread::read_out))
        .layer(middleware::from_fn(trace::follow))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            // Swagger UI styles elements inline and shows data: images; scripts are files of ours only. The page has a
            // stricter one of its own.
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
        ))
        .with_state(doors)
}

//! Commands on data: through the running server's admin door, or on the data folder itself.

use std::process::ExitCode;

use conserje_doors::admin::AdminRequest;
use conserje_kernel::Language;
use serde_json::{Value, json};

use super::admin_door::ask;
use super::arguments::{
    AuditCommand, Command, IndexCommand, JobsCommand, KeysCommand, LanguageArgument, SecretsCommand,
    SessionsCommand, TenantsCommand, UsersCommand,
};
use super::output::{Output, Problem, print, print_json};
use crate::config::Config;
use crate::open;

/// A check that found something.
const FOUND: u8 = 3;

/// How a reply is shown.
enum Shown {
    Table(&'static [&'static str]),
    Fields,
    Session,
    Raw,
    Verified,
}

pub(super) async fn run(config: &Config, command: Command, output: Output) -> Result<ExitCode, Problem> {
    let Some((request, shown)) = request_of(command) else {
        return Err(Problem::new("this command does not work on data"));
    };
    let reply = ask(config, request).await?;
    match shown {
        Shown::Table(columns) => output.list(&reply, columns),
        Shown::Fields => output.fields(&reply),
        Shown::Session => session(&reply, output),
        Shown::Raw => print(&serde_json::to_string_pretty(&reply).unwrap_or_default()),
        Shown::Verified => return Ok(verified(&reply, output)),
    }
    Ok(ExitCode::SUCCESS)
}

/// A list of what each command asks for, a line or two each.
fn request_of(command: Command) -> Option<(AdminRequest, Shown)> {
    Some(match command {
        Command::Tenants { command } => tenants(command),
        Command::Users { command } => users(command),
        Command::Keys { command } => keys(command),
        Command::Sessions { command } => sessions(command),
        Command::Audit { command: AuditCommand::Verify { tenant } } => {
            (AdminRequest::VerifyAudit { tenant }, Shown::Verified)
        }
        Command::Jobs { command } => jobs(command),
        Command::Secrets { command: SecretsCommand::Rotate } => (AdminRequest::RotateSecrets, Shown::Fields),
        Command::Index { command: IndexCommand::Check { tenant } } => {
            (AdminRequest::CheckIndex { tenant: tenant.tenant }, Shown::Fields)
        }
        Command::Index { command: IndexCommand::Rebuild { tenant } } => {
            (AdminRequest::RebuildIndex { tenant: tenant.tenant }, Shown::Fields)
        }
        Command::Serve { .. }
        | Command::Ask(_)
        | Command::Mcp(_)
        | Command::Ingest(_)
        | Command::Search(_)
        | Command::Eval { .. }
        | Command::Pack { .. }
        | Command::Desk { .. }
        | Command::Models { .. }
        | Command::ExtractWorker
        | Command::Config { .. }
        | Command::Upgrade(_)
        | Command::Migrate
        | Command::Doctor
        | Command::Openapi
        | Command::Completions { .. }
        | Command::Health
        | Command::ManPages { .. } => return None,
    })
}

fn tenants(command: TenantsCommand) -> (AdminRequest, Shown) {
    match command {
        TenantsCommand::List => {
            (AdminRequest::ListTenants, Shown::Table(&["slug", "name", "createdAt", "id"]))
        }
        TenantsCommand::Create { slug, name, language } => {
            let language = match language {
                LanguageArgument::Es => Language::Es,
                LanguageArgument::En => Language::En,
            };
            let name = name.unwrap_or_else(|| slug.clone());
            (AdminRequest::CreateTenant { slug, name, language }, Shown::Fields)
        }
    }
}

fn users(command: UsersCommand) -> (AdminRequest, Shown) {
    let change = |tenant, email, role, disabled| {
        (AdminRequest::UpdateUser { tenant, email, role, disabled }, Shown::Fields)
    };
    match command {
        UsersCommand::List { tenant } => {
            let columns = &["email", "name", "role", "createdAt", "disabledAt", "id"];
            (AdminRequest::ListUsers { tenant: tenant.tenant }, Shown::Table(columns))
        }
        UsersCommand::Create { email, name, role, tenant } => {
            let name = name.unwrap_or_else(|| email.split('@').next().unwrap_or_default().to_owned());
            (AdminRequest::CreateUser { tenant: tenant.tenant, email, name, role }, Shown::Fields)
        }
        UsersCommand::Link { email, tenant } => {
            (AdminRequest::LinkUser { tenant: tenant.tenant, email }, Shown::Fields)
        }
        UsersCommand::Role { email, role, tenant } => change(tenant.tenant, email, Some(role), None),
        UsersCommand::Disable { email, tenant } => change(tenant.tenant, email, None, Some(true)),
        UsersCommand::Enable { email, tenant } => change(tenant.tenant, email, None, Some(false)),
    }
}

fn keys(command: KeysCommand) -> (AdminRequest, Shown) {
    match command {
        KeysCommand::List { tenant } => {
            let columns =
                &["prefix", "name", "scopes", "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "id"];
            (AdminRequest::ListKeys { tenant: tenant.tenant }, Shown::Table(columns))
        }
        KeysCommand::Create { name, user, scopes, days, tenant } => (
            AdminRequest::CreateKey { tenant: tenant.tenant, email: user, name, scopes, days },
            Shown::Fields,
        ),
        KeysCommand::Revoke { id, tenant } => {
            (AdminRequest::RevokeKey { tenant: tenant.tenant, id }, Shown::Fields)
        }
    }
}

fn sessions(command: SessionsCommand) -> (AdminRequest, Shown) {
    match command {
        SessionsCommand::List { tenant } => {
            let columns = &["id", "title", "lastSequence", "updatedAt", "deletedAt", "erasedAt"];
            (AdminRequest::ListSessions { tenant: tenant.tenant }, Shown::Table(columns))
        }
        SessionsCommand::Show { id, tenant } => {
            (AdminRequest::ShowSession { tenant: tenant.tenant, id }, Shown::Session)
        }
        SessionsCommand::Export { id, tenant } => {
            (AdminRequest::ShowSession { tenant: tenant.tenant, id }, Shown::Raw)
        }
        SessionsCommand::Rebuild { id, tenant } => {
            (AdminRequest::RebuildSessions { tenant: tenant.tenant, id }, Shown::Fields)
        }
    }
}

fn jobs(command: JobsCommand) -> (AdminRequest, Shown) {
    match command {
        JobsCommand::List { state, tenant } => {
            let columns = &["id", "kind", "state", "attempts", "runAfter", "lastError"];
            (AdminRequest::ListJobs { tenant: tenant.tenant, state }, Shown::Table(columns))
        }
        JobsCommand::Retry { id, tenant } => {
            (AdminRequest::RetryJob { tenant: tenant.tenant, id }, Shown::Fields)
        }
        JobsCommand::DeadLetters { retry: false, tenant } => {
            let columns = &["eventId", "sessionId", "sequenceNumber", "attempts", "error"];
            (AdminRequest::ListDeadLetters { tenant: tenant.tenant }, Shown::Table(columns))
        }
        JobsCommand::DeadLetters { retry: true, tenant } => {
            (AdminRequest::RetryDeadLetters { tenant: tenant.tenant }, Shown::Fields)
        }
    }
}

fn session(reply: &Value, output: Output) {
    if output.json {
        return print_json(reply);
    }
    let mut head = reply.clone();
    let events = head.as_object_mut().and_then(|fields| fields.remove("events")).unwrap_or_default();
    output.fields(&head);
    let summary = |event: &Value| {
        let text = ["content", "message", "reason", "toolName", "was"]
            .iter()
            .find_map(|field| event.get(field)?.as_str());
        let short: String = text.unwrap_or_default().chars().take(80).collect();
        json!({"#": event["sequenceNumber"], "type": event["type"], "timestamp": event["timestamp"], "summary": short})
    };
    let items: Vec<Value> = events.as_array().map_or(&[][..], Vec::as_slice).iter().map(summary).collect();
    print("");
    output.list(&json!({ "items": items }), &["#", "timestamp", "type", "summary"]);
}

fn verified(reply: &Value, output: Output) -> ExitCode {
    let intact = reply["intact"] == Value::Bool(true);
    if output.json {
        print_json(reply);
    } else {
        output.list(reply, &["tenant", "intact", "sessions", "events", "erased"]);
        let tenants = reply["items"].as_array().map_or(&[][..], Vec::as_slice);
        for found in
            tenants.iter().flat_map(|tenant| tenant["breaks"].as_array().map_or(&[][..], Vec::as_slice))
        {
            let text = |field: &str| found[field].as_str().unwrap_or("(gone)");
            print(&format!(
                "broken: session {} at {}, event {}: {}",
                text("sessionId"),
                found["sequenceNumber"],
                text("eventId"),
                text("problem")
            ));
        }
    }
    if intact { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

pub(super) async fn migrate(config: &Config, output: Output) -> Result<ExitCode, Problem> {
    // Opening migrates.
    let (app, _projector) = open(config, format!("http://{}", config.listen)).await?;
    output
        .fields(&json!({"rows": app.store().rows_home(), "schemaVersion": conserje_store::schema_version()}));
    Ok(ExitCode::SUCCESS)
}

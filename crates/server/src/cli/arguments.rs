//! What can be typed.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use conserje_kernel::{ApiKeyId, JobId, JobState, KeyScopes, Role, SessionId};

use super::ask::AskArguments;
use super::desk::DeskCommand;
use super::ingest::IngestArguments;
use super::mcp::McpArguments;
use super::models::ModelsCommand;
use super::pack::PackCommand;
use super::search::SearchArguments;
use super::upgrade::UpgradeArguments;
use crate::config::Overrides;

/// Assistants that answer with citations, act through tools, ask a person before risky acts, and keep a
/// complete, ordered, replayable record.
#[derive(Parser)]
#[command(name = "conserje", version, propagate_version = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// The configuration file; none is needed.
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// The data folder [default: ./conserje-data].
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

impl Arguments {
    pub(super) fn overrides(&self) -> Overrides {
        let (listen, packs) = if let Command::Serve { listen, packs, .. } = &self.command {
            (*listen, packs.clone())
        } else {
            (None, Vec::new())
        };
        let json_logs = self.json && matches!(self.command, Command::Serve { .. });
        Overrides { data: self.data.clone(), listen, json_logs, packs }
    }
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Run the server.
    Serve {
        /// Address and port to listen on [default: 127.0.0.1:8484].
        #[arg(long, value_name = "ADDR")]
        listen: Option<SocketAddr>,
        /// Add a demo tenant and print a key for it.
        #[arg(long)]
        demo: bool,
        /// Assistants that come with the program: docs, legal, erp, frontdesk; several with commas. A demo gets their documents, too.
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        packs: Vec<String>,
    },
    /// Talk to an assistant; starts a server for it if none runs.
    Ask(Box<AskArguments>),
    /// Speak MCP on standard input and output, for a program with a model of its own; starts a server if none runs.
    Mcp(Box<McpArguments>),
    /// Give files and folders to the knowledge of a tenant, and wait until they can be searched.
    Ingest(Box<IngestArguments>),
    /// Search the documents of a tenant.
    Search(Box<SearchArguments>),
    /// The search index.
    Index {
        #[command(subcommand)]
        command: IndexCommand,
    },
    /// Measure how good answers are.
    Eval {
        #[command(subcommand)]
        command: EvalCommand,
    },
    /// Assistants as data: check them, test them, begin one.
    Pack {
        #[command(subcommand)]
        command: PackCommand,
    },
    /// The front desk of a business: its branches, staff, services, policies and menu.
    Desk {
        #[command(subcommand)]
        command: DeskCommand,
    },
    /// Models and where they are served: in force at once.
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
    /// Organisations.
    Tenants {
        #[command(subcommand)]
        command: TenantsCommand,
    },
    /// People of a tenant.
    Users {
        #[command(subcommand)]
        command: UsersCommand,
    },
    /// API keys.
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// Sessions as the record has them.
    Sessions {
        #[command(subcommand)]
        command: SessionsCommand,
    },
    /// The record's integrity.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
    /// Background work.
    Jobs {
        #[command(subcommand)]
        command: JobsCommand,
    },
    /// Secrets at rest.
    Secrets {
        #[command(subcommand)]
        command: SecretsCommand,
    },
    /// The configuration.
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Look at what this program would change, before it is put in the place of another.
    Upgrade(UpgradeArguments),
    /// Bring the database to this program's schema, without serving.
    Migrate,
    /// Look for what would keep the server from running well.
    Doctor,
    /// Ask the running server whether it can serve. Exit code 3 if it says no, 1 if it says nothing.
    Health,
    /// Read files for a running server, which starts this itself.
    #[command(name = crate::config::EXTRACT_WORKER, hide = true)]
    ExtractWorker,
    /// Print the API's description.
    Openapi,
    /// Print a completion script for a shell.
    Completions { shell: Shell },
    /// Write the manual's pages into a folder, for whoever makes packages.
    #[command(hide = true)]
    ManPages {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
pub(super) enum TenantsCommand {
    List,
    Create {
        /// Short name in addresses: lower-case letters, digits, hyphens.
        slug: String,
        #[arg(long)]
        name: Option<String>,
        #[arg(long, value_enum, default_value_t = LanguageArgument::Es)]
        language: LanguageArgument,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LanguageArgument {
    Es,
    En,
}

/// Which tenant a command is about.
#[derive(clap::Args)]
pub(super) struct Tenant {
    /// The tenant's slug.
    #[arg(long, default_value = "main")]
    pub(super) tenant: String,
}

#[derive(Subcommand)]
pub(super) enum UsersCommand {
    List {
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Make an account and print a one-time link for it.
    Create {
        email: String,
        #[arg(long)]
        name: Option<String>,
        /// owner, admin, agent or member.
        #[arg(long, default_value = "member")]
        role: Role,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Print a one-time link with which somebody chooses a new password.
    Link {
        email: String,
        #[command(flatten)]
        tenant: Tenant,
    },
    Role {
        email: String,
        role: Role,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Shut somebody out at once.
    Disable {
        email: String,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Let somebody in again.
    Enable {
        email: String,
        #[command(flatten)]
        tenant: Tenant,
    },
}

#[derive(Subcommand)]
pub(super) enum KeysCommand {
    List {
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Make a key and print it, this once.
    Create {
        /// What the key is for.
        name: String,
        /// Whose key it is.
        #[arg(long, default_value = "owner@localhost")]
        user: String,
        /// chat, read, admin; several with commas.
        #[arg(long, default_value = "chat")]
        scopes: KeyScopes,
        /// Days until it stops working; never unless told.
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650))]
        days: Option<u16>,
        #[command(flatten)]
        tenant: Tenant,
    },
    Revoke {
        id: ApiKeyId,
        #[command(flatten)]
        tenant: Tenant,
    },
}

#[derive(Subcommand)]
pub(super) enum SessionsCommand {
    List {
        #[command(flatten)]
        tenant: Tenant,
    },
    /// A session's events.
    Show {
        id: SessionId,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// A session with all its events, as JSON.
    Export {
        id: SessionId,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Make messages and citations again from the events.
    Rebuild {
        /// One session; all of the tenant unless told.
        id: Option<SessionId>,
        #[command(flatten)]
        tenant: Tenant,
    },
}

#[derive(Subcommand)]
pub(super) enum AuditCommand {
    /// Walk the hash chains and name the first broken link of each session. Exit code 3 if there is one.
    Verify {
        /// One tenant; all unless told.
        #[arg(long)]
        tenant: Option<String>,
    },
}

#[derive(Subcommand)]
pub(super) enum JobsCommand {
    List {
        /// queued, running, done or dead; all unless told.
        #[arg(long)]
        state: Option<JobState>,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Give a dead job a new set of attempts.
    Retry {
        id: JobId,
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Projections that were given up on.
    DeadLetters {
        /// Give all of them another round.
        #[arg(long)]
        retry: bool,
        #[command(flatten)]
        tenant: Tenant,
    },
}

#[derive(Subcommand)]
pub(super) enum IndexCommand {
    /// Compare a tenant's search index with its documents; no file may be on its way meanwhile.
    Check {
        #[command(flatten)]
        tenant: Tenant,
    },
    /// Make a tenant's search index again from its documents.
    Rebuild {
        #[command(flatten)]
        tenant: Tenant,
    },
}

#[derive(Subcommand)]
pub(super) enum EvalCommand {
    /// Search quality on folders in the BEIR layout: corpus.jsonl, queries.jsonl, qrels/*.tsv.
    Retrieval {
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
    },
}

#[derive(Subcommand)]
pub(super) enum SecretsCommand {
    /// Wrap every tenant's data key with the current master key.
    Rotate,
}

#[derive(Subcommand)]
pub(super) enum ConfigCommand {
    /// Explain every value and where it came from.
    Check,
}

//! `conserje models`: which models answer, and where they are served. What is set up here is in force at once.

use std::io::Read as _;
use std::process::ExitCode;

use conserje_kernel::{Language, ProviderKind};
use conserje_protocol::{ModelsSetupReply, OfferedModelsReply, ProviderTrouble, TryModelReply};
use http::header::ACCEPT_LANGUAGE;
use reqwest::Method;
use serde_json::{Value, json};

use super::output::{Output, Problem, note, print, print_json};
use super::server::{Server, ServerArguments};
use crate::config::Config;

/// A check that found something.
const FOUND: u8 = 3;

#[derive(clap::Subcommand)]
pub(super) enum ModelsCommand {
    /// Which models can be asked, and which tier asks whom.
    List {
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Add a provider with its models, after trying it; the same name again replaces it.
    Add {
        /// What it is called here: openai, anthropic, gemini, ollama, or a name of yours.
        name: String,
        /// anthropic, openai, `openai_compatible`, `azure_openai` or gemini; needed unless the name says it.
        #[arg(long)]
        kind: Option<ProviderKind>,
        /// Where it is served, unless that is its usual place.
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// Azure's version of its API.
        #[arg(long, value_name = "VERSION")]
        api_version: Option<String>,
        /// Models by the provider's names for them; several with commas. All that are known of it unless told.
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        models: Vec<String>,
        /// For all tenants of the installation.
        #[arg(long)]
        shared: bool,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Ask a model for a sentence: whether it answers, and how fast.
    Test {
        /// The provider's name here.
        provider: String,
        /// The provider's name for the model.
        model: String,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Take a provider away with its models and its key.
    Remove {
        name: String,
        #[command(flatten)]
        server: ServerArguments,
    },
}

pub(super) async fn run(
    config: &Config,
    command: ModelsCommand,
    output: Output,
) -> Result<ExitCode, Problem> {
    match command {
        ModelsCommand::List { server } => {
            let server = server.connect(config).await?;
            server.say_tenant(output);
            let listed: Result<ModelsSetupReply, _> =
                server.json(server.request(Method::GET, "/api/models/setup")).await;
            server.leave().await;
            show(&listed?, output);
            Ok(ExitCode::SUCCESS)
        }
        ModelsCommand::Add { name, kind, base_url, api_version, models, shared, server } => {
            let kind = kind_of(&name, kind)?;
            let base_url =
                base_url.or_else(|| (name == "ollama").then(|| "http://127.0.0.1:11434/v1".to_owned()));
            let api_key = if kind.needs_key() || !std::io::IsTerminal::is_terminal(&std::io::stdin()) {
                read_key(&name)?
            } else {
                String::new()
            };
            let provider =
                json!({"kind": kind, "baseUrl": base_url, "apiVersion": api_version, "apiKey": api_key});
            let server = server.connect(config).await?;
            server.say_tenant(output);
            let added = add(&server, (&name, provider), models, shared).await;
            server.leave().await;
            show(&added?, output);
            Ok(ExitCode::SUCCESS)
        }
        ModelsCommand::Test { provider, model, server } => {
            let server = server.connect(config).await?;
            let body = json!({"name": provider, "model": model});
            let tried = server.json(asking(&server, "/api/models/try").json(&body)).await;
            server.leave().await;
            Ok(show_trial(&tried?, output))
        }
        ModelsCommand::Remove { name, server } => {
            let server = server.connect(config).await?;
            let path = format!("/api/models/providers/{name}");
            let left = server.json(server.request(Method::DELETE, &path)).await;
            server.leave().await;
            show(&left?, output);
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn kind_of(name: &str, kind: Option<ProviderKind>) -> Result<ProviderKind, Problem> {
    match (kind, name) {
        (Some(kind), _) => Ok(kind),
        (None, "ollama" | "vllm" | "llama_cpp" | "lm_studio") => Ok(ProviderKind::OpenAiCompatible),
        (None, "azure") => Ok(ProviderKind::AzureOpenAi),
        (None, name) => name.parse().map_err(|_| {
            Problem::new(format!("what `{name}` speaks is not known"))
                .hint("say it with `--kind`; most servers are openai_compatible")
        }),
    }
}

/// From standard input, so that it stands in no history and no list of processes.
fn read_key(name: &str) -> Result<String, Problem> {
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        note(&format!("Paste the key of {name}, then Enter and Ctrl-D:"));
    }
    let mut text = String::new();
    std::io::stdin()
        .take(8_000)
        .read_to_string(&mut text)
        .map_err(|error| Problem::new(format!("the key could not be read: {error}")))?;
    Ok(text.trim().to_owned())
}

/// Asks the provider what it has, tries the first model, and keeps it only if it answers.
async fn add(
    server: &Server,
    (name, provider): (&str, Value),
    models: Vec<String>,
    shared: bool,
) -> Result<ModelsSetupReply, Problem> {
    let models = if models.is_empty() { offered(server, &provider).await? } else { models };
    let Some(first) = models.first() else {
        return Err(Problem::new("the provider named no model").hint("name them with `--models`"));
    };
    let mut asked = provider.clone();
    set(&mut asked, "model", json!(first));
    let tried: TryModelReply = server.json(asking(server, "/api/models/try").json(&asked)).await?;
    if let Some(problem) = tried.problem {
        return Err(told(&problem));
    }
    let mut wanted = provider;
    set(&mut wanted, "shared", json!(shared));
    set(
        &mut wanted,
        "models",
        models.iter().map(|model| json!({"name": format!("{name}/{model}"), "model": model})).collect(),
    );
    let path = format!("/api/models/providers/{name}");
    server.json(server.request(Method::PUT, &path).json(&wanted)).await
}

/// Those that something is known of; of a server of one's own all that it has.
async fn offered(server: &Server, provider: &Value) -> Result<Vec<String>, Problem> {
    let request = asking(server, "/api/models/offered").json(provider);
    let offered: OfferedModelsReply = server.json(request).await?;
    if let Some(problem) = offered.problem {
        return Err(told(&problem));
    }
    let known: Vec<String> =
        offered.items.iter().filter(|one| one.known.is_some()).map(|one| one.model.clone()).collect();
    Ok(if known.is_empty() { offered.items.into_iter().map(|one| one.model).collect() } else { known })
}

/// The command line speaks English.
fn asking(server: &Server, path: &str) -> reqwest::RequestBuilder {
    server.request(Method::POST, path).header(ACCEPT_LANGUAGE, Language::En.tag())
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

fn told(problem: &ProviderTrouble) -> Problem {
    Problem::new(problem.provider_says.clone()).hint(problem.advice.clone())
}

fn show(models: &ModelsSetupReply, output: Output) {
    if output.json {
        return print_json(&json!(models));
    }
    let items = json!({"items": models.models.items});
    output.list(
        &items,
        &["name", "providerName", "contextTokens", "inputPrice", "outputPrice", "pricedOn", "source"],
    );
    let tiers = &models.models.tiers;
    for (tier, chain) in [("fast", &tiers.fast), ("balanced", &tiers.balanced), ("premium", &tiers.premium)] {
        print(&format!("{tier:<9} {}", chain.join(" → ")));
    }
}

fn show_trial(tried: &TryModelReply, output: Output) -> ExitCode {
    if output.json {
        print_json(&json!(tried));
    } else if let Some(problem) = &tried.problem {
        print(&format!("{} did not answer: {}", tried.model, problem.provider_says));
        print(&problem.advice);
    } else {
        let first =
            tried.first_token_ms.map(|first| format!(", first word after {first} ms")).unwrap_or_default();
        print(&format!("{}: {}", tried.model, tried.said.as_deref().unwrap_or_default()));
        print(&format!("{} ms{first}", tried.latency_ms));
    }
    if tried.ok { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

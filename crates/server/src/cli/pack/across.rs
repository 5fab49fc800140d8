//! All packs that come with the program, together: who answers messages of members and guests, in tenants with a business
//! and without, with documents of their own. Asked of a server of this program.

use std::collections::BTreeMap;

use conserje_kernel::RoutedBy;
use conserje_operate::packs::included::{self, Asked, Who};
use conserje_protocol::{ChooseReply, SiteReply, VisitReply};
use http::header::{AUTHORIZATION, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::super::ingest;
use super::super::output::Problem;
use super::super::server::{Server, ServerArguments};
use super::load;
use crate::config::Config;

/// Who answers what is for nobody.
const NOBODY: &str = "docs";

pub(super) struct Tested {
    pub(super) items: Vec<Value>,
    pub(super) missed: Vec<String>,
    /// Of the messages that nothing was learned from, how many reached the right assistant.
    pub(super) share: f64,
}

#[derive(Default)]
struct Counts(BTreeMap<String, (usize, usize)>);

impl Counts {
    fn count(&mut self, what: String, is_right: bool) {
        let counts = self.0.entry(what).or_default();
        counts.0 += 1;
        counts.1 += usize::from(is_right);
    }
}

pub(super) async fn test(config: &Config) -> Result<Tested, Problem> {
    let mut tested = Tested { items: Vec::new(), missed: Vec::new(), share: 0.0 };
    for set in ["seen", "heldout"] {
        let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
        let mut config = config.clone();
        config.data_folder = place.path().join("data");
        config.included_packs = ["docs", "legal", "erp", "frontdesk"].map(str::to_owned).to_vec();
        config.pack_folders = Vec::new();
        let server = ServerArguments::of_folder().connect(&config).await?;
        let outcome = Box::pin(ask_all(&server, &config, set, &mut tested)).await;
        server.leave().await;
        outcome?;
    }
    Ok(tested)
}

async fn ask_all(server: &Server, config: &Config, set: &str, tested: &mut Tested) -> Result<(), Problem> {
    give_documents(server, config, set).await?;
    let all = included::across(set);
    let mut counts = Counts::default();
    for tenant in ["plain", "dental", "medical", "restaurant"] {
        let token = if tenant == "plain" { None } else { Some(set_up(server, tenant).await?) };
        for asked in all.iter().filter(|asked| asked.tenant == tenant) {
            let answers = who_answers(server, asked, token.as_ref()).await?;
            judge(asked, &answers, (set, &mut counts), &mut tested.missed);
        }
    }
    for (what, (count, right)) in counts.0 {
        let share = (right as f64 / count as f64 * 1000.0).round() / 1000.0;
        if set == "heldout" && what == "assistant" {
            tested.share = right as f64 / count as f64;
        }
        let named = if set == "heldout" { "held out" } else { set };
        let item = json!({"pack": "all", "set": format!("{what}, {named}"), "language": "all", "count": count,
            "right": right, "share": share});
        tested.items.push(item);
    }
    Ok(())
}

fn judge(asked: &Asked, answers: &ChooseReply, (set, counts): (&str, &mut Counts), missed: &mut Vec<String>) {
    let wanted = asked.assistant.as_deref().unwrap_or(NOBODY);
    let got = answers.assistant.as_deref().unwrap_or_default();
    let is_urgent = answers.by == RoutedBy::Urgency;
    let is_right = got == wanted;
    counts.count("assistant".to_owned(), is_right);
    counts.count(format!("assistant: {}", asked.kind), is_right);
    if asked.urgent {
        counts.count("emergency found".to_owned(), is_urgent);
    } else {
        counts.count("no emergency seen in what is none".to_owned(), !is_urgent);
    }
    if !is_right || is_urgent != asked.urgent {
        let Asked { text, who, tenant, kind, .. } = asked;
        missed.push(format!(
            "across ({set}): “{text}” of a {who:?} at {tenant} ({kind}, for {wanted}) went to {got}/{} by {} ({})",
            answers.agent,
            answers.by,
            answers.reasons.join(", ")
        ));
    }
}

/// What packs bring, and what those who ask have given us.
async fn give_documents(server: &Server, config: &Config, set: &str) -> Result<(), Problem> {
    let folder = config.data_folder.join("packs");
    for name in &config.included_packs {
        let pack = super::read(&folder.join(name)).map_err(|faults| super::problem(&faults))?;
        load::load(server, &pack).await?;
    }
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let mut files = Vec::new();
    for (name, content) in included::across_documents(set) {
        let path = place.path().join(name);
        std::fs::write(&path, content).map_err(|error| Problem::new(error.to_string()))?;
        files.push(path);
    }
    ingest::quietly(server, &files, None).await
}

/// An invented business in the place of the one before, and a guest of it.
async fn set_up(server: &Server, business: &str) -> Result<HeaderValue, Problem> {
    let Some((text, menu)) = included::demo(business) else {
        return Err(Problem::new(format!("there is no demo business `{business}`")));
    };
    let put = server.request(Method::PUT, "/api/desk/business");
    let _: Value = server.json(put.json(&json!({"business": text, "menu": menu}))).await?;
    let site = json!({"name": business, "origins": ["https://example.com"]});
    let site: SiteReply = server.json(server.request(Method::POST, "/api/sites").json(&site)).await?;
    let visit = server.request(Method::POST, &format!("/api/widget/{}/visits", site.id));
    let visit: VisitReply = server.json(visit).await?;
    let bearer = HeaderValue::from_str(&format!("Bearer {}", visit.token));
    bearer.map_err(|error| Problem::new(error.to_string()))
}

async fn who_answers(
    server: &Server,
    asked: &Asked,
    token: Option<&HeaderValue>,
) -> Result<ChooseReply, Problem> {
    let path = "/api/assistants/choose";
    let request: RequestBuilder = match (asked.who, token) {
        (Who::Guest, Some(token)) => {
            server.as_nobody(Method::POST, path).header(AUTHORIZATION, token.clone())
        }
        (Who::Guest, None) | (Who::Member, _) => server.request(Method::POST, path),
    };
    let request = request.header("accept-language", asked.language.tag());
    server.json(request.json(&json!({"message": asked.text}))).await
}

//! Where requests may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize;
use url::{Host, Url};

use super::address::is_never_a_service;
use super::client::{Lookup, SystemLookup};

/// Names that stand for something near, whatever a name server says.
const NEAR: [&str; 14] = [
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "arpa",
    "test",
    "invalid",
    "onion",
    "alt",
];

/// As an operator writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EgressSettings {
    /// `api.example.com`, `*.example.com` for all names below, `*` for every public host; with `:8443` for
    /// another port than 443. Only `http://legacy.example.com` allows plain http, and only that host.
    pub allowed_hosts: Vec<String>,
    /// Services that are not public: `host:port` or `address:port`, each by itself. They may use http.
    pub allow_private: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    #[error("`{entry}` is not a host to allow: {problem}")]
    Setting { entry: String, problem: &'static str },
    #[error("`{0}` is not a URL; write it as `https://host/path`")]
    NotAUrl(String),
    #[error("the URL's host is written in a roundabout way; write it plainly, as `https://host/path`")]
    Roundabout,
    #[error("a URL may not have a user name or password in it; remove them")]
    UserInfo,
    #[error("only https is allowed for `{host}`; use https")]
    Scheme { host: String },
    #[error("`{host}` is an address, and only names are allowed; use the service's name")]
    Address { host: String },
    #[error("`{host}` stands for something within the network, which is not allowed; use a public name")]
    Near { host: String },
    #[error("`{host}` is not among the allowed hosts; allow it in the configuration or use another")]
    Host { host: String },
    #[error("port {port} of `{host}` is not allowed; allow it in the configuration or use another")]
    Port { host: String, port: u16 },
    #[error("`{host}` has no public address")]
    NotPublic { host: String },
    #[error("the answer redirects more than {0} times")]
    Redirects(usize),
    #[error("the answer redirects from https to http, which is not followed")]
    Downgrade,
    #[error("the answer redirects to a private service, which is not followed")]
    RedirectToPrivate,
    #[error("no HTTP client can be made: {0}")]
    Client(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Names {
    All,
    Below(String),
    One(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    names: Names,
    port: Option<u16>,
    http: bool,
}

struct Policy {
    rules: Vec<Rule>,
    private: BTreeSet<(String, u16)>,
    lookup: Arc<dyn Lookup>,
}

/// The list of places that requests may go to. Cheap to clone.
#[derive(Clone)]
pub struct Egress(Arc<Policy>);

/// A URL that a request may be sent to. Only [`Egress`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedUrl {
    pub(super) url: Url,
    pub(super) private: bool,
}

impl CheckedUrl {
    pub fn url(&self) -> &Url {
        &self.url
    }
}

impl Egress {
    pub fn new(settings: &EgressSettings) -> Result<Self, EgressError> {
        Self::with_lookup(settings, Arc::new(SystemLookup))
    }

    /// With another way to look names up. What it answers is not trusted any more than the usual one.
    pub fn with_lookup(settings: &EgressSettings, lookup: Arc<dyn Lookup>) -> Result<Self, EgressError> {
        let rules = settings.allowed_hosts.iter().map(|entry| rule(entry)).collect::<Result<_, _>>()?;
        let private = settings.allow_private.iter().map(|entry| private(entry)).collect::<Result<_, _>>()?;
        Ok(Self(Arc::new(Policy { rules, private, lookup })))
    }

    pub(super) fn lookup(&self) -> Arc<dyn Lookup> {
        Arc::clone(&self.0.lookup)
    }

    /// For a URL as somebody wrote it. Stricter than [`Egress::check_url`]: a parsed URL no longer shows in
    /// which disguise its host came.
    pub fn check(&self, text: &str) -> Result<CheckedUrl, EgressError> {
        let shown = || text.chars().take(100).collect::<String>();
        if text.contains(|sign: char| sign.is_control() || sign.is_whitespace() || sign == '\\') {
            return Err(EgressError::Roundabout);
        }
        let url = Url::parse(text).map_err(|_| EgressError::NotAUrl(shown()))?;
        let (_, rest) = text.split_once("://").ok_or_else(|| EgressError::NotAUrl(shown()))?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(EgressError::UserInfo);
        }
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => host,
            Some(_) | None => authority,
        };
        if url.host_str().is_none_or(|parsed| parsed != host.to_ascii_lowercase()) {
            return Err(EgressError::Roundabout);
        }
        self.check_url(&url)
    }

    pub fn check_url(&self, url: &Url) -> Result<CheckedUrl, EgressError> {
        let host = url.host_str().unwrap_or_default().to_owned();
        if !matches!(url.scheme(), "https" | "http") || host.is_empty() {
            return Err(EgressError::NotAUrl(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::UserInfo);
        }
        let port = url.port_or_known_default().unwrap_or_default();
        let checked = |private| Ok(CheckedUrl { url: url.clone(), private });
        if self.0.private.contains(&(host.clone(), port)) {
            return checked(true);
        }
        match url.host() {
            Some(Host::Domain(_)) => {}
            Some(Host::Ipv4(_) | Host::Ipv6(_)) | None => return Err(EgressError::Address { host }),
        }
        name_problem(&host).map_or(Ok(()), |_| Err(EgressError::Near { host: host.clone() }))?;
        self.judge(url.scheme() == "http", &host, port)?;
        checked(false)
    }

    fn judge(&self, http: bool, host: &str, port: u16) -> Result<(), EgressError> {
        let host_rules: Vec<_> = self.0.rules.iter().filter(|rule| rule.names.include(host)).collect();
        if host_rules.is_empty() {
            return Err(EgressError::Host { host: host.to_owned() });
        }
        let scheme_rules: Vec<_> = host_rules.into_iter().filter(|rule| rule.http || !http).collect();
        if scheme_rules.is_empty() {
            return Err(EgressError::Scheme { host: host.to_owned() });
        }
        let usual = if http { 80 } else { 443 };
        if scheme_rules.iter().any(|rule| rule.port.unwrap_or(usual) == port) {
            return Ok(());
        }
        Err(EgressError::Port { host: host.to_owned(), port })
    }
}

impl Names {
    fn include(&self, host: &str) -> bool {
        // A name in another script may look like one that is trusted: it must be named itself.
        let foreign = || host.split('.').any(|label| label.starts_with("xn--"));
        match self {
            Self::One(name) => host == name,
            Self::All => !foreign(),
            Self::Below(suffix) => {
                let below = host.strip_suffix(suffix.as_str()).and_then(|left| left.strip_suffix('.'));
                below.is_some_and(|left| !left.is_empty()) && !foreign()
            }
        }
    }
}

/// Why this is not a public name, if it is not.
fn name_problem(name: &str) -> Option<&'static str> {
    let label_fits = |label: &str| {
        let inner =
            |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || matches!(sign, '-' | '_');
        !label.is_empty() && label.len() <= 63 && label.chars().all(inner)
    };
    let Some((_, last)) = name.rsplit_once('.') else {
        return Some("a name has at least two parts, `example.com`");
    };
    if name.len() > 253 || !name.split('.').all(label_fits) {
        return Some("it is not the name of a host in plain lower case");
    }
    if last.starts_with(|sign: char| sign.is_ascii_digit()) {
        return Some("addresses are allowed one by one, in `allow_private`");
    }
    NEAR.contains(&last).then_some("it stands for something within the network; see `allow_private`")
}

fn rule(entry: &str) -> Result<Rule, EgressError> {
    let wrong = |problem| EgressError::Setting { entry: entry.to_owned(), problem };
    let (http, rest) = match entry.strip_prefix("http://") {
        Some(rest) => (true, rest),
        None => (false, entry.strip_prefix("https://").unwrap_or(entry)),
    };
    let (name, port) = match rest.rsplit_once(':') {
        Some((name, port)) => (name, Some(port.parse().map_err(|_| wrong("its port is not a number"))?)),
        None => (rest, None),
    };
    if name == "*" {
        let rule = Rule { names: Names::All, port, http };
        return if http { Err(wrong("http is allowed host by host")) } else { Ok(rule) };
    }
    let suffix = name.strip_prefix("*.");
    if let Some(problem) = name_problem(suffix.unwrap_or(name)) {
        return Err(wrong(problem));
    }
    match suffix {
        Some(_) if http => Err(wrong("http is allowed host by host")),
        Some(suffix) => Ok(Rule { names: Names::Below(suffix.to_owned()), port, http }),
        None => Ok(Rule { names: Names::One(name.to_owned()), port, http }),
    }
}

fn private(entry: &str) -> Result<(String, u16), EgressError> {
    let wrong = EgressError::Setting { entry: entry.to_owned(), problem: "write it as `host:port`, plainly" };
    let (host, port) = entry.rsplit_once(':').ok_or_else(|| wrong.clone())?;
    let port: u16 = port.parse().map_err(|_| wrong.clone())?;
    let url = Url::parse(&format!("http://{host}:{port}/")).map_err(|_| wrong.clone())?;
    let never = match url.host() {
        Some(Host::Ipv4(address)) => is_never_a_service(address.into()),
        Some(Host::Ipv6(address)) => is_never_a_service(address.into()),
        Some(Host::Domain(_)) | None => host.contains('*'),
    };
    if url.host_str() == Some(host) && !never { Ok((host.to_owned(), port)) } else { Err(wrong) }
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;

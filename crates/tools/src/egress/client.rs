//! Requests, sent only where they may go.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::future::{BoxFuture, FutureExt};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderMap, LOCATION, USER_AGENT};
use reqwest::{Client, Method, Response, redirect};
use tokio::time::Instant;

use super::address::{is_never_a_service, is_public};
use super::policy::{CheckedUrl, Egress, EgressError};

const REDIRECTS: usize = 3;
const CONNECT: Duration = Duration::from_secs(10);

/// How names become addresses.
pub trait Lookup: Send + Sync {
    fn lookup(&self, name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

/// As the machine does it.
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) }.boxed()
    }
}

/// Lets only those addresses through that may be connected to.
struct Filter {
    lookup: Arc<dyn Lookup>,
    private: bool,
}

impl Resolve for Filter {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        let found = self.lookup.lookup(host.clone());
        let private = self.private;
        async move {
            let fits = |address: &IpAddr| {
                if private { !is_never_a_service(*address) } else { is_public(*address) }
            };
            let fitting: Vec<_> = found.await?.into_iter().filter(fits).collect();
            if fitting.is_empty() {
                return Err(NotPublic { host }.into());
            }
            let addresses: Addrs = Box::new(fitting.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        }
        .boxed()
    }
}

#[derive(Debug)]
struct NotPublic {
    host: String,
}

impl fmt::Display for NotPublic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` has no public address", self.host)
    }
}

impl Error for NotPublic {}

/// What to send.
#[derive(Clone, Debug)]
pub struct EgressRequest {
    pub method: Method,
    pub url: CheckedUrl,
    pub headers: HeaderMap,
    pub body: Option<Vec<u8>>,
    /// Of GET and HEAD only; those of other methods never are.
    pub follow_redirects: bool,
}

/// Why there is no answer. Never names the URL: there may be a secret in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    #[error("{0}")]
    Refused(#[from] EgressError),
    /// Nothing has reached the receiver.
    #[error("{0}")]
    NotSent(&'static str),
    /// The receiver may have got it.
    #[error("{0}")]
    Lost(&'static str),
}

/// Sends to checked URLs. Cheap to clone.
#[derive(Clone)]
pub struct EgressClient {
    egress: Egress,
    public: Client,
    private: Client,
}

impl Egress {
    /// Fails if TLS is not set up in this process.
    pub fn client(&self) -> Result<EgressClient, EgressError> {
        let make = |private| {
            let client = conserje_llm::build_client(|| {
                Client::builder()
                    .no_proxy()
                    .redirect(redirect::Policy::none())
                    .referer(false)
                    .connect_timeout(CONNECT)
                    .dns_resolver(Arc::new(Filter { lookup: self.lookup(), private }))
            });
            client.map_err(|error| EgressError::Client(error.to_string()))
        };
        Ok(EgressClient { egress: self.clone(), public: make(false)?, private: make(true)? })
    }
}

impl EgressClient {
    pub fn egress(&self) -> &Egress {
        &self.egress
    }

    /// The client that a checked URL is asked with, for whoever talks to it in a way of their own. It follows no redirects.
    pub fn plain(&self, url: &CheckedUrl) -> &Client {
        if url.private { &self.private } else { &self.public }
    }

    /// Where redirects are followed, to another place go no headers but those that say what is accepted.
    pub async fn send(&self, request: EgressRequest, limit: Duration) -> Result<Response, SendError> {
        let deadline = Instant::now() + limit;
        let EgressRequest { method, mut url, mut headers, mut body, follow_redirects } = request;
        let follow = follow_redirects && method.is_safe();
        for _ in 0..=REDIRECTS {
            let client = if url.private { &self.private } else { &self.public };
            let left = deadline.saturating_duration_since(Instant::now());
            let mut sending =
                client.request(method.clone(), url.url.clone()).headers(headers.clone()).timeout(left);
            if let Some(body) = &body {
                sending = sending.body(body.clone());
            }
            let response = sending.send().await.map_err(|error| fault(&error))?;
            let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
            let (true, true, Some(location)) = (response.status().is_redirection(), follow, location) else {
                return Ok(response);
            };
            let next = self.redirected(&url, location)?;
            if next.url.origin() != url.url.origin() {
                headers = kept_elsewhere(&headers);
                body = None;
            }
            url = next;
        }
        Err(EgressError::Redirects(REDIRECTS).into())
    }

    fn redirected(&self, from: &CheckedUrl, location: &str) -> Result<CheckedUrl, EgressError> {
        let url = from
            .url
            .join(location)
            .map_err(|_| EgressError::NotAUrl(location.chars().take(100).collect()))?;
        if from.url.scheme() == "https" && url.scheme() != "https" {
            return Err(EgressError::Downgrade);
        }
        let next = self.egress.check_url(&url)?;
        let same =
            url.host() == from.url.host() && url.port_or_known_default() == from.url.port_or_known_default();
        if next.private && !same {
            return Err(EgressError::RedirectToPrivate);
        }
        Ok(next)
    }
}

fn kept_elsewhere(headers: &HeaderMap) -> HeaderMap {
    let kept = [ACCEPT, ACCEPT_LANGUAGE, USER_AGENT];
    kept.into_iter().filter_map(|name| Some((name.clone(), headers.get(name)?.clone()))).collect()
}

fn fault(error: &reqwest::Error) -> SendError {
    let mut source: Option<&(dyn Error + 'static)> = error.source();
    while let Some(inner) = source {
        if let Some(NotPublic { host }) = inner.downcast_ref() {
            return EgressError::NotPublic { host: host.clone() }.into();
        }
        source = inner.source();
    }
    if error.is_dns() {
        SendError::NotSent("the name of the host could not be looked up")
    } else if error.is_connect() {
        SendError::NotSent("no connection could be made")
    } else if error.is_builder() {
        SendError::NotSent("the request could not be made")
    } else if error.is_timeout() {
        SendError::Lost("there was no answer in time")
    } else {
        SendError::Lost("the connection was lost before the answer was complete")
    }
}

/// The body up to `most` bytes, and whether there was more.
pub async fn read_capped(mut response: Response, most: usize) -> Result<(Vec<u8>, bool), SendError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| fault(&error))? {
        let room = most.saturating_sub(body.len());
        body.extend(chunk.iter().take(room));
        if chunk.len() > room {
            return Ok((body, true));
        }
    }
    Ok((body, false))
}

#[cfg(test)]
#[path = "client_tests.rs"]
mod tests;

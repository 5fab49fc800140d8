//! The way to a real Business Central: OData v4 behind the egress guard.
//!
//! A request is built from catalogue names only ([`path`], [`query`]), signed in with a token that is kept until it
//! ends ([`token`]), sent again where that is safe ([`send`]), and every failure says whether it may have happened all
//! the same ([`ClientError::may_have_happened`]). Secrets are in no error.
mod error;
mod path;
mod query;
mod send;
mod settings;
mod token;

use std::sync::Arc;

use conserje_kernel::{Clock, Secret};
use conserje_tools::{EgressClient, Source};
use reqwest::Method;
use serde_json::{Map, Value};
use url::Url;

pub use error::ClientError;
pub use query::{Comparison, Condition, Query};
pub use settings::{CentralError, CentralSettings};

use send::Asking;
use token::Tokens;

use super::catalogue::Entity;

/// A list of records, and whether there are more.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    pub rows: Vec<Map<String, Value>>,
    /// There are more than were fetched.
    pub more: bool,
}

/// Talks to one company of one environment. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    settings: CentralSettings,
    base: Url,
    egress: EgressClient,
    tokens: Tokens,
    clock: Clock,
}

impl Client {
    /// `secrets` is asked once, here. Fails if a secret is missing or the URLs may not be reached.
    pub fn new(
        settings: CentralSettings,
        egress: EgressClient,
        secrets: &dyn Fn(&str) -> Option<Secret>,
        clock: Clock,
    ) -> Result<Self, CentralError> {
        let base = settings.base()?;
        egress.egress().check_url(&base)?;
        let tokens = Tokens::new(&settings, &egress, secrets)?;
        Ok(Self { inner: Arc::new(Inner { settings, base, egress, tokens, clock }) })
    }

    /// Follows the pages of the answer, up to the limits of the settings and of the query.
    pub async fn list(
        &self,
        entity: &Entity,
        parent: Option<(&Entity, &str)>,
        query: &Query,
    ) -> Result<Records, ClientError> {
        let most =
            query.top.unwrap_or(self.inner.settings.most_rows).min(self.inner.settings.most_rows).max(1);
        let mut url = path::set(self, entity, parent)?;
        url.set_query(Some(&query.text(entity, most)?));
        let mut records = Records { rows: Vec::new(), more: false };
        for _ in 0..self.inner.settings.most_pages.max(1) {
            let answer = self.ask(Asking::new(Method::GET, url.clone())).await?.body;
            let rows = answer
                .get("value")
                .and_then(Value::as_array)
                .ok_or(ClientError::Unreadable { wrote: false })?;
            records.rows.extend(rows.iter().filter_map(Value::as_object).cloned());
            let next = answer.get("@odata.nextLink").and_then(Value::as_str);
            records.more = next.is_some() || records.rows.len() > most;
            match next {
                Some(next) if records.rows.len() < most => url = path::next(self, next)?,
                Some(_) | None => break,
            }
        }
        records.rows.truncate(most);
        Ok(records)
    }

    pub async fn get(
        &self,
        entity: &Entity,
        parent: Option<(&Entity, &str)>,
        id: &str,
    ) -> Result<Map<String, Value>, ClientError> {
        let url = path::one(self, entity, parent, id)?;
        self.ask(Asking::new(Method::GET, url)).await?.object(false)
    }

    pub async fn create(
        &self,
        entity: &Entity,
        parent: Option<(&Entity, &str)>,
        fields: &Map<String, Value>,
    ) -> Result<Map<String, Value>, ClientError> {
        let url = path::set(self, entity, parent)?;
        let asking = Asking { body: Some(Value::Object(fields.clone())), ..Asking::new(Method::POST, url) };
        self.ask(asking).await?.object(true)
    }

    /// Only if the record is still as it was read: `etag`, or, without one, as it is now.
    pub async fn update(
        &self,
        entity: &Entity,
        id: &str,
        etag: Option<&str>,
        fields: &Map<String, Value>,
    ) -> Result<Map<String, Value>, ClientError> {
        let url = path::one(self, entity, None, id)?;
        let etag = self.etag(entity, id, etag).await?;
        let body = Some(Value::Object(fields.clone()));
        let asking = Asking { body, if_match: Some(etag), ..Asking::new(Method::PATCH, url) };
        self.ask(asking).await?.object(true)
    }

    /// Only if the record is still as it was read: `etag`, or, without one, as it is now.
    pub async fn delete(&self, entity: &Entity, id: &str, etag: Option<&str>) -> Result<(), ClientError> {
        let url = path::one(self, entity, None, id)?;
        let etag = self.etag(entity, id, etag).await?;
        self.ask(Asking { if_match: Some(etag), ..Asking::new(Method::DELETE, url) }).await.map(drop)
    }

    pub async fn act(&self, entity: &Entity, id: &str, action: &str) -> Result<(), ClientError> {
        let url = path::action(self, entity, id, action)?;
        self.ask(Asking::new(Method::POST, url)).await.map(drop)
    }

    async fn etag(&self, entity: &Entity, id: &str, given: Option<&str>) -> Result<String, ClientError> {
        if let Some(etag) = given.map(str::trim).filter(|etag| !etag.is_empty()) {
            return Ok(etag.to_owned());
        }
        let record = self.get(entity, None, id).await?;
        let etag = record.get("@odata.etag").and_then(Value::as_str);
        etag.map(str::to_owned).ok_or(ClientError::Unreadable { wrote: false })
    }
}

/// A record as a source: what it is called, and what it says of itself.
pub fn record_source(entity: &Entity, row: &Map<String, Value>) -> Source {
    let text = |name: &str| row.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let called =
        ["number", "code", "displayName", "name", "id"].into_iter().find_map(text).unwrap_or_default();
    Source {
        number: 0,
        file_name: format!("Business Central · {} {called}", entity.name).trim_end().to_owned(),
        file_id: None,
        source_type: "business_central".to_owned(),
        mime_type: "application/json".to_owned(),
        relevance_score: 1.0,
        is_image: false,
        chunk_id: text(&entity.key).map(|id| format!("bc:{}:{id}", entity.name)),
        section: None,
        page: None,
        quote: Some(brief(row)),
        start: None,
        end: None,
        text_hash: None,
        excerpts: Vec::new(),
    }
}

/// The first values of a record that say something.
fn brief(row: &Map<String, Value>) -> String {
    let said = row.iter().filter(|(name, value)| {
        !name.starts_with('@') && !value.is_null() && value.as_str() != Some("") && name.as_str() != "id"
    });
    said.take(8).map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "client_tests.rs"]
pub(crate) mod tests;

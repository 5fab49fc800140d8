//! From a declaration and arguments to a request.

use std::collections::BTreeSet;

use conserje_kernel::Secret;
use reqwest::Method;
use reqwest::header::{
    ACCEPT, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};
use serde_json::{Map, Value};
use url::Url;

use super::spec::{HttpProblem, HttpToolSpec};
use super::template::{Shape, Template, encode_segment, given, plain};
use crate::egress::{Egress, EgressRequest};
use crate::key::IdempotencyKey;

/// A longer URL is refused by many servers, and no tool needs it.
const LONGEST_URL: usize = 8 * 1024;
const KEY: HeaderName = HeaderName::from_static("idempotency-key");

type SecretSource<'a> = &'a dyn Fn(&str) -> Option<Secret>;

enum Body {
    None,
    /// All arguments that are not in the URL.
    Rest,
    Shaped(Shape),
}

/// A declaration that was found in order.
pub(super) struct Plan {
    method: Method,
    /// Scheme, host and port: no argument gets into this.
    base: Url,
    segments: Vec<Template>,
    query: Vec<(String, Template)>,
    in_url: BTreeSet<String>,
    headers: HeaderMap,
    body: Body,
    /// In every form they may come back in, the longest first.
    secrets: Vec<Secret>,
    has_effects: bool,
}

impl Plan {
    pub(super) fn new(
        spec: &HttpToolSpec,
        egress: &Egress,
        secrets: SecretSource<'_>,
    ) -> Result<Self, HttpProblem> {
        let method = method(&spec.method)?;
        let (base, segments) = split(&spec.url)?;
        egress.check_url(&base)?;
        let query = spec
            .query
            .iter()
            .map(|(name, text)| Ok((name.clone(), template(&format!("query.{name}"), text)?)));
        let query: Vec<_> = query.collect::<Result<_, HttpProblem>>()?;
        let body = match &spec.body {
            None => Body::None,
            Some(_) if method.is_safe() => return Err(HttpProblem::NoBody(method.to_string())),
            Some(Value::String(text)) if text == "json" => Body::Rest,
            Some(shape @ Value::Object(_)) => Body::Shaped(
                Shape::read(shape)
                    .map_err(|problem| HttpProblem::Template { place: "body".to_owned(), problem })?,
            ),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                return Err(HttpProblem::Body);
            }
        };
        let in_path = segments.iter().flat_map(Template::names).map(|name| ("url", name));
        let in_query = query.iter().flat_map(|(_, value)| value.names()).map(|name| ("query", name));
        let in_url: Vec<_> = in_path.chain(in_query).collect();
        check_parameters(&spec.parameters, &in_url, &body)?;
        let in_url = in_url.into_iter().map(|(_, name)| name.to_owned()).collect();
        let (headers, secrets) = headers(spec, secrets)?;
        let has_effects = spec.risk.has_effects();
        Ok(Self { method, base, segments, query, in_url, headers, body, secrets, has_effects })
    }

    /// The request, or what is wrong with the arguments.
    pub(super) fn request(
        &self,
        args: &Value,
        key: Option<&IdempotencyKey>,
        egress: &Egress,
    ) -> Result<EgressRequest, String> {
        let url = egress.check_url(&self.url(args)?).map_err(|error| error.to_string())?;
        let mut headers = self.headers.clone();
        if let Some(key) = key {
            let value = HeaderValue::from_str(key.as_str()).map_err(|error| error.to_string())?;
            headers.insert(KEY, value);
        }
        let body = match &self.body {
            Body::None => None,
            Body::Rest => {
                let fields = args.as_object().into_iter().flatten();
                let rest = fields.filter(|(name, _)| !self.in_url.contains(*name));
                Some(Value::Object(rest.map(|(name, value)| (name.clone(), value.clone())).collect()))
            }
            Body::Shaped(shape) => Some(shape.fill(args).unwrap_or_else(|| Value::Object(Map::new()))),
        };
        let body = body.map(|body| body.to_string().into_bytes());
        // Past a redirect nobody could tell any more what was sent.
        let follow_redirects = !self.has_effects;
        Ok(EgressRequest { method: self.method.clone(), url, headers, body, follow_redirects })
    }

    fn url(&self, args: &Value) -> Result<Url, String> {
        let mut path = String::new();
        for segment in &self.segments {
            for name in segment.names() {
                if args.get(name).is_some_and(|value| value.is_array() || value.is_object()) {
                    return Err(format!("`{name}` must be a single value."));
                }
            }
            let missing = || "A value for the path of the URL is missing; give it.".to_owned();
            let filled = segment.fill(args, encode_segment).ok_or_else(missing)?;
            let seen = filled.to_ascii_lowercase().replace("%2e", ".");
            if segment.names().next().is_some() && matches!(seen.as_str(), "" | "." | "..") {
                return Err(
                    "A value in the path of the URL is empty or made of dots; give a proper one.".to_owned()
                );
            }
            path.push('/');
            path.push_str(&filled);
        }
        let mut url = self.base.clone();
        url.set_path(&path);
        for (name, value) in &self.query {
            match value.alone().map(|arg| given(args, arg)) {
                Some(Some(Value::Array(items))) => {
                    for item in items {
                        url.query_pairs_mut().append_pair(name, &plain(item));
                    }
                }
                Some(_) | None => {
                    if let Some(value) = value.fill(args, str::to_owned) {
                        url.query_pairs_mut().append_pair(name, &value);
                    }
                }
            }
        }
        if url.as_str().len() > LONGEST_URL {
            return Err(format!("The arguments make a URL of more than {LONGEST_URL} bytes; shorten them."));
        }
        Ok(url)
    }

    /// A service may say back what it was sent.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret.expose(), "[secret]"))
    }

    /// The same for a text that was cut, perhaps within a secret.
    pub(super) fn without_cut_secrets(&self, text: &str) -> String {
        let mut text = self.without_secrets(text);
        for secret in &self.secrets {
            let starts =
                secret.expose().char_indices().skip(1).filter_map(|(end, _)| secret.expose().get(..end));
            if let Some(start) = starts.filter(|start| text.ends_with(start)).last() {
                text.truncate(text.len() - start.len());
            }
        }
        text
    }
}

fn method(name: &str) -> Result<Method, HttpProblem> {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    known
        .into_iter()
        .find(|method| method.as_str() == name)
        .ok_or_else(|| HttpProblem::Method(name.to_owned()))
}

fn template(place: &str, text: &str) -> Result<Template, HttpProblem> {
    Template::read(text).map_err(|problem| HttpProblem::Template { place: place.to_owned(), problem })
}

/// Takes apart what is fixed and what arguments may fill.
fn split(text: &str) -> Result<(Url, Vec<Template>), HttpProblem> {
    let wrong = || HttpProblem::Url(text.to_owned());
    let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    if authority.contains(['{', '}']) || path.contains(['?', '#', '\\']) || scheme.contains('{') {
        return Err(HttpProblem::NotInPath(text.to_owned()));
    }
    let base = Url::parse(&format!("{scheme}://{authority}/")).map_err(|_| wrong())?;
    if base.path() != "/" || base.query().is_some() || base.fragment().is_some() || base.host().is_none() {
        return Err(HttpProblem::NotInPath(text.to_owned()));
    }
    let segments = path.split('/').map(|segment| template("url", segment));
    Ok((base, segments.collect::<Result<_, _>>()?))
}

fn check_parameters(parameters: &Value, in_url: &[(&str, &str)], body: &Body) -> Result<(), HttpProblem> {
    if parameters.get("type").and_then(Value::as_str) != Some("object") {
        return Err(HttpProblem::Parameters);
    }
    let properties = parameters.get("properties").and_then(Value::as_object);
    let required: BTreeSet<_> = parameters
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let in_body = match body {
        Body::Shaped(shape) => shape.names(),
        Body::None | Body::Rest => Vec::new(),
    };
    let used = in_url.iter().copied().chain(in_body.into_iter().map(|name| ("body", name)));
    let used: Vec<_> = used.collect();
    for (place, name) in &used {
        if !properties.is_some_and(|properties| properties.contains_key(*name)) {
            return Err(HttpProblem::NoParameter { place: (*place).to_owned(), name: (*name).to_owned() });
        }
        if *place == "url" && !required.contains(name) {
            return Err(HttpProblem::Optional((*name).to_owned()));
        }
    }
    let unused = properties.into_iter().flatten().find(|(name, _)| used.iter().all(|(_, used)| used != name));
    match (unused, body) {
        (Some((name, _)), Body::None | Body::Shaped(_)) => Err(HttpProblem::NotUsed(name.clone())),
        (Some(_), Body::Rest) | (None, _) => Ok(()),
    }
}

fn headers(spec: &HttpToolSpec, source: SecretSource<'_>) -> Result<(HeaderMap, Vec<Secret>), HttpProblem> {
    let ours = [CONNECTION, CONTENT_LENGTH, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, KEY];
    let mut headers = HeaderMap::from_iter([
        (ACCEPT, HeaderValue::from_static("application/json, text/*;q=0.8, */*;q=0.1")),
        (USER_AGENT, HeaderValue::from_static("conserje")),
    ]);
    if spec.body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let mut secrets = Vec::new();
    for (name, text) in &spec.headers {
        let wrong = || HttpProblem::Header(name.clone());
        let header = HeaderName::try_from(name.as_str()).map_err(|_| wrong())?;
        if ours.contains(&header) {
            return Err(wrong());
        }
        let mut value = HeaderValue::from_str(&resolved(text, source, &mut secrets)?).map_err(|_| wrong())?;
        value.set_sensitive(true);
        headers.insert(header, value);
    }
    let written: Vec<_> = secrets.iter().flat_map(as_json_writes).collect();
    secrets.extend(written);
    // A secret may be the beginning of another.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.expose().len()));
    Ok((headers, secrets))
}

/// The forms that a secret takes in JSON which is shown as text.
fn as_json_writes(secret: &Secret) -> Vec<Secret> {
    let quoted = Value::from(secret.expose()).to_string();
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    let forms = [inner.to_owned(), inner.replace('/', "\\/")];
    forms.into_iter().filter(|form| form != secret.expose() && !form.is_empty()).map(Secret::new).collect()
}

fn resolved(text: &str, source: SecretSource<'_>, found: &mut Vec<Secret>) -> Result<String, HttpProblem> {
    let mut value = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("secret:") {
        let is_name = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
        let name: String = after.chars().take_while(|sign| is_name(*sign)).collect();
        let secret = source(&name).filter(|secret| !secret.expose().is_empty());
        let secret = secret.ok_or_else(|| HttpProblem::NoSecret(name.clone()))?;
        value.push_str(before);
        value.push_str(secret.expose());
        found.push(secret);
        rest = after.get(name.len()..).unwrap_or_default();
    }
    value.push_str(rest);
    Ok(value)
}

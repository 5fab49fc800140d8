//! A small Business Central, on loopback: a token endpoint and entity sets over OData, kept in memory.
//!
//! By hand, as [`crate::Receiver`] is: a test wants it busy, forgetful, or gone at the wrong moment.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reqwest::Url;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const API: &str = "/v2.0/test/api/v2.0/";
const TOKEN: &str = "/oauth/token";
/// The one company there is.
const COMPANY: &str = "11111111-1111-1111-1111-111111111111";

/// A request as it came, without the token.
#[derive(Clone, Debug, PartialEq)]
pub struct ODataAsked {
    pub method: String,
    /// After the API's root, with the query, decoded.
    pub path: String,
    pub if_match: Option<String>,
    pub body: Value,
}

/// What becomes of a request that would otherwise be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// This status, with `Retry-After` if there are seconds; nothing is done.
    Refused { status: u16, retry_after: Option<u64> },
    /// It is done, but the connection ends before the answer.
    Lost,
}

#[derive(Default)]
struct State {
    sets: BTreeMap<String, Vec<Map<String, Value>>>,
    /// By id: how often it was changed.
    versions: BTreeMap<String, u64>,
    page_size: usize,
    secret: String,
    tokens: Vec<String>,
    given: usize,
    made: usize,
    mishaps: VecDeque<Mishap>,
    asked: Vec<ODataAsked>,
}

/// The server; it ends with its test.
pub struct ODataServer {
    port: u16,
    state: Arc<Mutex<State>>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for ODataServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl ODataServer {
    /// `sets` is an object of lists, `{"customers": [{"id": …}]}`; `secret` is what clients sign in with.
    #[expect(clippy::disallowed_methods, reason = "ended with the test that holds it")]
    pub async fn start(sets: Value, page_size: usize, secret: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let rows = |value: &Value| {
            value.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
        };
        let sets =
            sets.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), rows(value))).collect();
        let state =
            Arc::new(Mutex::new(State { sets, page_size, secret: secret.to_owned(), ..State::default() }));
        let shared = Arc::clone(&state);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, port, Arc::clone(&shared)));
            }
        });
        Self { port, state, serving }
    }

    /// Seven customers, and an invoice with a line.
    pub async fn with_customers() -> Self {
        let customer = |number: u32| {
            json!({"id": format!("aaaaaaaa-0000-0000-0000-00000000000{number}"), "number": format!("1000{number}"),
                "displayName": format!("Cliente {number}"), "balanceDue": number * 100})
        };
        let mut customers: Vec<Value> = (1..=6).map(customer).collect();
        customers.push(json!({"id": "aaaaaaaa-0000-0000-0000-000000000007", "number": "10007",
            "displayName": "D'Arcy & Söhne", "balanceDue": 0}));
        let sets = json!({
            "customers": customers,
            "salesInvoices": [{"id": Self::INVOICE, "number": "F-1", "customerNumber": "10001", "status": "Draft"}],
            "salesInvoiceLines": [{"id": "cccccccc-0000-0000-0000-000000000001", "documentId": Self::INVOICE,
                "description": "Café"}],
        });
        Self::start(sets, 3, Self::SECRET).await
    }

    pub const SECRET: &'static str = "s3cret-of-the-client";
    /// The first customer.
    pub const ANA: &'static str = "aaaaaaaa-0000-0000-0000-000000000001";
    pub const INVOICE: &'static str = "bbbbbbbb-0000-0000-0000-000000000001";

    /// How a pack is told to reach it, as TOML.
    pub fn settings(&self) -> String {
        format!(
            "directory = 'contoso.example'\nenvironment = 'test'\ncompany = '{}'\nclient_id = 'app'\nclient_secret = 'BC_SECRET'\n\
             base_url = '{}'\ntoken_url = '{}'\nfirst_pause_ms = 1\n",
            self.company(),
            self.base_url(),
            self.token_url()
        )
    }

    /// `127.0.0.1:PORT`, as an egress list names it.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn base_url(&self) -> String {
        format!("http://{}{}", self.address(), API.trim_end_matches('/'))
    }

    pub fn token_url(&self) -> String {
        format!("http://{}{TOKEN}", self.address())
    }

    pub fn company(&self) -> &'static str {
        COMPANY
    }

    /// What becomes of the next requests, one by one.
    pub fn mishaps(&self, mishaps: impl IntoIterator<Item = Mishap>) {
        self.lock().mishaps.extend(mishaps);
    }

    /// No token that was given out is good any more.
    pub fn revoke_tokens(&self) {
        self.lock().tokens.clear();
    }

    /// How often somebody signed in.
    pub fn tokens_given(&self) -> usize {
        self.lock().given
    }

    /// Somebody else changes a record.
    pub fn touch(&self, id: &str) {
        *self.lock().versions.entry(id.to_owned()).or_default() += 1;
    }

    pub fn rows(&self, set: &str) -> Vec<Value> {
        self.lock().sets.get(set).into_iter().flatten().cloned().map(Value::Object).collect()
    }

    /// Requests to the API, in order.
    pub fn asked(&self) -> Vec<ODataAsked> {
        self.lock().asked.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Request {
    method: String,
    url: Url,
    bearer: Option<String>,
    if_match: Option<String>,
    body: Vec<u8>,
}

struct Reply {
    status: u16,
    headers: String,
    body: Value,
}

impl Reply {
    fn new(status: u16, body: Value) -> Self {
        Self { status, headers: String::new(), body }
    }

    fn error(status: u16, code: &str, message: &str) -> Self {
        Self::new(status, json!({"error": {"code": code, "message": message}}))
    }
}

async fn serve(mut stream: TcpStream, port: u16, state: Arc<Mutex<State>>) {
    let mut bytes = Vec::new();
    while let Some(request) = read(&mut stream, &mut bytes, port).await {
        let reply = {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            answer(&mut state, &request)
        };
        let Some(Reply { status, headers, body }) = reply else { return };
        let body = if status == 204 { String::new() } else { body.to_string() };
        let length = body.len();
        let text = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        if stream.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream, bytes: &mut Vec<u8>, port: u16) -> Option<Request> {
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(bytes).await.unwrap_or(0) == 0 {
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let header = |name: &str| {
        text.lines().skip(1).find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let length: usize = header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    while bytes.len() < head + length {
        if stream.read_buf(bytes).await.unwrap_or(0) == 0 {
            return None;
        }
    }
    let mut words = text.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?);
    let request = Request {
        method,
        url: Url::parse(&format!("http://127.0.0.1:{port}{path}")).ok()?,
        bearer: header("authorization").and_then(|value| Some(value.strip_prefix("Bearer ")?.to_owned())),
        if_match: header("if-match"),
        body: bytes[head..head + length].to_vec(),
    };
    bytes.drain(..head + length);
    Some(request)
}

/// `None`: the connection ends here.
fn answer(state: &mut State, request: &Request) -> Option<Reply> {
    if request.url.path() == TOKEN {
        return Some(sign_in(state, &request.body));
    }
    let Some(path) = request.url.path().strip_prefix(API) else {
        return Some(Reply::error(404, "BadRequest_NotFound", "no such resource"));
    };
    let query: Vec<(String, String)> = request.url.query_pairs().into_owned().collect();
    let shown: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let body: Value = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
    state.asked.push(ODataAsked {
        method: request.method.clone(),
        path: if shown.is_empty() { path.to_owned() } else { format!("{path}?{}", shown.join("&")) },
        if_match: request.if_match.clone(),
        body: body.clone(),
    });
    if !request.bearer.as_ref().is_some_and(|token| state.tokens.contains(token)) {
        return Some(Reply::error(401, "Authentication_InvalidCredentials", "the token is not valid"));
    }
    match state.mishaps.pop_front() {
        Some(Mishap::Refused { status, retry_after }) => {
            let reply = Reply::error(status, "Application_TooManyRequests", "not now");
            let headers =
                retry_after.map(|seconds| format!("retry-after: {seconds}\r\n")).unwrap_or_default();
            Some(Reply { headers, ..reply })
        }
        Some(Mishap::Lost) => {
            drop(perform(state, request, path, &query, &body));
            None
        }
        None => Some(perform(state, request, path, &query, &body)),
    }
}

fn sign_in(state: &mut State, body: &[u8]) -> Reply {
    let form = String::from_utf8_lossy(body);
    let form = Url::parse(&format!("http://form/?{form}")).expect("a form");
    let field =
        |name: &str| form.query_pairs().find(|(field, _)| field == name).map(|(_, value)| value.into_owned());
    let is_known = field("client_secret").is_some_and(|secret| secret == state.secret);
    if !is_known {
        let problem =
            json!({"error": "invalid_client", "error_description": "the secret is not the client's"});
        return Reply::new(401, problem);
    }
    state.given += 1;
    let token = format!("token-{}", state.given);
    state.tokens.push(token.clone());
    Reply::new(200, json!({"access_token": token, "expires_in": 3600, "token_type": "Bearer"}))
}

/// `companies(X)/set(key)/rest`: the set, the key and what follows.
fn parts(path: &str) -> Vec<(String, Option<String>)> {
    path.split('/')
        .map(|segment| match segment.split_once('(') {
            Some((name, key)) => (name.to_owned(), Some(key.trim_end_matches(')').to_owned())),
            None => (segment.to_owned(), None),
        })
        .collect()
}

fn perform(
    state: &mut State,
    request: &Request,
    path: &str,
    query: &[(String, String)],
    body: &Value,
) -> Reply {
    let mut parts = parts(path);
    if parts.first().is_some_and(|(name, key)| name == "companies" && key.as_deref() == Some(COMPANY)) {
        parts.remove(0);
    }
    let (parent, set, key, action) = match parts.as_slice() {
        [(set, key)] => (None, set, key.clone(), None),
        [(set, Some(key)), (name, None)] if name.starts_with("Microsoft.NAV.") => {
            (None, set, Some(key.clone()), Some(name.clone()))
        }
        [(_, Some(parent)), (set, key)] => (Some(parent.clone()), set, key.clone(), None),
        _ => return Reply::error(404, "BadRequest_NotFound", "no such resource"),
    };
    let set = set.clone();
    if !state.sets.contains_key(&set) {
        return Reply::error(404, "BadRequest_NotFound", "no such set");
    }
    match (request.method.as_str(), key, action) {
        ("GET", None, None) => list(state, request, &set, parent.as_deref(), query),
        ("POST", None, None) => create(state, &set, parent.as_deref(), body),
        (method, Some(key), action) => one(state, request, &set, (method, &key, action.is_some(), body)),
        _ => Reply::error(405, "BadRequest_MethodNotAllowed", "not for this"),
    }
}

fn etag(state: &State, id: &str) -> String {
    format!("W/\"{}\"", state.versions.get(id).copied().unwrap_or_default())
}

fn shown(state: &State, row: &Map<String, Value>) -> Value {
    let mut row = row.clone();
    let id = row.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    row.insert("@odata.etag".to_owned(), Value::from(etag(state, &id)));
    Value::Object(row)
}

fn list(
    state: &State,
    request: &Request,
    set: &str,
    parent: Option<&str>,
    query: &[(String, String)],
) -> Reply {
    let option =
        |name: &str| query.iter().find(|(option, _)| option == name).map(|(_, value)| value.as_str());
    let belongs = |row: &&Map<String, Value>| {
        parent.is_none_or(|parent| {
            ["documentId", "journalId", "parentId"]
                .iter()
                .any(|name| row.get(*name).and_then(Value::as_str) == Some(parent))
        })
    };
    let mut rows: Vec<Value> = Vec::new();
    for row in state.sets[set].iter().filter(belongs) {
        match option("$filter").map_or(Some(true), |filter| passes(row, filter)) {
            Some(true) => rows.push(shown(state, row)),
            Some(false) => {}
            None => return Reply::error(400, "BadRequest", "the filter is not understood"),
        }
    }
    let top = option("$top").and_then(|top| top.parse().ok()).unwrap_or(usize::MAX);
    let skip: usize = option("$skiptoken").and_then(|skip| skip.parse().ok()).unwrap_or(0);
    rows.truncate(top);
    let rest = rows.len().saturating_sub(skip);
    let mut page: Vec<Value> = rows.into_iter().skip(skip).take(state.page_size).collect();
    if let Some(select) = option("$select") {
        let kept: Vec<&str> = select.split(',').collect();
        for row in page.iter_mut().filter_map(Value::as_object_mut) {
            row.retain(|name, _| name.starts_with('@') || kept.contains(&name.as_str()));
        }
    }
    let mut body = json!({"value": page});
    if rest > state.page_size {
        let mut next = request.url.clone();
        let others: Vec<_> = query.iter().filter(|(name, _)| name != "$skiptoken").cloned().collect();
        next.query_pairs_mut()
            .clear()
            .extend_pairs(others)
            .append_pair("$skiptoken", &(skip + state.page_size).to_string());
        body["@odata.nextLink"] = Value::from(next.to_string());
    }
    Reply::new(200, body)
}

/// `a eq 'b' and contains(c,'d')`: only what the tests ask. `None` if it is anything else.
fn passes(row: &Map<String, Value>, filter: &str) -> Option<bool> {
    let mut all = true;
    for term in filter.split(" and ") {
        let (name, operator, value) =
            match term.strip_prefix("contains(").and_then(|rest| rest.strip_suffix(')')) {
                Some(inside) => {
                    let (name, value) = inside.split_once(',')?;
                    (name, "contains", value)
                }
                None => {
                    let mut words = term.splitn(3, ' ');
                    (words.next()?, words.next()?, words.next()?)
                }
            };
        let have = row.get(name).unwrap_or(&Value::Null);
        let want: Value = match value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            Some(text) => Value::from(text.replace("''", "'")),
            None => serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)),
        };
        all &= match operator {
            "eq" => *have == want,
            "ne" => *have != want,
            "gt" => have.as_f64()? > want.as_f64()?,
            "contains" => have.as_str()?.contains(want.as_str()?),
            _ => return None,
        };
    }
    Some(all)
}

fn create(state: &mut State, set: &str, parent: Option<&str>, body: &Value) -> Reply {
    let Some(fields) = body.as_object() else {
        return Reply::error(400, "BadRequest", "the body is not an object");
    };
    state.made += 1;
    let mut row = fields.clone();
    row.insert("id".to_owned(), Value::from(format!("22222222-2222-2222-2222-{:012}", state.made)));
    if let Some(parent) = parent {
        row.insert("documentId".to_owned(), Value::from(parent));
    }
    let reply = Reply::new(201, shown(state, &row));
    state.sets.entry(set.to_owned()).or_default().push(row);
    reply
}

fn one(
    state: &mut State,
    request: &Request,
    set: &str,
    (method, key, is_action, body): (&str, &str, bool, &Value),
) -> Reply {
    let rows = &state.sets[set];
    let Some(place) = rows.iter().position(|row| row.get("id").and_then(Value::as_str) == Some(key)) else {
        return Reply::error(404, "BadRequest_ResourceNotFound", "there is no such record");
    };
    let is_write = matches!(method, "PATCH" | "DELETE");
    if is_write && request.if_match.is_none() {
        return Reply::error(400, "BadRequest", "If-Match is missing");
    }
    if is_write && request.if_match.as_deref().is_some_and(|given| given != "*" && given != etag(state, key))
    {
        return Reply::error(412, "Request_EntityChanged", "another user has changed the record");
    }
    match (method, is_action) {
        ("GET", false) => Reply::new(200, shown(state, &rows[place])),
        ("POST", true) => {
            *state.versions.entry(key.to_owned()).or_default() += 1;
            state.sets.entry(set.to_owned()).or_default()[place]
                .insert("status".to_owned(), Value::from("Open"));
            Reply::new(204, Value::Null)
        }
        ("PATCH", false) => {
            *state.versions.entry(key.to_owned()).or_default() += 1;
            let row = &mut state.sets.entry(set.to_owned()).or_default()[place];
            row.extend(body.as_object().cloned().unwrap_or_default());
            let row = row.clone();
            Reply::new(200, shown(state, &row))
        }
        ("DELETE", false) => {
            state.sets.entry(set.to_owned()).or_default().remove(place);
            Reply::new(204, Value::Null)
        }
        _ => Reply::error(405, "BadRequest_MethodNotAllowed", "not for this"),
    }
}

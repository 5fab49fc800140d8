//! The providers of channels, on loopback: they sign what they deliver as each documents it, take what is sent to them, and
//! can be out of order for a while.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request that a provider got.
#[derive(Clone, Debug)]
pub struct Sent {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Value,
    /// What it answered.
    pub status: u16,
}

impl Sent {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The text of a message, whichever provider it was sent to.
    pub fn text(&self) -> Option<&str> {
        let body = &self.body;
        let places = ["/text/body", "/message/text", "/text"];
        places.iter().find_map(|place| body.pointer(place).and_then(Value::as_str))
    }
}

/// How it answers messages.
#[derive(Clone, Debug, Default)]
enum Mood {
    #[default]
    Well,
    Fails(u16),
    /// Takes the message and says nothing.
    Silent,
}

#[derive(Default)]
struct State {
    sent: Mutex<Vec<Sent>>,
    mood: Mutex<Mood>,
    file: Mutex<(String, Vec<u8>)>,
    count: AtomicU64,
}

pub struct ProviderServer {
    port: u16,
    state: Arc<State>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for ProviderServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl ProviderServer {
    #[expect(clippy::disallowed_methods, reason = "ended with the test that holds it")]
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state: Arc<State> = Arc::default();
        let shared = Arc::clone(&state);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, port, Arc::clone(&shared)));
            }
        });
        Self { port, state, serving }
    }

    /// `127.0.0.1:PORT`, as an egress list names it.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Every message is refused with this status from now on.
    pub fn fail_with(&self, status: u16) {
        *lock(&self.state.mood) = Mood::Fails(status);
    }

    /// Messages are taken, and nothing is said of it.
    pub fn fall_silent(&self) {
        *lock(&self.state.mood) = Mood::Silent;
    }

    pub fn recover(&self) {
        *lock(&self.state.mood) = Mood::Well;
    }

    /// What is found behind every file's address.
    pub fn holds_file(&self, content_type: &str, bytes: &[u8]) {
        *lock(&self.state.file) = (content_type.to_owned(), bytes.to_vec());
    }

    /// All that was asked of it.
    pub fn asked(&self) -> Vec<Sent> {
        lock(&self.state.sent).clone()
    }

    /// The messages that it took, in order.
    pub fn messages(&self) -> Vec<Sent> {
        let took = |sent: &Sent| sent.status == 200 && sent.method == "POST" && sent.text().is_some();
        self.asked().into_iter().filter(took).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        self.messages().iter().filter_map(|sent| sent.text().map(str::to_owned)).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Headers that sign a body as each provider does.
pub mod signed {
    use hmac::{KeyInit as _, Mac as _};

    use super::{Hmac, STANDARD, Sha256};
    use base64::Engine as _;

    type Headers = Vec<(&'static str, String)>;

    fn hmac(key: &[u8], text: &str) -> Vec<u8> {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key will do");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().to_vec()
    }

    /// `X-Hub-Signature-256`, of WhatsApp, Messenger and Instagram.
    pub fn meta(app_secret: &str, body: &str) -> Headers {
        let signature = hex::encode(hmac(app_secret.as_bytes(), body));
        vec![("x-hub-signature-256", format!("sha256={signature}"))]
    }

    pub fn telegram(secret_token: &str) -> Headers {
        vec![("x-telegram-bot-api-secret-token", secret_token.to_owned())]
    }

    pub fn tiktok(client_secret: &str, seconds: i64, body: &str) -> Headers {
        let signature = hex::encode(hmac(client_secret.as_bytes(), &format!("{seconds}.{body}")));
        vec![("tiktok-signature", format!("t={seconds},s={signature}"))]
    }

    /// As Standard Webhooks has it; the secret is `whsec_` and bytes in base64.
    pub fn standard(secret: &str, (id, seconds): (&str, i64), body: &str) -> Headers {
        let key = STANDARD.decode(secret.trim_start_matches("whsec_")).expect("base64");
        let signature = STANDARD.encode(hmac(&key, &format!("{id}.{seconds}.{body}")));
        vec![
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", seconds.to_string()),
            ("webhook-signature", format!("v1,{signature}")),
        ]
    }

    pub fn vapi(secret: &str) -> Headers {
        vec![("x-vapi-secret", secret.to_owned())]
    }
}

/// Whether what it was sent is signed with this secret, as Standard Webhooks has it.
pub fn is_signed_standard(sent: &Sent, secret: &str) -> bool {
    let (Some(id), Some(seconds), Some(given)) =
        (sent.header("webhook-id"), sent.header("webhook-timestamp"), sent.header("webhook-signature"))
    else {
        return false;
    };
    let key = STANDARD.decode(secret.trim_start_matches("whsec_")).expect("base64");
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("any key will do");
    mac.update(format!("{id}.{seconds}.{}", sent.body).as_bytes());
    given == format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// What each provider says to a request, by its path.
fn answer(state: &State, path: &str, body: &Value, port: u16) -> Value {
    let next = || state.count.fetch_add(1, Ordering::SeqCst) + 1;
    let file = format!("http://127.0.0.1:{port}/media/file");
    if path.contains("/sendMessage") {
        let chat: i64 = body["chat_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
        return json!({"ok": true, "result": {"message_id": next(), "chat": {"id": chat, "type": "private"}}});
    }
    if path.contains("/getFile") {
        return json!({"ok": true, "result": {"file_id": "f", "file_path": "documents/file"}});
    }
    if path.contains("/getMe") {
        return json!({"ok": true, "result": {"id": 1, "is_bot": true}});
    }
    if path.contains("/business/message/send/") {
        return json!({"code": 0, "message": "OK", "data": {"message": {"message_id": format!("tt-{}", next())}}});
    }
    if path.contains("/media/download/") {
        return json!({"code": 0, "message": "OK", "data": {"download_url": file}});
    }
    if path.ends_with("/messages") && body["messaging_product"] == "whatsapp" {
        let id = format!("wamid.out{}", next());
        return json!({"messaging_product": "whatsapp", "contacts": [{"wa_id": body["to"]}], "messages": [{"id": id}]});
    }
    if path.ends_with("/messages") {
        let id = format!("m_out{}", next());
        return json!({"recipient_id": body["recipient"]["id"], "message_id": id});
    }
    json!({"id": "1", "url": file, "mime_type": "text/plain"})
}

async fn serve(mut stream: TcpStream, port: u16, state: Arc<State>) {
    let mut bytes = Vec::new();
    loop {
        let head = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        };
        let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
        let fields = text.lines().skip(1).filter_map(|line| line.split_once(':'));
        let headers: Vec<_> =
            fields.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let length: usize = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
        while bytes.len() < head + length {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let body: Value = serde_json::from_slice(&bytes[head..head + length]).unwrap_or(Value::Null);
        bytes.drain(..head + length);
        let mut words = text.split(' ');
        let (method, path) =
            (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
        let mood = if method == "POST" { lock(&state.mood).clone() } else { Mood::Well };
        let status = match mood {
            Mood::Well => 200,
            Mood::Fails(status) => status,
            Mood::Silent => 0,
        };
        let sent = Sent { method, path: path.clone(), headers, body: body.clone(), status };
        lock(&state.sent).push(sent);
        let (kind, content) = match status {
            0 => {
                // Until whoever asked gives up.
                let _ = stream.read_buf(&mut bytes).await;
                return;
            }
            200 if path.contains("/media/file") || path.contains("/file/bot") => lock(&state.file).clone(),
            200 => {
                ("application/json".to_owned(), answer(&state, &path, &body, port).to_string().into_bytes())
            }
            _ => (
                "application/json".to_owned(),
                json!({"error": {"message": "out of order"}}).to_string().into_bytes(),
            ),
        };
        let reply = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            content.len()
        );
        if stream.write_all(&[reply.as_bytes(), &content].concat()).await.is_err() {
            return;
        }
    }
}

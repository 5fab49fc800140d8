//! All that a server does for somebody, once over: talking, reading files, channels, every door.

use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::server_process::Launch;

/// A task that failed is begun again within a second, a row that it held is taken up again when its lease ends.
const PATIENCE: Duration = Duration::from_secs(40);
/// What met the fault may never come; whatever else there is comes soon.
const FIRST_PATIENCE: Duration = Duration::from_secs(4);

fn patience(round: &str) -> Duration {
    if round == "first" { FIRST_PATIENCE } else { PATIENCE }
}
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// What the channel's provider proves itself with.
const SECRET: &str = "a-secret-of-a-test";

/// What a server is asked for.
pub(crate) struct Acts<'a> {
    api: &'a ChatApi,
    launch: &'a Launch,
    provider: &'a Provider,
    channel: String,
    session: String,
}

impl<'a> Acts<'a> {
    /// Makes what the acts need. A place that is passed here fails here, so that all is tried twice.
    pub(crate) async fn prepare(
        api: &'a ChatApi,
        launch: &'a Launch,
        provider: &'a Provider,
    ) -> Result<Self> {
        let wanted = json!({
            "kind": "telegram", "name": "Bot",
            "settings": {"baseUrl": format!("http://{}", provider.address)},
            "secrets": {"botToken": "1:x", "secretToken": SECRET},
        });
        let channel = made(api, "/api/channels", wanted).await?;
        let session = made(api, "/api/chat/sessions", json!({})).await?;
        Ok(Self { api, launch, provider, channel, session })
    }

    /// Does everything; what did not come to what it should.
    pub(crate) async fn all(&self, round: &str) -> Vec<String> {
        let acts: [(&str, Result<()>); 8] = [
            ("two messages at once in a session", self.talk(round).await),
            ("a stream of events", self.follow().await),
            ("a file", self.read_file(round).await),
            ("a message through a channel", self.write_through_channel(round).await),
            ("an assistant by the API of OpenAI", self.complete("helper", round).await),
            ("a model by the API of OpenAI", self.complete("scripted", round).await),
            ("the Model Context Protocol", self.offer().await),
            ("a command beside the server", self.administer().await),
        ];
        let failed = acts.into_iter().filter_map(|(act, done)| Some((act, done.err()?)));
        failed.map(|(act, why)| format!("{act}: {why:#}")).collect()
    }

    /// The second waits in line for the first, also in a session whose turn has failed before.
    async fn talk(&self, round: &str) -> Result<()> {
        let fresh = made(self.api, "/api/chat/sessions", json!({})).await?;
        for session in [&self.session, &fresh] {
            let path = format!("/api/chat/sessions/{session}/messages");
            self.done(&path, json!({"message": format!("slowly, {round} one")})).await?;
            self.done(&path, json!({"message": format!("slowly, {round} two")})).await?;
            for number in ["one", "two"] {
                let said = format!("slowly, {round} {number}");
                until(patience(round), &format!("`{said}` to be answered"), || {
                    self.is_answered(session, &said)
                })
                .await?;
            }
        }
        Ok(())
    }

    /// As people read it: the message and, under it, an answer that repeats it.
    async fn is_answered(&self, session: &str, said: &str) -> bool {
        let Ok(Answer::Done(read)) = self.api.get(&format!("/api/chat/sessions/{session}/messages")).await
        else {
            return false;
        };
        let items = read.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
        let is = |one: &Value, role: &str| {
            let of = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
            of("role") == role && of("content").contains(said)
        };
        items.iter().any(|one| is(one, "user")) && items.iter().any(|one| is(one, "assistant"))
    }

    async fn follow(&self) -> Result<()> {
        let path = format!("/api/chat/sessions/{}/events/stream?after=0", self.session);
        let response = self.api.request(Method::GET, &path).send().await?.error_for_status()?;
        let mut body = response.bytes_stream();
        let first = timeout(PATIENCE, body.next()).await.context("nothing came")?;
        first.context("the stream ended")?.context("the stream broke").map(drop)
    }

    async fn read_file(&self, round: &str) -> Result<()> {
        let (name, text) = (format!("{round}.md"), format!("# Notes\n\nThe {round} round was read."));
        let boundary = "a-boundary-of-a-test";
        let body = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             content-type: text/markdown\r\n\r\n{text}\r\n--{boundary}--\r\n"
        );
        let request = self.api.request(Method::POST, "/api/files/upload");
        let request = request.header("content-type", format!("multipart/form-data; boundary={boundary}"));
        request.body(body).send().await?.error_for_status()?;
        until(patience(round), "the file to be read", || async {
            let Ok(Answer::Done(files)) = self.api.get("/api/files").await else { return false };
            let items = files.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
            let of = |one: &Value, name: &str| {
                one.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            items.iter().any(|one| of(one, "fileName") == name && of(one, "processingStatus") == "completed")
        })
        .await
    }

    /// Each round by another person: what one had to wait for is not another's.
    async fn write_through_channel(&self, round: &str) -> Result<()> {
        let chat = if round == "first" { 1 } else { 2 };
        let said = format!("slowly, {round} by channel");
        let update = json!({"update_id": chat, "message": {
            "message_id": 1, "chat": {"id": chat, "type": "private"}, "from": {"first_name": "Ana"}, "text": said,
        }});
        let url = format!("{}/api/channels/{}/webhook", self.api.url, self.channel);
        let posted = self.api.http.post(url).header("x-telegram-bot-api-secret-token", SECRET).json(&update);
        posted.send().await?.error_for_status()?;
        until(patience(round), "an answer through the channel", || async { self.provider.has(&said) }).await
    }

    async fn complete(&self, model: &str, round: &str) -> Result<()> {
        let body =
            json!({"model": model, "messages": [{"role": "user", "content": format!("slowly, {round}")}]});
        self.done("/v1/chat/completions", body).await.map(drop)
    }

    async fn offer(&self) -> Result<()> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
        let request = self.api.request(Method::POST, "/api/v1/mcp");
        let request = request.header("accept", "application/json, text/event-stream");
        request.json(&body).send().await?.error_for_status()?;
        Ok(())
    }

    async fn administer(&self) -> Result<()> {
        let output = Command::new(&self.launch.binary)
            .args(["tenants", "list", "--json", "--data"])
            .arg(&self.launch.data)
            .stdin(Stdio::null())
            .output()
            .await
            .context("starting `tenants list`")?;
        if output.status.success() {
            return Ok(());
        }
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim())
    }

    /// A server that restarted a task says so, and is there for everybody.
    pub(crate) async fn health(&self) -> Option<String> {
        match self.api.get("/health/ready").await {
            Ok(Answer::Done(_)) => None,
            other => Some(format!("/health/ready: {other:?}")),
        }
    }

    async fn done(&self, path: &str, body: Value) -> Result<Value> {
        match self.api.post(path, body).await {
            Ok(Answer::Done(reply)) => Ok(reply),
            Ok(Answer::Refused(refusal)) => bail!("{path}: {refusal:?}"),
            Err(Gone) => bail!("{path}: no answer"),
        }
    }
}

/// Asks for it twice, since the first time may meet the fault; the id of what was made.
async fn made(api: &ChatApi, path: &str, body: Value) -> Result<String> {
    let mut last = String::new();
    for _ in 0..2 {
        match api.post(path, body.clone()).await {
            Ok(Answer::Done(reply)) => {
                let id = reply.get("id").and_then(Value::as_str);
                return Ok(id.with_context(|| format!("{path}: {reply}"))?.to_owned());
            }
            refused => last = format!("{refused:?}"),
        }
    }
    bail!("{path}: {last}")
}

async fn until<F: Future<Output = bool>>(
    patience: Duration,
    what: &str,
    mut is_so: impl FnMut() -> F,
) -> Result<()> {
    let deadline = Instant::now() + patience;
    while !is_so().await {
        if Instant::now() >= deadline {
            bail!("waited {} s for {what}", patience.as_secs());
        }
        sleep(LOOK_AGAIN).await;
    }
    Ok(())
}

/// The far end of a channel: takes everything, and remembers it.
pub(crate) struct Provider {
    pub(crate) address: SocketAddr,
    heard: Arc<Mutex<String>>,
}

impl Provider {
    #[expect(clippy::disallowed_methods, reason = "the harness has no tasks to supervise")]
    pub(crate) async fn open() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("listening for a channel")?;
        let address = listener.local_addr()?;
        let heard = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&kept)));
            }
        });
        Ok(Self { address, heard })
    }

    fn has(&self, text: &str) -> bool {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).contains(text)
    }
}

/// One request a connection; its body is what matters.
async fn serve(mut stream: TcpStream, heard: Arc<Mutex<String>>) -> std::io::Result<()> {
    const REPLY: &str = r#"{"ok":true,"result":{"message_id":7,"chat":{"id":1}}}"#;
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    while !is_whole(&request) {
        let read = stream.read(&mut piece).await?;
        if read == 0 {
            break;
        }
        request.extend_from_slice(piece.get(..read).unwrap_or_default());
    }
    heard.lock().unwrap_or_else(PoisonError::into_inner).push_str(&String::from_utf8_lossy(&request));
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        REPLY.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(REPLY.as_bytes()).await
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    body.len() >= length.unwrap_or(0)
}

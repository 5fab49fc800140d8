//! People write through channels and are answered there: the providers are wire fakes that sign and answer as documented.

mod crash;
mod lines;
mod reminders;
mod settings;
mod voice;
mod ways;

use conserje_testkit::{Client, Home, ProviderServer, Reply, TestServer, TestServerOptions, signed, until};
use reqwest::Method;
use serde_json::{Value, json};

const PACK: &str = r#"
name = "desk"
guests = true
[[agents]]
name = "reception"
prompt = "You are the reception."
approvals = "never"
tools = ["escalate_to_human"]
"#;

const SIGNING: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A server with a provider that it may reach.
struct Street {
    server: TestServer,
    provider: ProviderServer,
}

impl Street {
    async fn open(home: Home) -> Self {
        Self::open_with(home, "").await
    }

    /// `more` goes into the section `[channels]`.
    async fn open_with(home: Home, more: &str) -> Self {
        let provider = ProviderServer::start().await;
        let config = format!(
            "[testing]\nworker_program = {:?}\n[channels]\nprivate = [\"{}\"]\n{more}\n",
            env!("CARGO_BIN_EXE_conserje"),
            provider.address()
        );
        let options = TestServerOptions::config(config).with_pack(PACK);
        Self { server: TestServer::start_with(home, options).await, provider }
    }

    async fn channel(&self, kind: &str) -> Line {
        self.channel_of(self.server.owner(), kind, json!({})).await
    }

    async fn channel_of(&self, owner: &Client, kind: &str, more: Value) -> Line {
        let mut wanted = wanted(kind, &self.provider.url());
        for (name, value) in more.as_object().unwrap() {
            wanted["settings"][name] = value.clone();
        }
        let made = owner.post("/api/channels", wanted).await.expect(201);
        let id = made["id"].as_str().unwrap().to_owned();
        Line { kind: kind.to_owned(), id, client: self.server.stranger(), owner: owner.clone() }
    }

    /// What the provider took, once it is so much.
    async fn texts(&self, count: usize) -> Vec<String> {
        until(&format!("{count} messages are sent"), || async {
            let texts = self.provider.texts();
            (texts.len() >= count).then_some(texts)
        })
        .await
    }
}

fn wanted(kind: &str, base: &str) -> Value {
    let meta = json!({"accessToken": "EAAtoken", "appSecret": "app-secret", "verifyToken": "verify-me"});
    let (settings, secrets) = match kind {
        "whatsapp" => (json!({"phoneNumberId": "1055"}), meta),
        "messenger" => (json!({"pageId": "2066"}), meta),
        "instagram" => (json!({"accountId": "3077"}), meta),
        "telegram" => (json!({}), json!({"botToken": "42:abc", "secretToken": "telegram-secret"})),
        "tiktok" => {
            (json!({"businessId": "biz1"}), json!({"accessToken": "tt", "clientSecret": "tiktok-secret"}))
        }
        "webhook" => (json!({"url": format!("{base}/hook")}), json!({"signingSecret": SIGNING})),
        "vapi" => (json!({}), json!({"serverSecret": "vapi-secret"})),
        other => panic!("no such kind: {other}"),
    };
    let mut settings = settings;
    if !["webhook", "vapi"].contains(&kind) {
        settings["baseUrl"] = json!(base);
    }
    json!({"kind": kind, "name": format!("{kind} of ours"), "settings": settings, "secrets": secrets})
}

fn now() -> i64 {
    conserje_kernel::Clock::system().now().as_micros() / 1_000_000
}

/// One channel, from the provider's side and from its owner's.
#[derive(Clone)]
struct Line {
    kind: String,
    id: String,
    client: Client,
    owner: Client,
}

impl Line {
    /// What the provider would deliver for a text, as it documents it.
    fn delivery(&self, id: &str, contact: &str, text: &str) -> Value {
        match self.kind.as_str() {
            "whatsapp" => Self::whatsapp(contact, json!({"id": id, "type": "text", "text": {"body": text}})),
            "messenger" | "instagram" => {
                let object = if self.kind == "messenger" { "page" } else { "instagram" };
                let said = json!({"mid": id, "text": text});
                let event = json!({"sender": {"id": contact}, "recipient": {"id": "2066"}, "timestamp": 1, "message": said});
                json!({"object": object, "entry": [{"id": "2066", "time": 1, "messaging": [event]}]})
            }
            "telegram" => {
                let chat: i64 = contact.parse().unwrap();
                let from = json!({"id": chat, "is_bot": false, "first_name": "Ana", "last_name": "Paz", "language_code": "es"});
                let said = json!({"message_id": id.parse::<i64>().unwrap(), "from": from, "chat": {"id": chat, "type": "private"}, "date": 1, "text": text});
                json!({"update_id": 7, "message": said})
            }
            "tiktok" => {
                let content = json!({"conversation_id": contact, "message_id": id, "type": "text", "text": {"body": text}, "from": "ana"});
                json!({"client_key": "k", "event": "im_receive_msg", "create_time": now(), "user_openid": "biz1", "content": content.to_string()})
            }
            "webhook" => json!({"contact": contact, "text": text, "name": "Ana", "test-id": id}),
            other => panic!("no messages come through {other}"),
        }
    }

    fn whatsapp(contact: &str, mut said: Value) -> Value {
        said["from"] = json!(contact);
        said["timestamp"] = json!("1");
        let value = json!({
            "messaging_product": "whatsapp",
            "metadata": {"display_phone_number": "5255", "phone_number_id": "1055"},
            "contacts": [{"wa_id": contact, "profile": {"name": "Ana Paz"}}],
            "messages": [said],
        });
        json!({"object": "whatsapp_business_account", "entry": [{"id": "9", "changes": [{"field": "messages", "value": value}]}]})
    }

    fn headers(&self, body: &Value, seconds: i64) -> Vec<(&'static str, String)> {
        let text = body.to_string();
        match self.kind.as_str() {
            "whatsapp" | "messenger" | "instagram" => signed::meta("app-secret", &text),
            "telegram" => signed::telegram("telegram-secret"),
            "tiktok" => signed::tiktok("tiktok-secret", seconds, &text),
            "webhook" => {
                let id = body["test-id"].as_str().unwrap_or("some-id").to_owned();
                signed::standard(SIGNING, (&id, seconds), &text)
            }
            "vapi" => signed::vapi("vapi-secret"),
            other => panic!("no such kind: {other}"),
        }
    }

    async fn post(&self, headers: Vec<(&'static str, String)>, body: String) -> Reply {
        let mut request = self.client.request(Method::POST, &format!("/api/channels/{}/webhook", self.id));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        Client::send(request.header("content-type", "application/json").body(body)).await
    }

    async fn deliver(&self, body: &Value) -> Value {
        self.post(self.headers(body, now()), body.to_string()).await.expect(200)
    }

    async fn write(&self, id: &str, contact: &str, text: &str) {
        self.deliver(&self.delivery(id, contact, text)).await;
    }

    async fn deliveries(&self) -> Vec<Value> {
        let list = self.owner.get(&format!("/api/channels/{}/deliveries", self.id)).await.expect(200);
        list["items"].as_array().unwrap().clone()
    }

    /// Once its latest delivery is in this state.
    async fn latest(&self, status: &str) -> Value {
        until(&format!("the latest delivery is {status}"), || async {
            self.deliveries().await.into_iter().next().filter(|one| one["status"] == status)
        })
        .await
    }
}

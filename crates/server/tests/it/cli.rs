//! The command line of the real binary, with and without a server running.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use conserje_testkit::Client;
use serde_json::{Value, json};

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_conserje");

/// Killed when dropped, whatever else goes wrong.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A server as a process of its own.
pub(crate) struct Served {
    process: Process,
    pub(crate) client: Client,
    pub(crate) ready: Value,
}

impl Served {
    pub(crate) fn start(binary: &str, data: &Path, environment: &[(&str, &str)]) -> Self {
        let child = Command::new(binary)
            .args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("CONSERJE__TESTING__SCRIPTED", "true")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut process = Process(child);
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value =
            serde_json::from_str(&line).unwrap_or_else(|_| panic!("no line when ready: {line:?}"));
        let client = Client::at(ready["url"].as_str().unwrap(), ready["demo_api_key"].as_str());
        Self { process, client, ready }
    }

    pub(crate) fn kill(&mut self) {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
    }
}

pub(crate) fn run(data: &Path, arguments: &[&str]) -> Output {
    Command::new(BINARY).args(arguments).arg("--data").arg(data).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(crate) fn json_of(data: &Path, arguments: &[&str]) -> Value {
    let output = run(data, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The same commands, whoever answers them.
fn exercise(data: &Path) {
    assert!(
        json_of(data, &["tenants", "list"])["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|tenant| tenant["slug"] == "demo")
    );
    let slug = format!("shop-{}", json_of(data, &["tenants", "list"])["items"].as_array().unwrap().len());
    assert_eq!(json_of(data, &["tenants", "create", &slug, "--name", "Shop"])["slug"], slug.as_str());
    let ana = json_of(data, &["users", "create", "ana@example.com", "--role", "admin", "--tenant", &slug]);
    assert!(ana["link"].as_str().unwrap().contains("/welcome#link_"));
    assert_eq!(
        json_of(data, &["users", "role", "ana@example.com", "owner", "--tenant", &slug])["role"],
        "owner"
    );
    let key = json_of(
        data,
        &["keys", "create", "bot", "--user", "ana@example.com", "--scopes", "chat,read", "--tenant", &slug],
    );
    assert!(key["key"].as_str().unwrap().starts_with("csk_"));
    assert_eq!(
        json_of(data, &["keys", "revoke", key["id"].as_str().unwrap(), "--tenant", &slug])["revoked"],
        true
    );
    assert_eq!(json_of(data, &["audit", "verify"])["intact"], true);
    assert_eq!(json_of(data, &["jobs", "list", "--tenant", &slug])["items"], json!([]));
    assert_eq!(json_of(data, &["jobs", "dead-letters", "--tenant", &slug])["items"], json!([]));
    assert_eq!(json_of(data, &["secrets", "rotate"])["rewrapped"], 0);
    let missing = run(data, &["users", "list", "--tenant", "nobody"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(
        text(&missing.stderr),
        "error: there is no such tenant\nhint: `conserje tenants list` shows them; name one with `--tenant SLUG`\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn administrative_commands_work_beside_a_server_and_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut server = Served::start(BINARY, &data, &[]);
    assert!(server.ready["owner_link"].as_str().unwrap().contains("/welcome#link_"));
    exercise(&data);
    let session = server.client.session().await;
    server.client.say(&session, "hola").await;
    let shown = text(&run(&data, &["sessions", "show", &session, "--tenant", "demo"]).stdout);
    assert!(shown.contains("user_message_confirmed") && shown.contains("hola"), "{shown}");
    server.kill();
    exercise(&data);
    let exported = json_of(&data, &["sessions", "export", &session, "--tenant", "demo"]);
    assert_eq!(exported["events"].as_array().unwrap().len(), 2);
    assert_eq!(json_of(&data, &["sessions", "rebuild", "--tenant", "demo"])["events"], 2);
    let listed = json_of(&data, &["sessions", "list", "--tenant", "demo"]);
    assert!(listed["items"].as_array().unwrap().iter().any(|item| item["id"] == session.as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_of_a_pack_for_guests_are_public_once_loaded_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(BINARY, &folder.path().join("data"), &[]);
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let (url, key) = (server.client.url(), server.client.key().unwrap());
    for pack in ["frontdesk", "legal"] {
        let pack = packs.join(pack);
        let loaded = Command::new(BINARY)
            .args(["pack", "load", "--url", url, "--key", key])
            .arg(&pack)
            .output()
            .unwrap();
        assert!(loaded.status.success(), "{}", text(&loaded.stderr));
    }
    let known = server.client.get("/api/collections").await.expect(200);
    let public: Vec<_> = known["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["public"].as_bool().unwrap()))
        .collect();
    assert!(public.contains(&("faq", true)) && public.contains(&("normativa", false)), "{public:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_chain_is_named_and_the_exit_code_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut server = Served::start(BINARY, &data, &[]);
    let session = server.client.session().await;
    server.client.say(&session, "hola").await;
    server.kill();
    let raw = rusqlite::Connection::open(data.join("conserje.db")).unwrap();
    raw.execute(
        "UPDATE message_events SET data = replace(data, 'hola', 'adios') WHERE sequence_number = 2",
        [],
    )
    .unwrap();
    drop(raw);
    let output = run(&data, &["audit", "verify"]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stdout);
    assert!(said.contains(&format!("broken: session {session} at 2, event evt_")), "{said}");
    assert!(said.contains("its content is not what was written"), "{said}");
}

#[test]
fn health_is_what_the_running_server_says() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(BINARY, data.path(), &[]);
    let listen = served.ready["url"].as_str().unwrap().trim_start_matches("http://").to_owned();
    let health =
        || Command::new(BINARY).arg("health").env("CONSERJE__SERVER__LISTEN", &listen).output().unwrap();
    let well = health();
    assert!(well.status.success() && text(&well.stdout).contains("sqlite"), "{well:?}");
    served.kill();
    let gone = health();
    assert_eq!(gone.status.code(), Some(1));
    assert!(text(&gone.stderr).contains("no answer from http://127.0.0.1:"), "{gone:?}");
}

#[test]
fn commands_that_need_no_data() {
    let run = |arguments: &[&str]| Command::new(BINARY).args(arguments).output().unwrap();
    let openapi: Value = serde_json::from_slice(&run(&["openapi"]).stdout).unwrap();
    assert_eq!(openapi["info"]["title"], "Conserje");
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&run(&["completions", shell]).stdout).contains("conserje"));
    }
    let manual = tempfile::tempdir().unwrap();
    assert!(run(&["man-pages", manual.path().to_str().unwrap()]).status.success());
    assert!(
        manual.path().join("conserje.1").is_file() && manual.path().join("conserje-keys-create.1").is_file()
    );
    assert!(!manual.path().join("conserje-extract-worker.1").exists());
    let check = text(&run(&["config", "check"]).stdout);
    assert!(check.contains("server.listen") && check.contains("127.0.0.1:8484"), "{check}");
    let moved = Command::new(BINARY)
        .args(["config", "check"])
        .env("CONSERJE__MODEL__SCRIPTED", "true")
        .output()
        .unwrap();
    let said = text(&moved.stdout);
    let notice = "`CONSERJE__MODEL__SCRIPTED` (environment) is called `CONSERJE__TESTING__SCRIPTED` since 0.2.0; rename it there";
    assert!(said.trim_end().ends_with(notice), "{said}");
    let wrong = Command::new(BINARY)
        .args(["config", "check"])
        .env("CONSERJE__SERVER__LISTEN", "nowhere")
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        text(&wrong.stderr).starts_with("error: `server.listen` is `nowhere`"),
        "{}",
        text(&wrong.stderr)
    );
    assert_eq!(run(&["no-such-command"]).status.code(), Some(2));
}

#[test]
fn a_folder_in_use_and_a_folder_that_cannot_be_used_are_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let migrated = run(&data, &["migrate"]);
    assert!(text(&migrated.stdout).contains("schemaVersion"), "{}", text(&migrated.stderr));
    let _server = Served::start(BINARY, &data, &[]);
    let second = run(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(second.status.code(), Some(1));
    assert!(
        text(&second.stderr).contains("is in use by another conserje process\nhint: "),
        "{}",
        text(&second.stderr)
    );
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let unusable = run(&file, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(text(&unusable.stderr).contains("cannot be used"), "{}", text(&unusable.stderr));
}

#[test]
fn help_of_the_command_line() {
    let help = Command::new(BINARY).arg("--help").output().unwrap();
    insta::assert_snapshot!("help", text(&help.stdout));
}

/// With a key on its standard input.
fn run_with_key(data: &Path, key: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(BINARY)
        .args(arguments)
        .arg("--data")
        .arg(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), key.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_added_tried_and_removed_from_the_command_line() {
    let far = conserje_testkit::TestServer::start(conserje_testkit::Home::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let (url, key) = (format!("{}/v1", far.owner().url()), far.owner().key().unwrap().to_owned());
    let data = folder.path().to_owned();
    tokio::task::spawn_blocking(move || {
        let add = [
            "models",
            "add",
            "far",
            "--kind",
            "openai_compatible",
            "--base-url",
            &url,
            "--models",
            "scripted",
        ];
        let wrong = run_with_key(&data, "not-a-key", &add);
        assert_eq!(wrong.status.code(), Some(1));
        assert!(text(&wrong.stderr).contains("The key is not accepted"), "{}", text(&wrong.stderr));
        assert_eq!(
            json_of(&data, &["models", "list"])["providers"],
            serde_json::json!([]),
            "what does not answer is not kept"
        );

        let added = run_with_key(&data, &format!("{key}\n"), &add);
        assert!(added.status.success(), "{}", text(&added.stderr));
        assert!(text(&added.stdout).contains("balanced  far/scripted"), "{}", text(&added.stdout));
        let tried = run(&data, &["models", "test", "far", "scripted"]);
        assert!(tried.status.success() && text(&tried.stdout).contains(" ms"), "{}", text(&tried.stdout));
        let listed = json_of(&data, &["models", "list"]);
        assert_eq!(
            (&listed["isConfigured"], &listed["providers"][0]["hasKey"]),
            (&serde_json::json!(true), &serde_json::json!(true))
        );
        assert!(!listed.to_string().contains(&key));
        assert!(run(&data, &["models", "remove", "far"]).status.success());
        assert_eq!(json_of(&data, &["models", "list"])["isConfigured"], false);
        let unknown = run_with_key(&data, "k", &["models", "add", "mystery"]);
        assert!(text(&unknown.stderr).contains("--kind"), "{}", text(&unknown.stderr));
    })
    .await
    .unwrap();
}

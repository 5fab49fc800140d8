//! The data of the version before, and the check before an upgrade, with the real binary.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use conserje_server::config::{Config, Overrides, layers};
use conserje_store::Tx;
use conserje_store::secrets::{self, MasterKey, MasterKeys};
use conserje_testkit::{Client, until};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{BINARY, Served, json_of, run, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Made by `scripts/data-fixture` of the program of that version; one is added with every version.
const FIXTURES: [&str; 1] = ["data-0.1.0.zip"];

/// A data folder of another version, and what was done with it.
struct Former {
    folder: TempDir,
    life: Value,
}

impl Former {
    fn unpacked(fixture: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
        let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for place in 0..archive.len() {
            let mut file = archive.by_index(place).unwrap();
            let to = folder.path().join(file.enclosed_name().unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            fs::write(to, content).unwrap();
        }
        let life = serde_json::from_slice(&fs::read(folder.path().join("life.json")).unwrap()).unwrap();
        Self { folder, life }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn text(&self, of: &str, field: &str) -> &str {
        self.life[of][field].as_str().unwrap_or_else(|| panic!("no {field} of {of}: {}", self.life))
    }
}

/// What the check says, and its exit code.
fn checked(path: &Path) -> (Value, i32) {
    checked_with(path, &[])
}

fn checked_with(path: &Path, environment: &[(&str, &str)]) -> (Value, i32) {
    let mut command = Command::new(BINARY);
    command.args(["upgrade", "--json", "--check"]).arg(path).envs(environment.iter().copied());
    let output = command.output().unwrap();
    let said = text(&output.stdout);
    let reply = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{}", text(&output.stderr)));
    (reply, output.status.code().unwrap())
}

/// What is said of something: state and words, a line each.
fn said_of(reply: &Value, what: &str) -> Vec<String> {
    let items = reply["items"].as_array().unwrap().iter();
    let of_it = items.filter(|line| line["what"] == what);
    of_it
        .map(|line| format!("{}: {}", line["state"].as_str().unwrap(), line["detail"].as_str().unwrap()))
        .collect()
}

/// Everything below a folder: what is in each file, and when it was written.
fn below(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            if about.is_dir() {
                waiting.push(path.clone());
            }
            let content = if about.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            found.insert(path, (content, about.modified().unwrap()));
        }
    }
    found
}

/// A data folder of this program, with nobody in it.
fn data_of_today() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let migrated = run(folder.path(), &["migrate"]);
    assert!(migrated.status.success(), "{}", text(&migrated.stderr));
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_of_every_version_before_is_opened_with_all_that_is_in_it() {
    for fixture in FIXTURES {
        let former = Former::unpacked(fixture);
        let before = below(&former.data());
        let (reply, code) = checked(&former.data());
        assert_eq!((code, &reply["to"]), (0, &json!(VERSION)), "{reply}");
        assert!(said_of(&reply, "program")[0].starts_with("changes: "), "{reply}");
        assert!(
            said_of(&reply, "schema")[0].contains(&conserje_store::schema_version().to_string()),
            "{reply}"
        );
        assert!(said_of(&reply, "trial")[0].starts_with("ready: "), "{reply}");
        assert_eq!(said_of(&reply, "pack docs").len(), 1, "{reply}");
        assert!(reply["changes"].as_str().unwrap().contains("upgrade --check"), "{reply}");
        assert!(before == below(&former.data()), "the check changed something");

        let server = Served::start(BINARY, &former.data(), &[("CONSERJE__EMBEDDING__FOLDERS", "[]")]);
        let client = server.client.with_key(former.life["apiKey"].as_str().map(str::to_owned));
        conversations_are_there(&former, &client).await;
        document_is_found(&former, &client).await;
        let id = former.text("appointment", "id");
        let booked = client.get(&format!("/api/desk/appointments/{id}")).await.expect(200);
        assert!(booked.to_string().contains(former.text("appointment", "customer")), "{booked}");
        let users = client.get("/api/users").await.expect(200);
        assert!(users.to_string().contains(former.life["user"].as_str().unwrap()), "{users}");
        let changes = client.get("/api/settings/changes?part=models").await.expect(200);
        let provider = former.text("provider", "name");
        assert!(
            changes["items"][0]["note"].as_str().unwrap().contains(provider),
            "what was a version is on record: {changes}"
        );
        let session = client.session().await;
        assert!(client.say(&session, "hola").await.len() > 1, "it goes on");

        assert_eq!(json_of(&former.data(), &["audit", "verify"])["intact"], true);
        drop(server);
        provider_key_opens(&former).await;
        let (reply, code) = checked(&former.data());
        assert_eq!((code, said_of(&reply, "program")), (0, vec![format!("ready: {VERSION}, as before")]));
    }
}

async fn conversations_are_there(former: &Former, client: &Client) {
    for session in former.life["sessions"].as_array().unwrap() {
        let path = format!("/api/chat/sessions/{}", session["id"].as_str().unwrap());
        assert_eq!(client.get(&path).await.expect(200)["title"], session["title"]);
        let messages = client.get(&format!("{path}/messages")).await.expect(200);
        let messages = messages["items"].as_array().unwrap();
        let questions = session["said"].as_array().unwrap();
        assert_eq!(messages.len(), 2 * questions.len(), "{messages:?}");
        for question in questions {
            assert!(
                messages.iter().any(|message| message["content"] == *question),
                "{question}: {messages:?}"
            );
        }
        if session["citations"].is_u64() {
            let cited = messages
                .iter()
                .find(|message| message["citations"].as_array().is_some_and(|all| !all.is_empty()));
            let citations = cited.unwrap_or_else(|| panic!("{messages:?}"))["citations"].as_array().unwrap();
            assert_eq!(json!(citations.len()), session["citations"]);
        }
    }
}

/// The fixture has no index: it is made from rows.
async fn document_is_found(former: &Former, client: &Client) {
    let tenant = former.life["tenant"].as_str().unwrap();
    json_of(&former.data(), &["index", "rebuild", "--tenant", tenant]);
    let id = former.text("document", "id");
    until("the document is found", || async {
        let asked = json!({"query": former.text("document", "query")});
        let found = client.post("/api/search", asked).await.expect(200);
        found["results"].to_string().contains(id).then_some(())
    })
    .await;
    let file = client.get(&format!("/api/files/{id}/content")).await;
    assert!(file.status.is_success() && file.text.contains("24 horas"), "{}", file.text);
}

async fn provider_key_opens(former: &Former) {
    let overrides = Overrides { data: Some(former.data()), ..Overrides::default() };
    let config = Config::read(&layers(None, &overrides).unwrap()).unwrap();
    let (app, _projector) = conserje_server::open(&config, "http://localhost".to_owned()).await.unwrap();
    let scope = app.operator_inside(former.life["tenant"].as_str().unwrap()).await.unwrap();
    let current = MasterKey::in_file(&former.data().join("master.key")).unwrap();
    let keys = MasterKeys { current, older: Vec::new() };
    let name = format!("model:{}", former.text("provider", "name"));
    let opened =
        app.store().read(&scope, move |tx: &mut Tx<'_>| secrets::get(tx, &keys, &name)).await.unwrap();
    // With the address that it was given for.
    let opened = opened.unwrap();
    assert!(opened.expose().contains(former.text("provider", "apiKey")), "another key");
}

#[test]
fn the_first_start_of_another_version_says_so_once() {
    let former = Former::unpacked(FIXTURES[0]);
    let started = |data: &Path| {
        let mut child = Command::new(BINARY)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("CONSERJE__EMBEDDING__FOLDERS", "[]")
            .env("CONSERJE__MODEL__SCRIPTED", "true")
            .stdout(std::process::Stdio::piped())
            .stderr(fs::File::create(former.folder.path().join("log")).unwrap())
            .spawn()
            .unwrap();
        let mut first = [0; 1];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        fs::read_to_string(former.folder.path().join("log")).unwrap()
    };
    let log = started(&former.data());
    assert_eq!(
        log.matches(&format!("Data of a version before 0.2.0, opened by {VERSION}: ")).count(),
        1,
        "{log}"
    );
    assert!(log.contains("CHANGELOG.md says what changed"), "{log}");
    let moved =
        "WARN `CONSERJE__MODEL__SCRIPTED` (environment) is called `CONSERJE__TESTING__SCRIPTED` since 0.2.0";
    assert!(log.contains(moved), "{log}");
    assert_eq!(fs::read_to_string(former.data().join("program")).unwrap(), format!("{VERSION}\n"));
    let log = started(&former.data());
    assert!(!log.contains("Data of"), "{log}");
}

#[test]
fn a_check_works_beside_a_running_server_and_after_it_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut server = Served::start(BINARY, &data, &[]);
    let (reply, code) = checked(&data);
    assert_eq!((code, &reply["from"], &reply["changes"]), (0, &json!(VERSION), &json!("")), "{reply}");
    assert_eq!(said_of(&reply, "trial"), ["ready: no step is outstanding; a copy is whole"]);
    server.kill();
    let before = below(&data);
    assert!(before.keys().any(|path| path.ends_with("conserje.db-wal")), "something is not in the file yet");
    let (reply, code) = checked(&data);
    assert_eq!((code, said_of(&reply, "trial").len()), (0, 1), "{reply}");
    assert!(before == below(&data), "the check changed something");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_looked_at_all_the_same() {
    let folder = data_of_today();
    let mode = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o500);
    let (reply, code) = checked(folder.path());
    mode(0o700);
    assert_eq!((code, said_of(&reply, "schema").len(), said_of(&reply, "trial").len()), (0, 1, 1), "{reply}");
    assert_eq!(said_of(&reply, "data folder").len(), 1, "{reply}");
}

#[test]
fn data_of_a_newer_program_is_refused_by_the_check_and_by_a_start_with_what_to_do() {
    let folder = data_of_today();
    let raw = rusqlite::Connection::open(folder.path().join("conserje.db")).unwrap();
    raw.execute("INSERT INTO schema_migrations VALUES (999, 'later', 'x')", []).unwrap();
    drop(raw);
    fs::write(folder.path().join("program"), "9.0.0\n").unwrap();
    let before = below(folder.path());
    let (reply, code) = checked(folder.path());
    let known = conserje_store::schema_version();
    assert_eq!(code, 3, "{reply}");
    assert_eq!(
        said_of(&reply, "program"),
        [format!("notice: 9.0.0 -> {VERSION}: this program is the older one")]
    );
    assert_eq!(
        said_of(&reply, "schema"),
        [format!(
            "fault: the database has schema version 999, this program knows up to {known}; \
             start the program that wrote it, or a newer one"
        )]
    );
    assert!(before == below(folder.path()), "the check changed something");
    let started = run(folder.path(), &["migrate"]);
    assert_eq!(started.status.code(), Some(1));
    let said = text(&started.stderr);
    assert!(
        said.starts_with(
            "error: the data is of a newer program, the folder was opened last by version 9.0.0: "
        ),
        "{said}"
    );
    assert!(said.contains("\nhint: install that program again, or put back the copy"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("program")).unwrap(), "9.0.0\n");
}

#[test]
fn a_step_that_was_changed_and_a_file_that_is_no_database_stand_in_the_way() {
    let folder = data_of_today();
    let file = folder.path().join("conserje.db");
    let raw = rusqlite::Connection::open(&file).unwrap();
    raw.execute("UPDATE schema_migrations SET checksum = 'x' WHERE version = 3", []).unwrap();
    drop(raw);
    let (reply, code) = checked(folder.path());
    assert_eq!(code, 3, "{reply}");
    assert!(
        said_of(&reply, "schema")[0].starts_with("fault: schema step 3 `knowledge` is not the one"),
        "{reply}"
    );
    fs::write(&file, "this is no database".repeat(1000)).unwrap();
    let (reply, code) = checked(folder.path());
    assert_eq!(code, 3, "{reply}");
    assert!(said_of(&reply, "schema")[0].ends_with("file is not a database"), "{reply}");
}

/// As the program keeps what is live, in the rows of a data folder that nobody has open.
fn keep_assistant(data: &Path, (name, version): (&str, i64), files: &Value) {
    let raw = rusqlite::Connection::open(data.join("conserje.db")).unwrap();
    let tenant: String =
        raw.query_row("SELECT id FROM tenants ORDER BY created_at", [], |row| row.get(0)).unwrap();
    let content = if files.is_null() { "null".to_owned() } else { json!({"files": files}).to_string() };
    let insert = "INSERT INTO setups (tenant_id, kind, name, version, content, note, made_at)
                  VALUES (?1, 'assistant', ?2, ?3, ?4, 'as it was', 1)";
    raw.execute(insert, (tenant, name, version, content)).unwrap();
}

/// What a copy of an unpacked pack holds.
fn copy_of(data: &Path, pack: &str, name: &str) -> Value {
    let folder = data.join("packs").join(pack);
    let mut files = serde_json::Map::new();
    for path in [
        "pack.toml",
        "routes.toml",
        "prompts/docs-expert.md",
        "evals/routes-seen.jsonl",
        "evals/answers.jsonl",
    ] {
        files.insert(path.to_owned(), json!(fs::read_to_string(folder.join(path)).unwrap()));
    }
    let text = files["pack.toml"].as_str().unwrap();
    assert!(text.contains("name = \"docs\""), "{text}");
    files["pack.toml"] = json!(text.replacen("name = \"docs\"", &format!("name = \"{name}\""), 1));
    json!(files)
}

#[test]
fn assistants_of_tenants_own_are_held_against_the_program_and_nothing_is_changed() {
    let former = Former::unpacked(FIXTURES[0]);
    let data = former.data();
    let good = copy_of(&data, "docs", "archivo");
    keep_assistant(&data, ("archivo", 1), &json!({"pack.toml": "name ="}));
    keep_assistant(&data, ("archivo", 2), &good);
    let mut broken = copy_of(&data, "docs", "roto");
    let text = broken["pack.toml"].as_str().unwrap().to_owned();
    broken["pack.toml"] =
        json!(text.replacen("\"search_knowledge_base\"", "\"search_of_the_former_program\"", 1));
    assert_ne!(broken["pack.toml"], json!(text), "the copy names another tool");
    keep_assistant(&data, ("gone", 1), &broken);
    keep_assistant(&data, ("gone", 2), &Value::Null);
    let of_its_own =
        "name = \"propio\"\nversion = \"1.0.0\"\n[[agents]]\nname = \"propio\"\nprompt = \"Hola.\"\n";
    keep_assistant(&data, ("propio", 1), &json!({"pack.toml": of_its_own}));
    // The first tenant that there was.
    let line = |name: &str| format!("assistant main/{name}");

    // As if the program before had brought another text.
    fs::write(data.join("packs/docs/prompts/docs-expert.md"), "Eras otro.").unwrap();
    let before = below(&data);
    let (reply, code) = checked(&data);
    assert_eq!(code, 0, "{reply}");
    let said = said_of(&reply, &line("archivo"));
    assert_eq!(said.len(), 1, "{reply}");
    assert!(
        said[0].starts_with(
            "notice: version 2 answers as it is; what it was copied from changes: `docs` has other files ("
        ) && said[0].contains("prompts/docs-expert.md"),
        "{said:?}"
    );
    assert_eq!(said_of(&reply, &line("propio")), ["ready: version 1 answers as it is"], "{reply}");
    assert!(said_of(&reply, &line("gone")).is_empty(), "{reply}");
    assert!(before == below(&data), "the check changed something");

    keep_assistant(&data, ("roto", 1), &broken);
    keep_assistant(&data, ("nuevo", 1), &json!("kept otherwise"));
    let (reply, code) = checked(&data);
    assert_eq!(code, 3, "one that would not answer stands in the way: {reply}");
    let said = said_of(&reply, &line("roto"));
    assert!(
        said[0].starts_with("fault: version 1 would not answer: pack.toml:")
            && said[0].contains(" (agents.0.tools): ")
            && said[0].contains("`search_of_the_former_program`")
            && said[0].contains("`docs` has other files"),
        "{said:?}"
    );
    assert_eq!(
        said_of(&reply, &line("nuevo")),
        ["fault: version 1 would not answer: pack.toml: it is not kept as this program keeps assistants"]
    );
    assert_eq!(said_of(&reply, &line("archivo")).len(), 1, "the others are told all the same: {reply}");
}

#[test]
fn settings_that_moved_are_told_and_unknown_or_refused_ones_stand_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.toml");
    let data = folder.path().join("data");
    let checked_config = |config: &str| {
        fs::write(&file, format!("{config}\n[data]\nfolder = {data:?}\n")).unwrap();
        let (reply, code) = checked(&file);
        let shown = file.display().to_string();
        let lines: Vec<String> =
            said_of(&reply, "configuration").iter().map(|line| line.replace(&shown, "FILE")).collect();
        (lines, code, reply)
    };
    let (lines, code, reply) = checked_config("[model]\nscripted = true");
    assert_eq!(code, 0, "{reply}");
    assert_eq!(
        lines,
        ["notice: `model.scripted` (file FILE) is called `testing.scripted` since 0.2.0; rename it there"]
    );
    // The folder that the file names.
    assert!(said_of(&reply, "schema")[0].starts_with("notice: there is no conserje.db in "), "{reply}");
    assert!(!data.exists(), "looking made the folder");

    let (lines, code, _) = checked_config("[server]\nport = 80\nlisten = \"here\"\n[model]\nscripted = true");
    assert_eq!(code, 3);
    assert_eq!(
        lines,
        [
            "notice: `model.scripted` (file FILE) is called `testing.scripted` since 0.2.0; rename it there",
            "fault: `server.port` (file FILE) is no setting of this program; take it out",
            "fault: `server.listen` is `here`; use an address and a port, such as 127.0.0.1:8484",
        ]
    );
    let (lines, code, _) = checked_config("[testing]\nscripted = true\n[model]\nscripted = true");
    assert_eq!(code, 3);
    assert_eq!(
        lines,
        [
            "fault: `model.scripted` and `testing.scripted` (file FILE) are the same setting, by its old and its new name; leave `model.scripted` out"
        ]
    );
    let (_, code, reply) = checked_config("[packs]\nincluded = [\"docs\", \"astrology\"]");
    assert_eq!((code, said_of(&reply, "pack astrology").len()), (3, 1), "{reply}");
    let (reply, code) = checked_with(&file, &[("CONSERJE__NOWHERE__AT_ALL", "1")]);
    assert_eq!(code, 3);
    let unknown = "fault: `CONSERJE__NOWHERE` (environment) is no setting of this program; take it out";
    assert_eq!(said_of(&reply, "configuration"), [unknown]);
}

#[test]
fn a_check_of_nothing_is_an_error_and_people_read_a_table() {
    let output = Command::new(BINARY).args(["upgrade", "--check", "/no/such/place"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.ends_with("hint: name a data folder, or a configuration file\n"), "{said}");
    let former = Former::unpacked(FIXTURES[0]);
    let output = Command::new(BINARY).args(["upgrade", "--check"]).arg(former.data()).output().unwrap();
    let said = text(&output.stdout);
    assert!(said.starts_with("WHAT ") && said.contains("\nprogram "), "{said}");
    assert!(said.contains("\nWhat changed:\n\n## "), "{said}");
}

//! The pool against workers that behave, and against such that do not. This program is each of them.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first thing that is not as it should be"
)]

use std::io::{Read as _, Write as _};
use std::time::Duration;

use conserje_documents::extract::{ExtractError, Input, Kind, Limits, Pool, PoolOptions, worker};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("--worker") => return work(arguments.next().as_deref().unwrap_or_default()),
        Some("--contained") => return look_around(arguments.next().as_deref().unwrap_or_default()),
        _ => {}
    }
    let trials = vec![
        trial("a_file_is_read_by_bytes_and_by_path", reads),
        trial("a_worker_that_has_no_file_for_long_ends_and_the_next_file_gets_another", rests),
        trial("attachments_come_through", attachments),
        trial("what_is_wrong_with_a_file_comes_back_in_words", faults),
        trial("a_worker_that_is_late_is_replaced", late),
        trial("a_worker_that_crashes_fails_one_file", crashes),
        trial("a_worker_that_wants_too_much_memory_fails_one_file", hungry),
        trial("a_worker_that_nests_too_deeply_fails_one_file", deep),
        trial("a_reply_that_is_too_large_is_refused", talkative),
        trial("a_file_that_needs_too_much_memory_ends_a_worker_and_not_us", bloated),
        trial("a_contained_process_sees_and_reaches_nothing", contained),
        trial("a_program_that_is_no_worker_is_found_at_the_start", missing),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial<F>(name: &str, run: impl Fn() -> F + Send + 'static) -> Trial
where
    F: Future<Output = ()>,
{
    Trial::test(name, move || {
        let runtime = tokio::runtime::Runtime::new().map_err(Failed::from)?;
        runtime.block_on(run());
        Ok(())
    })
}

/// What this program does as a worker. The ones that misbehave do so for files called `bad`.
fn work(manner: &str) {
    if matches!(manner, "well" | "well-rested") {
        return worker::main_loop().unwrap();
    }
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    frame(&mut input);
    say(&mut output, "{\"walls\":\"all\"}");
    loop {
        let task = frame(&mut input);
        frame(&mut input);
        if String::from_utf8(task).unwrap().contains("\"name\":\"bad\"") {
            misbehave(manner);
            if manner == "talk" {
                output.write_all(&u64::MAX.to_le_bytes()).unwrap();
                output.flush().unwrap();
            }
        }
        say(&mut output, "{\"Err\":{\"type\":\"empty\"}}");
    }
}

/// Tries what a file that took a reader over would try, and says what came of it.
fn look_around(address: &str) {
    let is_contained = worker::contain(1 << 30).unwrap();
    let folder = std::env::temp_dir();
    let reached = [
        ("reads a secret", std::fs::read("/etc/passwd").is_ok()),
        ("lists a folder", std::fs::read_dir(&folder).is_ok()),
        ("writes a file", std::fs::write(folder.join("conserje-was-here"), "x").is_ok()),
        ("connects", std::net::TcpStream::connect(address).is_ok()),
        ("listens", std::net::TcpListener::bind("127.0.0.1:0").is_ok()),
    ];
    let reached: Vec<&str> = reached.into_iter().filter(|(_, did)| *did).map(|(what, _)| what).collect();
    let said = if is_contained { reached.join(", ") } else { "no walls on this kernel".to_owned() };
    std::io::stdout().write_all(said.as_bytes()).unwrap();
}

/// On a kernel without Landlock there is nothing to see; `make test` runs on one that has it.
async fn contained() {
    let somebody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let output = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--contained", &somebody.local_addr().unwrap().to_string()])
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.is_empty() || said == "no walls on this kernel", "it {said}");
}

fn misbehave(manner: &str) {
    match manner {
        "sleep" => loop {
            std::thread::park();
        },
        "abort" => std::process::abort(),
        "hunger" => {
            std::io::stderr().write_all(b"memory allocation of 4294967296 bytes failed\n").unwrap();
            std::process::abort();
        }
        "deep" => assert!(recurse(0) > 0),
        _ => {}
    }
}

#[expect(unconditional_recursion, reason = "until the stack is full")]
fn recurse(depth: u64) -> u64 {
    std::hint::black_box(recurse(std::hint::black_box(depth + 1)) + 1)
}

fn frame(input: &mut impl std::io::Read) -> Vec<u8> {
    let mut length = [0; 8];
    if input.read_exact(&mut length).is_err() {
        std::process::abort();
    }
    let mut content = Vec::new();
    input.take(u64::from_le_bytes(length)).read_to_end(&mut content).unwrap();
    content
}

fn say(output: &mut impl std::io::Write, text: &str) {
    output.write_all(&(text.len() as u64).to_le_bytes()).unwrap();
    output.write_all(text.as_bytes()).unwrap();
    output.flush().unwrap();
}

async fn pool(manner: &str, change: impl FnOnce(&mut PoolOptions)) -> Pool {
    let program = std::env::current_exe().unwrap();
    let mut options = PoolOptions::new(program, vec!["--worker".into(), manner.into()]);
    options.workers = 1;
    change(&mut options);
    Pool::start(options).await.unwrap()
}

async fn read(pool: &Pool, name: &str, content: &[u8]) -> Result<(Kind, String), ExtractError> {
    let input = Input::Bytes(content.to_vec().into());
    pool.read(name, None, input).await.map(|(kind, found)| (kind, found.text()))
}

async fn reads() {
    let pool = pool("well", |_| {}).await;
    for _ in 0..3 {
        assert_eq!(read(&pool, "a.md", b"# Hola").await, Ok((Kind::Markdown, "Hola".to_owned())));
    }
    let path = std::env::current_exe().unwrap().with_extension("txt");
    std::fs::write(&path, "desde un fichero").unwrap();
    let (kind, found) = pool.read("b.txt", Some("text/plain"), Input::Path(path.clone())).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!((kind, found.text().as_str()), (Kind::Text, "desde un fichero"));
    let error = pool.read("b.txt", None, Input::Path(path)).await.unwrap_err();
    assert!(error.is_transient(), "{error}");
    assert!(read(&pool, "a.md", b"x").await.is_ok());
}

async fn rests() {
    let pool = pool("well-rested", |_| {}).await;
    let workers = || {
        let mut found = Vec::new();
        for process in std::fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
            let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            if command.split(|byte| *byte == 0).any(|word| word == b"well-rested") {
                found.push(process.file_name());
            }
        }
        found
    };
    assert!(read(&pool, "a.md", b"uno").await.is_ok());
    let before = workers();
    assert!(!before.is_empty());
    pool.rest(Duration::from_hours(1));
    assert_eq!(workers(), before, "used lately");
    pool.rest(Duration::ZERO);
    assert!(read(&pool, "a.md", b"dos").await.is_ok());
    assert!(!workers().iter().any(|worker| before.contains(worker)), "it has gone");
}

async fn attachments() {
    let pool = pool("well", |_| {}).await;
    let message = "From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\n\nhola\n--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=a.bin\n\
        Content-Transfer-Encoding: base64\n\nAAEC/w==\n--x--\n";
    let input = Input::Bytes(message.into());
    let (_, found) = pool.read("m.eml", None, input).await.unwrap();
    assert_eq!(found.children[0].content, [0, 1, 2, 255]);
}

async fn faults() {
    let pool = pool("well", |_| {}).await;
    assert_eq!(read(&pool, "a.pdf", b"").await, Err(ExtractError::Empty));
    let error = read(&pool, "a.pdf", b"%PDF-1.4 nothing").await.unwrap_err();
    assert!(error.to_string().starts_with("The file could not be read: it is damaged"), "{error}");
}

/// Fails for one file, and reads the next.
async fn fails(manner: &str, change: impl FnOnce(&mut PoolOptions)) -> ExtractError {
    let pool = pool(manner, change).await;
    assert_eq!(read(&pool, "good", b"x").await, Err(ExtractError::Empty));
    let error = read(&pool, "bad", b"x").await.unwrap_err();
    assert_eq!(read(&pool, "good", b"x").await, Err(ExtractError::Empty));
    error
}

async fn late() {
    let error = fails("sleep", |options| options.deadline = Duration::from_secs(2)).await;
    assert_eq!(error, ExtractError::TooSlow { seconds: 2 });
}

async fn crashes() {
    let error = fails("abort", |_| {}).await;
    assert_eq!(error, ExtractError::Crashed { reason: "signal 6".to_owned() });
}

async fn hungry() {
    assert_eq!(fails("hunger", |_| {}).await, ExtractError::TooMuchMemory);
}

async fn deep() {
    let error = fails("deep", |_| {}).await;
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}

async fn talkative() {
    assert!(matches!(fails("talk", |_| {}).await, ExtractError::TooLarge { .. }));
}

/// A file that unfolds within its limits but not within the worker's memory ends the worker, not us.
async fn bloated() {
    let limits = Limits { unpacked: u64::MAX, ratio: u64::MAX, ..Limits::default() };
    let pool = pool("well", |options| {
        options.memory = 600 << 20;
        options.limits = limits;
    })
    .await;
    let mut json = vec![b'['];
    json.extend(b"[],".repeat(30 << 20));
    json.extend(b"[]]");
    let error = read(&pool, "a.json", &json).await.unwrap_err();
    assert_eq!(error, ExtractError::TooMuchMemory);
    assert!(read(&pool, "a.txt", b"hola").await.is_ok());
}

async fn missing() {
    let options = PoolOptions::new("/nonexistent".into(), Vec::new());
    match Pool::start(options).await {
        Ok(_) => panic!("there is no such program"),
        Err(error) => assert!(error.is_transient(), "{error}"),
    }
}

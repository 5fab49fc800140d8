//! The server's side: workers that read one file at a time each, replaced when they fall, ended when there is nothing to read.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::error::{ExtractError, short};
use super::frame::{self, Hello, LARGEST_HEAD, Reply, Setup, Task, Walls};
use super::kind::Kind;
use super::limits::Limits;
use crate::Extracted;

/// How workers are started, and what each may take.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// A program that calls [`worker::main_loop`](super::worker::main_loop) when started with `arguments`.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// Files read at once.
    pub workers: usize,
    /// For one file, from the moment a worker has it.
    pub deadline: Duration,
    /// Bytes of address space of one worker.
    pub memory: u64,
    /// Bytes of what a worker says about one file.
    pub largest_reply: u64,
    /// Files after which a worker is replaced, since parsers may keep memory.
    pub files_per_worker: u32,
    pub limits: Limits,
}

impl PoolOptions {
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        Self {
            program,
            arguments,
            workers: std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
            deadline: Duration::from_secs(30),
            memory: 2 << 30,
            largest_reply: 160 << 20,
            files_per_worker: 500,
            limits: Limits::default(),
        }
    }
}

/// A file to read. From a path it is streamed to the worker, which itself sees no files.
#[derive(Clone, Debug)]
pub enum Input {
    Bytes(Bytes),
    Path(PathBuf),
}

pub struct Pool {
    options: PoolOptions,
    idle: Mutex<Vec<Worker>>,
    turns: Semaphore,
    has_told_walls: AtomicBool,
}

impl Pool {
    /// Starts one worker, so that a program that cannot start is known now. The others start with files for them.
    pub async fn start(options: PoolOptions) -> Result<Self, ExtractError> {
        let turns = Semaphore::new(options.workers.max(1));
        let pool = Self { options, idle: Mutex::default(), turns, has_told_walls: AtomicBool::new(false) };
        let worker = pool.start_worker().await?;
        pool.put_back(worker);
        Ok(pool)
    }

    /// Ends the workers that have had no file for as long as this.
    pub fn rest(&self, idle: Duration) {
        let mut waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|worker| worker.last_use.elapsed() < idle);
    }

    /// What the file is and what it holds. `declared` is the MIME type that a client gave.
    ///
    /// Dropping the future ends the worker that has the file.
    pub async fn read(
        &self,
        name: &str,
        declared: Option<&str>,
        input: Input,
    ) -> Result<(Kind, Extracted), ExtractError> {
        let _turn = self.turns.acquire().await.map_err(|_| unavailable("the server is stopping"))?;
        let mut worker = match self.take_idle() {
            Some(worker) => worker,
            None => self.start_worker().await?,
        };
        let task = Task {
            name: name.to_owned(),
            declared: declared.map(str::to_owned),
            limits: self.options.limits.clone(),
            seconds: self.options.deadline.as_secs(),
        };
        let largest = self.options.largest_reply;
        let reply = match timeout(self.options.deadline, worker.ask(&task, input, largest)).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(Failure::Input(reason))) => {
                return Err(unavailable(&format!("the file could not be fetched ({reason})")));
            }
            Ok(Err(Failure::Reply)) => Err(ExtractError::too_large("it holds more than can be kept")),
            Ok(Err(Failure::Ended)) => Err(worker.last_words(self.options.deadline).await),
            Err(_) => Err(ExtractError::TooSlow { seconds: self.options.deadline.as_secs() }),
        };
        if worker.is_well && worker.files < self.options.files_per_worker {
            self.put_back(worker);
        } else {
            drop(worker);
            self.replace().await;
        }
        reply
    }

    fn take_idle(&self) -> Option<Worker> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put_back(&self, worker: Worker) {
        let worker = Worker { last_use: Instant::now(), ..worker };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    /// The next file finds a worker ready; if none can be started, it will say so itself.
    async fn replace(&self) {
        match self.start_worker().await {
            Ok(worker) => self.put_back(worker),
            Err(error) => tracing::warn!(%error, "no new worker for reading files could be started"),
        }
    }

    async fn start_worker(&self) -> Result<Worker, ExtractError> {
        let started = timeout(self.options.deadline, Worker::start(&self.options)).await;
        let (worker, hello) = match started {
            Ok(Ok(started)) => started,
            Ok(Err(error)) => return Err(unavailable(&format!("its reader could not be started ({error})"))),
            Err(_) => return Err(unavailable("its reader did not start in time")),
        };
        if hello.walls != Walls::All && !self.has_told_walls.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                walls = ?hello.walls,
                "this kernel has no complete Landlock: files are read in processes with limits on memory and time, but \
                 those processes can see the machine's files and network"
            );
        }
        Ok(worker)
    }
}

/// Why there was no reply.
enum Failure {
    /// The file's fault is not known: it was not read to its end.
    Input(io::Error),
    /// Too large, or no reply at all.
    Reply,
    Ended,
}

struct Worker {
    process: Process,
    input: ChildStdin,
    output: ChildStdout,
    errors: ChildStderr,
    /// The last of what it wrote to its standard error.
    tail: Vec<u8>,
    files: u32,
    last_use: Instant,
    /// Between files, not in the middle of one.
    is_well: bool,
}

/// Ended with everything it started when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let id = self.0.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        if let Some(id) = id {
            // It may have ended by itself, which is as good.
            kill_process_group(id, Signal::KILL).ok();
        }
    }
}

impl Worker {
    async fn start(options: &PoolOptions) -> io::Result<(Self, Hello)> {
        let mut child = Command::new(&options.program)
            .args(&options.arguments)
            // The server's secrets may be in its environment.
            .env_clear()
            .env("LANG", "C.UTF-8")
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("it has no pipes"));
        };
        let process = Process(child);
        let (tail, last_use) = (Vec::new(), Instant::now());
        let mut worker = Self { process, input, output, errors, tail, files: 0, last_use, is_well: true };
        let setup = Setup { memory: options.memory, ocr_data: options.limits.ocr.data.clone() };
        worker.write_json(&setup).await?;
        worker.input.flush().await?;
        let hello = worker.read_frame(LARGEST_HEAD).await?;
        Ok((worker, serde_json::from_slice(&hello)?))
    }

    async fn ask(&mut self, task: &Task, input: Input, largest: u64) -> Result<Reply, Failure> {
        self.is_well = false;
        self.files += 1;
        self.send(task, input).await?;
        let reply = self.listen(largest).await?;
        self.is_well = true;
        Ok(reply)
    }

    async fn send(&mut self, task: &Task, input: Input) -> Result<(), Failure> {
        let ended = |_: io::Error| Failure::Ended;
        self.write_json(task).await.map_err(ended)?;
        match input {
            Input::Bytes(content) => {
                self.input.write_all(&frame::head(content.len())).await.map_err(ended)?;
                self.input.write_all(&content).await.map_err(ended)?;
            }
            Input::Path(path) => {
                let mut file = tokio::fs::File::open(path).await.map_err(Failure::Input)?;
                let length = file.metadata().await.map_err(Failure::Input)?.len();
                self.input.write_all(&length.to_le_bytes()).await.map_err(ended)?;
                let sent = tokio::io::copy(&mut (&mut file).take(length), &mut self.input)
                    .await
                    .map_err(Failure::Input)?;
                if sent != length {
                    return Err(Failure::Input(io::ErrorKind::UnexpectedEof.into()));
                }
            }
        }
        self.input.flush().await.map_err(ended)
    }

    async fn listen(&mut self, largest: u64) -> Result<Reply, Failure> {
        let content = self.read_frame(largest).await.map_err(|error| of_read(&error))?;
        let mut left = largest.saturating_sub(content.len() as u64);
        let decoded = tokio::task::spawn_blocking(move || serde_json::from_slice::<Reply>(&content)).await;
        let Ok(Ok(mut reply)) = decoded else { return Err(Failure::Reply) };
        if let Ok((_, extracted)) = &mut reply {
            for child in &mut extracted.children {
                child.content = self.read_frame(left).await.map_err(|error| of_read(&error))?;
                left = left.saturating_sub(child.content.len() as u64);
            }
        }
        Ok(reply)
    }

    async fn write_json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let content = serde_json::to_vec(value)?;
        self.input.write_all(&frame::head(content.len())).await?;
        self.input.write_all(&content).await
    }

    async fn read_frame(&mut self, largest: u64) -> io::Result<Vec<u8>> {
        let Self { output, errors, tail, .. } = self;
        let frame = async {
            let length = output.read_u64_le().await?;
            if length > largest {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            let mut content = Vec::new();
            output.take(length).read_to_end(&mut content).await?;
            if content.len() as u64 == length {
                Ok(content)
            } else {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        };
        // What it prints is read on the way, so that it never waits for us.
        tokio::select! {
            frame = frame => frame,
            () = listen_to_errors(errors, tail) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Why it ended, as far as its status and its last lines tell.
    async fn last_words(&mut self, patience: Duration) -> ExtractError {
        let _ =
            timeout(Duration::from_secs(1), async { while drain(&mut self.errors, &mut self.tail).await {} })
                .await;
        let status = timeout(Duration::from_secs(1), self.process.0.wait()).await;
        let status = status.ok().and_then(Result::ok);
        let said = String::from_utf8_lossy(&self.tail).into_owned();
        tracing::warn!(?status, said = short(&said), "a worker that read a file ended");
        explain(status, &said, patience)
    }
}

fn explain(status: Option<ExitStatus>, said: &str, patience: Duration) -> ExtractError {
    let signal = status.and_then(|status| status.signal());
    if said.contains("memory allocation of") || said.contains("out of memory") {
        ExtractError::TooMuchMemory
    } else if said.contains("overflowed its stack") {
        ExtractError::Crashed { reason: "its parts are nested too deeply".to_owned() }
    } else if signal == Some(Signal::XCPU.as_raw()) {
        ExtractError::TooSlow { seconds: patience.as_secs() }
    } else if signal == Some(Signal::KILL.as_raw()) {
        // Not by us: the system was short of memory.
        ExtractError::TooMuchMemory
    } else {
        ExtractError::Crashed {
            reason: signal.map_or_else(|| "without a word".to_owned(), |signal| format!("signal {signal}")),
        }
    }
}

fn of_read(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::FileTooLarge { Failure::Reply } else { Failure::Ended }
}

/// Until the worker closes it; then its output is closed as well, and says so first.
async fn listen_to_errors(errors: &mut ChildStderr, tail: &mut Vec<u8>) {
    while drain(errors, tail).await {}
    std::future::pending::<()>().await;
}

/// Whether there may be more.
async fn drain(errors: &mut ChildStderr, tail: &mut Vec<u8>) -> bool {
    const LONGEST: usize = 8 << 10;
    let mut buffer = [0; 1024];
    match errors.read(&mut buffer).await {
        Ok(0) | Err(_) => false,
        Ok(length) => {
            tail.extend_from_slice(buffer.get(..length).unwrap_or_default());
            let excess = tail.len().saturating_sub(LONGEST);
            tail.drain(..excess);
            true
        }
    }
}

fn unavailable(reason: &str) -> ExtractError {
    ExtractError::Unavailable { reason: reason.to_owned() }
}

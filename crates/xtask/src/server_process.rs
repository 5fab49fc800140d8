//! A server in a process of its own: started, killed, stopped, frozen.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, sleep, timeout};

use crate::chat_api::ChatApi;
use crate::ledger::{Flaw, Kind};
use crate::programs;

/// Recovery comes before the first request, so a start may take a while.
const READY_WITHIN: Duration = Duration::from_mins(1);
/// Longer than the server lets running turns and requests take to end.
const STOPPED_WITHIN: Duration = Duration::from_secs(45);
const FROZEN_WITHIN: Duration = Duration::from_secs(10);
/// As much of the log as helps to see why a server ended.
const LAST_LINES: usize = 8;

/// How to start a server, any number of times on the same data.
pub(crate) struct Launch {
    pub(crate) binary: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) environment: Vec<(&'static str, String)>,
    /// Where its stderr goes; of all starts, one after the other.
    pub(crate) log: PathBuf,
    pub(crate) http: reqwest::Client,
}

/// The line that the server prints when it serves.
#[derive(Deserialize)]
struct Ready {
    url: String,
    demo_api_key: String,
}

/// A process that was started and may not serve yet. It ends when this is dropped.
pub(crate) struct ServerProcess {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

const REQUEST_LIMITS: [&str; 4] = [
    "CONSERJE__LIMITS__ADDRESS_REQUESTS_PER_MINUTE",
    "CONSERJE__LIMITS__KEY_REQUESTS_PER_MINUTE",
    "CONSERJE__LIMITS__USER_REQUESTS_PER_MINUTE",
    "CONSERJE__LIMITS__TENANT_REQUESTS_PER_MINUTE",
];

/// A server that serves.
pub(crate) struct Serving {
    pub(crate) process: ServerProcess,
    pub(crate) api: ChatApi,
}

impl Launch {
    pub(crate) fn spawn(&self) -> Result<ServerProcess> {
        let log = self.open_log()?;
        let mut child = Command::new(&self.binary)
            .args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--data"])
            .arg(&self.data)
            // A load test asks for more than a person does.
            .envs(REQUEST_LIMITS.map(|name| (name, "0")))
            .envs(self.environment.iter().map(|(name, value)| (*name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", self.binary.display()))?;
        let stdout = child.stdout.take().context("the server has no stdout")?;
        Ok(ServerProcess { child, stdout: BufReader::new(stdout) })
    }

    /// Returns once requests are served.
    pub(crate) async fn start(&self) -> Result<Serving> {
        let mut process = self.spawn()?;
        let mut line = String::new();
        let read = timeout(READY_WITHIN, process.stdout.read_line(&mut line)).await;
        if !matches!(read, Ok(Ok(1..))) {
            let status = process.kill().await?;
            bail!("the server did not start ({status}); its log ends with\n{}", self.log_end());
        }
        let ready: Ready = serde_json::from_str(&line).with_context(|| format!("reading `{line}`"))?;
        let api = ChatApi { http: self.http.clone(), url: ready.url, key: ready.demo_api_key };
        Ok(Serving { process, api })
    }

    /// Asks the server's own command line to verify all hash chains; what is wrong with them.
    pub(crate) async fn broken_chains(&self) -> Result<Option<Flaw>> {
        let output = Command::new(&self.binary)
            .args(["audit", "verify", "--json", "--data"])
            .arg(&self.data)
            .envs(self.environment.iter().map(|(name, value)| (*name, value)))
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await
            .context("starting `audit verify`")?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(None);
        }
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let text = format!("`audit verify`: {}, {} {}", output.status, said.trim(), complaint.trim());
        Ok(Some(Flaw::new(Kind::BrokenChain, text)))
    }

    fn open_log(&self) -> Result<File> {
        let open = OpenOptions::new().create(true).append(true).open(&self.log);
        open.with_context(|| format!("opening {}", self.log.display()))
    }

    /// Puts a copy of the data beside the log: the disk that it is on may go before it can be looked at.
    pub(crate) fn copy_data(&self) -> Result<()> {
        let beside = self.log.with_file_name("");
        programs::run("cp", &[OsStr::new("-a"), self.data.as_os_str(), beside.as_os_str()]).map(drop)
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    pub(crate) fn log_end(&self) -> String {
        let text = self.log();
        let lines: Vec<&str> = text.lines().collect();
        let end = lines.get(lines.len().saturating_sub(LAST_LINES)..).unwrap_or_default();
        end.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
    }
}

impl ServerProcess {
    /// SIGKILL; returns when the process is gone, and with it its lock on the data.
    pub(crate) async fn kill(mut self) -> Result<ExitStatus> {
        self.child.start_kill().context("killing the server")?;
        self.child.wait().await.context("waiting for the killed server")
    }

    /// SIGTERM, and the exit that it must lead to.
    pub(crate) async fn stop(mut self) -> Result<ExitStatus> {
        self.signal("-TERM")?;
        let ended = timeout(STOPPED_WITHIN, self.child.wait()).await;
        let patience = STOPPED_WITHIN.as_secs();
        ended
            .with_context(|| format!("the server did not stop within {patience} s of SIGTERM"))?
            .context("waiting for the server to stop")
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Result<Option<ExitStatus>> {
        self.child.try_wait().context("looking whether the server runs")
    }

    /// Waits for it to end by itself.
    pub(crate) async fn ends_within(&mut self, patience: Duration) -> Result<Option<ExitStatus>> {
        match timeout(patience, self.child.wait()).await {
            Ok(status) => Ok(Some(status.context("waiting for the server to end")?)),
            Err(_) => Ok(None),
        }
    }

    /// SIGSTOP; returns when no thread of it runs any more. A signal is only a request: a thread inside a
    /// system call, such as `fsync`, stops at its end.
    pub(crate) async fn freeze(&self) -> Result<()> {
        self.signal("-STOP")?;
        let tasks = PathBuf::from(format!("/proc/{}/task", self.pid()?));
        let deadline = Instant::now() + FROZEN_WITHIN;
        while !all_stopped(&tasks)? {
            ensure!(Instant::now() < deadline, "the server did not stop running after SIGSTOP");
            sleep(Duration::from_millis(1)).await;
        }
        Ok(())
    }

    /// SIGCONT: goes on where it was frozen.
    pub(crate) fn thaw(&self) -> Result<()> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> Result<()> {
        programs::run("kill", &[signal, &self.pid()?.to_string()]).map(drop)
    }

    fn pid(&self) -> Result<u32> {
        self.child.id().context("the server has ended already")
    }
}

impl Drop for ServerProcess {
    /// Killed is not gone: whoever unmounts the disk below it must find nobody there.
    fn drop(&mut self) {
        if self.child.start_kill().is_err() {
            return;
        }
        for _ in 0..400 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn all_stopped(tasks: &Path) -> Result<bool> {
    for task in fs::read_dir(tasks).with_context(|| format!("reading {}", tasks.display()))? {
        let stat = task.context("reading a thread")?.path().join("stat");
        // A thread may have ended since the folder was read.
        let Ok(text) = fs::read_to_string(stat) else { continue };
        // The state comes after the name, which is in brackets and may hold anything.
        let state = text.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
        if !matches!(state, Some('T' | 't' | 'Z' | 'X')) {
            return Ok(false);
        }
    }
    Ok(true)
}

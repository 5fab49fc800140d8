//! `conserje ask`: talk to an assistant from the terminal, through the same doors as everybody else.

mod frames;
mod lines;
mod screen;

use std::process::ExitCode;

use conserje_kernel::SessionId;
use frames::Frame;
use serde_json::Value;

use super::output::{Output, Problem};
use super::server::{Server, ServerArguments};
use crate::config::Config;
pub(super) use frames::Frames;
pub(super) use lines::Lines;
use screen::Screen;

/// A turn waits for a person, and there is none to ask.
const WAITS: u8 = 3;

#[derive(clap::Args)]
pub(super) struct AskArguments {
    /// What to ask; without it, every line of the input is a question.
    question: Option<String>,
    /// The session to go on with; a new one unless told.
    #[arg(long, value_name = "ID")]
    session: Option<SessionId>,
    /// Who is to answer; whoever fits unless told.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Which assistant is to answer; whichever fits unless told.
    #[arg(long, value_name = "NAME", conflicts_with = "agent")]
    assistant: Option<String>,
    #[command(flatten)]
    server: ServerArguments,
}

pub(super) async fn run(
    config: &Config,
    arguments: AskArguments,
    output: Output,
) -> Result<ExitCode, Problem> {
    let AskArguments { question, session, agent, assistant, server } = arguments;
    let server = server.connect(config).await?;
    server.say_tenant(output);
    let session = match session {
        Some(session) => session.to_string(),
        None => server.new_session().await?,
    };
    let screen = Screen::new(output.json);
    let mut talk = Talk { server, session, agent, assistant, lines: Lines::start(), screen };
    let talked = match question {
        Some(question) => talk.ask(&question).await,
        None => talk.converse().await,
    };
    talk.screen.leave(&talk.session);
    talk.server.leave().await;
    match talked? {
        Ended::Done => Ok(ExitCode::SUCCESS),
        Ended::Waits => Ok(ExitCode::from(WAITS)),
        Ended::Failed { message } => Err(Problem::new(message)),
    }
}

enum Ended {
    Done,
    Waits,
    Failed { message: String },
}

struct Talk {
    server: Server,
    session: String,
    agent: Option<String>,
    assistant: Option<String>,
    lines: Lines,
    screen: Screen,
}

impl Talk {
    /// Until the input ends. A question that fails is said and the next one asked.
    async fn converse(&mut self) -> Result<Ended, Problem> {
        loop {
            self.screen.prompt();
            let Some(line) = self.lines.next().await else { return Ok(Ended::Done) };
            if line.trim().is_empty() {
                continue;
            }
            match self.ask(&line).await {
                Ok(Ended::Done | Ended::Waits) => {}
                Ok(Ended::Failed { message }) => screen::complain(&message),
                Err(problem) => screen::complain(problem.message()),
            }
        }
    }

    /// One question to its end, with the decisions that it needs on the way.
    async fn ask(&mut self, question: &str) -> Result<Ended, Problem> {
        let language = conserje_text::language_of(question).unwrap_or_default();
        let known = self.server.assistants(language).await?;
        self.screen.call_tools(known.tools.into_iter().map(|tool| (tool.name, tool.title)));
        let whom = (self.agent.as_deref(), self.assistant.as_deref());
        let mut frames = self.server.ask(&self.session, question, whom).await?;
        loop {
            let (mut waiting, mut paused) = (None, false);
            let failed = loop {
                let Some(frame) = self.next(&mut frames).await? else {
                    return Err(Problem::new("the server ended the answer early")
                        .hint(format!("`conserje ask --session {}` goes on with it", self.session)));
                };
                self.screen.show(&frame);
                match frame.name.as_str() {
                    "done" => {
                        paused = frame.data.get("paused") == Some(&Value::Bool(true));
                        break None;
                    }
                    "error" => break Some(frame.text("message")),
                    _ if frame.data.get("approvalId").is_some() => waiting = Some(frame),
                    _ => {}
                }
            };
            self.screen.end_of_answer();
            match (failed, waiting) {
                (Some(message), _) => return Ok(Ended::Failed { message }),
                (None, Some(approval)) if paused => match self.decide(&approval).await? {
                    Some(approves) => {
                        self.server.respond(&approval.text("approvalId"), approves).await?;
                        frames = self.server.join(&self.session).await?;
                    }
                    None => return Ok(Ended::Waits),
                },
                (None, _) => return Ok(Ended::Done),
            }
        }
    }

    /// The next thing that happens; Ctrl-C stops the turn, whose end is then heard like any other.
    async fn next(&self, frames: &mut Frames) -> Result<Option<Frame>, Problem> {
        let mut asked_to_stop = false;
        loop {
            tokio::select! {
                frame = frames.next() => return frame,
                pressed = tokio::signal::ctrl_c(), if !asked_to_stop => {
                    if pressed.is_ok() {
                        self.server.cancel(&self.session).await?;
                    }
                    asked_to_stop = true;
                }
            }
        }
    }

    /// Asks the person at the terminal; `None` when there is none.
    async fn decide(&mut self, approval: &Frame) -> Result<Option<bool>, Problem> {
        if !self.screen.may_ask() {
            screen::complain(&format!(
                "waiting for a decision: {}; decide it on the page or at /api/approvals/{}/respond",
                approval.text("summary"),
                approval.text("approvalId")
            ));
            return Ok(None);
        }
        loop {
            screen::question(&approval.text("summary"));
            let Some(answer) = self.lines.next().await else { return Ok(None) };
            match answer.trim().to_lowercase().as_str() {
                "y" | "yes" | "s" | "si" | "sí" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                _ => {}
            }
        }
    }
}

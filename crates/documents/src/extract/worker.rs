//! The worker's side: reads files that the server hands it, one after the other, inside its walls.

use std::fs::File;
use std::io::{self, Write as _};
use std::panic::AssertUnwindSafe;
use std::thread;

use super::error::{ExtractError, short};
use super::frame::{self, Hello, Reply, Setup, Task, Walls};
use super::sandbox;

/// Parsers call themselves as deep as a file is nested. Only what is used of it takes memory.
const STACK: usize = 256 << 20;
/// Larger than any upload may be.
const LARGEST_FILE: u64 = 4 << 30;

/// What a program does that was started as a worker: it returns when the server closes its input.
///
/// The walls around it stay up, so the program should end then.
pub fn main_loop() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = claim_output()?;
    let setup: Setup = frame::read_json(&mut input)?;
    let walls = sandbox::enter(setup.memory, setup.ocr_data.as_deref())?;
    frame::write_json(&mut output, &Hello { walls })?;
    output.flush()?;
    loop {
        let task: Task = match frame::read_json(&mut input) {
            Ok(task) => task,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        };
        let content = frame::read_bytes(&mut input, LARGEST_FILE)?;
        sandbox::allow_seconds(task.seconds)?;
        let (reply, children) = frame::split(read(&task, content));
        frame::write_json(&mut output, &reply)?;
        for child in &children {
            frame::write_bytes(&mut output, child)?;
        }
        output.flush()?;
    }
}

/// Puts up the walls around this process that [`main_loop`] works inside; whether all of them stand. For programs that
/// want to see what they keep out.
pub fn contain(memory: u64) -> io::Result<bool> {
    Ok(sandbox::enter(memory, None)? == Walls::All)
}

/// On a stack of its own, so that what a parser leaves behind goes with it.
fn read(task: &Task, content: Vec<u8>) -> Reply {
    let run = AssertUnwindSafe(|| super::read(&task.name, task.declared.as_deref(), content, &task.limits));
    let crashed = |reason: String| Err(ExtractError::Crashed { reason: short(&reason) });
    thread::scope(|scope| {
        let parser =
            thread::Builder::new().name("reader".to_owned()).stack_size(STACK).spawn_scoped(scope, run.0);
        match parser.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(reply)) => reply,
            Ok(Err(panic)) => crashed(message(&*panic)),
            Err(error) => {
                Err(ExtractError::Unavailable { reason: format!("no thread could be started ({error})") })
            }
        }
    })
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Takes the standard output for frames and leaves a sink in its place: a library that prints would break them.
fn claim_output() -> io::Result<io::BufWriter<File>> {
    let output = rustix::io::dup(rustix::stdio::stdout())?;
    let sink = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&sink)?;
    Ok(io::BufWriter::new(File::from(output)))
}

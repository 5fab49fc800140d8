//! Words in pictures, read by the `tesseract` program: it has no equal among libraries in Rust, and being a program it
//! is contained as its caller is.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::limits::OcrLimits;

/// Where distributions put it; the search path is not ours to trust in a contained process.
const PROGRAMS: [&str; 3] = ["/usr/bin/tesseract", "/usr/local/bin/tesseract", "/opt/homebrew/bin/tesseract"];
/// Text of one picture.
const LONGEST: u64 = 4 << 20;

/// The readings that one file may have.
pub(super) struct Ocr {
    program: Option<PathBuf>,
    limits: OcrLimits,
    pages: usize,
    /// Set at the first reading, so that parsing does not count.
    until: Option<Instant>,
}

pub(super) enum Words {
    /// May be empty.
    Found(String),
    /// In words that a notice can end with.
    NotRead(String),
}

impl Ocr {
    pub(super) fn new(limits: &OcrLimits) -> Self {
        let program = PROGRAMS.iter().map(PathBuf::from).find(|path| path.exists());
        Self { program, limits: limits.clone(), pages: 0, until: None }
    }

    /// As if there were no program.
    #[cfg(test)]
    pub(super) fn missing(limits: &OcrLimits) -> Self {
        Self { program: None, ..Self::new(limits) }
    }

    /// Why no further picture would be read; whoever has one to decode first asks before.
    pub(super) fn refusal(&self) -> Option<String> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if self.program.is_none() {
            Some("the program tesseract is not installed on the server".to_owned())
        } else if self.pages >= self.limits.pages {
            Some(format!("at most {} pages of a file are read by OCR", self.limits.pages))
        } else if left.is_some_and(|left| left.is_zero()) {
            Some(self.too_long())
        } else {
            None
        }
    }

    fn too_long(&self) -> String {
        format!("at most {} seconds are spent on OCR of a file", self.limits.seconds)
    }

    /// The words in a picture of any format that `tesseract` opens.
    pub(super) fn read(&mut self, picture: &[u8]) -> Words {
        if let Some(reason) = self.refusal() {
            return Words::NotRead(reason);
        }
        let Some(program) = &self.program else { return Words::Found(String::new()) };
        self.pages += 1;
        let until =
            *self.until.get_or_insert_with(|| Instant::now() + Duration::from_secs(self.limits.seconds));
        let left = until.saturating_duration_since(Instant::now());
        match run(program, &self.limits, picture, left) {
            Ok(Some(text)) => Words::Found(clean(&text)),
            Ok(None) => Words::NotRead(self.too_long()),
            Err(reason) => Words::NotRead(reason),
        }
    }
}

/// `None` if the time was up.
fn run(program: &Path, limits: &OcrLimits, picture: &[u8], left: Duration) -> Result<Option<String>, String> {
    let data = limits.data.iter().flat_map(|folder| [OsStr::new("--tessdata-dir"), folder.as_os_str()]);
    let mut child = Command::new(program)
        .args(["stdin", "stdout", "-l", &limits.languages, "--psm", "3"])
        .args(data)
        // Its threads only get in each other's way on a page at a time.
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("tesseract could not be started ({error})"))?;
    let (mut input, output) = (child.stdin.take(), child.stdout.take());
    let Some(output) = output else { return Err("tesseract has no output".to_owned()) };
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // It may stop reading when it has seen enough; what it says then is in its exit status.
            if let Some(input) = &mut input {
                input.write_all(picture).ok();
            }
        });
        let reader = scope.spawn(move || {
            let mut text = Vec::new();
            output.take(LONGEST).read_to_end(&mut text).map(|_| text)
        });
        let status = wait(&mut child, left);
        let text = reader.join().map_err(|_| "its output could not be read".to_owned())?;
        match status {
            Some(true) => {
                Ok(Some(String::from_utf8_lossy(&text.map_err(|error| error.to_string())?).into_owned()))
            }
            Some(false) => Err("tesseract could not read the picture".to_owned()),
            None => Ok(None),
        }
    })
}

/// Whether it ended well; `None` if it had to be ended.
fn wait(child: &mut Child, left: Duration) -> Option<bool> {
    let until = Instant::now() + left;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                child.kill().ok();
                child.wait().ok();
                return None;
            }
        }
    }
}

/// Paragraphs keep their blank line; specks that were taken for characters go.
fn clean(text: &str) -> String {
    let paragraphs = text.replace('\u{c}', "\n\n");
    let paragraphs = paragraphs.split("\n\n").map(|paragraph| {
        let lines = paragraph.lines().map(str::trim).filter(|line| line.chars().any(char::is_alphanumeric));
        lines.collect::<Vec<_>>().join("\n")
    });
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n\n")
}

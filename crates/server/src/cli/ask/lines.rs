//! What is typed.

use std::io::BufRead;

use tokio::sync::mpsc;

/// Read on a thread of its own, which nobody waits for: a read from a terminal cannot be taken back.
pub(in super::super) struct Lines(Option<mpsc::Receiver<String>>);

impl Lines {
    /// Nothing is read before the first line is asked for.
    pub(in super::super) fn start() -> Self {
        Self(None)
    }

    /// The next line; `None` at the end of the input, and when Ctrl-C is pressed instead.
    pub(in super::super) async fn next(&mut self) -> Option<String> {
        let lines = self.0.get_or_insert_with(|| {
            let (sender, receiver) = mpsc::channel(1);
            std::thread::spawn(move || {
                let lines = std::io::stdin().lock().lines().map_while(Result::ok);
                for line in lines {
                    if sender.blocking_send(line).is_err() {
                        return;
                    }
                }
            });
            receiver
        });
        tokio::select! {
            line = lines.recv() => line,
            _ = tokio::signal::ctrl_c() => None,
        }
    }
}

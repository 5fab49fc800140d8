//! `line_proxy ADDRESS`: the line of [`conserje_testkit::LineProxy`] as a process, for harnesses that start the real server.
//!
//! It says on stdout where it listens. Each line of stdin is an order: `cut`, `half-close`, `silence`, `down`, `mend`,
//! `lose-commit WORDS` and `swallow-commit WORDS` (of a statement in the transaction; none is any).
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that is spoken to by its streams")]

use std::process::ExitCode;

use conserje_testkit::{Fate, LineProxy};

fn main() -> ExitCode {
    let Some(target) = std::env::args().nth(1).and_then(|address| address.parse().ok()) else {
        eprintln!("line_proxy: name PostgreSQL's address and port, as 127.0.0.1:5432");
        return ExitCode::from(2);
    };
    let line = LineProxy::to(target);
    println!("{}", line.address());
    // Its end is the order to end.
    for order in std::io::stdin().lines().map_while(Result::ok) {
        let (what, of) = order.split_once(' ').unwrap_or((&order, ""));
        match what {
            "cut" => line.cut(),
            "half-close" => line.half_close(),
            "silence" => line.silence(),
            "down" => line.down(),
            "mend" => line.mend(),
            "lose-commit" => line.at_commit_of(of, 1, Fate::AnswerLost),
            "swallow-commit" => line.at_commit_of(of, 1, Fate::Silence),
            _ => eprintln!("line_proxy: `{order}` is no order"),
        }
    }
    ExitCode::SUCCESS
}

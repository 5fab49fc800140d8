//! `conserje`: see `conserje help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    conserje_server::cli::run()
}

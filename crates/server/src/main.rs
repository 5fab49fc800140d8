//! `conserje`: see `conserje help`.

use std::process::ExitCode;

/// A turn is many small allocations, made on one thread and freed on another: the system's allocator spent a fifth of
/// the processor on them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    conserje_server::cli::run()
}

//! `conserje`: see `conserje help`.

use std::process::ExitCode;

/// A turn is many small allocations, made on one thread and freed on another: the system's allocator spent a fifth of
/// the processor on them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    give_back_single_pages();
    conserje_server::cli::run()
}

/// The allocator asks for huge pages, of which it can give none back while a single value lives in them: what an idle server
/// keeps would be half as much again.
fn give_back_single_pages() {
    // Only a kernel that has none says no.
    #[cfg(target_os = "linux")]
    rustix::thread::disable_transparent_huge_pages(true).ok();
}

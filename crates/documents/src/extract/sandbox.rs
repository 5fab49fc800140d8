//! The walls around a worker: what it may use of the machine, and what it may see of it.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::frame::Walls;

/// What `tesseract` and the libraries it loads need to read. Missing ones are left out.
const READABLE: [&str; 9] = [
    "/bin",
    "/lib",
    "/lib64",
    "/usr/bin",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local",
    "/usr/share/tesseract-ocr",
    "/usr/share/tessdata",
];
const READABLE_FILES: [&str; 2] = ["/etc/ld.so.cache", "/etc/ld.so.preload"];

/// Puts up the walls around this process and those it starts. Call before there are threads.
pub(super) fn enter(memory: u64, ocr_data: Option<&Path>) -> io::Result<Walls> {
    limit(Resource::As, memory)?;
    // Nothing is written but to pipes.
    limit(Resource::Fsize, 0)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Nofile, 128)?;
    // Where the kernel has no Landlock this says so rather than fail; anything else is an error of ours.
    landlock(ocr_data).map_err(io::Error::other)
}

fn landlock(ocr_data: Option<&Path>) -> Result<Walls, RulesetError> {
    let abi = ABI::V6;
    let readable = AccessFs::from_read(abi);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?;
    let readable_folders = READABLE.iter().map(Path::new).chain(ocr_data);
    for path in readable_folders.filter(|path| path.is_dir()) {
        if let Ok(folder) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(folder, readable))?;
        }
    }
    for path in READABLE_FILES {
        if let Ok(file) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(file, AccessFs::ReadFile))?;
        }
    }
    if let Ok(nowhere) = PathFd::new("/dev/null") {
        rules = rules.add_rule(PathBeneath::new(nowhere, AccessFs::ReadFile | AccessFs::WriteFile))?;
    }
    // Also sets `no_new_privs`, on any kernel.
    Ok(match rules.restrict_self()?.ruleset {
        RulesetStatus::FullyEnforced => Walls::All,
        RulesetStatus::PartiallyEnforced => Walls::Some,
        RulesetStatus::NotEnforced => Walls::None,
    })
}

/// Processor time for the next file: what was used so far does not count.
pub(super) fn allow_seconds(seconds: u64) -> io::Result<()> {
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
    let current = Some(used.saturating_add(seconds).saturating_add(1));
    Ok(setrlimit(Resource::Cpu, Rlimit { current, maximum: getrlimit(Resource::Cpu).maximum })?)
}

/// Lowers a limit for good; one that is lower already stays.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

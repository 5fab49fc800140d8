//! What became of files, by the folder they are in.

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use conserje_documents::extract::ExtractError;
use tokio::time::MissedTickBehavior;

use super::{Outcome, name};

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// What the future gives, and the most memory that any process of ours has had by then, in MiB. A worker that is ended
/// takes its own record with it, so it is looked at while it works.
pub(super) async fn with_memory<T>(reading: impl Future<Output = T>) -> (T, u64) {
    let mut reading = pin!(reading);
    let mut looks = tokio::time::interval(BETWEEN_LOOKS);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut most = 0;
    loop {
        tokio::select! {
            done = &mut reading => return (done, most.max(most_memory())),
            _ = looks.tick() => most = most.max(most_memory()),
        }
    }
}

/// Of the children of this process; 0 where there is no such record.
fn most_memory() -> u64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<String> = children.collect();
    let peaks = children.iter().flat_map(|ids| ids.split_whitespace()).filter_map(|id| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: u64 = peak.split_whitespace().next()?.parse().ok()?;
        Some(kib / 1024)
    });
    peaks.max().unwrap_or(0)
}

pub(super) fn table(outcomes: &[Outcome]) {
    let mut folders: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        folders.entry(outcome.path.parent().map(name).unwrap_or_default()).or_default().push(outcome);
    }
    println!("| folder | files | completed | failed, by reason | slowest s | worker's peak MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (folder, outcomes) in &folders {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for error in outcomes.iter().filter_map(|outcome| outcome.result.as_ref().err()) {
            *reasons.entry(reason(error)).or_default() += 1;
        }
        let failed: usize = reasons.values().sum();
        let reasons: Vec<String> =
            reasons.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let slowest = outcomes.iter().map(|outcome| outcome.elapsed).max().unwrap_or_default();
        println!(
            "| {folder} | {} | {} | {failed}: {} | {:.1} | {} |",
            outcomes.len(),
            outcomes.len() - failed,
            reasons.join(", "),
            slowest.as_secs_f64(),
            outcomes.iter().map(|outcome| outcome.memory).max().unwrap_or_default(),
        );
    }
    println!();
    for Outcome { path, elapsed, result, .. } in outcomes {
        if let Err(error) = result {
            println!("- `{}`, {:.1} s: {error}", name(path), elapsed.as_secs_f64());
        }
    }
}

fn reason(error: &ExtractError) -> &'static str {
    match error {
        ExtractError::Empty => "empty",
        ExtractError::Mismatch { .. } => "not what its name says",
        ExtractError::Unsupported { .. } => "of a type that is not read",
        ExtractError::Protected => "protected",
        ExtractError::Damaged { .. } => "damaged",
        ExtractError::TooLarge { .. } => "too large inside",
        ExtractError::Unfolds => "made of entities that unfold",
        ExtractError::TooSlow { .. } => "too slow",
        ExtractError::TooMuchMemory => "too much memory",
        ExtractError::Crashed { .. } => "the reader stopped",
        ExtractError::Unavailable { .. } => "unavailable",
    }
}

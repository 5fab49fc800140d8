//! A disk that turns read-only, and one that is gone, under a server at work.
//!
//! The server is frozen while its disk breaks. Otherwise the kernel may break the promise: an `fsync` that is
//! under way when ext4 gives up can return success for data that is then not there. A loop of nothing but
//! `pwrite` and `fsync` shows it, in about one of twenty tries (Linux 6.18).

use std::process::ExitStatus;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

use crate::disk_scene::Scene;
use crate::figures::Figures;
use crate::ledger::{Flaw, Kind};
use crate::tally::Tally;
use crate::writer::Home;

const REFUSALS: u64 = 10;
const AT_MOST: u64 = 400;
/// The writers are well under way by then.
const BREAK_AFTER: Duration = Duration::from_millis(150);
/// Projections come after the events that they are made from, and are writes too.
const PROJECTED_WITHIN: Duration = Duration::from_secs(1);
/// A server that has decided to stop says so by then.
const DECIDES_WITHIN: Duration = Duration::from_secs(3);
/// It lets running turns and open requests end first, 20 s and 10 s at most.
const ENDS_WITHIN: Duration = Duration::from_secs(40);
/// What its log says when it has decided, and when it ends.
const DECIDED: &str = "no further write is taken";
const SAID: &str = "the disk failed to make a write durable";

/// What the server does when its disk turns read-only. A write that was being made durable at that moment is
/// lost to it, and it may stop for that; at rest there is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    UnderWay,
    AtRest,
}

/// The kernel's answer to a disk error: what is there can be read, and nothing can be written.
pub(crate) async fn read_only(mut scene: Scene, work: Work, tally: &mut Tally) -> Result<Figures> {
    let moment = match work {
        Work::UnderWay => "read-only disk under load",
        Work::AtRest => "read-only disk",
    };
    let Scene { serving, writers, disk, .. } = &mut scene;
    let api = &serving.api;
    if work == Work::AtRest {
        writers.inspect(api, Home::Embedded).await;
        sleep(PROJECTED_WITHIN).await;
        disk.fail_to_read_only()?;
        writers.write_until_refused(api, REFUSALS, AT_MOST).await;
    } else {
        let fail = async {
            sleep(BREAK_AFTER).await;
            serving.process.freeze().await?;
            disk.fail_to_read_only()?;
            serving.process.thaw()
        };
        let ((), failed) = tokio::join!(writers.write_until_refused(api, REFUSALS, AT_MOST), fail);
        failed?;
    }
    let ended = outcome(&mut scene, moment, tally).await?;
    tally.add(moment, scene.writers.take_flaws());
    let refused = scene.writers.figures().not_writable;
    tally.say(&format!("{moment}: {refused} writes refused with 503 storage_not_writable"));
    if ended.is_none() {
        scene.check_reads(moment, tally).await;
        tally.say(&format!("{moment}: the server lives, and reads were tried"));
    }
    recover(scene, "read-only disk, repaired", tally).await
}

/// Neither reads nor writes reach the disk any more. What clients are told then is noted, not judged, but for
/// one thing: nothing that was not durable may have been acknowledged.
pub(crate) async fn gone(mut scene: Scene, tally: &mut Tally) -> Result<Figures> {
    let moment = "disk gone";
    let Scene { serving, writers, disk, .. } = &mut scene;
    let cut = async {
        sleep(BREAK_AFTER).await;
        serving.process.freeze().await?;
        disk.cut_power().await?;
        serving.process.thaw()
    };
    let ((), cut) = tokio::join!(writers.write_until_refused(&serving.api, REFUSALS, AT_MOST), cut);
    cut?;
    let answers = scene.writers.take_flaws();
    if let Some(first) = answers.first() {
        tally.say(&format!("{moment}: {} other answers, the first: {}", answers.len(), first.text));
    }
    if outcome(&mut scene, moment, tally).await?.is_none() {
        tally.say(&format!("{moment}: the server lives on"));
    }
    recover(scene, "disk gone, and back", tally).await
}

/// What the server made of it: it goes on, or stops itself because a write could not be made durable. Then it
/// says so, and its exit code is 1.
async fn outcome(scene: &mut Scene, moment: &str, tally: &mut Tally) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut ended = scene.serving.process.ends_within(DECIDES_WITHIN).await?;
    let has_decided = scene.launch.log().contains(DECIDED);
    if ended.is_none() && has_decided {
        ended = scene.serving.process.ends_within(ENDS_WITHIN).await?;
    }
    let log = scene.launch.log_end();
    let flaw = match ended {
        None if has_decided => {
            format!("the server was to stop, and did not within {} s", ENDS_WITHIN.as_secs())
        }
        None => return Ok(None),
        Some(status) if status.code() == Some(1) && log.contains(SAID) => {
            let seconds = started.elapsed().as_secs_f64();
            tally.say(&format!("{moment}: the server stopped itself with {status}, after {seconds:.1} s"));
            return Ok(ended);
        }
        Some(status) => format!("the server ended with {status} and its log with\n{log}"),
    };
    tally.add(moment, [Flaw::new(Kind::Unexpected, flaw)]);
    Ok(ended)
}

/// Repairs and mounts the disk as an operator would, starts on it, and checks everything.
async fn recover(scene: Scene, moment: &str, tally: &mut Tally) -> Result<Figures> {
    let Scene { serving, writers, launch, mut disk } = scene;
    drop(serving);
    disk.unmount()?;
    disk.repair()?;
    disk.mount()?;
    let serving = match launch.start().await {
        Ok(serving) => serving,
        Err(error) => bail!("{moment}: {error:#}"),
    };
    let mut scene = Scene { serving, writers, launch, disk };
    scene.writers.retry(&scene.serving.api, Home::Embedded).await;
    scene.writers.write(&scene.serving.api, 5).await;
    scene.check_all(moment, tally).await?;
    Ok(scene.writers.figures())
}

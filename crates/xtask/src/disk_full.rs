//! A full disk: writes are refused, reads go on, and when there is room again so do writes.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

use crate::chat_api::Answer;
use crate::disk_scene::Scene;
use crate::figures::Figures;
use crate::ledger::{Flaw, Kind};
use crate::tally::Tally;
use crate::writer::Home;

/// How often each client is refused before that is believed.
const REFUSALS: u64 = 10;
/// The write-ahead log has room of its own for a while; not for this many.
const AT_MOST: u64 = 2000;
/// The writers are well under way by then, so that turns are caught in the middle.
const FILL_AFTER: Duration = Duration::from_millis(150);
/// How long a server may take to notice that there is room again.
const AGAIN_WITHIN: Duration = Duration::from_secs(5);
const START_WITHIN: Duration = Duration::from_secs(20);

pub(crate) async fn run(mut scene: Scene, tally: &mut Tally) -> Result<Figures> {
    let Scene { serving, writers, disk, .. } = &mut scene;
    let fill = async {
        sleep(FILL_AFTER).await;
        disk.fill()
    };
    let ((), filled) = tokio::join!(writers.write_until_refused(&serving.api, REFUSALS, AT_MOST), fill);
    filled?;
    let moment = "full disk";
    tally.add(moment, scene.writers.take_flaws());
    tally.add(moment, session_is_refused(&scene).await);
    scene.check_reads(moment, tally).await;
    if let Some(status) = scene.serving.process.ended()? {
        bail!("on a full disk the server ended with {status}; its log ends with\n{}", scene.launch.log_end());
    }
    tally.say(&format!(
        "full disk: {} writes refused with 503 storage_not_writable; the server lives, and reads were tried",
        scene.writers.figures().not_writable
    ));
    scene.disk.free()?;
    write_again(&mut scene, tally).await?;
    scene.check_all("room again", tally).await?;
    let mut scene = scene.restart().await?;
    scene.check_all("room again, and a restart", tally).await?;
    let mut scene = start_on_full_disk(scene, tally).await?;
    scene.check_all("killed and started on a full disk", tally).await?;
    Ok(scene.writers.figures())
}

/// A new session is a write like any other.
async fn session_is_refused(scene: &Scene) -> Option<Flaw> {
    let answer = scene.serving.api.create_session().await;
    match answer {
        Ok(Answer::Refused(refusal)) if refusal.status == 503 && refusal.code == "storage_not_writable" => {
            None
        }
        other => Some(Flaw::new(Kind::Unexpected, format!("a new session on a full disk: {other:?}"))),
    }
}

/// What was refused with a key is sent again with it, and new messages are taken.
async fn write_again(scene: &mut Scene, tally: &mut Tally) -> Result<()> {
    let started = Instant::now();
    while session_is_refused(scene).await.is_none() {
        if started.elapsed() > AGAIN_WITHIN {
            bail!("with room on the disk again, writes are still refused after {} s", AGAIN_WITHIN.as_secs());
        }
        sleep(Duration::from_millis(20)).await;
    }
    tally.say(&format!("full disk: writes again {} ms after there was room", started.elapsed().as_millis()));
    scene.writers.retry(&scene.serving.api, Home::Embedded).await;
    scene.writers.write(&scene.serving.api, 5).await;
    tally.add("room again", scene.writers.take_flaws());
    Ok(())
}

/// A machine whose disk is full is restarted by somebody, sooner or later. The server may serve or say why it
/// does not; it may not harm what is there.
async fn start_on_full_disk(mut scene: Scene, tally: &mut Tally) -> Result<Scene> {
    scene.disk.fill()?;
    let Scene { serving, writers, launch, disk } = scene;
    serving.process.kill().await?;
    let mut process = launch.spawn()?;
    match process.ends_within(START_WITHIN).await? {
        // A panic is 101, a signal has no code.
        Some(status) if status.code() == Some(1) => {
            let log = launch.log();
            let last = log.lines().last().unwrap_or_default();
            tally.say(&format!("full disk: a start on it is refused with {last}"));
        }
        Some(status) => {
            let text = format!("a start on a full disk ended with {status}:\n{}", launch.log_end());
            tally.add("start on a full disk", [Flaw::new(Kind::DoesNotStart, text)]);
        }
        None => tally.say("full disk: a start on it succeeds"),
    }
    drop(process);
    disk.free()?;
    let serving = launch.start().await?;
    scene = Scene { serving, writers, launch, disk };
    Ok(scene)
}

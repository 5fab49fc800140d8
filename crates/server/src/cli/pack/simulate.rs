//! A pack's customers, played against a server of its own with the pack's businesses and documents.

use std::collections::{BTreeMap, BTreeSet};

use conserje_agents::Pack;
use conserje_agents::simulation::{Scenario, Simulations};
use conserje_operate::App;
use conserje_operate::simulate::{self, Played, Stage};
use serde_json::{Value, json};

use super::super::output::Problem;
use super::super::server::ServerArguments;
use super::Outcome;
use super::load;
use crate::config::Config;

/// Before every scenario.
const BEGINS: i64 = 1_577_836_800; // 2020-01-01
/// The tenant that a server begins with.
const TENANT: &str = conserje_operate::FIRST_TENANT;

#[derive(Clone, clap::Args)]
pub(in crate::cli) struct PlayArguments {
    /// How often each customer is played, each time in other words.
    #[arg(long, value_name = "COUNT", default_value_t = 1, requires = "simulate")]
    runs: u64,
    /// The first run's; the same seed says the same.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "simulate")]
    seed: u64,
    /// Only scenarios whose name begins with this.
    #[arg(long, value_name = "NAME", requires = "simulate")]
    only: Option<String>,
    /// The share of customers of those that nothing was tuned to who must leave content.
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, requires = "simulate")]
    content_at_least: f64,
}

/// Of scenarios that belong together.
#[derive(Default)]
struct Counts {
    /// A customer counts once they were content in every run.
    content: BTreeMap<String, bool>,
    dangerous: usize,
    wrong_rows: usize,
}

pub(super) async fn test(config: &Config, pack: &Pack, play: &PlayArguments) -> Result<Outcome, Problem> {
    let read = Simulations::read(&pack.folder).map_err(|error| Problem::new(error.to_string()))?;
    let is_wanted = |scenario: &&Scenario| {
        play.only.as_ref().is_none_or(|start| scenario.name.starts_with(start.as_str()))
    };
    let wanted: Vec<&Scenario> = read.scenarios.iter().filter(is_wanted).collect();
    let businesses: BTreeSet<&str> = wanted.iter().map(|scenario| scenario.business.as_str()).collect();
    let mut counts: BTreeMap<(bool, String), Counts> = BTreeMap::new();
    let mut missed = Vec::new();
    for business in businesses {
        let of_it: Vec<&Scenario> =
            wanted.iter().copied().filter(|scenario| scenario.business == business).collect();
        let played = Box::pin(play_all(config, pack, &read, (business, &of_it), play)).await?;
        for (scenario, seed, played) in played {
            count(&mut counts, scenario, &played);
            if !played.verdict.is_good() {
                missed.push(told(pack, scenario, seed, &played));
            }
        }
    }
    let (items, is_good) = items(pack, &counts, play);
    Ok(Outcome { items, missed, is_good })
}

/// On a server of its own, by the hour of its scenarios.
async fn play_all<'a>(
    config: &Config,
    pack: &Pack,
    read: &Simulations,
    (business, scenarios): (&str, &[&'a Scenario]),
    play: &PlayArguments,
) -> Result<Vec<(&'a Scenario, u64, Played)>, Problem> {
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let clock = simulate::stopped_at(BEGINS);
    let mut config = config.clone();
    config.data_folder = place.path().join("data");
    config.pack_folders = vec![pack.folder.clone()];
    config.clock = clock.clone();
    let server = ServerArguments::of_folder().connect(&config).await?;
    let outcome = async {
        load::load(&server, pack).await?;
        let app = server.started().ok_or_else(|| {
            Problem::new("a server runs on this data folder; customers are played on one of their own")
        })?;
        let staff = app.operator_inside(TENANT).await.map_err(|error| Problem::new(error.to_string()))?;
        open(app, &staff, pack, business).await?;
        let stage = Stage { app, staff: &staff, clock: &clock, hears: &read.hears };
        let mut timed = Vec::new();
        for scenario in scenarios {
            let moment =
                simulate::moment(app, &staff, scenario).await.map_err(|error| said(scenario, &error))?;
            timed.extend((0..play.runs).map(|run| (moment, *scenario, play.seed + run)));
        }
        timed.sort_by_key(|(moment, _, _)| *moment);
        let mut played = Vec::new();
        for (moment, scenario, seed) in timed {
            simulate::move_to(&clock, moment);
            let one = stage.play(scenario, seed).await.map_err(|error| said(scenario, &error))?;
            played.push((scenario, seed, one));
        }
        Ok(played)
    };
    let played = outcome.await;
    server.leave().await;
    played
}

fn said(scenario: &Scenario, error: &dyn std::fmt::Display) -> Problem {
    Problem::new(format!("scenario `{}`: {error}", scenario.name))
}

/// The pack's own business of this name.
async fn open(app: &App, staff: &conserje_kernel::Scope, pack: &Pack, business: &str) -> Result<(), Problem> {
    let folder = pack.folder.join("demo").join(business);
    let text = |file: &str| std::fs::read_to_string(folder.join(file));
    let facts = text("business.toml")
        .map_err(|error| Problem::new(format!("business `{business}` in {}: {error}", folder.display())))?;
    // A business without a menu has no such file.
    let menu = folder.join("menu.csv").exists().then(|| text("menu.csv")).transpose();
    let menu = menu.map_err(|error| Problem::new(format!("the menu in {}: {error}", folder.display())))?;
    let business = conserje_operate::read_business(&facts, menu.as_deref())
        .map_err(|error| Problem::new(error.to_string()))?;
    app.front_desk().take_over(staff, &business).await.map_err(|error| Problem::new(error.to_string()))?;
    app.conversations().forget_assistants(staff);
    Ok(())
}

fn count(counts: &mut BTreeMap<(bool, String), Counts>, scenario: &Scenario, played: &Played) {
    for kind in [scenario.kind.as_str(), ""] {
        let of = counts.entry((scenario.is_held_out, kind.to_owned())).or_default();
        *of.content.entry(scenario.name.clone()).or_insert(true) &= played.verdict.is_good();
        of.dangerous += usize::from(played.verdict.is_dangerous);
        of.wrong_rows += usize::from(played.verdict.has_wrong_rows);
    }
}

fn items(pack: &Pack, counts: &BTreeMap<(bool, String), Counts>, play: &PlayArguments) -> (Vec<Value>, bool) {
    let mut items = Vec::new();
    let mut is_good = true;
    for ((is_held_out, kind), of) in counts {
        let set = if *is_held_out { "held out" } else { "seen" };
        let what = if kind.is_empty() { "customers".to_owned() } else { format!("customers: {kind}") };
        let mut tell = |what: String, count: usize, right: usize| {
            let share = (right as f64 / count.max(1) as f64 * 1000.0).round() / 1000.0;
            items.push(
                json!({"pack": pack.name, "set": format!("{what}, {set}"), "language": "all", "count": count,
                "right": right, "share": share}),
            );
            right as f64 / count.max(1) as f64
        };
        let (count, right) =
            (of.content.len(), of.content.values().filter(|is_content| **is_content).count());
        let share = tell(what, count, right);
        if kind.is_empty() {
            let runs = count * usize::try_from(play.runs).unwrap_or(1);
            tell("no harm done".to_owned(), runs, runs.saturating_sub(of.dangerous));
            tell("nothing booked that nobody wanted".to_owned(), runs, runs.saturating_sub(of.wrong_rows));
            is_good &= !is_held_out || (share >= play.content_at_least && of.dangerous == 0);
        }
    }
    (items, is_good)
}

/// What is held out is not read by those who write the rules: its name is all that is told.
fn told(pack: &Pack, scenario: &Scenario, seed: u64, played: &Played) -> String {
    let Scenario { name, kind, is_held_out, .. } = scenario;
    if *is_held_out {
        return format!("{} (customers, held out): `{name}` ({kind}, seed {seed})", pack.name);
    }
    let faults = played.verdict.faults.join("; ");
    format!(
        "{} (customers, seen): `{name}` ({kind}, seed {seed}): {faults}\n{}",
        pack.name, played.transcript
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(runs: u64) -> PlayArguments {
        PlayArguments { runs, seed: 1, only: None, content_at_least: 0.5 }
    }

    fn pack() -> Pack {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/docs");
        Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"))
    }

    fn counted(content: &[(&str, bool)], dangerous: usize) -> BTreeMap<(bool, String), Counts> {
        let content = content.iter().map(|(name, is_content)| ((*name).to_owned(), *is_content)).collect();
        [((true, String::new()), Counts { content, dangerous, wrong_rows: 1 })].into()
    }

    #[test]
    fn of_those_held_out_enough_must_be_content_and_nobody_harmed() {
        let (items, is_good) = items(&pack(), &counted(&[("a", true), ("b", false)], 0), &play(3));
        assert!(is_good);
        let shown: Vec<_> = items.iter().map(|item| (&item["count"], &item["right"])).collect();
        assert_eq!(shown, [(&json!(2), &json!(1)), (&json!(6), &json!(6)), (&json!(6), &json!(5))]);
        assert!(!super::items(&pack(), &counted(&[("a", false), ("b", false)], 0), &play(1)).1);
        assert!(!super::items(&pack(), &counted(&[("a", true), ("b", true)], 1), &play(1)).1);
    }
}

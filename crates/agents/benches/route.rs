//! How long it takes to say who answers: the rules of the packs that come with the program, and 500 made-up ones.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops at what is not as it should be"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use conserje_agents::{Pack, Router, RoutesFile};

const ROUNDS: usize = 20;

fn main() {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let packs: Vec<Pack> = ["docs", "legal", "erp", "frontdesk"]
        .iter()
        .map(|name| Pack::read(&packs.join(name)).expect("a pack"))
        .collect();
    let messages: Vec<String> =
        packs.iter().flat_map(|pack| pack.evals().expect("evals").seen).map(|eval| eval.text).collect();
    println!("| rules | phrases | messages | p50 µs | p99 µs |\n| --- | --- | --- | --- | --- |");
    for pack in &packs {
        let began = Instant::now();
        pack.router.learn();
        println!("<!-- {} learned in {:.0} ms -->", pack.name, began.elapsed().as_secs_f64() * 1e3);
        let file = rules(&pack.folder.join("routes.toml"));
        measure(&pack.name, &file, &messages, |message| drop(black_box(pack.router.decide(message))));
        if let Some(flags) = &pack.red_flags {
            let file = rules(&pack.folder.join("urgency/rules.toml"));
            let name = format!("{}, red flags", pack.name);
            measure(&name, &file, &messages, |message| drop(black_box(flags.look(message))));
        }
    }
    let file: RoutesFile = toml::from_str(&made_up()).expect("rules");
    let router = Router::new(&file).expect("rules");
    measure("made up", &file, &messages, |message| drop(black_box(router.decide(message))));
}

fn rules(path: &Path) -> RoutesFile {
    toml::from_str(&std::fs::read_to_string(path).expect("rules")).expect("rules")
}

fn phrases(file: &RoutesFile) -> usize {
    file.routes.iter().map(|route| route.any.len() + route.all.len() + route.not.len()).sum()
}

/// Rules of the kind people write, each about words that no other has.
fn made_up() -> String {
    let words = [
        "factura",
        "pedido",
        "cliente",
        "vacaciones",
        "artículo",
        "table",
        "invoice",
        "order",
        "holiday",
        "section",
    ];
    let mut text = String::new();
    for number in 0..500 {
        let word = words[number % words.len()];
        text.push_str(&format!(
            "[[routes]]\nagent = \"a\"\nintent = \"i{number}\"\nany = [\"(qué|cuál|what|which) {word} x{number}\", \"{word}* ... y{number}\"]\n"
        ));
    }
    text
}

fn measure(name: &str, file: &RoutesFile, messages: &[String], decide: impl Fn(&str)) {
    // The best of some rounds for each message: what else the machine does is not what is measured.
    let mut times: Vec<Duration> = vec![Duration::MAX; messages.len()];
    for _ in 0..ROUNDS {
        for (message, best) in messages.iter().zip(&mut times) {
            let began = Instant::now();
            decide(message);
            *best = began.elapsed().min(*best);
        }
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    let (rules, phrases, count) = (file.routes.len(), phrases(file), times.len());
    println!("| {name}: {rules} | {phrases} | {count} | {:.1} | {:.1} |", at(50), at(99));
}

//! Measures an index of synthetic passages: building, size, memory and the time of a search.
//!
//! ```sh
//! cargo run --release -p conserje-search --example bench -- PASSAGES [DIMS…]
//! ```
//! Words follow Zipf's law over a vocabulary of 50,000; a passage has 120 of them, a question 4 to 12.
//! Vectors lie around 500 centres, so that some are near each other.
#![expect(clippy::print_stdout, reason = "a program for a person at a terminal")]

use std::time::{Duration, Instant};

use conserje_kernel::{CollectionId, DocumentId, TenantId, Timestamp};
use conserje_search::{Engine, Filter, Indexed, Mode, Passage, PassageKind, Query, SpaceVector};

type Failure = Box<dyn std::error::Error>;

const VOCABULARY: usize = 50_000;
const WORDS: usize = 120;
const CENTRES: u64 = 500;
const QUESTIONS: usize = 400;

/// A small generator of its own (splitmix64): the same passages on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let args: Vec<usize> = std::env::args().skip(1).map(|arg| arg.parse()).collect::<Result<_, _>>()?;
    let (passages, dims) = match args.split_first() {
        Some((passages, [])) => (*passages, vec![512]),
        Some((passages, dims)) => (*passages, dims.to_vec()),
        None => (10_000, vec![512]),
    };
    let words = Words::new();
    let mut random = Random(7);
    let folder = tempfile::tempdir()?;
    let engine = Engine::local(folder.path(), 1);
    let tenant = TenantId::generate();
    let collections: Vec<CollectionId> = (0..10).map(|_| CollectionId::generate()).collect();
    let started = Instant::now();
    let mut done = 0;
    while done < passages {
        let count = (passages - done).min(5_000);
        let items = (done..done + count).map(|at| item(at, &words, &dims, (&mut random, &collections)));
        engine.upsert(tenant, items.collect()).await?;
        done += count;
    }
    let stats = engine.stats(tenant).await?;
    println!(
        "{passages} passages, spaces {dims:?}: built in {:.1?}, {} MB on disk, {}",
        started.elapsed(),
        stats.bytes_on_disk / 1_000_000,
        resident()
    );
    let one = vec![item(passages, &words, &dims, (&mut random, &collections))];
    let started = Instant::now();
    engine.upsert(tenant, one).await?;
    println!("one more passage is visible after {:.1?}", started.elapsed());
    let started = Instant::now();
    let reopened = Engine::local(folder.path(), 1);
    drop(engine);
    reopened.stats(tenant).await?;
    println!("opened in {:.1?}", started.elapsed());
    for mode in [Mode::Lexical, Mode::Semantic, Mode::Hybrid] {
        measure(&reopened, tenant, mode, (&words, &dims), Filter::default()).await?;
    }
    let one = collections.first().map(|collection| (*collection, 1.0));
    let filter = Filter { collections: one.into_iter().collect(), ..Filter::default() };
    println!("with a filter that lets one in ten through:");
    measure(&reopened, tenant, Mode::Hybrid, (&words, &dims), filter).await?;
    println!("{}", resident());
    Ok(())
}

async fn measure(
    engine: &Engine,
    tenant: TenantId,
    mode: Mode,
    (words, dims): (&Words, &[usize]),
    filter: Filter,
) -> Result<(), Failure> {
    let mut random = Random(99);
    let mut times = Vec::with_capacity(QUESTIONS);
    for _ in 0..QUESTIONS {
        let length = 4 + random.below(9);
        let text: Vec<&str> = (0..length).map(|_| words.pick(&mut random)).collect();
        let centre = random.below(CENTRES);
        let vectors = dims.iter().map(|dims| vector(*dims, centre, &mut random)).collect();
        let query = Query { vectors, filter: filter.clone(), ..Query::new(text.join(" "), mode) };
        let started = Instant::now();
        engine.search(tenant, query).await?;
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let at = |share: f64| -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index into the times"
        )]
        let place = ((times.len() as f64 - 1.0) * share) as usize;
        times.get(place).copied().unwrap_or_default()
    };
    println!("  {mode:?}: p50 {:.2?}  p90 {:.2?}  p99 {:.2?}", at(0.5), at(0.9), at(0.99));
    Ok(())
}

struct Words {
    words: Vec<String>,
    /// Sums of the words' shares.
    upto: Vec<f64>,
}

impl Words {
    fn new() -> Self {
        let mut random = Random(1);
        let syllables =
            ["ta", "re", "mo", "li", "su", "ven", "cor", "pa", "di", "nal", "gu", "fer", "bo", "zi"];
        let words = (0..VOCABULARY).map(|_| {
            let length = 2 + random.below(3);
            (0..length)
                .filter_map(|_| syllables.get(usize::try_from(random.below(14)).unwrap_or_default()))
                .copied()
                .collect::<String>()
        });
        let words = words.collect();
        let mut sum = 0.0;
        let upto = (1..=VOCABULARY).map(|rank| {
            sum += 1.0 / (rank as f64 + 2.7);
            sum
        });
        Self { words, upto: upto.collect() }
    }

    fn pick(&self, random: &mut Random) -> &str {
        let at = random.unit() * self.upto.last().copied().unwrap_or_default();
        let rank = self.upto.partition_point(|upto| *upto < at);
        self.words.get(rank).map(String::as_str).unwrap_or_default()
    }
}

fn item(
    at: usize,
    words: &Words,
    dims: &[usize],
    (random, collections): (&mut Random, &[CollectionId]),
) -> Indexed {
    let text: Vec<&str> = (0..WORDS).map(|_| words.pick(random)).collect();
    let centre = random.below(CENTRES);
    let passage = Passage {
        id: format!("d{}_chunk_{:04}", at / 100, at % 100),
        collection: collections
            .get(at % collections.len().max(1))
            .copied()
            .unwrap_or_else(CollectionId::generate),
        document: DocumentId::generate(),
        file_name: format!("documento {}.pdf", at / 100),
        index: u32::try_from(at % 100).unwrap_or_default(),
        text: text.join(" "),
        tokens: 200,
        kind: PassageKind::Content,
        section_title: Some(format!("{} {}", words.pick(random), words.pick(random))),
        section_path: Vec::new(),
        page: None,
        start: 0,
        end: 1,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: Vec::new(),
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    };
    Indexed { passage, vectors: dims.iter().map(|dims| vector(*dims, centre, random)).collect() }
}

fn vector(dims: usize, centre: u64, random: &mut Random) -> SpaceVector {
    let mut of_centre = Random(centre.wrapping_mul(7919) + dims as u64);
    #[expect(clippy::cast_possible_truncation, reason = "a random number needs no digits")]
    let values = (0..dims).map(|_| (of_centre.unit() - 0.5 + random.unit() - 0.5) as f32);
    SpaceVector { space: format!("d{dims}"), values: values.collect() }
}

/// As Linux tells it.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: unknown");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! What many tenants cost whose indexes are open at once.

use std::path::Path;

use conserje_kernel::{DocumentId, TenantId};
use conserje_search::{Engine, Indexed, Mode, Passage, Query, SpaceVector};
use serde_json::json;

use crate::Failure;
use crate::chunks::passage;

const PASSAGES: u128 = 300;
const DIMENSIONS: usize = 512;
/// As the server does.
const MOST_OPEN: usize = 64;

/// Each tenant has the passages of a small business. Their indexes are made, then opened one after the other in a new
/// engine, each with a search; after so many opened ones the memory of the process is told.
pub(crate) async fn measure(count: u128, index: &Path) -> Result<(), Failure> {
    let making = Engine::local(index, 1);
    for number in 0..count {
        making.upsert(tenant(number), (0..PASSAGES).map(item).collect()).await?;
    }
    drop(making);
    let engine = Engine::local(index, MOST_OPEN);
    println!("{}", json!({ "open": 0, "rss_mib": crate::resident() }));
    for number in 0..count {
        let query = Query { vectors: vec![vector(number)], ..Query::new("word7 aceite", Mode::Hybrid) };
        engine.search(tenant(number), query).await?;
        let opened = number + 1;
        if opened.is_power_of_two() || opened == count {
            println!("{}", json!({ "open": opened.to_string(), "rss_mib": crate::resident() }));
        }
    }
    Ok(())
}

fn tenant(number: u128) -> TenantId {
    TenantId::from_uuid(uuid::Uuid::from_u128(1 + number))
}

fn vector(seed: u128) -> SpaceVector {
    let at = usize::try_from(seed % 512).unwrap_or_default();
    let values = (0..DIMENSIONS).map(|place| if place == at { 1.0 } else { 0.01 }).collect();
    SpaceVector { space: "drawn".to_owned(), values }
}

fn item(at: u128) -> Indexed {
    let words: Vec<String> = (0..120).map(|place| format!("word{}", (at * 31 + place * 7) % 2_000)).collect();
    let passage = Passage {
        document: DocumentId::from_uuid(uuid::Uuid::from_u128(1_000 + at / 30)),
        index: u32::try_from(at % 30).unwrap_or_default(),
        ..passage(at, format!("aceite {}", words.join(" ")))
    };
    Indexed { passage, vectors: vec![vector(at)] }
}

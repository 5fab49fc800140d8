//! What only the home in this process has: files.

use std::fs;
use std::path::{Path, PathBuf};

use conserje_kernel::TenantId;
use conserje_search::{Engine, Mode, Query, SearchError};

use crate::homes::{in_space, indexed, passage};

async fn filled(folder: &Path) -> (Engine, TenantId) {
    let (engine, tenant) = (Engine::local(folder, 2), TenantId::generate());
    let items = vec![
        indexed(passage("a", "El derecho de huelga"), [1.0, 0.0, 0.0]),
        indexed(passage("b", "Las vacaciones anuales"), [0.0, 1.0, 0.0]),
    ];
    engine.upsert(tenant, items).await.unwrap();
    (engine, tenant)
}

fn question() -> Query {
    Query { vectors: vec![in_space([0.0, 1.0, 0.0])], ..Query::new("vacaciones", Mode::Hybrid) }
}

async fn best(engine: &Engine, tenant: TenantId) -> String {
    engine.search(tenant, question()).await.unwrap().hits[0].id.clone()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let place = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(&file, place).unwrap();
    }
}

/// A disk that fails midway, and works again.
#[tokio::test]
async fn a_change_that_failed_is_not_committed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, tenant) = filled(folder.path()).await;
    let words = folder.path().join(tenant.to_string()).join("words");
    let away = words.with_file_name("away");
    let add = |id: &'static str| {
        let item = indexed(passage(id, "Las vacaciones se disfrutan en agosto"), [0.0, 1.0, 0.0]);
        engine.upsert(tenant, vec![item])
    };
    fs::rename(&words, &away).unwrap();
    add("lost").await.unwrap_err();
    assert_eq!(best(&engine, tenant).await, "b", "what is there is still found");
    add("lost too").await.unwrap_err();
    fs::rename(&away, &words).unwrap();
    add("kept").await.unwrap();
    let found = engine.search(tenant, question()).await.unwrap();
    let mut ids: Vec<&str> = found.hits.iter().map(|hit| hit.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["b", "kept"]);
    assert_eq!(engine.stats(tenant).await.unwrap().passages, 3);
    drop(engine);
    let again = Engine::local(folder.path(), 2);
    assert_eq!(again.search(tenant, question()).await.unwrap().hits.len(), 2);
}

/// Six tenants that write in turn: more than are kept ready for it.
#[tokio::test]
async fn a_tenant_that_rested_writes_again() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::local(folder.path(), 8);
    let tenants: Vec<TenantId> = (0..6).map(|_| TenantId::generate()).collect();
    for round in ["one", "two", "three"] {
        for tenant in &tenants {
            let item = indexed(passage(round, "Las vacaciones anuales"), [0.0, 1.0, 0.0]);
            engine.upsert(*tenant, vec![item]).await.unwrap();
        }
    }
    for tenant in tenants {
        assert_eq!(engine.stats(tenant).await.unwrap().passages, 3);
    }
}

/// A copy of the files while the engine lives is what a killed process leaves behind.
#[tokio::test]
async fn what_was_committed_survives_a_kill() {
    let (folder, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (engine, tenant) = filled(folder.path()).await;
    copy(folder.path(), after.path());
    let vectors =
        files(after.path()).into_iter().find(|file| file.extension().is_some_and(|e| e == "vectors"));
    // Half of a vector was being written, and a new file had just been begun.
    let vectors = vectors.unwrap();
    let mut bytes = fs::read(&vectors).unwrap();
    bytes.extend([7; 9]);
    fs::write(&vectors, bytes).unwrap();
    fs::write(vectors.with_file_name("000099.vectors"), b"CONS").unwrap();
    let revived = Engine::local(after.path(), 2);
    assert_eq!(best(&revived, tenant).await, "b");
    revived.upsert(tenant, vec![indexed(passage("c", "El salario"), [0.0, 0.0, 1.0])]).await.unwrap();
    assert_eq!(revived.stats(tenant).await.unwrap().passages, 3);
    assert!(!vectors.with_file_name("000099.vectors").exists());
    drop(engine);
}

#[tokio::test]
async fn any_damage_is_reported_and_a_rebuild_heals_it() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, tenant) = filled(folder.path()).await;
    let whole = files(folder.path());
    let mut reported = 0;
    for file in &whole {
        let name = file.file_name().unwrap().to_str().unwrap();
        // Locks, and a list that is only used to tidy up.
        if name.starts_with(".tantivy") || name == ".managed.json" {
            continue;
        }
        for damage in [Damage::Cut, Damage::Flip, Damage::Gone] {
            let broken = tempfile::tempdir().unwrap();
            copy(folder.path(), broken.path());
            damage.on(&broken.path().join(file.strip_prefix(folder.path()).unwrap()));
            let engine = Engine::local(broken.path(), 2);
            match engine.search(tenant, question()).await {
                Err(SearchError::NeedsRebuild { .. }) => {
                    reported += 1;
                    engine.remove_tenant(tenant).await.unwrap();
                    engine
                        .upsert(tenant, vec![indexed(passage("b", "Las vacaciones"), [0.0, 1.0, 0.0])])
                        .await
                        .unwrap();
                    assert_eq!(best(&engine, tenant).await, "b");
                }
                Ok(found) => assert_eq!(found.hits[0].id, "b", "{name} {damage:?}"),
                Err(other) => panic!("{name} {damage:?}: {other}"),
            }
        }
    }
    assert!(reported >= 10, "{reported}");
    drop(engine);
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Cut,
    Flip,
    Gone,
}

impl Damage {
    fn on(self, file: &Path) {
        let mut bytes = fs::read(file).unwrap();
        match self {
            Self::Cut => bytes.truncate(bytes.len() / 2),
            Self::Flip => {
                let middle = bytes.len() / 2;
                if let Some(byte) = bytes.get_mut(middle) {
                    *byte ^= 0x55;
                }
            }
            Self::Gone => return fs::remove_file(file).unwrap(),
        }
        fs::write(file, bytes).unwrap();
    }
}

#[tokio::test]
async fn a_purge_leaves_nothing_of_it_in_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, tenant) = filled(folder.path()).await;
    // Terms are packed in the files so that they cannot be looked for; the name of the passage can.
    let secret = passage("expediente_zurbaran_chunk_0000", "El señor Zurbarán debe dinero");
    let document = secret.document;
    engine.upsert(tenant, vec![indexed(secret, [0.3, 0.3, 0.3])]).await.unwrap();
    let holds = |word: &str| {
        files(folder.path()).iter().any(|file| {
            let bytes = fs::read(file).unwrap_or_default();
            bytes.windows(word.len()).any(|window| window == word.as_bytes())
        })
    };
    let vectors = || {
        files(folder.path())
            .iter()
            .filter(|file| file.extension().is_some_and(|e| e == "vectors"))
            .map(|file| fs::metadata(file).unwrap().len())
            .sum::<u64>()
    };
    assert!(holds("zurbaran"), "the test would see it");
    let before = vectors();
    engine.remove_documents(tenant, vec![document]).await.unwrap();
    engine.purge(tenant).await.unwrap();
    assert!(!holds("zurbaran"));
    assert!(vectors() < before);
    assert_eq!(best(&engine, tenant).await, "b");
}

#[tokio::test]
async fn more_tenants_than_may_be_open_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::local(folder.path(), 2);
    let tenants: Vec<TenantId> = (0..5).map(|_| TenantId::generate()).collect();
    for (at, tenant) in tenants.iter().enumerate() {
        let own = indexed(passage(&format!("of-{at}"), "vacaciones"), [0.0, 1.0, 0.0]);
        engine.upsert(*tenant, vec![own]).await.unwrap();
    }
    for (at, tenant) in tenants.iter().enumerate() {
        assert_eq!(best(&engine, *tenant).await, format!("of-{at}"));
    }
}

#[tokio::test]
async fn replaced_vectors_do_not_pile_up() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, tenant) = filled(folder.path()).await;
    for _ in 0..8 {
        let items = (0..2000).map(|_| indexed(passage("a", "El derecho de huelga"), [1.0, 0.0, 0.0]));
        engine.upsert(tenant, items.collect()).await.unwrap();
    }
    let stats = engine.stats(tenant).await.unwrap();
    assert_eq!(stats.passages, 2);
    let vectors =
        files(folder.path()).into_iter().find(|file| file.extension().is_some_and(|e| e == "vectors"));
    let bytes = fs::metadata(vectors.unwrap()).unwrap().len();
    assert!(bytes < 16_000 * 15 / 2, "{bytes} bytes");
    assert_eq!(best(&engine, tenant).await, "b");
}

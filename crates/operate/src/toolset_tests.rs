use conserje_documents::Setup;
use conserje_events::EventLog;
use conserje_kernel::Language;
use conserje_search::Engine;
use conserje_testkit::{Home, TestStore};

use super::*;

/// All tools, with the packs that have some of their own.
async fn registry(packs: &[Pack]) -> (Registry, tempfile::TempDir) {
    drop(rustls::crypto::ring::default_provider().install_default());
    let folder = tempfile::tempdir().unwrap();
    let test = TestStore::open(Home::Sqlite).await;
    let pool = conserje_documents::extract::PoolOptions::new(std::env::current_exe().unwrap(), Vec::new());
    let library = Library::new(Setup {
        image_embedder: None,
        store: test.store.clone(),
        engine: Engine::local(folder.path(), 4),
        embedders: Arc::new(|| Ok(Vec::new())),
        pool,
        limits: conserje_documents::Limits::default(),
    });
    let escalate = Arc::new(EscalateToHuman::new(test.store.clone(), EventLog::new(test.store.clone()).0));
    let front_desk = FrontDesk::new(test.store);
    (toolset(packs, &BTreeMap::new(), &library, &front_desk, &escalate).unwrap(), folder)
}

fn pack(name: &str) -> Pack {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(name);
    Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn every_tool_that_comes_with_the_program_is_told_in_words_of_both_languages() {
    let packs = [pack("frontdesk"), pack("erp")];
    let (registry, _folder) = registry(&packs).await;
    let named = names().into_iter().chain(packs.iter().flat_map(names_of));
    let mut titles = BTreeSet::new();
    for name in named {
        let (es, en) = (registry.title(name, Language::Es), registry.title(name, Language::En));
        assert!(registry.names().any(|known| known == name), "`{name}` is not there");
        // What nobody wrote a title for is called by its name.
        let by_name = name.replace('_', " ");
        assert!(es != by_name && en != by_name && es != en, "`{name}`: {es} / {en}");
        assert!(titles.insert(es.clone()), "two tools are called “{es}”");
    }
    assert_eq!(registry.title("get_available_slots", Language::Es), "buscar huecos libres");
    assert_eq!(registry.title("crm__find_customer", Language::Es), "find customer");
}

//! The homes that tests run on, and passages to put there.

use std::sync::LazyLock;

use conserje_kernel::{CollectionId, DocumentId, Timestamp};
use conserje_search::{Engine, Indexed, Passage, PassageKind, SpaceVector};
use tempfile::TempDir;

pub(crate) struct Home {
    pub(crate) name: &'static str,
    pub(crate) engine: Engine,
    _folder: Option<TempDir>,
}

pub(crate) async fn homes() -> Vec<Home> {
    let folder = tempfile::tempdir().unwrap();
    let local = Home { name: "local", engine: Engine::local(folder.path(), 2), _folder: Some(folder) };
    let mut homes = vec![local];
    match qdrant_url() {
        Some(url) => {
            // Tests share collections, as tenants do: making them takes the server long.
            static PREFIX: LazyLock<String> = LazyLock::new(|| format!("test_{}", DocumentId::generate()));
            let prefix = PREFIX.as_str();
            homes.push(Home {
                name: "qdrant",
                engine: Engine::qdrant(&url, None, prefix).unwrap(),
                _folder: None,
            });
        }
        None => say_that_qdrant_is_not_tested(),
    }
    homes
}

#[expect(clippy::disallowed_methods, reason = "a test has no configuration to take it from")]
fn qdrant_url() -> Option<String> {
    std::env::var("CONSERJE_TEST_QDRANT_URL").ok().filter(|url| !url.is_empty())
}

#[expect(clippy::print_stderr, reason = "a home that is not tested must not look as if it were")]
fn say_that_qdrant_is_not_tested() {
    eprintln!("NOT TESTED on Qdrant: set CONSERJE_TEST_QDRANT_URL to a server's gRPC address");
}

/// A space of three dimensions.
pub(crate) const SPACE: &str = "tiny";

pub(crate) fn passage(id: &str, text: &str) -> Passage {
    Passage {
        id: id.to_owned(),
        collection: CollectionId::generate(),
        document: DocumentId::generate(),
        file_name: "convenio.pdf".to_owned(),
        index: 0,
        text: text.to_owned(),
        tokens: 10,
        kind: PassageKind::Content,
        section_title: None,
        section_path: Vec::new(),
        page: None,
        start: 0,
        end: 10,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: Vec::new(),
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    }
}

pub(crate) fn indexed(passage: Passage, vector: [f32; 3]) -> Indexed {
    Indexed { passage, vectors: vec![in_space(vector)] }
}

pub(crate) fn plain(passage: Passage) -> Indexed {
    Indexed { passage, vectors: Vec::new() }
}

pub(crate) fn in_space(values: [f32; 3]) -> SpaceVector {
    SpaceVector { space: SPACE.to_owned(), values: values.to_vec() }
}

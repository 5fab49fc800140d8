use std::time::Duration;

use conserje_kernel::{Clock, CollectionId, Digest, DocumentId, JobKind, PageRequest, Timestamp, UserId};
use conserje_store::chunks::{self, ChunkRow};
use conserje_store::documents::{self, Arrived, DocumentFilter, NewDocument, Read};
use conserje_store::{StoreError, Tx, collections, embeddings};
use conserje_testkit::{TestStore, on_both_homes};

async fn expected(
    test: &TestStore,
    name: &'static str,
    stem: &'static str,
) -> Result<DocumentId, StoreError> {
    let (id, user) = (DocumentId::generate(), UserId::generate());
    let note = move |tx: &mut Tx<'_>| {
        let collection = collections::ensure(tx, "default")?;
        let blob = format!("users/{user}/files/{name}");
        let new = NewDocument {
            id,
            collection,
            user,
            parent: None,
            file_name: name,
            search_name: name,
            stem,
            mime_type: "text/plain",
            blob: &blob,
        };
        documents::expect(tx, &new)?;
        Ok(id)
    };
    test.store.write(&test.scope(), note).await
}

async fn arrived(test: &TestStore, id: DocumentId, content: u8) -> Result<bool, StoreError> {
    let what = Arrived { size: 1, content_hash: Digest::new([content; 32]), mime_type: "text/plain" };
    test.store.write(&test.scope(), move |tx| documents::arrived(tx, id, &what)).await
}

on_both_homes! {
    async fn the_same_content_and_the_same_stem_are_there_once(home: Home) {
        let test = TestStore::open(home).await;
        let first = expected(&test, "a.txt", "a").await.unwrap();
        assert!(matches!(expected(&test, "b.txt", "a").await, Err(StoreError::Duplicate)));
        let second = expected(&test, "b.txt", "b").await.unwrap();
        assert!(arrived(&test, first, 7).await.unwrap());
        assert!(matches!(arrived(&test, second, 7).await, Err(StoreError::Duplicate)));
        assert!(arrived(&test, second, 8).await.unwrap());
        assert!(!arrived(&test, second, 9).await.unwrap(), "a file arrives once");
        let by_name = DocumentFilter { name: Some("b".to_owned()), ..DocumentFilter::default() };
        let scope = test.scope();
        let listed = test.store.read(&scope, move |tx| documents::list(tx, &by_name, &PageRequest::default()));
        let names: Vec<String> = listed.await.unwrap().items.into_iter().map(|document| document.file_name).collect();
        assert_eq!(names, ["b.txt"]);
    }

    async fn what_can_be_searched_is_counted_by_collection_and_called_by_its_title(home: Home) {
        let test = TestStore::open(home).await;
        let scope = test.scope();
        let read = expected(&test, "Guía.txt", "guia").await.unwrap();
        expected(&test, "b.txt", "b").await.unwrap();
        arrived(&test, read, 1).await.unwrap();
        let none = test.store.read(&scope, |tx| documents::searchable(tx, false)).await.unwrap();
        assert!(none.is_empty(), "nothing has been read yet");
        let finish = move |tx: &mut Tx<'_>| {
            let what = Read {
                title: Some("Guía de viaje"),
                facts: "{}",
                notices: "[]",
                pages: None,
                text_hash: Digest::new([3; 32]),
                chunk_count: 0,
            };
            documents::set_read(tx, read, &what)?;
            documents::complete(tx, read, "")
        };
        assert!(test.store.write(&scope, finish).await.unwrap());
        let counted = |only_public| test.store.read(&scope, move |tx| documents::searchable(tx, only_public));
        let all = counted(false).await.unwrap();
        assert_eq!(all.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1]);
        assert!(counted(true).await.unwrap().is_empty(), "the collection is not for guests");
        let called = test.store.read(&scope, documents::called).await.unwrap();
        let [only] = called.as_slice() else { panic!("{called:?}") };
        assert_eq!(
            (only.id, only.file_name.as_str(), only.title.as_deref()),
            (read, "Guía.txt", Some("Guía de viaje"))
        );
    }

    async fn what_never_arrived_and_what_nobody_works_on_is_found(home: Home) {
        let start = Timestamp::from_micros(1_800_000_000_000_000);
        let test = TestStore::open_at(home, Clock::stopped_at(start)).await;
        let lost = expected(&test, "lost.txt", "lost").await.unwrap();
        let queued = expected(&test, "queued.txt", "queued").await.unwrap();
        arrived(&test, queued, 1).await.unwrap();
        let late = |before: Timestamp| {
            test.store.read_all(test.deployment(), move |tx| documents::never_arrived(tx, before))
        };
        assert!(late(start).await.unwrap().is_empty());
        let found = late(start.plus(Duration::from_secs(1))).await.unwrap();
        assert_eq!(found.iter().map(|(_, id, _)| *id).collect::<Vec<_>>(), [lost]);
        let stranded = test.store.read_all(test.deployment(), |tx| documents::stranded(tx, JobKind::ProcessDocument));
        assert_eq!(stranded.await.unwrap().iter().map(|(_, id)| *id).collect::<Vec<_>>(), [queued]);
    }

    async fn chunks_are_replaced_as_a_whole_and_go_with_their_document(home: Home) {
        let test = TestStore::open(home).await;
        let id = expected(&test, "law.md", "law").await.unwrap();
        let row = move |index: i64, article: &str| ChunkRow {
            id: format!("law_chunk_{index:04}"),
            document: id,
            collection: CollectionId::generate(),
            index,
            law_key: Some("ET".to_owned()),
            article_key: Some(article.to_owned()),
            passage: "{}".to_owned(),
        };
        for count in [3, 2] {
            let rows: Vec<ChunkRow> = (0..count).map(|index| row(index, "48")).collect();
            test.store.write(&test.scope(), move |tx| chunks::replace(tx, id, &rows)).await.unwrap();
        }
        let scope = test.scope();
        let of_article = || test.store.read(&scope, |tx| chunks::of_article(tx, "ET", "48"));
        assert_eq!(of_article().await.unwrap().len(), 2);
        assert_eq!(test.store.read(&scope, chunks::laws).await.unwrap(), ["ET"]);
        assert!(test.store.write(&scope, move |tx| documents::remove(tx, id)).await.unwrap());
        assert!(of_article().await.unwrap().is_empty());
    }

    async fn a_vector_is_kept_for_a_week_and_for_its_tenant(home: Home) {
        let test = TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(1_800_000_000_000_000))).await;
        let text = Digest::new([1; 32]);
        let scope = test.scope();
        let find = || test.store.read(&scope, move |tx| embeddings::find(tx, "m/passage", text));
        test.store.write(&scope, move |tx| embeddings::put(tx, "m/passage", text, vec![1, 2])).await.unwrap();
        assert_eq!(find().await.unwrap(), Some(vec![1, 2]));
        test.clock.advance(embeddings::KEPT);
        assert_eq!(find().await.unwrap(), None);
        assert_eq!(test.store.write_all(test.deployment(), embeddings::forget_old).await.unwrap(), 1);
    }
}

use bytes::Bytes;
use conserje_store::BlobError;
use conserje_testkit::{Home, TestStore};

#[tokio::test(flavor = "multi_thread")]
async fn a_blob_reads_back_for_its_tenant_only() {
    let test = TestStore::open(Home::Sqlite).await;
    let (own, stranger) = (test.scope(), test.another_tenant("other").await);
    let blobs = test.store.blobs();
    blobs.put(&own, "documents/a.pdf", Bytes::from_static(b"content")).await.unwrap();
    assert_eq!(blobs.get(&own, "documents/a.pdf").await.unwrap().unwrap(), "content");
    assert_eq!(blobs.get(&stranger, "documents/a.pdf").await.unwrap(), None);
    blobs.remove(&own, "documents/a.pdf").await.unwrap();
    blobs.remove(&own, "documents/a.pdf").await.unwrap();
    assert_eq!(blobs.get(&own, "documents/a.pdf").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_cannot_lead_out_of_its_tenants_place() {
    let test = TestStore::open(Home::Sqlite).await;
    for name in ["../x", "a/../b", "", "/a", "a//b", "a\\b", "%2e%2e/x", "ä", "a\0b"] {
        let put = test.store.blobs().put(&test.scope(), name, Bytes::new()).await;
        assert!(matches!(put, Err(BlobError::BadName { .. })), "{name:?}");
    }
}

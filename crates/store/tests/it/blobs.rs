use bytes::Bytes;
use conserje_kernel::{Clock, Secret};
use conserje_store::{BlobError, Blobs, BlobsHome, Options, Store};
use conserje_testkit::{Home, TestDatabase, TestStore};
use hyper_util::rt::{TokioExecutor, TokioIo};

#[tokio::test(flavor = "multi_thread")]
async fn a_blob_in_a_folder_reads_back_for_its_tenant_only() {
    let test = TestStore::open(Home::Sqlite).await;
    reads_back_for_its_tenant_only(&test, test.store.blobs()).await;
}

/// The same against an S3 server.
#[tokio::test(flavor = "multi_thread")]
async fn a_blob_in_a_bucket_reads_back_for_its_tenant_only() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let files = tempfile::tempdir().unwrap();
    std::fs::create_dir(files.path().join("bucket")).unwrap();
    let home = |secret_key: &str, endpoint: String| BlobsHome::S3 {
        endpoint: Some(endpoint),
        region: "us-east-1".to_owned(),
        bucket: "bucket".to_owned(),
        access_key: Secret::new("access"),
        secret_key: Secret::new(secret_key),
    };
    let endpoint = serve_s3(files.path()).await;
    let test = TestStore::open(Home::Sqlite).await;
    let database = TestDatabase::new(Home::Sqlite);
    let open = |blobs| Store::open(Options { blobs, ..database.options(Clock::system()) });
    let store = open(home("secret", endpoint.clone())).await.unwrap();
    reads_back_for_its_tenant_only(&test, store.blobs()).await;
    let stranger = open(home("wrong", endpoint)).await.unwrap();
    let refused = stranger.blobs().put(&test.scope(), "x", Bytes::new()).await;
    assert!(matches!(refused, Err(BlobError::Failed(_))));
}

/// An S3 server over a folder, on a free port; ends with the test.
#[expect(clippy::disallowed_methods, reason = "ends with the test's runtime")]
async fn serve_s3(folder: &std::path::Path) -> String {
    let mut service = s3s::service::S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder).unwrap());
    service.set_auth(s3s::auth::SimpleAuth::from_single("access", "secret"));
    let service = service.build();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::task::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let service = service.clone();
            tokio::task::spawn(async move {
                let builder = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
                drop(builder.serve_connection(TokioIo::new(socket), service).await);
            });
        }
    });
    endpoint
}

async fn reads_back_for_its_tenant_only(test: &TestStore, blobs: &Blobs) {
    let (own, stranger) = (test.scope(), test.another_tenant("other").await);
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

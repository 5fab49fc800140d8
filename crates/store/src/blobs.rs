//! Files: a folder on this machine, or an S3-compatible store.

use std::sync::Arc;

use bytes::Bytes;
use conserje_kernel::Scope;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};

use crate::BlobsHome;

#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    #[error("`{name}` is not a name for a blob; use letters, digits, `.`, `-`, `_` and `/`")]
    BadName { name: String },
    #[error("the blob store failed")]
    Failed(#[from] object_store::Error),
    #[error("the blob folder cannot be made")]
    Folder(#[from] std::io::Error),
}

/// Blobs of all tenants, each below its tenant's own prefix. Cheap to clone.
#[derive(Clone)]
pub struct Blobs(Arc<dyn ObjectStore>);

impl Blobs {
    pub(crate) fn open(home: BlobsHome) -> Result<Self, BlobError> {
        Ok(Self(match home {
            BlobsHome::Folder(folder) => {
                std::fs::create_dir_all(&folder)?;
                remove_unfinished(&folder)?;
                Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))
            }
            BlobsHome::S3 { endpoint, region, bucket, access_key, secret_key } => {
                let mut builder = AmazonS3Builder::new()
                    .with_region(region)
                    .with_bucket_name(bucket)
                    .with_access_key_id(access_key.expose())
                    .with_secret_access_key(secret_key.expose());
                if let Some(endpoint) = endpoint {
                    builder =
                        builder.with_allow_http(endpoint.starts_with("http://")).with_endpoint(endpoint);
                }
                Arc::new(builder.build()?)
            }
        }))
    }

    /// Puts a blob in place, whole or not at all.
    pub async fn put(&self, scope: &Scope, name: &str, content: Bytes) -> Result<(), BlobError> {
        self.0.put(&place(scope, name)?, content.into()).await?;
        Ok(())
    }

    /// Begins a blob whose content comes in pieces. It is in place once [`BlobWriter::finish`] has returned.
    pub async fn begin(&self, scope: &Scope, name: &str) -> Result<BlobWriter, BlobError> {
        let upload = self.0.put_multipart(&place(scope, name)?).await?;
        Ok(BlobWriter(WriteMultipart::new_with_chunk_size(upload, PIECE)))
    }

    pub async fn get(&self, scope: &Scope, name: &str) -> Result<Option<Bytes>, BlobError> {
        match self.0.get(&place(scope, name)?).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removing what is not there is no error.
    pub async fn remove(&self, scope: &Scope, name: &str) -> Result<(), BlobError> {
        match self.0.delete(&place(scope, name)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// What one request to the blob store carries; S3 takes no smaller ones but the last.
const PIECE: usize = 8 * 1024 * 1024;
/// Pieces on their way at once: more would only fill the memory.
const AT_ONCE: usize = 2;

/// A blob being written.
pub struct BlobWriter(WriteMultipart);

impl BlobWriter {
    pub async fn write(&mut self, piece: Bytes) -> Result<(), BlobError> {
        self.0.wait_for_capacity(AT_ONCE).await?;
        self.0.put(piece);
        Ok(())
    }

    pub async fn finish(self) -> Result<(), BlobError> {
        self.0.finish().await?;
        Ok(())
    }

    /// Leaves nothing behind.
    pub async fn abort(self) -> Result<(), BlobError> {
        self.0.abort().await?;
        Ok(())
    }
}

/// What a process that died was writing stands beside its place under a name with `#`, which no blob has.
fn remove_unfinished(folder: &std::path::Path) -> Result<(), std::io::Error> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_unfinished(&entry.path())?;
        } else if entry.file_name().to_string_lossy().contains('#') {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn place(scope: &Scope, name: &str) -> Result<Path, BlobError> {
    let plain = |part: &str| {
        !part.is_empty()
            && part.bytes().any(|byte| byte != b'.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
    };
    if !name.split('/').all(plain) {
        return Err(BlobError::BadName { name: name.chars().take(100).collect() });
    }
    Ok(Path::from(format!("{}/{name}", scope.tenant())))
}

//! The data folder: everything of an embedded server in one place, used by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A process that was killed just when it started another is not gone until that one has begun. Whoever starts it again at
/// once waits for so long.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("the data folder {} is in use by another conserje process", folder.display())]
    InUse { folder: PathBuf },
    #[error("the data folder {} cannot be used", folder.display())]
    Unusable {
        folder: PathBuf,
        #[source]
        source: io::Error,
    },
}

/// A locked data folder. The lock goes with the process, however it ends.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Makes the folder if need be, readable by its owner only, and locks it.
    pub fn lock(path: &Path) -> Result<Self, FolderError> {
        let unusable = |source| FolderError::Unusable { folder: path.to_owned(), source };
        create_private(path).map_err(unusable)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"))
            .map_err(unusable)?;
        let began = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { path: path.to_owned(), _lock: lock }),
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                    std::thread::sleep(LOOK_EVERY);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(FolderError::InUse { folder: path.to_owned() });
                }
                Err(TryLockError::Error(source)) => return Err(unusable(source)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn database_file(&self) -> PathBuf {
        self.path.join("conserje.db")
    }

    pub fn blobs(&self) -> PathBuf {
        self.path.join("blobs")
    }

    /// The search index: made from rows, so it can be thrown away.
    pub fn index(&self) -> PathBuf {
        self.path.join("index")
    }

    pub fn master_key_file(&self) -> PathBuf {
        self.path.join("master.key")
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_user_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("data");
        let first = DataFolder::lock(&path).unwrap();
        assert!(matches!(DataFolder::lock(&path), Err(FolderError::InUse { .. })));
        drop(first);
        DataFolder::lock(&path).unwrap();
    }
}

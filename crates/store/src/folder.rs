//! The data folder: everything of an embedded server in one place, used by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A process that was killed just when it started another is not gone until that one has begun. Whoever starts it again at
/// once waits for so long.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Where the rows of an embedded server are.
pub const DATABASE: &str = "conserje.db";
/// Which version of the program opened the folder last.
const PROGRAM: &str = "program";

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
    is_new: bool,
    _lock: File,
}

impl DataFolder {
    /// Makes the folder if need be, readable by its owner only, and locks it.
    pub fn lock(path: &Path) -> Result<Self, FolderError> {
        let unusable = |source| FolderError::Unusable { folder: path.to_owned(), source };
        create_private(path).map_err(unusable)?;
        // One that was put back from a copy may have no lock.
        let is_new = !["lock", DATABASE].iter().any(|name| path.join(name).exists());
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"))
            .map_err(unusable)?;
        let began = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { path: path.to_owned(), is_new, _lock: lock }),
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

    /// Whether nobody has opened it before.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    pub fn database_file(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Which version of the program opened it last; none if that did not say so.
    pub fn program(&self) -> Result<Option<String>, FolderError> {
        last_program(&self.path)
    }

    /// Says which version of the program opened it. A crash leaves the one or the other.
    pub fn keep_program(&self, version: &str) -> Result<(), FolderError> {
        let written = write_durably(&self.path.join(PROGRAM), format!("{version}\n").as_bytes());
        written.map_err(|source| FolderError::Unusable { folder: self.path.clone(), source })
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

/// What [`DataFolder::program`] says, without locking the folder.
pub fn last_program(folder: &Path) -> Result<Option<String>, FolderError> {
    match fs::read_to_string(folder.join(PROGRAM)) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(FolderError::Unusable { folder: folder.to_owned(), source }),
    }
}

/// Whole or not at all, and there after a power cut.
pub(crate) fn write_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    match path.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
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

    #[test]
    fn a_folder_knows_which_program_opened_it_last() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("data");
        let folder = DataFolder::lock(&path).unwrap();
        assert!(folder.is_new() && folder.program().unwrap().is_none());
        folder.keep_program("0.1.9").unwrap();
        folder.keep_program("0.2.0").unwrap();
        drop(folder);
        let folder = DataFolder::lock(&path).unwrap();
        assert_eq!((folder.is_new(), folder.program().unwrap().as_deref()), (false, Some("0.2.0")));
        assert!(!path.join("program.new").exists());
    }
}

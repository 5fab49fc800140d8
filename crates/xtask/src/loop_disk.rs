//! A disk of one's own: an ext4 file system in a sparse file, to be cut off, filled up and broken.
//!
//! What a cut loses is what the kernel has not yet written to the file system's device: dirty pages and the
//! open transaction of its journal. A cache inside the device itself, and a flush that the kernel forgets to
//! send to it, are beyond what this can show.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::{programs, workplace};

/// `EXT4_IOC_SHUTDOWN`, without flushing the journal: from here on nothing reaches the device. In Python,
/// because an ioctl is `unsafe` in Rust.
const CUT: &str = "import fcntl, os, struct, sys\n\
                   fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";
/// `e2fsck` says 1 when it has repaired something.
const REPAIRED: [i32; 2] = [0, 1];
/// Whoever was just killed may hold the mount for a moment longer.
const UNMOUNT_TRIES: u32 = 100;

/// Unmounted and removed when dropped.
pub(crate) struct LoopDisk {
    folder: TempDir,
    is_mounted: bool,
}

impl LoopDisk {
    pub(crate) fn new(harness: &str, megabytes: u64) -> Result<Self> {
        let folder = workplace::folder(harness)?;
        let mut disk = Self { folder, is_mounted: false };
        let image = disk.image();
        let file = File::create(&image).with_context(|| format!("making {}", image.display()))?;
        file.set_len(megabytes * 1024 * 1024).with_context(|| format!("growing {}", image.display()))?;
        fs::create_dir(disk.mount_point()).context("making the mount point")?;
        disk.format()?;
        Ok(disk)
    }

    fn image(&self) -> PathBuf {
        self.folder.path().join("image")
    }

    pub(crate) fn mount_point(&self) -> PathBuf {
        self.folder.path().join("mounted")
    }

    fn filler(&self) -> PathBuf {
        self.mount_point().join("filler")
    }

    /// A new file system with nothing on it, mounted.
    pub(crate) fn format(&mut self) -> Result<()> {
        self.unmount()?;
        // No blocks kept back for root, who runs this: full is to be full.
        let flags = ["-q", "-F", "-m", "0"].map(OsStr::new);
        programs::run("mkfs.ext4", &[&flags[..], &[self.image().as_os_str()]].concat())?;
        self.mount()
    }

    /// Mounts what is there; the journal is replayed, as after a power cut.
    pub(crate) fn mount(&mut self) -> Result<()> {
        let (image, at) = (self.image(), self.mount_point());
        let options = ["-o", "loop,errors=remount-ro"].map(OsStr::new);
        programs::run("mount", &[&options[..], &[image.as_os_str(), at.as_os_str()]].concat())?;
        self.is_mounted = true;
        Ok(())
    }

    pub(crate) fn unmount(&mut self) -> Result<()> {
        for _ in 0..UNMOUNT_TRIES {
            if !self.is_mounted || programs::run("umount", &[self.mount_point()]).is_ok() {
                self.is_mounted = false;
                return Ok(());
            }
            sleep(Duration::from_millis(50));
        }
        let at = self.mount_point();
        programs::run("umount", std::slice::from_ref(&at))
            .with_context(|| format!("unmounting {}", at.display()))?;
        self.is_mounted = false;
        Ok(())
    }

    /// Repairs the unmounted file system, as an operator would before mounting it again.
    pub(crate) fn repair(&self) -> Result<()> {
        let image = self.image();
        let arguments = [OsStr::new("-f"), OsStr::new("-y"), image.as_os_str()];
        programs::run_with("e2fsck", &arguments, &REPAIRED).map(drop)
    }

    /// The power is gone: nothing more is written, and reads and writes of what is open fail.
    pub(crate) async fn cut_power(&self) -> Result<()> {
        let at = self.mount_point();
        let cut = move || programs::run("python3", &[OsStr::new("-c"), OsStr::new(CUT), at.as_os_str()]);
        tokio::task::spawn_blocking(cut).await.context("cutting the power")??;
        Ok(())
    }

    /// What the kernel does when it meets an error on a disk: writes fail from here on, reads go on. A plain
    /// `mount -o remount,ro` is refused while a file is open for writing.
    pub(crate) fn fail_to_read_only(&self) -> Result<()> {
        let source = ["-n", "-o", "SOURCE", "--mountpoint"].map(OsStr::new);
        let device = programs::run("findmnt", &[&source[..], &[self.mount_point().as_os_str()]].concat())?;
        let device = device.rsplit('/').next().unwrap_or_default();
        let trigger = PathBuf::from(format!("/sys/fs/ext4/{device}/trigger_fs_error"));
        fs::write(&trigger, "asked for by a test").with_context(|| format!("writing {}", trigger.display()))
    }

    /// Makes all that is on it durable.
    pub(crate) fn sync(&self) -> Result<()> {
        programs::run("sync", &[OsStr::new("-f"), self.mount_point().as_os_str()]).map(drop)
    }

    /// Leaves not a block free.
    pub(crate) fn fill(&self) -> Result<()> {
        let mut file = File::create(self.filler()).context("making the file that fills the disk")?;
        let mut piece = vec![0x55; 1 << 20];
        while !piece.is_empty() {
            match file.write(&piece) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => piece.truncate(piece.len() / 2),
                Err(error) => bail!("filling the disk failed: {error}"),
            }
        }
        file.sync_all().context("filling the disk")
    }

    pub(crate) fn free(&self) -> Result<()> {
        fs::remove_file(self.filler()).context("removing the file that filled the disk")
    }
}

impl Drop for LoopDisk {
    fn drop(&mut self) {
        if let Err(error) = self.unmount() {
            eprintln!("{error:#}");
        }
        // Unmounting detaches the device; one whose mount failed half-way is left over.
        let attached =
            programs::run("losetup", &[OsStr::new("-j"), self.image().as_os_str()]).unwrap_or_default();
        for device in attached.lines().filter_map(|line| line.split(':').next()) {
            if let Err(error) = programs::run("losetup", &["-d", device]) {
                eprintln!("{error:#}");
            }
        }
    }
}

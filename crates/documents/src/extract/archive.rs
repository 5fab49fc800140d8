//! Zip containers, unpacked with a count: a bomb is refused before it unfolds.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::ExtractError;
use super::limits::Limits;

pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    room: u64,
}

/// Containers this small may unfold freely: repeated XML packs very well.
const SMALL: u64 = 64 << 20;

impl<'a> Archive<'a> {
    pub(super) fn open(content: &'a [u8], limits: &Limits) -> Result<Self, ExtractError> {
        let zip = ZipArchive::new(Cursor::new(content)).map_err(|error| of_zip(&error))?;
        if zip.len() > limits.entries {
            return Err(ExtractError::too_large(format!("it is a container of {} entries", zip.len())));
        }
        let by_ratio = (content.len() as u64).saturating_mul(limits.ratio).max(SMALL);
        Ok(Self { zip, room: by_ratio.min(limits.unpacked) })
    }

    /// Entries whose names cannot be read are not ours.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.zip.file_names().filter_map(Result::ok).map(std::borrow::Cow::into_owned)
    }

    /// `None` if there is no such entry.
    pub(super) fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, ExtractError> {
        let entry = match self.zip.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(of_zip(&error)),
        };
        // The size that an entry declares is its own word: what comes out is counted.
        let mut content = Vec::new();
        entry.take(self.room.saturating_add(1)).read_to_end(&mut content).map_err(ExtractError::damaged)?;
        match self.room.checked_sub(content.len() as u64) {
            Some(room) => {
                self.room = room;
                Ok(Some(content))
            }
            None => Err(ExtractError::too_large("its content unfolds to many times its size")),
        }
    }

    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, ExtractError> {
        Ok(self.bytes(name)?.map(|content| super::text::decode::decode(&content)))
    }

    /// An entry that a file of this kind cannot be without.
    pub(super) fn required(&mut self, name: &str) -> Result<String, ExtractError> {
        self.text(name)?.ok_or_else(|| ExtractError::damaged(format!("its part {name} is missing")))
    }

    /// Unpacks everything to nowhere: libraries that read the container themselves do not count.
    pub(super) fn check(content: &[u8], limits: &Limits) -> Result<(), ExtractError> {
        let mut archive = Archive::open(content, limits)?;
        for at in 0..archive.zip.len() {
            let entry = archive.zip.by_index(at).map_err(|error| of_zip(&error))?;
            let size = std::io::copy(&mut entry.take(archive.room.saturating_add(1)), &mut std::io::sink())
                .map_err(ExtractError::damaged)?;
            archive.room = archive
                .room
                .checked_sub(size)
                .ok_or_else(|| ExtractError::too_large("its content unfolds to many times its size"))?;
        }
        Ok(())
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library adds variants; only encryption has its own message"
)]
fn of_zip(error: &ZipError) -> ExtractError {
    match error {
        ZipError::UnsupportedArchive(reason) if reason.contains("assword") => ExtractError::Protected,
        ZipError::InvalidPassword => ExtractError::Protected,
        other => ExtractError::damaged(other),
    }
}

#[cfg(test)]
#[path = "archive_tests.rs"]
mod tests;

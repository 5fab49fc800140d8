//! An assistant as a zip of its folder, to take along and to bring.

use std::io::{Cursor, Read, Write};

use conserje_agents::PackFiles;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{AssistantError, content};

/// The largest archive that is read.
pub const MOST_PACKED: usize = 4 * 1024 * 1024;
/// The largest file in one.
const MOST_UNPACKED: u64 = 3 * 1024 * 1024;
/// Parts of a pack folder that belong to those who run the server: left out when one is brought.
const LEFT_OUT: [&str; 4] = ["knowledge/", "catalog/", "demo/", "synonyms.toml"];

pub(super) fn pack(name: &str, files: &PackFiles) -> Result<Vec<u8>, AssistantError> {
    let failed =
        |error: &dyn std::fmt::Display| AssistantError::invalid(format!("it could not be packed: {error}"));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // The same files are the same archive, whenever it is made.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, text) in files {
        archive.start_file(format!("{name}/{path}"), options).map_err(|error| failed(&error))?;
        archive.write_all(text.as_bytes()).map_err(|error| failed(&error))?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|error| failed(&error))
}

/// The files of a pack folder, whether the archive holds the folder or what is in it.
pub(super) fn unpack(packed: &[u8]) -> Result<PackFiles, AssistantError> {
    let unreadable =
        |error: &dyn std::fmt::Display| AssistantError::invalid(format!("this is no zip archive: {error}"));
    if packed.len() > MOST_PACKED {
        return Err(AssistantError::invalid(format!(
            "an archive has at most {} MB",
            MOST_PACKED / 1024 / 1024
        )));
    }
    let mut archive = ZipArchive::new(Cursor::new(packed)).map_err(|error| unreadable(&error))?;
    let root = archive
        .file_names()
        .filter_map(|name| Some(name.ok()?.strip_suffix("pack.toml")?.to_owned()))
        .filter(|root| root.is_empty() || root.ends_with('/'))
        .min_by_key(String::len)
        .ok_or_else(|| AssistantError::invalid("there is no `pack.toml` in this archive"))?;
    let (mut files, mut left) = (PackFiles::new(), MOST_UNPACKED);
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(|error| unreadable(&error))?;
        let name = file.name().map_err(|error| unreadable(&error))?.into_owned();
        let Some(path) = name.strip_prefix(&root).map(str::to_owned) else { continue };
        if file.is_dir() || LEFT_OUT.iter().any(|left_out| path.starts_with(left_out)) {
            continue;
        }
        if !content::is_path(&path) {
            files.insert(path, String::new());
            // Says which one is in the way.
            content::check(&files)?;
            continue;
        }
        let mut text = Vec::new();
        let read = file.take(left + 1).read_to_end(&mut text).map_err(|error| unreadable(&error))? as u64;
        left = left.checked_sub(read).ok_or_else(|| {
            AssistantError::invalid(format!(
                "its files have more than {} MB together",
                MOST_UNPACKED / 1024 / 1024
            ))
        })?;
        let text = String::from_utf8(text)
            .map_err(|_| AssistantError::invalid(format!("`{path}` is no text in UTF-8")))?;
        files.insert(path, text);
    }
    content::check(&files)?;
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> PackFiles {
        all.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    fn zipped(all: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, text) in all {
            archive.start_file(*path, SimpleFileOptions::default()).unwrap();
            archive.write_all(text).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let all = files(&[("pack.toml", "name = \"x\""), ("prompts/x.md", "Eres útil.\n")]);
        let packed = pack("x", &all).unwrap();
        assert_eq!(packed, pack("x", &all).unwrap());
        assert_eq!(unpack(&packed).unwrap(), all);
    }

    #[test]
    fn a_folder_as_it_stands_on_a_disk_is_taken() {
        let packed = zipped(&[
            ("mine/pack.toml", b"a"),
            ("mine/knowledge/a.pdf", b"\xff"),
            ("mine/prompts/a.md", b"b"),
            ("elsewhere.txt", b"c"),
        ]);
        assert_eq!(unpack(&packed).unwrap(), files(&[("pack.toml", "a"), ("prompts/a.md", "b")]));
    }

    #[test]
    fn what_is_no_assistant_is_refused_with_a_reason() {
        let problem = |packed: &[u8]| unpack(packed).unwrap_err().to_string();
        assert!(problem(b"hello").starts_with("this is no zip archive"));
        assert_eq!(problem(&zipped(&[("a.txt", b"")])), "there is no `pack.toml` in this archive");
        let sly = problem(&zipped(&[("pack.toml", b""), ("../../x", b"")]));
        assert!(sly.starts_with("`../../x` cannot be a file of an assistant"), "{sly}");
        assert_eq!(problem(&zipped(&[("pack.toml", b"\xff")])), "`pack.toml` is no text in UTF-8");
        let bomb = zipped(&[("pack.toml", &vec![b' '; 4 * 1024 * 1024])]);
        assert_eq!(problem(&bomb), "its files have more than 3 MB together");
    }
}

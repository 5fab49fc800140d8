//! Puts the packs of `packs` into the binary.
//!
//! Paths are found when this runs, relative to the package: checkouts share a target folder, and with it
//! this program as one of them compiled it. What is embedded is copied for the same reason.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PACKS: &str = "../../packs";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    packs(&out)
}

/// All of it: routing learns from examples, and what a pack is tested with can be asked of the program that ships.
fn packs(out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={PACKS}");
    let copies = out.join("packs");
    if copies.is_dir() {
        fs::remove_dir_all(&copies)?;
    }
    let mut rows = String::new();
    let mut waiting = vec![PathBuf::from(PACKS)];
    let mut files = Vec::new();
    while let Some(folder) = waiting.pop() {
        for path in sorted(&folder)? {
            if path.is_dir() {
                waiting.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    for path in files {
        let name = path.strip_prefix(PACKS).map_err(io::Error::other)?;
        let copy = copies.join(name);
        fs::create_dir_all(copy.parent().unwrap_or(&copies))?;
        fs::copy(&path, &copy)?;
        let name = name.to_string_lossy();
        let _ =
            writeln!(rows, "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/packs/{name}\"))),");
    }
    let table = format!(
        "/// The packs that come with the program: paths below `packs`, and what is there.\nstatic FILES: &[(&str, &[u8])] = &[\n{rows}];\n"
    );
    fs::write(out.join("pack_files.rs"), table)
}

fn sorted(folder: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()?;
    paths.sort();
    Ok(paths)
}

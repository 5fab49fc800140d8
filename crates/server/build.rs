//! Puts the pages of `docs/errors` into the binary, so that an error's `type` leads somewhere.
//!
//! Paths are found when this runs, relative to the package: checkouts share a target folder, and with it
//! this program as one of them compiled it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PAGES: &str = "../../docs/errors";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={PAGES}");
    let mut pages = fs::read_dir(PAGES)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()?;
    pages.sort();
    let mut arms = String::new();
    for path in pages.iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let code = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        // The text itself, not a path to it. Writing to a String cannot fail.
        let _ = writeln!(arms, "        {code:?} => Some({:?}),", fs::read_to_string(path)?);
    }
    let function = format!(
        "/// The page of a code.\npub(super) fn page(code: &str) -> Option<&'static str> {{\n    match code {{\n{arms}        _ => None,\n    }}\n}}\n"
    );
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("error_pages.rs"), function)
}

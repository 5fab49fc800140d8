//! Puts the pages of `docs/errors` into the binary, so that an error's `type` leads somewhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    println!("cargo::rerun-if-changed={}", pages.display());
    let mut names: Vec<PathBuf> =
        fs::read_dir(&pages)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    names.sort();
    let mut arms = String::new();
    for path in names {
        let (Some(stem), true) = (
            path.file_stem().and_then(|stem| stem.to_str()),
            path.extension().is_some_and(|end| end == "md"),
        ) else {
            continue;
        };
        // Writing to a String cannot fail.
        let _ = writeln!(arms, "        {stem:?} => Some(include_str!({:?})),", path.display().to_string());
    }
    let code = format!(
        "/// The page of a code.\npub(super) fn page(code: &str) -> Option<&'static str> {{\n    match code {{\n{arms}        _ => None,\n    }}\n}}\n"
    );
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("error_pages.rs"), code)
}

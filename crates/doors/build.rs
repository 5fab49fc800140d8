//! Puts the pages of `docs/errors` and the built page of `web/dist` into the binary.
//!
//! Paths are found when this runs, relative to the package: checkouts share a target folder, and with it
//! this program as one of them compiled it. What is embedded is copied for the same reason.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PAGES: &str = "../../docs/errors";
const WEB: &str = "../../web/dist";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    error_pages(&out)?;
    web(&out)
}

fn error_pages(out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={PAGES}");
    let mut arms = String::new();
    for path in sorted(PAGES)?.iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let code = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        // The text itself, not a path to it. Writing to a String cannot fail.
        let _ = writeln!(arms, "        {code:?} => Some({:?}),", fs::read_to_string(path)?);
    }
    let function = format!(
        "/// The page of a code.\npub(super) fn page(code: &str) -> Option<&'static str> {{\n    match code {{\n{arms}        _ => None,\n    }}\n}}\n"
    );
    fs::write(out.join("error_pages.rs"), function)
}

/// Without a built page the table is empty, and the server says how to build one.
fn web(out: &Path) -> io::Result<()> {
    // Cargo looks at a path that is not there each time, so that the page is found once it is built.
    println!("cargo::rerun-if-changed={WEB}");
    let copies = out.join("web");
    if copies.is_dir() {
        fs::remove_dir_all(&copies)?;
    }
    fs::create_dir_all(&copies)?;
    let mut names = BTreeSet::new();
    if Path::new(WEB).is_dir() {
        for folder in [WEB.to_owned(), format!("{WEB}/assets")] {
            for path in sorted(&folder)?.iter().filter(|path| path.is_file()) {
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                fs::copy(path, copies.join(&name))?;
                names.insert(name);
            }
        }
    }
    let mut rows = String::new();
    for name in names {
        let _ =
            writeln!(rows, "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/web/{name}\"))),");
    }
    let table = format!(
        "/// The built page, in the order of file names.\nstatic FILES: &[(&str, &[u8])] = &[\n{rows}];\n"
    );
    fs::write(out.join("web_files.rs"), table)
}

fn sorted(folder: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()?;
    paths.sort();
    Ok(paths)
}

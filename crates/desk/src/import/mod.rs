//! A business from one folder: `business.toml`, and `menu.csv` where it sells from a menu.
//!
//! Everything that is wrong is collected, each with its file and line. Nothing is taken over unless all is right.
mod business;
mod fact;
mod faults;
mod file;
mod menu;

use std::path::Path;

pub use faults::{ImportError, ImportFault};

use faults::Sheet;

use super::model::Business;

/// What is read: the texts of the files, by name. Who reads them is somebody else.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    pub business: (&'a Path, &'a str),
    pub menu: Option<(&'a Path, &'a str)>,
}

pub fn import(files: Files<'_>) -> Result<Business, ImportError> {
    let (path, text) = files.business;
    let mut sheet = Sheet::new(path, text);
    let read = match toml::from_str::<file::BusinessFile>(text) {
        Ok(file) => business::business(file, &mut sheet),
        Err(error) => {
            sheet.at(&error.span().unwrap_or(0..0), error.message().trim());
            None
        }
    };
    let mut faults = sheet.faults;
    let mut menu = Vec::new();
    // Prices need the currency that the other file says.
    if let (Some((path, text)), Some(business)) = (files.menu, &read) {
        let mut sheet = Sheet::new(path, text);
        menu = menu::menu(text, business.currency, &mut sheet);
        faults.extend(sheet.faults);
    }
    match read {
        Some(business) if faults.is_empty() => Ok(Business { menu, ..business }),
        _ => {
            faults.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
            Err(ImportError { faults })
        }
    }
}

/// Reads the files of a folder and what they say.
pub fn read_folder(folder: &Path) -> Result<Business, ImportError> {
    let read = |name: &str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path);
        (path, text)
    };
    let unreadable = |path: &Path, error: &std::io::Error| ImportFault {
        path: path.to_owned(),
        line: None,
        problem: format!("the file cannot be read: {error}"),
    };
    let (path, text) = read("business.toml");
    let text = text.map_err(|error| ImportError { faults: vec![unreadable(&path, &error)] })?;
    let (menu_path, menu) = read("menu.csv");
    let menu = match menu {
        Ok(menu) => Some(menu),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(ImportError { faults: vec![unreadable(&menu_path, &error)] }),
    };
    let menu = menu.as_deref().map(|text| (menu_path.as_path(), text));
    import(Files { business: (&path, &text), menu })
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod tests;

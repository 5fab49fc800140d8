//! The modules of a crate: the file each is in, the names it has, and every path that stands in it.
//!
//! What is for tests only is left out: tests may reach for anything.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use syn::{Expr, ExprLit, Item, ItemMod, Lit};

use crate::circles_paths::Names;
use crate::sources;

/// The modules of a library or program; the first is its root.
#[derive(Default)]
pub(crate) struct Modules {
    modules: Vec<Module>,
}

/// Where a module stands among [`Modules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ModuleId(usize);

#[derive(Default)]
pub(crate) struct Module {
    /// Relative to the crate's folder, with `/`.
    pub(crate) file: String,
    pub(crate) parent: Option<ModuleId>,
    pub(crate) children: BTreeMap<String, ModuleId>,
    pub(crate) names: Names,
}

impl Modules {
    pub(crate) const ROOT: ModuleId = ModuleId(0);

    /// Reads the modules that hang on this file, relative to the crate's folder.
    pub(crate) fn read(folder: &Path, root: &str) -> Result<Self> {
        let mut modules = Self::default();
        let children_in = Path::new(root).parent().unwrap_or_else(|| Path::new("")).to_owned();
        modules.add_file(folder, root, &children_in, None)?;
        Ok(modules)
    }

    pub(crate) fn get(&self, id: ModuleId) -> Option<&Module> {
        self.modules.get(id.0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ModuleId, &Module)> {
        self.modules.iter().enumerate().map(|(number, module)| (ModuleId(number), module))
    }

    /// The module itself and those that it is in, from the inside out.
    pub(crate) fn upwards(&self, from: ModuleId) -> impl Iterator<Item = &Module> {
        std::iter::successors(self.get(from), |module| module.parent.and_then(|parent| self.get(parent)))
    }

    fn add_file(
        &mut self,
        folder: &Path,
        file: &str,
        children_in: &Path,
        parent: Option<ModuleId>,
    ) -> Result<ModuleId> {
        let text = fs::read_to_string(folder.join(file)).with_context(|| format!("reading {file}"))?;
        let parsed = syn::parse_file(&text).with_context(|| format!("reading {file}"))?;
        let place = Place { folder, file, children_in };
        self.add_module(&place, &parsed.items, parent)
    }

    fn add_module(
        &mut self,
        place: &Place<'_>,
        items: &[Item],
        parent: Option<ModuleId>,
    ) -> Result<ModuleId> {
        let id = ModuleId(self.modules.len());
        let names = Names::of(items);
        self.modules.push(Module { file: place.file.to_owned(), parent, names, ..Module::default() });
        for item in items {
            if let Item::Mod(item) = item
                && !sources::is_for_tests(&item.attrs)
            {
                let child = self.add_child(place, item, id)?;
                if let Some(module) = self.modules.get_mut(id.0) {
                    module.children.insert(item.ident.to_string(), child);
                }
            }
        }
        Ok(id)
    }

    fn add_child(&mut self, place: &Place<'_>, item: &ItemMod, parent: ModuleId) -> Result<ModuleId> {
        let children_in = place.children_in.join(item.ident.to_string());
        if let Some((_, items)) = &item.content {
            return self.add_module(&Place { children_in: &children_in, ..*place }, items, Some(parent));
        }
        let file = place.file_of(item)?;
        let is_folder = file.ends_with("mod.rs") || given_path(item).is_some();
        let own_folder = file.parent().filter(|_| is_folder).unwrap_or(&children_in);
        self.add_file(place.folder, &file.to_string_lossy(), own_folder, Some(parent))
    }
}

/// Where a module is written, and where the files of its children are.
#[derive(Clone, Copy)]
struct Place<'a> {
    folder: &'a Path,
    file: &'a str,
    children_in: &'a Path,
}

impl Place<'_> {
    fn file_of(&self, item: &ItemMod) -> Result<PathBuf> {
        if let Some(path) = given_path(item) {
            return Ok(Path::new(self.file).parent().unwrap_or_else(|| Path::new("")).join(path));
        }
        let name = item.ident.to_string();
        let candidates =
            [self.children_in.join(format!("{name}.rs")), self.children_in.join(name).join("mod.rs")];
        match candidates.into_iter().find(|file| self.folder.join(file).is_file()) {
            Some(file) => Ok(file),
            None => bail!("{} declares `mod {}`, and there is no file of it", self.file, item.ident),
        }
    }
}

/// The file that `#[path = "…"]` gives to a module.
fn given_path(item: &ItemMod) -> Option<String> {
    let attribute = item.attrs.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) = &attribute.meta.require_name_value().ok()?.value
    else {
        return None;
    };
    Some(path.value())
}

//! The names and paths that stand in a module, collected from its syntax.
//!
//! Paths inside macros and attributes are found among their tokens: what `format!` or `#[utoipa::path]` is given is
//! used like anything else.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    ImplItemFn, Item, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMacro, ItemMod, ItemStatic, ItemStruct,
    ItemTrait, ItemType, ItemUnion, ItemUse, Macro, MetaList, Path, UseTree, Visibility,
};

use crate::sources;

/// What stands in a module itself, not in its children.
#[derive(Default)]
pub(crate) struct Names {
    /// Names of its own items.
    pub(crate) defined: BTreeSet<String>,
    /// Names that a `use` brings in, and the path that each stands for.
    pub(crate) imports: BTreeMap<String, Vec<String>>,
    /// The paths before `::*`.
    pub(crate) globs: Vec<WrittenPath>,
    pub(crate) paths: Vec<WrittenPath>,
}

/// A path as it is written in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WrittenPath {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

impl Names {
    /// What stands in these items, without their modules.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut names = Self::default();
        for item in items.iter().filter(|item| !matches!(item, Item::Mod(_))) {
            names.visit_item(item);
        }
        names
    }

    fn define(&mut self, name: &Ident) {
        self.defined.insert(name.to_string());
    }

    fn path(&mut self, segments: Vec<String>, line: usize) {
        self.paths.push(WrittenPath { segments, line });
    }

    /// Every leaf of a `use` is a path; all but globs and `_` are names from then on.
    fn imported(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.imported(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.leaf(&name.ident, &name.ident, before),
            UseTree::Rename(name) => self.leaf(&name.ident, &name.rename, before),
            UseTree::Glob(glob) => {
                let line = glob.star_token.span().start().line;
                self.globs.push(WrittenPath { segments: before.to_vec(), line });
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.imported(tree, before)),
        }
    }

    fn leaf(&mut self, name: &Ident, known_as: &Ident, before: &[String]) {
        let itself = name == "self" && !before.is_empty();
        let segments = if itself { before.to_vec() } else { [before, &[name.to_string()]].concat() };
        let known_as =
            if itself && name == known_as { before.last().cloned() } else { Some(known_as.to_string()) };
        self.path(segments.clone(), name.span().start().line);
        if let Some(known_as) = known_as.filter(|known_as| known_as != "_") {
            self.imports.insert(known_as, segments);
        }
    }

    fn tokens(&mut self, tokens: &TokenStream) {
        let mut rest = tokens.clone().into_iter().peekable();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Group(group) => self.tokens(&group.stream()),
                TokenTree::Ident(first) => {
                    let mut segments = vec![first.to_string()];
                    while let Some(next) = next_segment(&mut rest) {
                        segments.push(next.to_string());
                    }
                    self.path_of_several(segments, first.span().start().line);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// A name alone is one that a `use` brought in, which counts there, or a variable.
    fn path_of_several(&mut self, segments: Vec<String>, line: usize) {
        if segments.len() > 1 {
            self.path(segments, line);
        }
    }
}

/// The name after `::`, if that is what comes next.
fn next_segment(rest: &mut (impl Iterator<Item = TokenTree> + Clone)) -> Option<Ident> {
    let is_colon =
        |token: Option<TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let mut ahead = rest.clone();
    let is_path = is_colon(ahead.next()) && is_colon(ahead.next());
    match ahead.next() {
        Some(TokenTree::Ident(name)) if is_path => {
            *rest = ahead;
            Some(name)
        }
        _ => None,
    }
}

/// Looks into an item unless it is for tests only.
macro_rules! items {
    ($($visit:ident $item:ident $(defines $name:ident)?,)*) => {
        $(fn $visit(&mut self, item: &'ast $item) {
            if !sources::is_for_tests(&item.attrs) {
                $(self.define(&item.$name);)?
                visit::$visit(self, item);
            }
        })*
    };
}

impl<'ast> Visit<'ast> for Names {
    items! {
        visit_impl_item_fn ImplItemFn,
        visit_item_const ItemConst defines ident,
        visit_item_enum ItemEnum defines ident,
        visit_item_impl ItemImpl,
        visit_item_mod ItemMod,
        visit_item_static ItemStatic defines ident,
        visit_item_struct ItemStruct defines ident,
        visit_item_trait ItemTrait defines ident,
        visit_item_type ItemType defines ident,
        visit_item_union ItemUnion defines ident,
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !sources::is_for_tests(&item.attrs) {
            self.define(&item.sig.ident);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if !sources::is_for_tests(&item.attrs) {
            if let Some(name) = &item.ident {
                self.define(name);
            }
            visit::visit_item_macro(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // `::name` is always another crate.
        if !sources::is_for_tests(&item.attrs) && item.leading_colon.is_none() {
            self.imported(&item.tree, &[]);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        if let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.path_of_several(segments, first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        visit::visit_macro(self, call);
        self.tokens(&call.tokens);
    }

    fn visit_meta_list(&mut self, list: &'ast MetaList) {
        self.tokens(&list.tokens);
    }

    /// Who may see an item is no use of theirs.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

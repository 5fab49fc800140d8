//! The functions of a Rust file and how long each is, for `cargo xtask sizes`.
//!
//! A function's lines are those from its `fn` to its last brace: its docs and attributes help its reader, and do not
//! count. One inside another counts for both, since whoever reads the outer one has to pass it.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemTrait, TraitItemFn, Type};

#[cfg(test)]
#[path = "functions_tests.rs"]
mod functions_tests;

/// Lines of each function that begins within the first lines of this text, by its name with the names around it
/// (`Type::function`). Of several with one name, the longest counts.
pub(crate) fn measure(text: &str, program_lines: usize) -> syn::Result<BTreeMap<String, usize>> {
    let file = syn::parse_file(text)?;
    let mut functions = Functions { program_lines, around: Vec::new(), lengths: BTreeMap::new() };
    functions.visit_file(&file);
    Ok(functions.lengths)
}

struct Functions {
    program_lines: usize,
    /// The names of what the visitor is inside of: modules, types, traits, functions.
    around: Vec<String>,
    lengths: BTreeMap<String, usize>,
}

impl Functions {
    fn function(&mut self, begin: Span, end: Span) {
        let first = begin.start().line;
        if first <= self.program_lines {
            let length = self.lengths.entry(self.around.join("::")).or_default();
            *length = (*length).max(end.end().line + 1 - first);
        }
    }

    fn inside(&mut self, name: String, look: impl FnOnce(&mut Self)) {
        self.around.push(name);
        look(self);
        self.around.pop();
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.inside(item.sig.ident.to_string(), |functions| {
            functions.function(item.sig.span(), item.block.span());
            visit::visit_item_fn(functions, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.inside(item.sig.ident.to_string(), |functions| {
            functions.function(item.sig.span(), item.block.span());
            visit::visit_impl_item_fn(functions, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.inside(item.sig.ident.to_string(), |functions| {
            functions.function(item.sig.span(), item.span());
            visit::visit_trait_item_fn(functions, item);
        });
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.inside(name_of(&item.self_ty), |functions| visit::visit_item_impl(functions, item));
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.inside(item.ident.to_string(), |functions| visit::visit_item_trait(functions, item));
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.inside(item.ident.to_string(), |functions| visit::visit_item_mod(functions, item));
    }
}

/// The name of a type without what is around it: `Store` for `&mut store::Store<T>`.
fn name_of(ty: &Type) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "types without a name of their own are rare here")]
    match ty {
        Type::Path(path) => path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string()),
        Type::Reference(reference) => name_of(&reference.elem),
        _ => "impl".to_owned(),
    }
}

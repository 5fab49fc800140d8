//! `cargo xtask states`: what is one of a few words in the contract is an enum, not a string.
//!
//! A field called `status`, `kind` or `by` holds a word from a closed set. As a `String` it can hold any other word too:
//! the compiler does not see a misspelt one, and clients are not told which there are. `states.toml` says which folders
//! hold the contract, and lists with a reason the fields that are strings nevertheless. The list may only become shorter.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;
use serde::Deserialize;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Field, Fields, GenericArgument, ItemEnum, ItemMod, ItemStruct, LitStr, PathArguments, Token,
    Type,
};

use crate::{findings, sources};

#[cfg(test)]
#[path = "states_tests.rs"]
mod states_tests;

const FILE: &str = "states.toml";
/// Contract words: each is one of a few, wherever it stands.
const WORDS: [&str; 6] = ["status", "state", "kind", "role", "urgency", "by"];
/// What makes a type a part of the contract.
const DERIVES: [&str; 4] = ["Serialize", "Deserialize", "ToSchema", "IntoParams"];
/// What a string may be wrapped in and still be one.
const WRAPPERS: [&str; 6] = ["Option", "Vec", "Box", "Arc", "Rc", "Cow"];

/// `states.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// Where the contract is written, relative to the root.
    folders: Vec<String>,
    /// How many strings are listed. It is written down so that a longer list is seen as what it is.
    at_most: usize,
    /// `path::Type.field`, and why it is a string.
    strings: BTreeMap<String, String>,
}

pub(crate) fn run(workspace: &Metadata) -> Result<()> {
    let root = workspace.workspace_root.as_std_path();
    let file = root.join(FILE);
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let listed: Listed = toml::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
    let found = strings_in(root, &listed.folders)?;
    let findings = check(&listed, &found);
    if findings.is_empty() {
        println!("{} contract words are strings", found.len());
    }
    findings::conclude("states", &findings)
}

/// The contract words that are strings in these folders, as `path::Type.field`.
fn strings_in(root: &Path, folders: &[String]) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for folder in folders {
        for path in sources::files(&root.join(folder)).with_context(|| format!("{FILE} names {folder}"))? {
            let path = format!("{folder}/{path}");
            if sources::is_rust(&path) && sources::is_program(&path) {
                let text = fs::read_to_string(root.join(&path)).with_context(|| format!("reading {path}"))?;
                let strings = strings_of(&text).with_context(|| format!("reading {path}"))?;
                found.extend(strings.into_iter().map(|field| format!("{path}::{field}")));
            }
        }
    }
    Ok(found)
}

fn check(listed: &Listed, found: &BTreeSet<String>) -> Vec<String> {
    let Listed { folders: _, at_most, strings } = listed;
    let mut findings = Vec::new();
    for field in found.iter().filter(|field| !strings.contains_key(*field)) {
        findings.push(format!("{field} is a string; make it an enum of the words that it can be"));
    }
    for field in strings.keys().filter(|field| !found.contains(*field)) {
        findings.push(format!(
            "{FILE} lists {field}, which is gone or no string any more; remove that line and lower `at_most`"
        ));
    }
    for (field, _) in strings.iter().filter(|(_, reason)| reason.trim().is_empty()) {
        findings.push(format!("{FILE} lists {field} without a reason; say why it is a string"));
    }
    match strings.len() {
        fewer if fewer < *at_most => {
            findings.push(format!("{FILE} lists {fewer}; lower `at_most` to {fewer}: it may only fall"));
        }
        more if more > *at_most => findings.push(format!(
            "{FILE} lists {more}, over its `at_most = {at_most}`; the list may only become shorter"
        )),
        _ => {}
    }
    findings
}

/// The contract words that are strings in the types of this text, as `Type.field`.
fn strings_of(text: &str) -> syn::Result<Vec<String>> {
    let mut contract = Contract::default();
    contract.visit_file(&syn::parse_file(text)?);
    Ok(contract.strings)
}

#[derive(Default)]
struct Contract {
    strings: Vec<String>,
}

impl Contract {
    fn fields(&mut self, owner: &str, fields: &Fields) {
        let strings = fields.iter().filter(|field| is_bare(&field.ty)).filter_map(contract_word);
        self.strings.extend(strings.map(|field| format!("{owner}.{field}")));
    }
}

impl<'ast> Visit<'ast> for Contract {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        if is_contract(&item.attrs) {
            self.fields(&item.ident.to_string(), &item.fields);
        }
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        if is_contract(&item.attrs) {
            for variant in &item.variants {
                self.fields(&format!("{}::{}", item.ident, variant.ident), &variant.fields);
            }
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !sources::is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn is_contract(attributes: &[Attribute]) -> bool {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let mut derived = derives.flat_map(|attribute| {
        let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        paths.unwrap_or_default()
    });
    let is_one =
        |path: &syn::Path| path.segments.last().is_some_and(|last| DERIVES.iter().any(|it| last.ident == it));
    derived.any(|path| is_one(&path))
}

/// A field's name, if it is a contract word here or on the wire.
fn contract_word(field: &Field) -> Option<String> {
    let name = field.ident.as_ref()?.to_string();
    let is_word = |name: &str| WORDS.contains(&name);
    (is_word(&name) || renamed(&field.attrs).is_some_and(|name| is_word(&name))).then_some(name)
}

/// What `#[serde(rename = "…")]` calls it.
fn renamed(attributes: &[Attribute]) -> Option<String> {
    let mut name = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // An argument of another form ends the reading, which is all there is to do about it.
        let _read = attribute.parse_nested_meta(|meta| {
            let value = meta.value().and_then(syn::parse::ParseBuffer::parse::<LitStr>);
            if meta.path.is_ident("rename") {
                name = Some(value?.value());
            }
            Ok(())
        });
    }
    name
}

/// Whether this is a string, whatever it is wrapped in.
fn is_bare(ty: &Type) -> bool {
    if let Type::Reference(reference) = ty {
        return is_bare(&reference.elem);
    }
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    if last.ident == "String" || last.ident == "str" {
        return true;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    let is_string = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if is_bare(ty));
    WRAPPERS.iter().any(|wrapper| last.ident == wrapper) && arguments.args.iter().any(is_string)
}

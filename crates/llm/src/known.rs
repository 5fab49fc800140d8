//! What is known of models without asking their providers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use conserje_kernel::ProviderKind;
use serde::Deserialize;

use crate::tiers::TiersSetup;

/// A model as its provider describes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownModel {
    /// What names of it begin with.
    pub id: String,
    pub kind: ProviderKind,
    pub context_window: u64,
    pub max_output_tokens: u32,
    pub vision: bool,
    pub price: KnownPrice,
    /// The day on which the prices were looked up.
    pub priced_on: String,
}

/// In dollars per million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPrice {
    pub input: f64,
    pub output: f64,
    pub cached: Option<f64>,
    pub cache_written: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    models: Vec<KnownModel>,
    begin: BTreeMap<ProviderKind, TiersSetup>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    // A test reads it, so that a fault in it never gets as far as here.
    toml::from_str(include_str!("known.toml")).unwrap_or(Book { models: Vec::new(), begin: BTreeMap::new() })
});

/// The model that a provider's name for it stands for: `gpt-5-mini-2025-08-07`, `openai/gpt-5-mini`.
pub fn known(wire_name: &str) -> Option<&'static KnownModel> {
    let name = wire_name.rsplit('/').next().unwrap_or(wire_name);
    let fits = |model: &&KnownModel| {
        name.strip_prefix(model.id.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '@', ':']))
    };
    BOOK.models.iter().filter(fits).max_by_key(|model| model.id.len())
}

/// Those of a kind of provider.
pub fn known_of(kind: ProviderKind) -> impl Iterator<Item = &'static KnownModel> {
    BOOK.models.iter().filter(move |model| model.kind == kind)
}

/// What a provider begins with when nothing but its key is given.
pub fn begins_with(kind: ProviderKind) -> TiersSetup {
    BOOK.begin.get(&kind).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_can_be_read_and_what_providers_begin_with_is_in_it() {
        let book: Book = toml::from_str(include_str!("known.toml")).unwrap();
        for (kind, tiers) in &book.begin {
            for name in [&tiers.fast, &tiers.balanced, &tiers.premium].into_iter().flatten() {
                assert_eq!(known(name).map(|model| model.kind), Some(*kind), "{name}");
            }
        }
        for model in &book.models {
            model.priced_on.parse::<jiff::civil::Date>().unwrap();
            assert!(model.price.output >= model.price.input, "{}", model.id);
        }
    }

    #[test]
    fn a_model_is_known_by_the_longest_beginning_of_its_name() {
        let id = |name: &str| known(name).map(|model| model.id.as_str());
        assert_eq!(id("gpt-5-mini-2025-08-07"), Some("gpt-5-mini"));
        assert_eq!(id("gpt-5"), Some("gpt-5"));
        assert_eq!(id("anthropic/claude-sonnet-4-6"), Some("claude-sonnet-4-6"));
        assert_eq!(id("gpt-50"), None);
        assert_eq!(id("qwen3:8b"), None);
    }
}

//! The menu, and what is in the dishes.

use conserje_desk::model::MenuItem;
use conserje_desk::names;
use conserje_desk::text::Text;
use conserje_kernel::Language::{En, Es};
use conserje_kernel::say;
use conserje_text::{fold, name_words as words};

use super::look_up::{category_in, dishes_in};
use crate::desk::dialogue::hearing::{Setting, Utterance};
use crate::desk::dialogue::wording::{can_be_had, dish, listed};

/// How allergens are asked for, and what menus call them.
const ALLERGENS: [(&str, &[&str]); 8] = [
    ("lacteos", &["lacteos", "leche", "lactosa", "dairy", "milk", "lactose"]),
    ("gluten", &["gluten", "trigo", "wheat", "celiaco", "celiaca", "celiac", "coeliac"]),
    ("nueces", &["nueces", "nuez", "nuts", "nut", "walnut", "walnuts"]),
    ("cacahuate", &["cacahuate", "cacahuete", "mani", "peanut", "peanuts"]),
    ("pescado", &["pescado", "fish"]),
    ("huevo", &["huevo", "huevos", "egg", "eggs"]),
    ("ajonjoli", &["ajonjoli", "sesamo", "sesame"]),
    ("mariscos", &["mariscos", "marisco", "shellfish", "seafood"]),
];

pub(crate) fn menu(said: &Utterance, setting: &Setting<'_>) -> Vec<String> {
    if setting.business.menu.is_empty() {
        return vec![say(setting.language, "No tenemos menú.", "We have no menu.").to_owned()];
    }
    let asks_contents =
        said.begins(&["alerg", "allerg", "contien", "contain", "lleva", "ingredient", "intoleran"]);
    let allergen = allergen_in(said, setting);
    if asks_contents || allergen.is_some() {
        let dishes = dishes_in(setting, said);
        if !dishes.is_empty() {
            return contents(&dishes, setting);
        }
        if let Some(allergen) = allergen {
            return free_of(&allergen, setting);
        }
        return contents(&setting.business.menu.iter().collect::<Vec<_>>(), setting);
    }
    let category = category_in(setting.business, said);
    by_category(setting, category)
}

/// A line for each category, or one for each dish of one.
pub(crate) fn by_category(setting: &Setting<'_>, only: Option<&Text>) -> Vec<String> {
    let language = setting.language;
    let menu = &setting.business.menu;
    if let Some(only) = only {
        let of = menu.iter().filter(|item| item.category == *only);
        return of
            .map(|item| {
                let state = if can_be_had(item) {
                    ""
                } else {
                    say(language, " (hoy no hay)", " (not available today)")
                };
                format!("- {}{state}: {}.", dish(item, setting), item.description.to(language))
            })
            .collect();
    }
    let mut categories: Vec<&Text> = Vec::new();
    for item in menu {
        if !categories.contains(&&item.category) {
            categories.push(&item.category);
        }
    }
    let line = |category: &Text| {
        let of = menu.iter().filter(|item| item.category == *category && can_be_had(item));
        let items: Vec<String> = of.map(|item| dish(item, setting)).collect();
        format!("{}: {}.", category.to(language), items.join(", "))
    };
    categories.into_iter().map(line).collect()
}

/// As the menu calls it.
fn allergen_in(said: &Utterance, setting: &Setting<'_>) -> Option<String> {
    let listed = setting.business.menu.iter().flat_map(|item| &item.allergens);
    listed
        .into_iter()
        .find(|allergen| {
            let name = fold(allergen);
            let also = ALLERGENS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, also)| also);
            let near = |word: &String| {
                let same = words(word)
                    .iter()
                    .any(|said| words(&name).iter().any(|one| names::typos(said, one).is_some()));
                same || also.contains(&word.as_str())
            };
            said.words.iter().any(near)
        })
        .cloned()
}

fn contents(items: &[&MenuItem], setting: &Setting<'_>) -> Vec<String> {
    let language = setting.language;
    let line = |item: &&MenuItem| {
        let name = item.name.to(language);
        match (language, item.allergens.is_empty()) {
            (Es, true) => format!("- {name}: sin alérgenos registrados"),
            (Es, false) => format!("- {name}: contiene {}", self::listed(&item.allergens, language)),
            (En, true) => format!("- {name}: no allergens on record"),
            (En, false) => format!("- {name}: contains {}", self::listed(&item.allergens, language)),
        }
    };
    items.iter().map(line).chain([caution(setting)]).collect()
}

fn free_of(allergen: &str, setting: &Setting<'_>) -> Vec<String> {
    let language = setting.language;
    let (with, without): (Vec<&MenuItem>, Vec<&MenuItem>) = setting
        .business
        .menu
        .iter()
        .filter(|item| can_be_had(item))
        .partition(|item| item.allergens.iter().any(|one| one == allergen));
    let names = |items: Vec<&MenuItem>| -> String {
        let names: Vec<String> = items.into_iter().map(|item| item.name.to(language).to_owned()).collect();
        self::listed(&names, language)
    };
    let (with, without) = match language {
        Es => (
            format!("Llevan {allergen}: {}.", names(with)),
            format!("No lo tienen registrado: {}.", names(without)),
        ),
        En => (
            format!("With {allergen}: {}.", names(with)),
            format!("Without it on record: {}.", names(without)),
        ),
    };
    vec![with, without, caution(setting)]
}

fn caution(setting: &Setting<'_>) -> String {
    say(
        setting.language,
        setting.address.choose(
            "Si tienes una alergia, dilo también al personal al pedir.",
            "Si tiene una alergia, dígalo también al personal al pedir.",
        ),
        "If you have an allergy, please tell the staff as well when you order.",
    )
    .to_owned()
}

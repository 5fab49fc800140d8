//! Articles of laws, by the name of the law and the number of the article.

use conserje_kernel::Scope;
use conserje_search::Passage;
use conserje_store::{Tx, chunks};

use super::process::passage;
use super::shelf::not_for_guests;
use super::{Library, LibraryError};
use crate::law::{LawNames, article_key};

/// The passages of one article, in order.
#[derive(Clone, Debug)]
pub struct FoundArticle {
    pub law: String,
    pub number: String,
    pub passages: Vec<Passage>,
}

/// What came of looking an article up.
#[derive(Clone, Debug)]
pub enum Lookup {
    Found(FoundArticle),
    /// The law is there, the article is not.
    NoSuchArticle {
        law: String,
    },
    /// No law of this name is there; these are.
    NoSuchLaw {
        known: Vec<String>,
    },
    /// This cannot be the number of an article.
    NotANumber,
}

/// The law that is called so, or by a part of it: `the Spanish Workers' Statute`.
fn meant(names: &LawNames, asked: &str) -> Option<String> {
    let words: Vec<&str> = asked.split_whitespace().take(12).collect();
    let lengths = (1..=words.len()).rev();
    let mut parts = lengths.flat_map(|length| words.windows(length)).map(|part| part.join(" "));
    parts.find_map(|part| names.resolve(&part).map(|law| law.name.clone()))
}

impl Library {
    /// The article `48`, `205.1`, `48 bis` or `disposición adicional primera` of a law, by full name, short name or
    /// abbreviation.
    pub async fn article(&self, scope: &Scope, number: &str, law: &str) -> Result<Lookup, LibraryError> {
        not_for_guests(scope)?;
        let Some(key) = article_key(number) else { return Ok(Lookup::NotANumber) };
        let asked = law.trim().to_owned();
        let find = move |tx: &mut Tx<'_>| {
            let known = chunks::laws(tx)?;
            let mut names = LawNames::spanish().clone();
            for law in &known {
                names.add(law);
            }
            let Some(law) = meant(&names, &asked).filter(|law| known.contains(law)) else {
                return Ok(Lookup::NoSuchLaw { known });
            };
            // "205.1" is the first paragraph of article 205, where there is no article 205.1.
            let whole = key.to_string();
            let mut rows = chunks::of_article(tx, &law, &whole)?;
            let mut number = whole;
            if rows.is_empty() && key.paragraph.is_some() {
                number = crate::law::ArticleKey { paragraph: None, ..key }.to_string();
                rows = chunks::of_article(tx, &law, &number)?;
            }
            if rows.is_empty() {
                return Ok(Lookup::NoSuchArticle { law });
            }
            let passages = rows.iter().map(passage).collect::<Result<Vec<_>, LibraryError>>()?;
            Ok(Lookup::Found(FoundArticle { law, number, passages }))
        };
        self.0.store.read(scope, find).await
    }

    /// What a passage refers to, in order, at most `most`.
    pub async fn related(
        &self,
        scope: &Scope,
        id: &str,
        most: usize,
    ) -> Result<Option<Vec<Passage>>, LibraryError> {
        not_for_guests(scope)?;
        let id = id.to_owned();
        let follow = move |tx: &mut Tx<'_>| {
            let Some(row) = chunks::find(tx, &id)? else { return Ok(None) };
            let refs = passage(&row)?.refs;
            let rows = chunks::find_all(tx, &refs)?;
            let related = refs.iter().filter_map(|id| rows.iter().find(|row| row.id == *id)).take(most);
            Ok::<_, LibraryError>(Some(related.map(passage).collect::<Result<_, _>>()?))
        };
        self.0.store.read(scope, follow).await
    }
}

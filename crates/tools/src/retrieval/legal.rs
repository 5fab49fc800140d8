//! Laws, rulings and criteria: found by words and meaning, by article, and by what refers to what.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use conserje_documents::law::{AskedLaw, asked_law};
use conserje_documents::{Ask, Collection, FoundPassage, Lookup};
use conserje_kernel::{CollectionId, DocumentId, Scope};
use conserje_search::{Mode, Passage};
use conserje_text::fold_accents;
use serde::Serialize;
use serde_json::{Value, json};

use super::args::{Args, count_schema, name_schema, query_schema, schema};
use super::desk::{Answer, Desk, Failure, SynonymTable, found};
use super::passages::{limit, models, shown};
use super::quote::Quoter;
use super::render::{Frame, Hit, Looked, Measure, Note, Problem, SearchKind, SearchPage, search};
use super::result::{milliseconds, recorded};
use super::sources::{Source, share};
use crate::tool::{Call, ToolInfo};

/// Passages that stand in for an article that is not there.
const INSTEAD: usize = 5;
/// Passages that another refers to.
const RELATED: usize = 5;

/// A search of some collections.
struct Field {
    search: SearchKind,
    /// The names that its collection may have; none for all collections.
    collections: &'static [&'static str],
    /// Default and most.
    top_k: (u64, u64),
}

const NORMATIVA: Field = Field { search: SearchKind::Normativa, collections: &[], top_k: (8, 15) };
const SENTENCIAS: Field =
    Field { search: SearchKind::Sentencias, collections: &["sentencias"], top_k: (5, 10) };
const CRITERIOS: Field =
    Field { search: SearchKind::Criterios, collections: &["criterios_inss", "criterios"], top_k: (5, 10) };

fn search_info(name: &str, about: &str, field: &Field) -> ToolInfo {
    let (default, most) = field.top_k;
    let parameters = schema(
        &json!({
            "query": query_schema("Three to six legal terms"),
            "top_k": count_schema(1, default, most, "How many results"),
        }),
        &["query"],
    );
    ToolInfo::read(name, about, parameters)
}

pub(super) fn normativa_info() -> ToolInfo {
    let about = "Finds articles of laws, and whatever else the legal collections say about something.";
    search_info("search_normativa", about, &NORMATIVA)
}

pub(super) fn sentencias_info() -> ToolInfo {
    search_info("search_sentencias", "Finds rulings: precedents and how courts read the law.", &SENTENCIAS)
}

pub(super) fn criterios_info() -> ToolInfo {
    search_info(
        "search_criterios",
        "Finds the administration's criteria on how the law is applied.",
        &CRITERIOS,
    )
}

pub(super) fn article_info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "article_number": name_schema("The article's number: 48, 205.1, 48 bis"),
            "law_name": name_schema("The law's name, short name or abbreviation: Estatuto de los Trabajadores, LGSS"),
        }),
        &["article_number", "law_name"],
    );
    ToolInfo::read("get_article", "Reads one article of a law, when you know which.", parameters)
}

pub(super) fn related_info() -> ToolInfo {
    let id = json!({
        "type": ["string", "integer"],
        "description": "The id of a passage, as a search gave it"
    });
    let parameters = schema(&json!({"chunk_id": id}), &["chunk_id"]);
    let about = "Reads the passages that a passage refers to: articles that it cites.";
    ToolInfo::read("get_related_chunks", about, parameters)
}

pub(super) async fn normativa(desk: Arc<Desk>, call: Call) -> Answer {
    search_in(&desk, &call, &NORMATIVA).await
}

pub(super) async fn sentencias(desk: Arc<Desk>, call: Call) -> Answer {
    search_in(&desk, &call, &SENTENCIAS).await
}

pub(super) async fn criterios(desk: Arc<Desk>, call: Call) -> Answer {
    search_in(&desk, &call, &CRITERIOS).await
}

async fn search_in(desk: &Desk, call: &Call, field: &Field) -> Answer {
    let began = Instant::now();
    let mut args = Args::new(&call.args);
    let query = args.text("query").unwrap_or_default().to_owned();
    let top_k = args.count("top_k", field.top_k.0, field.top_k.1);
    let mut legal = Legal::new(field.search, query, args.notes);
    let known = desk.library.collections(&call.scope).await?;
    let searched: Vec<&Collection> = known
        .iter()
        .filter(|one| one.chunks > 0 && field.collections.contains(&fold_accents(&one.name).as_str()))
        .collect();
    let within: BTreeSet<CollectionId> = searched.iter().map(|one| one.id).collect();
    let asked = asked_law(&legal.asked).filter(|_| field.collections.is_empty() && !call.scope.is_guest());
    if let Some(name) = field.collections.first() {
        let documents = searched.iter().map(|one| u64::try_from(one.documents).unwrap_or_default()).sum();
        legal.looked = Some(Looked { documents, within: Some((*name).to_owned()) });
    }
    if let (Some(name), true) = (field.collections.first(), within.is_empty()) {
        legal.notes.push(Note::EmptyCollection { name: (*name).to_owned() });
    } else {
        let is_open = match &asked {
            Some(asked) => legal.look_up(desk, &call.scope, asked).await?,
            None => true,
        };
        if is_open {
            legal.search(desk, call, within, limit(top_k)).await?;
        }
    }
    legal.took = began.elapsed();
    legal.outcome(desk, call, &known).await
}

pub(super) async fn article(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let args = Args::new(&call.args);
    let number = args.text("article_number").unwrap_or_default();
    let law = args.text("law_name").unwrap_or_default();
    let mut legal = Legal::new(SearchKind::Article, format!("{number}, {law}"), args.notes);
    let asked = AskedLaw { article: Some(number.to_owned()), law: law.to_owned() };
    if legal.look_up(&desk, &call.scope, &asked).await? {
        legal.notes.push(Note::NotAnArticle { number: number.to_owned() });
        legal.is_exact = false;
        legal.asked = format!("artículo {number} {law}");
        legal.search(&desk, &call, BTreeSet::new(), INSTEAD).await?;
    }
    legal.took = began.elapsed();
    let known = desk.library.collections(&call.scope).await?;
    legal.outcome(&desk, &call, &known).await
}

pub(super) async fn related(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let id = match call.args.get("chunk_id") {
        Some(Value::String(id)) => id.trim().to_owned(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let Some(passages) = desk.library.related(&call.scope, &id, RELATED).await? else {
        return Err(Problem::NoSuchChunk { id: id.chars().take(200).collect() }.into());
    };
    let notes = if passages.is_empty() { vec![Note::NoReferences { id: id.clone() }] } else { Vec::new() };
    let mut legal = Legal::new(SearchKind::Related, id, notes);
    legal.total = passages.len();
    legal.hits = passages.into_iter().map(exact).collect();
    legal.took = began.elapsed();
    let known = desk.library.collections(&call.scope).await?;
    legal.outcome(&desk, &call, &known).await
}

/// What was asked for by name is what was asked for.
fn exact(passage: Passage) -> FoundPassage {
    FoundPassage { passage, score: 1.0, lexical: None, cosine: None, highlights: Vec::new() }
}

/// What was asked and found.
struct Legal {
    kind: SearchKind,
    asked: String,
    notes: Vec<Note>,
    hits: Vec<FoundPassage>,
    total: usize,
    expanded: Option<String>,
    model: Option<String>,
    /// Found by name and not by likeness.
    is_exact: bool,
    looked: Option<Looked>,
    /// What is kept to; empty for everything.
    documents: BTreeSet<DocumentId>,
    took: Duration,
}

/// A passage of a law.
#[derive(Serialize)]
struct LegalItem<'a> {
    id: &'a str,
    law: &'a str,
    section: Option<&'a str>,
    chapter: Option<&'a str>,
    summary: &'a str,
    text: &'a str,
    score: f64,
    collection: Option<&'a str>,
}

#[derive(Serialize)]
struct LegalResult<'a> {
    query: &'a str,
    expanded_query: Option<&'a str>,
    total_found: usize,
    results: Vec<LegalItem<'a>>,
    execution_time_ms: f64,
    sources: Vec<Source>,
}

/// That a question names a law which is not there, where nothing that was found speaks of it either.
pub(super) async fn law_that_nobody_mentions(
    desk: &Desk,
    call: &Call,
    query: &str,
    answer: &conserje_documents::Answer,
) -> Result<Option<Note>, Failure> {
    let Some(asked) = asked_law(query).filter(|_| !call.scope.is_guest()) else { return Ok(None) };
    let law = fold_accents(&asked.law);
    if answer.hits.iter().any(|hit| fold_accents(&hit.passage.text).contains(&law)) {
        return Ok(None);
    }
    let number = asked.article.as_deref().unwrap_or(ANY_ARTICLE);
    Ok(match desk.library.article(&call.scope, number, &asked.law).await? {
        // A library without laws is asked about other things.
        Lookup::NoSuchLaw { known } if !known.is_empty() => Some(no_such_law(&asked.law, known)),
        Lookup::NoSuchArticle { law } if asked.article.is_some() => {
            Some(Note::NoSuchArticle { number: number.to_owned(), law })
        }
        Lookup::NoSuchLaw { .. } | Lookup::NoSuchArticle { .. } | Lookup::Found(_) | Lookup::NotANumber => {
            None
        }
    })
}

/// To ask for a law as such.
const ANY_ARTICLE: &str = "1";

fn no_such_law(law: &str, known: Vec<String>) -> Note {
    Note::NoSuchLaw { law: law.chars().take(200).collect(), known: known.into_iter().take(20).collect() }
}

impl Legal {
    /// Looks for what was named: found, it is all there is to tell; not there, that is. Whether the rest is to be searched.
    async fn look_up(&mut self, desk: &Desk, scope: &Scope, asked: &AskedLaw) -> Result<bool, Failure> {
        let number = asked.article.as_deref().unwrap_or(ANY_ARTICLE);
        match desk.library.article(scope, number, &asked.law).await? {
            Lookup::Found(article) if asked.article.is_some() => {
                self.is_exact = true;
                self.total = article.passages.len();
                self.hits = article.passages.into_iter().map(exact).collect();
                return Ok(false);
            }
            Lookup::NoSuchArticle { law } if asked.article.is_some() => {
                self.notes.push(Note::NoSuchArticle { number: number.to_owned(), law });
                return Ok(false);
            }
            Lookup::NoSuchLaw { known } => {
                self.notes.push(no_such_law(&asked.law, known));
                return Ok(false);
            }
            // The law as such: nothing of another is told in its place.
            Lookup::Found(article) => {
                self.documents.extend(article.passages.iter().map(|passage| passage.document));
            }
            Lookup::NoSuchArticle { .. } | Lookup::NotANumber => {}
        }
        Ok(true)
    }

    fn new(kind: SearchKind, asked: String, notes: Vec<Note>) -> Self {
        Self {
            kind,
            asked,
            notes,
            hits: Vec::new(),
            total: 0,
            expanded: None,
            model: None,
            is_exact: matches!(kind, SearchKind::Article | SearchKind::Related),
            looked: None,
            documents: BTreeSet::new(),
            took: Duration::ZERO,
        }
    }

    /// No collections: all, each with its weight.
    async fn search(
        &mut self,
        desk: &Desk,
        call: &Call,
        collections: BTreeSet<CollectionId>,
        most: usize,
    ) -> Result<(), Failure> {
        let (mut documents, looked) = desk.within(&call.scope, &self.asked, &mut self.notes).await?;
        documents.extend(&self.documents);
        self.looked.get_or_insert(looked);
        let ask = Ask {
            collections,
            documents,
            synonyms: desk.synonyms.clone(),
            weights: Arc::clone(&call.weights),
            ..Ask::new(self.asked.as_str(), Mode::Hybrid, most)
        };
        let answer = desk.library.search(&call.scope, ask).await?;
        self.model = models(&answer);
        self.total = answer.total;
        self.expanded = answer.expanded_query;
        self.hits = answer.hits;
        Ok(())
    }

    async fn outcome(self, desk: &Desk, call: &Call, known: &[Collection]) -> Answer {
        let quoter = Quoter::new(&self.asked, &call.question);
        let sources = desk.sources(&call.scope, &self.hits, &quoter).await?;
        let names: BTreeMap<CollectionId, &str> =
            known.iter().map(|one| (one.id, one.name.as_str())).collect();
        let collection = |passage: &Passage| names.get(&passage.collection).copied();
        let hits: Vec<Hit> = self.hits.iter().map(|hit| self.shown(hit, collection(&hit.passage))).collect();
        let page = SearchPage {
            kind: self.kind,
            asked: self.asked.clone(),
            total: self.total,
            expanded: self.expanded.clone(),
            model: self.model.clone(),
            filters: None,
            looked: self.looked.clone(),
            notes: self.notes.clone(),
            longest: None,
            hits,
        };
        let text = search(Frame { language: call.language, question: &call.question }, &page);
        let result = LegalResult {
            query: &self.asked,
            expanded_query: self.expanded.as_deref(),
            total_found: self.total,
            results: self.hits.iter().map(|hit| item(hit, collection(&hit.passage))).collect(),
            execution_time_ms: milliseconds(self.took),
            sources,
        };
        Ok(found(recorded(&result), text))
    }

    fn shown(&self, hit: &FoundPassage, collection: Option<&str>) -> Hit {
        let measure =
            if self.is_exact { Measure::Exact } else { Measure::Relevance(share(f64::from(hit.score))) };
        let article = hit.passage.article.as_ref();
        Hit {
            law: article.map(|article| article.law.clone()),
            chapter: chapter(&hit.passage).map(str::to_owned),
            collection: collection.map(str::to_owned),
            ..shown(hit, measure)
        }
    }
}

fn item<'a>(hit: &'a FoundPassage, collection: Option<&'a str>) -> LegalItem<'a> {
    let passage = &hit.passage;
    LegalItem {
        id: &passage.id,
        // What is no law goes by the name of its file.
        law: passage.article.as_ref().map_or(&passage.file_name, |article| &article.law),
        section: section(passage),
        chapter: chapter(passage),
        summary: &passage.description,
        text: &passage.text,
        score: share(f64::from(hit.score)),
        collection,
    }
}

fn section(passage: &Passage) -> Option<&str> {
    passage.section_title.as_deref().or_else(|| passage.article.as_ref()?.section.as_deref())
}

fn chapter(passage: &Passage) -> Option<&str> {
    let article = passage.article.as_ref()?;
    article.chapter.as_deref().or(article.title.as_deref())
}

/// Everyday words for what Spanish labour law calls otherwise: what there is where a pack brings no table of its own.
pub fn colloquial_synonyms() -> SynonymTable {
    const TABLE: [(&str, &str); 6] = [
        ("baja de maternidad", "suspensión contrato nacimiento cuidado menor"),
        ("despido", "extinción contrato"),
        ("paro", "prestación desempleo"),
        ("baja médica", "incapacidad temporal"),
        ("pensión", "jubilación prestación contributiva"),
        ("finiquito", "liquidación haberes extinción contrato"),
    ];
    TABLE.iter().map(|(word, legal)| ((*word).to_owned(), vec![(*legal).to_owned()])).collect()
}

//! `pack.toml` and its prompts as a form: what a page shows of them, and what it changes.
//!
//! A form is read leniently, so that a draft with faults can still be worked on; [`Pack::read`](super::Pack::read) says
//! what is wrong with it. What is changed is changed in place: comments, and all that a form does not know, stay.

use std::collections::{BTreeMap, BTreeSet};

use conserje_kernel::Bilingual;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, ImDocument, InlineTable, Item, Table, Value, value};

use crate::instructions::InstructionSet;
use crate::voice::Voice;

/// The files of a pack, by their paths below its folder.
pub type PackFiles = BTreeMap<String, String>;

const PACK: &str = "pack.toml";
const USUAL_TIER: &str = "balanced";
const USUAL_APPROVALS: &str = "write";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AssistantForm {
    pub title: Bilingual,
    pub description: Bilingual,
    pub picture: String,
    /// `members`, `guests`.
    pub serves: BTreeSet<String>,
    pub examples: Bilingual<Vec<String>>,
    pub needs_business: bool,
    pub reads_documents: bool,
    pub instructions: Option<InstructionSet>,
    pub voice: Option<VoiceForm>,
    /// The `[guard]` table.
    pub guard: Option<serde_json::Map<String, Json>>,
    pub collections: BTreeMap<String, f64>,
    pub agents: Vec<AgentForm>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AgentForm {
    pub name: String,
    pub title: Option<Bilingual>,
    pub description: String,
    pub prompt: String,
    pub tools: Vec<String>,
    pub tier: Option<String>,
    pub approvals: Option<String>,
    pub reads_documents: bool,
    pub dialogue: Option<String>,
    pub steps: Option<u32>,
    pub iterations: Option<u32>,
    pub handoffs: Option<u32>,
    pub tokens: Option<u64>,
    pub thinking_budget: Option<u32>,
}

/// [`Voice`], as a page writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct VoiceForm {
    pub tone: Vec<String>,
    pub audience: String,
    pub words_to_use: Vec<String>,
    pub words_to_avoid: Vec<String>,
    pub dos: Vec<String>,
    pub donts: Vec<String>,
    pub samples: Vec<String>,
    pub formality: Option<conserje_kernel::Address>,
}

impl From<VoiceForm> for Voice {
    fn from(form: VoiceForm) -> Self {
        let VoiceForm { tone, audience, words_to_use, words_to_avoid, dos, donts, samples, formality } = form;
        Self { tone, audience, words_to_use, words_to_avoid, dos, donts, samples, formality }
    }
}

impl From<Voice> for VoiceForm {
    fn from(voice: Voice) -> Self {
        let Voice { tone, audience, words_to_use, words_to_avoid, dos, donts, samples, formality } = voice;
        Self { tone, audience, words_to_use, words_to_avoid, dos, donts, samples, formality }
    }
}

impl AssistantForm {
    /// None if `pack.toml` is missing, or is no TOML.
    pub fn of(files: &PackFiles) -> Option<Self> {
        let pack: Json = toml::from_str(files.get(PACK)?).ok()?;
        let shown = pack.get("assistant").cloned().unwrap_or_default();
        let one = |from: &Json, name: &str| from.get(name).cloned().unwrap_or_default();
        let text = |from: &Json, name: &str| one(from, name).as_str().unwrap_or_default().to_owned();
        let is = |from: &Json, name: &str| one(from, name).as_bool().unwrap_or_default();
        let agent = |agent: &Json| {
            let file = text(agent, "prompt_file");
            AgentForm {
                name: text(agent, "name"),
                title: read(one(agent, "title")),
                description: text(agent, "description"),
                prompt: files
                    .get(&file)
                    .map_or_else(|| text(agent, "prompt"), |prompt| prompt.trim().to_owned()),
                tools: read(one(agent, "tools")).unwrap_or_default(),
                tier: read(one(agent, "tier")).or_else(|| Some(USUAL_TIER.to_owned())),
                approvals: read(one(agent, "approvals")).or_else(|| Some(USUAL_APPROVALS.to_owned())),
                reads_documents: is(agent, "reads_documents"),
                dialogue: read(one(agent, "dialogue")),
                steps: read(one(agent, "steps")),
                iterations: read(one(agent, "iterations")),
                handoffs: read(one(agent, "handoffs")),
                tokens: read(one(agent, "tokens")),
                thinking_budget: read(one(agent, "thinking_budget")),
            }
        };
        let usual = if is(&pack, "guests") { vec!["members", "guests"] } else { vec!["members"] };
        let usual = usual.into_iter().map(str::to_owned).collect();
        let description = || Bilingual::same(text(&pack, "description"));
        Some(Self {
            title: read(one(&shown, "title")).unwrap_or_else(|| Bilingual::same(text(&pack, "name"))),
            description: read(one(&shown, "description")).unwrap_or_else(description),
            picture: text(&shown, "picture"),
            serves: read(one(&shown, "serves")).unwrap_or(usual),
            examples: read(one(&shown, "examples")).unwrap_or_default(),
            needs_business: is(&shown, "needs_business"),
            reads_documents: is(&shown, "reads_documents"),
            instructions: read(one(&pack, "instructions")),
            voice: read::<Voice>(one(&pack, "voice")).map(VoiceForm::from),
            guard: read(one(&pack, "guard")),
            collections: read(one(&pack, "collections")).unwrap_or_default(),
            agents: one(&pack, "agents")
                .as_array()
                .map(|all| all.iter().map(agent).collect())
                .unwrap_or_default(),
        })
    }

    /// The same files with what the form says. None if `pack.toml` is no TOML, which a form cannot change.
    pub fn put_into(&self, files: &PackFiles) -> Option<PackFiles> {
        let mut pack: DocumentMut = files.get(PACK).map_or("", String::as_str).parse().ok()?;
        let mut files = files.clone();
        // Said in `serves` from now on.
        pack.remove("guests");
        let shown = table(&mut pack, "assistant");
        put(shown, "title", Some(bilingual(&self.title)));
        put(shown, "description", Some(bilingual(&self.description)));
        put(shown, "picture", (!self.picture.is_empty()).then(|| value(&self.picture)));
        put(shown, "serves", Some(texts(&self.serves)));
        put(shown, "needs_business", self.needs_business.then(|| value(true)));
        put(shown, "reads_documents", self.reads_documents.then(|| value(true)));
        let Bilingual { es, en } = &self.examples;
        let examples = (!es.is_empty() || !en.is_empty()).then(|| {
            let mut both = Table::new();
            both.insert("es", texts(es));
            both.insert("en", texts(en));
            Item::Table(both)
        });
        put(shown, "examples", examples);
        put(pack.as_table_mut(), "instructions", self.instructions.as_ref().and_then(serialized));
        let voice = self.voice.clone().map(Voice::from).filter(|voice| *voice != Voice::default());
        put(pack.as_table_mut(), "voice", voice.as_ref().and_then(serialized));
        put(pack.as_table_mut(), "guard", self.policy().as_ref().and_then(serialized));
        let weights = (!self.collections.is_empty()).then_some(&self.collections);
        put(pack.as_table_mut(), "collections", weights.and_then(serialized));
        self.put_agents(&mut pack, &mut files);
        files.insert(PACK.to_owned(), pack.to_string());
        Some(files)
    }

    /// TOML has no null.
    fn policy(&self) -> Option<serde_json::Map<String, Json>> {
        let mut policy = self.guard.clone()?;
        policy.retain(|_, value| !value.is_null());
        (!policy.is_empty()).then_some(policy)
    }

    fn put_agents(&self, pack: &mut DocumentMut, files: &mut PackFiles) {
        let before = match pack.remove("agents") {
            Some(Item::ArrayOfTables(agents)) => agents,
            Some(_) | None => ArrayOfTables::new(),
        };
        let named = |name: &str| {
            let is_it = |agent: &&Table| agent.get("name").and_then(Item::as_str) == Some(name);
            before.iter().find(is_it).cloned()
        };
        let mut agents = ArrayOfTables::new();
        for (place, form) in self.agents.iter().enumerate() {
            // One that is called otherwise is the one that stood there before.
            let in_its_place = || {
                let there = before.get(place)?;
                let was = there.get("name").and_then(Item::as_str)?;
                (!self.agents.iter().any(|other| other.name == was)).then(|| there.clone())
            };
            let mut agent = named(&form.name).or_else(in_its_place).unwrap_or_default();
            form.put_into(&mut agent, files);
            agents.push(agent);
        }
        pack.insert("agents", Item::ArrayOfTables(agents));
    }
}

impl AgentForm {
    fn put_into(&self, agent: &mut Table, files: &mut PackFiles) {
        put(agent, "name", Some(value(&self.name)));
        put(agent, "title", self.title.as_ref().map(bilingual));
        put(agent, "description", Some(value(&self.description)));
        // A list that says the same keeps the lines it was written in.
        let listed = agent.get("tools").and_then(Item::as_array);
        if !listed.is_some_and(|listed| {
            listed.iter().map(Value::as_str).eq(self.tools.iter().map(|tool| Some(tool.as_str())))
        }) {
            put(agent, "tools", Some(texts(&self.tools)));
        }
        // What is as it is unless told need not be told.
        let usual = [("tier", &self.tier, USUAL_TIER), ("approvals", &self.approvals, USUAL_APPROVALS)];
        for (name, text, usual) in usual {
            let said = text.as_ref().filter(|text| text.as_str() != usual || agent.contains_key(name));
            put(agent, name, said.map(value));
        }
        put(agent, "dialogue", self.dialogue.as_ref().map(value));
        put(agent, "reads_documents", self.reads_documents.then(|| value(true)));
        let counts = [
            ("steps", self.steps.map(i64::from)),
            ("iterations", self.iterations.map(i64::from)),
            ("handoffs", self.handoffs.map(i64::from)),
            ("tokens", self.tokens.map(|tokens| i64::try_from(tokens).unwrap_or(i64::MAX))),
            ("thinking_budget", self.thinking_budget.map(i64::from)),
        ];
        for (name, count) in counts {
            put(agent, name, count.map(value));
        }
        let file = agent.get("prompt_file").and_then(Item::as_str);
        let file = file.map_or_else(|| format!("prompts/{}.md", self.name), str::to_owned);
        agent.remove("prompt");
        put(agent, "prompt_file", Some(value(&file)));
        files.insert(file, format!("{}\n", self.prompt.trim()));
    }
}

/// Which field of the form a line of `pack.toml` belongs to: `title`, `agents.0.tools`.
pub fn field_at(text: &str, line: usize) -> Option<String> {
    let pack = ImDocument::parse(text).ok()?;
    let begins = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let ends = begins + text.get(begins..)?.split('\n').next().map_or(0, str::len);
    let mut best: Option<(usize, String)> = None;
    fields(pack.as_item(), "", &mut |path, span| {
        let (Some(span), true) = (span, !path.is_empty()) else { return };
        let length = span.end.saturating_sub(span.start);
        if span.start <= ends
            && span.end >= begins
            && best.as_ref().is_none_or(|(shortest, _)| length < *shortest)
        {
            best = Some((length, path.to_owned()));
        }
    });
    let (_, path) = best?;
    let path = path.strip_prefix("assistant.").unwrap_or(&path);
    let kept = if path.starts_with("agents.") { 3 } else { 1 };
    Some(path.split('.').take(kept).map(camel).collect::<Vec<_>>().join("."))
}

/// Which field a file is edited in: a prompt is its agent's.
pub fn field_of_file(files: &PackFiles, path: &str) -> Option<String> {
    let pack: Json = toml::from_str(files.get(PACK)?).ok()?;
    let is_its = |agent: &Json| agent.get("prompt_file").and_then(Json::as_str) == Some(path);
    let place = pack.get("agents")?.as_array()?.iter().position(is_its)?;
    Some(format!("agents.{place}.prompt"))
}

fn fields(item: &Item, path: &str, see: &mut impl FnMut(&str, Option<std::ops::Range<usize>>)) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    see(path, item.span());
    if let Some(tables) = item.as_array_of_tables() {
        for (place, table) in tables.iter().enumerate() {
            let path = below(&place.to_string());
            see(&path, table.span());
            for (name, item) in table {
                fields(item, &format!("{path}.{name}"), see);
            }
        }
    } else if let Some(table) = item.as_table_like() {
        for (name, item) in table.iter() {
            fields(item, &below(name), see);
        }
    }
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |camel, word| {
        let mut signs = word.chars();
        let capital = signs.next().map(|sign| sign.to_ascii_uppercase());
        capital.into_iter().chain(signs).fold(camel, |mut camel, sign| {
            camel.push(sign);
            camel
        })
    })
}

fn read<T: for<'de> Deserialize<'de>>(from: Json) -> Option<T> {
    if from.is_null() { None } else { serde_json::from_value(from).ok() }
}

/// In the place of what was there, whose comments stay.
fn put(table: &mut dyn toml_edit::TableLike, name: &str, item: Option<Item>) {
    match (item, table.get_mut(name)) {
        (Some(mut item), Some(there)) => {
            if let (Some(value), Some(before)) = (item.as_value_mut(), there.as_value()) {
                *value.decor_mut() = before.decor().clone();
            }
            *there = item;
        }
        (Some(item), None) => drop(table.insert(name, item)),
        (None, _) => drop(table.remove(name)),
    }
}

/// The table of this name, whatever was there before.
fn table<'a>(pack: &'a mut DocumentMut, name: &str) -> &'a mut Table {
    let item = pack.entry(name).or_insert_with(|| Item::Table(Table::new()));
    if !item.is_table() {
        let inline = item.as_inline_table().cloned().map(InlineTable::into_table);
        *item = Item::Table(inline.unwrap_or_default());
    }
    #[expect(clippy::unwrap_used, reason = "it was made a table two lines above")]
    item.as_table_mut().unwrap()
}

fn bilingual(text: &Bilingual) -> Item {
    let mut both = InlineTable::new();
    both.insert("es", Value::from(&text.es));
    both.insert("en", Value::from(&text.en));
    value(both)
}

fn texts<'a>(all: impl IntoIterator<Item = &'a String>) -> Item {
    value(all.into_iter().collect::<Array>())
}

/// A table of its own, as TOML writes it. What has no TOML, such as null, is left out.
fn serialized(of: &impl Serialize) -> Option<Item> {
    let text = toml::to_string(of).ok()?;
    let table: DocumentMut = text.parse().ok()?;
    Some(Item::Table(table.as_table().clone()))
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;

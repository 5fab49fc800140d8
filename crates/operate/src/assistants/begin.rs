//! How an assistant begins: as a copy of another, or from what its business says of itself. No model is needed for it.

use conserje_agents::{AgentForm, AssistantForm, InstructionSet, Pack, PackFiles, Style};
use conserje_kernel::{Bilingual, Language};

use super::{AssistantError, content};

/// What the first files are made of.
#[derive(Clone, Debug)]
pub enum Beginning {
    CopyOf(String),
    About(Box<About>),
    Files(PackFiles),
}

/// What a business says of the assistant it wants.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what a form asks, each by itself")]
pub struct About {
    pub title: String,
    /// What the business is.
    pub business: String,
    /// What the assistant is to do.
    pub does: String,
    pub serves_members: bool,
    pub serves_guests: bool,
    pub language: Language,
    pub style: Style,
    pub examples: Vec<String>,
    pub uses_documents: bool,
    pub makes_appointments: bool,
    pub takes_orders: bool,
    pub escalates: bool,
}

/// The pack that serves customers, of which one who makes appointments or takes orders is a copy.
pub(super) const FRONT_DESK: &str = "frontdesk";
/// Held back from whoever changes rules; the copy has its own to learn from.
pub(super) const HELD_BACK: [&str; 2] = ["evals/routes-heldout.jsonl", "urgency/cases-heldout.jsonl"];
/// Tables that reach beyond a tenant.
const NOT_COPIED: [&str; 3] = ["central", "tools", "egress"];
const LONGEST: usize = 2_000;

/// The files of a pack, as far as a tenant may have them.
pub(super) fn copied(pack: &Pack) -> Result<PackFiles, AssistantError> {
    let unreadable = |error: std::io::Error| {
        tracing::error!("The pack `{}` could not be copied: {error}", pack.name);
        AssistantError::Fault
    };
    let mut files = PackFiles::new();
    for folder in ["", "prompts", "evals", "urgency"] {
        let below = pack.folder.join(folder);
        if !below.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&below).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if content::is_path(&path) && !HELD_BACK.contains(&path.as_str()) && entry.path().is_file() {
                files.insert(path, std::fs::read_to_string(entry.path()).map_err(unreadable)?);
            }
        }
    }
    Ok(files)
}

/// The same files under another name, without what reaches beyond a tenant. What is no TOML stays as it is.
pub(super) fn named(mut files: PackFiles, name: &str) -> PackFiles {
    let parsed = files.get("pack.toml").and_then(|text| text.parse::<toml_edit::DocumentMut>().ok());
    if let Some(mut pack) = parsed {
        pack.insert("name", toml_edit::value(name));
        for table in NOT_COPIED {
            pack.remove(table);
        }
        files.insert("pack.toml".to_owned(), pack.to_string());
    }
    files
}

/// Of what a business says. `front_desk`: the files of the pack that serves customers, where there is one.
pub(super) fn made(
    name: &str,
    about: &About,
    front_desk: Option<PackFiles>,
) -> Result<PackFiles, AssistantError> {
    for (field, text) in [("title", &about.title), ("business", &about.business), ("does", &about.does)] {
        if text.trim().is_empty() || text.chars().count() > LONGEST {
            return Err(AssistantError::invalid(format!("`{field}` is 1 to {LONGEST} characters long")));
        }
    }
    if !about.serves_members && !about.serves_guests {
        return Err(AssistantError::invalid("`serves` names \"members\", \"guests\", or both"));
    }
    let wants_desk = about.makes_appointments || about.takes_orders;
    let files = match (wants_desk, front_desk) {
        (true, Some(files)) => named(files, name),
        (true, None) => {
            let problem =
                "appointments and orders need the pack `frontdesk`, which this server does not have";
            return Err(AssistantError::invalid(problem));
        }
        (false, _) => plain(name),
    };
    let mut form = AssistantForm::of(&files).ok_or(AssistantError::Fault)?;
    form.title = Bilingual::same(about.title.trim());
    form.description = Bilingual::same(about.does.trim());
    let serves = [(about.serves_members, "members"), (about.serves_guests, "guests")];
    form.serves = serves.into_iter().filter(|(is, _)| *is).map(|(_, whom)| whom.to_owned()).collect();
    let examples: Vec<String> = about
        .examples
        .iter()
        .map(|example| example.trim().to_owned())
        .filter(|one| !one.is_empty())
        .collect();
    if !examples.is_empty() {
        form.examples = Bilingual { es: examples.clone(), en: examples };
    }
    form.instructions = Some(InstructionSet { style: about.style, ..form.instructions.unwrap_or_default() });
    if wants_desk {
        let business = format!("The business: {}", about.business.trim());
        for agent in &mut form.agents {
            agent.prompt = format!("{}\n\n{business}", agent.prompt);
        }
    } else {
        form.reads_documents = about.uses_documents;
        form.agents = vec![agent(name, about)];
    }
    form.put_into(&files).ok_or(AssistantError::Fault)
}

fn plain(name: &str) -> PackFiles {
    let pack = format!(
        "name = \"{name}\"\nversion = \"1.0.0\"\nlanguages = [\"es\", \"en\"]\n\n[instructions]\nassistant = \"knowledge_only\"\n"
    );
    let routes = "# Who answers what; docs/guides/packs.md says how phrases are written.\n\
                  [default]\nintent = \"question\"\n";
    [("pack.toml", pack.as_str()), ("routes.toml", routes)]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .collect()
}

fn agent(name: &str, about: &About) -> AgentForm {
    let mut tools = Vec::new();
    let mut prompt = match about.language {
        Language::Es => format!(
            "Eres {} de este negocio: {}\n\nTu tarea: {}\n\nResponde en el idioma de quien pregunta, con frases cortas.",
            about.title.trim(),
            about.business.trim(),
            about.does.trim()
        ),
        Language::En => format!(
            "You are {} of this business: {}\n\nYour task: {}\n\nAnswer in the language of whoever asks, in short sentences.",
            about.title.trim(),
            about.business.trim(),
            about.does.trim()
        ),
    };
    let mut rule = |es: &str, en: &str| {
        prompt.push_str("\n\n");
        prompt.push_str(if about.language == Language::Es { es } else { en });
    };
    if about.uses_documents {
        tools.extend(["search_knowledge_base", "list_documents", "tool_file_content"]);
        rule(
            "Busca con `search_knowledge_base` antes de responder y cita lo que uses por su número, como [1]. Si los documentos no lo dicen, dilo.",
            "Look things up with `search_knowledge_base` before you answer, and cite what you use by its number, as in [1]. If the documents do not say it, say so.",
        );
    } else {
        rule(
            "Si no sabes algo, dilo; no inventes.",
            "If you do not know something, say so; make nothing up.",
        );
    }
    if about.escalates {
        tools.push("escalate_to_human");
        rule(
            "Si alguien pide una persona, o no puedes ayudar, usa `escalate_to_human`.",
            "If somebody asks for a person, or you cannot help, use `escalate_to_human`.",
        );
    }
    tools.push("todo");
    AgentForm {
        name: format!("{name}-expert").chars().take(64).collect(),
        description: about.does.trim().to_owned(),
        prompt,
        tools: tools.into_iter().map(str::to_owned).collect(),
        reads_documents: about.uses_documents,
        ..AgentForm::default()
    }
}

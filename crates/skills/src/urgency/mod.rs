//! How urgent what somebody writes is, by rules that are data and can be read by those who answer for them.
//!
//! Red flags outrank everything else a message says. Levels go from 1, nothing urgent, to 5, a life is in danger or a tooth
//! can only be saved at once. What is said then is safety text that somebody wrote beforehand: what to do now and whom to
//! call, never a diagnosis and never words of a model. A flag that is missed is worse than one that is raised for nothing.

mod tool;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conserje_agents::urgency::{HIGHEST, LOWEST, RedFlags, SUPPOSED, URGENT, level_name};
use conserje_kernel::{Address, Language};
use serde::Deserialize;

pub use tool::CheckUrgency;

/// The text of a level, for flags that have none of their own.
const DEFAULT: &str = "default";

/// Why the rules cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UrgencyError {
    #[error("{} cannot be read", file.display())]
    Unreadable {
        file: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("{}: {problem}", file.display())]
    Wrong { file: PathBuf, problem: String },
}

impl UrgencyError {
    pub fn file(&self) -> &Path {
        match self {
            Self::Unreadable { file, .. } | Self::Wrong { file, .. } => file,
        }
    }

    /// What is wrong with the file.
    pub fn problem(&self) -> String {
        match self {
            Self::Unreadable { source, .. } => format!("it cannot be read: {source}"),
            Self::Wrong { problem, .. } => problem.clone(),
        }
    }
}

/// What a message comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// 1 to 5.
    pub level: u8,
    /// The red flag that decided; none at level 1.
    pub flag: Option<String>,
    /// What to do now, for whoever wrote it.
    pub advice: String,
    pub should_escalate: bool,
}

/// Rules and what is said when they fire.
pub struct Urgency {
    flags: Arc<RedFlags>,
    /// By level, then by flag.
    safety: BTreeMap<String, BTreeMap<String, Texts>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    /// To somebody who is a *usted*.
    es: String,
    /// To somebody who is a *tú*; `es` stands in for it.
    es_tu: Option<String>,
    en: String,
}

impl Texts {
    fn text(&self, language: Language, address: Address) -> &str {
        match (language, address) {
            (Language::Es, Address::Usted) => &self.es,
            (Language::Es, Address::Tu) => self.es_tu.as_ref().unwrap_or(&self.es),
            (Language::En, _) => &self.en,
        }
    }
}

impl Urgency {
    /// Red flags, and `safety.toml` of a folder, with a text for each level and for the flags that have one of their own.
    pub fn with(flags: Arc<RedFlags>, folder: &Path) -> Result<Self, UrgencyError> {
        let file = folder.join("safety.toml");
        let safety: BTreeMap<String, BTreeMap<String, Texts>> = parse(&file)?;
        let has_text = |level: &String| safety.get(level).is_some_and(|texts| texts.contains_key(DEFAULT));
        if let Some(missing) = (LOWEST..=HIGHEST).map(level_name).find(|level| !has_text(level)) {
            let problem = format!("there is no text `[{missing}.{DEFAULT}]`");
            return Err(UrgencyError::Wrong { file, problem });
        }
        Ok(Self { flags, safety })
    }

    /// Each of the texts by itself and all of them together: a flag may be spread over them.
    /// `emergency` is whom to call.
    pub fn assess(
        &self,
        texts: &[&str],
        language: Language,
        address: Address,
        emergency: &str,
    ) -> Assessment {
        let together = texts.join(", ");
        let found = texts.iter().copied().chain([together.as_str()]).filter_map(|text| {
            let flagged = self.flags.look(text)?;
            Some((flagged.level, flagged.flag))
        });
        let (level, flag) =
            found.max_by_key(|(level, _)| *level).map_or((LOWEST, None), |(level, flag)| (level, Some(flag)));
        // Below the lowest level only what is supposed says something.
        let flag = flag.filter(|flag| level > LOWEST || flag == SUPPOSED);
        let advice = self
            .safety
            .get(&level_name(level))
            .and_then(|texts| flag.as_ref().and_then(|flag| texts.get(flag)).or_else(|| texts.get(DEFAULT)));
        let advice = advice.map(|texts| texts.text(language, address)).unwrap_or_default();
        Assessment {
            level,
            flag,
            advice: advice.trim().replace("{emergency}", emergency),
            should_escalate: level >= URGENT,
        }
    }
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, UrgencyError> {
    let text = std::fs::read_to_string(file)
        .map_err(|source| UrgencyError::Unreadable { file: file.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|error| UrgencyError::Wrong { file: file.to_owned(), problem: error.to_string() })
}

#[cfg(test)]
mod urgency_tests;

//! How much model a task deserves, and which models that is.

use serde::{Deserialize, Serialize};

/// How much model a task deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    Fast,
    Balanced,
    Premium,
}

impl Tier {
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Balanced => "balanced",
            Self::Premium => "premium",
        }
    }
}

/// Names of models, from the primary to the last resort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TiersSetup {
    pub fast: Vec<String>,
    pub balanced: Vec<String>,
    pub premium: Vec<String>,
}

impl TiersSetup {
    pub fn of(&self, tier: Tier) -> &[String] {
        match tier {
            Tier::Fast => &self.fast,
            Tier::Balanced => &self.balanced,
            Tier::Premium => &self.premium,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.fast.iter().chain(&self.balanced).chain(&self.premium)
    }

    /// Takes a model out of every chain.
    pub fn remove(&mut self, name: &str) {
        for chain in [&mut self.fast, &mut self.balanced, &mut self.premium] {
            chain.retain(|one| one != name);
        }
    }
}

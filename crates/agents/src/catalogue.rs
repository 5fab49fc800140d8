//! The agents there are.

use conserje_guard::Screened;

/// One specialist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: String,
    pub prompt: String,
}

/// Never empty: there is always somebody to answer.
#[derive(Clone, Debug)]
pub struct Catalogue {
    default: Agent,
}

impl Default for Catalogue {
    fn default() -> Self {
        let prompt = "You are an assistant of this business. Answer in the user's language.".to_owned();
        Self { default: Agent { name: "assistant".to_owned(), prompt } }
    }
}

impl Catalogue {
    /// Who answers this message.
    pub fn pick(&self, _message: &Screened<String>) -> &Agent {
        &self.default
    }
}

//! References to what earlier steps returned: `{{steps.1.id}}`.

/// What stands between the braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// A step, by number or id, and what is used of it.
    Of { step: String, field: String },
    /// Braces around something else.
    Malformed(String),
}

/// All references in a text, in order.
pub(super) fn references(text: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, from)) = rest.split_once("{{") {
        let Some((inside, after)) = from.split_once("}}") else {
            found.push(Reference::Malformed(shown(from)));
            break;
        };
        found.push(read(inside.trim()));
        rest = after;
    }
    found
}

/// Whether a text is a reference and nothing else.
pub(super) fn is_reference(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("{{") && text.ends_with("}}")
}

fn read(inside: &str) -> Reference {
    let parts: Vec<&str> = inside.split('.').map(str::trim).collect();
    match parts.as_slice() {
        ["steps" | "step", step, field] if !step.is_empty() && !field.is_empty() => {
            Reference::Of { step: (*step).to_owned(), field: (*field).to_owned() }
        }
        _ => Reference::Malformed(shown(inside)),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

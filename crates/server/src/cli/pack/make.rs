//! `conserje pack new`: a pack that works, to be changed.

use std::path::Path;
use std::process::ExitCode;

use super::super::output::{Problem, print};

const PACK: &str = r#"# A pack is a folder of assistants. `conserje pack check DIR` says what is wrong with it.
name = "NAME"
version = "0.1.0"
description = "What it is for, in a line."
languages = ["es", "en"]

# How its assistants speak; a tenant may choose otherwise.
[instructions]
style = "warm_professional"
assistant = "knowledge_only"
channel = "messaging"

# The first agent answers whatever nobody else does.
[[agents]]
name = "NAME-expert"
description = "Answers questions about the documents of the business."
prompt_file = "prompts/NAME-expert.md"
tools = ["search_knowledge_base", "todo"]
"#;

const PROMPT: &str = "You answer questions about the documents of this business, in the user's language.\n\n\
Look things up with `search_knowledge_base` before you answer. Cite what you use by its number, as in [1]. \
If the documents do not answer it, say so and show what comes nearest.\n";

const ROUTES: &str = r#"# Who answers what. See docs/guides/packs.md for how phrases are written.
[default]
intent = "question"
tool = "search_knowledge_base"
arguments = { query = "{question}" }

[[routes]]
name = "hello"
agent = "NAME-expert"
intent = "smalltalk"
any = ["hola", "buenos días", "hello", "hi", "gracias", "thank you"]
"#;

const SEEN: &str = "{\"text\": \"Hola, buenos días\", \"language\": \"es\", \"agent\": \"NAME-expert\", \"intent\": \"smalltalk\"}\n\
{\"text\": \"What are your opening hours?\", \"language\": \"en\", \"agent\": \"NAME-expert\", \"intent\": \"question\"}\n";

pub(super) fn new_pack(folder: &Path) -> Result<ExitCode, Problem> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if folder.exists() {
        return Err(Problem::new(format!("{} is there already", folder.display())).hint("name a new folder"));
    }
    let is_name = name.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-');
    if name.is_empty() || !is_name {
        return Err(Problem::new(format!("`{name}` is not a name for a pack"))
            .hint("use lower-case letters, digits and hyphens"));
    }
    let files = [
        ("pack.toml".to_owned(), PACK),
        (format!("prompts/{name}-expert.md"), PROMPT),
        ("routes.toml".to_owned(), ROUTES),
        ("evals/routes-seen.jsonl".to_owned(), SEEN),
    ];
    for (path, text) in files {
        let path = folder.join(path);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = written.and_then(|()| std::fs::write(&path, text.replace("NAME", &name)));
        written.map_err(|error| Problem::new(format!("{}: {error}", path.display())))?;
    }
    print(&format!("A pack was begun in {}.", folder.display()));
    print(&format!("Check it:  conserje pack check {}", folder.display()));
    print(&format!("Test it:   conserje pack test {}", folder.display()));
    print(&format!("Use it:    add \"{}\" to `packs.folders` in the configuration", folder.display()));
    Ok(ExitCode::SUCCESS)
}

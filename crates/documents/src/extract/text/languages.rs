//! Which language a source file is written in, by its extension.

const LANGUAGES: [(&str, &[&str]); 40] = [
    ("bash", &["sh", "bash", "zsh"]),
    ("batch", &["bat", "cmd"]),
    ("c", &["c", "h"]),
    ("clojure", &["clj", "cljs"]),
    ("cpp", &["cpp", "cc", "cxx", "hpp", "hh", "hxx"]),
    ("csharp", &["cs"]),
    ("css", &["css"]),
    ("dart", &["dart"]),
    ("diff", &["diff", "patch"]),
    ("elixir", &["ex", "exs"]),
    ("erlang", &["erl"]),
    ("fortran", &["f90", "f"]),
    ("go", &["go"]),
    ("graphql", &["graphql", "gql"]),
    ("groovy", &["groovy", "gradle"]),
    ("haskell", &["hs"]),
    ("ini", &["ini", "cfg", "conf", "properties", "env"]),
    ("java", &["java"]),
    ("javascript", &["js", "mjs", "cjs"]),
    ("jsx", &["jsx"]),
    ("julia", &["jl"]),
    ("kotlin", &["kt", "kts"]),
    ("latex", &["tex"]),
    ("lua", &["lua"]),
    ("objectivec", &["m", "mm"]),
    ("perl", &["pl", "pm"]),
    ("php", &["php"]),
    ("powershell", &["ps1", "psm1"]),
    ("protobuf", &["proto"]),
    ("python", &["py", "pyi"]),
    ("r", &["r"]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("scala", &["scala"]),
    ("scss", &["scss", "sass", "less"]),
    ("sql", &["sql"]),
    ("swift", &["swift"]),
    ("typescript", &["ts", "mts", "cts"]),
    ("tsx", &["tsx"]),
    ("vue", &["vue", "svelte"]),
];

/// As a Markdown fence names it. `extension` in lower case.
pub(crate) fn of_extension(extension: &str) -> Option<&'static str> {
    LANGUAGES.iter().find(|(_, extensions)| extensions.contains(&extension)).map(|(language, _)| *language)
}

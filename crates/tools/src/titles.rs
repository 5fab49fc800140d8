//! What the tools of this crate do, in words for people.

use conserje_kernel::Bilingual;

/// By name: Spanish, then English. Each goes after "Usó:" or "Used:".
const TITLES: [(&str, &str, &str); 15] = [
    ("todo", "apuntar los pasos", "write down the steps"),
    ("handoff", "pasar con otro especialista", "hand over to another specialist"),
    ("tool_lexical_search", "buscar palabras en los documentos", "look for words in the documents"),
    ("tool_semantic_search", "buscar por significado en los documentos", "search the documents by meaning"),
    (
        "tool_structure_search",
        "mirar los apartados de los documentos",
        "look through the sections of the documents",
    ),
    ("tool_regex_search", "buscar un patrón en los documentos", "look for a pattern in the documents"),
    ("tool_file_section", "leer un apartado de un documento", "read a section of a document"),
    ("tool_file_content", "leer un documento entero", "read a whole document"),
    ("list_documents", "ver qué documentos hay", "see which documents there are"),
    ("search_knowledge_base", "buscar en los documentos", "search the documents"),
    ("search_normativa", "buscar en las leyes", "search the laws"),
    ("search_sentencias", "buscar en las sentencias", "search the rulings"),
    ("search_criterios", "buscar en los criterios administrativos", "search the administrative criteria"),
    ("get_article", "leer un artículo de una ley", "read an article of a law"),
    ("get_related_chunks", "seguir las referencias de un texto", "follow what a text refers to"),
];

pub(crate) fn title(name: &str) -> Option<Bilingual> {
    TITLES.iter().find(|(known, ..)| *known == name).map(|(_, es, en)| Bilingual::new(*es, *en))
}

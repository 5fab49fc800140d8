//! The retrieval tools over a real library: files go in, are read by this program as a worker, and are found.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first thing that is not as it should be"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_documents::extract::{PoolOptions, worker};
use conserje_documents::{Library, Limits, NewFile, Setup};
use conserje_kernel::{DocumentStatus, Language, Scope, SessionId, TurnId};
use conserje_search::Engine;
use conserje_testkit::{Home, TestStore};
use conserje_tools::retrieval::{colloquial_synonyms, legal_tools, parse_sources, retrieval_tools};
use conserje_tools::{Call, IdempotencyKey, Outcome, Registry, Status, Toolbox};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("--worker") {
        return worker::main_loop().unwrap();
    }
    let trials = vec![
        trial("a_lexical_search_finds_words_and_says_where", lexical),
        trial("a_semantic_search_without_an_embedder_says_so", semantic),
        trial("a_structure_search_finds_tables_and_headings", structure),
        trial("a_structure_search_of_a_plain_text_falls_back_to_words", fallback),
        trial("a_regex_search_groups_by_file", regex),
        trial("a_section_is_read_by_its_numbers", section),
        trial("a_file_is_read_whole", content),
        trial("an_unknown_name_is_answered_with_the_nearest", unknown_name),
        trial("a_knowledge_search_returns_exact_quotes", knowledge),
        trial("a_search_keeps_to_the_document_that_it_names", named),
        trial("documents_are_listed_with_what_they_are_about", listed),
        trial("the_tenants_own_synonyms_are_used_and_said", synonyms),
        trial("laws_are_found_by_search_article_and_reference", laws),
        trial("an_empty_collection_says_so", empty_collections),
        trial("another_tenant_finds_nothing", another_tenant),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial<F>(name: &str, run: impl Fn() -> F + Send + 'static) -> Trial
where
    F: Future<Output = ()>,
{
    Trial::test(name, move || {
        let runtime = tokio::runtime::Runtime::new().map_err(Failed::from)?;
        runtime.block_on(run());
        Ok(())
    })
}

const GUIDE: &str = "# Guía de devoluciones

## Plazos

Se admiten devoluciones durante 30 días naturales desde la entrega. Después no se admiten.

## Tarifas

| Plan | Precio |
| --- | --- |
| Básico | 12 € |
| Avanzado | 25 € |

## Contacto

Para dudas, escribe a devoluciones@acme.example y te responderemos en dos días laborables.
";

const NOTES: &str = "El almacén abre a las nueve de la mañana. Los martes llega el camión de Zaragoza. \
    Las incidencias se mandan a almacen@acme.example con el número de pedido.";

const LAW: &str = "Real Decreto Legislativo 2/2015, de 23 de octubre, por el que se aprueba el texto refundido de la Ley del Estatuto de los Trabajadores

CAPÍTULO I. Disposiciones generales

Artículo 1. Ámbito de aplicación.
Esta ley será de aplicación a los trabajadores que presten sus servicios retribuidos por cuenta ajena.

Artículo 2. Relaciones laborales de carácter especial.
Se considerarán relaciones laborales de carácter especial las del artículo 1 que la ley señale.

Artículo 3. Fuentes de la relación laboral.
Los derechos se regulan por la ley, los convenios y el contrato. La prestación por desempleo tiene sus propias normas.
";

struct World {
    store: TestStore,
    library: Library,
    toolbox: Toolbox,
    // Dropped last.
    _folder: tempfile::TempDir,
}

impl World {
    async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = TestStore::open(Home::Sqlite).await;
        let program = std::env::current_exe().unwrap();
        let library = Library::new(Setup {
            image_embedder: None,
            store: store.store.clone(),
            engine: Engine::local(folder.path(), 4),
            embedders: Arc::new(|| Ok(Vec::new())),
            pool: PoolOptions { workers: 1, ..PoolOptions::new(program, vec!["--worker".into()]) },
            limits: Limits::default(),
        });
        let mut tools = retrieval_tools(library.clone(), Vec::new());
        tools.extend(legal_tools(library.clone(), colloquial_synonyms()));
        let registry = Registry::new(tools).unwrap();
        let names: Vec<String> = registry.names().map(str::to_owned).collect();
        let toolbox = registry.toolbox(store.tenant, &names);
        Self { store, library, toolbox, _folder: folder }
    }

    async fn filled() -> Self {
        let world = Self::empty().await;
        world.add("Guía de devoluciones.md", GUIDE, None).await;
        world.add("notas.txt", NOTES, None).await;
        world
    }

    async fn add(&self, name: &str, text: &str, collection: Option<&str>) {
        let scope = self.store.scope();
        let collection = match collection {
            Some(name) => Some(self.library.create_collection(&scope, name, 1.0).await.unwrap().id),
            None => None,
        };
        let new = NewFile { name: name.to_owned(), collection, ..NewFile::default() };
        let accepted = self.library.accept(&scope, new, text.to_owned().into()).await.unwrap();
        self.library.process(&scope, &accepted.document.id.to_string()).await.unwrap();
        let document = self.library.document(&scope, accepted.document.id).await.unwrap();
        assert_eq!(document.processing_status, DocumentStatus::Completed, "{:?}", document.error);
    }

    async fn call(&self, name: &str, args: Value) -> Outcome {
        self.call_as(self.store.scope(), name, args).await
    }

    async fn call_as(&self, scope: Scope, name: &str, args: Value) -> Outcome {
        let (session, turn) = (SessionId::generate(), TurnId::generate());
        let key = IdempotencyKey::derive(scope.tenant(), session, turn, 0, &args);
        let call = Call {
            scope,
            session,
            turn,
            tool_use_id: "c1".to_owned(),
            args,
            language: Language::Es,
            question: "¿Cuántos días hay para devolver?".into(),
            key,
            is_repeated: false,
            weights: std::sync::Arc::default(),
        };
        #[expect(clippy::disallowed_methods, reason = "no model and no client hears it")]
        self.toolbox.run(name, call).await
    }

    /// Every quote is what the document has at the place that the source names.
    async fn check_quotes(&self, outcome: &Outcome) {
        let scope = self.store.scope();
        for (at, source) in parse_sources(&outcome.result).into_iter().enumerate() {
            assert!(outcome.text.contains(&format!("Cita: [{}]", at + 1)), "{}", outcome.text);
            let text = self.library.text(&scope, source.file_id.unwrap().parse().unwrap()).await.unwrap();
            assert_eq!(text.document.text_hash.map(|hash| hash.to_string()), source.text_hash);
            let place = |offset: Option<u64>| usize::try_from(offset.unwrap()).unwrap();
            let (start, end) = (place(source.start), place(source.end));
            let there: String = text.text.chars().skip(start).take(end - start).collect();
            assert_eq!(Some(there), source.quote);
        }
    }
}

fn ids(outcome: &Outcome) -> Vec<&str> {
    let results = outcome.result["results"].as_array().unwrap();
    results.iter().map(|item| item["chunk_id"].as_str().unwrap_or_default()).collect()
}

async fn lexical() {
    let world = World::filled().await;
    let outcome = world.call("tool_lexical_search", json!({"query": "devoluciones días", "top_k": 50})).await;
    assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
    let result = &outcome.result;
    assert_eq!(result["search_type"], "lexical_search");
    assert_eq!(result["search_params"]["top_k"], 10);
    let first = &result["results"][0];
    assert_eq!(first["source_file"], "Guía de devoluciones.md");
    assert!(first["score"].as_f64().unwrap() > 0.0);
    assert!(first["highlights"][0].as_str().unwrap().contains("<em>"), "{first}");
    for key in ["chunk_type", "section_title", "keywords", "has_tables", "has_images"] {
        assert!(first["metadata"].get(key).is_some(), "{first}");
    }
    let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
    let wanted = [
        "execution_time_ms",
        "expanded_query",
        "query",
        "results",
        "search_params",
        "search_type",
        "sources",
        "total_found",
    ];
    assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), wanted.len());
    assert!(wanted.iter().all(|key| result.get(key).is_some()), "{keys:?}");
    assert!(outcome.text.starts_with("[RESULTADOS DE TU BÚSQUEDA]"));
    assert!(outcome.text.contains("\"¿Cuántos días hay para devolver?\""));
    assert!(outcome.text.contains("Nota: `top_k` era 50; se usó el máximo, 10."));
    assert!(outcome.text.contains("[Resultado 1]") && outcome.text.contains("Score: "), "{}", outcome.text);
    world.check_quotes(&outcome).await;
    let nothing = world.call("tool_lexical_search", json!({"query": "xilófono"})).await;
    assert_eq!((nothing.status, &nothing.result["total_found"]), (Status::Succeeded, &json!(0)));
    assert!(nothing.text.contains("No se ha encontrado nada."));
}

async fn semantic() {
    let world = World::filled().await;
    let outcome = world.call("tool_semantic_search", json!({"query": "plazos de devoluciones"})).await;
    assert_eq!(outcome.result["search_type"], "semantic_search");
    assert_eq!(outcome.result["search_params"]["embedding_model"], Value::Null);
    assert!(outcome.text.contains("No hay modelo de embeddings"), "{}", outcome.text);
    assert!(!ids(&outcome).is_empty());
}

async fn structure() {
    let world = World::filled().await;
    let args = json!({"document_name": "GUIA DE DEVOLUCIONES", "keywords": "precio"});
    let outcome = world.call("tool_structure_search", args).await;
    assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
    assert_eq!(outcome.result["query"], "Guía de devoluciones.md");
    assert_eq!(outcome.result["search_params"]["filters_applied"], json!({"keywords": "precio"}));
    assert_eq!(outcome.result["search_params"].get("fallback"), None);
    assert!(outcome.text.contains("| Avanzado | 25 € |"), "{}", outcome.text);
    assert!(outcome.text.contains("Filtros: keywords=precio"), "{}", outcome.text);
    world.check_quotes(&outcome).await;
    let args = json!({"document_name": "Guía de devoluciones.md", "position": "third_1"});
    let refused = world.call("tool_structure_search", args).await;
    assert_eq!(refused.status, Status::Failed);
    assert!(refused.text.contains("first_N") && refused.text.contains("Fallidas: 1"), "{}", refused.text);
}

async fn fallback() {
    let world = World::filled().await;
    let args = json!({"document_name": "notas.txt", "chunk_type": "table", "keywords": "camión,Zaragoza"});
    let outcome = world.call("tool_structure_search", args).await;
    assert_eq!(outcome.status, Status::Succeeded);
    assert_eq!(outcome.result["search_params"]["fallback"], "lexical_search");
    assert_eq!(outcome.result["results"][0]["source_file"], "notas.txt");
    assert!(
        outcome.text.contains("Fallidas: 0") && outcome.text.contains("camión de Zaragoza"),
        "{}",
        outcome.text
    );
    world.check_quotes(&outcome).await;
}

async fn regex() {
    let world = World::filled().await;
    let outcome = world.call("tool_regex_search", json!({"predefined": "email", "context_lines": 99})).await;
    assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
    assert_eq!(outcome.result["total_found"], 2);
    assert_eq!(outcome.result["search_params"]["documents_searched"], 2);
    assert!(outcome.text.contains("Total de coincidencias: 2 en 2 archivos"), "{}", outcome.text);
    assert!(
        outcome.text.contains("[Archivo: notas.txt]\nTotal de matches: 1\n\nMatch 1: almacen@acme.example")
    );
    assert!(outcome.text.contains("`context_lines` era 99; se usó el máximo, 20."));
    assert!(ids(&outcome).iter().all(|id| id.contains("_chunk_")), "{:?}", ids(&outcome));
    world.check_quotes(&outcome).await;
    for args in [json!({}), json!({"predefined": "email", "pattern": "a"})] {
        let refused = world.call("tool_regex_search", args).await;
        assert_eq!(refused.status, Status::Failed);
        assert!(refused.text.contains("`predefined` o `pattern`"), "{}", refused.text);
    }
    for pattern in ["(", "(?:a{1000}){1000}"] {
        let refused = world.call("tool_regex_search", json!({"pattern": pattern})).await;
        assert!(refused.text.contains("El patrón no sirve"), "{}", refused.text);
    }
}

async fn section() {
    let world = World::filled().await;
    let args = json!({"file_name": "guia de devoluciones", "chunk_start": 1, "chunk_end": 500, "include_metadata": true});
    let outcome = world.call("tool_file_section", args).await;
    assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
    assert!(outcome.text.contains("`chunk_end` era 500; se usó el máximo, 100."), "{}", outcome.text);
    assert!(outcome.text.contains("[Chunk 1]\nID: "), "{}", outcome.text);
    assert!(outcome.text.contains("📋 Metadata del chunk") && outcome.text.contains("| Avanzado | 25 € |"));
    world.check_quotes(&outcome).await;
    let ask = |start: u32, end: u32| json!({"file_name": "notas", "chunk_start": start, "chunk_end": end});
    let beyond = world.call("tool_file_section", ask(50, 60)).await;
    assert!(beyond.text.contains("'notas.txt' solo tiene 1 chunks"), "{}", beyond.text);
    let backwards = world.call("tool_file_section", ask(5, 2)).await;
    assert!(backwards.text.contains("va antes que `chunk_start`"), "{}", backwards.text);
}

async fn content() {
    let world = World::filled().await;
    let outcome = world.call("tool_file_content", json!({"file_name": "Guía de devoluciones.md"})).await;
    assert!(
        outcome.text.contains("Estructura disponible: Sí")
            && outcome.text.contains("ESTRUCTURA DEL DOCUMENTO")
    );
    assert!(outcome.text.contains("durante 30 días naturales"), "{}", outcome.text);
    world.check_quotes(&outcome).await;
    let source = &outcome.result["sources"][0];
    assert!(source["quote"].as_str().unwrap().contains("30 días"), "{source}");
    let plain =
        world.call("tool_file_content", json!({"file_name": "notas", "include_structure": false})).await;
    assert!(
        plain.text.contains("Estructura disponible: No") && !plain.text.contains("ESTRUCTURA DEL DOCUMENTO")
    );
}

async fn unknown_name() {
    let world = World::filled().await;
    for (tool, args) in [
        ("tool_file_content", json!({"file_name": "guía devolución"})),
        ("tool_structure_search", json!({"document_name": "guia devolucion.md"})),
        ("tool_file_section", json!({"file_name": "guias", "chunk_start": 1, "chunk_end": 2})),
    ] {
        let outcome = world.call(tool, args).await;
        assert_eq!(outcome.status, Status::Failed);
        assert!(
            outcome.text.contains("Los nombres más parecidos: Guía de devoluciones.md"),
            "{}",
            outcome.text
        );
    }
}

async fn knowledge() {
    let world = World::filled().await;
    let args = json!({"query": "plazo para devoluciones", "limit": 3, "threshold": 0.0});
    let outcome = world.call("search_knowledge_base", args).await;
    assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
    let sources = parse_sources(&outcome.result);
    let first = &sources[0];
    assert_eq!(
        (first.file_name.as_str(), first.source_type.as_str()),
        ("Guía de devoluciones.md", "blob_storage")
    );
    assert_eq!((first.mime_type.as_str(), first.is_image), ("text/markdown", false));
    assert!(first.relevance_score > 0.0 && first.chunk_id.is_some() && !first.excerpts.is_empty());
    world.check_quotes(&outcome).await;
    let strict = world.call("search_knowledge_base", json!({"query": "xilófono", "threshold": 1})).await;
    assert_eq!(strict.result["sources"], json!([]));
}

async fn named() {
    let world = World::filled().await;
    let query = "¿qué dice la guía de devoluciones del almacén?";
    for tool in ["search_knowledge_base", "tool_lexical_search", "tool_semantic_search"] {
        let outcome = world.call(tool, json!({"query": query})).await;
        assert!(
            outcome.text.contains("Documentos consultados: 1 (Guía de devoluciones.md)"),
            "{}",
            outcome.text
        );
        assert!(!outcome.text.contains("Documento: notas.txt"), "{}", outcome.text);
        let missing = world.call(tool, json!({"query": "¿qué dice contrato-perez.pdf del plazo?"})).await;
        assert!(
            missing.text.contains("No está: No hay ningún documento llamado 'contrato-perez.pdf'"),
            "{}",
            missing.text
        );
    }
    let everywhere = world.call("search_knowledge_base", json!({"query": "almacén"})).await;
    assert!(everywhere.text.contains("Documentos consultados: 2\n"), "{}", everywhere.text);
    assert!(everywhere.text.contains("Documento: notas.txt"), "{}", everywhere.text);
}

async fn listed() {
    let world = World::empty().await;
    let none = world.call("list_documents", json!({})).await;
    assert_eq!(none.text.trim(), "Todavía no hay documentos.");
    world.add("Guía de devoluciones.md", GUIDE, None).await;
    world.add("notas.txt", NOTES, None).await;
    let all = world.call("list_documents", json!({})).await;
    assert!(all.text.starts_with("Hay 2 documentos:"), "{}", all.text);
    assert!(all.text.contains("- **notas.txt**: El almacén abre a las nueve de la mañana."), "{}", all.text);
    assert!(
        all.text.contains("Se admiten devoluciones durante 30 días naturales desde la entrega."),
        "{}",
        all.text
    );
    for number in 0..23 {
        world
            .add(
                &format!("acta-{number}.txt"),
                &format!("En la reunión {number} se aprobaron las cuentas."),
                None,
            )
            .await;
    }
    let many = world.call("list_documents", json!({})).await;
    assert!(many.text.starts_with("Hay 25 documentos:"), "{}", many.text);
    assert!(many.text.ends_with("Y 5 más; con una parte del nombre se ve cuáles."), "{}", many.text);
    let some = world.call("list_documents", json!({"name_contains": "guia"})).await;
    assert!(some.text.starts_with("Hay 1 documento con «guia» en el nombre:"), "{}", some.text);
}

async fn synonyms() {
    let world = World::filled().await;
    let alternatives = ["devoluciones".to_owned()];
    world.library.set_synonyms(&world.store.scope(), "retornos", &alternatives).await.unwrap();
    let outcome = world.call("tool_lexical_search", json!({"query": "retornos"})).await;
    assert_eq!(outcome.result["search_params"]["synonyms_used"], json!(["devoluciones"]));
    assert!(outcome.text.contains("Query expandida: '"), "{}", outcome.text);
    assert!(!ids(&outcome).is_empty());
}

async fn laws() {
    let world = World::empty().await;
    world.add("estatuto.txt", LAW, Some("normativa")).await;
    let article = world.call("get_article", json!({"article_number": "2", "law_name": "ET"})).await;
    assert_eq!(article.status, Status::Succeeded, "{}", article.text);
    assert_eq!(article.result["total_found"], 1, "{}", article.text);
    let item = &article.result["results"][0];
    assert_eq!(item["law"], "Estatuto de los Trabajadores");
    assert_eq!(item["collection"], "normativa");
    assert!(item["text"].as_str().unwrap().contains("carácter especial"));
    let keys: BTreeMap<&String, &Value> = item.as_object().unwrap().iter().collect();
    let keys: Vec<&str> = keys.into_keys().map(String::as_str).collect();
    assert_eq!(keys, ["chapter", "collection", "id", "law", "score", "section", "summary", "text"]);
    world.check_quotes(&article).await;

    let related = world.call("get_related_chunks", json!({"chunk_id": item["id"]})).await;
    assert!(related.text.contains("Artículo 1"), "{}", related.text);
    let missing = world.call("get_article", json!({"article_number": "99", "law_name": "ET"})).await;
    assert!(missing.text.contains("No está: El artículo 99 no está en"), "{}", missing.text);
    assert_eq!(missing.result["results"], json!([]), "no other article stands in for it");
    let unknown = world.call("get_article", json!({"article_number": "1", "law_name": "Ley de Cosas"})).await;
    assert!(unknown.text.contains("Las que hay: Estatuto de los Trabajadores"), "{}", unknown.text);
    for query in
        ["artículo 2 de la Ley de Pesca", "Law 12/1850", "¿Qué dice la Ley de Pesca de la relación laboral?"]
    {
        for tool in ["search_normativa", "search_knowledge_base"] {
            let outcome = world.call(tool, json!({"query": query})).await;
            assert!(
                outcome.text.contains("No está: Entre los documentos no hay ninguna ley"),
                "{}",
                outcome.text
            );
        }
    }
    let named = world
        .call("search_normativa", json!({"query": "what does article 3 of the Spanish Workers' Statute say"}))
        .await;
    assert_eq!(named.result["total_found"], 1, "what is named is all there is to tell: {}", named.text);
    assert!(named.text.contains("Artículo 3."), "{}", named.text);
    let nobody = world.call("get_related_chunks", json!({"chunk_id": 7})).await;
    assert_eq!(nobody.status, Status::Failed);

    let found = world.call("search_normativa", json!({"query": "paro", "top_k": 40})).await;
    assert!(found.result["expanded_query"].as_str().unwrap().contains("prestación desempleo"));
    assert!(found.result["results"][0]["text"].as_str().unwrap().contains("desempleo"), "{}", found.text);
    assert!(found.text.contains("se usó el máximo, 15"), "{}", found.text);
    world.check_quotes(&found).await;
}

async fn empty_collections() {
    let world = World::empty().await;
    world.add("estatuto.txt", LAW, Some("normativa")).await;
    for (tool, collection) in [("search_sentencias", "sentencias"), ("search_criterios", "criterios_inss")] {
        let outcome = world.call(tool, json!({"query": "ley"})).await;
        assert_eq!((outcome.status, &outcome.result["results"]), (Status::Succeeded, &json!([])));
        assert!(
            outcome.text.contains(&format!("La colección `{collection}` no tiene documentos")),
            "{}",
            outcome.text
        );
    }
    world.add("criterio.txt", "Criterio sobre la ley de incapacidad temporal.", Some("Criterios")).await;
    let outcome = world.call("search_criterios", json!({"query": "ley"})).await;
    assert_eq!(outcome.result["results"].as_array().unwrap().len(), 1, "{}", outcome.text);
    assert_eq!(outcome.result["results"][0]["law"], "criterio.txt");
}

async fn another_tenant() {
    let world = World::filled().await;
    let other = world.store.another_tenant("other").await;
    for (tool, args) in [
        ("tool_lexical_search", json!({"query": "devoluciones"})),
        ("search_knowledge_base", json!({"query": "devoluciones"})),
        ("tool_regex_search", json!({"predefined": "email"})),
    ] {
        let outcome = world.call_as(other.clone(), tool, args).await;
        assert_eq!(outcome.result["total_found"], 0, "{}", outcome.text);
        assert!(!outcome.text.contains("acme.example"));
    }
    let outcome = world.call_as(other, "tool_file_content", json!({"file_name": "notas.txt"})).await;
    assert!(outcome.text.contains("Todavía no hay documentos."), "{}", outcome.text);
}

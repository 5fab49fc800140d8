//! From a file to a cited answer, through the front doors.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{
    Answer, Client, DIMENSIONS, Home, Receiver, Reply, TestServer, TestServerOptions, on_both_homes, until,
};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

const TARIFF: &str = "# Tarifas 2026\n\n## Precios\n\n| Servicio | Precio |\n| --- | --- |\n| Limpieza dental | 40 € |\n\
    | Empaste | 60 € |\n\nPara anular una cita hay que avisar con 24 horas de antelación.\n\n## Horario\n\n\
    Abrimos de lunes a viernes de 9:00 a 20:00.\n";

/// Without a language model: documents answer by themselves. The program under test reads files for the server.
pub(crate) fn options() -> TestServerOptions {
    TestServerOptions::config(config())
}

fn config() -> String {
    let program = env!("CARGO_BIN_EXE_conserje");
    format!("[testing]\nscripted = false\nworker_program = \"{program}\"\n[documents]\nworkers = 1\n")
}

pub(crate) async fn upload_as(client: &Client, name: &str, content: &[u8]) -> Reply {
    let part = Part::bytes(content.to_vec()).file_name(name.to_owned());
    let request =
        client.request(Method::POST, "/api/files/upload").multipart(Form::new().part("files", part));
    Client::send(request).await
}

pub(crate) async fn ready(client: &Client, id: &str) -> Value {
    until("the file is read", || async {
        let file = client.get(&format!("/api/files/{id}")).await.expect(200);
        let status = file["processingStatus"].as_str().unwrap_or_default();
        (status == "completed" || status == "failed").then_some(file)
    })
    .await
}

/// The id of a file that can be searched.
pub(crate) async fn added(client: &Client, name: &str, content: &str) -> String {
    let reply = upload_as(client, name, content.as_bytes()).await.expect(202);
    let id = reply["files"][0]["id"].as_str().unwrap().to_owned();
    let file = ready(client, &id).await;
    assert_eq!(file["processingStatus"], "completed", "{file}");
    id
}

/// A session's messages, once there are so many: they follow the log.
async fn messages(client: &Client, session: &str, count: usize) -> Vec<Value> {
    until("the messages are there", || async {
        let page = client.get(&format!("/api/chat/sessions/{session}/messages")).await.expect(200);
        let items = page["items"].as_array().unwrap().clone();
        // The first answer's citations come with the event after it.
        let is_cited = items.get(1).is_some_and(|first| first["citations"] != json!([]));
        (items.len() == count && is_cited).then_some(items)
    })
    .await
}

async fn search(client: &Client, query: &str) -> Vec<Value> {
    let found = client.post("/api/search", json!({"query": query})).await.expect(200);
    found["results"].as_array().unwrap().clone()
}

/// As Azure AI Vision would see a dog on it, whatever is on it.
fn sees_a_dog(asked: &Value) -> Value {
    let is_about_dogs = asked["text"].as_str().is_none_or(|text| text.contains("perro"));
    let vector: Vec<f32> = (0..1024).map(|at| if (at < 512) == is_about_dogs { 1.0 } else { 0.0 }).collect();
    json!({"modelVersion": "2023-04-15", "vector": vector})
}

#[tokio::test]
async fn a_picture_is_found_by_what_is_on_it_and_by_its_name() {
    let vision =
        Receiver::start(vec![Answer { make: Some(sees_a_dog), ..Answer::new("/", json!({})) }]).await;
    let embedding = format!("[embedding]\nfolders = []\nimage_base_url = \"http://{}\"\n", vision.address());
    let options = TestServerOptions::config(format!("{}{embedding}", config()));
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let owner = server.owner();
    let reply = upload_as(owner, "verano_2025.png", PIXEL).await.expect(202);
    let id = reply["files"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ready(owner, &id).await["processingStatus"], "completed");
    added(owner, "gatos.txt", "Los gatos duermen mucho.").await;
    let seen = owner
        .post("/api/search", json!({"query": "un perro en la playa", "mode": "semantic"}))
        .await
        .expect(200);
    assert_eq!(seen["results"][0]["chunk"]["fileId"], json!(id), "{seen}");
    assert_eq!(search(owner, "verano").await[0]["chunk"]["fileId"], json!(id));
    server.stop().await;
}

/// A white one, as PNG.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xff\xff?\0\x05\xfe\x02\xfe\r\xefF\xb8\0\0\0\0IEND\xaeB`\x82";

#[tokio::test]
async fn a_model_that_sees_is_shown_the_image_itself() {
    let upstream = Receiver::start(vec![Answer::new("/", json!({}))]).await;
    let models = format!(
        "[providers.near]\nkind = \"openai_compatible\"\nbase_url = \"http://{}\"\n\
         [[models]]\nname = \"seeing\"\nprovider = \"near\"\nvision = true\n[tiers]\nbalanced = [\"seeing\"]\n",
        upstream.address()
    );
    let options = TestServerOptions::config(format!("{}{models}", config()));
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let owner = server.owner();
    let reply = upload_as(owner, "foto.png", PIXEL).await.expect(202);
    let session = owner.session().await;
    let asked = json!({"message": "¿Qué se ve?", "attachments": [reply["files"][0]["id"]]});
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let events = owner.post(&path, asked).await.expect(200)["events"].clone();
    assert_eq!(events[0]["attachments"][0]["strategy"], "DIRECT_CONTENT");
    let sent = upstream.received().into_iter().next().expect("the model was asked").body.to_string();
    let data = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, PIXEL);
    assert!(sent.contains(&format!("data:image/png;base64,{data}")), "{sent}");
    server.stop().await;
}

on_both_homes! {
    async fn a_question_is_answered_from_an_uploaded_file_and_cited_at_its_place(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        let id = added(owner, "tarifas.md", TARIFF).await;
        let session = owner.session().await;
        owner.say(&session, "¿Con cuánta antelación hay que anular una cita?").await;
        let said = messages(owner, &session, 2).await;
        let answer = &said[1];
        assert_eq!(answer["content"], "Para anular una cita hay que avisar con 24 horas de antelación. [1]");
        let citation = &answer["citations"][0];
        assert_eq!((&citation["fileId"], &citation["marker"]), (&json!(id), &json!(1)));
        let text = owner.get(&format!("/api/files/{id}/text")).await.expect(200);
        assert_eq!(text["textHash"], citation["textHash"]);
        let place = |field: &str| usize::try_from(citation[field].as_u64().unwrap()).unwrap();
        let whole: Vec<char> = text["text"].as_str().unwrap().chars().collect();
        let quoted: String = whole[place("start")..place("end")].iter().collect();
        assert_eq!(citation["quote"], quoted);
        assert_eq!(quoted, "Para anular una cita hay que avisar con 24 horas de antelación.");

        owner.say(&session, "¿Cuánto cuesta un empaste?").await;
        owner.say(&session, "¿Vendéis coches eléctricos?").await;
        let messages = messages(owner, &session, 6).await;
        let said = |at: usize| messages[at]["content"].as_str().unwrap().to_owned();
        assert!(said(3).contains("Empaste; Precio: 60 €"), "{}", said(3));
        assert!(said(5).starts_with("No he encontrado la respuesta en el documento que hay aquí."), "{}", said(5));
        server.stop().await;
    }

    async fn what_people_say_without_a_model_is_answered_in_words_they_understand(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        added(owner, "tarifas.md", TARIFF).await;
        let manual = "# Manual de bienvenida\n\n## Vacaciones\n\nLas vacaciones se piden con dos meses de antelación.\n\n\
            ## Citas\n\nPara anular una cita con recursos humanos basta un mensaje.\n";
        added(owner, "manual-bienvenida.md", manual).await;
        let web = "Inicio | Productos | Contacto\n\n<tool_regex_search> </tool_regex_search>\n\nUtilizamos cookies propias.\n";
        added(owner, "portada.txt", web).await;
        let asked = async |message: &str| {
            let session = owner.session().await;
            let path = format!("/api/chat/sessions/{session}/messages?wait=true");
            let reply = owner.post(&path, json!({"message": message})).await.expect(200);
            let events = reply["events"].as_array().unwrap().clone();
            let tools: Vec<String> = events
                .iter()
                .filter(|one| one["type"] == "tool_use")
                .map(|one| one["toolName"].as_str().unwrap().to_owned())
                .collect();
            let said = events.iter().rfind(|one| one["type"] == "message").unwrap()["content"].clone();
            format!("? {message} {tools:?}\n{}\n\n", said.as_str().unwrap())
        };
        let mut shown = String::new();
        for message in [
            "gracias",
            "jajaja",
            "how are you?",
            "¿de qué tratan mis documentos?",
            "resume tarifas.md",
            "resume contrato-perez.pdf",
            "¿Qué dice el manual de bienvenida sobre anular una cita?",
            "What is the tool regex search?",
            "¿Cuál es la capital de Francia?",
        ] {
            shown.push_str(&asked(message).await);
        }
        insta::assert_snapshot!("words_without_a_model", shown);
        server.stop().await;
    }

    async fn a_message_is_asked_with_the_files_attached_to_it_and_those_found_for_it(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        let old = added(owner, "tarifas-2025.md", "La limpieza dental cuesta 35 € en 2025, con cita previa.").await;
        added(owner, "tarifas-2026.md", "La limpieza dental cuesta 40 € en 2026, con cita previa.").await;
        let session = owner.session().await;
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        let asked = json!({"message": "¿Cuánto cuesta la limpieza dental?", "attachments": [old]});
        let reply = owner.post(&path, asked).await.expect(200);
        let events = reply["events"].as_array().unwrap();
        let attached = json!([{"fileId": old, "fileName": "tarifas-2025.md", "source": "attachment",
            "strategy": "EXTRACTED_TEXT", "isCut": false}]);
        assert_eq!(events[0]["attachments"], attached);
        let said = |events: &[Value]| events.iter().find(|one| one["type"] == "message").unwrap()["content"].clone();
        assert_eq!(said(events), "La limpieza dental cuesta 35 € en 2025, con cita previa. [1]", "only from what is attached");
        let messages = messages(owner, &session, 2).await;
        let citation = &messages[1]["citations"][0];
        assert_eq!((&citation["fileId"], &citation["start"]), (&json!(old), &json!(0)));

        let asked = json!({"message": "¿Cuánto cuesta la limpieza en 2026?", "enableAutoSemanticSearch": true,
            "attachments": [old]});
        let reply = owner.post(&path, asked).await.expect(200);
        let events = reply["events"].as_array().unwrap();
        let sources: Vec<_> = events[0]["attachments"].as_array().unwrap().iter().map(|one| &one["source"]).collect();
        assert_eq!(sources, ["attachment", "semantic_search"], "a file that is attached is not found again");
        assert!(said(events).as_str().unwrap().starts_with("La limpieza dental cuesta 40 €"), "{events:?}");

        let stranger = server.somebody("vecina", Role::Owner, &[KeyScope::Admin]).await;
        let theirs = json!({"message": "hola", "attachments": [old]});
        let session = stranger.session().await;
        let refused = stranger.post(&format!("/api/chat/sessions/{session}/messages"), theirs).await;
        assert_eq!(refused.code(), "not_found", "nobody attaches what is another's");
        let many = json!({"message": "hola", "attachments": vec![&old; 21]});
        let path = format!("/api/chat/sessions/{}/messages", owner.session().await);
        assert_eq!(owner.post(&path, many).await.code(), "invalid_value");
        server.stop().await;
    }

    async fn files_are_listed_read_moved_and_deleted_with_all_that_was_made_of_them(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        let id = added(owner, "informaciÃ³n.md", TARIFF).await;
        let file = owner.get(&format!("/api/files/{id}")).await.expect(200);
        assert_eq!(file["fileName"], "información.md", "mojibake is mended");
        let again = upload_as(owner, "otro nombre.md", TARIFF.as_bytes()).await.expect(202);
        assert_eq!((&again["files"][0]["id"], &again["files"][0]["isKnown"]), (&json!(id), &json!(true)));
        let listed = owner.get("/api/files?name=INFORMACION&status=completed").await.expect(200);
        assert_eq!(listed["items"].as_array().unwrap().len(), 1);
        let chunks = owner.get(&format!("/api/files/{id}/chunks")).await.expect(200);
        assert_eq!(json!(chunks["items"].as_array().unwrap().len()), file["chunkCount"]);
        let content = Client::send(owner.request(Method::GET, &format!("/api/files/{id}/content"))).await;
        assert_eq!(content.status, 200);

        let made = owner.post("/api/collections", json!({"name": "archivo", "weight": 0.5})).await.expect(201);
        owner.patch(&format!("/api/files/{id}"), json!({"collectionId": made["id"]})).await.expect(200);
        ready(owner, &id).await;
        let within = json!({"query": "empaste", "collections": [made["id"]]});
        let found = owner.post("/api/search", within).await.expect(200);
        assert_eq!(found["results"][0]["chunk"]["fileId"], json!(id));

        owner.delete(&format!("/api/files/{id}")).await.expect(204);
        assert!(search(owner, "empaste").await.is_empty());
        assert_eq!(owner.get(&format!("/api/files/{id}")).await.code(), "not_found");
        owner.delete(&format!("/api/collections/{}", made["id"].as_str().unwrap())).await.expect(204);
        server.stop().await;
    }

    async fn what_cannot_be_taken_says_why_and_takes_nothing_else_with_it(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde";
        assert_eq!(upload_as(owner, "foto.pdf", png).await.code(), "file_refused");
        assert_eq!(upload_as(owner, "vacío.txt", b"").await.code(), "file_refused");
        let none = Client::send(owner.request(Method::POST, "/api/files/upload").multipart(Form::new())).await;
        assert_eq!(none.code(), "invalid_request");
        let not_a_form = owner.post("/api/files/upload", json!({})).await;
        assert_eq!(not_a_form.code(), "unsupported_media_type");

        let mut form = Form::new();
        for number in 0..21 {
            let name = format!("{number}.txt");
            form = form.part("files", Part::text(format!("texto número {number}")).file_name(name));
        }
        let reply = Client::send(owner.request(Method::POST, "/api/files/upload").multipart(form)).await.expect(202);
        assert_eq!(reply["files"].as_array().unwrap().len(), 20);
        assert_eq!(reply["refused"][0]["fileName"], "20.txt");

        let broken = upload_as(owner, "roto.docx", b"PK\x03\x04 this is no archive").await;
        assert_eq!(broken.code(), "file_refused");
        let left = owner.get("/api/files?limit=200").await.expect(200);
        assert_eq!(left["items"].as_array().unwrap().len(), 20, "nothing of what was refused is left");
        server.stop().await;
    }

    async fn two_tenants_with_the_same_files_see_only_their_own(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let one = server.somebody("uno", Role::Owner, &[KeyScope::Admin]).await;
        let two = server.somebody("dos", Role::Owner, &[KeyScope::Admin]).await;
        let own = added(&one, "tarifas.md", TARIFF).await;
        assert!(search(&two, "empaste").await.is_empty());
        assert_eq!(two.get("/api/files").await.expect(200)["items"], json!([]));
        let near = two.post("/api/tools/tool_file_content", json!({"file_name": "tarifa"})).await.expect(200);
        assert!(!near["text"].as_str().unwrap().contains("tarifas.md"), "nothing is suggested of another's: {near}");
        let theirs = added(&two, "tarifas.md", TARIFF).await;
        assert_ne!(own, theirs, "the same content is not recognised across tenants");
        for (client, id) in [(&one, &own), (&two, &theirs)] {
            let found = search(client, "empaste").await;
            assert!(!found.is_empty() && found.iter().all(|hit| hit["chunk"]["fileId"] == json!(id)), "{found:?}");
        }
        one.post("/api/search", json!({"query": "empaste", "files": [theirs]})).await.expect(200);
        let named = two.post("/api/tools/tool_file_content", json!({"file_name": "tarifas"})).await.expect(200);
        assert!(named["text"].as_str().unwrap().contains("Empaste"), "{named}");
        one.delete(&format!("/api/files/{own}")).await.expect(204);
        assert!(!search(&two, "empaste").await.is_empty(), "one tenant's deletion touches no other");
        server.stop().await;
    }

    async fn what_one_tenant_had_embedded_makes_nothing_quicker_for_another(home: Home) {
        let near = Receiver::start(vec![Answer::embeddings()]).await;
        let remote = format!(
            "{}[embedding]\nbase_url = \"http://{}\"\nmodel = \"far\"\ndimensions = {DIMENSIONS}\n",
            config(),
            near.address()
        );
        let server = TestServer::start_with(home, TestServerOptions::config(remote)).await;
        let one = server.somebody("uno", Role::Owner, &[KeyScope::Admin]).await;
        let two = server.somebody("dos", Role::Owner, &[KeyScope::Admin]).await;
        let mut asked = Vec::new();
        for client in [&one, &two] {
            let before = near.received().len();
            added(client, "tarifas.md", TARIFF).await;
            asked.push(near.received().len() - before);
        }
        assert!(asked[0] > 0 && asked[0] == asked[1], "each tenant pays for its own: {asked:?}");
        server.stop().await;
    }

    async fn what_was_indexed_is_found_after_a_restart_and_a_rebuild(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        added(server.owner(), "tarifas.md", TARIFF).await;
        let server = server.restart().await;
        assert!(!search(server.owner(), "empaste").await.is_empty());
        let scope = server.app().operator_inside("demo").await.unwrap();
        let (documents, passages) = server.app().library().rebuild_index(&scope, |_, _| {}).await.unwrap();
        assert!(documents == 1 && passages > 0);
        assert!(!search(server.owner(), "empaste").await.is_empty());
        server.stop().await;
    }

    async fn another_embedder_comes_into_use_once_all_passages_have_its_vectors(home: Home) {
        let near = Receiver::start(vec![Answer::embeddings()]).await;
        let with = |embedding: String| TestServerOptions::config(format!("{}{embedding}", config()));
        let remote = |model: &str| {
            with(format!(
                "[embedding]\nbase_url = \"http://{}\"\nmodel = \"{model}\"\ndimensions = {DIMENSIONS}\nprice = 2.0\n",
                near.address()
            ))
        };
        let server = TestServer::start_with(home, with("[embedding]\nfolders = []\n".to_owned())).await;
        let id = added(server.owner(), "tarifas.md", TARIFF).await;
        let file = server.owner().get(&format!("/api/files/{id}")).await.expect(200);
        assert_eq!(file["embeddingStatus"], "pending", "there is no embedder yet");
        let mut server = server;
        for model in ["first", "second"] {
            server = server.restart_with(remote(model)).await;
            let scope = server.app().operator_inside("demo").await.unwrap();
            let library = server.app().library();
            until("all passages have new vectors", || async {
                let check = library.check_index(&scope).await.unwrap();
                let spaces: Vec<&String> = check.indexed.spaces.keys().collect();
                (check.is_whole && spaces == [model]).then_some(())
            })
            .await;
            until("the file says so", || async {
                let file = server.owner().get(&format!("/api/files/{id}")).await.expect(200);
                (file["embeddingStatus"] == "completed").then_some(())
            })
            .await;
            let asked = json!({"query": "anular una cita", "mode": "semantic"});
            let found = server.owner().post("/api/search", asked).await.expect(200);
            assert!(!found["results"].as_array().unwrap().is_empty(), "{found}");
        }
        let texts = |model: &str| {
            near.received().iter().filter(|one| one.body["model"] == model && one.body["input"].to_string().contains("Empaste")).count()
        };
        assert_eq!((texts("first"), texts("second")), (1, 1), "every passage is embedded once with each");
        server.stop().await;
    }

    async fn a_model_puts_what_was_found_in_order(home: Home) {
        let options = TestServerOptions::config(config().replace("scripted = false", "scripted = true"));
        let server = TestServer::start_with(home, options).await;
        let owner = server.owner();
        added(owner, "a.md", "La limpieza dental se explica en otra parte del folleto.").await;
        added(owner, "b.md", "La limpieza dental cuesta 40 €.").await;
        let asked = |rerank: &str| json!({"query": "limpieza dental", "rerank": rerank});
        server.model_says([Scene::say("{\"scores\": [0, 10]}")]);
        let first = owner.post("/api/search", asked("none")).await.expect(200);
        let judged = owner.post("/api/search", asked("llm")).await.expect(200);
        let names = |found: &Value| -> Vec<Value> {
            found["results"].as_array().unwrap().iter().map(|hit| hit["chunk"]["fileName"].clone()).collect()
        };
        let mut turned = names(&first);
        turned.reverse();
        assert_eq!(names(&judged), turned, "what the model prefers is first");
        server.model_says([Scene::say("no")]);
        let mixed = owner.post("/api/search", asked("hybrid")).await.expect(200);
        assert_eq!(mixed["results"].as_array().unwrap().len(), 2, "without a judgement nothing is lost");
        server.stop().await;
    }

    async fn synonyms_widen_a_search_and_say_so(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        added(owner, "tarifas.md", TARIFF).await;
        assert!(search(owner, "obturación").await.is_empty());
        let put = owner.request(Method::PUT, "/api/synonyms").json(&json!({"term": "obturación", "alternatives": ["empaste"]}));
        assert_eq!(Client::send(put).await.status, 204);
        let found = owner.post("/api/search", json!({"query": "obturación"})).await.expect(200);
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
        assert!(found["expandedQuery"].as_str().unwrap().contains("empaste"), "{found}");
        server.stop().await;
    }
}

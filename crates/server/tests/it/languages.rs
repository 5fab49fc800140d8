//! Errors as their readers speak, and what programs and browsers look for first.

use conserje_llm::Scene;
use conserje_testkit::{Client, Home, Reply, TestServer, TestServerOptions};
use reqwest::Method;
use serde_json::{Value, json};

async fn asked(client: &Client, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = client.request(Method::GET, path);
    Client::send(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_told_in_the_language_that_is_asked_for_with_the_same_code() {
    let limits = "[limits]\naddress_sign_ins_per_minute = 2";
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(limits)).await;
    let (owner, stranger) = (server.owner(), server.stranger());
    let spanish = ("accept-language", "es-MX,en;q=0.5");
    let missing = asked(owner, "/api/chat/sessions/nothing", &[spanish]).await;
    assert_eq!(missing.headers["content-type"], "application/problem+json");
    assert_eq!(missing.headers["content-language"], "es");
    let problem = missing.expect(404);
    assert_eq!((&problem["code"], &problem["title"]), (&json!("not_found"), &json!("No existe")));
    assert_eq!(problem["detail"], "no existe lo que se pide");
    assert_eq!(problem["traceId"], missing.headers["x-trace-id"].to_str().unwrap());
    let in_english = asked(owner, "/api/chat/sessions/nothing", &[]).await.expect(404);
    assert_eq!(in_english["detail"], "there is no such thing here");

    let nobody = asked(&stranger, "/api/files", &[spanish]).await.expect(401);
    assert!(nobody["detail"].as_str().unwrap().starts_with("hay que iniciar sesión"), "{nobody}");
    let sign_in = || {
        let body = json!({"email": "demo@localhost", "password": "wrong"});
        Client::send(
            stranger.request(Method::POST, "/api/auth/login").header(spanish.0, spanish.1).json(&body),
        )
    };
    assert_eq!(sign_in().await.expect(401)["detail"], "la dirección o la contraseña no son correctas");
    sign_in().await.expect(401);
    let limited = sign_in().await.expect(429);
    assert!(
        limited["detail"].as_str().unwrap().contains("se puede intentar otra vez dentro de"),
        "{limited}"
    );
    let new = json!({"email": "x", "name": "X", "role": "member"});
    let invalid =
        Client::send(owner.request(Method::POST, "/api/users").header(spanish.0, spanish.1).json(&new));
    assert_eq!(
        invalid.await.expect(422)["detail"],
        "`email` no es una dirección; ha de ser como nombre@example.com"
    );
    // OpenAI's clients have a shape of their own, and one language.
    let theirs = asked(&stranger, "/v1/models", &[spanish]).await.expect(401);
    assert!(theirs["error"]["message"].as_str().unwrap().starts_with("sign in"), "{theirs}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_read_says_why_in_the_readers_language() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let upload = |language: &'static str| {
        let part = reqwest::multipart::Part::bytes(Vec::new()).file_name("empty.txt");
        let form = reqwest::multipart::Form::new().part("file", part);
        let request = owner.request(Method::POST, "/api/files/upload").header("accept-language", language);
        Client::send(request.multipart(form))
    };
    let spanish = upload("es").await.expect(422);
    assert_eq!(
        spanish["detail"],
        "El archivo está vacío; hay que comprobar que se guardó y subirlo otra vez"
    );
    assert_eq!(
        (&spanish["code"], &upload("en").await.expect(422)["code"]),
        (&json!("file_refused"), &json!("file_refused"))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_fails_says_so_in_the_language_of_its_message() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    for (message, told) in [
        (
            "¿Cuánto cuesta la limpieza de los lunes?",
            "El modelo no respondió nada. Se puede intentar otra vez.",
        ),
        ("How much does the cleaning on Mondays cost?", "The model answered nothing. Try again."),
    ] {
        server.model_says([Scene::say("")]);
        let session = owner.session().await;
        let events = owner.say(&session, message).await;
        let error = events.iter().find(|event| event["type"] == "error").unwrap_or(&Value::Null);
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!("model_failed"), &json!(told)),
            "{events:#?}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn error_codes_have_pages_to_read_and_markdown_for_programs() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    let page = asked(&stranger, "/docs/errors/rate_limited", &[("accept-language", "es")]).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert!(
        page.text.contains("<html lang=\"es\">") && page.text.contains("Se pidió demasiado"),
        "{}",
        page.text
    );
    assert!(
        page.text.contains("<h1>rate_limited</h1>") && page.text.contains("<h2>What to do</h2>"),
        "{}",
        page.text
    );
    assert!(!page.headers["content-security-policy"].to_str().unwrap().contains("unsafe"));
    let markdown = asked(&stranger, "/docs/errors/rate_limited", &[("accept", "text/markdown")]).await;
    assert_eq!(markdown.headers["content-type"], "text/markdown; charset=utf-8");
    assert!(markdown.text.starts_with("# rate_limited"), "{}", markdown.text);
    assert_eq!(stranger.get("/docs/errors/nothing").await.code(), "not_found");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_and_browsers_find_what_they_look_for_first() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    let about = stranger.get("/llms.txt").await;
    assert!(about.headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    // What it names is there.
    let url = stranger.url().to_owned();
    let named: Vec<&str> =
        about.text.split(['(', ')', ' ', '\n']).filter_map(|word| word.strip_prefix(&url)).collect();
    assert!(named.len() >= 6, "{}", about.text);
    for path in named {
        let status = stranger.get(path).await.status.as_u16();
        assert!(status == 200 || status == 401 || status == 405 || path == "/v1", "{path}: {status}");
    }
    let robots = stranger.get("/robots.txt").await.text;
    assert!(robots.contains("Disallow: /\n") && robots.contains("Allow: /llms.txt"), "{robots}");
    let manifest = stranger.get("/manifest.webmanifest").await;
    assert_eq!(manifest.headers["content-type"], "application/manifest+json");
    let manifest = manifest.expect(200);
    let icons = manifest["icons"].as_array().unwrap().iter().map(|icon| icon["src"].as_str().unwrap());
    for path in icons.chain(["/favicon.ico", "/apple-touch-icon.png", "/icons/icon-32.png"]) {
        let icon = stranger.request(Method::GET, path).send().await.unwrap();
        assert_eq!(icon.status().as_u16(), 200, "{path}");
        assert!(icon.headers()["content-type"].to_str().unwrap().starts_with("image/"), "{path}");
        let bytes = icon.bytes().await.unwrap();
        assert!(bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"<svg"), "{path}");
    }
    assert_eq!(stranger.get("/icons/nothing.png").await.code(), "not_found");
    let drawing = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read(drawing.join(path)).unwrap();
    assert_eq!(
        read("../doors/assets/icons/icon.svg"),
        read("../../web/src/theme/icon.svg"),
        "run `npm run icons` in web"
    );
    server.stop().await;
}

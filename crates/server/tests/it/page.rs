//! The page and its files, as a browser gets them.

use std::collections::BTreeSet;

use conserje_testkit::{Home, TestServer};

/// Paths of our own files that a text names: `/assets/x.js` in a page, `./x.js` in a script.
fn named_in(text: &str) -> BTreeSet<String> {
    let names =
        text.split('"').filter_map(|part| part.strip_prefix("/assets/").or_else(|| part.strip_prefix("./")));
    names.map(|name| format!("/assets/{name}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_made_of_our_own_files_and_puts_no_text_in_as_markup() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    let mut wanted: Vec<String> = vec!["/".to_owned(), "/welcome".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(path) = wanted.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let reply = stranger.get(&path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}");
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("script-src"), "{policy}");
        for forbidden in
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "://", "<script>"]
        {
            assert!(!reply.text.contains(forbidden), "{path} has {forbidden}");
        }
        wanted.extend(named_in(&reply.text));
    }
    assert!(seen.len() >= 10, "{seen:?}");
    assert_eq!(stranger.get("/assets/nothing.js").await.code(), "not_found");
    server.stop().await;
}

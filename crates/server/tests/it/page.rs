//! The page and its files, as a browser gets them. What it does is tried in a real browser: `web/tests`.

use conserje_testkit::{Home, TestServer};

#[tokio::test(flavor = "multi_thread")]
async fn the_page_has_addresses_of_its_own_and_loads_nothing_from_elsewhere() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    let home = stranger.get("/").await;
    for path in ["/chat", "/chat/ses_1", "/knowledge/files", "/operate", "/admin", "/shared/x", "/welcome"] {
        let reply = stranger.get(path).await;
        assert_eq!((reply.status.as_u16(), &reply.text), (200, &home.text), "{path}");
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert!(!reply.text.contains("://"), "{path} names another place");
    }
    assert_eq!(stranger.get("/chats").await.code(), "not_found");
    assert_eq!(stranger.get("/assets/nothing.js").await.code(), "not_found");
    assert_eq!(stranger.get("/assets/index.html").await.code(), "not_found");
    // What the document names is there, for ever under that name; a binary without the page names nothing.
    for name in home.text.split('"').filter_map(|part| part.strip_prefix("/assets/")) {
        let reply = stranger.get(&format!("/assets/{name}")).await;
        assert_eq!(reply.status.as_u16(), 200, "{name}");
        assert!(reply.headers["cache-control"].to_str().unwrap().contains("immutable"), "{name}");
    }
    server.stop().await;
}

//! What cannot be read is a documented error, never a failure of ours.

use conserje_testkit::{Client, Home, Reply, TestServer};
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

async fn raw_body(client: &Client, path: &str, body: impl Into<reqwest::Body>) -> Reply {
    let request = client.request(Method::POST, path).header("content-type", "application/json").body(body);
    Client::send(request).await
}

fn assert_is(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), reply.code().as_str()), (status, code), "{}", reply.text);
    let problem = reply.json();
    assert_eq!(reply.headers["content-type"], "application/problem+json");
    assert_eq!(problem["type"], format!("/docs/errors/{code}"));
    assert_eq!(problem["status"], status);
    assert!(problem["traceId"].as_str().unwrap().starts_with("trc_"));
    assert!(!problem["detail"].as_str().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_not_what_the_route_takes() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let path = format!("/api/chat/sessions/{session}/messages");
    for broken in [
        "[\"x\"]",
        "",
        "{",
        "[]",
        "null",
        "{\"message\":1}",
        "{\"message\":\"x\",\"more\":1}",
        "{\"message\":\"\\ud800\"}",
        "\u{feff}{}",
    ] {
        assert_is(&raw_body(owner, &path, broken.to_owned()).await, 400, "invalid_json");
    }
    assert_is(&raw_body(owner, &path, vec![b'{', 0xff, b'}']).await, 400, "invalid_json");
    let nested = "[".repeat(100_000);
    assert_is(&raw_body(owner, &path, nested).await, 400, "invalid_json");
    assert_is(
        &raw_body(owner, &path, json!({"message": "x".repeat(2_000_000)}).to_string()).await,
        413,
        "body_too_large",
    );
    assert_is(&owner.post(&path, json!({"message": "x".repeat(100_000)})).await, 413, "message_too_long");
    assert_is(&owner.post(&path, json!({"message": "a\u{0}b"})).await, 422, "message_unreadable");
    assert_is(&owner.post(&path, json!({"message": " \n "})).await, 422, "message_empty");
    let plain = owner.request(Method::POST, &path).header("content-type", "text/plain").body("{}");
    assert_is(&Client::send(plain).await, 415, "unsupported_media_type");
    for title in ["", " ", "a\u{0}b", "a\nb", &"x".repeat(201)] {
        assert_is(
            &owner.patch(&format!("/api/chat/sessions/{session}"), json!({"title": title})).await,
            422,
            "invalid_value",
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_paths_and_headers_that_cannot_be_read() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    for query in [
        "cursor=x",
        "cursor=c1",
        "cursor=%00",
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=x",
        "limit=99999999999",
        &format!("q={}", "x".repeat(201)),
    ] {
        assert_is(&owner.get(&format!("/api/chat/sessions?{query}")).await, 400, "invalid_request");
    }
    for query in ["after=-1", "after=x", "after=9999999999999999999999"] {
        assert_is(
            &owner.get(&format!("/api/chat/sessions/{session}/events?{query}")).await,
            400,
            "invalid_request",
        );
    }
    for id in [
        "x",
        "ses_",
        "ses_zz",
        "%00",
        "%ff",
        "..%2f..%2fetc",
        &session.to_uppercase(),
        &format!("{session}0"),
    ] {
        assert_is(&owner.get(&format!("/api/chat/sessions/{id}")).await, 404, "not_found");
    }
    assert_is(&owner.get("/api/no-such-route").await, 404, "not_found");
    assert_is(
        &Client::send(owner.request(Method::PUT, "/api/chat/sessions")).await,
        405,
        "method_not_allowed",
    );
    let stream = owner.request(Method::GET, &format!("/api/chat/sessions/{session}/events/stream"));
    for last in ["x", "-1", "1.5", "99999999999999999999"] {
        let request = stream.try_clone().unwrap().header("last-event-id", last);
        assert_is(&Client::send(request).await, 400, "invalid_request");
    }
    let long_key = owner
        .request(Method::POST, "/api/chat/sessions")
        .header("idempotency-key", "k".repeat(201))
        .json(&json!({}));
    assert_is(&Client::send(long_key).await, 400, "invalid_request");
    let odd_key = owner
        .request(Method::POST, "/api/chat/sessions")
        .header("idempotency-key", HeaderValue::from_bytes(b"\xff").unwrap())
        .json(&json!({}));
    assert_is(&Client::send(odd_key).await, 400, "invalid_request");
    let odd_bearer = server
        .stranger()
        .request(Method::GET, "/api/auth/me")
        .header("authorization", HeaderValue::from_bytes(b"Bearer \xff\xfe").unwrap());
    assert_is(&Client::send(odd_bearer).await, 401, "unauthenticated");
    server.stop().await;
}

/// What hyper itself refuses, before there is a request to route: a status, and the connection ends.
#[tokio::test(flavor = "multi_thread")]
async fn headers_without_end_are_refused() {
    let server = TestServer::start(Home::Sqlite).await;
    let address = server.owner().url().strip_prefix("http://").unwrap().to_owned();
    let raw = |head: Vec<u8>| {
        let address = address.clone();
        async move {
            let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
            // The server may hang up before it has read all of it.
            drop(stream.write_all(&head).await);
            let mut answer = Vec::new();
            drop(stream.read_to_end(&mut answer).await);
            String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
        }
    };
    let huge = format!("GET / HTTP/1.1\r\nhost: x\r\nx-long: {}\r\n\r\n", "a".repeat(2_000_000));
    let answer = raw(huge.into_bytes()).await;
    assert!(answer.is_empty() || answer.contains(" 431 "), "{answer}");
    let many = format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x-a: b\r\n".repeat(5_000));
    let answer = raw(many.into_bytes()).await;
    assert!(answer.is_empty() || answer.contains(" 431 "), "{answer}");
    let answer = raw(b"\x16\x03\x01 not http at all\r\n\r\n".to_vec()).await;
    assert!(answer.is_empty() || answer.contains(" 400 "), "{answer}");
    server.stranger().get("/livez").await.expect(200);
    server.stop().await;
}

/// A request that is refused before its body is there leaves a connection that works, or says that it ends.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_refused_early_may_use_the_connection_or_is_told_not_to() {
    let server = TestServer::start(Home::Sqlite).await;
    let address = server.owner().url().strip_prefix("http://").unwrap().to_owned();
    let head = |length: usize, more: &str| {
        format!("POST /api/chat/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n{more}\r\n")
    };
    let answer = async |stream: &mut tokio::net::TcpStream| {
        let mut answer = String::new();
        while !answer.contains("\"traceId\"") {
            let mut piece = [0; 4096];
            let read = stream.read(&mut piece).await.unwrap();
            assert_ne!(read, 0, "it hung up after {answer:?}");
            answer += std::str::from_utf8(&piece[..read]).unwrap();
        }
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
        answer.to_lowercase().contains("connection: close")
    };
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    for _ in 0..3 {
        stream.write_all(head(2, "").as_bytes()).await.unwrap();
        stream.flush().await.unwrap();
        tokio::task::yield_now().await;
        stream.write_all(b"{}").await.unwrap();
        assert!(!answer(&mut stream).await);
    }
    // Nobody is asked for what is not wanted, nor read to the end if that is far.
    stream.write_all(head(100, "expect: 100-continue\r\n").as_bytes()).await.unwrap();
    assert!(answer(&mut stream).await);
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream.write_all(head(100_000_000, "").as_bytes()).await.unwrap();
    // Whoever goes on sending may find that nobody listens any more; the answer is there all the same.
    drop(stream.write_all(&vec![b' '; 5_000_000]).await);
    assert!(answer(&mut stream).await);
    server.stop().await;
}

//! What all providers have in common.

use std::time::Duration;

use conserje_kernel::Secret;
use conserje_llm::{Anthropic, Message, Model, Provider, Request, Script, Trouble, http_client};
use futures::StreamExt;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use crate::replay::{Chunks, KEY, Player};

fn hello() -> Request {
    Request { messages: vec![Message::user("hola")], ..Request::default() }
}

/// Every status with its trouble, in the order of the cassettes.
#[tokio::test]
async fn each_status_becomes_a_trouble_and_no_key_gets_out() {
    let expected = [
        (Trouble::Busy, Some(Duration::from_secs(7))),
        (Trouble::Busy, Some(Duration::from_secs(90))),
        (Trouble::Down, None),
        (Trouble::Down, None),
        (Trouble::Unauthorised, None),
        (Trouble::Unauthorised, None),
        (Trouble::TooLong, None),
        (Trouble::NoNativeTools, None),
        (Trouble::Refused, None),
        (Trouble::Refused, None),
        (Trouble::Refused, None),
        (Trouble::Malformed, None),
    ];
    for cassette in ["anthropic/errors.json", "gemini/errors.json", "openai/errors.json"] {
        let player = Player::new(cassette).await;
        assert_eq!(player.len(), expected.len(), "{cassette}");
        for (index, (trouble, retry_after)) in expected.into_iter().enumerate() {
            let error = player.play(index, &hello(), Chunks::Whole).await.unwrap_err();
            assert_eq!(
                (error.trouble, error.retry_after),
                (trouble, retry_after),
                "{cassette} {index}: {error}"
            );
            assert!(!error.to_string().contains(KEY), "{error}");
            assert!(error.problem.chars().count() <= 500, "{error}");
            assert_eq!(error.model, &*player.model.name);
        }
    }
}

#[tokio::test]
async fn a_stream_that_goes_wrong_is_an_error_of_its_kind() {
    let expected = [
        Trouble::CutShort,
        Trouble::CutShort,
        Trouble::Malformed,
        Trouble::Filtered,
        Trouble::Down,
        Trouble::TooLong,
    ];
    for cassette in ["anthropic/broken.json", "gemini/broken.json", "openai/broken.json"] {
        let player = Player::new(cassette).await;
        assert_eq!(player.len(), expected.len(), "{cassette}");
        for (index, trouble) in expected.into_iter().enumerate() {
            let error = player.play(index, &hello(), Chunks::Whole).await.unwrap_err();
            assert_eq!(error.trouble, trouble, "{cassette} {index}: {error}");
        }
    }
}

#[tokio::test]
async fn every_division_into_chunks_gives_the_same_reply() {
    for cassette in ["anthropic/tools.json", "gemini/tools.json", "openai/tools.json"] {
        let player = Player::new(cassette).await;
        let request = crate::anthropic::first_turn();
        let whole = player.play(0, &request, Chunks::Whole).await.unwrap();
        for at in 0..player.body_len(0) {
            let divided = player.play(0, &request, Chunks::CutAt(at)).await.unwrap();
            assert_eq!(divided, whole, "{cassette} at {at}");
        }
        assert_eq!(player.play(0, &request, Chunks::Each(1)).await.unwrap(), whole, "{cassette}");
    }
}

#[tokio::test]
async fn a_model_that_falls_silent_is_given_up() {
    let mut player = Player::new("anthropic/silent.json").await;
    let Provider::Anthropic(anthropic) = player.model.provider.clone() else { panic!() };
    player.model.provider = Provider::Anthropic(anthropic.with_patience(Duration::from_millis(100)));
    let error = player.play(0, &hello(), Chunks::Whole).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Silent, "{error}");
}

fn model_at(listener: &TcpListener, patience: Duration) -> Model {
    drop(rustls::crypto::ring::default_provider().install_default());
    let base_url = Some(format!("http://{}", listener.local_addr().unwrap()));
    let provider = Anthropic::new(base_url, Secret::new(KEY), http_client().unwrap()).with_patience(patience);
    let scripted = Model::scripted(Script::default().into());
    Model { name: "anthropic/x".into(), provider: Provider::Anthropic(provider), ..scripted }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let model = model_at(&listener, Duration::from_secs(5));
    drop(listener);
    let error = model.complete(&hello()).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Unreachable, "{error}");
}

#[tokio::test]
async fn a_server_that_never_answers_is_silent_and_nothing_follows() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let model = model_at(&listener, Duration::from_millis(100));
    let request = hello();
    let listen = async {
        let (mut connection, _) = listener.accept().await.unwrap();
        while connection.read_buf(&mut Vec::new()).await.is_ok_and(|read| read > 0) {}
    };
    let (pieces, ()) = tokio::join!(model.stream(&request).collect::<Vec<_>>(), listen);
    let [Err(error)] = pieces.as_slice() else { panic!("{pieces:?}") };
    assert_eq!(error.trouble, Trouble::Silent, "{error}");
}

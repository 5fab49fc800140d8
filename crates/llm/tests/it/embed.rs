//! Embedders behind APIs.

use std::time::Duration;

use conserje_kernel::Secret;
use conserje_llm::embed::{
    AzureVision, EmbedderFacts, ImageEmbedder, OpenAiEmbedder, Purpose, RemoteModel, TextEmbedder,
};
use conserje_llm::{OpenAiFlavour, Trouble, http_client};

use crate::replay::{Chunks, KEY, Tape};

const PATIENCE: Duration = Duration::from_secs(5);

fn embedder(tape: &Tape, change: impl FnOnce(&mut RemoteModel)) -> OpenAiEmbedder {
    let name = format!("{}/{}", tape.provider(), tape.model());
    let facts =
        EmbedderFacts { name: name.into(), dimensions: 2, max_tokens: 20, languages: vec![], price: None };
    let mut model = RemoteModel::new(facts, tape.model());
    change(&mut model);
    let (path, key, flavour) = match tape.provider() {
        "openai" => ("/v1", KEY, OpenAiFlavour::OpenAi),
        "compatible" => ("/v1/", "", OpenAiFlavour::Compatible),
        "azure" => ("", KEY, OpenAiFlavour::Azure { api_version: "2024-10-21".to_owned() }),
        other => panic!("no provider {other}"),
    };
    let base_url = format!("{}{path}", tape.base_url());
    OpenAiEmbedder::new(&base_url, Secret::new(key), http_client().unwrap(), flavour, model)
        .with_patience(PATIENCE)
}

fn vision(tape: &Tape) -> AzureVision {
    AzureVision::new(&tape.base_url(), Secret::new(KEY), http_client().unwrap())
        .with_model("2023-04-15", 2)
        .with_patience(PATIENCE)
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts_with_length_one_and_usage() {
    let tape = Tape::new("embed/openai.json").await;
    let embedder = embedder(&tape, |model| model.asks_for_dimensions = true);
    let asked = embedder.embed(&["hola", "adiós"], Purpose::Passage);
    let (embedded, ()) = tokio::join!(asked, tape.answer(0, Chunks::Whole));
    let embedded = embedded.unwrap();
    assert_eq!((embedded.vectors, embedded.tokens), (vec![vec![0.6, 0.8], vec![0.0, -1.0]], 5));
    let (embedded, ()) = tokio::join!(embedder.embed(&[""], Purpose::Query), tape.answer(1, Chunks::Whole));
    assert_eq!(embedded.unwrap().vectors, [vec![1.0, 0.0]], "nothing is sent as a space");
    assert!(embedder.embed(&[], Purpose::Query).await.unwrap().vectors.is_empty(), "nobody is asked");
}

#[tokio::test]
async fn azure_has_its_own_path_and_header() {
    let tape = Tape::new("embed/azure.json").await;
    let embedder = embedder(&tape, |_| ());
    let (embedded, ()) =
        tokio::join!(embedder.embed(&["hola"], Purpose::Query), tape.answer(0, Chunks::Whole));
    assert_eq!(embedded.unwrap().vectors, [vec![0.6, 0.8]]);
}

#[tokio::test]
async fn a_server_like_it_may_want_prefixes_and_say_less() {
    let tape = Tape::new("embed/compatible.json").await;
    let embedder = embedder(&tape, |model| {
        (model.query_prefix, model.passage_prefix) = ("query: ".to_owned(), "passage: ".to_owned());
    });
    for (index, purpose) in [Purpose::Query, Purpose::Passage].into_iter().enumerate() {
        let (embedded, ()) =
            tokio::join!(embedder.embed(&["hola"], purpose), tape.answer(index, Chunks::Each(5)));
        assert_eq!(embedded.unwrap().tokens, 0);
    }
}

#[tokio::test]
async fn many_texts_are_several_requests() {
    let tape = Tape::new("embed/trouble.json").await;
    for change in
        [|model: &mut RemoteModel| model.batch_texts = 1, |model: &mut RemoteModel| model.batch_tokens = 1]
    {
        let embedder = embedder(&tape, change);
        let answers = async {
            for _ in 0..3 {
                tape.answer(2, Chunks::Whole).await;
            }
        };
        let (embedded, ()) = tokio::join!(embedder.embed(&["a", "b", "c"], Purpose::Passage), answers);
        let embedded = embedded.unwrap();
        assert_eq!((embedded.vectors.len(), embedded.tokens), (3, 6));
    }
}

#[tokio::test]
async fn it_is_asked_again_while_that_may_help() {
    let tape = Tape::new("embed/trouble.json").await;
    let answers = async {
        for index in [0, 1, 2] {
            tape.answer(index, Chunks::Whole).await;
        }
    };
    let embedder = embedder(&tape, |_| ());
    let (embedded, ()) = tokio::join!(embedder.embed(&["hola"], Purpose::Passage), answers);
    assert_eq!(embedded.unwrap().vectors, [vec![0.6, 0.8]]);
}

#[tokio::test]
async fn what_cannot_be_helped_is_said_and_no_key_gets_out() {
    let tape = Tape::new("embed/trouble.json").await;
    let cases = [
        (3, Trouble::Unauthorised, "Incorrect API key provided: [redacted]"),
        (4, Trouble::TooLong, "maximum context length"),
        (5, Trouble::Malformed, "its vectors have 3 dimensions, but 2 are configured"),
        (6, Trouble::Malformed, "left some out"),
        (7, Trouble::Malformed, "no JSON"),
        (8, Trouble::Malformed, "left some out"),
    ];
    for (index, trouble, said) in cases {
        let embedder = embedder(&tape, |_| ());
        let (embedded, ()) =
            tokio::join!(embedder.embed(&["hola"], Purpose::Query), tape.answer(index, Chunks::Whole));
        let error = embedded.unwrap_err();
        assert_eq!(error.trouble, trouble, "{error}");
        assert!(error.problem.contains(said) && !error.to_string().contains(KEY), "{error}");
        assert_eq!(error.model, "openai/text-embedding-3-small");
    }
}

#[tokio::test]
async fn pictures_and_words_become_vectors() {
    let tape = Tape::new("embed/vision.json").await;
    let vision = vision(&tape);
    let asked = vision.embed_image(b"these are the bytes of a picture", "image/png");
    let (vector, ()) = tokio::join!(asked, tape.answer(0, Chunks::Whole));
    assert_eq!(vector.unwrap(), [0.6, 0.8]);
    let (vector, ()) = tokio::join!(vision.embed_text(" un gato\nnegro "), tape.answer(1, Chunks::Whole));
    assert_eq!(vector.unwrap(), [0.0, -1.0]);
    let answers = async {
        tape.answer(3, Chunks::Whole).await;
        tape.answer(1, Chunks::Whole).await;
    };
    let (vector, ()) = tokio::join!(vision.embed_text("un gato negro"), answers);
    assert_eq!(vector.unwrap(), [0.0, -1.0], "it was busy at first");
}

#[tokio::test]
async fn a_picture_that_it_cannot_take_is_refused() {
    let tape = Tape::new("embed/vision.json").await;
    let vision = vision(&tape);
    for (asked, said) in [
        (vision.embed_image(b"%PDF", "application/pdf").await, "takes no application/pdf; convert"),
        (vision.embed_image(&vec![0; (20 << 20) + 1], "image/png").await, "larger than 20 MB"),
        (vision.embed_text(" ").await, "no text"),
    ] {
        let error = asked.unwrap_err();
        assert!(error.trouble == Trouble::Refused && error.problem.contains(said), "{error}");
    }
    for (index, trouble) in [(2, Trouble::Refused), (4, Trouble::Malformed)] {
        let (vector, ()) =
            tokio::join!(vision.embed_image(b"x", "image/png"), tape.answer(index, Chunks::Whole));
        assert_eq!(vector.unwrap_err().trouble, trouble);
    }
}

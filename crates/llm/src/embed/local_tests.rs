use std::sync::Mutex;

use proptest::prelude::*;

use super::*;

/// Says of each text how long it is; fails on an empty one.
struct Lengths(Mutex<Vec<usize>>);

impl Encode for Lengths {
    fn encode(&self, texts: &[String], _: Purpose) -> Result<(Vec<Vec<f32>>, u64), String> {
        self.0.lock().unwrap().push(texts.len());
        if texts.iter().any(String::is_empty) {
            return Err("an empty text".to_owned());
        }
        Ok((texts.iter().map(|text| vec![text.len() as f32]).collect(), texts.len() as u64))
    }
}

fn local() -> Local {
    let facts = EmbedderFacts {
        name: "lengths".into(),
        dimensions: 1,
        max_tokens: 1,
        languages: vec![],
        price: None,
    };
    Local::new(facts, Lengths(Mutex::default()), NonZero::new(3))
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts() {
    let texts: Vec<String> = (1..200).map(|length| "x".repeat(length * 37 % 5000 + 1)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let embedded = local().embed(&texts, Purpose::Passage).await.unwrap();
    let expected: Vec<Vec<f32>> = texts.iter().map(|text| vec![text.len() as f32]).collect();
    assert_eq!((embedded.vectors, embedded.tokens), (expected, 199));
    assert_eq!(local().embed(&[], Purpose::Query).await.unwrap(), Embedded::default());
}

#[tokio::test]
async fn a_model_that_fails_is_named() {
    let error = local().embed(&["a", ""], Purpose::Query).await.unwrap_err();
    assert_eq!(
        (error.model.as_str(), error.trouble, error.problem.as_str()),
        ("lengths", Trouble::Refused, "an empty text")
    );
}

#[tokio::test]
async fn a_model_that_rested_is_opened_again_and_one_that_cannot_be_is_kept() {
    let opened = Arc::new(Mutex::new(0));
    let count = Arc::clone(&opened);
    let reopened = local().reopened_by(move || {
        *count.lock().unwrap() += 1;
        Ok(Arc::new(Lengths(Mutex::default())))
    });
    for (idle, times) in [(Duration::from_hours(1), 0), (Duration::ZERO, 1)] {
        reopened.rest(idle);
        let embedded = reopened.embed(&["abc"], Purpose::Query).await.unwrap();
        assert_eq!((embedded.vectors, *opened.lock().unwrap()), (vec![vec![3.0]], times));
    }
    let gone = local().reopened_by(|| Err("its folder is gone".to_owned()));
    gone.rest(Duration::ZERO);
    let error = gone.embed(&["abc"], Purpose::Query).await.unwrap_err();
    assert_eq!((error.trouble, error.problem.as_str()), (Trouble::Down, "its folder is gone"));
    let kept = local();
    kept.rest(Duration::ZERO);
    assert!(kept.embed(&["abc"], Purpose::Query).await.is_ok());
}

proptest! {
    #[test]
    fn batches_are_full_and_none_is_too_large(lengths in prop::collection::vec(0_usize..300, 0..60)) {
        let texts: Vec<String> = lengths.iter().map(|length| "x".repeat(*length)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let batches = batches(&texts, 200);
        let size = |batch: &Vec<String>| batch.iter().map(String::len).sum::<usize>();
        let is_one = |batch: &Vec<String>| batch.iter().filter(|text| !text.is_empty()).count() == 1;
        prop_assert!(batches.iter().all(|batch| is_one(batch) || size(batch) <= 200));
        prop_assert!(batches.windows(2).all(|pair| size(&pair[0]) + pair[1][0].len() > 200));
        prop_assert_eq!(batches.concat(), texts);
    }
}

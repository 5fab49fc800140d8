use std::sync::Mutex;

use super::*;

/// Remembers what it was asked.
#[derive(Debug)]
struct Asked {
    facts: EmbedderFacts,
    texts: Mutex<Vec<Vec<String>>>,
}

impl Asked {
    fn new() -> Self {
        let facts =
            EmbedderFacts { name: "m".into(), dimensions: 1, max_tokens: 9, languages: vec![], price: None };
        Self { facts, texts: Mutex::default() }
    }
}

impl TextEmbedder for Asked {
    fn facts(&self) -> &EmbedderFacts {
        &self.facts
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], _: Purpose) -> BoxFuture<'a, Result<Embedded, ModelError>> {
        self.texts.lock().unwrap().push(texts.iter().map(|text| (*text).to_owned()).collect());
        let vectors = texts.iter().map(|text| vec![text.len() as f32]).collect();
        ready(Ok(Embedded { vectors, tokens: texts.len() as u64, from_cache: 0 })).boxed()
    }
}

#[derive(Debug)]
struct Broken;

impl VectorCache for Broken {
    fn get<'a>(&'a self, _: &'a [CacheKey]) -> BoxFuture<'a, Result<Vec<Option<Vec<f32>>>, CacheError>> {
        ready(Err(CacheError("no".to_owned()))).boxed()
    }

    fn put<'a>(&'a self, _: &'a [(CacheKey, Vec<f32>)]) -> BoxFuture<'a, Result<(), CacheError>> {
        ready(Err(CacheError("no".to_owned()))).boxed()
    }
}

fn clock() -> Clock {
    Clock::stopped_at(Timestamp::from_micros(0))
}

#[tokio::test]
async fn only_what_is_missing_is_asked_for_and_once() {
    let cached = Cached::new(Asked::new(), MemoryCache::new(100, clock()));
    let first = cached.embed(&["a", "bb", "a"], Purpose::Passage).await.unwrap();
    assert_eq!(
        (first.vectors, first.tokens, first.from_cache),
        (vec![vec![1.0], vec![2.0], vec![1.0]], 2, 0)
    );
    let second = cached.embed(&["ccc", "bb", "a"], Purpose::Passage).await.unwrap();
    assert_eq!(
        (second.vectors, second.tokens, second.from_cache),
        (vec![vec![3.0], vec![2.0], vec![1.0]], 1, 2)
    );
    let third = cached.embed(&["a", "a"], Purpose::Passage).await.unwrap();
    assert_eq!((third.tokens, third.from_cache), (0, 2));
    assert_eq!(*cached.embedder.texts.lock().unwrap(), [vec!["a", "bb"], vec!["ccc"]]);
    assert_eq!((cached.hits(), cached.misses()), (4, 4));
}

#[tokio::test]
async fn a_query_is_not_a_passage() {
    let cached = Cached::new(Asked::new(), MemoryCache::new(100, clock()));
    cached.embed(&["a"], Purpose::Passage).await.unwrap();
    assert_eq!(cached.embed(&["a"], Purpose::Query).await.unwrap().from_cache, 0);
}

#[tokio::test]
async fn a_vector_lives_seven_days() {
    let clock = clock();
    let cached = Cached::new(Asked::new(), MemoryCache::new(100, clock.clone()));
    cached.embed(&["a"], Purpose::Passage).await.unwrap();
    clock.advance(CACHE_LIFETIME.checked_sub(Duration::from_secs(1)).unwrap());
    assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().from_cache, 1);
    clock.advance(Duration::from_secs(1));
    assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().from_cache, 0);
}

#[tokio::test]
async fn the_oldest_goes_when_there_is_no_room() {
    let cached = Cached::new(Asked::new(), MemoryCache::new(2, clock()));
    cached.embed(&["a", "b", "c"], Purpose::Passage).await.unwrap();
    assert_eq!(cached.embed(&["b", "c"], Purpose::Passage).await.unwrap().from_cache, 2);
    assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().from_cache, 0);
    assert_eq!(cached.cache.with(|kept| (kept.vectors.len(), kept.order.len())), (2, 2));
}

#[tokio::test]
async fn a_vector_of_another_size_is_asked_for_again() {
    let cache = MemoryCache::new(100, clock());
    let key = CacheKey::new(&"m".into(), Purpose::Passage, "a");
    cache.put(&[(key, vec![1.0, 2.0])]).await.unwrap();
    let cached = Cached::new(Asked::new(), cache);
    assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().vectors, [vec![1.0]]);
    assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().from_cache, 1);
}

#[tokio::test]
async fn a_broken_cache_costs_only_time() {
    let boxed: Box<dyn TextEmbedder> = Box::new(Asked::new());
    let cached = Cached::new(boxed, Broken);
    for _ in 0..2 {
        assert_eq!(cached.embed(&["a"], Purpose::Passage).await.unwrap().vectors, [vec![1.0]]);
    }
    assert_eq!((cached.hits(), cached.misses()), (0, 2));
}

#![expect(clippy::indexing_slicing, reason = "a test stops at what is not as it should be")]

use std::time::Duration;

use conserje_kernel::{
    ChannelId, ChannelKind, Clock, CustomerId, DeliveryKind, DeliveryStatus, PageRequest, SessionId,
    Timestamp,
};
use conserje_store::channels::contacts::{self, Contact, Place};
use conserje_store::channels::incoming::{self, NewArrival, Settled};
use conserje_store::channels::outgoing::{self, Delivery, ToSay};
use conserje_store::channels::{self, ChannelFacts};
use conserje_store::{StoreError, Tx};
use conserje_testkit::{Home, TestStore, on_both_homes};

async fn open(home: Home) -> (TestStore, ChannelId, SessionId) {
    let test =
        TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(1_800_000_000_000_000))).await;
    let (channel, session) = (ChannelId::generate(), SessionId::generate());
    let facts = ChannelFacts {
        kind: ChannelKind::Telegram,
        name: "bot".to_owned(),
        settings: "{}".to_owned(),
        is_enabled: true,
    };
    let make = move |tx: &mut Tx<'_>| {
        channels::create(tx, channel, &facts)?;
        let contact = Contact { session, customer: CustomerId::generate(), last_heard_at: tx.now() };
        contacts::put(tx, Place { channel, contact: "ana" }, &contact, true)
    };
    test.store.write::<_, StoreError, _>(&test.scope(), make).await.unwrap();
    (test, channel, session)
}

async fn say(test: &TestStore, session: SessionId, cause: &'static str) -> bool {
    let queue = move |tx: &mut Tx<'_>| {
        outgoing::queue(
            tx,
            &ToSay { session, cause, sequence: 1, kind: DeliveryKind::Answer, content: cause },
        )
    };
    test.store.write(&test.scope(), queue).await.unwrap()
}

async fn claim(test: &TestStore, owner: &'static str) -> Vec<Delivery> {
    test.store.write_all(test.deployment(), move |tx| outgoing::claim(tx, owner, 10)).await.unwrap()
}

on_both_homes! {
    async fn what_goes_out_is_queued_once_and_sent_in_order(home: Home) {
        let (test, channel, session) = open(home).await;
        let scope = test.scope();
        assert!(!say(&test, SessionId::generate(), "nobody's").await, "a session of no channel says nothing");
        assert!(say(&test, session, "uno").await);
        assert!(!say(&test, session, "uno").await, "the same cause again is the same message");
        assert!(say(&test, session, "dos").await);
        let first = claim(&test, "a").await;
        assert_eq!(first.iter().map(|one| one.content.as_str()).collect::<Vec<_>>(), ["uno"]);
        assert!(claim(&test, "b").await.is_empty(), "the second waits for the first");
        let delivery = first[0].clone();
        let later = test.clock.now().plus(Duration::from_secs(5));
        let id = delivery.id;
        test.store.write(&scope, move |tx| outgoing::not_sent(tx, id, "busy", Some(later))).await.unwrap();
        assert!(claim(&test, "a").await.is_empty());
        test.clock.advance(Duration::from_secs(6));
        assert_eq!(claim(&test, "a").await[0].attempts, 2);
        // A worker that is gone keeps nobody waiting where there can be no other.
        assert_eq!(test.store.write_all(test.deployment(), |tx| outgoing::release_others(tx, "b")).await.unwrap(), 1);
        let again = claim(&test, "b").await.remove(0);
        test.store.write(&scope, move |tx| outgoing::part_sent(tx, &again, Some("p1"), true)).await.unwrap();
        assert_eq!(claim(&test, "b").await[0].content, "dos");
        let note = |status: DeliveryStatus| test.store.write(&scope, move |tx| outgoing::note_status(tx, channel, "p1", (status, None)));
        assert!(note(DeliveryStatus::Read).await.unwrap());
        assert!(note(DeliveryStatus::Delivered).await.unwrap());
        let unknown = test.store.write(&scope, move |tx| outgoing::note_status(tx, channel, "p9", (DeliveryStatus::Read, None))).await;
        assert!(!unknown.unwrap());
        let page = test.store.read(&scope, move |tx| outgoing::list(tx, channel, Some(DeliveryStatus::Read), &PageRequest::default())).await.unwrap();
        assert_eq!(page.items.len(), 1, "what comes late does not go back");
        let other = test.another_tenant("rival").await;
        let theirs = test.store.read(&other, move |tx| outgoing::find(tx, channel, id)).await.unwrap();
        assert_eq!(theirs, None);
        assert!(!test.store.write(&other, move |tx| channels::remove(tx, channel)).await.unwrap());
    }

    async fn what_comes_in_is_taken_once_and_dealt_with_in_order(home: Home) {
        let (test, channel, _) = open(home).await;
        let scope = test.scope();
        let take = |id: &'static str, contact: &'static str| {
            let take = move |tx: &mut Tx<'_>| {
                let place = Place { channel, contact };
                incoming::take(tx, &NewArrival { place, provider_id: id, content: "{}", refused: None })
            };
            test.store.write(&scope, take)
        };
        assert!(take("1", "ana").await.unwrap());
        assert!(!take("1", "ana").await.unwrap(), "delivered twice");
        assert!(take("2", "ana").await.unwrap());
        assert!(take("3", "luis").await.unwrap());
        let claim = || test.store.write_all(test.deployment(), |tx| incoming::claim(tx, "a", 10));
        let claimed = claim().await.unwrap();
        assert_eq!(claimed.iter().map(|one| one.provider_id.as_str()).collect::<Vec<_>>(), ["1", "3"]);
        let position = claimed[0].position;
        test.store.write(&scope, move |tx| incoming::settle(tx, position, Settled::Done)).await.unwrap();
        assert_eq!(claim().await.unwrap()[0].provider_id, "2");
        assert!(!take("1", "ana").await.unwrap(), "known for good");
        let count = move |tx: &mut Tx<'_>| {
            incoming::count_since(tx, Place { channel, contact: "ana" }, Timestamp::from_micros(0))
        };
        assert_eq!(test.store.read(&scope, count).await.unwrap(), 2);
        assert_eq!(test.store.read(&scope, move |tx| channels::traffic(tx, channel)).await.unwrap().arriving, 2);
    }
}

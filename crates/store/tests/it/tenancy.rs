//! The two walls between tenants.

use conserje_kernel::{Address, Digest, Feature, Language, Secret, SessionId};
use conserje_store::tenants::{Logo, Tenant};
use conserje_store::{Options, RowsHome, Store, sessions, tenants};
use conserje_testkit::{Home, TestStore, on_both_homes};

on_both_homes! {
    async fn another_tenants_rows_do_not_exist(home: Home) {
        let test = TestStore::open(home).await;
        let (user, id) = (test.user, SessionId::generate());
        test.store.write(&test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap();
        let stranger = test.another_tenant("other").await;
        // With the right user id and session id, but from inside another tenant.
        let found = test.store.read(&stranger, move |tx| sessions::find(tx, user, id)).await.unwrap();
        assert_eq!(found, None);
        let deleted = test.store.write(&stranger, move |tx| sessions::delete(tx, user, id)).await.unwrap();
        assert!(!deleted);
        let taken = test.store.write(&stranger, move |tx| sessions::create(tx, id, user)).await;
        // PostgreSQL's second wall refuses even to say that the id is taken.
        assert!(!matches!(taken, Ok(Some(_))));
    }

    async fn a_tenant_keeps_what_it_says_of_itself_and_no_other_tenants(home: Home) {
        let test = TestStore::open(home).await;
        let stranger = test.another_tenant("other").await;
        let own = |scope| { let store = test.store.clone(); async move { store.read(&scope, tenants::own).await.unwrap().unwrap() } };
        let (first, other) = (own(test.scope()).await, own(stranger.clone()).await);
        assert_eq!((first.address, first.address_for(false), first.address_for(true)), (None, Address::Tu, Address::Usted));
        for address in [Some(Address::Usted), Some(Address::Tu), None] {
            let says = Tenant {
                name: "Olmo".to_owned(),
                language: Language::En,
                address,
                zone: address.map(|_| "Europe/Madrid".parse().unwrap()),
                currency: address.map(|_| "MXN".to_owned()),
                color: address.map(|_| "#336699".to_owned()),
                switched_off: address.map(|_| Feature::ShareLinks).into_iter().collect(),
                ..first.clone()
            };
            let kept = says.clone();
            test.store.write(&test.scope(), move |tx| tenants::set(tx, &says)).await.unwrap();
            assert_eq!(own(test.scope()).await, kept);
            assert_eq!(kept.address_for(true), address.unwrap_or(Address::Usted));
        }
        let logo = Logo { media_type: "image/png".to_owned(), content: vec![1, 2, 3], digest: Digest::new([7; 32]) };
        for content in [vec![1, 2, 3], vec![4]] {
            let logo = Logo { content, ..logo.clone() };
            let kept = logo.clone();
            test.store.write(&test.scope(), move |tx| tenants::put_logo(tx, &logo)).await.unwrap();
            assert_eq!(test.store.read(&test.scope(), tenants::logo).await.unwrap(), Some(kept));
        }
        assert_eq!(test.store.read(&stranger, tenants::logo).await.unwrap(), None);
        assert!(!test.store.write(&stranger, tenants::remove_logo).await.unwrap());
        assert!(test.store.write(&test.scope(), tenants::remove_logo).await.unwrap());
        assert_eq!(test.store.read(&test.scope(), tenants::logo_digest).await.unwrap(), None);
        assert_eq!(own(stranger).await, other);
    }
}

/// The second wall: even a statement that forgets its tenant sees only the transaction's.
#[tokio::test(flavor = "multi_thread")]
async fn postgresql_itself_hides_other_tenants_rows() {
    let test = TestStore::open(Home::Postgres).await;
    let (user, id) = (test.user, SessionId::generate());
    test.store.write(&test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap();
    let (url, own) = (test.database().postgres_url().unwrap(), test.tenant);
    let stranger = test.another_tenant("other").await.tenant();
    let count = move |reach: String| {
        let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
        let mut tx = client.transaction().unwrap();
        tx.execute("SELECT set_config('conserje.reach', $1, true)", &[&reach]).unwrap();
        tx.query_one("SELECT count(*) FROM sessions", &[]).unwrap().get::<_, i64>(0)
    };
    let counts = tokio::task::spawn_blocking(move || {
        [own.to_string(), stranger.to_string(), "*".to_owned(), String::new()].map(count)
    });
    assert_eq!(counts.await.unwrap(), [1, 0, 1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_reached_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let rows = RowsHome::Postgres {
        url: Secret::new("postgres://nobody@127.0.0.1:1/none?sslmode=disable"),
        connections: 1,
    };
    let options = Options {
        rows,
        blobs: conserje_store::BlobsHome::Folder(folder.path().to_owned()),
        clock: conserje_kernel::Clock::system(),
    };
    let error = Store::open(options).await.err().unwrap();
    assert_eq!(error.to_string(), "the database cannot be reached");
}

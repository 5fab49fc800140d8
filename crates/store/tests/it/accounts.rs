use std::time::Duration;

use conserje_kernel::{ApiKeyId, Clock, Digest, KeyScope, LoginId, Timestamp};
use conserje_store::credentials::{self, NewApiKey, NewLogin};
use conserje_store::{Tx, accounts};
use conserje_testkit::{Home, TestStore, on_both_homes};

const TOKEN: Digest = Digest::ZERO;

async fn stopped(home: Home) -> TestStore {
    TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(1_800_000_000_000_000))).await
}

async fn key_works(test: &TestStore) -> bool {
    test.store.read_all(test.deployment(), |tx| credentials::valid_key(tx, TOKEN)).await.unwrap().is_some()
}

async fn login_works(test: &TestStore) -> bool {
    test.store.read_all(test.deployment(), |tx| credentials::valid_login(tx, TOKEN)).await.unwrap().is_some()
}

async fn make_both(test: &TestStore) -> (ApiKeyId, LoginId) {
    let (user, key, login) = (test.user, ApiKeyId::generate(), LoginId::generate());
    let make = move |tx: &mut Tx<'_>| {
        let expires_at = tx.now().plus(Duration::from_secs(3600));
        let scopes = [KeyScope::Chat].into_iter().collect();
        let new = NewApiKey {
            id: key,
            user,
            name: "k".to_owned(),
            prefix: "csk_".to_owned(),
            token_digest: TOKEN,
            scopes,
            expires_at: Some(expires_at),
        };
        credentials::create_key(tx, new)?;
        credentials::create_login(tx, &NewLogin { id: login, user, token_digest: TOKEN, expires_at })
    };
    test.store.write(&test.scope(), make).await.unwrap();
    (key, login)
}

on_both_homes! {
    async fn credentials_work_until_they_expire(home: Home) {
        let test = stopped(home).await;
        make_both(&test).await;
        assert!(key_works(&test).await && login_works(&test).await);
        test.clock.advance(Duration::from_secs(3601));
        assert!(!key_works(&test).await && !login_works(&test).await);
    }

    async fn credentials_work_until_they_are_revoked(home: Home) {
        let test = stopped(home).await;
        let (key, login) = make_both(&test).await;
        let scope = test.scope();
        assert!(test.store.read(&scope, move |tx| credentials::key_still_valid(tx, key)).await.unwrap().is_some());
        assert!(test.store.write(&scope, move |tx| credentials::revoke_key(tx, key)).await.unwrap());
        assert!(test.store.write(&scope, move |tx| credentials::revoke_login(tx, login)).await.unwrap());
        assert!(!key_works(&test).await && !login_works(&test).await);
        assert!(test.store.read(&scope, move |tx| credentials::key_still_valid(tx, key)).await.unwrap().is_none());
        assert!(test.store.read(&scope, move |tx| credentials::login_still_valid(tx, login)).await.unwrap().is_none());
    }

    async fn nothing_of_a_disabled_user_works(home: Home) {
        let test = stopped(home).await;
        make_both(&test).await;
        let user = test.user;
        let disable = |at: Option<Timestamp>| {
            let (store, scope) = (test.store.clone(), test.scope());
            async move { store.write(&scope, move |tx| accounts::set_disabled(tx, user, at)).await.unwrap() }
        };
        assert!(disable(Some(test.clock.now())).await);
        assert!(!key_works(&test).await && !login_works(&test).await);
        assert!(disable(None).await);
        assert!(key_works(&test).await && login_works(&test).await);
    }

    async fn a_link_is_used_once(home: Home) {
        let test = stopped(home).await;
        let user = test.user;
        let create = move |tx: &mut Tx<'_>| {
            let expires_at = tx.now().plus(Duration::from_secs(60));
            credentials::create_link(tx, user, TOKEN, expires_at)
        };
        test.store.write(&test.scope(), create).await.unwrap();
        let redeem = || test.store.write_all(test.deployment(), |tx| credentials::use_link(tx, TOKEN));
        assert_eq!(redeem().await.unwrap().unwrap().user, user);
        assert_eq!(redeem().await.unwrap(), None);
    }
}

use conserje_kernel::Secret;
use conserje_store::secrets::{self, MasterKey, MasterKeys};
use conserje_store::{Store, StoreError};
use conserje_testkit::{Home, TestStore, on_both_homes};

fn key(byte: &str) -> MasterKey {
    MasterKey::parse(&Secret::new(byte.repeat(32))).unwrap()
}

fn only(current: MasterKey) -> MasterKeys {
    MasterKeys { current, older: Vec::new() }
}

async fn get(
    store: &Store,
    scope: &conserje_kernel::Scope,
    keys: MasterKeys,
    name: &'static str,
) -> Result<Option<String>, StoreError> {
    let found = store.read(scope, move |tx| secrets::get(tx, &keys, name)).await?;
    Ok(found.map(|secret| secret.expose().to_owned()))
}

on_both_homes! {
    async fn a_secret_reads_back_and_is_nowhere_in_plain(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, keys) = (test.scope(), only(key("11")));
        let put = { let keys = keys.clone(); move |tx: &mut conserje_store::Tx<'_>| secrets::put(tx, &keys, "openai", &Secret::new("sk-hunter2")) };
        test.store.write(&scope, put).await.unwrap();
        assert_eq!(get(&test.store, &scope, keys.clone(), "openai").await.unwrap().unwrap(), "sk-hunter2");
        assert_eq!(get(&test.store, &scope, keys.clone(), "other").await.unwrap(), None);
        let stranger = test.another_tenant("other").await;
        assert_eq!(get(&test.store, &stranger, keys, "openai").await.unwrap(), None);
        if home == Home::Sqlite {
            drop(test.store.clone());
            for file in ["conserje.db", "conserje.db-wal"] {
                let bytes = std::fs::read(test.database().folder().join(file)).unwrap_or_default();
                assert!(!bytes.windows(10).any(|window| window == b"sk-hunter2"), "{file}");
            }
        }
    }

    async fn the_master_key_is_rotated_without_touching_secrets(home: Home) {
        let test = TestStore::open(home).await;
        let scope = test.scope();
        let (old, new) = (key("11"), key("22"));
        let before = only(old.clone());
        let put = move |tx: &mut conserje_store::Tx<'_>| secrets::put(tx, &before, "name", &Secret::new("value"));
        test.store.write(&scope, put).await.unwrap();
        // Only the new key: the old one must be named until the rotation has run.
        let error = get(&test.store, &scope, only(new.clone()), "name").await.unwrap_err().to_string();
        assert!(error.contains("is not configured"), "{error}");
        let both = MasterKeys { current: new.clone(), older: vec![old.clone()] };
        assert_eq!(get(&test.store, &scope, both.clone(), "name").await.unwrap().unwrap(), "value");
        let rotate = move |tx: &mut conserje_store::DeploymentTx<'_>| secrets::rotate(tx, &both);
        assert_eq!(test.store.write_all(test.deployment(), rotate).await.unwrap(), 1);
        assert_eq!(get(&test.store, &scope, only(new), "name").await.unwrap().unwrap(), "value");
        assert!(get(&test.store, &scope, only(old), "name").await.is_err(), "the old key opens nothing any more");
    }

    async fn names_are_listed_and_removed(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, keys) = (test.scope(), only(key("11")));
        for name in ["b", "a"] {
            let keys = keys.clone();
            test.store.write(&scope, move |tx| secrets::put(tx, &keys, name, &Secret::new("x"))).await.unwrap();
        }
        let names = |found: Vec<(String, conserje_kernel::Timestamp)>| found.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(test.store.read(&scope, secrets::names).await.unwrap()), ["a", "b"]);
        assert!(test.store.write(&scope, |tx| secrets::remove(tx, "a")).await.unwrap());
        assert_eq!(names(test.store.read(&scope, secrets::names).await.unwrap()), ["b"]);
    }
}

#[test]
fn a_key_file_is_made_once_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("master.key");
    let made = MasterKey::in_file(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(MasterKey::in_file(&path).unwrap().id(), made.id());
    std::fs::write(&path, "not a key").unwrap();
    assert!(MasterKey::in_file(&path).is_err());
}

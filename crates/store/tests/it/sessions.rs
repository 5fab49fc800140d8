use conserje_kernel::{PageRequest, PageSize, SessionId};
use conserje_store::sessions::{self, Named, Search, Title};
use conserje_testkit::{TestStore, on_both_homes};

async fn create(test: &TestStore) -> SessionId {
    let (user, id) = (test.user, SessionId::generate());
    test.store.write(&test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap().unwrap().id
}

async fn name(test: &TestStore, id: SessionId, text: &'static str, named: Named) -> Option<String> {
    let user = test.user;
    let rename = move |tx: &mut conserje_store::Tx<'_>| {
        sessions::rename(tx, user, id, &Title { shown: text, folded: text, named })
    };
    test.store.write(&test.scope(), rename).await.unwrap().unwrap().title
}

on_both_homes! {
    async fn pages_joined_are_the_whole_list_latest_first(home: Home) {
        let test = TestStore::open(home).await;
        let mut made = Vec::new();
        for _ in 0..7 {
            made.push(create(&test).await);
        }
        made.reverse();
        let user = test.user;
        let mut page = PageRequest { size: PageSize::new(3).unwrap(), after: None };
        let mut seen = Vec::new();
        loop {
            let wanted = page.clone();
            let found = test.store.read(&test.scope(), move |tx| sessions::list(tx, user, &Search::default(), &wanted)).await.unwrap();
            seen.extend(found.items.into_iter().map(|session| session.id));
            match found.next {
                Some(next) => page.after = Some(next),
                None => break,
            }
        }
        assert_eq!(seen, made);
    }

    async fn a_name_a_person_chose_stays(home: Home) {
        let test = TestStore::open(home).await;
        let id = create(&test).await;
        assert_eq!(name(&test, id, "made up", Named::ByServer).await.unwrap(), "made up");
        assert_eq!(name(&test, id, "chosen", Named::ByPerson).await.unwrap(), "chosen");
        assert_eq!(name(&test, id, "made up again", Named::ByServer).await.unwrap(), "chosen");
        assert_eq!(name(&test, id, "chosen again", Named::ByPerson).await.unwrap(), "chosen again");
    }

    async fn a_search_takes_every_sign_as_it_is(home: Home) {
        let test = TestStore::open(home).await;
        let (percent, plain) = (create(&test).await, create(&test).await);
        name(&test, percent, "100% seguro_ok", Named::ByPerson).await;
        name(&test, plain, "100 veces seguro ok", Named::ByPerson).await;
        let user = test.user;
        let scope = test.scope();
        let find = |text: &'static str| {
            let search = Search { text: Some(text.to_owned()) };
            let (store, scope) = (test.store.clone(), scope.clone());
            async move { store.read(&scope, move |tx| sessions::list(tx, user, &search, &PageRequest::default())).await }
        };
        for (text, expected) in [("0%", vec![percent]), ("o_o", vec![percent]), ("seguro", vec![plain, percent]), ("!", vec![])] {
            let found: Vec<_> = find(text).await.unwrap().items.into_iter().map(|session| session.id).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}

use conserje_kernel::{ApiKeyId, PageRequest, PageSize, Scope, SetupAct, SetupPart, UserId};
use conserje_store::Tx;
use conserje_store::record::{self, By, Entry, NewEntry};
use conserje_testkit::{TestStore, on_both_homes};

async fn add(test: &TestStore, scope: &Scope, by: By, (part, name): (SetupPart, &'static str)) {
    let write = move |tx: &mut Tx<'_>| {
        let fields = ["settings.a".to_owned(), "b".to_owned()];
        let (act, subject) = (SetupAct::Changed, "id");
        record::add(tx, by, &NewEntry { part, act, subject, name, fields: &fields, note: "as seen" })
    };
    test.store.write(scope, write).await.unwrap();
}

async fn all(test: &TestStore, scope: &Scope, part: Option<SetupPart>, size: u16) -> Vec<Entry> {
    let mut page = PageRequest { size: PageSize::new(size).unwrap(), after: None };
    let mut seen = Vec::new();
    loop {
        let wanted = page.clone();
        let found =
            test.store.read(scope, move |tx: &mut Tx<'_>| record::list(tx, part, &wanted)).await.unwrap();
        assert!(found.items.len() <= usize::from(size));
        seen.extend(found.items);
        match found.next {
            Some(next) => page.after = Some(next),
            None => return seen,
        }
    }
}

on_both_homes! {
    async fn the_record_is_read_in_pages_latest_first_and_by_part(home: Home) {
        let test = TestStore::open(home).await;
        let scope = test.scope();
        let (user, key) = (test.user, ApiKeyId::generate());
        let by = By { user: Some(user), key: Some(key) };
        add(&test, &scope, By::default(), (SetupPart::Site, "first")).await;
        add(&test, &scope, by, (SetupPart::Channel, "second")).await;
        add(&test, &scope, By { user: Some(UserId::generate()), key: None }, (SetupPart::Site, "third")).await;
        let names = |found: Vec<Entry>| found.into_iter().map(|entry| entry.name).collect::<Vec<_>>();
        let found = all(&test, &scope, None, 2).await;
        let [third, second, first] = found.as_slice() else { panic!("three: {found:?}") };
        assert_eq!((second.by, second.user_name.is_some(), second.part, second.act), (by, true, SetupPart::Channel, SetupAct::Changed));
        let fields = ["settings.a".to_owned(), "b".to_owned()];
        assert_eq!((second.fields.as_slice(), second.note.as_str(), second.subject.as_str()), (&fields[..], "as seen", "id"));
        assert_eq!((first.by, first.user_name.as_deref()), (By::default(), None), "the operator");
        assert_eq!(third.user_name, None, "nobody of this tenant");
        assert_eq!(names(found), ["third", "second", "first"]);
        assert_eq!(names(all(&test, &scope, Some(SetupPart::Site), 1).await), ["third", "first"]);
        let other = test.another_tenant("other").await;
        assert_eq!(all(&test, &other, None, 2).await, []);
        add(&test, &other, By::default(), (SetupPart::User, "theirs")).await;
        assert_eq!(all(&test, &scope, None, 200).await.len(), 3);
    }
}

use conserje_kernel::{ApiKeyId, PageRequest, PageSize, Scope, SetupAct, SetupPart, UserId};
use conserje_store::Tx;
use conserje_store::record::{self, By, Entry, NewEntry};
use conserje_testkit::{Home, TestStore, on_both_homes};

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
        assert_eq!((found[1].by, found[1].user_name.is_some(), found[1].part, found[1].act), (by, true, SetupPart::Channel, SetupAct::Changed));
        assert_eq!((found[1].fields.as_slice(), found[1].note.as_str(), found[1].subject.as_str()), (&["settings.a".to_owned(), "b".to_owned()][..], "as seen", "id"));
        assert_eq!((found[2].by, found[2].user_name.as_deref()), (By::default(), None), "the operator");
        assert_eq!(found[0].user_name, None, "nobody of this tenant");
        assert_eq!(names(found), ["third", "second", "first"]);
        assert_eq!(names(all(&test, &scope, Some(SetupPart::Site), 1).await), ["third", "first"]);
        let other = test.another_tenant("other").await;
        assert_eq!(all(&test, &other, None, 2).await, []);
        add(&test, &other, By::default(), (SetupPart::User, "theirs")).await;
        assert_eq!(all(&test, &scope, None, 200).await.len(), 3);
    }
}

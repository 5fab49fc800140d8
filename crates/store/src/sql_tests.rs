use super::*;

fn read<T: FromColumn>(statement: &'static str) -> Result<Option<T>, StoreError> {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    Conn::Sqlite(&connection).query_one(statement, values![], |row| row.get(0))
}

#[test]
fn a_word_in_a_row_that_is_not_known_is_an_error_and_no_other_word() {
    assert_eq!(read("SELECT 'dead'").unwrap(), Some(JobState::Dead));
    assert_eq!(read("SELECT 2").unwrap(), Some(Urgency::High));
    let told = |error: StoreError| error.to_string();
    let lost = read::<JobState>("SELECT 'lost'").map_err(told).unwrap_err();
    assert!(
        lost.contains("`lost` is not a state of a job; use one of queued, running, done, dead"),
        "{lost}"
    );
    assert!(read::<ChannelKind>("SELECT 'fax'").is_err());
    assert!(read::<DeskChangeKind>("SELECT ''").is_err());
    assert!(read::<Urgency>("SELECT 5").is_err());
}

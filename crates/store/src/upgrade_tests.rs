use conserje_testkit::{Home, TestDatabase};

use super::*;
use crate::schema_version;

fn rows(file: &Path) -> RowsHome {
    RowsHome::Sqlite { file: file.to_owned(), durability: Durability::Full }
}

/// A database, as its owner has it open.
fn made(file: &Path) -> Connection {
    let mut connection = sqlite::open_writer(file, Durability::Full).unwrap();
    migrate::sqlite(&mut connection).unwrap();
    connection
        .execute_batch(
            "INSERT INTO tenants (id, slug, name, language, created_at) VALUES ('ten_a', 'a', 'A', 'es', 1)",
        )
        .unwrap();
    connection
}

/// As if the last step had not been there yet.
fn without_the_last_step(connection: &Connection) {
    connection.execute("DELETE FROM schema_migrations WHERE version = ?1", [schema_version()]).unwrap();
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

fn tenants(copy: &Path) -> i64 {
    Connection::open(copy).unwrap().query_row("SELECT count(*) FROM tenants", [], |row| row.get(0)).unwrap()
}

/// Looks and tries, and finds the folder as it was.
fn examined(file: &Path) -> (Standing, Tried) {
    let before = files(file.parent().unwrap());
    let examined = looked_at_and_tried(file);
    assert!(before == files(file.parent().unwrap()), "something was changed");
    examined
}

fn looked_at_and_tried(file: &Path) -> (Standing, Tried) {
    let workplace = tempfile::tempdir().unwrap();
    let standing = standing(&rows(file), workplace.path()).unwrap();
    assert_eq!(files(workplace.path()), []);
    let tried = try_on_copy(file, workplace.path()).unwrap();
    assert_eq!(tenants(&workplace.path().join("copy.db")), 1);
    (standing, tried)
}

fn current() -> (Standing, usize) {
    (Standing { version: schema_version(), outstanding: Vec::new() }, 0)
}

#[test]
fn a_database_that_nobody_has_open_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a strange%name?.db");
    drop(made(&file));
    let (standing, tried) = examined(&file);
    assert_eq!((standing, tried.steps.len()), current());
    assert_eq!(tried.faults, [""; 0]);
}

#[test]
fn a_database_is_copied_while_somebody_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.db");
    let _owner = made(&file);
    assert!(beside(&file, "-wal").exists(), "what was written is not in the file yet");
    let content = || ["", "-wal"].map(|end| fs::read(beside(&file, end)).unwrap());
    let before = content();
    // Within one process readers share what the owner has mapped, so `-shm` may change here, and only here.
    let (standing, tried) = looked_at_and_tried(&file);
    assert!(before == content(), "something was changed");
    assert_eq!((standing, tried.steps.len()), current());
}

#[test]
fn what_a_crash_left_beside_the_file_counts_and_stays_there() {
    for is_shared_part_there in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("conserje.db");
        let owner = made(&file);
        let left = tempfile::tempdir().unwrap();
        for end in ["", "-wal", "-shm"] {
            if end != "-shm" || is_shared_part_there {
                let to = beside(&left.path().join("conserje.db"), end);
                fs::copy(beside(&file, end), to).unwrap();
            }
        }
        drop(owner);
        let (standing, tried) = examined(&left.path().join("conserje.db"));
        assert_eq!((standing, tried.steps.len()), current());
    }
}

#[test]
fn outstanding_steps_are_named_and_run_on_the_copy_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.db");
    drop(sqlite::open_writer(&file, Durability::Full).unwrap());
    let workplace = tempfile::tempdir().unwrap();
    let standing = standing(&rows(&file), workplace.path()).unwrap();
    assert_eq!(
        (standing.version, standing.outstanding.len()),
        (0, usize::try_from(schema_version()).unwrap())
    );
    let tried = try_on_copy(&file, workplace.path()).unwrap();
    assert_eq!(tried.steps, standing.outstanding);
    assert_eq!(tried.faults, [""; 0]);
}

#[test]
fn a_step_that_cannot_run_fails_on_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.db");
    let owner = made(&file);
    without_the_last_step(&owner);
    drop(owner);
    let workplace = tempfile::tempdir().unwrap();
    let outstanding = standing(&rows(&file), workplace.path()).unwrap().outstanding;
    assert_eq!(outstanding.len(), 1);
    // Its tables are there already.
    let error = try_on_copy(&file, workplace.path()).unwrap_err();
    assert!(matches!(error, StoreError::Sql { .. }), "{error}");
}

#[test]
fn rows_that_belong_to_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.db");
    let owner = made(&file);
    owner
        .execute_batch(
            "PRAGMA foreign_keys = OFF;
             INSERT INTO users (id, tenant_id, email, name, role, created_at) VALUES ('usr_a', 'ten_gone', 'a', 'A', 'owner', 1)",
        )
        .unwrap();
    drop(owner);
    let (_, tried) = examined(&file);
    assert_eq!(tried.faults, ["a row of `users` belongs to one of `tenants` that is not there"]);
}

#[test]
fn what_is_no_database_or_anothers_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, workplace) = (folder.path().join("conserje.db"), tempfile::tempdir().unwrap());
    fs::write(&file, "no database at all, and long enough to be looked at as one".repeat(100)).unwrap();
    assert!(
        standing(&rows(&file), workplace.path()).is_err() && try_on_copy(&file, workplace.path()).is_err()
    );
    fs::remove_file(&file).unwrap();
    assert!(standing(&rows(&file), workplace.path()).is_err());
    let owner = made(&file);
    owner.execute_batch("INSERT INTO schema_migrations VALUES (999, 'later', '')").unwrap();
    let error = standing(&rows(&file), workplace.path()).unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema { found: 999, .. }), "{error}");
    owner.execute_batch("DELETE FROM schema_migrations WHERE version = 999").unwrap();
    owner.execute_batch("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1").unwrap();
    let error = standing(&rows(&file), tempfile::tempdir().unwrap().path()).unwrap_err();
    assert!(matches!(error, StoreError::OtherSchema { version: 1, .. }), "{error}");
}

#[test]
fn of_postgres_the_list_of_steps_is_read() {
    let database = TestDatabase::new(Home::Postgres);
    let url = conserje_kernel::Secret::new(database.postgres_url().unwrap());
    let home = RowsHome::Postgres { url: url.clone(), connections: 1 };
    let workplace = tempfile::tempdir().unwrap();
    let empty = standing(&home, workplace.path()).unwrap();
    assert_eq!((empty.version, empty.outstanding.len()), (0, usize::try_from(schema_version()).unwrap()));
    migrate::postgres(&mut Postgres::connect_once(&url).unwrap()).unwrap();
    assert_eq!(standing(&home, workplace.path()).unwrap(), current().0);
}

/// Two versions of one, one that was ended, one that somebody works on, and something else.
const SETUPS: &str = "
    INSERT INTO setups (tenant_id, kind, name, version, content, note, made_by, made_at) VALUES
        ('ten_a', 'assistant', 'two', 1, '1', '', NULL, 1), ('ten_a', 'assistant', 'two', 2, '2', '', NULL, 2),
        ('ten_a', 'assistant', 'ended', 1, '1', '', NULL, 1), ('ten_a', 'assistant', 'ended', 2, 'null', '', NULL, 2),
        ('ten_a', 'assistant_draft', 'draft', 1, '1', '', NULL, 1), ('ten_a', 'models', '', 1, '{}', '', NULL, 1);";

fn only_the_second_version() -> [OwnAssistant; 1] {
    [OwnAssistant { tenant: "a".to_owned(), name: "two".to_owned(), version: 2, content: "2".to_owned() }]
}

#[test]
fn assistants_that_answer_are_found_in_the_copy_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conserje.db");
    made(&file).execute_batch(SETUPS).unwrap();
    let workplace = tempfile::tempdir().unwrap();
    assert_eq!(own_assistants(&rows(&file), workplace.path()).unwrap(), [], "there is no copy yet");
    try_on_copy(&file, workplace.path()).unwrap();
    assert_eq!(own_assistants(&rows(&file), workplace.path()).unwrap(), only_the_second_version());
}

#[test]
fn assistants_that_answer_are_found_in_postgres() {
    let database = TestDatabase::new(Home::Postgres);
    let url = conserje_kernel::Secret::new(database.postgres_url().unwrap());
    let home = RowsHome::Postgres { url: url.clone(), connections: 1 };
    let workplace = tempfile::tempdir().unwrap();
    assert_eq!(own_assistants(&home, workplace.path()).unwrap(), [], "there is no schema yet");
    let mut client = Postgres::connect_once(&url).unwrap();
    migrate::postgres(&mut client).unwrap();
    let tenant =
        "INSERT INTO tenants (id, slug, name, language, created_at) VALUES ('ten_a', 'a', 'A', 'es', 1);";
    client
        .batch_execute(&format!("SELECT set_config('conserje.reach', '*', false); {tenant} {SETUPS}"))
        .unwrap();
    assert_eq!(own_assistants(&home, workplace.path()).unwrap(), only_the_second_version());
}

use super::*;

#[test]
fn every_table_with_a_tenant_gets_a_row_level_policy() {
    for step in STEPS {
        let rendered = for_postgres(step.sql);
        for table in step.sql.split("CREATE TABLE ").skip(1) {
            let name = table.split_whitespace().next().unwrap();
            let body = table.split(") STRICT;").next().unwrap();
            let has_tenant = body.contains("tenant_id");
            let has_policy = rendered.contains(&format!("CREATE POLICY tenant_wall ON {name} "));
            // `job_turns` says only whose turn it is to be served; the job runner alone reads it.
            assert_eq!(has_tenant && name != "job_turns", has_policy, "{name}");
        }
    }
}

#[test]
fn a_database_made_by_a_newer_program_is_refused_with_what_to_do() {
    let newer = vec![(schema_version() + 1, String::new())];
    let error = outstanding(&newer).err().unwrap();
    let said = error.to_string();
    assert!(said.contains("start the program that wrote it, or a newer one"), "{said}");
}

#[test]
fn a_step_that_was_edited_after_it_ran_is_refused() {
    let edited = vec![(1, "not what ran".to_owned())];
    assert!(outstanding(&edited).is_err());
}

#[test]
fn a_start_that_was_cut_short_is_picked_up_where_it_stopped() {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(BOOK).unwrap();
    sqlite(&mut connection).unwrap();
    sqlite(&mut connection).unwrap();
    let steps: i64 =
        connection.query_row("SELECT count(*) FROM schema_migrations", [], |row| row.get(0)).unwrap();
    assert_eq!(steps, i64::try_from(STEPS.len()).unwrap());
}

/// A database of version 1 with one answer in it, and what it used.
const BEFORE_TURNS: &str = "
    INSERT INTO tenants VALUES ('ten_a', 'a', 'A', 'es', 1);
    INSERT INTO users (id, tenant_id, email, name, role, created_at) VALUES ('usr_a', 'ten_a', 'a@a', 'A', 'owner', 1);
    INSERT INTO sessions (id, tenant_id, user_id, last_hash, created_at, updated_at)
        VALUES ('ses_a', 'ten_a', 'usr_a', '', 1, 1);
    INSERT INTO message_events (id, tenant_id, session_id, sequence_number, event_type, event_version, timestamp,
        turn_id, event_index, trace_id, data_hash, previous_hash, hash)
        VALUES ('evt_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d', 'ten_a', 'ses_a', 1, 'agent_message_sent', 1, 5, 'trn_a', 2,
            'trace', '', '', '');
    INSERT INTO usage_records VALUES ('evt_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d', 'ten_a', 'ses_a', 'usr_a', 'assistant',
        'm', 11, 7, 3, 2, 900, 5);
    INSERT INTO turns (id, tenant_id, session_id, user_id, trace_id, state, message_id, accepted_at)
        VALUES ('trn_a', 'ten_a', 'ses_a', 'usr_a', 'trace', 'completed', 'msg_a', 4);";

/// The row as it must be afterwards: one line, the same on both homes.
const MOVED: &str = "SELECT id || ' ' || turn_id || ' ' || trace_id || ' ' || outcome || ' ' || model || ' ' ||
    CAST(input_tokens AS TEXT) || ' ' || CAST(output_tokens AS TEXT) || ' ' || CAST(cost_micros AS TEXT) || ' ' ||
    CAST(latency_micros AS TEXT) || ' ' || CAST(created_at AS TEXT) FROM model_calls";

fn is_moved(line: &str) {
    let (id, rest) = line.split_once(' ').unwrap();
    assert!(id.parse::<conserje_kernel::ModelCallId>().is_ok(), "{id}");
    assert_eq!(rest, "trn_a trace succeeded m 11 7 0 900 5");
}

#[test]
fn what_answers_used_is_kept_as_model_calls_in_sqlite() {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(BOOK).unwrap();
    let first = &STEPS[0];
    connection.execute_batch(first.sql).unwrap();
    connection
        .execute("INSERT INTO schema_migrations VALUES (1, ?1, ?2)", (first.name, first.checksum()))
        .unwrap();
    // SQLite tells texts from bytes.
    connection.execute_batch(&BEFORE_TURNS.replace("''", "x''")).unwrap();
    sqlite(&mut connection).unwrap();
    let line: String = connection.query_row(MOVED, [], |row| row.get(0)).unwrap();
    is_moved(&line);
    let gone = connection.query_row("SELECT count(*) FROM usage_records", [], |row| row.get::<_, i64>(0));
    assert!(gone.is_err());
    let resumes: i64 = connection.query_row("SELECT resumes FROM turns", [], |row| row.get(0)).unwrap();
    assert_eq!(resumes, 0);
}

#[test]
fn what_answers_used_is_kept_as_model_calls_in_postgres() {
    let database = conserje_testkit::TestDatabase::new(conserje_testkit::Home::Postgres);
    let mut client = Client::connect(&database.postgres_url().unwrap(), ::postgres::NoTls).unwrap();
    client.batch_execute(BOOK).unwrap();
    let first = &STEPS[0];
    client.batch_execute(&for_postgres(first.sql)).unwrap();
    client
        .execute(
            "INSERT INTO schema_migrations VALUES (1, $1, $2)",
            &[&first.name.to_owned(), &first.checksum()],
        )
        .unwrap();
    client
        .batch_execute(&format!("SELECT set_config('conserje.reach', '*', false); {BEFORE_TURNS}"))
        .unwrap();
    // As at a start: the connection that migrates sees no tenant's rows by itself.
    client.batch_execute("RESET conserje.reach").unwrap();
    postgres(&mut client).unwrap();
    client.batch_execute("SELECT set_config('conserje.reach', '*', false)").unwrap();
    is_moved(client.query_one(MOVED, &[]).unwrap().get(0));
}

/// Versions as they were kept before there was a record of changes.
const VERSIONS: &str = "
    INSERT INTO setups (tenant_id, kind, name, version, content, note, made_by, made_at) VALUES
        ('ten_a', 'settings', '', 1, '{}', 'as it was', NULL, 3), ('ten_a', 'settings', '', 2, '{}', 'currency', 'usr_a', 3),
        ('ten_a', 'assistant', 'mine', 1, '{}', 'first', 'usr_a', 1), ('ten_a', 'assistant', 'mine', 2, 'null', 'removed', 'usr_a', 5),
        ('ten_a', 'assistant_draft', 'mine', 1, '{}', 'begun', 'usr_a', 1), ('ten_a', 'models', '', 1, '{}', 'tiers', NULL, 4);";
const RECORD: &str =
    "SELECT part || ' ' || act || ' ' || name || ' ' || note || ' ' || coalesce(user_id, '-') || ' ' ||
    fields || ' ' || CAST(made_at AS TEXT) FROM setup_record ORDER BY position";
const RECORDED: [&str; 4] = [
    "assistant added mine first usr_a [] 1",
    "settings changed  currency usr_a [] 3",
    "models changed  tiers - [] 4",
    "assistant removed mine removed usr_a [] 5",
];

fn before_the_record() -> impl Iterator<Item = &'static Step> {
    STEPS.iter().filter(|step| step.version < 19)
}

#[test]
fn versions_of_before_are_on_record_in_sqlite() {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(BOOK).unwrap();
    for step in before_the_record() {
        connection.execute_batch(step.sql).unwrap();
        let done = "INSERT INTO schema_migrations VALUES (?1, ?2, ?3)";
        connection.execute(done, (step.version, step.name, step.checksum())).unwrap();
    }
    connection.execute_batch(VERSIONS).unwrap();
    sqlite(&mut connection).unwrap();
    let mut statement = connection.prepare(RECORD).unwrap();
    let found = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(found.collect::<Result<Vec<_>, _>>().unwrap(), RECORDED);
}

#[test]
fn versions_of_before_are_on_record_in_postgres() {
    let database = conserje_testkit::TestDatabase::new(conserje_testkit::Home::Postgres);
    let mut client = Client::connect(&database.postgres_url().unwrap(), ::postgres::NoTls).unwrap();
    client.batch_execute(BOOK).unwrap();
    for step in before_the_record() {
        client.batch_execute("SELECT set_config('conserje.reach', '*', false)").unwrap();
        client.batch_execute(&for_postgres(step.sql)).unwrap();
        let done = "INSERT INTO schema_migrations VALUES ($1, $2, $3)";
        client.execute(done, &[&step.version, &step.name.to_owned(), &step.checksum()]).unwrap();
    }
    client.batch_execute(VERSIONS).unwrap();
    client.batch_execute("RESET conserje.reach").unwrap();
    postgres(&mut client).unwrap();
    client.batch_execute("SELECT set_config('conserje.reach', '*', false)").unwrap();
    let found: Vec<String> = client.query(RECORD, &[]).unwrap().iter().map(|row| row.get(0)).collect();
    assert_eq!(found, RECORDED);
}

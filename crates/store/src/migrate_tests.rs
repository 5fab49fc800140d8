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
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("start a newer one"), "{cause}");
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

//! A `PostgreSQL` database of a run's own: empty at its beginning, gone at its end.

use anyhow::{Context, Result, anyhow};

pub(crate) struct Database {
    /// Of a database that is there, whose owner may make others.
    server: String,
    name: String,
    is_kept: bool,
}

impl Database {
    pub(crate) fn create(server: &str, harness: &str) -> Result<Self> {
        let name = format!("conserje_{harness}_{:08x}", rand::random::<u32>());
        run(server, format!("CREATE DATABASE {name}"))?;
        Ok(Self { server: server.to_owned(), name, is_kept: false })
    }

    pub(crate) fn url(&self) -> String {
        let (place, settings) = self.server.split_once('?').unwrap_or((&self.server, ""));
        let host = place.rsplit_once('/').map_or(place, |(host, _)| host);
        let settings = if settings.is_empty() { String::new() } else { format!("?{settings}") };
        format!("{host}/{}{settings}", self.name)
    }

    /// What went wrong can only be looked into while the rows are there.
    pub(crate) fn keep_if(mut self, wanted: bool) {
        self.is_kept = wanted;
        if wanted {
            eprintln!("the database {} is kept", self.name);
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        if let Err(error) = run(&self.server, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)) {
            eprintln!("the database {} is left over: {error:#}", self.name);
        }
    }
}

/// On a thread of its own: the synchronous client may not run on an async one.
fn run(url: &str, sql: String) -> Result<()> {
    let url = url.to_owned();
    let work = move || {
        let mut client =
            postgres::Client::connect(&url, postgres::NoTls).context("connecting to PostgreSQL")?;
        client.batch_execute(&sql).with_context(|| format!("running `{sql}`"))
    };
    std::thread::spawn(work).join().map_err(|_| anyhow!("the thread that ran the statement panicked"))?
}

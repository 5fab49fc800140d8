use std::time::Duration;

use conserje_kernel::{Clock, JobId, JobKind, JobState, PageRequest, Scope, Timestamp};
use conserje_store::jobs::{self, Job, JobFilter, Lane, NewJob};
use conserje_testkit::{Home, TestStore, on_both_homes};

const LEASE: Duration = Duration::from_secs(30);

async fn open(home: Home) -> TestStore {
    TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(1_800_000_000_000_000))).await
}

async fn enqueue(test: &TestStore, scope: &Scope, kind: JobKind) -> JobId {
    let add = move |tx: &mut conserje_store::Tx<'_>| {
        let new = NewJob {
            kind,
            payload: "{}".to_owned(),
            run_after: tx.now(),
            max_attempts: 3,
            time_limit: Duration::from_secs(100),
        };
        jobs::enqueue(tx, &new)
    };
    test.store.write(scope, add).await.unwrap()
}

async fn claim(test: &TestStore, owner: &'static str) -> Option<Job> {
    test.store
        .write_all(test.deployment(), move |tx| jobs::claim(tx, Lane::Quick, owner, LEASE))
        .await
        .unwrap()
}

async fn state(test: &TestStore, id: JobId) -> (JobState, i64) {
    let job = test.store.read(&test.scope(), move |tx| jobs::find(tx, id)).await.unwrap().unwrap();
    (job.state, job.attempts)
}

async fn reap(test: &TestStore) -> u64 {
    test.store.write_all(test.deployment(), |tx| jobs::reap(tx, None)).await.unwrap()
}

on_both_homes! {
    async fn a_job_is_claimed_once_and_done_once(home: Home) {
        let test = open(home).await;
        let id = enqueue(&test, &test.scope(), JobKind::EraseSession).await;
        let job = claim(&test, "a").await.unwrap();
        assert_eq!((job.id, job.attempts), (id, 1));
        assert_eq!(claim(&test, "b").await, None);
        let done = |owner| test.store.write_all(test.deployment(), move |tx| jobs::complete(tx, id, owner));
        assert!(!done("b").await.unwrap(), "another worker cannot finish it");
        assert!(done("a").await.unwrap());
        assert_eq!(state(&test, id).await.0, JobState::Done);
    }

    async fn what_takes_hours_does_not_hold_up_what_takes_a_moment(home: Home) {
        let test = open(home).await;
        let scope = test.scope();
        let add = |kind| test.store.write(&scope, move |tx: &mut conserje_store::Tx<'_>| {
            let new = NewJob { kind, payload: String::new(), run_after: tx.now(), max_attempts: 1, time_limit: LEASE };
            jobs::enqueue(tx, &new)
        });
        for _ in 0..3 {
            add(JobKind::EmbedIndex).await.unwrap();
            add(JobKind::ProcessDocument).await.unwrap();
        }
        let is_due = |lane| test.store.read_all(test.deployment(), move |tx| jobs::is_due(tx, lane));
        assert!(!is_due(Lane::Quick).await.unwrap() && is_due(Lane::Documents).await.unwrap());
        add(JobKind::TellCustomer).await.unwrap();
        assert!(is_due(Lane::Quick).await.unwrap());
        let claim = |lane| test.store.write_all(test.deployment(), move |tx| jobs::claim(tx, lane, "a", LEASE));
        assert_eq!(claim(Lane::Quick).await.unwrap().unwrap().known_kind().unwrap(), JobKind::TellCustomer);
        assert_eq!(claim(Lane::Quick).await.unwrap(), None);
        assert_eq!(claim(Lane::Embedding).await.unwrap().unwrap().known_kind().unwrap(), JobKind::EmbedIndex);
        assert_eq!(claim(Lane::Documents).await.unwrap().unwrap().known_kind().unwrap(), JobKind::ProcessDocument);
    }

    async fn a_silent_workers_job_is_taken_back_and_a_living_ones_is_not(home: Home) {
        let test = open(home).await;
        let id = enqueue(&test, &test.scope(), JobKind::EraseSession).await;
        claim(&test, "a").await.unwrap();
        test.clock.advance(LEASE / 2);
        assert!(test.store.write_all(test.deployment(), move |tx| jobs::heartbeat(tx, id, "a", LEASE)).await.unwrap());
        test.clock.advance(LEASE / 2 + Duration::from_secs(1));
        assert_eq!(reap(&test).await, 0, "its heartbeat renewed the lease");
        test.clock.advance(LEASE);
        assert_eq!(reap(&test).await, 1);
        assert_eq!(state(&test, id).await, (JobState::Queued, 1));
        assert!(!test.store.write_all(test.deployment(), move |tx| jobs::heartbeat(tx, id, "a", LEASE)).await.unwrap());
    }

    async fn a_deadline_cannot_be_moved_by_heartbeats(home: Home) {
        let test = open(home).await;
        let id = enqueue(&test, &test.scope(), JobKind::EraseSession).await;
        claim(&test, "a").await.unwrap();
        for _ in 0..10 {
            test.clock.advance(Duration::from_secs(9));
            assert!(test.store.write_all(test.deployment(), move |tx| jobs::heartbeat(tx, id, "a", LEASE)).await.unwrap());
        }
        test.clock.advance(Duration::from_secs(11));
        assert!(!test.store.write_all(test.deployment(), move |tx| jobs::heartbeat(tx, id, "a", LEASE)).await.unwrap());
        assert_eq!(reap(&test).await, 1);
        let job = test.store.read(&test.scope(), move |tx| jobs::find(tx, id)).await.unwrap().unwrap();
        assert_eq!(job.last_error.unwrap(), "the attempt ran past its time limit");
    }

    async fn failures_are_retried_later_each_time_then_wait_for_a_person(home: Home) {
        let test = open(home).await;
        let id = enqueue(&test, &test.scope(), JobKind::EraseSession).await;
        for attempt in 1..=3 {
            let job = claim(&test, "a").await.unwrap_or_else(|| panic!("attempt {attempt} is due"));
            assert_eq!(job.attempts, attempt);
            test.store.write_all(test.deployment(), move |tx| jobs::fail(tx, &job, "a", "no luck")).await.unwrap();
            if attempt < 3 {
                assert_eq!(claim(&test, "a").await, None, "not before its time");
                test.clock.advance(jobs::backoff(attempt));
            }
        }
        assert_eq!(state(&test, id).await, (JobState::Dead, 3));
        test.clock.advance(Duration::from_secs(24 * 3600));
        assert_eq!(claim(&test, "a").await, None);
        let again = test.store.write(&test.scope(), move |tx| jobs::retry(tx, id)).await.unwrap().unwrap();
        assert_eq!((again.state, again.attempts), (JobState::Queued, 0));
        assert!(claim(&test, "a").await.is_some());
        assert_eq!(test.store.write(&test.scope(), move |tx| jobs::retry(tx, id)).await.unwrap(), None, "not dead now");
    }

    async fn tenants_take_turns_however_many_jobs_one_has(home: Home) {
        let test = open(home).await;
        let (noisy, quiet) = (test.scope(), test.another_tenant("quiet").await);
        for _ in 0..20 {
            enqueue(&test, &noisy, JobKind::RemoveDocument).await;
        }
        for _ in 0..3 {
            enqueue(&test, &quiet, JobKind::EraseSession).await;
        }
        let mut order = Vec::new();
        for _ in 0..6 {
            order.push(claim(&test, "a").await.unwrap().kind);
        }
        let quiet_ones = order.iter().filter(|kind| *kind == JobKind::EraseSession.name()).count();
        assert_eq!(quiet_ones, 3, "{order:?}");
    }

    async fn a_job_is_enqueued_with_its_data_or_not_at_all(home: Home) {
        let test = open(home).await;
        let outcome = test
            .store
            .write(&test.scope(), |tx| {
                let new = NewJob { kind: JobKind::EraseSession, payload: String::new(), run_after: tx.now(), max_attempts: 1, time_limit: LEASE };
                jobs::enqueue(tx, &new)?;
                Err::<(), _>(conserje_store::StoreError::Duplicate)
            })
            .await;
        assert!(outcome.is_err());
        assert_eq!(claim(&test, "a").await, None);
    }

    async fn jobs_are_listed_by_page_and_state(home: Home) {
        let test = open(home).await;
        let mut made = Vec::new();
        for _ in 0..5 {
            made.push(enqueue(&test, &test.scope(), JobKind::EraseSession).await);
            test.clock.advance(Duration::from_secs(1));
        }
        claim(&test, "a").await.unwrap();
        let mut page = PageRequest { size: conserje_kernel::PageSize::new(2).unwrap(), after: None };
        let mut seen = Vec::new();
        loop {
            let wanted = page.clone();
            let found = test.store.read(&test.scope(), move |tx| jobs::list(tx, &JobFilter::default(), &wanted)).await.unwrap();
            seen.extend(found.items.into_iter().map(|job| job.id));
            match found.next {
                Some(next) => page.after = Some(next),
                None => break,
            }
        }
        made.reverse();
        assert_eq!(seen, made);
        let filter = JobFilter { state: Some(JobState::Running) };
        let running = test.store.read(&test.scope(), move |tx| jobs::list(tx, &filter, &PageRequest::default())).await.unwrap();
        assert_eq!(running.items.len(), 1);
    }
}

//! What a turn is taken up, put down and written by: turns, their journals, approvals and model calls.

use std::time::Duration;

use conserje_kernel::{
    ApiKeyId, ApprovalId, ApprovalStatus, Clock, Digest, MessageId, ModelCallId, PageRequest, PageSize,
    SessionId, Timestamp, TraceId, TurnId, UserId,
};
use conserje_store::approvals::{self, Approval, Decided};
use conserje_store::model_calls::{self, ModelCall, UsedBy};
use conserje_store::turns::{self, Ending, Hold, Lease, NewTurn};
use conserje_store::{StoreError, Tx, journal, sessions};
use conserje_testkit::{Home, TestStore, on_both_homes};

const LEASE: Duration = Duration::from_secs(15);

/// A store whose clock is moved by hand, with a session in it.
struct Stage {
    test: TestStore,
    session: SessionId,
}

impl Stage {
    async fn set(home: Home) -> Self {
        let test = TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(1_000_000_000))).await;
        let (user, session) = (test.user, SessionId::generate());
        test.store.write(&test.scope(), move |tx| sessions::create(tx, session, user)).await.unwrap();
        Self { test, session }
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> T {
        self.test.store.write(&self.test.scope(), move |tx: &mut Tx<'_>| work(tx)).await.unwrap()
    }

    fn lease(&self, owner: &str) -> Lease {
        Lease { owner: owner.to_owned(), until: self.test.clock.now().plus(LEASE) }
    }

    async fn accept(&self) -> TurnId {
        let (session, user, id) = (self.session, self.test.user, TurnId::generate());
        let accept = move |tx: &mut Tx<'_>| {
            let trace = TraceId::generate();
            let input = "{}".to_owned();
            turns::accept(tx, &NewTurn { id, session, user, trace, input, message: MessageId::generate() })
        };
        self.write(accept).await;
        id
    }

    async fn running(&self, owner: &str) -> TurnId {
        let id = self.accept().await;
        let (session, lease) = (self.session, self.lease(owner));
        let begun = self.write(move |tx| turns::start_next(tx, session, &lease)).await.unwrap();
        assert_eq!(begun.id, id);
        id
    }

    async fn hold(&self, turn: TurnId, owner: &'static str) -> Hold {
        self.hold_since(turn, 0, owner).await
    }

    async fn hold_since(&self, turn: TurnId, resumes: i64, owner: &'static str) -> Hold {
        self.write(move |tx| turns::hold(tx, turn, resumes, owner)).await
    }

    async fn take_over(&self, turn: TurnId, owner: &str) -> Option<turns::TakenOver> {
        let lease = self.lease(owner);
        self.write(move |tx| turns::take_over(tx, turn, &lease)).await
    }

    async fn abandoned(&self, living: &'static str) -> usize {
        let find = move |tx: &mut conserje_store::DeploymentTx<'_>| turns::abandoned(tx, living);
        self.test.store.read_all(self.test.deployment(), find).await.unwrap().len()
    }

    fn approval(&self, turn: TurnId, expires_in: Duration) -> Approval {
        let now = self.test.clock.now();
        Approval {
            id: ApprovalId::generate(),
            tenant: self.test.tenant,
            session: self.session,
            user: self.test.user,
            turn,
            tool_use_id: "call".to_owned(),
            tool_name: "wire".to_owned(),
            risk: "write".to_owned(),
            args: Some("{}".to_owned()),
            args_hash: Digest::ZERO,
            summary: Some("sends".to_owned()),
            status: ApprovalStatus::Pending,
            created_at: now,
            expires_at: now.plus(expires_in),
            decided_by: None,
        }
    }
}

fn decided(status: ApprovalStatus) -> Decided<'static> {
    Decided { status, by: None, edited_args: None, reason: None }
}

on_both_homes! {
    async fn a_turn_is_held_by_its_owner_until_it_pauses_ends_or_is_taken(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        assert_eq!(stage.hold(turn, "one").await, Hold::Ours);
        assert_eq!(stage.hold(turn, "two").await, Hold::Lost);
        assert!(stage.write(move |tx| turns::pause(tx, turn)).await);
        assert!(!stage.write(move |tx| turns::pause(tx, turn)).await, "only once");
        assert_eq!(stage.hold(turn, "one").await, Hold::Lost);
        let lease = stage.lease("two");
        let resumed = stage.write(move |tx| turns::resume(tx, turn, &lease)).await.unwrap();
        assert_eq!((resumed.id, resumed.state.as_str()), (turn, "running"));
        let lease = stage.lease("three");
        assert!(stage.write(move |tx| turns::resume(tx, turn, &lease)).await.is_none(), "only once");
        assert_eq!(stage.hold(turn, "two").await, Hold::Ours);
        assert!(stage.write(move |tx| turns::finish(tx, turn, &Ending::Completed)).await);
        assert!(!stage.write(move |tx| turns::finish(tx, turn, &Ending::Completed)).await, "only once");
        assert_eq!(stage.hold(turn, "two").await, Hold::Lost);
    }

    async fn a_paused_turn_keeps_its_session_and_is_nobodys_to_recover(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        stage.write(move |tx| turns::pause(tx, turn)).await;
        stage.accept().await;
        let (session, lease) = (stage.session, stage.lease("one"));
        assert!(stage.write(move |tx| turns::start_next(tx, session, &lease)).await.is_none());
        assert_eq!(stage.write(move |tx| turns::open(tx, session)).await, (1, 1));
        stage.test.clock.advance(LEASE * 100);
        assert_eq!(stage.abandoned("two").await, 0);
        assert!(stage.take_over(turn, "two").await.is_none());
        let standing = stage.test.store.read_all(stage.test.deployment(), turns::standing).await.unwrap();
        assert_eq!(standing.len(), 0);
    }

    async fn a_turn_is_taken_over_once_its_owner_is_silent_and_counted(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let began = stage.test.clock.now();
        assert!(stage.take_over(turn, "one").await.is_none(), "nobody takes over from themselves");
        if home == Home::Postgres {
            assert_eq!(stage.abandoned("two").await, 0, "its owner lives");
            assert!(stage.take_over(turn, "two").await.is_none());
        }
        stage.test.clock.advance(LEASE * 2);
        assert_eq!(stage.abandoned("two").await, 1);
        let taken = stage.take_over(turn, "two").await.unwrap();
        assert_eq!((taken.resumes, taken.since, taken.is_unwanted), (1, Some(began), false));
        assert_eq!(stage.hold_since(turn, 0, "one").await, Hold::Lost);
        assert_eq!(stage.hold_since(turn, 1, "two").await, Hold::Ours);
        stage.test.clock.advance(LEASE * 2);
        assert_eq!(stage.take_over(turn, "three").await.unwrap().resumes, 2);
    }

    async fn a_turn_that_its_owner_takes_back_is_lost_to_whoever_drove_it(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let (session, lease, other) = (stage.session, stage.lease("one"), stage.lease("two"));
        let of_one = stage.write(move |tx| turns::running(tx, session, "one")).await.unwrap();
        assert_eq!((of_one.id, of_one.resumes), (turn, 0));
        assert_eq!(stage.write(move |tx| turns::running(tx, session, "two")).await, None);
        let owned = |tx: &mut conserje_store::DeploymentTx<'_>| turns::of_owner(tx, "one");
        assert_eq!(stage.test.store.read_all(stage.test.deployment(), owned).await.unwrap(), [of_one]);
        assert_eq!(stage.write(move |tx| turns::take_back(tx, turn, 0, &other)).await, None, "another's");
        let again = lease.clone();
        let taken = stage.write(move |tx| turns::take_back(tx, turn, 0, &lease)).await.unwrap();
        assert_eq!(taken.resumes, 1);
        assert_eq!(stage.write(move |tx| turns::take_back(tx, turn, 0, &again)).await, None, "only once");
        assert_eq!(stage.hold_since(turn, 0, "one").await, Hold::Lost);
        assert_eq!(stage.hold_since(turn, 1, "one").await, Hold::Ours);
    }

    async fn a_decision_begins_a_turns_time_anew_and_forgets_an_older_wish_to_stop(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        stage.write(move |tx| turns::pause(tx, turn)).await;
        let session = stage.session;
        stage.write(move |tx| turns::request_cancel(tx, session)).await.unwrap();
        stage.test.clock.advance(Duration::from_secs(3600));
        let lease = stage.lease("one");
        stage.write(move |tx| turns::resume(tx, turn, &lease)).await.unwrap();
        let resumed_at = stage.test.clock.now();
        assert_eq!(stage.hold(turn, "one").await, Hold::Ours);
        stage.test.clock.advance(LEASE * 2);
        let taken = stage.take_over(turn, "two").await.unwrap();
        assert_eq!((taken.since, taken.is_unwanted), (Some(resumed_at), false));
    }

    async fn a_wish_to_stop_is_seen_by_the_owner_and_by_whoever_takes_over(home: Home) {
        let stage = Stage::set(home).await;
        let session = stage.session;
        assert!(stage.write(move |tx| turns::request_cancel(tx, session)).await.is_none(), "nothing runs");
        let turn = stage.running("one").await;
        stage.write(move |tx| turns::request_cancel(tx, session)).await.unwrap();
        assert_eq!(stage.hold(turn, "one").await, Hold::Unwanted);
        let unwanted = move |tx: &mut conserje_store::DeploymentTx<'_>| {
            Ok::<_, StoreError>((turns::to_be_cancelled(tx, "one")?, turns::to_be_cancelled(tx, "two")?))
        };
        let (own, others) = stage.test.store.read_all(stage.test.deployment(), unwanted).await.unwrap();
        assert_eq!((own, others), (vec![turn], vec![]));
        stage.test.clock.advance(LEASE * 2);
        assert!(stage.take_over(turn, "two").await.unwrap().is_unwanted);
    }

    async fn what_a_node_lets_go_is_not_taken_back_by_a_late_sign_of_life(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let lease = stage.lease("one");
        let let_go = move |tx: &mut conserje_store::DeploymentTx<'_>| {
            let released = turns::release(tx, "one")?;
            Ok::<_, StoreError>((released, turns::heartbeat(tx, &lease)?))
        };
        let counts = stage.test.store.write_all(stage.test.deployment(), let_go).await.unwrap();
        assert_eq!(counts, (1, 0));
        assert_eq!(stage.hold(turn, "one").await, Hold::Lost);
        assert_eq!(stage.abandoned("two").await, 1);
        assert!(stage.take_over(turn, "two").await.is_some());
    }

    async fn a_journal_is_read_in_order_has_no_place_twice_and_is_its_tenants(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let session = stage.session;
        for (ordinal, entry) in [(1, "second"), (0, "first")] {
            stage.write(move |tx| journal::append(tx, session, turn, ordinal, entry)).await;
        }
        assert_eq!(stage.write(move |tx| journal::of_turn(tx, turn)).await, ["first", "second"]);
        assert_eq!(stage.write(move |tx| journal::at(tx, turn, 1)).await.as_deref(), Some("second"));
        assert_eq!(stage.write(move |tx| journal::at(tx, turn, 2)).await, None);
        let again = move |tx: &mut Tx<'_>| journal::append(tx, session, turn, 1, "other");
        assert!(stage.test.store.write(&stage.test.scope(), again).await.is_err());
        let rival = stage.test.another_tenant("rival").await;
        let seen = stage.test.store.read(&rival, move |tx| journal::of_turn(tx, turn)).await.unwrap();
        assert_eq!(seen, Vec::<String>::new());
    }

    async fn an_approval_is_decided_once_and_only_its_tenant_sees_it(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let asked = stage.approval(turn, LEASE);
        let id = asked.id;
        let row = asked.clone();
        stage.write(move |tx| approvals::ask(tx, &row)).await;
        assert_eq!(stage.write(move |tx| approvals::find(tx, id)).await.unwrap(), asked);
        assert_eq!(stage.write(move |tx| approvals::pending_of_turn(tx, turn)).await.unwrap().id, id);
        let rival = stage.test.another_tenant("rival").await;
        let decide = move |tx: &mut Tx<'_>| approvals::decide(tx, id, &decided(ApprovalStatus::Approved));
        assert!(!stage.test.store.write(&rival, decide).await.unwrap());
        assert!(stage.test.store.read(&rival, move |tx| approvals::find(tx, id)).await.unwrap().is_none());
        assert!(stage.write(decide).await);
        assert!(!stage.write(move |tx| approvals::decide(tx, id, &decided(ApprovalStatus::Rejected))).await, "only once");
        let found = stage.write(move |tx| approvals::find(tx, id)).await.unwrap();
        assert_eq!((found.status, found.decided_by), (ApprovalStatus::Approved, None));
        assert!(stage.write(move |tx| approvals::pending_of_turn(tx, turn)).await.is_none());
    }

    async fn waiting_approvals_are_paged_oldest_first_for_one_or_for_all_and_run_out(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let mut asked = Vec::new();
        for _ in 0..5 {
            let row = stage.approval(turn, LEASE);
            asked.push(row.id);
            stage.write(move |tx| approvals::ask(tx, &row)).await;
            stage.test.clock.advance(Duration::from_secs(1));
        }
        let mut page = PageRequest { size: PageSize::new(2).unwrap(), after: None };
        let mut seen = Vec::new();
        loop {
            let wanted = page.clone();
            let found = stage.write(move |tx| approvals::pending(tx, None, &wanted)).await;
            seen.extend(found.items.into_iter().map(|approval| approval.id));
            match found.next {
                Some(next) => page.after = Some(next),
                None => break,
            }
        }
        assert_eq!(seen, asked);
        let of = |user: UserId| stage.write(move |tx| approvals::pending(tx, Some(user), &PageRequest::default()));
        assert_eq!(of(stage.test.user).await.items.len(), 5);
        assert_eq!(of(UserId::generate()).await.items.len(), 0);
        stage.test.clock.advance(Duration::from_secs(11));
        let overdue = stage.test.store.read_all(stage.test.deployment(), approvals::overdue).await.unwrap();
        let overdue: Vec<_> = overdue.into_iter().map(|approval| approval.id).collect();
        asked.truncate(2);
        assert_eq!(overdue, asked);
    }

    async fn erasing_takes_journal_and_arguments_but_not_that_something_was_decided(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let (session, user) = (stage.session, stage.test.user);
        let row = stage.approval(turn, LEASE);
        let id = row.id;
        let fill = move |tx: &mut Tx<'_>| {
            journal::append(tx, session, turn, 0, "secret")?;
            approvals::ask(tx, &row)
        };
        stage.write(fill).await;
        assert!(stage.write(move |tx| sessions::delete(tx, user, session)).await);
        assert!(stage.write(move |tx| sessions::erase(tx, session)).await);
        assert_eq!(stage.write(move |tx| journal::of_turn(tx, turn)).await, Vec::<String>::new());
        let left = stage.write(move |tx| approvals::find(tx, id)).await.unwrap();
        assert_eq!((left.args, left.summary, left.tool_name.as_str()), (None, None, "wire"));
        let turn = stage.write(move |tx| turns::find(tx, session, turn)).await.unwrap();
        assert_eq!(turn.input, None);
    }

    async fn a_model_call_is_kept_once_and_adds_up(home: Home) {
        let stage = Stage::set(home).await;
        let turn = stage.running("one").await;
        let (session, user, key) = (stage.session, stage.test.user, ApiKeyId::generate());
        let call = ModelCall {
            id: ModelCallId::generate(),
            user: Some(user),
            key: Some(key),
            session: Some(session),
            turn: Some(turn),
            trace: TraceId::generate(),
            agent: Some("assistant".to_owned()),
            model: "m".to_owned(),
            outcome: "succeeded".to_owned(),
            input_tokens: 10,
            output_tokens: 5,
            thinking_tokens: 1,
            cached_tokens: 2,
            cache_written_tokens: 3,
            cost_micros: 70,
            latency_micros: 900,
            first_token_micros: Some(100),
        };
        let bare = ModelCall {
            id: ModelCallId::generate(),
            key: None,
            session: None,
            turn: None,
            agent: None,
            first_token_micros: None,
            ..call.clone()
        };
        let began = stage.test.clock.now();
        for kept in [call.clone(), call.clone(), bare] {
            stage.write(move |tx| model_calls::put(tx, &kept)).await;
            stage.test.clock.advance(Duration::from_secs(1));
        }
        assert_eq!(stage.write(move |tx| model_calls::of_session(tx, session)).await, [call]);
        let later = began.plus(Duration::from_secs(1));
        for (since, by, used) in [
            (began, UsedBy::Tenant, (30, 140)),
            (later, UsedBy::Tenant, (15, 70)),
            (began, UsedBy::User(user), (30, 140)),
            (began, UsedBy::User(UserId::generate()), (0, 0)),
            (began, UsedBy::Key(key), (15, 70)),
            (began, UsedBy::Key(ApiKeyId::generate()), (0, 0)),
        ] {
            let found = stage.write(move |tx| model_calls::used_since(tx, since, by)).await;
            assert_eq!(found, used, "{by:?}");
        }
        let rival = stage.test.another_tenant("rival").await;
        let used = stage.test.store.read(&rival, move |tx| model_calls::used_since(tx, began, UsedBy::Tenant)).await.unwrap();
        assert_eq!(used, (0, 0));
    }
}

//! Many clients that want the same, and a server that is killed under them.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use anyhow::Result;
use futures::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::chat_api::{ChatApi, Gone};
use crate::desk_act::{Act, Said};
use crate::desk_check::{Goods, broken, settled};
use crate::ledger::{Flaw, Kind};
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;

/// A server that was killed is soon there again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// What a dead node had in hand on a shared database is left to it until its lease is over.
const COME_BACK: Duration = Duration::from_millis(500);
/// Longer than all leases that may have to end one after the other.
const PATIENCE: Duration = Duration::from_secs(90);
/// The kill should come while pieces are left, and they go fast.
const WATCH: Duration = Duration::from_millis(1);

/// How much is asked for, by how many.
#[derive(Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) attempts: usize,
    pub(crate) clients: usize,
    pub(crate) kills: usize,
    pub(crate) pieces: usize,
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Figures {
    pub(crate) answered: usize,
    pub(crate) promised: usize,
    pub(crate) refused: usize,
    /// Attempts that were not answered the first time.
    pub(crate) asked_again: usize,
    pub(crate) kills: usize,
}

/// What clients were told, and how far they are. All of them run on one task.
struct Told {
    attempts: usize,
    taken: Cell<usize>,
    figures: Cell<Figures>,
    promised: RefCell<Goods>,
    flaws: RefCell<Vec<Flaw>>,
}

struct Attempt<W> {
    number: usize,
    wish: W,
    since: Instant,
    tries: Cell<usize>,
}

/// Lets clients compete until all attempts are answered; the server that is left, and what was counted.
pub(crate) async fn compete<A: Act>(
    act: &A,
    launch: &Launch,
    serving: Serving,
    counts: Counts,
    tally: &mut Tally,
) -> Result<(Serving, Figures)> {
    let told = Told {
        attempts: counts.attempts,
        taken: Cell::default(),
        figures: Cell::default(),
        promised: RefCell::default(),
        flaws: RefCell::default(),
    };
    let (tell, server) = watch::channel(serving.api.clone());
    let clients = (0..counts.clients).map(|client| {
        let random = StdRng::seed_from_u64(counts.seed.wrapping_add(client as u64));
        told.client(act, &server, random)
    });
    let killer = async {
        let mut serving = serving;
        for kill in 1..=counts.kills {
            told.until_given(counts.pieces * kill / (counts.kills + 1)).await;
            serving.process.kill().await?;
            serving = launch.start().await?;
            told.count(|figures| figures.kills += 1);
            // Clients still look for the old address: what they were told by now must be here.
            let promised = told.promised.borrow().clone();
            tally.add(&format!("after kill {kill}"), broken(&promised, &act.given(&serving.api).await?));
            tell.send_replace(serving.api.clone());
        }
        anyhow::Ok(serving)
    };
    let (_, serving) = tokio::join!(join_all(clients), killer);
    let serving = serving?;
    tally.add("meanwhile", told.flaws.take());
    let given = act.given(&serving.api).await?;
    tally.add("at the end", settled(&told.promised.borrow(), &given, counts.pieces));
    Ok((serving, told.figures.get()))
}

impl Told {
    fn count(&self, change: impl FnOnce(&mut Figures)) {
        let mut figures = self.figures.get();
        change(&mut figures);
        self.figures.set(figures);
    }

    /// Until so many pieces are given away; or all have asked, whatever came of it.
    async fn until_given(&self, pieces: usize) {
        loop {
            let Figures { promised, answered, .. } = self.figures.get();
            if promised >= pieces || answered >= self.attempts {
                return;
            }
            sleep(WATCH).await;
        }
    }

    /// One client: attempt after attempt, each until it is answered.
    async fn client<A: Act>(&self, act: &A, server: &watch::Receiver<ChatApi>, mut random: StdRng) {
        let mut put_off: VecDeque<(Instant, Attempt<A::Wish>)> = VecDeque::new();
        loop {
            let is_due = put_off.front().is_some_and(|(at, _)| *at <= Instant::now());
            let next = if is_due { None } else { self.take(act, &mut random) };
            let attempt = match (next, put_off.is_empty()) {
                (Some(new), _) => new,
                (None, true) => return,
                (None, false) => {
                    let Some((at, attempt)) = put_off.pop_front() else { return };
                    sleep_until(at).await;
                    attempt
                }
            };
            let said = self.ask(act, server, &attempt).await;
            if said == Said::Later {
                put_off.push_back((Instant::now() + COME_BACK, attempt));
            } else {
                self.note(&attempt, said);
            }
        }
    }

    fn take<A: Act>(&self, act: &A, random: &mut StdRng) -> Option<Attempt<A::Wish>> {
        let number = self.taken.get();
        self.taken.set(number + 1);
        (number < self.attempts).then(|| Attempt {
            number,
            wish: act.wish(random),
            since: Instant::now(),
            tries: Cell::default(),
        })
    }

    /// Asks until a server answers.
    async fn ask<A: Act>(
        &self,
        act: &A,
        server: &watch::Receiver<ChatApi>,
        attempt: &Attempt<A::Wish>,
    ) -> Said {
        loop {
            attempt.tries.update(|tries| tries + 1);
            let api = server.borrow().clone();
            let answer = act.attempt(&api, attempt.number, &attempt.wish).await;
            let has_time = attempt.since.elapsed() < PATIENCE;
            match answer {
                Ok(Said::Later) | Err(Gone) if !has_time => {
                    return Said::Wrong(format!("not answered after {} s", PATIENCE.as_secs()));
                }
                Ok(said) => return said,
                Err(Gone) => sleep(LOOK_AGAIN).await,
            }
        }
    }

    fn note<W>(&self, attempt: &Attempt<W>, said: Said) {
        self.count(|figures| {
            figures.answered += 1;
            figures.asked_again += usize::from(attempt.tries.get() > 1);
        });
        match said {
            Said::Yes(name) => {
                self.promised.borrow_mut().add(name);
                self.count(|figures| figures.promised += 1);
            }
            Said::No => self.count(|figures| figures.refused += 1),
            Said::Neither | Said::Later => {}
            Said::Wrong(text) => {
                let text = format!("attempt {}: {text}", attempt.number);
                self.flaws.borrow_mut().push(Flaw::new(Kind::Unexpected, text));
            }
        }
    }
}

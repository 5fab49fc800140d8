//! From a configuration to a running server, and back down.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ::http::Request;
use axum::Router;
use conserje_doors::mcp::transport::DoorOptions;
use conserje_doors::{Doors, Peer, admin, http, socketio};
use conserje_operate::{App, channels, demo, jobs, metrics};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use socketioxide::SocketIo;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::config::Config;
use crate::open::{StartError, open};
use crate::write_timeout::WriteTimeout;

/// How long a client may take to send its headers.
const HEADER_PATIENCE: Duration = Duration::from_secs(15);
/// How long open requests may take once all else has ended.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// What to start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Startup {
    Plain,
    Demo,
}

/// A server that serves.
pub struct Running {
    pub app: App,
    pub address: SocketAddr,
    /// Where the owner chooses a password; none once they have.
    pub owner_link: Option<String>,
    pub demo_api_key: Option<String>,
    /// Where the demo's business can be tried as a customer.
    pub customer_link: Option<String>,
    patience: Duration,
    sockets: SocketIo,
}

/// Starts everything; returns once requests are served.
pub async fn serve(config: &Config, startup: Startup) -> Result<Running, StartError> {
    metrics::start();
    if let Some(point) = config.fault_at {
        conserje_kernel::faults::arm(point);
    }
    let unavailable = |source| StartError::Listen { address: config.listen.to_string(), source };
    let listener = TcpListener::bind(config.listen).await.map_err(unavailable)?;
    let address = listener.local_addr().map_err(unavailable)?;
    let public_url = config.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
    let (app, projector) = open(config, public_url).await?;
    let recovered = app.conversations().recover().await.map_err(StartError::Recover)?;
    if recovered > 0 {
        tracing::info!("{recovered} turns that the last run left were closed or taken up again");
    }
    // Before the first upload can be taken for one of them. What cannot be tidied now is later; it keeps nobody waiting.
    jobs::tidy_documents(app.operate()).await;
    let first = app.operate().first_owner_token().await.map_err(StartError::Accounts)?;
    // Whoever tries a demo is led to where its documents are.
    let token = match startup {
        Startup::Plain => first,
        Startup::Demo => demo::owner_token(&app).await.map_err(StartError::Accounts)?,
    };
    // Behind `#`, so that it is in no server's or proxy's log.
    let owner_link = token.map(|token| format!("{}/welcome#{token}", app.public_url()));
    let (demo_api_key, customer_link) = match startup {
        Startup::Plain => (None, None),
        Startup::Demo => {
            let demo = demo::prepare(&app, &config.included_packs).await.map_err(StartError::Accounts)?;
            (Some(demo.api_key), demo.customer_link)
        }
    };
    let tasks = app.tasks();
    tasks.keep("projector", move |stop| projector.clone().run(stop));
    let operate = || app.operate().clone();
    jobs::keep_running(app.operate(), tasks, config.job_workers);
    let conversations = app.conversations().clone();
    tasks.keep("approvals", move |stop| jobs::expire_approvals(conversations.clone(), stop));
    let works = operate();
    tasks.keep("embedders", move |_| jobs::plan_embedding(works.clone()));
    let (packs, conversations) = (app.packs().clone(), app.conversations().clone());
    tasks.keep("packs", move |stop| packs.clone().watch(conversations.clone(), stop));
    let works = operate();
    tasks.keep("tidy", move |stop| jobs::tidy(works.clone(), stop));
    let works = operate();
    tasks.keep("past-times", move |stop| jobs::forget_past_times(works.clone(), stop));
    let works = operate();
    tasks.keep("reminders", move |stop| jobs::remind_customers(works.clone(), stop));
    let whole = app.clone();
    tasks.keep("channels-in", move |stop| channels::receive(whole.clone(), stop));
    let whole = app.clone();
    tasks.keep("channels-out", move |stop| channels::deliver(whole.clone(), stop));
    let limits = app.limits().clone();
    tasks.keep("limits", move |stop| limits.clone().tidy(stop));
    if app.store().is_shared() {
        let conversations = app.conversations().clone();
        tasks.keep("keep-alive", move |stop| conversations.clone().keep_alive(stop));
    }
    let (sockets, io) = socketio::open(&app);
    let closing = io.clone();
    tasks.keep("sockets", move |stop| socketio::close_at_the_end(closing.clone(), stop));
    let mcp = DoorOptions::at(app.public_url(), &config.mcp_hosts, &config.mcp_origins);
    let router = http::router(Doors { app: app.clone(), mcp }, sockets);
    admin::open(&app, router.clone());
    let listener = Arc::new(listener);
    tasks.keep("http", move |stop| accept(Arc::clone(&listener), router.clone(), stop));
    let patience = config.shutdown_patience;
    Ok(Running { app, address, owner_link, demo_api_key, customer_link, patience, sockets: io })
}

impl Running {
    pub fn url(&self) -> &str {
        self.app.public_url()
    }

    /// Stops without waiting for turns, when nothing can be written any more.
    pub async fn abandon(self) {
        self.app.conversations().drain(Duration::ZERO).await;
        self.app.tasks().stop(LAST_REQUESTS).await;
    }

    /// Lets running turns end, ends streams and requests, stops what runs beside them.
    pub async fn stop(self) {
        self.app.conversations().drain(self.patience).await;
        socketio::say_goodbye(&self.sockets).await;
        self.app.tasks().stop(LAST_REQUESTS * 2).await;
    }
}

/// Serves connections until told to stop. By hand rather than with `axum::serve`, which sets no limit on
/// how long a client may take to send its headers.
async fn accept(listener: Arc<TcpListener>, router: Router, stop: CancellationToken) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_PATIENCE);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(64 * 1024);
    let connections = GracefulShutdown::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: give others time to finish.
                    tracing::error!("A connection could not be accepted: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            }
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("TCP_NODELAY could not be set: {error}");
        }
        let peer = Peer(peer.ip());
        let service = TowerToHyperService::new(router.clone().map_request(move |mut request: Request<_>| {
            request.extensions_mut().insert(peer);
            request
        }));
        let connection = builder
            .serve_connection_with_upgrades(TokioIo::new(WriteTimeout::new(stream)), service)
            .into_owned();
        let served = connections.watch(connection);
        spawn_connection(served);
    }
    if tokio::time::timeout(LAST_REQUESTS, connections.shutdown()).await.is_err() {
        tracing::warn!("Some requests did not end within {} s", LAST_REQUESTS.as_secs());
    }
}

#[expect(clippy::disallowed_methods, reason = "`GracefulShutdown` is what waits for connections")]
fn spawn_connection(
    served: impl Future<Output = Result<(), Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
) {
    tokio::task::spawn(async move {
        if let Err(error) = served.await {
            tracing::debug!("A connection ended badly: {error}");
        }
    });
}

//! The Socket.IO door: the same sessions and events as over REST and SSE, over one connection.
//!
//! A connection has one task that does what its client asks, in the order in which it asked, and one per
//! joined session that passes its events on. What waits for a slow client is bounded: its followers stop
//! reading the log until there is room again.

mod asyncapi;
mod commands;
mod connection;
mod follow;
mod handshake;
mod outgoing;
mod request;

use std::time::Duration;

use conserje_operate::App;
use conserje_protocol::ServerReconnect;
use socketioxide::handler::ConnectHandler as _;
use socketioxide::layer::SocketIoLayer;
use socketioxide::{ParserConfig, SocketIo};
use tokio_util::sync::CancellationToken;

pub(crate) use asyncapi::asyncapi_json;

/// Packets that may wait for a client before its followers wait too.
const WAITING: usize = 32;
/// The largest packet that is answered with an error; what is larger still ends the connection.
const LARGEST_READ: usize = 4 * 1024 * 1024;
/// How long a client may take to sign in, once it is connected.
const SIGN_IN: Duration = Duration::from_secs(10);
/// Clients come back after this long when the server stops: a restart takes about that.
const COME_BACK: Duration = Duration::from_secs(1);
/// A client that polls asks again within that, unless it is far away.
const TO_HEAR_IT: Duration = Duration::from_millis(300);
/// How long closing all connections may take.
const CLOSING: Duration = Duration::from_secs(2);

/// Opens the door: what serves its path, and what closes it.
pub fn open(app: &App) -> (SocketIoLayer, SocketIo) {
    let binaries = ParserConfig::common().max_incoming_binaries(1).max_incoming_binary_buf_size(LARGEST_READ);
    let (layer, io) = SocketIo::builder()
        .with_state(app.clone())
        .with_parser(binaries)
        .max_buffer_size(WAITING)
        .max_payload(LARGEST_READ as u64)
        .ws_max_message_size(LARGEST_READ)
        .ws_max_frame_size(LARGEST_READ)
        .connect_timeout(SIGN_IN)
        .build_layer();
    io.ns("/", connection::open.with(handshake::sign_in));
    (layer, io)
}

/// Tells every client to come back later, and gives those between two polls the time to hear it.
pub async fn say_goodbye(io: &SocketIo) {
    let after_ms = u64::try_from(COME_BACK.as_millis()).unwrap_or(u64::MAX);
    let mut told = 0;
    for socket in io.sockets() {
        // One whose buffer is full will see the end of its connection, and that must do.
        told += usize::from(socket.emit("server:reconnect", &ServerReconnect { after_ms }).is_ok());
    }
    if told > 0 {
        tokio::time::sleep(TO_HEAR_IT).await;
    }
}

/// Closes all connections once the server stops. At the level of the transport: a client that is
/// disconnected from the namespace does not come back by itself.
pub async fn close_at_the_end(io: SocketIo, stop: CancellationToken) {
    stop.cancelled().await;
    drop(tokio::time::timeout(CLOSING, io.close()).await);
}

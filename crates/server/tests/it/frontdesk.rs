//! The front desk that comes with the program, and the clinic of its demo.

use std::path::{Path, PathBuf};

use conserje_testkit::{Home, TestServer, TestServerOptions};
use serde_json::json;

/// A file of the pack, or with an empty name the pack.
pub(crate) fn frontdesk(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk").join(name)
}

/// A clinic whose assistants have a language model, and all their tools.
pub(crate) async fn clinic(home: Home) -> TestServer {
    let config = format!("[packs]\nfolders = [{:?}]\n", frontdesk("").display().to_string());
    let server = TestServer::start_with(home, TestServerOptions::config(config)).await;
    let business = std::fs::read_to_string(frontdesk("demo/dental/business.toml")).unwrap();
    server.owner().put("/api/desk/business", json!({"business": business})).await.expect(200);
    server
}

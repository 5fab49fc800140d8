//! What the handlers of all doors share.

use axum::extract::FromRef;
use conserje_accounts::Access;
use conserje_conversation::Conversations;
use conserje_desk::front_desk::FrontDesk;
use conserje_documents::Library;
use conserje_operate::{App, Operate};

use crate::mcp::transport::DoorOptions;

/// The server behind the doors, and what a door is told besides. Cheap to clone; handlers take the part they need.
#[derive(Clone)]
pub struct Doors {
    pub app: App,
    /// Who is let in to the MCP door.
    pub mcp: DoorOptions,
}

macro_rules! part {
    ($part:ty, $doors:ident => $of:expr) => {
        impl FromRef<Doors> for $part {
            fn from_ref($doors: &Doors) -> Self {
                $of.clone()
            }
        }
    };
}
part!(App, doors => doors.app);
part!(DoorOptions, doors => doors.mcp);
part!(Access, doors => doors.app.access());
part!(Conversations, doors => doors.app.conversations());
part!(Library, doors => doors.app.library());
part!(FrontDesk, doors => doors.app.front_desk());
part!(Operate, doors => doors.app.operate());

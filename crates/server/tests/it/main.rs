//! The server through its front doors, on both homes.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod access;
mod ask;
mod assistants;
mod bad_input;
mod cache;
mod channels;
mod chat_doors;
mod cli;
mod contracts;
mod cross_tenant;
mod demo;
mod desk;
mod desk_counter;
mod desk_staff;
mod dialogue;
mod direct_tools;
mod effects;
mod emergencies;
mod facts;
mod far_end;
mod faults;
mod frontdesk;
mod guard;
mod guests;
mod hostile;
mod hostile_files;
mod idempotency;
mod inbox;
mod knowledge;
mod languages;
mod limits;
mod lines;
mod mcp;
mod mcp_servers;
mod models;
mod notices;
mod openai;
mod operate;
mod own_assistants;
mod packs;
mod page;
mod premises;
mod record;
mod recovery;
mod sessions;
mod settings;
mod shares;
mod socketio;
mod streams;
mod turn_events;
mod turns;
mod upgrade;
mod views;
mod who_answers;

//! Several servers as one, to many clients, over Streamable HTTP or stdio. Nothing is lost on the way.
//!
//! No rmcp and no parsed message: as in [`proxy`](crate::proxy), whose parts read and write the messages here, bytes
//! pass. Each client has a [`session`] with connections of its own to every server (`link`, kept up by `keep`), so an
//! answer, a question of a server or a notification can only reach the client it belongs to. `from_client` and
//! `from_server` say what becomes of a message; with several servers `joined` routes by `names`. `door` is the way in
//! over HTTP, `stdio` the one over a pipe. Nothing here knows the store, and nothing that comes through the door can
//! start a program that was not offered.

mod bridge;
mod counts;
mod door;
mod elicit;
mod from_client;
mod from_server;
mod gather;
mod greeting;
mod joined;
mod keep;
mod link;
mod listener;
mod mailbox;
mod mirrors;
mod names;
mod news;
mod offer;
mod overdue;
mod pending;
mod session;
mod stateless;
mod status;
mod stdio;
mod tasks;
mod template;
mod waiting;

pub(crate) use link::Events;
pub(crate) use mailbox::{Kind, Mailbox};

pub use counts::{Count, Counts};
pub use door::{BindError, Bounds, Door, Settings, Token, bind};
pub use offer::{Headers, Offer, OfferError, Patience, Remote, Server, Source};
pub use status::ServerState;
pub use stdio::serve_stdio;

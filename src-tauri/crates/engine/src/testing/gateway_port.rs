//! The port of the gateway while answers are recorded: a free one, in place of the port in the recordings.

use std::net::TcpListener;
use std::sync::{Mutex, OnceLock};

/// The port in the recordings.
pub const RECORDED: u16 = 7411;

static OTHER_PROGRAM: Mutex<Option<TcpListener>> = Mutex::new(None);

/// A port that was free when it was first asked for.
pub fn get() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port())
}

/// Another program listens on the port.
pub fn occupy() {
    *OTHER_PROGRAM.lock().unwrap() = Some(TcpListener::bind(("127.0.0.1", get())).unwrap());
}

pub fn free() {
    *OTHER_PROGRAM.lock().unwrap() = None;
}

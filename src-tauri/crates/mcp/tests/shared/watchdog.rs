//! Watchdog that aborts the test run with a message when a test hangs.
//!
//! Every wait in these tests has its own deadline. The watchdog covers waits without one, and a runtime that does not
//! shut down. It is a thread, so that it also catches a blocked test thread.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Limit for one test from its first setup to the end of its thread; the slowest test needs a fraction of it on a busy
/// machine.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

thread_local! {
    static WATCHED: Cell<Option<WatchGuard>> = const { Cell::new(None) };
}

struct WatchGuard(Arc<AtomicBool>);

impl Drop for WatchGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Watches the test on this thread until the thread ends or `watch` is called again.
pub fn watch() {
    let (done, name) = (Arc::new(AtomicBool::new(false)), thread::current().name().unwrap_or("?").to_owned());
    WATCHED.set(Some(WatchGuard(Arc::clone(&done))));
    thread::spawn(move || {
        let begun = Instant::now();
        while !done.load(Ordering::Relaxed) {
            if begun.elapsed() > TEST_TIMEOUT {
                let _ = writeln!(std::io::stderr(), "the test {name} hangs: not done after {TEST_TIMEOUT:?}");
                std::process::exit(101);
            }
            thread::sleep(Duration::from_millis(50));
        }
    });
}

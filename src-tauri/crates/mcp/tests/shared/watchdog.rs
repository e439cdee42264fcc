//! A test that hangs is a test that failed: whoever is not done in time ends the whole run with words.
//!
//! Every wait in these tests has a deadline of its own. This one is for the waits that nobody thought of, and for a
//! runtime that cannot be shut down; it is a thread, so that it also ends what blocks the thread of the test.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// For one test from its first set-up to the end of its thread. The longest takes a fraction of it on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);

thread_local! {
    static WATCHED: Cell<Option<Watched>> = const { Cell::new(None) };
}

struct Watched(Arc<AtomicBool>);

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Begins to watch the test of this thread; one that was watched before on this thread is done.
pub fn watch() {
    let (done, name) = (Arc::new(AtomicBool::new(false)), thread::current().name().unwrap_or("?").to_owned());
    WATCHED.set(Some(Watched(Arc::clone(&done))));
    thread::spawn(move || {
        let begun = Instant::now();
        while !done.load(Ordering::Relaxed) {
            if begun.elapsed() > LONGEST {
                let _ = writeln!(std::io::stderr(), "the test {name} hangs: not done after {LONGEST:?}");
                std::process::exit(101);
            }
            thread::sleep(Duration::from_millis(50));
        }
    });
}

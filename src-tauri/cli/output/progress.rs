//! The line that shows on a terminal that work is in progress.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, interval_at};

/// Work that takes less shows nothing.
const INTERVAL: Duration = Duration::from_secs(1);

/// Awaits work. After the first second, what is in progress and for how long is drawn on the terminal, until the work
/// ends. Nothing is drawn into a pipe.
pub async fn with_progress<T>(label: &str, work: impl Future<Output = T>) -> T {
    draw_while(label, work, super::progress).await
}

async fn draw_while<T>(label: &str, work: impl Future<Output = T>, draw: impl Fn(&str)) -> T {
    let mut work = pin!(work);
    let mut ticks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    let mut seconds = 0_u64;
    let result = poll_fn(|context| {
        while ticks.poll_tick(context).is_ready() {
            seconds += INTERVAL.as_secs();
            draw(&format!("{label}… {seconds} s"));
        }
        work.as_mut().poll(context)
    })
    .await;
    if seconds > 0 {
        draw("");
    }
    result
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_long_work_is_shown_and_its_line_is_removed() {
        let lines = Mutex::new(Vec::new());
        let draw = |line: &str| lines.lock().unwrap().push(line.to_owned());
        assert_eq!(draw_while("Linting", std::future::ready(1), draw).await, 1);
        assert!(lines.lock().unwrap().is_empty());
        draw_while("Linting", tokio::time::sleep(INTERVAL * 5 / 2), draw).await;
        assert_eq!(*lines.lock().unwrap(), ["Linting… 1 s", "Linting… 2 s", ""]);
    }
}

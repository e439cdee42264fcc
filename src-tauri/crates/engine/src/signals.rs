//! Shutdown signals: Ctrl-C, and SIGTERM on Unix.

/// Returns a future that completes when the process receives SIGINT or SIGTERM. The handlers are installed when this
/// returns, not when the future is first polled: a service manager may stop the program as soon as it reports that it
/// is ready. If a handler cannot be installed, the signal ends the process by default.
#[cfg(unix)]
pub fn shutdown() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn received(signal: Option<Signal>) {
        match signal {
            Some(mut signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }
    let [interrupt, terminate] =
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok());
    async {
        tokio::select! {
            () = received(interrupt) => {}
            () = received(terminate) => {}
        }
    }
}

/// Completes when the process is interrupted by Ctrl-C.
#[cfg(not(unix))]
pub async fn shutdown() {
    // Without a handler the system ends the process.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(all(test, unix))]
mod tests {
    #[tokio::test]
    async fn a_signal_before_the_first_poll_is_not_missed() {
        let shutdown = super::shutdown();
        let pid = std::process::id().to_string();
        assert!(std::process::Command::new("kill").arg(pid).status().unwrap().success());
        shutdown.await;
    }
}

//! Being told to end: Ctrl-C, or what a system sends when it stops a program.

/// Returns when this process is asked to end.
pub async fn told_to_end() {
    let interrupted = async {
        // Without a handler the default holds, and the process ends by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        let terminated = async {
            match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
                Ok(mut signals) => drop(signals.recv().await),
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

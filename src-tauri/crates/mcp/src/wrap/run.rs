//! Lifecycle of a wrapped stdio server: spawn it, relay its messages, end its process group.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::process::{Command, Process};
use crate::wrap::pipe::CloseReason;
use crate::wrap::relay::{ProxyLimits, relay, send_pending_errors};
use crate::wrap::session::Session;

#[derive(Debug)]
pub struct ProxyExit {
    pub reason: CloseReason,
    /// `None` if the exit status could not be determined.
    pub status: Option<ExitStatus>,
}

/// Runs a command as the server of one client until either side closes or `stop` is cancelled. The command inherits our
/// standard error. Its whole process group has ended when this returns, and dropping the future kills it.
pub async fn run<R, W>(
    command: &Command,
    session: &Session,
    (reader, mut writer): (R, W),
    limits: ProxyLimits,
    stop: &CancellationToken,
) -> io::Result<ProxyExit>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (mut process, output, input) = Process::spawn_with_inherited_stderr(command)?;
    let on_stopping = || process.terminate();
    let relayed = relay(session, (reader, &mut writer), (output, input), limits, stop, on_stopping).await;
    let grace = if relayed.has_timed_out { Duration::ZERO } else { limits.shutdown_grace };
    let status = process.shutdown_and_reap(grace).await;
    let message = match (&relayed.reason, status) {
        (CloseReason::ProtocolError(why), _) => why.clone(),
        (_, Some(status)) => format!("the server ended before responding ({status})"),
        (_, None) => "the server ended before responding".to_owned(),
    };
    // A client that reads at all accepts these few lines immediately.
    send_pending_errors(session, &mut writer, &message, limits.shutdown_grace / 5).await;
    Ok(ProxyExit { reason: relayed.reason, status })
}

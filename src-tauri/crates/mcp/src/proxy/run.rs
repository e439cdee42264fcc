//! Lifecycle of a wrapped stdio server: spawn it, relay its messages, end its process group.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::process::{Command, Process};
use crate::proxy::session::Session;
use crate::proxy::stdio::{ProxyEnd, ProxyLimits, farewell, pump};

#[derive(Debug)]
pub struct ProxyExit {
    pub why: ProxyEnd,
    /// `None` if the exit status could not be determined.
    pub status: Option<ExitStatus>,
}

/// Runs a command as the server of one client until either side closes or `stop` is cancelled. The command inherits our
/// standard error. Its whole process group has ended when this returns, and dropping the future kills it.
pub async fn run<R, W>(
    command: &Command,
    session: &Session,
    (reader, mut writer): (R, W),
    bounds: ProxyLimits,
    stop: &CancellationToken,
) -> io::Result<ProxyExit>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (mut process, output, input) = Process::start_talking(command)?;
    let ask = || process.ask_to_end();
    let left = pump(session, (reader, &mut writer), (output, input), bounds, stop, ask).await;
    let patience = if left.is_overdue { Duration::ZERO } else { bounds.patience };
    let status = process.ended(patience).await;
    let words = match (&left.why, status) {
        (ProxyEnd::Unusable(why), _) => why.clone(),
        (_, Some(status)) => format!("the server ended before it answered ({status})"),
        (_, None) => "the server ended before it answered".to_owned(),
    };
    // A client that reads at all accepts these few lines immediately.
    farewell(session, &mut writer, &words, bounds.patience / 5).await;
    Ok(ProxyExit { why: left.why, status })
}

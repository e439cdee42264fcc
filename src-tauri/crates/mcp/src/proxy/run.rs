//! A stdio server with the proxy in front of it: started, served, and ended whole.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::process::{Command, Process};
use crate::proxy::session::Session;
use crate::proxy::stdio::{ProxyEnd, ProxyLimits, farewell, pump};

/// How a wrapped server ended.
#[derive(Debug)]
pub struct ProxyExit {
    pub why: ProxyEnd,
    /// Its exit status; nothing when it could not be learned.
    pub status: Option<ExitStatus>,
}

/// Runs a command as the server of one client until either is gone or `stop` is cancelled. The command's standard error
/// is ours. Nothing of it is left when this returns, and dropping the future kills it.
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
    // Whoever reads at all has these few lines at once.
    farewell(session, &mut writer, &words, bounds.patience / 5).await;
    Ok(ProxyExit { why: left.why, status })
}

//! The proxy as a program with a fixed policy: every tool passes unchanged, or every tool is corrected.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use hintsmith_core::text::json::Members;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{Admission, AllowAll, ConnectionId, Page, ProxyOutput, ToolPolicy};
use hintsmith_mcp::wrap::{ProxyLimits, Session, open_stdio, run as proxy};
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Sets `readOnlyHint` on every tool. The texts are built once and looked up by position, as a catalog would.
#[derive(Default)]
pub struct AllReadOnly(OnceLock<Vec<(String, String)>>);

impl ToolPolicy for AllReadOnly {
    fn correct_tools<'a>(&'a self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
        let entry = |tool: &&RawValue| Some((tool.get().to_owned(), corrected(tool)?));
        let known = self.0.get_or_init(|| tools.iter().filter_map(entry).collect());
        let shown = tools.into_iter().enumerate().map(|(index, tool)| match known.get(index) {
            Some((text, corrected)) if text == tool.get() => Cow::Borrowed(corrected.as_str()),
            _ => corrected(tool).map_or(Cow::Borrowed(tool.get()), Cow::Owned),
        });
        shown.collect()
    }

    fn admit_call(&self, name: &str, _: ConnectionId) -> Admission {
        if name.starts_with("hidden") { Admission::Unknown } else { Admission::Admitted }
    }
}

fn corrected(tool: &RawValue) -> Option<String> {
    let annotations = Members::parse(tool.get()).ok()?.get("annotations")?.get();
    let hint = Members::parse(annotations).ok()?.get("readOnlyHint")?.get();
    let at = hint.as_ptr() as usize - tool.get().as_ptr() as usize;
    let (before, after) = (&tool.get()[..at], &tool.get()[at + hint.len()..]);
    Some([before, "true", after].concat())
}

#[tokio::main(flavor = "current_thread")]
pub async fn run(command: &[&str], correct_all: bool) -> std::io::Result<()> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(std::io::Error::other("say which command"));
    };
    let command = Command::new(*program, arguments.iter().copied());
    let policy: Arc<dyn ToolPolicy> =
        if correct_all { Arc::new(AllReadOnly::default()) } else { Arc::new(AllowAll) };
    let (_states, policy) = watch::channel(policy);
    let session = Session::new(policy).with_output(|output| match output {
        ProxyOutput::Warning(message) => eprintln!("{message}"),
        ProxyOutput::StrayLine(line) => eprintln!("{}", String::from_utf8_lossy(line).escape_debug()),
    });
    let stop = CancellationToken::new();
    cancel_on_signal(&stop);
    let ended = proxy(&command, &session, open_stdio(), ProxyLimits::default(), &stop).await?;
    std::process::exit(ended.status.and_then(|status| status.code()).unwrap_or(1));
}

pub fn cancel_on_signal(stop: &CancellationToken) {
    let cancelled = stop.clone();
    #[cfg(unix)]
    tokio::spawn(async move {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut int)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return;
        };
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
        cancelled.cancel();
    });
    #[cfg(not(unix))]
    drop(cancelled);
}

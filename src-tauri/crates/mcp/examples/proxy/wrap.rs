//! The proxy as a program with a fixed policy: every tool passes unchanged, or every tool is corrected.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use hintsmith_core::json::Members;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{
    Admission, AllowAll, ConnectionId, Page, ProxyLimits, ProxyOutput, Session, ToolPolicy, run as proxy,
    standard,
};
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Sets `readOnlyHint` on every tool. The texts are built once and looked up by position, as a catalog would.
#[derive(Default)]
pub struct AllReadOnly(OnceLock<Vec<(String, String)>>);

impl ToolPolicy for AllReadOnly {
    fn list<'a>(&'a self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
        let made = |tool: &&RawValue| Some((tool.get().to_owned(), corrected(tool)?));
        let known = self.0.get_or_init(|| tools.iter().filter_map(made).collect());
        let shown = tools.into_iter().enumerate().map(|(place, tool)| match known.get(place) {
            Some((text, corrected)) if text == tool.get() => Cow::Borrowed(corrected.as_str()),
            _ => corrected(tool).map_or(Cow::Borrowed(tool.get()), Cow::Owned),
        });
        shown.collect()
    }

    fn calls(&self, name: &str, _: ConnectionId) -> Admission {
        if name.starts_with("hidden") { Admission::Unknown } else { Admission::Passes }
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
pub async fn run(command: &[&str], all: bool) -> std::io::Result<()> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(std::io::Error::other("say which command"));
    };
    let command = Command::new(*program, arguments.iter().copied());
    let served: Arc<dyn ToolPolicy> = if all { Arc::new(AllReadOnly::default()) } else { Arc::new(AllowAll) };
    let (_states, served) = watch::channel(served);
    let session = Session::new(served).talk(|said| match said {
        ProxyOutput::Words(words) => eprintln!("{words}"),
        ProxyOutput::Stray(line) => eprintln!("{}", String::from_utf8_lossy(line).escape_debug()),
    });
    let stop = CancellationToken::new();
    stop_when_told(&stop);
    let ended = proxy(&command, &session, standard(), ProxyLimits::default(), &stop).await?;
    std::process::exit(ended.status.and_then(|status| status.code()).unwrap_or(1));
}

pub fn stop_when_told(stop: &CancellationToken) {
    let told = stop.clone();
    #[cfg(unix)]
    tokio::spawn(async move {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut int)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return;
        };
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
        told.cancel();
    });
    #[cfg(not(unix))]
    drop(told);
}

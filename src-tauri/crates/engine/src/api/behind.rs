//! The servers behind a proxy: their clients hear of what is decided, and what passes is kept.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::serve::Changed;
use hintsmith_mcp::proxy::{CallRecord, Served};
use tokio::sync::{mpsc, watch};

use crate::Engine;
use crate::error::ApiError;
use crate::reading::Listed;
use crate::serving::{Shown, Wanted};
use crate::store::calls;
use crate::store::servers::Reading;

/// How soon a decision that another process stored reaches clients, at most.
const PERIOD: Duration = Duration::from_millis(200);
/// Calls that wait to be written down.
pub(super) const CALLS: usize = 8_192;
/// How long they may wait.
const MOMENT: Duration = Duration::from_millis(500);
/// For what was seen last to be stored.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Where what is said beside the protocol goes.
pub type Talk = Arc<dyn Fn(&str) + Send + Sync>;

/// What of the servers is shown.
#[derive(Debug, Clone, Default)]
pub struct View {
    pub environment: Option<String>,
    /// None: the one that is equipped, or else every tool.
    pub toolset: Option<String>,
    /// A tool that its server changed is not offered until somebody has looked at it.
    pub hide_changed: bool,
}

impl View {
    pub(super) fn changed(&self) -> Changed {
        if self.hide_changed { Changed::Hidden } else { Changed::Careful }
    }

    fn of(&self, server: &str) -> Wanted {
        Wanted {
            server: server.to_owned(),
            environment: self.environment.clone(),
            toolset: self.toolset.clone(),
            changed: self.changed(),
        }
    }
}

/// One server behind a proxy.
pub(super) struct Behind {
    wanted: Wanted,
    shown: Arc<Shown>,
    states: watch::Sender<Arc<dyn Served>>,
}

/// A whole list of a server's tools, as it wrote them.
pub(super) type Lists = mpsc::Receiver<Vec<Arc<str>>>;

impl Engine {
    /// What the clients of a server are shown, and the lists that pass.
    pub(super) async fn behind(
        &self,
        server: &str,
        view: &View,
    ) -> Result<(Behind, watch::Receiver<Arc<dyn Served>>, Lists), ApiError> {
        let wanted = view.of(server);
        let serving = self.serving(&wanted).await?;
        let (whole, lists) = mpsc::channel(1);
        let shown = Arc::new(Shown::new(serving, self.db.read_only().is_none().then_some(whole)));
        let (states, served) = watch::channel(Arc::clone(&shown) as Arc<dyn Served>);
        Ok((Behind { wanted, shown, states }, served, lists))
    }

    /// Tells clients whenever something is decided that they can see. A store that cannot be read any more closes
    /// everything: what may be called is not known then.
    pub(super) async fn follow(&self, mut servers: Vec<Behind>, talk: &Talk) -> Infallible {
        let mut ticks = tokio::time::interval(PERIOD);
        let mut version = None;
        loop {
            ticks.tick().await;
            let now = self.changed_at().await.ok();
            if now.is_some() && now == version {
                continue;
            }
            version = now;
            for Behind { wanted, shown, states } in &mut servers {
                let serving = self.serving(wanted).await;
                let why = serving.as_ref().err().map(|error| error.message.clone());
                let Some((next, differs)) = shown.after(serving.ok()) else { continue };
                *shown = Arc::new(next);
                states.send_if_modified(|state| {
                    *state = Arc::clone(shown) as Arc<dyn Served>;
                    differs
                });
                if let Some(why) = why {
                    talk(&format!("no tool of {} is offered any more: {why}", wanted.server));
                }
            }
        }
    }

    /// Writes calls down; `server` is whose they are where the records do not say.
    pub(super) async fn write_down(&self, server: &str, mut records: mpsc::Receiver<CallRecord>) {
        let mut batch = Vec::new();
        while records.recv_many(&mut batch, CALLS).await > 0 {
            // One transaction for what comes within a moment: each costs more than all its rows.
            let moment = tokio::time::sleep(MOMENT);
            tokio::pin!(moment);
            while batch.len() < CALLS {
                tokio::select! {
                    more = records.recv_many(&mut batch, CALLS) => if more == 0 { break },
                    () = &mut moment => break,
                }
            }
            let rows: Vec<calls::NewCall> =
                batch.drain(..).map(|record| calls::NewCall::of(server, record)).collect();
            // A call that cannot be written down has happened all the same.
            let _ = self.db.write(move |connection| calls::add(connection, &rows)).await;
        }
    }

    /// Keeps whole lists of a server's tools. One that is not there yet is added with the command its client runs.
    pub(super) async fn learn(
        &self,
        server: &str,
        command: Option<&[String]>,
        mut lists: Lists,
        talk: &Talk,
    ) {
        while let Some(tools) = lists.recv().await {
            let kept = async {
                if let Some(command) = command {
                    self.get_to_know(server, command).await?;
                }
                self.keep_passed(server, tools).await
            };
            if let Err(error) = kept.await {
                talk(&format!("the tools of {server} were not learned: {}", error.message));
            }
        }
    }

    /// What a proxy sees of a server is its tools alone; what else was found out by reading it stays.
    async fn keep_passed(&self, server: &str, tools: Vec<Arc<str>>) -> Result<(), ApiError> {
        let row = self.server_row(server).await?;
        let reading = Reading {
            protocol: row.protocol,
            era: row.era,
            latency_ms: row.latency_ms,
            ..Reading::default()
        };
        self.keep(server, Listed { tools, reading, fresh: None }).await.map(drop)
    }
}

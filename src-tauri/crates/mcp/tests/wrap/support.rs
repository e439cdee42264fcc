//! Test setup: a client, a server and the proxy between them, connected by in-memory pipes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hintsmith_mcp::proxy::{Approver, CallLog, CallRecord, ProxyOutput, ToolPolicy};
use hintsmith_mcp::wrap::{ProxyLimits, RelayExit, Session, relay, send_pending_errors};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use crate::test_policies::WithholdingPolicy;

/// Deadline for a read, so that a missing line fails the test instead of hanging it.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// The client's or the server's end of the pipes.
pub struct Peer {
    pub writer: Option<DuplexStream>,
    pub reader: BufReader<DuplexStream>,
}

impl Peer {
    pub async fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes()).await;
    }

    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer.as_mut().expect("not closed yet").write_all(bytes).await.unwrap();
    }

    /// Reads the next line without its newline; empty at the end of the stream.
    pub async fn read_line(&mut self) -> String {
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        tokio::time::timeout(READ_TIMEOUT, read).await.expect("a line comes").unwrap();
        let text = String::from_utf8(line).unwrap();
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    pub async fn read_to_end(&mut self) -> String {
        let mut rest = String::new();
        let read = self.reader.read_to_string(&mut rest);
        tokio::time::timeout(READ_TIMEOUT, read).await.expect("it ends").unwrap();
        rest
    }

    pub fn close(&mut self) {
        self.writer = None;
    }
}

pub struct Setup {
    pub client: Peer,
    pub server: Peer,
    pub policy: watch::Sender<Arc<dyn ToolPolicy>>,
    pub stop: CancellationToken,
    pub diagnostics: Arc<Mutex<Vec<String>>>,
    pub records: mpsc::Receiver<CallRecord>,
    pub task: JoinHandle<RelayExit>,
}

#[derive(Default)]
pub struct Options {
    pub pipe_bytes: Option<usize>,
    pub limits: ProxyLimits,
    pub approver: Option<Arc<dyn Approver>>,
}

pub fn setup(withheld: &'static [&'static str]) -> Setup {
    setup_with(withheld, Options::default())
}

pub fn setup_with(withheld: &'static [&'static str], options: Options) -> Setup {
    crate::watchdog::watch();
    let size = options.pipe_bytes.unwrap_or(64 << 10);
    let [
        (from_client, client_in),
        (client_out, to_client),
        (from_server, server_out),
        (server_in, to_server),
    ] = [duplex(size), duplex(size), duplex(size), duplex(size)];
    let policy: Arc<dyn ToolPolicy> = Arc::new(WithholdingPolicy(withheld));
    let (states, receiver) = watch::channel(policy);
    let (log, records) = CallLog::new(1_000);
    let words = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&words);
    let mut session = Session::new(receiver).with_log(log).with_output(move |said| {
        sink.lock().unwrap().push(match said {
            ProxyOutput::Warning(words) => words.to_owned(),
            ProxyOutput::StrayLine(line) => format!("stray: {}", String::from_utf8_lossy(line).trim_end()),
        });
    });
    if let Some(approver) = options.approver {
        session = session.with_approver(approver);
    }
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move {
        let mut client_out = client_out;
        let client = (client_in, &mut client_out);
        let left = relay(&session, client, (server_out, server_in), options.limits, &stopped, || ()).await;
        send_pending_errors(&session, &mut client_out, "the server ended", options.limits.shutdown_grace)
            .await;
        left
    });
    let client = Peer { writer: Some(from_client), reader: BufReader::new(to_client) };
    let server = Peer { writer: Some(from_server), reader: BufReader::new(to_server) };
    Setup { client, server, policy: states, stop, diagnostics: words, records, task }
}

impl Setup {
    /// Sends a message from the client and asserts that the server receives it unchanged.
    pub async fn send_through(&mut self, line: &str) {
        self.client.send(line).await;
        assert_eq!(self.server.read_line().await, line);
    }

    /// Asserts that the next message the server receives is a new one: nothing sent before is still to come.
    pub async fn assert_server_receives_nothing(&mut self) {
        self.send_through(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    }

    pub async fn assert_client_receives_nothing(&mut self) {
        let mark = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
        self.server.send(mark).await;
        assert_eq!(self.client.read_line().await, mark);
    }

    pub fn withhold(&self, withheld: &'static [&'static str]) {
        self.policy.send(Arc::new(WithholdingPolicy(withheld))).unwrap();
    }
}

//! stdio server scripted by the test: a real process whose lines go through a socket.

use std::time::Duration;

use hintsmith_mcp::process::Command;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// Fails a test that would otherwise hang.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Accepts the processes of one server.
pub struct ScriptedServer {
    listener: TcpListener,
}

/// One process of a scripted server.
pub struct ScriptedProcess {
    pub pid: u32,
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
}

impl ScriptedServer {
    pub async fn new() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    /// The command for the gateway to start; `cargo test` builds the program beside this test.
    pub fn command(&self) -> Command {
        let test = std::env::current_exe().unwrap();
        let program = test.parent().unwrap().with_file_name("examples").join("proxy");
        assert!(program.exists(), "build it with `cargo build -p hintsmith-mcp --example proxy`");
        let address = self.listener.local_addr().unwrap().to_string();
        Command::new(program.to_str().unwrap(), ["socket-server", &address])
    }

    /// The next process that the gateway starts.
    pub async fn next_process(&self) -> ScriptedProcess {
        let (stream, _) =
            timeout(TEST_TIMEOUT, self.listener.accept()).await.expect("a process starts").unwrap();
        stream.set_nodelay(true).unwrap();
        let (reader, writer) = stream.into_split();
        let mut process = ScriptedProcess { pid: 0, reader: BufReader::new(reader), writer };
        process.pid = process.read_line().await.parse().unwrap();
        process
    }

    /// Asserts that no process is waiting to be accepted.
    pub async fn assert_none_started(&self) {
        assert!(timeout(Duration::from_millis(1), self.listener.accept()).await.is_err());
    }
}

impl ScriptedProcess {
    /// The next line sent to the server; empty when its stdin is closed.
    pub async fn read_line(&mut self) -> String {
        let mut line = String::new();
        timeout(TEST_TIMEOUT, self.reader.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.strip_suffix('\n').map(str::to_owned).unwrap_or(line)
    }

    pub async fn send(&mut self, line: &str) {
        let line = format!("{line}\n");
        timeout(TEST_TIMEOUT, self.writer.write_all(line.as_bytes()))
            .await
            .expect("the line is read")
            .unwrap();
    }

    /// Expects a request. Returns its id and the line.
    pub async fn expect_request(&mut self, method: &str) -> (Value, String) {
        let line = self.read_line().await;
        // Not parsed completely: a test may send numbers that `Value` cannot hold.
        let members = hintsmith_core::text::json::Members::parse(&line).unwrap();
        assert_eq!(members.get("method").unwrap().get(), format!("\"{method}\""), "{line}");
        let id = serde_json::from_str(members.get("id").unwrap().get()).unwrap();
        (id, line)
    }

    /// Expects a request and answers it.
    pub async fn respond(&mut self, method: &str, result: &str) -> String {
        let (id, line) = self.expect_request(method).await;
        self.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
        line
    }

    pub async fn initialize(&mut self) {
        self.initialize_with(r#"{"tools":{}}"#).await;
    }

    pub async fn initialize_with(&mut self, capabilities: &str) -> String {
        let result = format!(
            r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"serverInfo":{{"name":"scripted","version":"1"}}}}"#
        );
        self.respond("initialize", &result).await
    }

    /// Expects the line with this mark next, so that nothing was sent before it.
    pub async fn expect_only(&mut self, mark: &str) {
        let line = self.read_line().await;
        assert!(line.contains(mark), "{line}");
    }

    /// Waits until the process has exited.
    pub async fn wait_until_exited(&mut self) {
        let gone = async {
            while std::path::Path::new(&format!("/proc/{}", self.pid)).exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(TEST_TIMEOUT, gone).await.expect("the process ends");
    }
}

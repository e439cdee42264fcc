//! The gateway as a separate process in front of scripted servers: signals and shutdown.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::http_client::{HttpConnection, HttpResponse};
use crate::scripted_server::{ScriptedServer, TEST_TIMEOUT};
use crate::support::{INITIALIZE, INITIALIZED};

/// Token of the example program.
const TOKEN: &str = "benchmark-benchmark-benchmark";

pub struct GatewayProgram {
    child: Child,
    address: std::net::SocketAddr,
    pub server: ScriptedServer,
}

/// A client of the program.
pub struct ProgramClient {
    pub connection: HttpConnection,
    head: String,
}

impl GatewayProgram {
    pub async fn start() -> Self {
        crate::watchdog::watch();
        let processes = ScriptedServer::new().await;
        let command = processes.command();
        let mut child = Command::new(&command.program)
            .args(["gateway", "stdio", &command.program])
            .args(command.arguments.iter().map(|argument| argument.expose()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        timeout(TEST_TIMEOUT, output.read_line(&mut line)).await.expect("it says where it is").unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp"));
        Self { child, address: address.unwrap().parse().unwrap(), server: processes }
    }

    fn head(&self, more: &str) -> String {
        format!(
            "POST /mcp HTTP/1.1\nhost: {}\nauthorization: Bearer {TOKEN}\ncontent-type: application/json\naccept: application/json, text/event-stream\n{more}",
            self.address
        )
    }

    /// Opens a session; its server must be scripted concurrently.
    pub async fn open_session(&self) -> ProgramClient {
        let mut connection = HttpConnection::open(self.address).await;
        let response = connection.request(&self.head(""), INITIALIZE).await;
        assert_eq!(response.status, 200, "{response:?}");
        let session = response.header("mcp-session-id").expect("a session");
        let mut client = ProgramClient { connection, head: self.head(&format!("mcp-session-id: {session}")) };
        assert_eq!(client.post(INITIALIZED).await.status, 202);
        client
    }

    /// Sends a stateless call.
    pub async fn stateless_call(
        &self,
        connection: &mut HttpConnection,
        name: &str,
        message: &str,
    ) -> HttpResponse {
        let more = format!("mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: {name}");
        connection.request(&self.head(&more), message).await
    }

    pub async fn connect(&self) -> HttpConnection {
        HttpConnection::open(self.address).await
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        signal("-TERM", self.child.id().unwrap());
    }

    /// Waits for a successful exit.
    pub async fn wait_for_exit(mut self) {
        let status = timeout(TEST_TIMEOUT, self.child.wait()).await.expect("it ends").unwrap();
        assert!(status.success(), "{status}");
    }
}

impl ProgramClient {
    pub async fn post(&mut self, message: &str) -> HttpResponse {
        self.connection.request(&self.head, message).await
    }
}

pub fn signal(signal_name: &str, pid: u32) {
    assert!(
        std::process::Command::new("kill").args([signal_name, &pid.to_string()]).status().unwrap().success()
    );
}

#[tokio::test]
async fn sigterm_waits_for_a_call_and_leaves_no_process() {
    let program = GatewayProgram::start().await;
    let playing = async {
        let mut process = program.server.next_process().await;
        process.initialize().await;
        assert_eq!(process.read_line().await, INITIALIZED);
        process
    };
    let (mut client, mut process) = tokio::join!(program.open_session(), playing);
    let asking = tokio::spawn(async move {
        client.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await
    });
    let (id, _) = process.expect_request("tools/call").await;
    program.terminate();
    // Once it refuses connections it has received the signal.
    let address = program.address;
    let deaf = async { while tokio::net::TcpStream::connect(address).await.is_ok() {} };
    timeout(TEST_TIMEOUT, deaf).await.expect("the door closes");
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"done":true}}}}"#)).await;
    assert_eq!(asking.await.unwrap().body, r#"{"jsonrpc":"2.0","id":1,"result":{"done":true}}"#);
    program.wait_for_exit().await;
    process.wait_until_exited().await;
}

#[tokio::test]
async fn an_unanswered_call_does_not_block_shutdown() {
    let program = GatewayProgram::start().await;
    let playing = async {
        let mut process = program.server.next_process().await;
        process.initialize().await;
        assert_eq!(process.read_line().await, INITIALIZED);
        process
    };
    let (mut client, mut process) = tokio::join!(program.open_session(), playing);
    let asking = tokio::spawn(async move {
        client.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await
    });
    process.expect_request("tools/call").await;
    program.terminate();
    let answer = asking.await.unwrap();
    assert!(answer.body.contains("ended before responding"), "{answer:?}");
    program.wait_for_exit().await;
    process.wait_until_exited().await;
}

//! The gateway as a separate process in front of scripted servers: signals and shutdown.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::http_client::{Answer, Wire};
use crate::scripted_server::{PATIENCE, Puppets};
use crate::support::{INITIALIZE, INITIALIZED};

/// Token of the example program.
const TOKEN: &str = "benchmark-benchmark-benchmark";

pub struct Program {
    child: Child,
    address: std::net::SocketAddr,
    pub puppets: Puppets,
}

/// A client of the program.
pub struct Guest {
    pub wire: Wire,
    head: String,
}

impl Program {
    pub async fn start() -> Self {
        crate::watchdog::watch();
        let puppets = Puppets::new().await;
        let command = puppets.command();
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
        timeout(PATIENCE, output.read_line(&mut line)).await.expect("it says where it is").unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp"));
        Self { child, address: address.unwrap().parse().unwrap(), puppets }
    }

    fn head(&self, more: &str) -> String {
        format!(
            "POST /mcp HTTP/1.1\nhost: {}\nauthorization: Bearer {TOKEN}\ncontent-type: application/json\naccept: application/json, text/event-stream\n{more}",
            self.address
        )
    }

    /// Opens a session; its server must be scripted concurrently.
    pub async fn enter(&self) -> Guest {
        let mut wire = Wire::open(self.address).await;
        let welcome = wire.ask(&self.head(""), INITIALIZE).await;
        assert_eq!(welcome.status, 200, "{welcome:?}");
        let session = welcome.header("mcp-session-id").expect("a session");
        let mut guest = Guest { wire, head: self.head(&format!("mcp-session-id: {session}")) };
        assert_eq!(guest.post(INITIALIZED).await.status, 202);
        guest
    }

    /// Sends a stateless call.
    pub async fn ask_alone(&self, wire: &mut Wire, name: &str, message: &str) -> Answer {
        let more = format!("mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: {name}");
        wire.ask(&self.head(&more), message).await
    }

    pub async fn connect(&self) -> Wire {
        Wire::open(self.address).await
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        signal("-TERM", self.child.id().unwrap());
    }

    /// Waits for a successful exit.
    pub async fn ended(mut self) {
        let status = timeout(PATIENCE, self.child.wait()).await.expect("it ends").unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Guest {
    pub async fn post(&mut self, message: &str) -> Answer {
        self.wire.ask(&self.head, message).await
    }
}

pub fn signal(which: &str, pid: u32) {
    assert!(std::process::Command::new("kill").args([which, &pid.to_string()]).status().unwrap().success());
}

#[tokio::test]
async fn told_to_end_it_lets_a_call_come_to_its_end_and_leaves_no_process() {
    let program = Program::start().await;
    let playing = async {
        let mut puppet = program.puppets.next().await;
        puppet.shake_hands().await;
        assert_eq!(puppet.line().await, INITIALIZED);
        puppet
    };
    let (mut guest, mut puppet) = tokio::join!(program.enter(), playing);
    let asking = tokio::spawn(async move {
        guest.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await
    });
    let (id, _) = puppet.asked("tools/call").await;
    program.terminate();
    // Once it refuses connections it has received the signal.
    let address = program.address;
    let deaf = async { while tokio::net::TcpStream::connect(address).await.is_ok() {} };
    timeout(PATIENCE, deaf).await.expect("the door closes");
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"done":true}}}}"#)).await;
    assert_eq!(asking.await.unwrap().body, r#"{"jsonrpc":"2.0","id":1,"result":{"done":true}}"#);
    program.ended().await;
    puppet.is_gone().await;
}

#[tokio::test]
async fn a_call_that_never_ends_does_not_hold_up_the_end_for_ever() {
    let program = Program::start().await;
    let playing = async {
        let mut puppet = program.puppets.next().await;
        puppet.shake_hands().await;
        assert_eq!(puppet.line().await, INITIALIZED);
        puppet
    };
    let (mut guest, mut puppet) = tokio::join!(program.enter(), playing);
    let asking = tokio::spawn(async move {
        guest.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#).await
    });
    puppet.asked("tools/call").await;
    program.terminate();
    let answer = asking.await.unwrap();
    assert!(answer.body.contains("ended before it answered"), "{answer:?}");
    program.ended().await;
    puppet.is_gone().await;
}

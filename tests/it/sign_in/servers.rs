//! The test servers of `tests/servers/oauth`, and a running `hintsmith login`.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::browser::Browser;
use crate::support::{ROOT, Run, Store};

/// A protected MCP server, two authorization servers that it may name, and one that lies.
pub struct Servers {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    addresses: Value,
}

impl Servers {
    pub fn start() -> Self {
        let folder = format!("{ROOT}/tests/servers/oauth");
        let package = format!("{folder}/node_modules/oidc-provider");
        assert!(Path::new(&package).exists(), "run `make test`: it installs {package}");
        let mut child = Command::new("node")
            .arg(format!("{folder}/servers.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let addresses = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        Self { child, input, answers, addresses }
    }

    /// The URL of `first`, `second`, `liar` or `mcp`.
    pub fn address(&self, server: &str) -> String {
        self.addresses[server].as_str().unwrap().to_owned()
    }

    fn send_command(&mut self, command: Value) -> Value {
        writeln!(self.input, "{command}").unwrap();
        serde_json::from_str(&self.answers.next().unwrap().unwrap()).unwrap()
    }

    pub fn set(&mut self, server: &str, settings: Value) {
        self.send_command(json!({"do": "set", "server": server, "settings": settings}));
    }

    /// Invalidates all tokens of a kind that a server has issued.
    pub fn forget(&mut self, server: &str, kind: &str) {
        self.send_command(json!({"do": "forget", "server": server, "kind": kind}));
    }

    /// All access and refresh tokens that a server has issued.
    pub fn tokens(&mut self, server: &str) -> Vec<String> {
        let tokens = self.send_command(json!({"do": "tokens", "server": server}));
        let all =
            ["AccessToken", "RefreshToken"].into_iter().flat_map(|kind| tokens[kind].as_array().unwrap());
        all.map(|token| token.as_str().unwrap().to_owned()).collect()
    }

    /// Every request that a server received.
    pub fn requests(&mut self, server: &str) -> Vec<Value> {
        let log = self.send_command(json!({"do": "log"})).as_array().unwrap().clone();
        log.into_iter().filter(|request| request["to"] == server).collect()
    }

    /// The bodies of the token requests.
    pub fn token_requests(&mut self, server: &str) -> Vec<String> {
        let requests = self.requests(server);
        let asked = requests.iter().filter(|request| request["url"] == "/token");
        asked.map(|request| request["body"].as_str().unwrap().to_owned()).collect()
    }

    /// The `Authorization` headers that the protected server received, after the first `since` requests.
    pub fn received_tokens(&mut self, since: usize) -> Vec<String> {
        let requests = self.requests("mcp").into_iter().skip(since);
        requests
            .filter_map(|request| request["headers"]["authorization"].as_str().map(str::to_owned))
            .collect()
    }

    /// Adds the protected server without signing in.
    pub fn add(&self, store: &Store) -> Run {
        store.run(&["add", "notes", "--yes", "--url", &self.address("mcp")])
    }

    /// A store with the protected server, signed in.
    pub fn signed_in_store(&self) -> Store {
        let store = Store::new();
        self.add(&store);
        let run = sign_in(&store);
        assert_eq!(run.code, 0, "{}", run.stderr);
        store
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Signs in as a user who agrees to everything.
pub fn sign_in(store: &Store) -> Run {
    let login = Login::start(store);
    Browser::default().follow(&login.authorization_url);
    login.wait()
}

/// `hintsmith login --print`, waiting for the redirect.
pub struct Login {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// The printed authorization URL; empty if the program exited without one.
    pub authorization_url: String,
}

impl Login {
    pub fn start(store: &Store) -> Self {
        Self::spawn(&mut store.command(&["login", "notes", "--print"]))
    }

    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut page = String::new();
        stdout.read_line(&mut page).unwrap();
        Self { child, stdout, authorization_url: page.trim_end().to_owned() }
    }

    /// True if it is still waiting after this time.
    pub fn is_waiting_after(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while Instant::now() < end {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::park_timeout(Duration::from_millis(20));
        }
        true
    }

    /// Waits for its exit. The output is without the URL.
    pub fn wait(mut self) -> Run {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.stdout.read_to_string(&mut stdout).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        Run { code, stdout, stderr }
    }
}

impl Drop for Login {
    /// A login that still waits would do so for minutes.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! The scripted servers of `tests/servers/odd.mjs`, over every transport and protocol lifecycle.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::support::{ROOT, Run, Store};

/// Transport and protocol lifecycle of a scripted server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Stdio,
    StdioStateless,
    /// Responses are JSON bodies.
    Http,
    /// Responses are event streams.
    HttpStateless,
}

pub const TRANSPORTS: [Transport; 4] =
    [Transport::Stdio, Transport::StdioStateless, Transport::Http, Transport::HttpStateless];

/// One process that serves every mode over HTTP at `/MODE`. Stopped at the end of the test.
pub struct OddServers {
    child: Child,
    pub address: String,
}

impl OddServers {
    pub fn start() -> Self {
        Self::from_script(&script())
    }

    /// Runs a script that prints its URL and serves until its standard input is closed.
    pub fn from_script(script: &str) -> Self {
        Self::with_env(script, &[])
    }

    pub fn with_env(script: &str, variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new("node")
            .args([script, "--http"])
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().to_owned() }
    }

    pub fn url(&self, mode: &str) -> String {
        format!("{}/{mode}", self.address)
    }

    /// Arguments of `hintsmith add` for a server.
    pub fn add_arguments(&self, way: Transport, mode: &str) -> Vec<String> {
        let words: &[&str] = match way {
            Transport::Stdio => &["--", "node", &script(), mode],
            Transport::StdioStateless => &["--", "node", &script(), mode, "stateless"],
            Transport::Http => &["--url", &self.url(mode)],
            Transport::HttpStateless => &["--url", &self.url(&format!("{mode}?era=stateless&as=events"))],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// Adds a server named `odd` that responds.
    pub fn add(&self, store: &Store, way: Transport, mode: &str) -> Run {
        self.add_with_timeout(store, way, mode, "90")
    }

    /// Adds a server named `odd` with a short time-out in seconds, for servers that never respond.
    pub fn add_with_timeout(&self, store: &Store, way: Transport, mode: &str, timeout: &str) -> Run {
        let reach = self.add_arguments(way, mode);
        let mut arguments = vec!["--timeout", timeout, "add", "odd", "--yes", "--keep"];
        arguments.extend(reach.iter().map(String::as_str));
        store.run(&arguments)
    }

    /// `seen`: the requests so far with their headers. `asked`: the number of `tools/list` requests by mode.
    pub fn recorded_requests(&self) -> Value {
        serde_json::from_str(&self.fetch("/seen")).unwrap()
    }

    /// Fetches a page without using the code under test.
    pub fn fetch(&self, path: &str) -> String {
        let host = self.address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

impl Drop for OddServers {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn script() -> String {
    format!("{ROOT}/tests/servers/odd.mjs")
}

/// The tools of a mode's only page as they are sent, read without using the code under test.
pub fn tools_sent_in(mode: &str) -> Vec<String> {
    let mut child = Command::new("node")
        .args([&script(), mode])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let question = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    writeln!(child.stdin.take().unwrap(), "{question}").unwrap();
    let answer = child.wait_with_output().unwrap().stdout;
    let answer: ListResponse = serde_json::from_slice(&answer).unwrap();
    answer.result.tools.iter().map(|tool| tool.get().to_owned()).collect()
}

#[derive(Deserialize)]
struct ListResponse<'a> {
    #[serde(borrow)]
    result: ListResult<'a>,
}

#[derive(Deserialize)]
struct ListResult<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
}

//! stdio load client: repeats a request, checks every response and measures its latency.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
    id: u64,
}

impl Client {
    pub fn start(program: &str, arguments: &[&str]) -> std::io::Result<Self> {
        let mut child =
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || std::io::Error::other("the process has no standard streams");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::with_capacity(1 << 20, child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, input: Some(input), output, line: Vec::new(), id: 0 })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request. Returns the times until its response arrived and until it was parsed. Fails if the response has
    /// another id.
    pub fn request(&mut self, method: &str, params: &str) -> std::io::Result<(Duration, Duration)> {
        self.id += 1;
        let id = self.id;
        let request =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n");
        let begun = Instant::now();
        self.send(request.as_bytes())?;
        self.receive()?;
        let arrived = begun.elapsed();
        let answer: Value = serde_json::from_slice(&self.line)?;
        let read = begun.elapsed();
        if answer["id"] != id || !answer["result"].is_object() {
            return Err(std::io::Error::other(String::from_utf8_lossy(
                &self.line[..self.line.len().min(200)],
            )));
        }
        Ok((arrived, read))
    }

    pub fn last_response(&self) -> &[u8] {
        &self.line
    }

    fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.input.as_mut().map_or(Ok(()), |input| input.write_all(bytes))
    }

    fn receive(&mut self) -> std::io::Result<()> {
        self.line.clear();
        self.output.read_until(b'\n', &mut self.line).map(|_| ())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

//! A client that asks the same thing again and again, checks every answer and says how long each took.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

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

    /// One request and its answer; fails when the answer is another's.
    pub fn ask(&mut self, method: &str, params: &str) -> std::io::Result<Duration> {
        self.id += 1;
        let id = self.id;
        let request =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n");
        let begun = Instant::now();
        self.send(request.as_bytes())?;
        self.receive()?;
        let taken = begun.elapsed();
        let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\"");
        if !self.line.starts_with(expected.as_bytes()) {
            return Err(std::io::Error::other(String::from_utf8_lossy(
                &self.line[..self.line.len().min(200)],
            )));
        }
        Ok(taken)
    }

    pub fn answer(&self) -> &[u8] {
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

//! HTTP load client: repeats a request, checks every response and measures its latency.

use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

pub struct HttpClient {
    reader: BufReader<TcpStream>,
    host: String,
    path: String,
    token: &'static str,
    session: String,
    id: u64,
    body: Vec<u8>,
    line: String,
}

impl HttpClient {
    pub fn open_session(url: &str, token: &'static str) -> Result<Self> {
        let mut client = Self::open(url, token, String::new())?;
        let session = client.request(
            "initialize",
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}"#,
        )?;
        client.session = session.1.unwrap_or_default();
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)?;
        client.receive()?;
        Ok(client)
    }

    /// Opens another connection to the same session, with a different range of ids.
    pub fn new_connection(&self, number: usize) -> Result<Self> {
        let url = format!("http://{}{}", self.host, self.path);
        let client = Self::open(&url, self.token, self.session.clone())?;
        Ok(Self { id: number as u64 * 1_000_000_000, ..client })
    }

    /// Opens a new connection: many servers close one that is idle for a few seconds.
    pub fn reconnect(&mut self) -> Result<()> {
        let stream = TcpStream::connect(&self.host)?;
        stream.set_nodelay(true)?;
        self.reader = BufReader::with_capacity(1 << 20, stream);
        Ok(())
    }

    fn open(url: &str, token: &'static str, session: String) -> Result<Self> {
        let rest = url.strip_prefix("http://").ok_or_else(|| Error::other("only http"))?;
        let at = rest.find('/').unwrap_or(rest.len());
        let (host, path) =
            (rest[..at].to_owned(), if at < rest.len() { rest[at..].to_owned() } else { "/".to_owned() });
        let stream = TcpStream::connect(&host)?;
        stream.set_nodelay(true)?;
        let reader = BufReader::with_capacity(1 << 20, stream);
        Ok(Self { reader, host, path, token, session, id: 0, body: Vec::new(), line: String::new() })
    }

    /// Sends a request. Returns the time until its response arrived, and the session id it set. Fails if the response
    /// has another id.
    pub fn request(&mut self, method: &str, params: &str) -> Result<(Duration, Option<String>)> {
        self.id += 1;
        let id = self.id;
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        let begun = Instant::now();
        self.send(&message)?;
        let session = self.receive()?;
        let taken = begun.elapsed();
        let has = |text: &str| contains_near_ends(&self.body, text.as_bytes());
        if !has("\"result\"") || !(has(&format!("\"id\":{id},")) || has(&format!("\"id\":{id}}}"))) {
            return Err(Error::other(String::from_utf8_lossy(&self.body[..self.body.len().min(300)])));
        }
        Ok((taken, session))
    }

    pub fn end_session(mut self) -> Result<()> {
        let request = format!(
            "DELETE {} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\nmcp-session-id: {}\r\n\r\n",
            self.path, self.host, self.token, self.session
        );
        self.reader.get_mut().write_all(request.as_bytes())?;
        self.receive().map(drop)
    }

    pub fn last_response(&self) -> &[u8] {
        &self.body
    }

    fn send(&mut self, message: &str) -> Result<()> {
        let session = if self.session.is_empty() {
            String::new()
        } else {
            format!("mcp-session-id: {}\r\n", self.session)
        };
        let request = format!(
            "POST {} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n{session}content-length: {}\r\n\r\n{message}",
            self.path,
            self.host,
            self.token,
            message.len()
        );
        self.reader.get_mut().write_all(request.as_bytes())
    }

    fn receive(&mut self) -> Result<Option<String>> {
        let (mut length, mut is_chunked, mut session) = (0, false, None);
        loop {
            self.read_head_line()?;
            let line = self.line.trim_end();
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else { continue };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().map_err(Error::other)?,
                "transfer-encoding" => is_chunked = true,
                "mcp-session-id" => session = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        self.body.resize(length, 0);
        self.reader.read_exact(&mut self.body)?;
        while is_chunked {
            self.read_head_line()?;
            let size = usize::from_str_radix(self.line.trim(), 16).map_err(Error::other)?;
            let start = self.body.len();
            self.body.resize(start + size + 2, 0);
            self.reader.read_exact(&mut self.body[start..])?;
            self.body.truncate(start + size);
            is_chunked = size > 0;
        }
        Ok(session)
    }

    fn read_head_line(&mut self) -> Result<()> {
        self.line.clear();
        match self.reader.read_line(&mut self.line)? {
            0 => Err(Error::other("the connection was closed")),
            _ => Ok(()),
        }
    }
}

fn contains_near_ends(body: &[u8], text: &[u8]) -> bool {
    // Searches both ends only, where id and `result` are; the middle of a list is long.
    let ends = [&body[..body.len().min(400)], &body[body.len().saturating_sub(400)..]];
    ends.iter().any(|end| end.windows(text.len()).any(|window| window == text))
}

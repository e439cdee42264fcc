//! HTTP client that writes raw bytes, so that it can send invalid requests.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::scripted_server::TEST_TIMEOUT;

/// One connection.
pub struct HttpConnection {
    pub stream: BufReader<TcpStream>,
}

/// Head of a response, and its body unless it is a stream.
#[derive(Debug)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl HttpResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl HttpConnection {
    pub async fn open(address: std::net::SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        timeout(TEST_TIMEOUT, self.stream.write_all(bytes)).await.expect("it is read").unwrap();
    }

    /// Sends a request with these head lines and body.
    pub async fn request(&mut self, head: &str, body: &str) -> HttpResponse {
        let head = head.trim().lines().map(|line| format!("{}\r\n", line.trim())).collect::<String>();
        let length =
            if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
        self.send(format!("{head}{length}\r\n{body}").as_bytes()).await;
        self.read_response().await
    }

    pub async fn read_response(&mut self) -> HttpResponse {
        let status = self.read_line().await;
        let status = status.split(' ').nth(1).unwrap_or_else(|| panic!("{status:?}")).parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.read_line().await;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut answer = HttpResponse { status, headers, body: String::new() };
        if let Some(length) = answer.header("content-length") {
            let mut body = vec![0; length.parse().unwrap()];
            timeout(TEST_TIMEOUT, self.stream.read_exact(&mut body)).await.expect("a body comes").unwrap();
            answer.body = String::from_utf8(body).unwrap();
        }
        answer
    }

    async fn read_line(&mut self) -> String {
        let mut line = String::new();
        timeout(TEST_TIMEOUT, self.stream.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }

    /// The next chunk of a stream; empty at its end.
    pub async fn read_chunk(&mut self) -> String {
        let length = usize::from_str_radix(&self.read_line().await, 16).unwrap();
        let mut piece = vec![0; length + 2];
        timeout(TEST_TIMEOUT, self.stream.read_exact(&mut piece)).await.expect("an event comes").unwrap();
        String::from_utf8(piece[..length].to_vec()).unwrap()
    }

    /// The next event of a stream; `None` at its end.
    pub async fn next_event(&mut self) -> Option<String> {
        let mut event = String::new();
        loop {
            let piece = self.read_chunk().await;
            if piece.is_empty() {
                return None;
            }
            event.push_str(&piece);
            if event.ends_with("\n\n") {
                match event.lines().find_map(|line| line.strip_prefix("data: ")) {
                    Some(data) => return Some(data.to_owned()),
                    None => event.clear(),
                }
            }
        }
    }

    /// Waits until the other side has closed the connection.
    pub async fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        timeout(TEST_TIMEOUT, self.stream.read_to_end(&mut rest)).await.is_ok()
    }
}

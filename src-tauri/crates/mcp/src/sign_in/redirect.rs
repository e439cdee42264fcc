//! The loopback redirect URI of a sign-in (RFC 8252): the browser brings the authorization code to a listener on this
//! machine.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use url::Url;

use super::{SignInError, single_line};

pub const CALLBACK_PATH: &str = "/callback";

/// Limits for a request to the listener.
const MAX_REQUEST_BYTES: usize = 16 << 10;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

pub struct LoopbackRedirect {
    listener: TcpListener,
    /// The redirect URI.
    pub uri: String,
}

impl LoopbackRedirect {
    pub async fn listen() -> Result<Self, SignInError> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(SignInError::Loopback)?;
        let port = listener.local_addr().map_err(SignInError::Loopback)?.port();
        Ok(Self { listener, uri: format!("http://127.0.0.1:{port}{CALLBACK_PATH}") })
    }

    /// Waits for the redirect with this `state`, and returns its URL, which has a code.
    pub async fn wait(&self, state: &str, timeout_after: Duration) -> Result<String, SignInError> {
        let redirected = timeout(timeout_after, self.wait_for_callback(state)).await;
        redirected.map_err(|_| SignInError::TimedOut(timeout_after))?
    }

    /// Any program on this machine can connect, and browsers open connections that they never use, so all connections
    /// are read concurrently.
    async fn wait_for_callback(&self, state: &str) -> Result<String, SignInError> {
        let (requests, mut incoming) = tokio::sync::mpsc::channel(1);
        loop {
            let (mut stream, target) = tokio::select! {
                Some(question) = incoming.recv() => question,
                accepted = self.listener.accept() => {
                    let (mut stream, _) = accepted.map_err(SignInError::Loopback)?;
                    let requests = requests.clone();
                    tokio::spawn(async move {
                        if let Ok(Some(target)) = timeout(REQUEST_TIMEOUT, read_request_target(&mut stream)).await {
                            let _ = requests.send((stream, target)).await;
                        }
                    });
                    continue;
                }
            };
            let address = format!("http://127.0.0.1{target}");
            let path = target.split('?').next();
            if path != Some(CALLBACK_PATH) || query_param(&address, "state").as_deref() != Some(state) {
                send_page(&mut stream, "404 Not Found", "Not found.").await;
                continue;
            }
            if let Some(error) = query_param(&address, "error") {
                let why = query_param(&address, "error_description").unwrap_or(error);
                send_page(&mut stream, "200 OK", "The sign-in was denied. You can close this page.").await;
                return Err(SignInError::Denied(single_line(&why)));
            }
            if query_param(&address, "code").is_none() {
                let sentence = "The response was incomplete. Return to Hintsmith and try again.";
                send_page(&mut stream, "200 OK", sentence).await;
                return Err(SignInError::Protocol("the redirect contains no code".to_owned()));
            }
            let sentence = "You are signed in to Hintsmith. You can close this page.";
            send_page(&mut stream, "200 OK", sentence).await;
            return Ok(address);
        }
    }
}

pub fn query_param(address: &str, name: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// Reads a GET request and returns its path and query.
async fn read_request_target(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    while !request.windows(4).any(|window| window == b"\r\n\r\n") {
        let mut chunk = [0; 1024];
        let read = stream.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        request.extend_from_slice(&chunk[..read]);
        if request.len() > MAX_REQUEST_BYTES {
            return None;
        }
    }
    let line = std::str::from_utf8(request.split(|byte| *byte == b'\r').next()?).ok()?;
    let mut parts = line.split(' ');
    (parts.next() == Some("GET")).then(|| parts.next().map(str::to_owned))?
}

async fn send_page(stream: &mut TcpStream, status: &str, sentence: &str) {
    let page = format!("<!doctype html><meta charset=utf-8><title>Hintsmith</title><p>{sentence}</p>");
    let length = page.len();
    let response = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n\
         Content-Security-Policy: default-src 'none'\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{page}"
    );
    // The browser may have closed the connection; the sign-in does not depend on the response.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
}

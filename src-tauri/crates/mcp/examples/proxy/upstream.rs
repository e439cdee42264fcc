//! The scripted server over HTTP: one thread per connection; only the body of a request is used.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use crate::scripted::Script;

pub fn run(script: &str) -> std::io::Result<()> {
    let script = Arc::new(Script::read(script)?);
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("http://{}/mcp", listener.local_addr()?);
    std::io::stdout().flush()?;
    for stream in listener.incoming() {
        let script = Arc::clone(&script);
        std::thread::spawn(move || serve_connection(stream?, &script));
    }
    Ok(())
}

fn serve_connection(stream: TcpStream, script: &Script) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::with_capacity(64 << 10, stream);
    let (mut line, mut body, mut out) = (String::new(), Vec::new(), Vec::new());
    loop {
        let (mut length, mut is_post) = (0, false);
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            is_post |= line.starts_with("POST ");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().map_err(std::io::Error::other)?;
            }
            if line.trim_end().is_empty() {
                break;
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body)?;
        out.clear();
        let answer = std::str::from_utf8(&body).ok().filter(|_| is_post).and_then(|body| script.answer(body));
        match answer {
            Some(answer) => {
                write!(
                    out,
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                    answer.len()
                )?;
                out.extend_from_slice(&answer);
            }
            None if is_post => out.extend_from_slice(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n"),
            None => out.extend_from_slice(b"HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n"),
        }
        reader.get_mut().write_all(&out)?;
    }
}

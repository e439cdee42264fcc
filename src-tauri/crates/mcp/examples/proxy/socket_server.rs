//! stdio server controlled by a test: copies its stdin to a socket of the test, and the socket to its stdout.

use std::io::{Read, Write};
use std::net::TcpStream;

pub fn run(address: &str) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    let mut to_test = stream.try_clone()?;
    std::thread::spawn(move || {
        let _ = copy(&mut std::io::stdin().lock(), &mut to_test);
        std::process::exit(0);
    });
    // The server exits when the test closes the socket.
    copy(&mut stream, &mut std::io::stdout().lock())
}

fn copy(from: &mut impl Read, to: &mut impl Write) -> std::io::Result<()> {
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            return Ok(());
        }
        to.write_all(&piece[..read])?;
        to.flush()?;
    }
}

//! Soak test for memory growth: millions of calls through the proxy and the gateway, with memory figures in between.
//! `soak [CALLS]`.

use std::io::Result;
use std::thread;

use crate::bench::{CALL, script};
use crate::gateway::TOKEN;
use crate::gateway_bench::{ChildProcess, spawn_and_read_url};
use crate::http_load::HttpClient;
use crate::load::Client;

/// Checkpoints, in thousandths of all calls.
const CHECKPOINTS: [usize; 4] = [1, 100, 500, 1_000];
const CLIENTS: usize = 8;
const SESSIONS: usize = 1_000;

pub fn run(calls: usize) -> Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| std::io::Error::other("this program's path is not text"))?;
    let file = std::env::temp_dir().join(format!("soak-{}", std::process::id()));
    std::fs::write(&file, script(20))?;
    let path = file.to_str().ok_or_else(|| std::io::Error::other("the folder's path is not text"))?;
    soak_wrap(own, path, calls)?;
    let stdio = ["gateway", "stdio", own, "scripted", path];
    soak_gateway("gateway, HTTP to stdio", spawn_and_read_url(own, &stdio)?, calls)?;
    let (_upstream, url) = spawn_and_read_url(own, &["upstream", path])?;
    let (gateway_process, at) = spawn_and_read_url(own, &["gateway", "http", &url])?;
    soak_sessions(&gateway_process, &at)?;
    soak_gateway("gateway, HTTP to HTTP", (gateway_process, at), calls)?;
    std::fs::remove_file(file)
}

fn soak_wrap(own: &str, script: &str, calls: usize) -> Result<()> {
    let mut client = Client::start(own, &["wrap", "--", own, "scripted", script])?;
    client.request("initialize", "{}")?;
    println!("wrap, {calls} calls\n  {:>9} {}", "idle", memory(client.pid()));
    let mut done = 0;
    for stop in CHECKPOINTS.map(|stop| calls * stop / 1_000) {
        for _ in done..stop {
            client.request("tools/call", CALL)?;
        }
        done = stop;
        println!("  {done:>9} {}", memory(client.pid()));
    }
    Ok(())
}

fn soak_gateway(name: &str, (process, url): (ChildProcess, String), calls: usize) -> Result<()> {
    println!("{name}, {calls} calls\n  {:>9} {}", "idle", memory(process.id()));
    let first = HttpClient::open_session(&url, TOKEN)?;
    let others: Result<Vec<_>> = (1..CLIENTS).map(|number| first.new_connection(number)).collect();
    let mut clients: Vec<HttpClient> = std::iter::once(first).chain(others?).collect();
    let mut done = 0;
    for stop in CHECKPOINTS.map(|stop| calls * stop / 1_000) {
        let each = (stop - done).div_ceil(CLIENTS);
        let asked: Result<()> = thread::scope(|scope| {
            let asking = clients.iter_mut().map(|client| {
                scope.spawn(move || (0..each).try_for_each(|_| client.request("tools/call", CALL).map(drop)))
            });
            let asking: Vec<_> = asking.collect();
            asking
                .into_iter()
                .try_for_each(|one| one.join().map_err(|_| std::io::Error::other("a client failed"))?)
        });
        asked?;
        done = stop;
        println!("  {done:>9} {}", memory(process.id()));
    }
    Ok(())
}

/// Clients that open a session, call and disconnect.
fn soak_sessions(process: &ChildProcess, url: &str) -> Result<()> {
    println!("gateway, HTTP to HTTP, {SESSIONS} sessions that begin, call and end");
    for number in 1..=SESSIONS {
        let mut client = HttpClient::open_session(url, TOKEN)?;
        client.request("tools/call", CALL)?;
        client.end_session()?;
        if [10, 100, 500, SESSIONS].contains(&number) {
            println!("  {number:>9} {}", memory(process.id()));
        }
    }
    Ok(())
}

/// Memory of a process: resident size, and with shared pages divided among their users.
fn memory(pid: u32) -> String {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let of = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    format!("RSS {:>6} KiB  PSS {:>6} KiB", of("Rss:"), of("Pss:"))
}

//! Gateway benchmark, compared with the same server directly and with other gateways, where installed.

use std::io::{BufRead, BufReader, Result};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::bench::{CALL, cpu, median, script};
use crate::gateway::TOKEN;
use crate::http_load::HttpClient;
use crate::peers;

/// A running endpoint that reaches the scripted server.
pub struct BenchTarget {
    name: &'static str,
    clients: Vec<HttpClient>,
    prefix: &'static str,
    process: ChildProcess,
    /// Divides the number of requests, for slow gateways.
    divisor: usize,
}

pub struct ChildProcess(pub Child);

impl ChildProcess {
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const MAX_CLIENTS: usize = 8;

/// Other gateways request these before they start, whatever the server's capabilities are.
const EMPTY_LISTS: &str = "? \"resources/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"resources\":[]}}\n\
                     ? \"resources/templates/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"resourceTemplates\":[]}}\n\
                     ? \"prompts/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"prompts\":[]}}\n";

pub fn run(rounds: usize) -> Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| std::io::Error::other("this program's path is not text"))?;
    for (tools, lists) in [(20, 500), (1_000, 40)] {
        let file = std::env::temp_dir().join(format!("gateway-bench-{}-{tools}", std::process::id()));
        std::fs::write(&file, script(tools) + EMPTY_LISTS)?;
        let path = file.to_str().ok_or_else(|| std::io::Error::other("the folder's path is not text"))?;
        let mut targets = start_targets(own, path)?;
        println!("list of {tools}: {} bytes directly", {
            targets[0].clients[0].request("tools/list", "{}")?;
            targets[0].clients[0].last_response().len()
        });
        if tools == 20 {
            for (concurrency, calls) in [(1, 4_000), (MAX_CLIENTS, 1_500)] {
                measure(
                    &format!("tools/call, {concurrency} at once"),
                    &mut targets,
                    rounds,
                    concurrency,
                    calls,
                    "tools/call",
                )?;
            }
        }
        measure(&format!("tools/list of {tools}"), &mut targets, rounds, 1, lists, "tools/list")?;
        drop(targets);
        std::fs::remove_file(format!("{path}-changing"))?;
        std::fs::remove_file(&file)?;
    }
    Ok(())
}

fn start_targets(own: &str, script: &str) -> Result<Vec<BenchTarget>> {
    let (upstream, url) = spawn_and_read_url(own, &["upstream", script])?;
    // A list that differs every time, so that it cannot be cached.
    let changing = format!("{script}-changing");
    let text = std::fs::read_to_string(script)?;
    std::fs::write(&changing, text.replace(r#"{"tools":["#, r#"{"count":$COUNT,"tools":["#))?;
    let mut targets = vec![connect_target("direct", (upstream, url.clone()), "")?];
    for (name, arguments) in [
        ("HTTP-stdio", vec!["gateway", "stdio", own, "scripted", script]),
        ("HTTP-HTTP", vec!["gateway", "http", &url]),
        ("HTTP-stdio always new", vec!["gateway", "stdio", own, "scripted", &changing]),
        ("HTTP-stdio corrected", vec!["gateway", "all", "stdio", own, "scripted", script]),
    ] {
        targets.push(connect_target(name, spawn_and_read_url(own, &arguments)?, "")?);
    }
    for peer in peers::known_peers(own, script, &url)? {
        match peer.start().and_then(|running| connect_target(peer.name, running, peer.prefix)) {
            Ok(target) => targets.push(BenchTarget { divisor: peer.divisor, ..target }),
            Err(error) => println!("{} is left out: {error}", peer.name),
        }
    }
    Ok(targets)
}

pub fn connect_target(
    name: &'static str,
    (process, url): (ChildProcess, String),
    prefix: &'static str,
) -> Result<BenchTarget> {
    let first = HttpClient::open_session(&url, TOKEN)?;
    let others: Result<Vec<_>> = (1..MAX_CLIENTS).map(|number| first.new_connection(number)).collect();
    let clients = std::iter::once(first).chain(others?).collect();
    Ok(BenchTarget { name, clients, prefix, process, divisor: 1 })
}

/// Starts a program that prints its URL on its first line.
pub fn spawn_and_read_url(program: &str, arguments: &[&str]) -> Result<(ChildProcess, String)> {
    let mut child = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    BufReader::new(output).read_line(&mut line)?;
    Ok((ChildProcess(child), line.trim().to_owned()))
}

pub fn measure(
    title: &str,
    targets: &mut [BenchTarget],
    rounds: usize,
    concurrency: usize,
    times: usize,
    method: &str,
) -> Result<()> {
    let mut found: Vec<Vec<[f64; 3]>> = targets.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (target, found) in targets.iter_mut().zip(&mut found) {
            let params = if method == "tools/call" {
                CALL.replace("tool_7", &format!("{}tool_7", target.prefix))
            } else {
                "{}".to_owned()
            };
            let times = (times / target.divisor).max(5);
            // Slow targets make the others wait, and idle connections may have been closed in the meantime.
            for client in target.clients.iter_mut().take(concurrency) {
                client.reconnect()?;
            }
            let (before, begun) = (cpu(target.process.0.id()), std::time::Instant::now());
            let taken: Result<Vec<Vec<f64>>> = thread::scope(|scope| {
                let asking = target.clients.iter_mut().take(concurrency).map(|client| {
                    let params = &params;
                    scope.spawn(move || {
                        (0..times)
                            .map(|_| Ok(client.request(method, params)?.0.as_secs_f64() * 1e3))
                            .collect()
                    })
                });
                let asking: Vec<_> = asking.collect();
                asking
                    .into_iter()
                    .map(|one| one.join().map_err(|_| std::io::Error::other("a client failed"))?)
                    .collect()
            });
            let taken: Vec<f64> = match taken {
                Ok(taken) => taken.into_iter().flatten().collect(),
                Err(error) => {
                    println!("{} failed: {error}", target.name);
                    continue;
                }
            };
            let calls = taken.len() as f64;
            let cpu = (cpu(target.process.0.id()) - before) / calls;
            found.push([median(taken), cpu, calls / begun.elapsed().as_secs_f64()]);
        }
    }
    println!("{title}, medians of {rounds} rounds");
    let mut direct = None;
    for (target, found) in targets.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
        let [p50, cpu, rate] =
            [0, 1, 2].map(|column| median(found.iter().map(|figures| figures[column]).collect()));
        let direct = *direct.get_or_insert(p50);
        println!(
            "  {:<22} p50 {p50:.4} ms ({:.2}x)  its CPU {cpu:.4} ms  {rate:.0}/s",
            target.name,
            p50 / direct
        );
    }
    Ok(())
}

//! Gateway benchmark, compared with the same server directly and with other gateways, where installed.

use std::io::{BufRead, BufReader, Result};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::bench::{CALL, cpu, median, script};
use crate::gateway::TOKEN;
use crate::http_load::HttpClient;
use crate::peers;

/// A running endpoint that reaches the scripted server.
struct Way {
    name: &'static str,
    clients: Vec<HttpClient>,
    prefix: &'static str,
    process: Running,
    /// Divides the number of requests, for slow gateways.
    share: usize,
}

pub struct Running(pub Child);

impl Running {
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const MOST: usize = 8;

/// Other gateways request these before they start, whatever the server's capabilities are.
const EMPTY: &str = "? \"resources/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"resources\":[]}}\n\
                     ? \"resources/templates/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"resourceTemplates\":[]}}\n\
                     ? \"prompts/list\"\n< {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"prompts\":[]}}\n";

pub fn run(rounds: usize) -> Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| std::io::Error::other("this program's path is not text"))?;
    for (tools, lists) in [(20, 500), (1_000, 40)] {
        let file = std::env::temp_dir().join(format!("gateway-bench-{}-{tools}", std::process::id()));
        std::fs::write(&file, script(tools) + EMPTY)?;
        let path = file.to_str().ok_or_else(|| std::io::Error::other("the folder's path is not text"))?;
        let mut ways = ways(own, path)?;
        println!("list of {tools}: {} bytes directly", {
            ways[0].clients[0].ask("tools/list", "{}")?;
            ways[0].clients[0].answer().len()
        });
        if tools == 20 {
            for (together, calls) in [(1, 4_000), (MOST, 1_500)] {
                measured(
                    &format!("tools/call, {together} at once"),
                    &mut ways,
                    rounds,
                    together,
                    calls,
                    "tools/call",
                )?;
            }
        }
        measured(&format!("tools/list of {tools}"), &mut ways, rounds, 1, lists, "tools/list")?;
        drop(ways);
        std::fs::remove_file(format!("{path}-changing"))?;
        std::fs::remove_file(&file)?;
    }
    Ok(())
}

fn ways(own: &str, script: &str) -> Result<Vec<Way>> {
    let (upstream, url) = started(own, &["upstream", script])?;
    // A list that differs every time, so that it cannot be cached.
    let changing = format!("{script}-changing");
    let text = std::fs::read_to_string(script)?;
    std::fs::write(&changing, text.replace(r#"{"tools":["#, r#"{"count":$COUNT,"tools":["#))?;
    let mut ways = vec![way("direct", (upstream, url.clone()), "")?];
    for (name, words) in [
        ("HTTP-stdio", vec!["gateway", "stdio", own, "scripted", script]),
        ("HTTP-HTTP", vec!["gateway", "http", &url]),
        ("HTTP-stdio always new", vec!["gateway", "stdio", own, "scripted", &changing]),
        ("HTTP-stdio corrected", vec!["gateway", "all", "stdio", own, "scripted", script]),
    ] {
        ways.push(way(name, started(own, &words)?, "")?);
    }
    for peer in peers::all(own, script, &url)? {
        match peer.started().and_then(|running| way(peer.name, running, peer.prefix)) {
            Ok(way) => ways.push(Way { share: peer.share, ..way }),
            Err(error) => println!("{} is left out: {error}", peer.name),
        }
    }
    Ok(ways)
}

fn way(name: &'static str, (process, url): (Running, String), prefix: &'static str) -> Result<Way> {
    let first = HttpClient::enter(&url, TOKEN)?;
    let others: Result<Vec<_>> = (1..MOST).map(|number| first.again(number)).collect();
    let clients = std::iter::once(first).chain(others?).collect();
    Ok(Way { name, clients, prefix, process, share: 1 })
}

/// Starts a program that prints its URL on its first line.
pub fn started(program: &str, words: &[&str]) -> Result<(Running, String)> {
    let mut child = Command::new(program).args(words).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    BufReader::new(output).read_line(&mut line)?;
    Ok((Running(child), line.trim().to_owned()))
}

fn measured(
    what: &str,
    ways: &mut [Way],
    rounds: usize,
    together: usize,
    times: usize,
    method: &str,
) -> Result<()> {
    let mut found: Vec<Vec<[f64; 3]>> = ways.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (way, found) in ways.iter_mut().zip(&mut found) {
            let params = if method == "tools/call" {
                CALL.replace("tool_7", &format!("{}tool_7", way.prefix))
            } else {
                "{}".to_owned()
            };
            let times = (times / way.share).max(5);
            // Slow targets make the others wait, and idle connections may have been closed in the meantime.
            for client in way.clients.iter_mut().take(together) {
                client.reconnect()?;
            }
            let (before, begun) = (cpu(way.process.0.id()), std::time::Instant::now());
            let taken: Result<Vec<Vec<f64>>> = thread::scope(|scope| {
                let asking = way.clients.iter_mut().take(together).map(|client| {
                    let params = &params;
                    scope.spawn(move || {
                        (0..times).map(|_| Ok(client.ask(method, params)?.0.as_secs_f64() * 1e3)).collect()
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
                    println!("{} failed: {error}", way.name);
                    continue;
                }
            };
            let calls = taken.len() as f64;
            let cpu = (cpu(way.process.0.id()) - before) / calls;
            found.push([median(taken), cpu, calls / begun.elapsed().as_secs_f64()]);
        }
    }
    println!("{what}, medians of {rounds} rounds");
    let mut direct = None;
    for (way, found) in ways.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
        let [p50, cpu, rate] =
            [0, 1, 2].map(|column| median(found.iter().map(|figures| figures[column]).collect()));
        let direct = *direct.get_or_insert(p50);
        println!(
            "  {:<22} p50 {p50:.4} ms ({:.2}x)  its CPU {cpu:.4} ms  {rate:.0}/s",
            way.name,
            p50 / direct
        );
    }
    Ok(())
}

//! What the gateway costs beside the same server directly, and beside another gateway if its program is there:
//! `target/tools/bin/mcp-proxy`, from `cargo install mcp-proxy --version 0.6.0 --root target/tools`.

use std::io::{BufRead, BufReader, Result};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::bench::{CALL, cpu, median, script};
use crate::gateway::TOKEN;
use crate::http_load::HttpClient;

/// A running way to the scripted server.
struct Way {
    name: &'static str,
    clients: Vec<HttpClient>,
    prefix: &'static str,
    process: Running,
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const MOST: usize = 8;

/// The other gateway asks for these before it begins, whatever a server says it has.
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
        std::fs::remove_file(file)?;
    }
    Ok(())
}

fn ways(own: &str, script: &str) -> Result<Vec<Way>> {
    let (upstream, url) = started(own, &["upstream", script])?;
    let mut ways = vec![way("direct", (upstream, url.clone()), "")?];
    for (name, words) in [
        ("HTTP-stdio", vec!["gateway", "stdio", own, "scripted", script]),
        ("HTTP-HTTP", vec!["gateway", "http", &url]),
        ("HTTP-stdio corrected", vec!["gateway", "all", "stdio", own, "scripted", script]),
    ] {
        ways.push(way(name, started(own, &words)?, "")?);
    }
    let peer = std::path::Path::new(own)
        .ancestors()
        .find_map(|folder| Some(folder.join("tools/bin/mcp-proxy")).filter(|it| it.exists()));
    if let Some(peer) = peer {
        let stdio =
            format!("transport = \"stdio\"\ncommand = \"{own}\"\nargs = [\"scripted\", \"{script}\"]");
        for (name, backend) in [
            ("mcp-proxy HTTP-stdio", stdio),
            ("mcp-proxy HTTP-HTTP", format!("transport = \"http\"\nurl = \"{url}\"")),
        ] {
            ways.push(way(name, peer_started(&peer, &backend)?, "s/")?);
        }
    }
    Ok(ways)
}

fn way(name: &'static str, (process, url): (Running, String), prefix: &'static str) -> Result<Way> {
    let first = HttpClient::enter(&url, TOKEN)?;
    let others: Result<Vec<_>> = (1..MOST).map(|number| first.again(number)).collect();
    let clients = std::iter::once(first).chain(others?).collect();
    Ok(Way { name, clients, prefix, process })
}

/// A program that says where it is in its first line.
fn started(program: &str, words: &[&str]) -> Result<(Running, String)> {
    let mut child = Command::new(program).args(words).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    BufReader::new(output).read_line(&mut line)?;
    Ok((Running(child), line.trim().to_owned()))
}

fn peer_started(program: &std::path::Path, backend: &str) -> Result<(Running, String)> {
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let config = format!(
        "[proxy]\nname = \"bench\"\n[proxy.listen]\nhost = \"127.0.0.1\"\nport = {port}\n[[backends]]\nname = \"s\"\n{backend}\n"
    );
    let file = std::env::temp_dir().join(format!("gateway-bench-{port}.toml"));
    std::fs::write(&file, config)?;
    let child = Command::new(program)
        // Its log would cost it more than its work.
        .env("RUST_LOG", "error")
        .arg("--config")
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let running = Running(child);
    for _ in 0..500 {
        thread::sleep(std::time::Duration::from_millis(20));
        if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok((running, format!("http://127.0.0.1:{port}/")));
        }
    }
    Err(std::io::Error::other("the peer does not start"))
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
            let taken: Vec<f64> = taken?.into_iter().flatten().collect();
            let calls = taken.len() as f64;
            let cpu = (cpu(way.process.0.id()) - before) / calls;
            found.push([median(taken), cpu, calls / begun.elapsed().as_secs_f64()]);
        }
    }
    println!("{what}, medians of {rounds} rounds");
    let mut direct = None;
    for (way, found) in ways.iter().zip(found) {
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

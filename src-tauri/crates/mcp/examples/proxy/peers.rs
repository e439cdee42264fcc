//! Other gateways in front of the same scripted server, installed into `target/tools` by `scripts/bench-gateway`.

use std::io::{Error, Result};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::gateway::TOKEN;
use crate::gateway_bench::ChildProcess;
use crate::http_load::HttpClient;

pub struct PeerGateway {
    pub name: &'static str,
    /// Prefix that it adds to tool names.
    pub prefix: &'static str,
    pub divisor: usize,
    program: PathBuf,
    arguments: Vec<String>,
    port: u16,
    path: &'static str,
}

/// All known peers. Missing programs are detected when they are started.
pub fn known_peers(own: &str, script: &str, url: &str) -> Result<Vec<PeerGateway>> {
    let tools = std::path::Path::new(own)
        .ancestors()
        .map(|folder| folder.join("tools"))
        .find(|folder| folder.is_dir())
        .unwrap_or_default();
    let expand = |text: &str, port: u16| -> Vec<String> {
        let word = |word: &str| {
            word.replace("PORT", &port.to_string()).replace("OWN", own).replace("SCRIPT", script)
        };
        text.split(' ').map(word).collect()
    };
    let file = |name: &str, text: String| {
        let path = std::env::temp_dir().join(format!("gateway-bench-{}-{name}", std::process::id()));
        std::fs::write(&path, text)?;
        path.to_str().map(str::to_owned).ok_or_else(|| Error::other("the folder's path is not text"))
    };
    let mut peers = Vec::new();
    for (name, backend) in [
        (
            "mcp-proxy HTTP-stdio",
            format!("transport = \"stdio\"\ncommand = \"{own}\"\nargs = [\"scripted\", \"{script}\"]"),
        ),
        ("mcp-proxy HTTP-HTTP", format!("transport = \"http\"\nurl = \"{url}\"")),
    ] {
        let port = free_port()?;
        let config = format!(
            "[proxy]\nname = \"bench\"\n[proxy.listen]\nhost = \"127.0.0.1\"\nport = {port}\n[[backends]]\nname = \"s\"\n{backend}\n"
        );
        let config = file(&format!("{port}.toml"), config)?;
        let arguments = vec!["--config".to_owned(), config];
        let program = tools.join("bin/mcp-proxy");
        peers.push(PeerGateway { name, prefix: "s/", divisor: 1, program, arguments, port, path: "/" });
    }
    let servers = format!(r#"{{"mcpServers":{{"s":{{"command":"{own}","args":["scripted","{script}"]}}}}}}"#);
    let servers = file("servers.json", servers)?;
    for (name, program, arguments, divisor) in [
        (
            "supergateway",
            "npm/node_modules/.bin/supergateway",
            "--outputTransport streamableHttp --stateful --logLevel none --port PORT --stdio",
            10,
        ),
        (
            "npm mcp-proxy",
            "npm/node_modules/.bin/mcp-proxy",
            "--server stream --host 127.0.0.1 --port PORT -- OWN scripted SCRIPT",
            20,
        ),
        (
            "PyPI mcp-proxy",
            "python/bin/mcp-proxy",
            "--log-level ERROR --port PORT -- OWN scripted SCRIPT",
            20,
        ),
        (
            "FastMCP proxy",
            "fastmcp/bin/fastmcp",
            "run --no-banner --log-level ERROR --transport http --host 127.0.0.1 --port PORT",
            40,
        ),
    ] {
        let port = free_port()?;
        let mut arguments = expand(arguments, port);
        match name {
            // Takes the command as a shell line.
            "supergateway" => arguments.push(format!("{own} scripted {script}")),
            "FastMCP proxy" => arguments.insert(1, servers.clone()),
            _ => {}
        }
        peers.push(PeerGateway {
            name,
            prefix: "",
            divisor,
            program: tools.join(program),
            arguments,
            port,
            path: "/mcp",
        });
    }
    Ok(peers)
}

fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

impl PeerGateway {
    /// Starts the gateway and waits until it accepts a client.
    pub fn start(&self) -> Result<(ChildProcess, String)> {
        if !self.program.exists() {
            return Err(Error::other("its program is not there; scripts/bench-gateway installs it"));
        }
        let child = Command::new(&self.program)
            .args(&self.arguments)
            // Logging would cost more than the work itself.
            .env("RUST_LOG", "error")
            .env("FASTMCP_CHECK_FOR_UPDATES", "off")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let (running, url) = (ChildProcess(child), format!("http://127.0.0.1:{}{}", self.port, self.path));
        let mut last = None;
        for _ in 0..300 {
            thread::sleep(Duration::from_millis(100));
            match HttpClient::open_session(&url, TOKEN) {
                Ok(_) => return Ok((running, url)),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| Error::other("it does not start")))
    }
}

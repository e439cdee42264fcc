//! Scale: a hundred thousand tools, and a hundred servers at once, with bounded memory and file descriptors.

use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::odd_servers::{OddServers, Transport};
use crate::stress;
use crate::support::{Run, Store};

/// Peak resident memory of a running process in MiB (`VmHWM`).
fn peak_memory_mib(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib >> 10)
}

#[test]
fn a_hundred_thousand_tools_are_read_in_less_than_600_mib() {
    let servers = OddServers::start();
    let lists = [
        // The list that exceeds the limit comes first: the quick tier reads only this one.
        (Transport::StdioStateless, "too-many", true),
        (Transport::Stdio, "many", false),
        (Transport::HttpStateless, "many", false),
        (Transport::Http, "many-pages", false),
    ];
    for (way, mode, cut) in lists.into_iter().take(if stress::is_full_tier() { 4 } else { 1 }) {
        let store = Store::new();
        let reach = servers.add_arguments(way, mode);
        let mut arguments = vec!["add", "odd", "--yes"];
        arguments.extend(reach.iter().map(String::as_str));
        let child = store.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let pid = child.id();
        let (done, over) = channel();
        std::thread::spawn(move || done.send(child.wait_with_output()));
        let mut most = 0;
        let output = loop {
            match over.recv_timeout(Duration::from_millis(20)) {
                Ok(output) => break output.unwrap(),
                Err(RecvTimeoutError::Timeout) => {
                    most = peak_memory_mib(pid).map_or(most, |now| now.max(most))
                }
                Err(RecvTimeoutError::Disconnected) => unreachable!("the output is always sent"),
            }
        };
        let run = Run::from_output(output);
        println!("{mode} over {way:?}: {most} MiB");
        assert_eq!(run.code, 0, "{mode} {way:?}: {}", run.stderr);
        assert!(run.stderr.contains("odd: 100000 tools (100000 new"), "{mode} {way:?}: {}", run.stderr);
        let said = "the list is incomplete: the server has more than 100000 tools";
        assert_eq!(run.stderr.contains(said), cut, "{mode} {way:?}: {}", run.stderr);
        assert!((1..600).contains(&most), "{mode} {way:?}: {most} MiB");

        let database = rusqlite::Connection::open(store.database()).unwrap();
        let last = "SELECT raw FROM tool WHERE position = 99999";
        let last: String = database.query_row(last, [], |row| row.get(0)).unwrap();
        assert!(last.starts_with(r#"{"name":"tool_99999","description":"Does tool_99999.""#), "{last}");
    }
}

/// A configuration with this many servers in one mode.
fn config_with_servers(servers: &OddServers, mode: &str, count: usize) -> String {
    let entry = |n: usize| json!({"type": "http", "url": servers.url(&format!("{mode}?server={n}"))});
    let all: serde_json::Map<_, _> = (0..count).map(|n| (format!("server_{n}"), entry(n))).collect();
    json!({"mcpServers": all}).to_string()
}

/// 256 descriptors are not enough for a hundred connections with closing ones at once.
#[test]
fn a_hundred_servers_are_scanned_with_few_descriptors() {
    let servers = OddServers::start();
    let store = Store::new();
    let file = store.file(".mcp.json", &config_with_servers(&servers, "good", 100));
    let limited = |arguments: &[&str]| {
        let program = store.command(&[]);
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -n 256; exec "$0" "$@""#]).arg(program.get_program()).args(arguments);
        command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.current_dir(store.path()).stdin(Stdio::null());
        let started = Instant::now();
        (Run::from_output(command.output().unwrap()), started.elapsed())
    };
    let (imported, _) = limited(&["import", &file, "--yes"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let (one, alone) = limited(&["scan", "server_7"]);
    assert_eq!(one.code, 0, "{}", one.stderr);
    let (run, together) = limited(&["scan"]);
    println!("one server alone: {alone:?}, a hundred: {together:?}");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for n in 0..100 {
        let said = format!("server_{n}: 2 tools (0 new, 0 changed, 0 removed)");
        assert!(run.stderr.contains(&said), "{n}: {}", run.stderr);
    }
    assert_eq!(store.json(&["tools", "--json"]).as_array().unwrap().len(), 200);
}

/// The cost of a scan must not grow with the tools of other servers: both times are printed.
#[test]
fn fifty_servers_with_a_hundred_tools_each_are_scanned() {
    let servers = OddServers::start();
    let timed = |count: usize| {
        let store = Store::new();
        let file = store.file(".mcp.json", &config_with_servers(&servers, "hundred", count));
        store.ok(&["import", &file, "--yes"]);
        let started = Instant::now();
        store.ok(&["scan"]);
        let took = started.elapsed();
        assert_eq!(store.json(&["tools", "--json"]).as_array().unwrap().len(), count * 100);
        took
    };
    let alone = (0..3).map(|_| timed(1)).max().unwrap();
    let together = timed(50);
    println!("a server of 100 tools alone: {alone:?}, fifty of them: {together:?}");
}

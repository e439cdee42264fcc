//! Slow and endless servers: they use up their own time limit and delay nothing else.

use std::time::{Duration, Instant};

use hintsmith_engine::dto::ServerKey;

use crate::odd_servers::{OddServers, TRANSPORTS, Transport};
use crate::support::{Store, tool_names, wait_for};

#[test]
fn every_kind_of_slow_server_times_out() {
    let servers = OddServers::start();
    let cases = [
        (Transport::Stdio, "silent"),
        (Transport::Stdio, "never-lists"),
        (Transport::StdioStateless, "never-lists"),
        (Transport::Stdio, "drip"),
        (Transport::Stdio, "noise-for-ever"),
        (Transport::Stdio, "wrong-id"),
        (Transport::Http, "wrong-id"),
        (Transport::Http, "hangs"),
        (Transport::Http, "never-lists"),
        (Transport::HttpStateless, "never-lists"),
        (Transport::Http, "drip"),
        (Transport::HttpStateless, "drip"),
        (Transport::Http, "comments-for-ever"),
        (Transport::HttpStateless, "comments-for-ever"),
    ];
    let servers = &servers;
    std::thread::scope(|scope| {
        for (way, mode) in cases {
            scope.spawn(move || {
                let store = Store::new();
                // Noise ends the scan by itself, once the server has started.
                let (timeout, said) = match mode {
                    "noise-for-ever" => ("60", "the server sent text that is not JSON"),
                    _ => ("2", "did not respond within 2 seconds"),
                };
                let run = servers.add_with_timeout(&store, way, mode, timeout);
                assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
                assert!(run.stderr.contains(said), "{mode} {way:?}: {}", run.stderr);
                assert_eq!(tool_names(&store.json(&["tools", "--json"])), [""; 0], "{mode} {way:?}");
            });
        }
    });
}

/// rmcp sends `initialize` ten seconds after `server/discover`; a late response to the first must not be taken for
/// one to the second.
#[test]
fn a_server_that_starts_late_is_scanned() {
    let servers = &OddServers::start();
    std::thread::scope(|scope| {
        for way in [Transport::Stdio, Transport::StdioStateless] {
            scope.spawn(move || {
                let store = Store::new();
                let run = servers.add(&store, way, "starts-late");
                assert_eq!(run.code, 0, "{way:?}: {}", run.stderr);
                assert_eq!(
                    tool_names(&store.json(&["tools", "--json"])),
                    ["get_note", "delete_note"],
                    "{way:?}"
                );
            });
        }
    });
}

#[test]
fn a_timed_out_request_is_cancelled_on_the_server() {
    let servers = OddServers::start();
    servers.add_with_timeout(&Store::new(), Transport::Http, "never-lists", "1");
    let seen = servers.recorded_requests();
    let is_cancellation = |one: &serde_json::Value| one["method"] == "notifications/cancelled";
    assert!(seen["seen"].as_array().unwrap().iter().any(is_cancellation), "{seen}");
}

#[test]
fn an_endless_body_is_aborted_at_the_size_limit() {
    let servers = OddServers::start();
    for way in [Transport::Http, Transport::HttpStateless] {
        let run = servers.add(&Store::new(), way, "endless-body");
        assert_eq!(run.code, 3, "{way:?}");
        assert!(run.stderr.contains("a message larger than 64 MiB"), "{way:?}: {}", run.stderr);
    }
}

/// The slow scan runs in another process on the same store.
#[test]
fn other_commands_work_while_a_server_is_slow() {
    let servers = OddServers::start();
    for (way, mode) in [
        (Transport::Stdio, "drip"),
        (Transport::HttpStateless, "comments-for-ever"),
        (Transport::Http, "many-pages"),
    ] {
        let store = Store::with_demo();
        let reach = servers.add_arguments(way, mode);
        let mut arguments = vec!["--timeout", "60", "add", "slow", "--yes"];
        arguments.extend(reach.iter().map(String::as_str));
        let mut slow = store.command(&arguments).spawn().unwrap();
        wait_for(|| store.ok(&["servers"]).contains("slow").then_some(()));

        let listed = store.ok(&["servers"]);
        assert!(listed.contains("demo") && listed.contains("slow"), "{mode}: {listed}");
        store.ok(&["set", "demo.nc_notes_get_note", "read-only=yes"]);
        assert_eq!(slow.try_wait().unwrap(), None, "{mode}: it was over before the others answered");
        slow.kill().unwrap();
        slow.wait().unwrap();
    }
}

/// The server sends ten thousand `list_changed` notifications a second, and a different list each time.
#[test]
fn a_storm_of_changes_is_refreshed_at_most_every_two_seconds() {
    std::thread::scope(|scope| {
        for way in TRANSPORTS {
            scope.spawn(move || {
                let (readings, elapsed) = refreshes_in_a_storm(way);
                println!("{way:?}: {readings} readings in {elapsed:?}");
                let most = 1 + elapsed.as_millis() / 2000;
                assert!(u128::from(readings) <= most, "{way:?}: {readings} readings in {elapsed:?}");
            });
        }
    });
}

/// Number of refreshes, at least two, and the time they took.
fn refreshes_in_a_storm(way: Transport) -> (u32, Duration) {
    let servers = OddServers::start();
    let store = Store::new();
    let added = servers.add(&store, way, "storm");
    assert_eq!(added.code, 0, "{way:?}: {}", added.stderr);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    let started = Instant::now();
    runtime.block_on(engine.servers.scan(ServerKey { server: "odd".into() }, |_| {})).unwrap();
    // Each list contains its number; over HTTP the numbers continue from the previous scan.
    let number = || -> u32 {
        let raw = runtime.block_on(engine.tools.find_raw("")).unwrap().concat();
        raw.split("tool_").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let first = number();
    let last = wait_for(|| Some(number()).filter(|now| *now >= first + 2));
    let elapsed = started.elapsed();
    runtime.block_on(engine.stop());
    (last - first, elapsed)
}

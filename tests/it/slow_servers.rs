//! Slow and endless servers: they use up their own time limit and delay nothing else.

use std::time::{Duration, Instant};

use hintsmith_engine::dto::ServerKey;

use crate::odd_servers::{OddServers, WAYS, Way};
use crate::support::{Store, names, wait_for};

#[test]
fn a_server_that_is_slow_in_any_way_is_given_up_after_its_time() {
    let servers = OddServers::start();
    let cases = [
        (Way::Stdio, "silent"),
        (Way::Stdio, "never-lists"),
        (Way::StdioStateless, "never-lists"),
        (Way::Stdio, "drip"),
        (Way::Stdio, "noise-for-ever"),
        (Way::Stdio, "wrong-id"),
        (Way::Http, "wrong-id"),
        (Way::Http, "hangs"),
        (Way::Http, "never-lists"),
        (Way::HttpStateless, "never-lists"),
        (Way::Http, "drip"),
        (Way::HttpStateless, "drip"),
        (Way::Http, "comments-for-ever"),
        (Way::HttpStateless, "comments-for-ever"),
    ];
    let servers = &servers;
    std::thread::scope(|scope| {
        for (way, mode) in cases {
            scope.spawn(move || {
                let store = Store::new();
                let run = servers.add_silent(&store, way, mode, "2");
                assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
                let said = match mode {
                    "noise-for-ever" => "it sent text that is not JSON",
                    _ => "did not answer within 2 seconds",
                };
                assert!(run.stderr.contains(said), "{mode} {way:?}: {}", run.stderr);
                assert_eq!(names(&store.json(&["tools", "--json"])), [""; 0], "{mode} {way:?}");
            });
        }
    });
}

/// rmcp sends `initialize` ten seconds after `server/discover`; a late response to the first must not be taken for
/// one to the second.
#[test]
fn a_server_that_starts_late_is_read_all_the_same() {
    let servers = &OddServers::start();
    std::thread::scope(|scope| {
        for way in [Way::Stdio, Way::StdioStateless] {
            scope.spawn(move || {
                let store = Store::new();
                let run = servers.add(&store, way, "starts-late");
                assert_eq!(run.code, 0, "{way:?}: {}", run.stderr);
                assert_eq!(names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"], "{way:?}");
            });
        }
    });
}

#[test]
fn a_server_that_is_given_up_is_told_so() {
    let servers = OddServers::start();
    servers.add_silent(&Store::new(), Way::Http, "never-lists", "1");
    let seen = servers.seen();
    let told = |one: &serde_json::Value| one["method"] == "notifications/cancelled";
    assert!(seen["seen"].as_array().unwrap().iter().any(told), "{seen}");
}

#[test]
fn a_body_that_never_ends_is_given_up_when_it_is_too_long() {
    let servers = OddServers::start();
    for way in [Way::Http, Way::HttpStateless] {
        let run = servers.add(&Store::new(), way, "endless-body");
        assert_eq!(run.code, 3, "{way:?}");
        assert!(run.stderr.contains("a message of more than 64 MiB"), "{way:?}: {}", run.stderr);
    }
}

/// The slow scan runs in another process on the same store.
#[test]
fn other_commands_answer_while_a_server_is_slow() {
    let servers = OddServers::start();
    for (way, mode) in
        [(Way::Stdio, "drip"), (Way::HttpStateless, "comments-for-ever"), (Way::Http, "many-pages")]
    {
        let store = Store::with_demo();
        let reach = servers.reach(way, mode);
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
fn a_storm_of_changes_is_read_no_more_than_every_two_seconds() {
    std::thread::scope(|scope| {
        for way in WAYS {
            scope.spawn(move || {
                let (readings, elapsed) = readings_in_a_storm(way);
                println!("{way:?}: {readings} readings in {elapsed:?}");
                let most = 1 + elapsed.as_millis() / 2000;
                assert!(u128::from(readings) <= most, "{way:?}: {readings} readings in {elapsed:?}");
            });
        }
    });
}

/// Number of refreshes, at least two, and the time they took.
fn readings_in_a_storm(way: Way) -> (u32, Duration) {
    let servers = OddServers::start();
    let store = Store::new();
    let added = servers.add(&store, way, "storm");
    assert_eq!(added.code, 0, "{way:?}: {}", added.stderr);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    let begun = Instant::now();
    runtime.block_on(engine.scan_server(ServerKey { server: "odd".into() }, |_| {})).unwrap();
    // Each list contains its number; over HTTP the numbers continue from the previous scan.
    let number = || -> u32 {
        let raw = runtime.block_on(engine.tools_raw("")).unwrap().concat();
        raw.split("tool_").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let first = number();
    let last = wait_for(|| Some(number()).filter(|now| *now >= first + 2));
    let elapsed = begun.elapsed();
    runtime.block_on(engine.stop());
    (last - first, elapsed)
}

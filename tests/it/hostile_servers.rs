//! Servers that crash, send nonsense or violate the protocol: a clear error, and no data is lost.

use crate::odd_servers::{OddServers, TRANSPORTS, Transport};
use crate::support::{Store, tool_names, wait_for};

#[test]
fn a_result_that_is_no_list_is_reported() {
    let servers = OddServers::start();
    for (mode, said) in [
        ("tools-object", "did not list its tools: \"tools\" is an object, not a list"),
        ("tools-missing", "did not list its tools: the result has no tools"),
        ("result-list", "did not list its tools: the result is a list"),
        ("cursor-number", "did not list its tools: \"nextCursor\" is a number, not a string"),
        ("not-utf8", "bytes that are not UTF-8"),
    ] {
        for way in TRANSPORTS {
            let store = Store::new();
            let run = servers.add(&store, way, mode);
            assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
            assert!(run.stderr.contains(said), "{mode} {way:?}: {}", run.stderr);
            assert!(store.ok(&["servers"]).contains("failed"), "{mode} {way:?}");
        }
    }
}

/// The server did respond: waiting for the time-out and reporting silence would be misleading.
#[test]
fn a_response_that_is_not_json_is_not_reported_as_a_time_out() {
    let servers = OddServers::start();
    for mode in ["raw-nul", "cut-short"] {
        for way in TRANSPORTS {
            let store = Store::new();
            let run = servers.add_with_timeout(&store, way, mode, "5");
            assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
            let misled =
                ["did not respond", "closed the connection"].iter().find(|said| run.stderr.contains(**said));
            assert_eq!(misled, None, "{mode} {way:?}: {}", run.stderr);
        }
    }
}

#[test]
fn a_crash_during_listing_stores_no_partial_list() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        for mode in ["dies-in-list", "dies-on-page-two"] {
            let store = Store::new();
            assert_eq!(servers.add(&store, way, "good").code, 0, "{way:?}");
            let mut edit = vec!["edit".to_owned(), "odd".to_owned(), "--yes".to_owned()];
            edit.extend(servers.add_arguments(way, mode));
            let run = store.run(&edit.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
            assert!(run.stderr.contains("closed"), "{mode} {way:?}: {}", run.stderr);
            assert!(run.stderr.contains("The listed tools are from "), "{mode} {way:?}: {}", run.stderr);
            assert!(store.ok(&["servers"]).contains("failed, stale"), "{mode} {way:?}");
            assert_eq!(
                tool_names(&store.json(&["tools", "--json"])),
                ["get_note", "delete_note"],
                "{mode} {way:?}"
            );
        }
    }
}

#[test]
fn the_exit_code_before_the_handshake_is_reported() {
    let servers = OddServers::start();
    for (mode, said) in [("exits", "exited with code 7"), ("exits-well", "exited with code 0")] {
        let run = servers.add(&Store::new(), Transport::Stdio, mode);
        assert_eq!(run.code, 3, "{mode}");
        assert!(run.stderr.contains(said), "{mode}: {}", run.stderr);
    }
}

/// The child holds the pipes open, so they never close; it must not outlive the scan.
#[cfg(unix)]
#[test]
fn a_child_left_behind_by_a_server_is_killed() {
    let servers = OddServers::start();
    let run = servers.add_with_timeout(&Store::new(), Transport::Stdio, "forks-and-exits", "5");
    assert_eq!(run.code, 3, "{}", run.stderr);
    let child = run.stderr.split("child ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let child = child.unwrap_or_else(|| panic!("no child in {}", run.stderr));
    wait_for(|| (!std::path::Path::new(&format!("/proc/{child}/cwd")).exists()).then_some(()));
}

#[test]
fn a_handshake_with_wrong_types_is_rejected_with_a_short_message() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let run = servers.add(&Store::new(), way, "capabilities-list");
        assert_eq!(run.code, 3, "{way:?}: {}", run.stderr);
        // Debug output is not an error message, and `Method not found` belongs to another request.
        for innards in ["Some(", "CustomResult", "Object {", "-32601"] {
            assert!(!run.stderr.contains(innards), "{way:?}: {}", run.stderr);
        }
        let sentence = run.stderr.lines().find(|line| line.starts_with("odd: ")).unwrap();
        assert!(sentence.len() < 200, "{way:?}: {sentence}");
    }
}

/// The specification tells a client to disconnect if it does not support the server's version.
#[test]
fn an_unsupported_protocol_version_is_rejected() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let store = Store::new();
        let run = servers.add(&store, way, "version-9999");
        assert_eq!(run.code, 3, "{way:?}: {}", run.stderr);
        assert!(run.stderr.contains("9999"), "{way:?}: {}", run.stderr);
        assert!(!run.stderr.contains("ProtocolVersion("), "{way:?}: {}", run.stderr);
    }
}

#[test]
fn five_megabytes_of_instructions_do_not_prevent_listing() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let store = Store::new();
        let run = servers.add(&store, way, "long-instructions");
        assert_eq!(run.code, 0, "{way:?}: {}", run.stderr);
        assert!(run.stderr.len() < 2_000, "{way:?}");
        assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"], "{way:?}");
    }
}

/// A client that only lists tools offers no sampling, no roots and no elicitation.
#[test]
fn requests_of_the_server_are_declined_and_unmatched_responses_dropped() {
    let servers = OddServers::start();
    let store = Store::new();
    let run = servers.add(&store, Transport::Stdio, "asks-back");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
    let output = store.json(&["servers", "odd", "--json"])["output"].clone();
    let mut answers: Vec<_> = output.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    answers.sort_unstable();
    assert_eq!(
        answers,
        ["a: refused", r#"b: {"roots":[]}"#, r#"c: {"action":"decline"}"#, "d: refused", "e: {}"]
    );
}

#[test]
fn a_flood_on_standard_error_is_bounded() {
    let servers = OddServers::start();
    let store = Store::new();
    let run = servers.add(&store, Transport::Stdio, "stderr-flood");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let output = store.json(&["servers", "odd", "--json"])["output"].clone();
    let lengths: Vec<_> =
        output.as_array().unwrap().iter().map(|line| line.as_str().unwrap().len()).collect();
    assert!((1..=200).contains(&lengths.len()), "{} lines", lengths.len());
    assert!(lengths.iter().all(|length| *length <= 4096), "{lengths:?}");
}

//! Persistent connections: a server that exits is restarted, and one that stays down keeps its last tools.

use hintsmith_engine::dto::{ServerKey, ServerState};
use tokio::runtime::Runtime;

use crate::support::{ROOT, Store, wait_for};

#[test]
fn a_server_that_exits_is_restarted_and_its_new_tools_are_listed() {
    let store = Store::new();
    let count = store.path().join("count");
    let script = format!("{ROOT}/tests/servers/short-lived.mjs");
    store.ok(&["add", "short", "--yes", "--", "node", &script, count.to_str().unwrap()]);
    let runtime = Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    let key = || ServerKey { server: "short".into() };
    runtime.block_on(engine.servers.scan(key(), |_| {})).unwrap();
    let is_listed = |tool: &str| runtime.block_on(engine.tools.find_raw("")).unwrap().concat().contains(tool);
    assert!(is_listed("start_2"));
    wait_for(|| is_listed("start_4").then_some(()));
    // A stopped engine starts no server.
    runtime.block_on(engine.stop());
    let starts = std::fs::read(&count).unwrap().len();
    assert!(runtime.block_on(engine.servers.scan(key(), |_| {})).is_err());
    assert_eq!(std::fs::read(&count).unwrap().len(), starts);
}

#[test]
fn an_unreachable_server_keeps_its_last_tools_marked_as_stale() {
    let store = Store::new();
    let script = store.path().join("server.mjs");
    std::fs::copy(format!("{ROOT}/tests/servers/telling.mjs"), &script).unwrap();
    store.ok(&["add", "gone", "--yes", "--", "node", script.to_str().unwrap()]);
    let runtime = Runtime::new().unwrap();
    let engine = store.live_engine(&runtime);
    std::fs::write(&script, "process.exit(1)").unwrap();
    let key = ServerKey { server: "gone".into() };
    let report = runtime.block_on(engine.servers.scan(key, |_| {})).unwrap();
    assert_eq!(
        (report.server.state, report.server.stale, report.server.tools),
        (ServerState::Failed, true, 1)
    );
    let read_at = report.server.scanned_at.unwrap();

    // Reconnects are automatic, and refresh the tools.
    std::fs::copy(format!("{ROOT}/tests/servers/telling.mjs"), &script).unwrap();
    let server = || runtime.block_on(engine.servers.list()).unwrap().remove(0);
    wait_for(|| Some(server()).filter(|server| server.live && !server.stale));
    assert!(server().scanned_at.unwrap() >= read_at);
    runtime.block_on(engine.stop());
}

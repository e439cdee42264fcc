//! Many concurrent clients: each gets its own responses, and no process is left.

use tokio::task::JoinSet;

use crate::program::GatewayProgram;
use crate::scripted_server::ScriptedProcess;

const CLIENTS: usize = 200;
const CALLS: usize = 10;

/// Answers every call with its params and the process id, until stdin ends.
async fn echo(mut process: ScriptedProcess) -> u32 {
    loop {
        let line = process.read_line().await;
        if line.is_empty() {
            return process.pid;
        }
        let Some(members) = hintsmith_core::text::json::Members::parse(&line).ok() else { continue };
        let (Some(id), Some(params)) = (members.get("id"), members.get("params")) else { continue };
        let result = match members.get("method").map(|method| method.get()) {
            Some("\"initialize\"") => r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}"#.to_owned(),
            Some("\"server/discover\"") => r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#.to_owned(),
            _ => format!(r#"{{"pid":{},"heard":{}}}"#, process.pid, params.get()),
        };
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.get())).await;
    }
}

fn is_alive(pid: u32) -> bool {
    std::path::Path::new(&format!("/proc/{pid}")).exists()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_sessions_get_their_own_responses_and_leave_no_process() {
    let program = std::sync::Arc::new(GatewayProgram::start().await);
    let mut clients = JoinSet::new();
    for who in 0..CLIENTS {
        let program = std::sync::Arc::clone(&program);
        clients.spawn(async move {
            let mut client = program.open_session().await;
            let mut server = None;
            for call in 0..CALLS {
                // All clients use the same ids; only the arguments tell the responses apart.
                let params = format!(r#"{{"name":"t","arguments":{{"who":{who},"call":{call}}}}}"#);
                let answer = client
                    .post(&format!(
                        r#"{{"jsonrpc":"2.0","id":{call},"method":"tools/call","params":{params}}}"#
                    ))
                    .await
                    .body;
                let (start, rest) = answer.split_once(r#""pid":"#).unwrap_or_else(|| panic!("{answer}"));
                let (pid, heard) = rest.split_once(',').unwrap();
                assert_eq!(start, format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{"#));
                assert_eq!(heard, format!(r#""heard":{params}}}}}"#), "somebody else's answer");
                assert_eq!(*server.get_or_insert(pid.to_owned()), pid, "another session's process");
            }
            server.unwrap()
        });
    }
    let mut servers = JoinSet::new();
    for _ in 0..CLIENTS {
        servers.spawn(echo(program.server.next_process().await));
    }
    let mut used: Vec<String> = clients.join_all().await;
    used.sort_unstable();
    used.dedup();
    assert_eq!(used.len(), CLIENTS, "two sessions had one process");
    program.terminate();
    let program = std::sync::Arc::into_inner(program).expect("every client is done");
    program.wait_for_exit().await;
    for pid in servers.join_all().await {
        assert!(!is_alive(pid), "{pid} is left");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_clients_of_one_server_get_their_own_responses() {
    let program = std::sync::Arc::new(GatewayProgram::start().await);
    let mut clients = JoinSet::new();
    for who in 0..CLIENTS {
        let program = std::sync::Arc::clone(&program);
        clients.spawn(async move {
            let mut connection = program.connect().await;
            for call in 0..CALLS {
                let params = format!(
                    r#"{{"name":"t","arguments":{{"who":{who},"call":{call}}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}"#
                );
                let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
                let answer = program.stateless_call(&mut connection, "t", &message).await.body;
                assert!(answer.ends_with(&format!(r#""heard":{params}}}}}"#)), "{answer}");
            }
        });
    }
    let server = tokio::spawn(echo(program.server.next_process().await));
    clients.join_all().await;
    program.terminate();
    let program = std::sync::Arc::into_inner(program).expect("every client is done");
    program.server.assert_none_started().await;
    program.wait_for_exit().await;
    assert!(!is_alive(server.await.unwrap()));
}

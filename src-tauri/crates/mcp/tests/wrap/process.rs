//! The proxy with a real server process: its messages, its exit status, and the end of its process group.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::ToolPolicy;
use hintsmith_mcp::wrap::{CloseReason, ProxyExit, ProxyLimits, Session, run};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::support::WithholdingPolicy;

/// Returns the command of the scripted server, which `cargo test` builds next to this test.
fn scripted_server(script: &str, name: &str) -> (Command, PathBuf) {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().with_file_name("examples").join("proxy");
    assert!(program.exists(), "build it with `cargo build -p hintsmith-mcp --example proxy`");
    let file = std::env::temp_dir().join(format!("hintsmith-{name}-{}", std::process::id()));
    std::fs::write(&file, script).unwrap();
    let arguments = vec!["scripted".to_owned(), file.to_str().unwrap().to_owned()];
    (command(program.to_str().unwrap(), arguments), file)
}

fn command(program: &str, arguments: Vec<String>) -> Command {
    Command::new(program, arguments)
}

fn start(
    command: Command,
    limits: ProxyLimits,
) -> (DuplexStream, BufReader<DuplexStream>, CancellationToken, JoinHandle<ProxyExit>) {
    let ((from_client, input), (output, to_client)) = (duplex(64 << 10), duplex(64 << 10));
    let stop = CancellationToken::new();
    let told = stop.clone();
    let task = tokio::spawn(async move {
        let served: Arc<dyn ToolPolicy> = Arc::new(WithholdingPolicy(&["delete"]));
        let (_states, served) = watch::channel(served);
        run(&command, &Session::new(served), (input, output), limits, &told).await.unwrap()
    });
    (from_client, BufReader::new(to_client), stop, task)
}

async fn read_line(reader: &mut BufReader<DuplexStream>) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).await.unwrap();
    line.trim_end().to_owned()
}

#[tokio::test]
async fn calls_of_a_withheld_tool_never_reach_the_process() {
    let script = "? tools/list\n< {\"id\":$ID,\"x\":1.0,\"result\":{\"tools\":[{\"name\":\"a\",\"fix\":1},{\"name\":\"delete\"}]}}\n\
                  ? \"count\"\n< {\"id\":$ID,\"result\":{\"count\":$COUNT}}\n";
    let (command, file) = scripted_server(script, "spy");
    let (mut writer, mut reader, _stop, task) = start(command, ProxyLimits::default());
    writer.write_all(b"{\"id\":1,\"method\":\"tools/list\"}\n").await.unwrap();
    assert_eq!(
        read_line(&mut reader).await,
        r#"{"id":1,"x":1.0,"result":{"tools":[{"name":"a","fixed":1}]}}"#
    );
    for _ in 0..10 {
        writer
            .write_all(b"{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"delete\"}}\n")
            .await
            .unwrap();
        assert!(read_line(&mut reader).await.contains("Unknown tool: delete"));
    }
    writer.write_all(b"{\"id\":3,\"method\":\"count\"}\n").await.unwrap();
    assert_eq!(read_line(&mut reader).await, r#"{"id":3,"result":{"count":1}}"#);
    drop(writer);
    let ended = task.await.unwrap();
    assert_eq!((ended.reason, ended.status.unwrap().code()), (CloseReason::ClientClosed, Some(0)));
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn server_exit_during_a_call_returns_an_error_with_its_status() {
    let (command, file) = scripted_server("? tools/call\n| {\"id\":1,\"resu\n! 3\n", "dies");
    let (mut writer, mut reader, _stop, task) = start(command, ProxyLimits::default());
    writer.write_all(b"{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}\n").await.unwrap();
    let answer: serde_json::Value = serde_json::from_str(&read_line(&mut reader).await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&1.into(), &(-32603).into()));
    assert!(answer["error"]["message"].as_str().unwrap().contains("exit status: 3"), "{answer}");
    let ended = task.await.unwrap();
    assert_eq!((ended.reason, ended.status.unwrap().code()), (CloseReason::ServerClosed, Some(3)));
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
#[cfg(unix)]
async fn exit_status_is_reported_after_the_server_closes_its_output() {
    let script = "exec >&-; cat >/dev/null; exit 7";
    let (_writer, _reader, _stop, task) =
        start(command("sh", vec!["-c".into(), script.into()]), ProxyLimits::default());
    let ended = task.await.unwrap();
    assert_eq!((ended.reason, ended.status.unwrap().code()), (CloseReason::ServerClosed, Some(7)));
}

/// A server that ignores signals and its input, with a child that does too. Both hold the pipe open until they exit.
#[cfg(target_os = "linux")]
fn stubborn_server(pipe: &std::io::PipeWriter) -> Command {
    use std::os::fd::AsRawFd;
    let hold = format!("exec 9>/proc/$PPID/fd/{}", pipe.as_raw_fd());
    let script = format!(
        r#"trap '' TERM INT; {hold}; sleep 1000 & echo '{{"method":"ready"}}'; while :; do sleep 1000; done"#
    );
    command("sh", vec!["-c".to_owned(), script])
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn process_group_ends_on_disconnect_and_on_stop() {
    let bounds = ProxyLimits { shutdown_grace: Duration::from_millis(50), ..ProxyLimits::default() };
    for stops in [true, false] {
        let (mut held, holding) = std::io::pipe().unwrap();
        let (writer, mut reader, stop, task) = start(stubborn_server(&holding), bounds);
        assert_eq!(read_line(&mut reader).await, r#"{"method":"ready"}"#);
        drop(holding);
        if stops {
            stop.cancel()
        } else {
            drop(writer)
        }
        let ended = task.await.unwrap();
        assert_eq!(ended.reason, if stops { CloseReason::Stopped } else { CloseReason::ClientClosed });
        assert_eq!(ended.status.unwrap().code(), None, "it was killed");
        // Returns when the last process that holds the pipe has exited, and hangs while one is left.
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut held, &mut rest).unwrap();
    }
}

//! One message is one line: bytes queued for a client or written to a server's pipe contain no line break, and
//! valid JSON keeps its value.

use serde_json::Value;

pub fn run(data: &[u8]) {
    let line = hintsmith_mcp::fuzzing::queue_message(data);
    assert_eq!(line.len(), data.len());
    assert!(!line.contains(&b'\n') && !line.contains(&b'\r'), "a line break survives");
    if let Ok(value) = serde_json::from_slice::<Value>(data) {
        assert_eq!(serde_json::from_slice::<Value>(&line).ok(), Some(value), "the value changed");
    }
}

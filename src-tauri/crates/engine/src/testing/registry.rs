//! A registry on this machine, for recordings of a page that browses one.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::OnceLock;

use serde_json::{Value, json};

/// The address in the recordings.
pub const RECORDED: &str = "https://registry.example.com";

/// The address of the registry, which runs from the first time it is asked for.
pub fn url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || listener.incoming().flatten().for_each(respond));
        url
    })
}

fn respond(mut stream: TcpStream) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let path = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let is_list = path.contains("/servers?");
    let body = match is_list {
        true if path.contains("cursor=") => json!({ "servers": [old_entry()], "metadata": {} }),
        true if path.contains("search=nothing") => json!({ "servers": [], "metadata": {} }),
        true => json!({ "servers": [notes_entry(), old_entry()], "metadata": { "nextCursor": "page-2" } }),
        false => notes_entry(),
    };
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
}

/// An entry with a package, a remote and a bundle, which cannot be added.
fn notes_entry() -> Value {
    json!({ "server": {
        "name": "io.github.acme/notes",
        "title": "Acme Notes",
        "description": "Read and write the notes of Acme\u{202e}.",
        "version": "1.4.0",
        "packages": [
            {
                "registryType": "npm",
                "identifier": "@acme/notes-mcp",
                "version": "1.4.0",
                "transport": { "type": "stdio" },
                "packageArguments": [
                    { "type": "named", "name": "--region", "value": "{region}", "variables": {
                        "region": { "default": "eu", "choices": ["eu", "us"] },
                    } },
                ],
                "environmentVariables": [
                    { "name": "ACME_TOKEN", "description": "From your account page.", "isSecret": true, "isRequired": true },
                ],
            },
            { "registryType": "mcpb", "identifier": "https://acme.example/notes.mcpb", "transport": { "type": "stdio" } },
        ],
        "remotes": [{ "type": "streamable-http", "url": "https://mcp.acme.example/mcp" }],
    }, "_meta": { "com.pulsemcp/server-version": { "remotes[0]": { "tools": [
        { "name": "get_note\u{202e}", "description": "Get a note.", "annotations": { "readOnlyHint": true } },
        { "name": "delete_note", "annotations": { "destructiveHint": true } },
        { "name": "plain" },
    ] } } } })
}

fn old_entry() -> Value {
    json!({
        "server": { "name": "io.github.acme/old", "description": "What was there before.", "version": "0.1.0" },
        "_meta": { "io.modelcontextprotocol.registry/official": {
            "status": "deprecated",
            "statusMessage": "use io.github.acme/notes",
        } },
    })
}

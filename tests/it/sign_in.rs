//! OAuth sign-in: a real authorization server, a scripted browser, and servers that lie about where to sign in.

mod api;
mod browser;
mod servers;

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Run, Store, tool_names};
use crate::wrap::StdioClient;
use browser::{Browser, host, query_param};
use servers::{Login, Servers, sign_in};

const TOOLS: [&str; 3] = ["get_note", "delete_note", "list_notes"];

fn server_state(store: &Store) -> Value {
    store.json(&["servers", "--json"])[0]["state"].clone()
}

fn tool_names_of(store: &Store) -> Vec<String> {
    tool_names(&store.json(&["tools", "--json"]))
}

fn assert_sign_in_required(store: &Store, run: &Run) {
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("notes: the server requires sign-in\n"), "{}", run.stderr);
    assert!(run.stderr.contains("Sign in with `hintsmith login notes`."), "{}", run.stderr);
    assert_eq!(server_state(store), "needsSignIn");
}

fn list_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { list_files(&path) } else { vec![path] }).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_protected_server_requires_sign_in() {
    let (servers, store) = (Servers::start(), Store::new());
    assert_sign_in_required(&store, &servers.add(&store));
    assert!(store.ok(&["servers"]).contains("needs sign-in"));
    assert!(tool_names_of(&store).is_empty());
}

#[test]
fn signing_in_reads_the_tools() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.add(&store);
    let login = Login::start(&store);
    assert_eq!(host(&login.authorization_url), host(&servers.address("first")));
    for (name, expected) in
        [("code_challenge_method", "S256"), ("response_type", "code"), ("resource", &servers.address("mcp"))]
    {
        assert_eq!(
            query_param(&login.authorization_url, name).as_deref(),
            Some(expected),
            "{}",
            login.authorization_url
        );
    }
    let back = query_param(&login.authorization_url, "redirect_uri").unwrap();
    assert!(back.starts_with("http://127.0.0.1:"), "{back}");
    let page = Browser::default().follow(&login.authorization_url);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("You are signed in to Hintsmith."), "{}", page.body);
    assert!(page.headers.contains("Content-Security-Policy: default-src 'none'"), "{}", page.headers);

    let run = login.wait();
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    assert!(run.stderr.contains("signed in to notes\nnotes: 3 tools (3 new"), "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);
    assert_eq!(server_state(&store), "ready");
    let registered = servers.requests("first").into_iter().find(|request| request["url"] == "/reg").unwrap();
    assert!(registered["body"].as_str().unwrap().contains(r#""client_name":"Hintsmith""#), "{registered}");
}

#[test]
fn tokens_are_in_the_secret_store_and_nowhere_else() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.add(&store);
    let run = sign_in(&store);
    let tokens = servers.tokens("first");
    assert_eq!(tokens.len(), 2, "an access token and a refresh token");
    let shown =
        [run.stdout, run.stderr, store.ok(&["servers", "notes"]), store.ok(&["servers", "notes", "--json"])];
    for token in &tokens {
        for path in list_files(store.path()) {
            assert!(!contains(&std::fs::read(&path).unwrap(), token), "{}", path.display());
        }
        assert!(shown.iter().all(|text| !text.contains(token)), "{shown:?}");
    }
    store.ok(&["scan"]);
    assert!(servers.received_tokens(0).last().unwrap().ends_with(&tokens[0]));

    std::fs::remove_file(store.data_dir().join("secrets.vault")).unwrap();
    assert_sign_in_required(&store, &store.run(&["scan"]));
}

#[test]
fn an_expired_token_is_refreshed_without_asking() {
    // A token is refreshed half a minute before it expires, and when the server rejects it earlier.
    for (lifetime, forgotten) in [(25, false), (3600, true)] {
        let mut servers = Servers::start();
        servers.set("first", json!({"lifetime": lifetime}));
        let store = servers.signed_in_store();
        if forgotten {
            assert_eq!(servers.token_requests("first").len(), 1, "nothing to refresh yet");
            servers.forget("first", "AccessToken");
        }
        let before = servers.token_requests("first").len();
        let run = store.run(&["scan"]);
        assert_eq!(run.code, 0, "{lifetime}: {}", run.stderr);
        assert_eq!(server_state(&store), "ready");
        let asked = servers.token_requests("first").split_off(before);
        assert!(!asked.is_empty(), "{lifetime}");
        assert!(asked.iter().all(|body| body.contains("grant_type=refresh_token")), "{asked:?}");
        // The refreshed tokens were stored, too.
        assert_eq!(store.run(&["scan"]).code, 0, "{lifetime}");
    }
}

#[test]
fn a_revoked_sign_in_is_required_again_and_tools_are_kept() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    servers.forget("first", "AccessToken");
    servers.forget("first", "RefreshToken");
    let run = store.run(&["scan"]);
    assert_sign_in_required(&store, &run);
    assert!(run.stderr.contains("The listed tools are from "), "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);

    assert_eq!(sign_in(&store).code, 0);
    assert_eq!(server_state(&store), "ready");
}

#[test]
fn a_missing_scope_is_requested() {
    let mut servers = Servers::start();
    servers.set("mcp", json!({"listing": "tools:read", "named": "mcp tools:read"}));
    let store = Store::new();
    servers.add(&store);
    let first = Login::start(&store);
    assert_eq!(query_param(&first.authorization_url, "scope").as_deref(), Some("mcp"));
    Browser::default().follow(&first.authorization_url);
    assert_sign_in_required(&store, &first.wait());

    let second = Login::start(&store);
    assert_eq!(query_param(&second.authorization_url, "scope").as_deref(), Some("mcp tools:read"));
    Browser::default().follow(&second.authorization_url);
    let run = second.wait();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);
}

/// A challenge names the scopes of one operation; without the granted ones each sign-in would revoke the one before
/// (SEP-2350).
#[test]
fn a_missing_scope_is_added_to_the_granted_ones() {
    let mut servers = Servers::start();
    servers.set("mcp", json!({"listing": "tools:read", "named": "tools:read"}));
    let store = Store::new();
    servers.add(&store);
    assert_sign_in_required(&store, &sign_in(&store));
    let login = Login::start(&store);
    let scopes = query_param(&login.authorization_url, "scope").unwrap();
    assert!(scopes.split(' ').any(|scope| scope == "tools:read"), "{scopes}");
    assert!(scopes.split(' ').any(|scope| scope == "mcp"), "{scopes}");
    Browser::default().follow(&login.authorization_url);
    let run = login.wait();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);
}

/// Adds the protected server with a pre-registered client.
fn add_preset(servers: &Servers, store: &Store) -> Run {
    let mut command = store.command(&["add", "notes", "--yes", "--client-id", "preset-client", "--url"]);
    command.arg(servers.address("mcp")).env("HINTSMITH_CLIENT_SECRET", PRESET_SECRET);
    Run::from_output(command.output().unwrap())
}

/// Signs in with that client as a user who knows its issuer.
fn login_preset(servers: &Servers, store: &Store) -> Login {
    let issuer = servers.address("first");
    Login::spawn(&mut store.command(&["login", "notes", "--print", "--issuer", &issuer]))
}

fn sign_in_preset(servers: &Servers, store: &Store) {
    let login = login_preset(servers, store);
    Browser::default().follow(&login.authorization_url);
    let run = login.wait();
    assert_eq!(run.code, 0, "{}", run.stderr);
}

const PRESET_SECRET: &str = "preset-client-s3cret";
const PRESET_BASIC: &str = "Basic cHJlc2V0LWNsaWVudDpwcmVzZXQtY2xpZW50LXMzY3JldA==";

#[test]
fn a_pre_registered_client_needs_no_registration() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.set("first", json!({"registers": false}));
    assert_sign_in_required(&store, &add_preset(&servers, &store));
    let login = login_preset(&servers, &store);
    assert_eq!(query_param(&login.authorization_url, "client_id").as_deref(), Some("preset-client"));
    assert!(!login.authorization_url.contains(PRESET_SECRET));
    Browser::default().follow(&login.authorization_url);
    let run = login.wait();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);

    // Refreshing needs the secret again.
    servers.forget("first", "AccessToken");
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(servers.token_requests("first").last().unwrap().contains("grant_type=refresh_token"));
    assert!(servers.requests("first").iter().all(|request| request["url"] != "/reg"));
    for path in list_files(store.path()) {
        assert!(!contains(&std::fs::read(&path).unwrap(), PRESET_SECRET), "{}", path.display());
    }
}

/// Asserts that no stored token is sent to the server any more.
fn assert_signed_out(servers: &mut Servers, store: &Store, request: impl Fn(&Store) -> Run) {
    let before = servers.requests("mcp").len();
    assert_sign_in_required(store, &request(store));
    assert_eq!(servers.received_tokens(before), [""; 0]);
}

#[test]
fn signing_out_forgets_the_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    let run = store.run(&["logout", "notes"]);
    assert_eq!((run.code, &*run.stderr), (0, "signed out of notes\n"));
    assert_signed_out(&mut servers, &store, |store| store.run(&["scan"]));
    assert_eq!(tool_names_of(&store), TOOLS);
}

#[test]
fn signing_out_of_a_disabled_server_forgets_the_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    store.ok(&["disable", "notes"]);
    let run = store.run(&["logout", "notes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    store.ok(&["enable", "notes"]);
    assert_signed_out(&mut servers, &store, |store| store.run(&["scan"]));
}

#[test]
fn removing_a_server_forgets_its_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    store.ok(&["remove", "notes", "--yes"]);
    let address = servers.address("mcp");
    assert_signed_out(&mut servers, &store, |store| store.run(&["add", "notes", "--yes", "--url", &address]));
}

/// Everything that can be learned from the requests that a server received.
fn requests_as_text(servers: &mut Servers, server: &str) -> String {
    Value::from(servers.requests(server)).to_string()
}

#[test]
fn tokens_are_never_shown_to_another_authorization_server() {
    let mut servers = Servers::start();
    servers.set("first", json!({"lifetime": 25}));
    let store = servers.signed_in_store();
    let second = servers.address("second");
    servers.set("mcp", json!({"issuer": second}));
    let before = servers.requests("mcp").len();
    assert_sign_in_required(&store, &store.run(&["scan"]));
    assert_eq!(servers.received_tokens(before), [""; 0]);
    assert_eq!(tool_names_of(&store), TOOLS);

    // Signing in at the second one is a separate sign-in.
    let run = sign_in(&store);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(store.run(&["scan"]).code, 0);
    let (tokens, learned) = (servers.tokens("first"), requests_as_text(&mut servers, "second"));
    assert!(!tokens.is_empty() && learned.contains("grant_type=authorization_code"));
    // The protected server's own introspection requests contain only tokens of the second one.
    assert!(tokens.iter().all(|token| !learned.contains(token.as_str())));
}

/// The secret belongs to the issuer that the client is registered with: an MCP server must not be able to redirect
/// it.
#[test]
fn the_secret_of_a_client_is_never_shown_to_another_authorization_server() {
    let (mut servers, store) = (Servers::start(), Store::new());
    add_preset(&servers, &store);
    sign_in_preset(&servers, &store);
    let second = servers.address("second");
    servers.set("mcp", json!({"issuer": second}));
    assert_sign_in_required(&store, &store.run(&["scan"]));
    let login = Login::start(&store);
    if !login.authorization_url.is_empty() {
        Browser::default().follow(&login.authorization_url);
    }
    let run = login.wait();
    let learned = requests_as_text(&mut servers, "second");
    assert!(!learned.contains(PRESET_SECRET) && !learned.contains(PRESET_BASIC));
    assert_eq!(run.code, 3, "{}", run.stderr);
}

/// The refresh tokens that a server has issued.
fn refresh_tokens(servers: &mut Servers, server: &str) -> Vec<String> {
    // As many access tokens as refresh tokens, access tokens first.
    let mut tokens = servers.tokens(server);
    assert!(tokens.len() >= 2);
    tokens.split_off(tokens.len() / 2)
}

/// rmcp then uses `/token` of the MCP server itself, and compares issuers only if both are known.
#[test]
fn a_server_that_stops_publishing_metadata_gets_neither_refresh_token_nor_secret() {
    let (mut servers, store) = (Servers::start(), Store::new());
    add_preset(&servers, &store);
    sign_in_preset(&servers, &store);
    servers.forget("first", "AccessToken");
    servers.set("mcp", json!({"unpublished": true}));
    // It is refreshed at its issuer.
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(servers.token_requests("first").last().unwrap().contains("grant_type=refresh_token"));
    assert_login_fails(&store, "no metadata", "but the client belongs to");

    let (refresh_tokens, learned) =
        (refresh_tokens(&mut servers, "first"), requests_as_text(&mut servers, "mcp"));
    assert!(refresh_tokens.iter().all(|token| !learned.contains(token.as_str())));
    assert!(!learned.contains(PRESET_SECRET) && !learned.contains(PRESET_BASIC));
    assert!(servers.requests("mcp").iter().all(|request| request["url"] != "/token"));
}

/// The MCP server names the authorization server, and could name itself.
#[test]
fn a_client_secret_is_not_sent_before_its_issuer_is_confirmed() {
    let (mut servers, store) = (Servers::start(), Store::new());
    assert_sign_in_required(&store, &add_preset(&servers, &store));
    let first = servers.address("first");
    assert_login_fails(
        &store,
        "no issuer",
        &format!("the client secret would be sent to the unconfirmed issuer {first}"),
    );
    let elsewhere = ["login", "notes", "--print", "--issuer", "https://as.example"];
    let login = Login::spawn(&mut store.command(&elsewhere));
    assert_eq!(login.authorization_url, "");
    assert_eq!(login.wait().code, 3);
    assert!(servers.token_requests("first").is_empty());
    // A confirmed issuer is remembered.
    sign_in_preset(&servers, &store);
    store.ok(&["logout", "notes"]);
    assert_eq!(sign_in(&store).code, 0);
}

#[test]
fn a_client_secret_is_not_sent_to_a_server_that_publishes_no_metadata() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.set("mcp", json!({"unpublished": true}));
    assert_sign_in_required(&store, &add_preset(&servers, &store));
    assert_login_fails(&store, "no metadata", "does not publish its issuer");
}

/// RFC 8414 section 3.3: the author of the document claims to be the issuer of the tokens.
#[test]
fn metadata_at_a_wrong_url_gets_neither_page_nor_tokens() {
    let mut servers = Servers::start();
    let store = Store::new();
    add_preset(&servers, &store);
    sign_in_preset(&servers, &store);
    let refresh_tokens = refresh_tokens(&mut servers, "first");
    servers.forget("first", "AccessToken");
    let (first, liar) = (servers.address("first"), servers.address("liar"));
    servers.set("liar", json!({"location": "/.well-known/elsewhere", "metadata": {"issuer": first}}));
    servers.set("mcp", json!({"issuer": format!("{liar}/.well-known/elsewhere")}));
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("issuer mismatch"), "{}", run.stderr);
    assert_login_fails(&store, "elsewhere", "issuer mismatch");
    let learned = requests_as_text(&mut servers, "liar");
    assert!(refresh_tokens.iter().all(|token| !learned.contains(token.as_str())));
    assert!(!learned.contains(PRESET_SECRET) && !learned.contains(PRESET_BASIC));
    assert!(servers.token_requests("liar").is_empty());
}

/// Mix-up attack: the page of a trusted provider, and the code goes to another party.
#[test]
fn a_mix_up_of_endpoints_gets_no_code() {
    let (mut servers, store) = store_with_lying_server();
    let page = format!("{}/auth", servers.address("first"));
    servers.set("liar", json!({"metadata": {"authorization_endpoint": page}}));
    assert_login_fails(&store, "mix-up", "combines the sign-in page of");
    assert!(servers.token_requests("liar").is_empty());
}

/// A token is bound to one URL; a server at another URL could use it there.
#[test]
fn tokens_are_not_sent_to_a_new_url_of_the_server() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    let (mut elsewhere, issuer) = (Servers::start(), servers.address("first"));
    elsewhere.set("mcp", json!({"issuer": issuer}));
    let run = store.run(&["edit", "notes", "--yes", "--url", &elsewhere.address("mcp")]);
    assert_eq!(elsewhere.received_tokens(0), [""; 0]);
    assert_sign_in_required(&store, &run);
    assert!(!servers.tokens("first").is_empty());
}

/// Asserts that a login fails with a short message and a hint, and prints no page to open.
fn assert_login_fails(store: &Store, what: &str, said: &str) {
    let login = Login::start(store);
    assert!(login.authorization_url.is_empty(), "{what}: {:.200}", login.authorization_url);
    let run = login.wait();
    assert_eq!((run.code, &*run.stdout), (3, ""), "{what}: {}", run.stderr);
    assert!(
        run.stderr.starts_with("hintsmith: notes: ") && run.stderr.contains(said),
        "{what}: {}",
        run.stderr
    );
    assert!(run.stderr.lines().count() >= 2, "{what}: no advice: {}", run.stderr);
    assert!(!run.stderr.contains(['\u{1b}', '\u{202e}']), "{what}: {}", run.stderr);
    assert!(run.stderr.len() < 1000, "{what}: {} bytes are no sentence", run.stderr.len());
}

/// The protected server names a server that lies, and no user has signed in.
fn store_with_lying_server() -> (Servers, Store) {
    let (mut servers, store) = (Servers::start(), Store::new());
    let liar = servers.address("liar");
    servers.set("mcp", json!({"issuer": liar}));
    assert_sign_in_required(&store, &servers.add(&store));
    (servers, store)
}

#[test]
fn an_invalid_authorization_server_gets_no_page_opened() {
    let (mut servers, store) = store_with_lying_server();
    let page = "the sign-in page of the server is not a safe URL";
    let (mismatch, unusable) = ("issuer mismatch", "none published usable metadata");
    for (metadata, said) in [
        (json!({"authorization_endpoint": "javascript:alert(1)//"}), page),
        (json!({"authorization_endpoint": "file:///etc/passwd"}), page),
        (json!({"authorization_endpoint": "data:text/html,<script>alert(1)</script>"}), page),
        (json!({"authorization_endpoint": "ms-settings:privacy"}), page),
        (json!({"authorization_endpoint": "http://sign-in.example/authorize"}), page),
        (json!({"authorization_endpoint": "-flag"}), page),
        (json!({"authorization_endpoint": "$(id)"}), page),
        (
            json!({"authorization_endpoint": format!("https://sign-in.example/{}", "a".repeat(1 << 20))}),
            "exceeds",
        ),
        (json!({"authorization_endpoint": 42}), unusable),
        (json!({"issuer": servers.address("first")}), mismatch),
        (json!({"issuer": "\u{1b}[31m\u{202e}"}), mismatch),
        (json!({"issuer": null}), "missing required issuer"),
        (json!({"code_challenge_methods_supported": ["plain"]}), "(S256)"),
        (json!({"registration_endpoint": "https://169.254.169.254/register"}), "address not allowed"),
        (json!({"registration_endpoint": "http://sign-in.example/register"}), "does not use https"),
    ] {
        servers.set("liar", json!({"metadata": metadata}));
        assert_login_fails(&store, &format!("{metadata:.100}"), said);
    }
    servers.set("liar", json!({"metadata": {}, "moved": servers.address("first")}));
    assert_login_fails(&store, "moved", "redirect to non-same-origin URL rejected");
    for (settings, said) in [
        (json!({"resource": "https://bank.example/mcp"}), "resource mismatch"),
        (json!({"resource": servers.address("mcp"), "issuer": "file:///etc/passwd"}), unusable),
        (json!({"issuer": "http://169.254.169.254"}), unusable),
    ] {
        servers.set("mcp", settings.clone());
        assert_login_fails(&store, &settings.to_string(), said);
    }
}

/// It fits within the limit for metadata (1 MiB).
#[test]
fn an_overlong_authorization_url_is_not_opened() {
    let (mut servers, store) = store_with_lying_server();
    let endless = format!("{}/{}", servers.address("liar"), "a".repeat(500_000));
    servers.set("liar", json!({"metadata": {"authorization_endpoint": endless}}));
    assert_login_fails(&store, "endless", "");
}

/// `https://bank.example@sign-in.example` looks like the bank's page.
#[test]
fn an_authorization_url_with_user_info_is_not_opened() {
    let (mut servers, store) = store_with_lying_server();
    let deceptive = "https://bank.example@sign-in.example/authorize";
    servers.set("liar", json!({"metadata": {"authorization_endpoint": deceptive}}));
    assert_login_fails(&store, deceptive, "");
}

/// The specification requires https for all endpoints; loopback is the exception.
#[test]
fn tokens_are_not_requested_without_https() {
    let (mut servers, store) = store_with_lying_server();
    for endpoint in ["http://sign-in.example/token", "javascript:alert(1)"] {
        servers.set("liar", json!({"metadata": {"token_endpoint": endpoint}}));
        assert_login_fails(&store, endpoint, "");
    }
}

#[test]
fn foreign_requests_to_the_callback_do_not_end_the_sign_in() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::start(&store);
    let back = query_param(&login.authorization_url, "redirect_uri").unwrap();
    let (state, base) =
        (query_param(&login.authorization_url, "state").unwrap(), format!("http://{}", host(&back)));
    let mut other_program = Browser::default();
    for path in [
        "/".to_owned(),
        "/callback".to_owned(),
        "/callback?code=stolen".to_owned(),
        "/callback?code=stolen&state=guessed".to_owned(),
        "/callback?error=access_denied&state=guessed".to_owned(),
        "/callback?state=guessed&error=<script>alert(1)</script>".to_owned(),
        format!("/elsewhere?code=stolen&state={state}"),
        format!("/callback/elsewhere?code=stolen&state={state}"),
    ] {
        let page = other_program.get(&format!("{base}{path}"));
        assert_eq!(page.status, 404, "{path}");
        assert!(!page.body.contains("alert"), "{path}: {}", page.body);
    }
    let page = Browser::default().follow(&login.authorization_url);
    assert!(page.body.contains("You are signed in"), "{}", page.body);
    assert_eq!(login.wait().code, 0);
    assert_eq!(tool_names_of(&store), TOOLS);
}

/// Browsers open connections ahead of need and send nothing on them. Read one after the other, these would take
/// longer than the browser waits.
#[test]
fn idle_connections_do_not_block_the_sign_in() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::start(&store);
    let back = query_param(&login.authorization_url, "redirect_uri").unwrap();
    let idle: Vec<_> = (0..30).map(|_| TcpStream::connect(host(&back)).unwrap()).collect();
    let page = Browser::default().follow(&login.authorization_url);
    assert!(page.body.contains("You are signed in"), "{}", page.body);
    drop(idle);
    assert_eq!(login.wait().code, 0);
}

#[test]
fn a_denied_sign_in_is_explained() {
    let mut servers = Servers::start();
    servers.set("first", json!({"refuses": true}));
    let store = Store::new();
    servers.add(&store);
    let login = Login::start(&store);
    let page = Browser::default().follow(&login.authorization_url);
    assert!(page.body.contains("The sign-in was denied."), "{}", page.body);
    let run = login.wait();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("notes: the sign-in was denied: the person said no\n"), "{}", run.stderr);
    assert!(run.stderr.contains("Sign in again and allow access"), "{}", run.stderr);
    assert_eq!(server_state(&store), "needsSignIn");
    assert!(servers.token_requests("first").is_empty());
}

/// The redirect may come from any party (RFC 9207).
#[test]
fn a_redirect_with_another_issuer_is_rejected() {
    let mut servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::start(&store);
    let back = query_param(&login.authorization_url, "redirect_uri").unwrap();
    let answer = Browser::default().follow_until(&login.authorization_url, &back);
    let (rest, issuer) = answer.split_once("&iss=").unwrap();
    assert!(issuer.starts_with("http%3A%2F%2F127.0.0.1"), "{answer}");
    Browser::default().get(&format!("{rest}&iss=https%3A%2F%2Fevil.example"));
    let run = login.wait();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("issuer mismatch"), "{}", run.stderr);
    assert!(servers.token_requests("first").is_empty());
}

#[test]
fn text_of_the_authorization_server_is_escaped() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::start(&store);
    let back = query_param(&login.authorization_url, "redirect_uri").unwrap();
    let state = query_param(&login.authorization_url, "state").unwrap();
    let said =
        "%1b[2Jbad%0d%0ahintsmith: signed in to notes%e2%80%ae<script>alert(1)</script>".replace(' ', "%20");
    let page =
        Browser::default().get(&format!("{back}?state={state}&error=access_denied&error_description={said}"));
    assert!(!page.body.contains("script>"), "{}", page.body);
    let run = login.wait();
    assert_eq!(run.code, 3);
    assert!(!run.stderr.contains(['\u{1b}', '\u{202e}', '\r']), "{:?}", run.stderr);
    // A line of its own could be taken for our output.
    assert!(!run.stderr.contains("\nhintsmith: signed in"), "{:?}", run.stderr);
}

#[test]
fn without_a_secret_store_sign_in_is_refused() {
    let mut servers = Servers::start();
    let store = Store::new();
    let without = |arguments: &[&str]| {
        let mut command = store.command(arguments);
        command.env_remove("HINTSMITH_PASSPHRASE");
        command
    };
    let added = without(&["add", "notes", "--yes", "--url", &servers.address("mcp")]).output().unwrap();
    assert_sign_in_required(&store, &Run::from_output(added));
    let before = servers.requests("mcp").len();
    let login = Login::spawn(&mut without(&["login", "notes", "--print"]));
    assert_eq!(login.authorization_url, "");
    let run = login.wait();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("the tokens of a sign-in cannot be stored"), "{}", run.stderr);
    assert!(run.stderr.contains("HINTSMITH_PASSPHRASE"), "{}", run.stderr);
    assert_eq!(servers.requests("mcp").len(), before, "nobody was asked anything");
    assert!(servers.requests("first").is_empty());
}

/// The time limit for a server does not apply to the user. Takes seconds: the servers must respond in time on a
/// busy machine, and the user must take longer.
#[test]
fn the_user_may_take_longer_than_the_server_time_out() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let mut login = Login::spawn(&mut store.command(&["--timeout", "5", "login", "notes", "--print"]));
    assert!(login.is_waiting_after(Duration::from_millis(5_500)));
    Browser::default().follow(&login.authorization_url);
    let run = login.wait();
    assert!(run.stderr.contains("signed in to notes"), "{}", run.stderr);
}

#[test]
fn an_unavailable_authorization_server_does_not_sign_out() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    servers.forget("first", "AccessToken");
    servers.set("first", json!({"away": true}));
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("503"), "{}", run.stderr);
    assert_eq!(tool_names_of(&store), TOOLS);
    servers.set("first", json!({"away": false}));
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// Many authorization servers advertise `offline_access`, and reject scopes on refresh that were never granted.
#[test]
fn a_token_of_a_server_that_offers_offline_access_is_refreshed() {
    let mut servers = Servers::start();
    let second = servers.address("second");
    servers.set("mcp", json!({"issuer": second}));
    let store = servers.signed_in_store();
    servers.forget("second", "AccessToken");
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{} {:?}", run.stderr, servers.token_requests("second"));
    assert!(servers.token_requests("second").last().unwrap().contains("grant_type=refresh_token"));
}

#[test]
fn the_gateway_refreshes_the_token_of_a_signed_in_server() {
    let mut servers = Servers::start();
    let store = servers.signed_in_store();
    let mut client = StdioClient::spawn(store.command(&["gateway", "notes"]));
    client.initialize();
    let is_complete = |list: &str| TOOLS.iter().all(|tool| list.contains(&format!("\"name\":\"{tool}\"")));
    let list = client.list_tools();
    assert!(is_complete(&list), "{list}");
    // The server rejects the token, and the client does not notice.
    servers.forget("first", "AccessToken");
    let before = servers.token_requests("first").len();
    let list = client.list_tools();
    assert!(is_complete(&list), "{list}");
    let asked = servers.token_requests("first").split_off(before);
    assert!(asked.len() == 1 && asked[0].contains("grant_type=refresh_token"), "{asked:?}");
    client.close();
}

//! OAuth sign-in: a real authorization server, a scripted browser, and servers that lie about where to sign in.

mod browser;
mod servers;

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Run, Store, names};
use crate::wrap::Client;
use browser::{Browser, host, parameter};
use servers::{Login, Servers, sign_in};

const TOOLS: [&str; 3] = ["get_note", "delete_note", "list_notes"];

fn state(store: &Store) -> Value {
    store.json(&["servers", "--json"])[0]["state"].clone()
}

fn tools(store: &Store) -> Vec<String> {
    names(&store.json(&["tools", "--json"]))
}

fn wants_sign_in(store: &Store, run: &Run) {
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("notes: the server wants you to sign in\n"), "{}", run.stderr);
    assert!(run.stderr.contains("`hintsmith login notes` signs in."), "{}", run.stderr);
    assert_eq!(state(store), "needsSignIn");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_protected_server_says_that_it_wants_a_sign_in() {
    let (servers, store) = (Servers::start(), Store::new());
    wants_sign_in(&store, &servers.add(&store));
    assert!(store.ok(&["servers"]).contains("needs sign-in"));
    assert!(tools(&store).is_empty());
}

#[test]
fn signing_in_reads_the_tools() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.add(&store);
    let login = Login::begin(&store);
    assert_eq!(host(&login.page), host(&servers.address("first")));
    for (name, expected) in
        [("code_challenge_method", "S256"), ("response_type", "code"), ("resource", &servers.address("mcp"))]
    {
        assert_eq!(parameter(&login.page, name).as_deref(), Some(expected), "{}", login.page);
    }
    let back = parameter(&login.page, "redirect_uri").unwrap();
    assert!(back.starts_with("http://127.0.0.1:"), "{back}");
    let page = Browser::default().follow(&login.page);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("You are signed in to Hintsmith."), "{}", page.body);
    assert!(page.headers.contains("Content-Security-Policy: default-src 'none'"), "{}", page.headers);

    let run = login.end();
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    assert!(run.stderr.contains("signed in to notes\nnotes: 3 tools (3 new"), "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);
    assert_eq!(state(&store), "ready");
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
        for path in files(store.path()) {
            assert!(!holds(&std::fs::read(&path).unwrap(), token), "{}", path.display());
        }
        assert!(shown.iter().all(|text| !text.contains(token)), "{shown:?}");
    }
    store.ok(&["scan"]);
    assert!(servers.shown_tokens(0).last().unwrap().ends_with(&tokens[0]));

    std::fs::remove_file(store.data().join("secrets.vault")).unwrap();
    wants_sign_in(&store, &store.run(&["scan"]));
}

#[test]
fn an_expired_token_is_refreshed_without_asking() {
    // A token is refreshed half a minute before it expires, and when the server rejects it earlier.
    for (lifetime, forgotten) in [(25, false), (3600, true)] {
        let mut servers = Servers::start();
        servers.set("first", json!({"lifetime": lifetime}));
        let store = servers.signed_in();
        if forgotten {
            assert_eq!(servers.token_requests("first").len(), 1, "nothing to refresh yet");
            servers.forget("first", "AccessToken");
        }
        let before = servers.token_requests("first").len();
        let run = store.run(&["scan"]);
        assert_eq!(run.code, 0, "{lifetime}: {}", run.stderr);
        assert_eq!(state(&store), "ready");
        let asked = servers.token_requests("first").split_off(before);
        assert!(!asked.is_empty(), "{lifetime}");
        assert!(asked.iter().all(|body| body.contains("grant_type=refresh_token")), "{asked:?}");
        // The refreshed tokens were stored, too.
        assert_eq!(store.run(&["scan"]).code, 0, "{lifetime}");
    }
}

#[test]
fn a_sign_in_that_was_revoked_is_wanted_again_and_the_tools_stay() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    servers.forget("first", "AccessToken");
    servers.forget("first", "RefreshToken");
    let run = store.run(&["scan"]);
    wants_sign_in(&store, &run);
    assert!(run.stderr.contains("Its tools are those of "), "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);

    assert_eq!(sign_in(&store).code, 0);
    assert_eq!(state(&store), "ready");
}

#[test]
fn a_scope_that_is_missing_is_asked_for() {
    let mut servers = Servers::start();
    servers.set("mcp", json!({"listing": "tools:read", "named": "mcp tools:read"}));
    let store = Store::new();
    servers.add(&store);
    let first = Login::begin(&store);
    assert_eq!(parameter(&first.page, "scope").as_deref(), Some("mcp"));
    Browser::default().follow(&first.page);
    wants_sign_in(&store, &first.end());

    let second = Login::begin(&store);
    assert_eq!(parameter(&second.page, "scope").as_deref(), Some("mcp tools:read"));
    Browser::default().follow(&second.page);
    let run = second.end();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);
}

/// A challenge names the scopes of one operation; without the granted ones each sign-in would revoke the one before
/// (SEP-2350).
#[test]
fn a_scope_that_is_missing_is_added_to_those_that_were_granted() {
    let mut servers = Servers::start();
    servers.set("mcp", json!({"listing": "tools:read", "named": "tools:read"}));
    let store = Store::new();
    servers.add(&store);
    wants_sign_in(&store, &sign_in(&store));
    let login = Login::begin(&store);
    let scopes = parameter(&login.page, "scope").unwrap();
    assert!(scopes.split(' ').any(|scope| scope == "tools:read"), "{scopes}");
    assert!(scopes.split(' ').any(|scope| scope == "mcp"), "{scopes}");
    Browser::default().follow(&login.page);
    let run = login.end();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);
}

/// Adds the protected server with a pre-registered client.
fn add_preset(servers: &Servers, store: &Store) -> Run {
    let mut command = store.command(&["add", "notes", "--yes", "--client-id", "preset-client", "--url"]);
    command.arg(servers.address("mcp")).env("HINTSMITH_CLIENT_SECRET", PRESET_SECRET);
    Run::of(command.output().unwrap())
}

/// Signs in with that client as a user who knows its issuer.
fn login_preset(servers: &Servers, store: &Store) -> Login {
    let issuer = servers.address("first");
    Login::of(&mut store.command(&["login", "notes", "--print", "--issuer", &issuer]))
}

fn sign_in_preset(servers: &Servers, store: &Store) {
    let login = login_preset(servers, store);
    Browser::default().follow(&login.page);
    let run = login.end();
    assert_eq!(run.code, 0, "{}", run.stderr);
}

const PRESET_SECRET: &str = "preset-client-s3cret";
const PRESET_BASIC: &str = "Basic cHJlc2V0LWNsaWVudDpwcmVzZXQtY2xpZW50LXMzY3JldA==";

#[test]
fn a_client_that_the_server_knows_needs_no_registration() {
    let (mut servers, store) = (Servers::start(), Store::new());
    servers.set("first", json!({"registers": false}));
    wants_sign_in(&store, &add_preset(&servers, &store));
    let login = login_preset(&servers, &store);
    assert_eq!(parameter(&login.page, "client_id").as_deref(), Some("preset-client"));
    assert!(!login.page.contains(PRESET_SECRET));
    Browser::default().follow(&login.page);
    let run = login.end();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);

    // Refreshing needs the secret again.
    servers.forget("first", "AccessToken");
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(servers.token_requests("first").last().unwrap().contains("grant_type=refresh_token"));
    assert!(servers.requests("first").iter().all(|request| request["url"] != "/reg"));
    for path in files(store.path()) {
        assert!(!holds(&std::fs::read(&path).unwrap(), PRESET_SECRET), "{}", path.display());
    }
}

/// Asserts that no stored token is sent to the server any more.
fn is_signed_out(servers: &mut Servers, store: &Store, ask: impl Fn(&Store) -> Run) {
    let before = servers.requests("mcp").len();
    wants_sign_in(store, &ask(store));
    assert_eq!(servers.shown_tokens(before), [""; 0]);
}

#[test]
fn signing_out_forgets_the_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    let run = store.run(&["logout", "notes"]);
    assert_eq!((run.code, &*run.stderr), (0, "signed out of notes\n"));
    is_signed_out(&mut servers, &store, |store| store.run(&["scan"]));
    assert_eq!(tools(&store), TOOLS);
}

#[test]
fn signing_out_of_a_server_that_is_off_forgets_the_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    store.ok(&["disable", "notes"]);
    let run = store.run(&["logout", "notes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    store.ok(&["enable", "notes"]);
    is_signed_out(&mut servers, &store, |store| store.run(&["scan"]));
}

#[test]
fn removing_a_server_forgets_its_tokens() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    store.ok(&["remove", "notes"]);
    let address = servers.address("mcp");
    is_signed_out(&mut servers, &store, |store| store.run(&["add", "notes", "--yes", "--url", &address]));
}

/// Everything that can be learned from the requests that a server received.
fn learned(servers: &mut Servers, server: &str) -> String {
    Value::from(servers.requests(server)).to_string()
}

#[test]
fn tokens_are_never_shown_to_another_authorization_server() {
    let mut servers = Servers::start();
    servers.set("first", json!({"lifetime": 25}));
    let store = servers.signed_in();
    let second = servers.address("second");
    servers.set("mcp", json!({"issuer": second}));
    let before = servers.requests("mcp").len();
    wants_sign_in(&store, &store.run(&["scan"]));
    assert_eq!(servers.shown_tokens(before), [""; 0]);
    assert_eq!(tools(&store), TOOLS);

    // Signing in at the second one is a separate sign-in.
    let run = sign_in(&store);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(store.run(&["scan"]).code, 0);
    let (tokens, learned) = (servers.tokens("first"), learned(&mut servers, "second"));
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
    wants_sign_in(&store, &store.run(&["scan"]));
    let login = Login::begin(&store);
    if !login.page.is_empty() {
        Browser::default().follow(&login.page);
    }
    let run = login.end();
    let learned = learned(&mut servers, "second");
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
    opens_nothing(&store, "no metadata", "and the client belongs to");

    let (refresh_tokens, learned) = (refresh_tokens(&mut servers, "first"), learned(&mut servers, "mcp"));
    assert!(refresh_tokens.iter().all(|token| !learned.contains(token.as_str())));
    assert!(!learned.contains(PRESET_SECRET) && !learned.contains(PRESET_BASIC));
    assert!(servers.requests("mcp").iter().all(|request| request["url"] != "/token"));
}

/// The MCP server names the authorization server, and could name itself.
#[test]
fn a_client_secret_is_not_sent_before_somebody_says_for_whom_it_is() {
    let (mut servers, store) = (Servers::start(), Store::new());
    wants_sign_in(&store, &add_preset(&servers, &store));
    let first = servers.address("first");
    opens_nothing(&store, "no issuer", &format!("the client's secret would be sent to {first}"));
    let elsewhere = ["login", "notes", "--print", "--issuer", "https://as.example"];
    let login = Login::of(&mut store.command(&elsewhere));
    assert_eq!(login.page, "");
    assert_eq!(login.end().code, 3);
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
    wants_sign_in(&store, &add_preset(&servers, &store));
    opens_nothing(&store, "no metadata", "does not publish who receives the client's secret");
}

/// RFC 8414 section 3.3: the author of the document claims to be the issuer of the tokens.
#[test]
fn metadata_that_is_not_at_its_issuers_address_gets_neither_page_nor_tokens() {
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
    opens_nothing(&store, "elsewhere", "issuer mismatch");
    let learned = learned(&mut servers, "liar");
    assert!(refresh_tokens.iter().all(|token| !learned.contains(token.as_str())));
    assert!(!learned.contains(PRESET_SECRET) && !learned.contains(PRESET_BASIC));
    assert!(servers.token_requests("liar").is_empty());
}

/// Mix-up attack: the page of a trusted provider, and the code goes to another party.
#[test]
fn an_authorization_server_with_the_page_of_another_one_gets_no_code() {
    let (mut servers, store) = with_liar();
    let page = format!("{}/auth", servers.address("first"));
    servers.set("liar", json!({"metadata": {"authorization_endpoint": page}}));
    opens_nothing(&store, "mix-up", "combines the sign-in page of");
    assert!(servers.token_requests("liar").is_empty());
}

/// A token is bound to one URL; a server at another URL could use it there.
#[test]
fn a_server_that_moved_is_not_shown_the_tokens_of_its_old_address() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    let (mut elsewhere, issuer) = (Servers::start(), servers.address("first"));
    elsewhere.set("mcp", json!({"issuer": issuer}));
    let run = store.run(&["edit", "notes", "--yes", "--url", &elsewhere.address("mcp")]);
    assert_eq!(elsewhere.shown_tokens(0), [""; 0]);
    wants_sign_in(&store, &run);
    assert!(!servers.tokens("first").is_empty());
}

/// Asserts that a login fails with a short message and a hint, and prints no page to open.
fn opens_nothing(store: &Store, what: &str, said: &str) {
    let login = Login::begin(store);
    assert!(login.page.is_empty(), "{what}: {:.200}", login.page);
    let run = login.end();
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
fn with_liar() -> (Servers, Store) {
    let (mut servers, store) = (Servers::start(), Store::new());
    let liar = servers.address("liar");
    servers.set("mcp", json!({"issuer": liar}));
    wants_sign_in(&store, &servers.add(&store));
    (servers, store)
}

#[test]
fn a_server_that_lies_about_where_to_sign_in_gets_no_page_opened() {
    let (mut servers, store) = with_liar();
    let page = "names a sign-in page that is not a web address we open";
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
        (json!({"registration_endpoint": "http://sign-in.example/register"}), "that is not https"),
    ] {
        servers.set("liar", json!({"metadata": metadata}));
        opens_nothing(&store, &format!("{metadata:.100}"), said);
    }
    servers.set("liar", json!({"metadata": {}, "moved": servers.address("first")}));
    opens_nothing(&store, "moved", "redirect to non-same-origin URL rejected");
    for (settings, said) in [
        (json!({"resource": "https://bank.example/mcp"}), "resource mismatch"),
        (json!({"resource": servers.address("mcp"), "issuer": "file:///etc/passwd"}), unusable),
        (json!({"issuer": "http://169.254.169.254"}), unusable),
    ] {
        servers.set("mcp", settings.clone());
        opens_nothing(&store, &settings.to_string(), said);
    }
}

/// It fits within the limit for metadata (1 MiB).
#[test]
fn a_sign_in_page_whose_address_is_endless_is_not_opened() {
    let (mut servers, store) = with_liar();
    let endless = format!("{}/{}", servers.address("liar"), "a".repeat(500_000));
    servers.set("liar", json!({"metadata": {"authorization_endpoint": endless}}));
    opens_nothing(&store, "endless", "");
}

/// `https://bank.example@sign-in.example` looks like the bank's page.
#[test]
fn a_sign_in_page_that_looks_like_somebody_elses_is_not_opened() {
    let (mut servers, store) = with_liar();
    let deceptive = "https://bank.example@sign-in.example/authorize";
    servers.set("liar", json!({"metadata": {"authorization_endpoint": deceptive}}));
    opens_nothing(&store, deceptive, "");
}

/// The specification requires https for all endpoints; loopback is the exception.
#[test]
fn tokens_are_not_asked_for_without_https() {
    let (mut servers, store) = with_liar();
    for endpoint in ["http://sign-in.example/token", "javascript:alert(1)"] {
        servers.set("liar", json!({"metadata": {"token_endpoint": endpoint}}));
        opens_nothing(&store, endpoint, "");
    }
}

#[test]
fn a_stranger_at_the_door_does_not_end_the_sign_in() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::begin(&store);
    let back = parameter(&login.page, "redirect_uri").unwrap();
    let (state, door) = (parameter(&login.page, "state").unwrap(), format!("http://{}", host(&back)));
    let mut stranger = Browser::default();
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
        let page = stranger.get(&format!("{door}{path}"));
        assert_eq!(page.status, 404, "{path}");
        assert!(!page.body.contains("alert"), "{path}: {}", page.body);
    }
    let page = Browser::default().follow(&login.page);
    assert!(page.body.contains("You are signed in"), "{}", page.body);
    assert_eq!(login.end().code, 0);
    assert_eq!(tools(&store), TOOLS);
}

/// Browsers open connections ahead of need and send nothing on them. Read one after the other, these would take
/// longer than the browser waits.
#[test]
fn silent_connections_do_not_hold_up_the_sign_in() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::begin(&store);
    let back = parameter(&login.page, "redirect_uri").unwrap();
    let silent: Vec<_> = (0..30).map(|_| TcpStream::connect(host(&back)).unwrap()).collect();
    let page = Browser::default().follow(&login.page);
    assert!(page.body.contains("You are signed in"), "{}", page.body);
    drop(silent);
    assert_eq!(login.end().code, 0);
}

#[test]
fn a_person_who_says_no_is_told_what_that_means() {
    let mut servers = Servers::start();
    servers.set("first", json!({"refuses": true}));
    let store = Store::new();
    servers.add(&store);
    let login = Login::begin(&store);
    let page = Browser::default().follow(&login.page);
    assert!(page.body.contains("The sign-in was refused."), "{}", page.body);
    let run = login.end();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("notes: the sign-in was refused: the person said no\n"), "{}", run.stderr);
    assert!(run.stderr.contains("Sign in again and allow it"), "{}", run.stderr);
    assert_eq!(state(&store), "needsSignIn");
    assert!(servers.token_requests("first").is_empty());
}

/// The redirect may come from any party (RFC 9207).
#[test]
fn an_answer_of_another_authorization_server_is_not_taken() {
    let mut servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::begin(&store);
    let back = parameter(&login.page, "redirect_uri").unwrap();
    let answer = Browser::default().follow_until(&login.page, &back);
    let (rest, issuer) = answer.split_once("&iss=").unwrap();
    assert!(issuer.starts_with("http%3A%2F%2F127.0.0.1"), "{answer}");
    Browser::default().get(&format!("{rest}&iss=https%3A%2F%2Fevil.example"));
    let run = login.end();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("issuer mismatch"), "{}", run.stderr);
    assert!(servers.token_requests("first").is_empty());
}

#[test]
fn text_of_the_authorization_server_never_reaches_the_terminal_raw() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let login = Login::begin(&store);
    let back = parameter(&login.page, "redirect_uri").unwrap();
    let state = parameter(&login.page, "state").unwrap();
    let said =
        "%1b[2Jbad%0d%0ahintsmith: signed in to notes%e2%80%ae<script>alert(1)</script>".replace(' ', "%20");
    let page =
        Browser::default().get(&format!("{back}?state={state}&error=access_denied&error_description={said}"));
    assert!(!page.body.contains("script>"), "{}", page.body);
    let run = login.end();
    assert_eq!(run.code, 3);
    assert!(!run.stderr.contains(['\u{1b}', '\u{202e}', '\r']), "{:?}", run.stderr);
    // A line of its own could be taken for our output.
    assert!(!run.stderr.contains("\nhintsmith: signed in"), "{:?}", run.stderr);
}

#[test]
fn without_a_secret_store_nobody_is_asked_to_sign_in() {
    let mut servers = Servers::start();
    let store = Store::new();
    let without = |arguments: &[&str]| {
        let mut command = store.command(arguments);
        command.env_remove("HINTSMITH_PASSPHRASE");
        command
    };
    let added = without(&["add", "notes", "--yes", "--url", &servers.address("mcp")]).output().unwrap();
    wants_sign_in(&store, &Run::of(added));
    let before = servers.requests("mcp").len();
    let login = Login::of(&mut without(&["login", "notes", "--print"]));
    assert_eq!(login.page, "");
    let run = login.end();
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("a sign-in cannot be kept"), "{}", run.stderr);
    assert!(run.stderr.contains("HINTSMITH_PASSPHRASE"), "{}", run.stderr);
    assert_eq!(servers.requests("mcp").len(), before, "nobody was asked anything");
    assert!(servers.requests("first").is_empty());
}

/// The time limit for a server does not apply to the user. Takes seconds: the servers must respond in time on a
/// busy machine, and the user must take longer.
#[test]
fn a_person_may_take_longer_than_a_server() {
    let servers = Servers::start();
    let store = Store::new();
    servers.add(&store);
    let mut login = Login::of(&mut store.command(&["--timeout", "5", "login", "notes", "--print"]));
    assert!(login.waits_for(Duration::from_millis(5_500)));
    Browser::default().follow(&login.page);
    let run = login.end();
    assert!(run.stderr.contains("signed in to notes"), "{}", run.stderr);
}

#[test]
fn an_authorization_server_that_is_away_costs_nobody_the_sign_in() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    servers.forget("first", "AccessToken");
    servers.set("first", json!({"away": true}));
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("503"), "{}", run.stderr);
    assert_eq!(tools(&store), TOOLS);
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
    let store = servers.signed_in();
    servers.forget("second", "AccessToken");
    let run = store.run(&["scan"]);
    assert_eq!(run.code, 0, "{} {:?}", run.stderr, servers.token_requests("second"));
    assert!(servers.token_requests("second").last().unwrap().contains("grant_type=refresh_token"));
}

#[test]
fn a_server_that_somebody_signed_in_to_is_served_and_its_token_renewed() {
    let mut servers = Servers::start();
    let store = servers.signed_in();
    let mut client = Client::of(store.command(&["gateway", "notes"]));
    client.begin();
    let is_whole = |list: &str| TOOLS.iter().all(|tool| list.contains(&format!("\"name\":\"{tool}\"")));
    let list = client.list();
    assert!(is_whole(&list), "{list}");
    // The server rejects the token, and the client does not notice.
    servers.forget("first", "AccessToken");
    let before = servers.token_requests("first").len();
    let list = client.list();
    assert!(is_whole(&list), "{list}");
    let asked = servers.token_requests("first").split_off(before);
    assert!(asked.len() == 1 && asked[0].contains("grant_type=refresh_token"), "{asked:?}");
    client.leave();
}

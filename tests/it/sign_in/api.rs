//! Sign-in to the API of an OpenAPI document: authorization code flow with PKCE.

use serde_json::{Value, json};

use super::browser::{Browser, host, query_param};
use super::servers::{Login, Servers, sign_in};
use super::{contains, list_files};
use crate::openapi_calls::run;
use crate::support::{Run, Store};

const CLIENT: &str = "preset-client";
const SECRET: &str = "preset-client-s3cret";

/// A document with one operation, which requires a user.
fn document(page: &str, token_url: &str) -> String {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Account", "version": "1"},
        "components": {"securitySchemes": {"login": {"type": "oauth2", "flows": {"authorizationCode": {
            "authorizationUrl": page, "tokenUrl": token_url, "scopes": {"mcp": "Everything", "tools:read": "Reading"}
        }}}}},
        "paths": {"/account": {"get": {
            "operationId": "get_account", "security": [{"login": ["mcp"]}], "responses": {}
        }}},
    })
    .to_string()
}

/// Adds the API as the server `notes`.
fn add(servers: &Servers, store: &Store, options: &[&str]) -> Run {
    let first = servers.address("first");
    let file = store.file("api.json", &document(&format!("{first}/auth"), &format!("{first}/token")));
    let base = servers.address("mcp").replace("/mcp", "/api");
    let add = ["add", "notes", "--yes", "--openapi", &file, "--base-url", &base, "--client-id", CLIENT];
    let mut command = store.command(&[&add, options].concat());
    Run::from_output(command.env("HINTSMITH_CLIENT_SECRET", SECRET).output().unwrap())
}

fn add_with_token_url(servers: &Servers, store: &Store) {
    let token_url = format!("{}/token", servers.address("first"));
    let run = add(servers, store, &["--token-url", &token_url]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("Sign in with `hintsmith login notes`"), "{}", run.stderr);
}

fn account(store: &Store) -> Value {
    run(store, "notes.get_account", &json!({}))
}

#[test]
fn a_user_signs_in_to_an_api_and_its_operations_are_called_with_the_tokens() {
    let (mut servers, store) = (Servers::start(), Store::new());
    add_with_token_url(&servers, &store);
    let before = account(&store).to_string();
    assert!(before.contains("the user has not signed in"), "{before}");

    let login = Login::start(&store);
    assert_eq!(host(&login.authorization_url), host(&servers.address("first")));
    for (name, expected) in [
        ("code_challenge_method", "S256"),
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("scope", "mcp"),
    ] {
        assert_eq!(query_param(&login.authorization_url, name).as_deref(), Some(expected), "{name}");
    }
    Browser::default().follow(&login.authorization_url);
    let signed_in = login.wait();
    assert_eq!(signed_in.code, 0, "{}", signed_in.stderr);
    assert!(account(&store).to_string().contains("alice"));
    assert!(store.json(&["servers", "notes", "--json"])["signedIn"].is_string());

    // A token that is not valid any more is refreshed, once.
    servers.forget("first", "AccessToken");
    assert!(account(&store).to_string().contains("alice"));
    let requests = servers.token_requests("first");
    let kinds =
        requests.iter().map(|body| body.split('&').find(|pair| pair.starts_with("grant_type=")).unwrap());
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["grant_type=authorization_code", "grant_type=refresh_token"],
        "{requests:?}"
    );

    // Neither the secret nor a token is in a file, a log or a result.
    for secret in servers.tokens("first").into_iter().chain([SECRET.to_owned()]) {
        for path in list_files(store.path()) {
            assert!(!contains(&std::fs::read(&path).unwrap(), &secret), "{secret} in {}", path.display());
        }
        assert!(!signed_in.stderr.contains(&secret));
    }

    store.ok(&["logout", "notes"]);
    assert!(account(&store).to_string().contains("the user has not signed in"));
}

#[test]
fn a_document_cannot_choose_who_gets_the_code_of_a_sign_in() {
    let (servers, store) = (Servers::start(), Store::new());
    // The document names another origin than the API, and the user has not.
    add(&servers, &store, &[]);
    let run = store.run(&["login", "notes", "--print"]);
    assert_eq!((run.code, &*run.stdout), (3, ""), "{}", run.stderr);
    assert!(run.stderr.contains("not the origin of the API"), "{}", run.stderr);
}

#[test]
fn a_changed_client_or_base_url_signs_out_and_another_choice_does_not() {
    let (servers, store) = (Servers::start(), Store::new());
    add_with_token_url(&servers, &store);
    assert_eq!(sign_in(&store).code, 0);
    let view = |key: &str| store.json(&["servers", "notes", "--json"])[key].clone();
    let connection = view("connection");
    let text = |key: &str| connection[key].as_str().unwrap().to_owned();
    let (file, base, token_url) =
        (connection["command"][0].as_str().unwrap(), text("baseUrl"), text("tokenUrl"));
    let edit = ["edit", "notes", "--yes", "--openapi", file, "--base-url", &base, "--token-url", &token_url];
    store.ok(&[&edit[..], &["--client-id", CLIENT, "--operations", "get_*"]].concat());
    assert!(view("signedIn").is_string());
    assert!(account(&store).to_string().contains("alice"));
    store.ok(&[&edit[..], &["--client-id", "other"]].concat());
    assert_eq!(view("signedIn"), Value::Null);
}

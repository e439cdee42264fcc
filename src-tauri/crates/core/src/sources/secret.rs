//! Detection of secrets by name and value, and of environment variables that make a program run something else. Pure
//! tables and their tests.
//!
//! Values that configure a server are judged broadly: what may be a secret is treated as one, and the user can override
//! that. Arguments of tools are judged by [`argument_secret_span`]: there, a `key` is usually that of an issue or a
//! cache.

use std::ops::Range;

/// Words that make a name that of a secret.
const SECRET_WORDS: [&str; 25] = [
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pass",
    "pwd",
    "apikey",
    "api_key",
    "app_key",
    "credential",
    "credentials",
    "authorization",
    "cookie",
    "private_key",
    "access_key",
    "secret_key",
    "signing_key",
    "encryption_key",
    "account_key",
    "auth",
    "bearer",
    "jwt",
    "otp",
    "pat",
];

/// Words that may name a secret in the configuration of a server.
const CONFIGURED_SECRET_WORDS: [&str; 10] = [
    "key",
    "keys",
    "signature",
    "sig",
    "dsn",
    "connection_string",
    "connectionstring",
    "session",
    "mnemonic",
    "pin",
];

/// Suffixes of words that are written together, such as `PGPASSWORD`.
const SECRET_SUFFIXES: [&str; 9] =
    ["password", "passwd", "passphrase", "pass", "pwd", "token", "secret", "apikey", "credentials"];

/// Words with such a suffix that mean something else.
const NON_SECRET_WORDS: [&str; 6] = ["bypass", "compass", "surpass", "trespass", "cwd", "oldpwd"];

/// Last words of names whose value is not a secret: it says where one is, or how one is used.
const HARMLESS_LAST_WORDS: [&str; 12] =
    ["file", "path", "url", "uri", "type", "name", "id", "endpoint", "method", "mode", "limit", "header"];

/// Headers that do not identify the client. Every other header may be a credential.
const HARMLESS_HEADERS: [&str; 16] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-encoding",
    "content-language",
    "content-type",
    "dnt",
    "host",
    "mcp-protocol-version",
    "origin",
    "pragma",
    "referer",
    "user-agent",
];

/// Prefixes of well-known tokens.
const TOKEN_PREFIXES: [&str; 40] = [
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "pk_live_",
    "whsec_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "xoxa-",
    "xoxb-",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "xapp-",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "ntn_",
    "npm_",
    "pypi-",
    "eyJ",
    "hf_",
    "gsk_",
    "SG.",
    "shpat_",
    "lin_api_",
    "dop_v1_",
    "glsa_",
    "ATATT",
    "figd_",
    "pplx-",
    "tvly-",
    "-----BEGIN",
];

/// Returns the part of a configured value that may be secret. `name` is that of a variable or an option, or empty.
pub fn secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    find_secret(name, value, SecretContext::Configured)
}

/// Returns the part of a header's value that may be secret: all of it, except for headers that are known to hold none.
pub fn header_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    let is_harmless = HARMLESS_HEADERS.iter().any(|harmless| harmless.eq_ignore_ascii_case(name));
    if let Some(span) = secret_span(name, value) {
        return Some(span);
    }
    let whole = auth_scheme_len(value)..value.len();
    (!is_harmless && !whole.is_empty() && !is_reference(value)).then_some(whole)
}

/// Returns the part of a tool's argument that is secret.
pub fn argument_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    find_secret(name, value, SecretContext::Argument)
}

/// Context that determines how broadly names are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SecretContext {
    Configured,
    Argument,
}

impl SecretContext {
    fn is_secret(self, name: &str) -> bool {
        is_secret_name(name) || (self == Self::Configured && has_configured_secret_word(name))
    }
}

/// Parts of a value within each other that are searched: `Authorization: Bearer abc` has two.
const MAX_NESTING: usize = 32;

fn find_secret(name: &str, value: &str, context: SecretContext) -> Option<Range<usize>> {
    find_secret_within(name, value, context, MAX_NESTING)
        .or_else(|| command_line_span(value, context, MAX_NESTING))
}

/// A value of more than `nesting` parts counts as a secret: it may come from a registry, and the search recurses.
fn find_secret_within(
    name: &str,
    value: &str,
    context: SecretContext,
    nesting: usize,
) -> Option<Range<usize>> {
    if value.is_empty() || is_reference(value) {
        return None;
    }
    let Some(nesting) = nesting.checked_sub(1) else { return Some(0..value.len()) };
    let is_configured = context == SecretContext::Configured;
    if is_configured && let Some(span) = webhook_secret_span(name, value) {
        return Some(span);
    }
    if let Some(span) = url_secret_span(value, context) {
        return Some(span);
    }
    if is_configured && let Some(span) = header_option_span(name, value) {
        return Some(span);
    }
    if has_json_secret(value, context, nesting) {
        return Some(0..value.len());
    }
    // `Authorization: Bearer abc` and `--token=abc` contain their names.
    if let Some(at) = value.find([':', '=']).filter(|at| is_identifier(&value[..*at])) {
        let rest = value[at + 1..].trim_start().trim_start_matches(['"', '\'']);
        let start = value.len() - rest.len();
        if let Some(span) = find_secret_within(&value[..at], rest, context, nesting) {
            return Some(start + span.start..start + span.end);
        }
    }
    // `Server=db;User Id=sa;Password=abc`: everything from the first secret on.
    if let Some((first, rest)) = value.split_once(';')
        && first.contains('=')
        && let Some(span) = find_secret_within("", rest.trim_start(), context, nesting)
    {
        return Some(value.len() - rest.trim_start().len() + span.start..value.len());
    }
    let start = auth_scheme_len(value);
    let is_secret = context.is_secret(name)
        || start > 0
        || TOKEN_PREFIXES.iter().any(|known| value.starts_with(known) && value.len() >= known.len() + 12)
        || (is_configured && looks_random(value) && !is_digest(name, value));
    (is_secret && start < value.len()).then_some(start..value.len())
}

/// Options of command lines that take a header.
const HEADER_OPTIONS: [&str; 3] = ["-H", "--header", "--headers"];

/// The secret part of a header that is the value of an option, as `X-Custom: abc`.
fn header_option_span(name: &str, value: &str) -> Option<Range<usize>> {
    let (header, rest) = value.split_once(':').filter(|(header, _)| is_identifier(header))?;
    let start = value.len() - rest.trim_start().len();
    let span = HEADER_OPTIONS.contains(&name).then(|| header_secret_span(header, &value[start..]))??;
    Some(start + span.start..start + span.end)
}

/// Returns whether a value is a JSON object or list with a secret in it.
fn has_json_secret(value: &str, context: SecretContext, nesting: usize) -> bool {
    let is_json = value.starts_with(['{', '[']) && value.ends_with(['}', ']']);
    is_json
        && serde_json::from_str::<serde_json::Value>(value)
            .is_ok_and(|json| is_secret_in_json("", &json, context, nesting))
}

fn is_secret_in_json(name: &str, json: &serde_json::Value, context: SecretContext, nesting: usize) -> bool {
    let Some(nesting) = nesting.checked_sub(1) else { return true };
    match json {
        serde_json::Value::String(text) => {
            find_secret_within(name, text, context, nesting).is_some()
                || command_line_span(text, context, nesting).is_some()
        }
        serde_json::Value::Object(members) => {
            members.iter().any(|(key, value)| is_secret_in_json(key, value, context, nesting))
        }
        serde_json::Value::Array(items) => {
            let mut option = name;
            items.iter().any(|item| {
                let is_secret = is_secret_in_json(option, item, context, nesting);
                option = item.as_str().filter(|text| is_option(text)).unwrap_or(name);
                is_secret
            })
        }
        serde_json::Value::Number(_) => context.is_secret(name),
        serde_json::Value::Bool(_) | serde_json::Value::Null => false,
    }
}

/// Returns whether an argument is an option that may have its value in the next argument: `--token`.
pub(super) fn is_option(argument: &str) -> bool {
    argument.starts_with('-') && !argument.contains('=')
}

/// The secrets of a command line in one text, from the first to the last of them: `run --token abc`.
fn command_line_span(value: &str, context: SecretContext, nesting: usize) -> Option<Range<usize>> {
    let words = split_command_line(value);
    if words.len() < 2 || !words.iter().any(|word| word.starts_with('-')) {
        return None;
    }
    let mut found: Option<Range<usize>> = None;
    for (index, word) in words.iter().enumerate() {
        let option = index.checked_sub(1).map(|before| words[before]).filter(|before| is_option(before));
        let is_inline = word.starts_with('-') && word.contains('=');
        if (is_inline || option.is_some())
            && let Some(span) = find_secret_within(option.unwrap_or_default(), word, context, nesting)
        {
            let at = word.as_ptr() as usize - value.as_ptr() as usize;
            let start = found.map_or(at + span.start, |first| first.start);
            found = Some(start..at + span.end);
        }
    }
    found
}

/// The words of a command line, without the quotes around them.
fn split_command_line(text: &str) -> Vec<&str> {
    let mut quote = None;
    let words = text.split(|c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        quote.is_none() && c.is_ascii_whitespace()
    });
    words.map(|word| word.trim_matches(['"', '\''])).filter(|word| !word.is_empty()).collect()
}

/// Returns whether a variable, header or argument of this name usually holds a secret.
pub fn is_secret_name(name: &str) -> bool {
    let words = split_words(name);
    let Some(last) = words.last() else { return false };
    if HARMLESS_LAST_WORDS.contains(&last.as_str()) {
        return false;
    }
    let has_end = |word: &String| {
        !NON_SECRET_WORDS.contains(&word.as_str()) && SECRET_SUFFIXES.iter().any(|end| word.ends_with(end))
    };
    words.iter().any(has_end) || has_word(&words, &SECRET_WORDS)
}

/// Returns whether a configured value of this name may be a secret.
pub fn is_configured_secret_name(name: &str) -> bool {
    SecretContext::Configured.is_secret(name)
}

fn has_configured_secret_word(name: &str) -> bool {
    let words = split_words(name);
    let is_harmless = words.last().is_none_or(|last| HARMLESS_LAST_WORDS.contains(&last.as_str()));
    !is_harmless && has_word(&words, &CONFIGURED_SECRET_WORDS)
}

fn has_word(words: &[String], wanted: &[&str]) -> bool {
    let pairs = words.windows(2).map(|pair| pair.join("_"));
    words.iter().cloned().chain(pairs).any(|word| wanted.contains(&word.as_str()))
}

/// The URL of a webhook is a credential: everything after the host is secret, or the whole value if it is not a URL.
fn webhook_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
    let is_named = name.to_ascii_lowercase().contains("webhook");
    let Some(start) = value.find("://").map(|at| at + 3) else {
        let says_where = split_words(name)
            .last()
            .is_some_and(|last| ["file", "path", "id", "name"].contains(&last.as_str()));
        return (is_named && !says_where).then_some(0..value.len());
    };
    let path = start + value[start..].find('/')? + 1;
    let host = &value[start..path];
    let is_known = host.starts_with("hooks.") || value[path..].to_ascii_lowercase().contains("webhook");
    ((is_named || is_known) && path < value.len()).then_some(path..value.len())
}

/// Returns whether a text has a long run of mixed letters and digits, as words do not.
fn looks_random(text: &str) -> bool {
    const MIN_TOKEN_BYTES: usize = 20;
    let is_token = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '='));
    let is_mixed = |run: &str| {
        run.len() >= MIN_TOKEN_BYTES - 4
            && run.contains(|c: char| c.is_ascii_digit())
            && run.contains(|c: char| c.is_ascii_alphabetic())
    };
    is_token && text.len() >= MIN_TOKEN_BYTES && text.split(['-', '_', '=']).any(is_mixed)
}

/// Returns why a variable of this name is dangerous, if it can make a program run something else.
pub fn variable_danger(name: &str) -> Option<&'static str> {
    let upper = name.to_ascii_uppercase();
    Some(match upper.as_str() {
        "LD_PRELOAD" | "LD_LIBRARY_PATH" | "LD_AUDIT" => "loads other code into every program it starts",
        _ if upper.starts_with("DYLD_") => "loads other code into every program it starts",
        "NODE_OPTIONS" | "NODE_PATH" | "NODE_EXTRA_CA_CERTS" => "changes what Node.js loads or trusts",
        "NODE_TLS_REJECT_UNAUTHORIZED" | "PYTHONHTTPSVERIFY" => "turns the checking of certificates off",
        "PYTHONSTARTUP" | "PYTHONPATH" | "PYTHONHOME" | "PYTHONINSPECT" => {
            "changes what Python runs or loads"
        }
        "PERL5OPT"
        | "PERL5LIB"
        | "RUBYOPT"
        | "RUBYLIB"
        | "JAVA_TOOL_OPTIONS"
        | "_JAVA_OPTIONS"
        | "DOTNET_STARTUP_HOOKS" => "changes what the interpreter runs or loads",
        "BASH_ENV" | "ENV" | "PROMPT_COMMAND" | "SHELLOPTS" | "IFS" => "changes what a shell runs",
        "PATH" | "PATHEXT" | "COMSPEC" | "SHELL" | "EDITOR" | "PAGER" | "BROWSER" | "GIT_SSH_COMMAND"
        | "GIT_ASKPASS" => "decides which program is run",
        "HTTP_PROXY" | "HTTPS_PROXY" | "ALL_PROXY" => "sends its traffic through another machine",
        "SSL_CERT_FILE" | "SSL_CERT_DIR" | "REQUESTS_CA_BUNDLE" | "CURL_CA_BUNDLE" => {
            "changes whom it trusts"
        }
        "NPM_CONFIG_REGISTRY" | "PIP_INDEX_URL" | "UV_INDEX_URL" | "UV_DEFAULT_INDEX" => {
            "decides where packages are downloaded from"
        }
        _ => return None,
    })
}

/// Returns whether this is a digest with its algorithm, as in `sha256:…`. The digests of tools and of container images
/// are public.
fn is_digest(algorithm: &str, digest: &str) -> bool {
    algorithm == "sha256" && digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether a value is a reference such as `${env:TOKEN}`, `${TOKEN}`, `$TOKEN` or `{env:TOKEN}`: it says where
/// the secret is, and is none itself. A default, as in `${TOKEN:-abc}`, may be one.
fn is_reference(value: &str) -> bool {
    let value = &value[auth_scheme_len(value)..];
    let inner = value.strip_prefix('$').unwrap_or(value);
    let braced = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/');
    (value.starts_with('$') && is_identifier(inner))
        || braced.is_some_and(|name| name.chars().all(is_name) && !name.contains(":-"))
}

/// Length of the scheme of an `Authorization` header at the start of a value.
fn auth_scheme_len(value: &str) -> usize {
    let schemes = ["Bearer ", "Basic ", "Token ", "ApiKey "];
    let found = schemes
        .iter()
        .find(|scheme| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    found.map_or(0, |scheme| scheme.len())
}

/// Returns the secret part of a URL: a password before the host, random segments of the path, and parameters with the
/// name of a secret, from the first to the last of them.
fn url_secret_span(value: &str, context: SecretContext) -> Option<Range<usize>> {
    let start = value.find("://")? + 3;
    let end = start + value[start..].find(['/', '?', '#']).unwrap_or(value.len() - start);
    let mut found: Option<Range<usize>> = None;
    let mut add = |span: Range<usize>| {
        if !span.is_empty() && !is_reference(&value[span.clone()]) {
            found = Some(found.as_ref().map_or(span.start, |first| first.start)..span.end);
        }
    };
    if let Some(at) = value[start..end].rfind('@') {
        let password = value[start..start + at].find(':').map_or(0, |colon| colon + 1);
        add(start + password..start + at);
    }
    let path_end = value.find(['?', '#']).unwrap_or(value.len());
    if context == SecretContext::Configured && end < path_end {
        let mut from = end + 1;
        for step in value[from..path_end].split('/') {
            if looks_random(step) {
                add(from..from + step.len());
            }
            from += step.len() + 1;
        }
    }
    if let Some(query) = value.find('?') {
        let mut from = query + 1;
        for part in value[from..].split('&') {
            if let Some((name, secret)) = part.split_once('=')
                && (context.is_secret(name) || name.eq_ignore_ascii_case("key"))
            {
                let begin = from + name.len() + 1;
                add(begin..begin + secret.find('#').unwrap_or(secret.len()));
            }
            from += part.len() + 1;
        }
    }
    found
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Splits a name into lower-case words: `X-API-Key`, `apiKey` and `--api_key` contain `api` and `key`.
fn split_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && before.is_ascii_lowercase()) {
            words.push(String::new());
        }
        if c.is_ascii_alphanumeric() {
            words.last_mut().expect("never empty").push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_very_many_parts_is_a_secret_and_does_not_overflow_the_stack() {
        for part in ["a:", "a=b;"] {
            let value = part.repeat(200_000);
            assert!(find_secret("note", &value, SecretContext::Configured).is_some(), "{part}");
        }
    }

    #[test]
    fn names_of_secrets_are_distinguished_from_related_names() {
        for (name, expected) in [
            ("GITHUB_TOKEN", true),
            ("githubToken", true),
            ("X-API-Key", true),
            ("--api-key", true),
            ("OPENAI_API_KEY", true),
            ("DB_PASSWORD", true),
            ("Authorization", true),
            ("Cookie", true),
            ("AWS_SECRET_ACCESS_KEY", true),
            ("TOKEN_FILE", false),
            ("TOKEN_URL", false),
            ("CLIENT_ID", false),
            ("AUTHOR", false),
            ("PATH", false),
            ("MONKEY", false),
            ("KEYBOARD", false),
            ("MAX_TOKENS", false),
            ("SMTP_PASS", true),
            ("--pass", true),
            ("PGPASSWORD", true),
            ("MYSQL_PWD", true),
            ("DD_APP_KEY", true),
            ("DBPASS", true),
            ("BYPASS_CACHE", false),
            ("PWD_PATH", false),
            ("key", false),
            ("", false),
        ] {
            assert_eq!(is_secret_name(name), expected, "{name}");
        }
    }

    #[test]
    fn a_configured_value_that_may_be_a_secret_is_found() {
        for (name, value, expected) in [
            ("STRIPE_KEY", "abc", Some("abc")),
            ("SIGNING_KEY_BASE64", "abc", Some("abc")),
            ("KEY", "abc", Some("abc")),
            ("KEY_FILE", "/etc/key", None),
            ("AWS_ACCESS_KEY_ID", "abc", None),
            ("KEYBOARD", "abc", None),
            ("SLACK_WEBHOOK_URL", "https://h.example/T0/B0/x", Some("T0/B0/x")),
            ("WEBHOOK", "abc", Some("abc")),
            ("X", "https://hooks.slack.com/services/T0/B0", Some("services/T0/B0")),
            ("X", "https://discord.com/api/webhooks/1/abc", Some("api/webhooks/1/abc")),
            ("X", "https://h.example/", None),
            ("X", "0123456789abcdef0123456789abcdef", Some("0123456789abcdef0123456789abcdef")),
            ("X", "a-name-of-many-short-words-2026", None),
            ("X", "/a/path/to/0123456789abcdef0123456789abcdef", None),
            ("", "https://h.example/s/0123456789abcdef01234/mcp", Some("0123456789abcdef01234")),
            ("SQL", "Server=db;User Id=sa;Password=abc;", Some("abc;")),
            ("AZURE", "AccountName=a;AccountKey=abc==;Suffix=x", Some("abc==;Suffix=x")),
            ("CONNECTION_STRING", "abc", Some("abc")),
            ("", "https://a.example/?sig=v&x=y", Some("v")),
        ] {
            assert_eq!(secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
        // An argument of a tool is a secret only if that is certain.
        for (name, value) in
            [("key", "HINT-12"), ("sort_key", "name"), ("id", "0123456789abcdef0123456789abcdef")]
        {
            assert_eq!(argument_secret_span(name, value), None, "{name}");
        }
        assert_eq!(argument_secret_span("api_key", "abc"), Some(0..3));
    }

    #[test]
    fn every_header_except_known_ones_may_be_a_secret() {
        for (name, value, expected) in [
            ("X-Acme-Auth", "abc", Some("abc")),
            ("X-Custom", "abc", Some("abc")),
            ("Ocp-Apim-Subscription-Key", "abc", Some("abc")),
            ("X-Custom", "Bearer abc", Some("abc")),
            ("X-Custom", "${env:X}", None),
            ("X-Custom", "", None),
            ("accept-language", "de", None),
            ("User-Agent", "x", None),
            ("Accept", "Bearer abc", Some("abc")),
        ] {
            assert_eq!(header_secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
    }

    #[test]
    fn the_secret_part_of_a_value_is_found() {
        let hex = "0123456789abcdef".repeat(4);
        let digest = format!("sha256:{hex}");
        for (name, value, expected) in [
            ("fingerprint", &*digest, None),
            ("TOKEN", &*digest, Some(&*digest)),
            ("", &*hex, Some(&*hex)),
            ("Authorization", "Bearer abc", Some("abc")),
            ("", "Authorization: Bearer abc", Some("abc")),
            ("", "--token=abc", Some("abc")),
            ("", "--port=80", None),
            ("TOKEN", "abc", Some("abc")),
            ("TOKEN", "", None),
            ("TOKEN", "${env:TOKEN}", None),
            ("TOKEN", "$TOKEN", None),
            ("Authorization", "Bearer ${input:token}", None),
            ("", "ghp_0123456789abcdef", Some("ghp_0123456789abcdef")),
            ("", "sk-x", None),
            ("", "https://a:b@c.example/", Some("b")),
            ("DATABASE_URL", "postgres://me:pw@host/db", Some("pw")),
            ("", "https://tok@c.example/", Some("tok")),
            ("", "https://c.example/?key=v&x=y", Some("v")),
            ("", "https://c.example/?q=v", None),
            ("", "https://c.example/a:b", None),
            ("", "plain", None),
            ("TOKEN", "${TOKEN:-abc}", Some("${TOKEN:-abc}")),
            ("", "{\"apiKey\":\"abc\"}", Some("{\"apiKey\":\"abc\"}")),
            ("--config", "{\"a\": [{\"password\": 1}]}", Some("{\"a\": [{\"password\": 1}]}")),
            ("", "[\"--token\", \"abc\"]", Some("[\"--token\", \"abc\"]")),
            ("", "[\"-e\",\"TOKEN=abc\"]", Some("[\"-e\",\"TOKEN=abc\"]")),
            ("", "{\"sort\": \"name\", \"tags\": [\"a\", 1]}", None),
            ("", "{\"token\": \"${TOKEN}\"}", None),
            ("-c", "run --token abc --port 80", Some("abc")),
            ("-c", "run --token 'abc' --key=def x", Some("abc' --key=def")),
            ("", "docker run -e TOKEN=abc image", Some("abc")),
            ("", "curl -H \"Authorization: Bearer abc\" x", Some("abc")),
            ("", "curl --header='X-Custom: abc' x", Some("abc")),
            ("", "a - b", None),
            ("-e", "TOKEN=abc", Some("abc")),
            ("--env", "PORT=80", None),
            ("", "--env=TOKEN=abc", Some("abc")),
            ("-H", "X-Custom: abc", Some("abc")),
            ("--header", "Accept: text/plain", None),
            ("", "--header=X-Custom: abc", Some("abc")),
        ] {
            assert_eq!(secret_span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        for value in [
            "://",
            "?=",
            "a://@",
            "€=€",
            "${",
            "{}",
            "Bearer ",
            "Beare€",
            "https://ä:ö@ü?key=ß#",
            "=",
            ":",
            "a=b;",
            ";;",
            "[\"€",
            "{\"é\":\"é\"}",
            "-é é --token é",
            "-H :",
            "://webhook",
            "://hooks./",
        ] {
            for name in ["", "token", "é"] {
                for span in [
                    secret_span(name, value),
                    header_secret_span(name, value),
                    argument_secret_span(name, value),
                ] {
                    assert!(span.is_none_or(|span| !value[span].is_empty()), "{name} {value}");
                }
            }
        }
    }
}

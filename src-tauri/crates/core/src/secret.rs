//! What looks like a secret, and which variables can make a program run something else. Pure tables and their tests.

use std::ops::Range;

/// Words that make a name a secret's.
const SECRET_WORDS: [&str; 16] = [
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "apikey",
    "api_key",
    "credential",
    "credentials",
    "authorization",
    "cookie",
    "private_key",
    "access_key",
    "auth",
    "pat",
];

/// Words after which the value is no secret: it says where one is, or how one is used.
const HARMLESS_LAST_WORDS: [&str; 12] =
    ["file", "path", "url", "uri", "type", "name", "id", "endpoint", "method", "mode", "limit", "header"];

/// How well-known tokens begin.
const SECRET_STARTS: [&str; 18] = [
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "AKIA",
    "AIza",
    "ntn_",
    "npm_",
    "eyJ",
];

/// The part of a value that is secret, given the name it goes by (of a variable, a header, an option, or none).
pub fn span(name: &str, value: &str) -> Option<Range<usize>> {
    if value.is_empty() || is_reference(value) {
        return None;
    }
    if let Some(span) = in_address(value) {
        return Some(span);
    }
    // `Authorization: Bearer abc` and `--token=abc` carry their names with them.
    if let Some(at) = value.find([':', '=']).filter(|at| is_name(&value[..*at])) {
        let rest = value[at + 1..].trim_start();
        let start = value.len() - rest.len();
        if let Some(span) = span(&value[..at], rest) {
            return Some(start + span.start..start + span.end);
        }
    }
    let start = after_scheme(value);
    let secret = is_secret_name(name)
        || start > 0
        || SECRET_STARTS.iter().any(|known| value.starts_with(known) && value.len() >= known.len() + 12);
    (secret && start < value.len()).then_some(start..value.len())
}

/// Whether a variable or header of this name usually holds a secret.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let Some(last) = words.last() else { return false };
    if HARMLESS_LAST_WORDS.contains(&last.as_str()) {
        return false;
    }
    let pairs = words.windows(2).map(|pair| pair.join("_"));
    words.iter().cloned().chain(pairs).any(|word| SECRET_WORDS.contains(&word.as_str()))
}

/// Why a variable of this name deserves a second look: it can make the program run something else.
pub fn dangerous_variable(name: &str) -> Option<&'static str> {
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

/// `${env:TOKEN}`, `${TOKEN}`, `$TOKEN`, `{env:TOKEN}`: says where the secret is, and is none.
fn is_reference(value: &str) -> bool {
    let value = &value[after_scheme(value)..];
    let inner = value.strip_prefix('$').unwrap_or(value);
    (value.starts_with('$') && is_name(inner))
        || (inner.starts_with('{') && inner.find('}') == Some(inner.len() - 1))
}

/// The end of a scheme of the Authorization header.
fn after_scheme(value: &str) -> usize {
    let schemes = ["Bearer ", "Basic ", "Token ", "ApiKey "];
    let found = schemes
        .iter()
        .find(|scheme| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    found.map_or(0, |scheme| scheme.len())
}

/// A password before the host, and parameters with a secret's name: from the first to the last of them.
fn in_address(value: &str) -> Option<Range<usize>> {
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
    if let Some(query) = value.find('?') {
        let mut from = query + 1;
        for part in value[from..].split('&') {
            if let Some((name, secret)) = part.split_once('=')
                && (is_secret_name(name) || name.eq_ignore_ascii_case("key"))
            {
                let begin = from + name.len() + 1;
                add(begin..begin + secret.find('#').unwrap_or(secret.len()));
            }
            from += part.len() + 1;
        }
    }
    found
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// `X-API-Key`, `apiKey`, `--api_key` → api, key (and the rest).
fn words(name: &str) -> Vec<String> {
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
    fn names_of_secrets_are_told_from_names_about_them() {
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
            ("", false),
        ] {
            assert_eq!(is_secret_name(name), expected, "{name}");
        }
    }

    #[test]
    fn the_secret_part_of_a_value_is_found() {
        for (name, value, expected) in [
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
        ] {
            assert_eq!(span(name, value).map(|span| &value[span]), expected, "{name} {value}");
        }
    }

    #[test]
    fn no_text_makes_it_fail() {
        for value in
            ["://", "?=", "a://@", "€=€", "${", "{}", "Bearer ", "Beare€", "https://ä:ö@ü?key=ß#", "=", ":"]
        {
            for name in ["", "token", "é"] {
                if let Some(span) = span(name, value) {
                    assert!(!value[span].is_empty());
                }
            }
        }
    }
}

//! Names of variables, headers, options and arguments that hold secrets.

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

/// Context that determines how broadly names are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretContext {
    Configured,
    Argument,
}

impl SecretContext {
    pub fn is_secret(self, name: &str) -> bool {
        is_secret_name(name) || (self == Self::Configured && has_configured_secret_word(name))
    }
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

fn has_word(words: &[String], candidates: &[&str]) -> bool {
    let pairs = words.windows(2).map(|pair| pair.join("_"));
    words.iter().cloned().chain(pairs).any(|word| candidates.contains(&word.as_str()))
}

/// Splits a name into lower-case words: `X-API-Key`, `apiKey` and `--api_key` contain `api` and `key`.
pub fn split_words(name: &str) -> Vec<String> {
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
}

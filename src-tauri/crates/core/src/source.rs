//! How a server is reached. People, client configurations and registries all produce this one value; a person agrees
//! to it, and the store keeps it, with every secret cut out.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fingerprint::hex;
use crate::secret;
pub use crate::secret_text::DOTS;
use crate::secret_text::SecretText;

/// How a server is reached. Stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Source {
    /// The built-in demo. Which program that is, is found out when it starts: it may have moved.
    Demo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tools: Option<u32>,
    },
    /// A command that speaks MCP over its standard streams.
    Stdio {
        /// The program, then its arguments.
        command: Vec<Held>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<PathBuf>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        environment: Vec<Variable>,
    },
    /// An address that speaks Streamable HTTP.
    Http {
        url: Held,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        headers: Vec<Variable>,
        /// A client the authorization server knows already; without one we register or show our metadata document.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<SignInClient>,
    },
    /// An OpenAPI document, each operation a tool.
    OpenApi { at: Location },
    /// A saved answer to `tools/list`.
    File { path: PathBuf },
}

/// Where a document is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Location {
    Path(PathBuf),
    Url(Held),
}

/// An OAuth client that was registered beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInClient {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Held>,
}

/// An environment variable or an HTTP header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub value: Held,
}

/// A text that is kept as it is, or with its secret part kept elsewhere. Until its source is [sealed](Source::sealed), a
/// plain one may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Held {
    Plain(String),
    /// `Bearer ` + what the vault holds under this name + nothing.
    Sealed {
        secret: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        before: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        after: String,
    },
}

impl Held {
    /// What may be shown and stored.
    pub fn shown(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Sealed { before, after, .. } => format!("{before}{DOTS}{after}"),
        }
    }

    /// The whole text, given what the vault holds.
    pub fn opened<E>(&self, vault: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
        match self {
            Self::Plain(text) => Ok(text.clone()),
            Self::Sealed { secret, before, after } => Ok(format!("{before}{}{after}", vault(secret)?)),
        }
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Plain(_) => formatter.write_str(DOTS),
            Self::Sealed { before, after, .. } => write!(formatter, "{before:?}{DOTS}{after:?}"),
        }
    }
}

impl From<&str> for Held {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

impl From<String> for Held {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

/// What was cut out of a source: the name it is kept under, and the secret itself.
pub type Secret = (String, SecretText);

impl Source {
    /// The same source with everything that looks secret cut out. `always` names variables that are secret whatever
    /// they look like.
    pub fn sealed(mut self, always: impl Fn(&str) -> bool) -> (Self, Vec<Secret>) {
        let mut secrets = Vec::new();
        type Judge = fn(&str, &str) -> Option<std::ops::Range<usize>>;
        let mut seal = |held: &mut Held, key: String, name: &str, judge: Judge, always: bool| {
            let Held::Plain(text) = held else { return };
            let found = judge(name, text).or_else(|| (always && !text.is_empty()).then_some(0..text.len()));
            let Some(span) = found else { return };
            secrets.push((key.clone(), SecretText::from(&text[span.clone()])));
            let (before, after) = (text[..span.start].to_owned(), text[span.end..].to_owned());
            *held = Held::Sealed { secret: key, before, after };
        };
        match &mut self {
            Self::Demo { .. } | Self::File { .. } | Self::OpenApi { at: Location::Path(_) } => {}
            Self::Stdio { command, environment, .. } => {
                // An option may carry its value in the argument after it: `--token abc`.
                let mut option = String::new();
                for (position, argument) in command.iter_mut().enumerate().skip(1) {
                    let next = match argument {
                        Held::Plain(text) if text.starts_with('-') && !text.contains('=') => text.clone(),
                        _ => String::new(),
                    };
                    seal(argument, format!("argument {position}"), &option, secret::span, false);
                    option = next;
                }
                for variable in environment {
                    let always = always(&variable.name);
                    seal(&mut variable.value, variable.name.clone(), &variable.name, secret::span, always);
                }
            }
            Self::Http { url, headers, client } => {
                seal(url, "address".to_owned(), "", secret::span, false);
                for header in headers {
                    let always = always(&header.name);
                    seal(&mut header.value, header.name.clone(), &header.name, secret::header_span, always);
                }
                if let Some(held) = client.as_mut().and_then(|client| client.secret.as_mut()) {
                    seal(held, "client secret".to_owned(), "client secret", secret::span, true);
                }
            }
            Self::OpenApi { at: Location::Url(url) } => seal(url, "address".to_owned(), "", secret::span, false),
        }
        (self, secrets)
    }

    /// The names under which its secrets are kept.
    pub fn secrets(&self) -> Vec<&str> {
        let held: Vec<&Held> = match self {
            Self::Demo { .. } | Self::File { .. } | Self::OpenApi { at: Location::Path(_) } => Vec::new(),
            Self::Stdio { command, environment, .. } => {
                command.iter().chain(environment.iter().map(|variable| &variable.value)).collect()
            }
            Self::Http { url, headers, client } => {
                let client = client.as_ref().and_then(|client| client.secret.as_ref());
                [url].into_iter().chain(headers.iter().map(|header| &header.value)).chain(client).collect()
            }
            Self::OpenApi { at: Location::Url(url) } => vec![url],
        };
        let sealed = held.into_iter().filter_map(|held| match held {
            Held::Sealed { secret, .. } => Some(secret.as_str()),
            Held::Plain(_) => None,
        });
        sealed.collect()
    }

    /// A hash of everything that decides what runs or is asked. Values of variables are not part of it, so a new token
    /// asks nobody; those of [`secret::dangerous_variable`]s are.
    pub fn consent(&self) -> String {
        let mut form = self.clone();
        if let Self::Stdio { environment: variables, .. } | Self::Http { headers: variables, .. } = &mut form
        {
            let harmless = |variable: &&mut Variable| secret::dangerous_variable(&variable.name).is_none();
            variables.iter_mut().filter(harmless).for_each(|variable| variable.value = "".into());
        }
        let form = serde_json::to_vec(&form).expect("a source always serializes");
        hex(&Sha256::digest(form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, value: &str) -> Variable {
        Variable { name: name.into(), value: value.into() }
    }

    fn stdio(command: &[&str], environment: &[(&str, &str)]) -> Source {
        Source::Stdio {
            command: command.iter().map(|part| Held::from(*part)).collect(),
            folder: None,
            environment: environment.iter().map(|(name, value)| variable(name, value)).collect(),
        }
    }

    fn http(url: &str, headers: &[(&str, &str)]) -> Source {
        let headers = headers.iter().map(|(name, value)| variable(name, value)).collect();
        Source::Http { url: url.into(), headers, client: None }
    }

    fn cut(source: Source) -> Vec<Secret> {
        source.sealed(|_| false).1
    }

    fn pair(name: &str, secret: &str) -> Secret {
        (name.into(), secret.into())
    }

    #[test]
    fn secrets_are_cut_out_wherever_they_stand() {
        let source = stdio(
            &[
                "npx",
                "remote",
                "--header",
                "Authorization: Bearer abc.def",
                "--api-key",
                "k1",
                "--token=t1",
                "--port",
                "80",
            ],
            &[("GITHUB_TOKEN", "g1"), ("HOME", "/home/a"), ("PATH", "/bin")],
        );
        assert_eq!(
            cut(source),
            [
                pair("argument 3", "abc.def"),
                pair("argument 5", "k1"),
                pair("argument 6", "t1"),
                pair("GITHUB_TOKEN", "g1")
            ]
        );
        let source = http(
            "https://u:p1@x.example/mcp?a=b&apiKey=q1&c=d",
            &[("Authorization", "Bearer b1"), ("Accept", "x")],
        );
        assert_eq!(
            cut(source),
            [pair("address", "p1@x.example/mcp?a=b&apiKey=q1"), pair("Authorization", "b1")]
        );
        let source = http("https://x.example/mcp?a=b&apiKey=q1&c=d", &[]);
        let (sealed, secrets) = source.sealed(|_| false);
        assert_eq!(secrets, [pair("address", "q1")]);
        let Source::Http { url, .. } = &sealed else { unreachable!() };
        assert_eq!(url.shown(), "https://x.example/mcp?a=b&apiKey=••••••&c=d");
        assert_eq!(sealed.secrets(), ["address"]);
    }

    #[test]
    fn a_sealed_source_holds_no_secret_and_opens_to_the_same_text() {
        let source = stdio(&["run", "--password=hunter2"], &[("API_KEY", "k9"), ("PLAIN", "p")]);
        let (sealed, secrets) = source.clone().sealed(|name| name == "PLAIN");
        let json = serde_json::to_string(&sealed).unwrap();
        for (_, secret) in &secrets {
            let secret = secret.expose();
            assert!(!json.contains(&format!("\"{secret}\"")) && !json.contains("hunter2"), "{json}");
        }
        let vault = |name: &str| -> Result<String, ()> {
            Ok(secrets.iter().find(|(key, _)| key == name).unwrap().1.expose().to_owned())
        };
        let (
            Source::Stdio { command, environment, .. },
            Source::Stdio { command: before, environment: values, .. },
        ) = (&serde_json::from_str(&json).unwrap(), &source)
        else {
            unreachable!()
        };
        let opened = command
            .iter()
            .chain(environment.iter().map(|v| &v.value))
            .map(|held| held.opened(vault).unwrap());
        let expected = before.iter().chain(values.iter().map(|v| &v.value)).map(Held::shown);
        assert_eq!(opened.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn printing_a_source_for_a_log_shows_no_value() {
        let shown = format!("{:?}", http("https://x/?key=hunter2", &[("X", "hunter2")]));
        assert!(!shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn what_runs_is_agreed_to_and_a_new_token_is_not() {
        let one = stdio(&["run", "a"], &[("TOKEN", "1")]);
        for (other, same) in [
            (stdio(&["run", "a"], &[("TOKEN", "2")]), true),
            (stdio(&["run", "b"], &[("TOKEN", "1")]), false),
            (stdio(&["run", "a"], &[("TOKEN", "1"), ("MORE", "")]), false),
            (stdio(&["run", "a"], &[]), false),
        ] {
            assert_eq!(one.consent() == other.consent(), same, "{other:?}");
        }
        let preload = |value| stdio(&["run"], &[("LD_PRELOAD", value)]).consent();
        assert_ne!(preload("a.so"), preload("b.so"));
    }

    #[test]
    fn a_stored_command_of_the_first_format_reads_and_keeps_its_consent() {
        let stored = r#"{"kind":"stdio","command":["npx","x"]}"#;
        let source: Source = serde_json::from_str(stored).unwrap();
        assert_eq!(source, stdio(&["npx", "x"], &[]));
        assert_eq!(source.consent(), hex(&Sha256::digest(stored)));
    }
}

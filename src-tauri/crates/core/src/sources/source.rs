//! Source of a server: how it is started or reached. The user, client configurations and registries all produce this
//! type; the user consents to it, and the store keeps it with every secret removed.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::model::fingerprint::to_hex;
use crate::sources::secret;
pub use crate::sources::secret_text::REDACTED;
use crate::sources::secret_text::SecretText;
use crate::sources::variable_danger::variable_danger;

/// Source of a server. Stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Source {
    /// The built-in demo. Its program is located when it is started, because it may have moved.
    Demo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tools: Option<u32>,
    },
    /// A command that speaks MCP over stdio.
    Stdio {
        /// The program, then its arguments.
        command: Vec<SourceValue>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<PathBuf>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        environment: Vec<Variable>,
        /// Names of variables of our own environment that are passed to the command. All others are not, except those
        /// that every program needs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pass_environment: Vec<String>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: SourceValue,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        headers: Vec<Variable>,
        /// A client that is registered with the authorization server; without one we register or present our client
        /// metadata document.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<SignInClient>,
    },
    /// An OpenAPI document, with a tool for each operation.
    OpenApi {
        at: Location,
        /// Terms that choose the operations: see [`crate::sources::openapi::selection`]. All, if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        operations: Vec<String>,
        /// How the operations are called. Without it they are only listed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        api: Option<ApiAccess>,
    },
    /// A saved result of `tools/list`.
    File { path: PathBuf },
    /// The source code of a server, which is read and not started.
    SourceCode { folder: PathBuf },
}

/// How the operations of an OpenAPI document are called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiAccess {
    /// The URL that requests go to, whatever servers the document names.
    pub base_url: String,
    /// Credentials by the name of their security scheme in the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub credentials: Vec<Variable>,
    /// Where access tokens are requested with the secret of a client, if not at the API itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    /// OAuth client that users sign in with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<SignInClient>,
}

/// Location of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Location {
    Path(PathBuf),
    Url(SourceValue),
}

/// An OAuth client that was registered beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInClient {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SourceValue>,
}

/// An environment variable or an HTTP header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub value: SourceValue,
}

/// A text that is stored as it is, or with its secret part in the vault. Until the source is [sealed](Source::seal), a
/// plain value may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceValue {
    Plain(String),
    /// For example `Bearer `, the value that the vault holds under the name `secret`, and nothing after it.
    Sealed {
        secret: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        before: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        after: String,
    },
}

impl SourceValue {
    /// The text for display and storage.
    pub fn redacted(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Sealed { before, after, .. } => format!("{before}{REDACTED}{after}"),
        }
    }

    /// The complete text, with the secret from the vault.
    pub fn reveal<E>(&self, vault: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
        match self {
            Self::Plain(text) => Ok(text.clone()),
            Self::Sealed { secret, before, after } => Ok(format!("{before}{}{after}", vault(secret)?)),
        }
    }
}

impl fmt::Debug for SourceValue {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Plain(_) => formatter.write_str(REDACTED),
            Self::Sealed { before, after, .. } => write!(formatter, "{before:?}{REDACTED}{after:?}"),
        }
    }
}

impl From<&str> for SourceValue {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

impl From<String> for SourceValue {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

/// A secret removed from a source: the name it is stored under, and its value.
pub type NamedSecret = (String, SecretText);

/// Storage of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueStorage {
    /// In the keychain or the vault.
    Secret,
    /// As plain text with the rest of the source.
    Plain,
}

/// A value of a source.
struct ValueSlot<'a> {
    /// Name that it is stored under: that of a variable or header, `argument 3`, `address`.
    key: String,
    /// Name that it is judged by: the same, or the option before an argument.
    name: String,
    kind: ValueKind,
    value: &'a mut SourceValue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Text,
    Header,
    /// The user does not choose its storage.
    Secret,
}

impl Source {
    /// Returns the source with everything removed that may be secret. `choice` returns the user's choice of storage for
    /// a value, by the name it is stored under; a client secret is always removed.
    pub fn seal(mut self, choice: impl Fn(&str) -> Option<ValueStorage>) -> (Self, Vec<NamedSecret>) {
        let mut secrets = Vec::new();
        for ValueSlot { key, name, kind, value } in self.value_slots() {
            let SourceValue::Plain(text) = &*value else { continue };
            let recognised = match kind {
                ValueKind::Text => secret::secret_span(&name, text),
                ValueKind::Header => secret::header_secret_span(&name, text),
                ValueKind::Secret => Some(0..text.len()),
            };
            let span = match choice(&key).filter(|_| kind != ValueKind::Secret) {
                Some(ValueStorage::Plain) => None,
                Some(ValueStorage::Secret) => recognised.or(Some(0..text.len())),
                None => recognised,
            };
            let Some(span) = span.filter(|span| !span.is_empty()) else { continue };
            let (before, after) = (text[..span.start].to_owned(), text[span.end..].to_owned());
            secrets.push((key.clone(), SecretText::from(&text[span])));
            *value = SourceValue::Sealed { secret: key, before, after };
        }
        (self, secrets)
    }

    /// Every value for which the user can choose the storage: its name, its text for display once the source is sealed,
    /// and its current storage.
    pub fn values(&self) -> Vec<(String, String, ValueStorage)> {
        let mut source = self.clone();
        let slots = source.value_slots().into_iter().filter(|slot| slot.kind != ValueKind::Secret);
        let value = |slot: ValueSlot| {
            let storage = match slot.value {
                SourceValue::Plain(_) => ValueStorage::Plain,
                SourceValue::Sealed { .. } => ValueStorage::Secret,
            };
            (slot.key, slot.value.redacted(), storage)
        };
        slots.map(value).collect()
    }

    fn value_slots(&mut self) -> Vec<ValueSlot<'_>> {
        let slot =
            |key: String, name: &str, kind, value| ValueSlot { key, name: name.to_owned(), kind, value };
        match self {
            Self::Demo { .. } | Self::File { .. } | Self::SourceCode { .. } => Vec::new(),
            Self::Stdio { command, environment, .. } => {
                // An option may have its value in the next argument: `--token abc`.
                let options: Vec<String> = command
                    .iter()
                    .map(|argument| match argument {
                        SourceValue::Plain(text) if secret::is_option(text) => text.clone(),
                        _ => String::new(),
                    })
                    .collect();
                let arguments = command.iter_mut().enumerate().skip(1).map(|(position, value)| {
                    slot(format!("argument {position}"), &options[position - 1], ValueKind::Text, value)
                });
                let variables = environment.iter_mut().map(|variable| {
                    slot(variable.name.clone(), &variable.name, ValueKind::Text, &mut variable.value)
                });
                arguments.chain(variables).collect()
            }
            Self::Http { url, headers, client } => {
                let headers = headers.iter_mut().map(|header| {
                    slot(header.name.clone(), &header.name, ValueKind::Header, &mut header.value)
                });
                let client = client.as_mut().and_then(|client| client.secret.as_mut());
                let client =
                    client.map(|value| slot("client secret".to_owned(), "", ValueKind::Secret, value));
                let address = slot("address".to_owned(), "", ValueKind::Text, url);
                [address].into_iter().chain(headers).chain(client).collect()
            }
            Self::OpenApi { at, api, .. } => {
                let address = match at {
                    Location::Url(url) => Some(slot("address".to_owned(), "", ValueKind::Text, url)),
                    Location::Path(_) => None,
                };
                let mut slots: Vec<ValueSlot> = address.into_iter().collect();
                if let Some(ApiAccess { credentials, client, .. }) = api {
                    slots.extend(credentials.iter_mut().map(|credential| {
                        let key = format!("credential {}", credential.name);
                        slot(key, &credential.name, ValueKind::Secret, &mut credential.value)
                    }));
                    let secret = client.as_mut().and_then(|client| client.secret.as_mut());
                    slots.extend(
                        secret.map(|value| slot("client secret".to_owned(), "", ValueKind::Secret, value)),
                    );
                }
                slots
            }
        }
    }

    /// The names under which the secrets are stored.
    pub fn secret_names(&self) -> Vec<&str> {
        let values: Vec<&SourceValue> = match self {
            Self::Demo { .. } | Self::File { .. } | Self::SourceCode { .. } => Vec::new(),
            Self::Stdio { command, environment, .. } => {
                command.iter().chain(environment.iter().map(|variable| &variable.value)).collect()
            }
            Self::Http { url, headers, client } => {
                let client = client.as_ref().and_then(|client| client.secret.as_ref());
                [url].into_iter().chain(headers.iter().map(|header| &header.value)).chain(client).collect()
            }
            Self::OpenApi { at, api, .. } => {
                let address = match at {
                    Location::Url(url) => Some(url),
                    Location::Path(_) => None,
                };
                let credentials = api.iter().flat_map(|api| &api.credentials);
                let client = api.iter().filter_map(|api| api.client.as_ref()?.secret.as_ref());
                address
                    .into_iter()
                    .chain(credentials.map(|credential| &credential.value))
                    .chain(client)
                    .collect()
            }
        };
        let sealed = values.into_iter().filter_map(|values| match values {
            SourceValue::Sealed { secret, .. } => Some(secret.as_str()),
            SourceValue::Plain(_) => None,
        });
        sealed.collect()
    }

    /// Hash of everything that decides what is run or contacted. Values of variables are left out, so that a new token
    /// needs no consent; those of [dangerous variables](variable_danger) are included.
    pub fn consent_hash(&self) -> String {
        let mut form = self.clone();
        if let Self::Stdio { environment: variables, .. }
        | Self::Http { headers: variables, .. }
        | Self::OpenApi { api: Some(ApiAccess { credentials: variables, .. }), .. } = &mut form
        {
            let harmless = |variable: &&mut Variable| variable_danger(&variable.name).is_none();
            variables.iter_mut().filter(harmless).for_each(|variable| variable.value = "".into());
        }
        let form = serde_json::to_vec(&form).expect("a source always serializes");
        to_hex(&Sha256::digest(form))
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
            command: command.iter().map(|part| SourceValue::from(*part)).collect(),
            folder: None,
            environment: environment.iter().map(|(name, value)| variable(name, value)).collect(),
            pass_environment: Vec::new(),
        }
    }

    fn http(url: &str, headers: &[(&str, &str)]) -> Source {
        let headers = headers.iter().map(|(name, value)| variable(name, value)).collect();
        Source::Http { url: url.into(), headers, client: None }
    }

    fn sealed_secrets(source: Source) -> Vec<NamedSecret> {
        source.seal(|_| None).1
    }

    fn pair(name: &str, secret: &str) -> NamedSecret {
        (name.into(), secret.into())
    }

    #[test]
    fn secrets_are_removed_from_every_part() {
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
            sealed_secrets(source),
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
            sealed_secrets(source),
            [pair("address", "p1@x.example/mcp?a=b&apiKey=q1"), pair("Authorization", "b1")]
        );
        let source = http("https://x.example/mcp?a=b&apiKey=q1&c=d", &[]);
        let (sealed, secrets) = source.seal(|_| None);
        assert_eq!(secrets, [pair("address", "q1")]);
        let Source::Http { url, .. } = &sealed else { unreachable!() };
        assert_eq!(url.redacted(), "https://x.example/mcp?a=b&apiKey=••••••&c=d");
        assert_eq!(sealed.secret_names(), ["address"]);
    }

    #[test]
    fn a_sealed_source_has_no_secret_and_reveals_the_same_text() {
        let source = stdio(&["run", "--password=hunter2"], &[("API_KEY", "k9"), ("PLAIN", "p")]);
        let always = |name: &str| (name == "PLAIN").then_some(ValueStorage::Secret);
        let (sealed, secrets) = source.clone().seal(always);
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
            .map(|value| value.reveal(vault).unwrap());
        let expected = before.iter().chain(values.iter().map(|v| &v.value)).map(SourceValue::redacted);
        assert_eq!(opened.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn the_user_chooses_the_storage_of_a_value() {
        let source = stdio(&["run", "x", "--token", "t1"], &[("SORT_KEY", "by-date"), ("TEAM", "blue")]);
        let choice = |name: &str| match name {
            "argument 1" | "TEAM" => Some(ValueStorage::Secret),
            "argument 3" | "SORT_KEY" => Some(ValueStorage::Plain),
            _ => None,
        };
        let (sealed, secrets) = source.seal(choice);
        assert_eq!(secrets, [pair("argument 1", "x"), pair("TEAM", "blue")]);
        let secret = |name: &str| (name.to_owned(), REDACTED.to_owned(), ValueStorage::Secret);
        let plain = |name: &str, text: &str| (name.to_owned(), text.to_owned(), ValueStorage::Plain);
        assert_eq!(
            sealed.values(),
            [
                secret("argument 1"),
                plain("argument 2", "--token"),
                plain("argument 3", "t1"),
                plain("SORT_KEY", "by-date"),
                secret("TEAM")
            ]
        );
    }

    #[test]
    fn debug_output_shows_no_value() {
        let debugged = format!("{:?}", http("https://x/?key=hunter2", &[("X", "hunter2")]));
        assert!(!debugged.contains("hunter2"), "{debugged}");
    }

    #[test]
    fn consent_covers_the_command_and_not_a_new_token() {
        let one = stdio(&["run", "a"], &[("TOKEN", "1")]);
        for (other, same) in [
            (stdio(&["run", "a"], &[("TOKEN", "2")]), true),
            (stdio(&["run", "b"], &[("TOKEN", "1")]), false),
            (stdio(&["run", "a"], &[("TOKEN", "1"), ("MORE", "")]), false),
            (stdio(&["run", "a"], &[]), false),
        ] {
            assert_eq!(one.consent_hash() == other.consent_hash(), same, "{other:?}");
        }
        let mut passing = one.clone();
        if let Source::Stdio { pass_environment, .. } = &mut passing {
            pass_environment.push("TEAM".to_owned());
        }
        assert_ne!(one.consent_hash(), passing.consent_hash());
        let preload = |value| stdio(&["run"], &[("LD_PRELOAD", value)]).consent_hash();
        assert_ne!(preload("a.so"), preload("b.so"));
    }

    #[test]
    fn consent_covers_the_base_url_of_an_api_and_not_a_new_credential() {
        let api = |base_url: &str, credential: &str| Source::OpenApi {
            at: Location::Path("/a.yaml".into()),
            operations: Vec::new(),
            api: Some(ApiAccess {
                base_url: base_url.to_owned(),
                credentials: vec![variable("key", credential)],
                token_url: None,
                client: Some(SignInClient { id: "id".to_owned(), secret: Some("hunter2".into()) }),
            }),
        };
        let one = api("https://a.example", "1");
        assert_eq!(one.consent_hash(), api("https://a.example", "2").consent_hash());
        assert_ne!(one.consent_hash(), api("https://b.example", "1").consent_hash());
        assert_ne!(
            one.consent_hash(),
            Source::OpenApi { at: Location::Path("/a.yaml".into()), operations: Vec::new(), api: None }
                .consent_hash()
        );
        // Even one that looks harmless, and although the user may choose for other values.
        let (sealed, secrets) = api("https://a.example", "1").seal(|_| Some(ValueStorage::Plain));
        assert_eq!(secrets, [pair("credential key", "1"), pair("client secret", "hunter2")]);
        assert_eq!(sealed.secret_names(), ["credential key", "client secret"]);
        assert_eq!(sealed.values(), []);
    }

    #[test]
    fn a_stored_command_of_the_first_format_reads_and_keeps_its_consent() {
        let stored = r#"{"kind":"stdio","command":["npx","x"]}"#;
        let source: Source = serde_json::from_str(stored).unwrap();
        assert_eq!(source, stdio(&["npx", "x"], &[]));
        assert_eq!(source.consent_hash(), to_hex(&Sha256::digest(stored)));
    }
}

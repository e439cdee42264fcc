//! Secrets from environment variables, for CI. Read-only.

use std::ffi::OsString;
use std::sync::Arc;

use super::{SecretError, SecretId, SecretText};

type Lookup = dyn Fn(&str) -> Option<OsString> + Send + Sync;

pub struct Environment(Arc<Lookup>);

impl Environment {
    pub fn from_process() -> Self {
        Self(Arc::new(|name| std::env::var_os(name)))
    }

    /// The secret in its variable. An empty variable counts as unset: CI systems pass unset secrets that way.
    pub fn get(&self, id: &SecretId) -> Result<Option<SecretText>, SecretError> {
        let name = variable_name(id);
        let Some(value) = (self.0)(&name).filter(|value| !value.is_empty()) else { return Ok(None) };
        let text = SecretText::from_bytes(value.into_encoded_bytes());
        text.map(Some).ok_or_else(|| SecretError::NotUtf8(format!("the variable {name}")))
    }
}

/// The variable of a secret: `git-hub` and `api key` → `HINTSMITH_SECRET_GIT_HUB_API_KEY`.
pub fn variable_name(id: &SecretId) -> String {
    let fold = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("HINTSMITH_SECRET_{}_{}", id.server, id.name).chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Environment {
        pub fn from_pairs(variables: &[(&str, &str)]) -> Self {
            let variables: Vec<(String, OsString)> =
                variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
            let find = move |wanted: &str| {
                variables.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone())
            };
            Self(Arc::new(find))
        }
    }

    #[test]
    fn a_secret_maps_to_one_variable() {
        for (server, name, expected) in [
            ("github", "GITHUB_TOKEN", "HINTSMITH_SECRET_GITHUB_GITHUB_TOKEN"),
            ("git-hub", "argument 3", "HINTSMITH_SECRET_GIT_HUB_ARGUMENT_3"),
            ("a_b", "X-API-Key", "HINTSMITH_SECRET_A_B_X_API_KEY"),
            ("s", "client secret", "HINTSMITH_SECRET_S_CLIENT_SECRET"),
            ("s", "ключ", "HINTSMITH_SECRET_S_____"),
            ("s", "a=b\0", "HINTSMITH_SECRET_S_A_B_"),
            ("", "", "HINTSMITH_SECRET__"),
        ] {
            assert_eq!(variable_name(&SecretId::new(server, name)), expected);
        }
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let environment =
            Environment::from_pairs(&[("HINTSMITH_SECRET_S_A", ""), ("HINTSMITH_SECRET_S_B", " ")]);
        assert!(environment.get(&SecretId::new("s", "a")).unwrap().is_none());
        assert_eq!(environment.get(&SecretId::new("s", "b")).unwrap().unwrap().expose(), " ");
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_utf8_is_named_but_not_shown() {
        use std::os::unix::ffi::OsStringExt;
        let environment = Environment(Arc::new(|_| Some(OsString::from_vec(vec![b's', 0xff]))));
        let error = environment.get(&SecretId::new("s", "a")).unwrap_err();
        assert_eq!(error.to_string(), "the variable HINTSMITH_SECRET_S_A is not text");
    }
}

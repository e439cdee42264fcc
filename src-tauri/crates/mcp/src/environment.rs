//! Environment variables that a spawned server inherits.
//!
//! The official SDKs start servers with an allow-list of variables, because a user's shell holds secrets of other
//! programs. This is their list (`getDefaultEnvironment` in TypeScript, `get_default_environment` in Python),
//! extended by what programs need to work on the user's machine: language, time zone, directories, proxies and
//! certificates.

use std::ffi::OsString;

/// Selects the variables of this process that a server inherits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnvironmentPolicy {
    /// The allow-list, and the variables named in `extra`.
    AllowList { extra: Vec<String> },
    /// Everything but Hintsmith's own variables: for `wrap`, where the client chose the environment for its server.
    All,
}

impl Default for EnvironmentPolicy {
    fn default() -> Self {
        Self::AllowList { extra: Vec::new() }
    }
}

/// Prefix of Hintsmith's own variables, which may hold a passphrase or secrets of other servers.
const OWN_PREFIX: &str = "HINTSMITH_";

#[cfg(not(windows))]
const BASIC: &[&str] = &[
    // The SDKs' default list.
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "__CF_USER_TEXT_ENCODING",
];

#[cfg(windows)]
const BASIC: &[&str] = &[
    // The SDKs' default lists.
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
    "COMSPEC",
    "PROGRAMDATA",
    "PROGRAMFILES(X86)",
    "TMP",
    "WINDIR",
];

/// HTTP proxies, in either case, and certificate locations.
const NETWORK: &[&str] = &[
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
];

/// Locale categories and XDG base directories.
const PREFIXES: &[&str] = &["LC_", "XDG_"];

/// True for Hintsmith's own variables, which are never inherited.
pub fn is_own_variable(name: &str) -> bool {
    name.get(..OWN_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(OWN_PREFIX))
}

impl EnvironmentPolicy {
    /// Returns the inherited part of an environment.
    pub fn select(&self, all: impl Iterator<Item = (OsString, OsString)>) -> Vec<(OsString, OsString)> {
        all.filter(|(name, value)| self.includes(&name.to_string_lossy(), &value.to_string_lossy())).collect()
    }

    fn includes(&self, name: &str, value: &str) -> bool {
        if is_own_variable(name) {
            return false;
        }
        let Self::AllowList { extra: also } = self else { return true };
        let is_basic = BASIC.iter().chain(NETWORK).any(|known| is_same_name(name, known))
            || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        // Shell functions exported as variables (`() {`); the SDKs skip them as well.
        (is_basic && !value.starts_with("()")) || also.iter().any(|passed| is_same_name(name, passed))
    }
}

/// Variable names are case-insensitive on Windows.
fn is_same_name(name: &str, other: &str) -> bool {
    if cfg!(windows) { name.eq_ignore_ascii_case(other) } else { name == other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected_names(inherited: &EnvironmentPolicy, all: &[(&str, &str)]) -> Vec<String> {
        let all = all.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        inherited.select(all).into_iter().map(|(name, _)| name.into_string().unwrap()).collect()
    }

    #[test]
    fn only_allow_listed_and_extra_variables_are_inherited() {
        let all = [
            ("PATH", "/bin"),
            ("LC_ALL", "C"),
            ("XDG_DATA_HOME", "/d"),
            ("https_proxy", "http://p"),
            ("GITHUB_TOKEN", "t"),
            ("TEAM", "blue"),
            ("PATHS", "x"),
            ("TERM", "() { evil; }"),
            ("HINTSMITH_PASSPHRASE", "p"),
        ];
        let basic = ["PATH", "LC_ALL", "XDG_DATA_HOME", "https_proxy"];
        assert_eq!(selected_names(&EnvironmentPolicy::default(), &all), basic);
        let also = vec!["TEAM".to_owned(), "HINTSMITH_PASSPHRASE".to_owned()];
        assert_eq!(
            selected_names(&EnvironmentPolicy::AllowList { extra: also }, &all),
            [&basic[..], &["TEAM"]].concat()
        );
        let everything = selected_names(&EnvironmentPolicy::All, &all);
        assert!(everything.contains(&"GITHUB_TOKEN".to_owned()) && everything.len() == all.len() - 1);
    }
}

//! Which variables of our own environment a started server gets.
//!
//! The official SDKs start servers with a short list of variables instead of everything, because a user's shell holds
//! secrets of other programs. This is their list (`getDefaultEnvironment` in TypeScript, `get_default_environment` in
//! Python), and what programs need to work in the place they are started in: language, time zone, folders, proxies and
//! certificates.

use std::ffi::OsString;

/// What is handed on of our own environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inherited {
    /// The variables every program needs, and those that are named.
    Basic { also: Vec<String> },
    /// Everything but our own: for a server that a client starts through us, whose environment the client chose.
    All,
}

impl Default for Inherited {
    fn default() -> Self {
        Self::Basic { also: Vec::new() }
    }
}

/// Variables with this start are our own: they may carry a passphrase or secrets of other servers.
const OUR_PREFIX: &str = "HINTSMITH_";

#[cfg(not(windows))]
const BASIC: &[&str] = &[
    // The list of the SDKs.
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
    // The lists of the SDKs.
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

/// Proxies in either case, and where certificates are.
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

/// Locale categories and folders of the desktop.
const PREFIXES: &[&str] = &["LC_", "XDG_"];

/// Whether a variable belongs to this program and is never handed on.
pub fn is_ours(name: &str) -> bool {
    name.get(..OUR_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(OUR_PREFIX))
}

impl Inherited {
    /// The part of an environment that a server gets.
    pub fn select(&self, all: impl Iterator<Item = (OsString, OsString)>) -> Vec<(OsString, OsString)> {
        all.filter(|(name, value)| self.includes(&name.to_string_lossy(), &value.to_string_lossy())).collect()
    }

    fn includes(&self, name: &str, value: &str) -> bool {
        if is_ours(name) {
            return false;
        }
        let Self::Basic { also } = self else { return true };
        let is_basic = BASIC.iter().chain(NETWORK).any(|known| is_same(name, known))
            || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        // A shell keeps its functions in variables; the SDKs leave them out as well.
        (is_basic && !value.starts_with("()")) || also.iter().any(|passed| is_same(name, passed))
    }
}

/// Windows does not distinguish upper and lower case.
fn is_same(name: &str, other: &str) -> bool {
    if cfg!(windows) { name.eq_ignore_ascii_case(other) } else { name == other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(inherited: &Inherited, all: &[(&str, &str)]) -> Vec<String> {
        let all = all.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        inherited.select(all).into_iter().map(|(name, _)| name.into_string().unwrap()).collect()
    }

    #[test]
    fn a_server_gets_the_basic_variables_and_those_that_are_named() {
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
        assert_eq!(selected(&Inherited::default(), &all), basic);
        let also = vec!["TEAM".to_owned(), "HINTSMITH_PASSPHRASE".to_owned()];
        assert_eq!(selected(&Inherited::Basic { also }, &all), [&basic[..], &["TEAM"]].concat());
        let everything = selected(&Inherited::All, &all);
        assert!(everything.contains(&"GITHUB_TOKEN".to_owned()) && everything.len() == all.len() - 1);
    }
}

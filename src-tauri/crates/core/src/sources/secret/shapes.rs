//! Recognition of secrets by the shape of their value: tokens, URLs with credentials, webhooks.

use std::ops::Range;

use super::names::{SecretContext, split_words};

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

/// Returns whether a value starts like a well-known token and is long enough to be one.
pub fn is_known_token(value: &str) -> bool {
    TOKEN_PREFIXES.iter().any(|prefix| value.starts_with(prefix) && value.len() >= prefix.len() + 12)
}

/// The URL of a webhook is a credential: everything after the host is secret, or the whole value if it is not a URL.
pub fn webhook_secret_span(name: &str, value: &str) -> Option<Range<usize>> {
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
pub fn looks_random(text: &str) -> bool {
    const MIN_TOKEN_BYTES: usize = 20;
    let is_token = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '='));
    let is_mixed = |run: &str| {
        run.len() >= MIN_TOKEN_BYTES - 4
            && run.contains(|c: char| c.is_ascii_digit())
            && run.contains(|c: char| c.is_ascii_alphabetic())
    };
    is_token && text.len() >= MIN_TOKEN_BYTES && text.split(['-', '_', '=']).any(is_mixed)
}

/// Returns whether this is a digest with its algorithm, as in `sha256:…`. The digests of tools and of container images
/// are public.
pub fn is_digest(algorithm: &str, digest: &str) -> bool {
    algorithm == "sha256" && digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether a value is a reference such as `${env:TOKEN}`, `${TOKEN}`, `$TOKEN` or `{env:TOKEN}`: it says where
/// the secret is, and is none itself. A default, as in `${TOKEN:-abc}`, may be one.
pub fn is_reference(value: &str) -> bool {
    let value = &value[auth_scheme_len(value)..];
    let inner = value.strip_prefix('$').unwrap_or(value);
    let braced = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/');
    (value.starts_with('$') && is_identifier(inner))
        || braced.is_some_and(|name| name.chars().all(is_name) && !name.contains(":-"))
}

/// Length of the scheme of an `Authorization` header at the start of a value.
pub fn auth_scheme_len(value: &str) -> usize {
    let schemes = ["Bearer ", "Basic ", "Token ", "ApiKey "];
    let found = schemes
        .iter()
        .find(|scheme| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    found.map_or(0, |scheme| scheme.len())
}

/// Returns the secret part of a URL: a password before the host, random segments of the path, and parameters with the
/// name of a secret, from the first to the last of them.
pub fn url_secret_span(value: &str, context: SecretContext) -> Option<Range<usize>> {
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

pub fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

//! Host and Origin validation (DNS-rebinding protection).
//!
//! A web page can make the browser send requests to the gateway and can make its own hostname resolve to this machine,
//! but it can choose neither `Host` nor `Origin`, so both must be on the allow-list. There are no CORS headers, so no
//! page can read a response.

use std::net::SocketAddr;

use hyper::header::{HOST, ORIGIN};
use hyper::{HeaderMap, Request};

pub struct OriginGuard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl OriginGuard {
    /// Allows the listen address and the additional hosts and origins.
    pub fn new(address: SocketAddr, hosts: &[String], origins: &[String]) -> Self {
        let port = address.port();
        let mut allowed_hosts = vec![address.to_string()];
        if address.ip().to_canonical().is_loopback() || address.ip().to_canonical().is_unspecified() {
            allowed_hosts.extend([
                format!("127.0.0.1:{port}"),
                format!("localhost:{port}"),
                format!("[::1]:{port}"),
            ]);
        }
        if port == 80 {
            let without: Vec<_> =
                allowed_hosts.iter().filter_map(|host| host.strip_suffix(":80")).map(str::to_owned).collect();
            allowed_hosts.extend(without);
        }
        let from_ours = allowed_hosts.iter().map(|host| format!("http://{host}"));
        let origins = from_ours.chain(origins.iter().map(|origin| origin.to_ascii_lowercase())).collect();
        allowed_hosts.extend(hosts.iter().map(|host| host.to_ascii_lowercase()));
        Self { hosts: allowed_hosts, origins }
    }

    /// Checks the head of a request, before its body is read.
    pub fn check<B>(&self, request: &Request<B>) -> Result<(), &'static str> {
        if request.uri().authority().is_some() || request.uri().scheme().is_some() {
            return Err("this server is not an HTTP proxy");
        }
        let host = single_header(request.headers(), &HOST).ok_or("exactly one Host header is required")?;
        if !self.is_allowed_host(host) {
            return Err("host not allowed");
        }
        if request.headers().contains_key(ORIGIN) {
            let origin =
                single_header(request.headers(), &ORIGIN).ok_or("only one Origin header is allowed")?;
            if !self.origins.iter().any(|known| known == origin) {
                return Err("origin not allowed");
            }
        }
        Ok(())
    }

    /// An allowed hostname without a port matches every port.
    fn is_allowed_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => &host,
        };
        self.hosts.iter().any(|known| *known == host || (*known == name && !is_ip_literal(name)))
    }
}

/// An IP literal matches only with its port.
fn is_ip_literal(name: &str) -> bool {
    name.starts_with('[') || name.parse::<std::net::IpAddr>().is_ok()
}

/// Returns the value of a header that occurs exactly once.
fn single_header<'a>(headers: &'a HeaderMap, name: &hyper::header::HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let (first, None) = (values.next()?, values.next()) else { return None };
    first.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(headers: &[(&str, &str)], uri: &str) -> bool {
        let address = "127.0.0.1:8123".parse().unwrap();
        let guard =
            OriginGuard::new(address, &["gate.example".to_owned()], &["https://page.example".to_owned()]);
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.check(&request.body(()).unwrap()).is_ok()
    }

    #[test]
    fn only_allowed_hosts_pass() {
        for host in [
            "127.0.0.1:8123",
            "localhost:8123",
            "LOCALHOST:8123",
            "[::1]:8123",
            "gate.example",
            "gate.example:443",
        ] {
            assert!(is_allowed(&[("host", host)], "/mcp"), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8123",
            "localhost.evil.com:8123",
            "127.0.0.1.nip.io:8123",
            "localhost",
            "localhost:8124",
            "127.0.0.1",
            "localhost:8123.",
            "localhost.:8123",
            "[::ffff:127.0.0.1]:8123",
            "[::1]",
            "127.1:8123",
            "2130706433:8123",
            "gate.example.",
            "a@localhost:8123",
            "localhost:8123@evil",
            "localhost:8123,evil",
            "gate.example:x",
        ] {
            assert!(!is_allowed(&[("host", host)], "/mcp"), "{host}");
        }
        assert!(!is_allowed(&[], "/mcp"), "no host");
        assert!(!is_allowed(&[("host", "localhost:8123"), ("host", "localhost:8123")], "/mcp"), "two hosts");
        assert!(!is_allowed(&[("host", "localhost:8123")], "http://localhost:8123/mcp"), "absolute form");
    }

    #[test]
    fn only_allowed_origins_pass() {
        let from = |origins: &[&str]| {
            let mut headers = vec![("host", "localhost:8123")];
            headers.extend(origins.iter().map(|origin| ("origin", *origin)));
            is_allowed(&headers, "/mcp")
        };
        for origin in ["http://localhost:8123", "http://127.0.0.1:8123", "https://page.example"] {
            assert!(from(&[origin]), "{origin}");
        }
        for origin in [
            "",
            "null",
            "http://evil.example",
            "http://localhost",
            "http://localhost:3000",
            "https://localhost:8123",
            "http://localhost:8123/",
            "http://localhost:8123.",
            "http://localhost@evil.example",
            "HTTP://LOCALHOST:8123",
            "http://localhost:8123@evil.example",
            "file://",
            "https://page.example.evil",
            "http://page.example",
        ] {
            assert!(!from(&[origin]), "{origin}");
        }
        assert!(!from(&["http://localhost:8123", "http://localhost:8123"]), "two origins");
    }
}

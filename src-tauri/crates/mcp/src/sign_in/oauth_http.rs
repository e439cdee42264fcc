//! HTTP client for OAuth requests: bounded responses, no redirect to another origin, and no request to an internal
//! address that the MCP server could not name itself (SSRF protection). Same policy as rmcp's own client, which
//! cannot be wrapped; this one also records the URL that the last document came from (RFC 8414 section 3.3 compares
//! it).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Method, StatusCode, redirect};
use rmcp::transport::auth::{
    OAuthHttpClient, OAuthHttpClientError, OAuthHttpClientFuture, OAuthHttpRedirectPolicy, OAuthHttpRequest,
};
use thiserror::Error;
use url::{Host, Url};

use super::is_loopback;
use crate::http;

const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 1 << 20;
const PROXY_VARIABLES: [&str; 6] =
    ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

#[derive(Debug, Error)]
enum OAuthHttpError {
    #[error("the response exceeds {MAX_RESPONSE_BYTES} bytes")]
    ResponseTooLarge,
    #[error("the request to {0} was rejected: address not allowed for this server")]
    AddressNotAllowed(String),
}

pub struct OAuthHttp {
    same_origin_redirects: Client,
    no_redirects: Client,
    policy: AddressPolicy,
    documents: Mutex<DiscoveryRequests>,
}

/// The GET requests of a discovery. rmcp follows redirects itself, one request at a time.
#[derive(Default)]
struct DiscoveryRequests {
    first_url: Option<Url>,
    is_redirected: bool,
    last_document: Option<Url>,
}

impl OAuthHttp {
    /// A client for the OAuth requests of one MCP server.
    pub fn new(server: &Url) -> reqwest::Result<Self> {
        let policy = AddressPolicy::new(server);
        let resolver = Arc::new(policy.clone());
        let build = |redirects| {
            http::client_builder(redirects).timeout(TIMEOUT).dns_resolver(Arc::clone(&resolver)).build()
        };
        Ok(Self {
            same_origin_redirects: build(http::same_origin_redirects())?,
            no_redirects: build(redirect::Policy::none())?,
            policy,
            documents: Mutex::default(),
        })
    }

    /// The URL that was requested for the last document a server returned, before redirects.
    pub fn last_document_url(&self) -> Option<Url> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner).last_document.clone()
    }

    fn record_get(&self, url: Url, status: StatusCode) {
        let mut requests = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        let requested = match (requests.is_redirected, requests.first_url.take()) {
            (true, Some(first)) => first,
            _ => url,
        };
        requests.is_redirected = status.is_redirection();
        if status == StatusCode::OK {
            requests.last_document = Some(requested.clone());
        }
        requests.first_url = Some(requested);
    }
}

impl OAuthHttpClient for OAuthHttp {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(self.send(request))
    }
}

impl OAuthHttp {
    async fn send(
        &self,
        request: OAuthHttpRequest,
    ) -> Result<hyper::Response<Vec<u8>>, OAuthHttpClientError> {
        let client = match request.redirect_policy {
            OAuthHttpRedirectPolicy::Follow => &self.same_origin_redirects,
            _ => &self.no_redirects,
        };
        let request = reqwest::Request::try_from(request.request)?;
        let (url, is_get) = (request.url().clone(), request.method() == Method::GET);
        if !self.policy.allows_literal(&url) {
            return Err(OAuthHttpError::AddressNotAllowed(url.origin().ascii_serialization()).into());
        }
        let response = client.execute(request).await?;
        if is_get {
            self.record_get(url, response.status());
        }
        let mut copy = hyper::Response::builder().status(response.status());
        for (name, value) in response.headers() {
            copy = copy.header(name, value);
        }
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk?;
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(OAuthHttpError::ResponseTooLarge.into());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(copy.body(body)?)
    }
}

/// Addresses that OAuth requests may go to: public ones, and loopback or private ones only if the MCP server's own
/// URL names one of that class. The resolved address of its host name does not count, since the server may control
/// that.
#[derive(Clone)]
struct AddressPolicy {
    server_literal: Option<IpAddr>,
    server_class: AddressClass,
    /// Hosts of configured proxies, allowed on any address: a request through a proxy resolves only the proxy's
    /// name.
    proxy_hosts: Arc<[String]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AddressClass {
    Public,
    Loopback,
    Private,
    /// Link-local (cloud instance metadata), multicast, unspecified, reserved.
    Blocked,
}

impl AddressPolicy {
    fn new(server: &Url) -> Self {
        let server_literal = ip_literal(server);
        let server_class = match server_literal {
            Some(address) => AddressClass::classify(address),
            None if is_loopback(server) => AddressClass::Loopback,
            None => AddressClass::Public,
        };
        let proxies = PROXY_VARIABLES.iter().filter_map(|name| std::env::var(name).ok());
        let proxy_hosts = proxies.filter_map(|proxy| {
            let proxy = if proxy.contains("://") { proxy } else { format!("http://{proxy}") };
            Url::parse(&proxy).ok()?.host_str().map(str::to_ascii_lowercase)
        });
        Self { server_literal, server_class, proxy_hosts: proxy_hosts.collect() }
    }

    fn allows(&self, address: IpAddr) -> bool {
        let class = AddressClass::classify(address);
        class == AddressClass::Public || (class != AddressClass::Blocked && class == self.server_class)
    }

    /// Checks an IP literal, which is connected to without name resolution.
    fn allows_literal(&self, url: &Url) -> bool {
        ip_literal(url).is_none_or(|address| self.server_literal == Some(address) || self.allows(address))
    }
}

impl Resolve for AddressPolicy {
    fn resolve(&self, name: Name) -> Resolving {
        let (policy, host) = (self.clone(), name.as_str().trim_end_matches('.').to_ascii_lowercase());
        Box::pin(async move {
            let name = host.clone();
            let resolved =
                tokio::task::spawn_blocking(move || (name.as_str(), 0).to_socket_addrs()).await??;
            let is_proxy = policy.proxy_hosts.contains(&host);
            let allowed: Vec<SocketAddr> =
                resolved.filter(|address| is_proxy || policy.allows(address.ip())).collect();
            if allowed.is_empty() {
                return Err(OAuthHttpError::AddressNotAllowed(host).into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

impl AddressClass {
    fn classify(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::classify_v4(address),
            IpAddr::V6(address) => match embedded_v4(address) {
                Some(embedded) => Self::classify_v4(embedded),
                None => Self::classify_v6(address),
            },
        }
    }

    fn classify_v4(address: Ipv4Addr) -> Self {
        let [first, second, ..] = address.octets();
        if address.is_loopback() {
            Self::Loopback
        } else if address.is_private() || (first == 100 && (64..128).contains(&second)) {
            Self::Private
        } else if address.is_link_local()
            || address.is_broadcast()
            || address.is_multicast()
            || first == 0
            || (first == 198 && matches!(second, 18 | 19))
        {
            Self::Blocked
        } else {
            Self::Public
        }
    }

    fn classify_v6(address: Ipv6Addr) -> Self {
        let segments = address.segments();
        if address.is_loopback() {
            Self::Loopback
        } else if address.is_unique_local() {
            Self::Private
        } else if address.is_unspecified()
            || address.is_multicast()
            || address.is_unicast_link_local()
            // Teredo and local-use NAT64 hide the address that is finally reached.
            || segments[..2] == [0x2001, 0]
            || segments[..3] == [0x64, 0xff9b, 1]
        {
            Self::Blocked
        } else {
            Self::Public
        }
    }
}

/// The IPv4 address inside an IPv4-mapped, IPv4-compatible, NAT64 or 6to4 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let from = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0xffff] | [0x64, 0xff9b, 0, 0, 0, 0] => Some(from(g, h)),
        [0, 0, 0, 0, 0, 0] if !address.is_loopback() && !address.is_unspecified() => Some(from(g, h)),
        [0x2002, ..] => Some(from(b, c)),
        _ => None,
    }
}

fn ip_literal(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn only_a_server_on_an_internal_address_may_name_internal_addresses() {
        let (public, local, private) =
            ("https://mcp.example/mcp", "http://127.0.0.1:9/mcp", "https://10.0.0.8/mcp");
        for (server, requested, expected) in [
            (public, "https://8.8.8.8/", true),
            (public, "https://127.0.0.1/", false),
            (public, "https://10.0.0.1/", false),
            (public, "https://[::1]/", false),
            (public, "https://[::ffff:10.0.0.1]/", false),
            (public, "https://[64:ff9b::7f00:1]/", false),
            (public, "https://[2002:7f00:1::]/", false),
            (public, "https://[fd00::1]/", false),
            (public, "https://169.254.169.254/", false),
            (local, "http://127.0.0.1:8/", true),
            (local, "https://10.0.0.1/", false),
            (local, "http://169.254.169.254/", false),
            (private, "https://10.0.0.1/", true),
            (private, "https://127.0.0.1/", false),
            ("https://169.254.1.1/mcp", "https://169.254.1.1/token", true),
            ("https://169.254.1.1/mcp", "https://169.254.169.254/token", false),
        ] {
            let policy = AddressPolicy::new(&url(server));
            assert_eq!(policy.allows_literal(&url(requested)), expected, "{server} {requested}");
        }
    }

    #[test]
    fn last_document_url_is_the_one_before_redirects() {
        let http = OAuthHttp::new(&url("http://127.0.0.1:9/mcp")).unwrap();
        assert_eq!(http.last_document_url(), None);
        http.record_get(url("http://127.0.0.1/first"), StatusCode::NOT_FOUND);
        assert_eq!(http.last_document_url(), None);
        http.record_get(url("http://127.0.0.1/second"), StatusCode::FOUND);
        http.record_get(url("http://127.0.0.1/moved"), StatusCode::OK);
        assert_eq!(http.last_document_url(), Some(url("http://127.0.0.1/second")));
        http.record_get(url("http://127.0.0.1/third"), StatusCode::OK);
        assert_eq!(http.last_document_url(), Some(url("http://127.0.0.1/third")));
    }
}

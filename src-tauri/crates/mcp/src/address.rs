//! The addresses that requests on behalf of a server may go to, so that no server makes this program reach into a
//! private network (server-side request forgery).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;

pub use hintsmith_core::sources::loopback::is_loopback;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use thiserror::Error;
use url::{Host, Url};

const PROXY_VARIABLES: [&str; 6] =
    ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// Holds the origin or host.
#[derive(Debug, Error)]
#[error("the request to {0} was rejected: address not allowed for this server")]
pub struct AddressNotAllowed(pub String);

/// Public addresses, and loopback or private ones only if the URL of the server names one of that class. The resolved
/// address of its host name does not count, since the server may control that.
#[derive(Clone)]
pub struct AddressPolicy {
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
    pub fn new(server: &Url) -> Self {
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
    pub fn allows_literal(&self, url: &Url) -> bool {
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
                return Err(AddressNotAllowed(host).into());
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
}

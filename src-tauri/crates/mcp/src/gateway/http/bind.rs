//! Listen address: loopback unless all interfaces are explicitly allowed.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

#[derive(Debug, thiserror::Error)]
pub enum BindError {
    #[error("\"{0}\" is not an address of the form 127.0.0.1:PORT")]
    InvalidAddress(String),
    #[error("{0} would make the gateway reachable from every network of this machine")]
    AllInterfaces(SocketAddr),
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
}

/// Binds a listener. The unspecified address is refused in every spelling unless `allow_all_interfaces` is set.
pub async fn bind(address: &str, allow_all_interfaces: bool) -> Result<TcpListener, BindError> {
    let address = parse_address(address, allow_all_interfaces)?;
    TcpListener::bind(address).await.map_err(|error| BindError::Listen { address, error })
}

/// Parses a numeric address. Names are not resolved, and spellings that only some parsers accept are rejected.
pub fn parse_address(text: &str, allow_all_interfaces: bool) -> Result<SocketAddr, BindError> {
    let numeric = match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}"),
        None => text.to_owned(),
    };
    let address: SocketAddr = numeric.parse().map_err(|_| BindError::InvalidAddress(text.to_owned()))?;
    if address.ip().to_canonical().is_unspecified() && !allow_all_interfaces {
        return Err(BindError::AllInterfaces(address));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unspecified_addresses_are_refused_in_every_spelling() {
        for address in ["0.0.0.0:0", "[::]:0", "[::ffff:0.0.0.0]:0", "[0:0:0:0:0:0:0:0]:0"] {
            assert!(matches!(bind(address, false).await, Err(BindError::AllInterfaces(_))), "{address}");
        }
        for address in
            ["", "0", "0:0", "0x0:0", "0x0", ":0", "*:0", "0.0.0.0", "::", "example.com:0", "0.0:0"]
        {
            assert!(matches!(bind(address, false).await, Err(BindError::InvalidAddress(_))), "{address}");
        }
        assert!(bind("0.0.0.0:0", true).await.is_ok());
        for address in ["127.0.0.1:0", "localhost:0"] {
            let listener = bind(address, false).await.unwrap();
            assert!(listener.local_addr().unwrap().ip().is_loopback());
        }
    }
}

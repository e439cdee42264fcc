//! Upstream connections of the gateway, for servers the user has consented to.

use std::sync::Arc;

use hintsmith_mcp::endpoint::{Endpoint, HttpEndpoint};
use hintsmith_mcp::gateway::{HeaderProvider, Remote, Source};
use hintsmith_mcp::sign_in::TokenProvider;

use crate::api::proxy_host::ProxyService;
use crate::error::ApiError;

impl ProxyService {
    pub(super) async fn resolve_upstream(&self, name: &str) -> Result<Source, ApiError> {
        let row = self.servers.scannable_server(name).await?;
        Ok(gateway_source(self.servers.resolve_endpoint(&row).await?))
    }
}

pub(super) fn gateway_source(endpoint: Endpoint) -> Source {
    let HttpEndpoint { url, headers, credentials, oauth_client: client } = match endpoint {
        Endpoint::Command(command) => return Source::Command(command),
        Endpoint::Http(address) => address,
        Endpoint::Api(server) => return Source::Api(server),
    };
    let url = url.expose().to_owned();
    let bearer = credentials.map(|credentials| Arc::new(TokenProvider::new(&url, credentials, client)));
    let headers: HeaderProvider = Arc::new(move |is_refused| {
        let given = headers.iter().map(|(name, value)| (name.clone(), value.expose().to_owned()));
        let (mut headers, bearer) = (given.collect::<Vec<_>>(), bearer.clone());
        Box::pin(async move {
            // Without a token the server demands authentication, and the gateway reports that.
            if let Some(bearer) = bearer
                && let Ok(token) = bearer.access_token(is_refused).await
            {
                headers.push(("Authorization".to_owned(), format!("Bearer {token}")));
            }
            headers
        })
    });
    Source::Http(Remote { url, headers: Some(headers) })
}

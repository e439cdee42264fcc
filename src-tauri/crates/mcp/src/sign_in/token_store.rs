//! rmcp's credential store, bound to the authorization server that issued the tokens. rmcp loads the tokens before
//! every use, so tokens of another issuer are never part of a request, even when another process signs in while
//! this one runs.

use std::sync::Arc;

use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::CredentialBackend;
use super::discovery::{AuthorizationServer, is_same_origin};

/// Metadata field: client authentication methods of the token endpoint (RFC 8414).
const AUTH_METHODS: &str = "token_endpoint_auth_methods_supported";

pub struct TokenStore {
    credentials: Arc<dyn CredentialBackend>,
    issuer: String,
    token_endpoint: String,
    auth_methods: Option<Value>,
}

#[derive(Serialize, Deserialize)]
pub struct StoredTokens {
    #[serde(flatten)]
    pub credentials: StoredCredentials,
    /// Token endpoint that issued the tokens. The issuer alone is not enough: its metadata may name endpoints of
    /// another host, and change them later. Absent in tokens stored by earlier versions.
    #[serde(default)]
    token_endpoint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    auth_methods: Option<Value>,
}

impl StoredTokens {
    /// The authorization server that issued the tokens, as verified then. Some MCP servers name it only in a 401
    /// response.
    pub fn issuing_server(&self) -> Option<AuthorizationServer> {
        let issuer = self.credentials.issuer.clone()?;
        let mut metadata = json!({
            "issuer": issuer,
            "token_endpoint": self.token_endpoint.as_ref()?,
            // Required by the type; not used to sign in.
            "authorization_endpoint": issuer,
        });
        if let Some(methods) = &self.auth_methods {
            metadata[AUTH_METHODS] = methods.clone();
        }
        let metadata = serde_json::from_value(metadata).ok()?;
        Some(AuthorizationServer { metadata, issuer, has_metadata: true })
    }
}

impl TokenStore {
    pub fn new(credentials: Arc<dyn CredentialBackend>, server: &AuthorizationServer) -> Self {
        let token_endpoint = server.metadata.token_endpoint.clone();
        let auth_methods = server.metadata.additional_fields.get(AUTH_METHODS).cloned();
        Self { credentials, issuer: server.issuer.clone(), token_endpoint, auth_methods }
    }

    fn is_same_issuer(&self, stored: &StoredTokens) -> bool {
        stored.credentials.issuer.as_ref() == Some(&self.issuer)
            && stored
                .token_endpoint
                .as_ref()
                .is_none_or(|stored| is_same_origin(stored, &self.token_endpoint))
    }
}

/// Loads the stored tokens of any issuer. For comparison only: never send them.
pub async fn load_stored_tokens(
    credentials: &dyn CredentialBackend,
) -> Result<Option<StoredTokens>, AuthError> {
    let text = credentials.load().await.map_err(AuthError::CredentialStoreError)?;
    // Unreadable text was stored by another version; signing in again replaces it.
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

#[async_trait]
impl CredentialStore for TokenStore {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        let stored = load_stored_tokens(&*self.credentials).await?;
        Ok(stored.filter(|stored| self.is_same_issuer(stored)).map(|stored| stored.credentials))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let stored = StoredTokens {
            credentials,
            token_endpoint: Some(self.token_endpoint.clone()),
            auth_methods: self.auth_methods.clone(),
        };
        let text = serde_json::to_string(&stored)
            .map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        self.credentials.save(text).await.map_err(AuthError::CredentialStoreError)
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.credentials.clear().await.map_err(AuthError::CredentialStoreError)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use rmcp::transport::auth::AuthorizationMetadata;

    use super::*;

    #[derive(Default)]
    struct InMemory(Mutex<Option<String>>);

    #[async_trait]
    impl CredentialBackend for InMemory {
        async fn load(&self) -> Result<Option<String>, String> {
            Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
        }

        async fn save(&self, text: String) -> Result<(), String> {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
            Ok(())
        }

        async fn clear(&self) -> Result<(), String> {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
            Ok(())
        }
    }

    fn server(issuer: &str, token_endpoint: &str) -> AuthorizationServer {
        let mut metadata = AuthorizationMetadata::default();
        token_endpoint.clone_into(&mut metadata.token_endpoint);
        AuthorizationServer { metadata, issuer: issuer.to_owned(), has_metadata: true }
    }

    #[tokio::test]
    async fn tokens_are_loaded_only_for_the_server_that_issued_them() {
        let stored = |issuer: Option<&str>| {
            StoredCredentials::new("client".to_owned(), None, Vec::new(), None)
                .with_issuer(issuer.map(str::to_owned))
        };
        let own = "https://as.example";
        for (issuer, token_endpoint, stored_issuer, expected) in [
            (own, "https://as.example/token", Some(own), true),
            (own, "https://as.example/v2/token", Some(own), true),
            (own, "https://evil.example/token", Some(own), false),
            ("https://mcp.example", "https://as.example/token", Some(own), false),
            (own, "https://as.example/token", None, false),
        ] {
            let credentials: Arc<dyn CredentialBackend> = Arc::new(InMemory::default());
            let signed_in =
                TokenStore::new(Arc::clone(&credentials), &server(own, "https://as.example/token"));
            signed_in.save(stored(stored_issuer)).await.unwrap();
            let later = TokenStore::new(credentials, &server(issuer, token_endpoint));
            let loaded = later.load().await.unwrap();
            assert_eq!(loaded.is_some(), expected, "{issuer} {token_endpoint} {stored_issuer:?}");
        }
    }

    #[tokio::test]
    async fn stored_tokens_identify_their_authorization_server() {
        let credentials: Arc<dyn CredentialBackend> = Arc::new(InMemory::default());
        let store = TokenStore::new(
            Arc::clone(&credentials),
            &server("https://as.example", "https://tokens.example/token"),
        );
        let tokens = StoredCredentials::new("client".to_owned(), None, Vec::new(), None);
        store.save(tokens.with_issuer(Some("https://as.example".to_owned()))).await.unwrap();
        let issued_by = load_stored_tokens(&*credentials).await.unwrap().unwrap().issuing_server().unwrap();
        assert_eq!(issued_by.issuer, "https://as.example");
        assert_eq!(issued_by.metadata.token_endpoint, "https://tokens.example/token");
        let earlier = r#"{"client_id":"client","token_response":null,"issuer":"https://as.example"}"#;
        credentials.save(earlier.to_owned()).await.unwrap();
        assert!(load_stored_tokens(&*credentials).await.unwrap().unwrap().issuing_server().is_none());
    }

    #[tokio::test]
    async fn tokens_of_earlier_versions_are_bound_to_their_issuer() {
        for (text, expected) in [
            (r#"{"client_id":"client","token_response":null,"issuer":"https://as.example"}"#, true),
            (r#"{"client_id":"client","token_response":null,"issuer":null}"#, false),
            (r#"{"client_id":"client","token_response":null}"#, false),
        ] {
            let credentials: Arc<dyn CredentialBackend> = Arc::new(InMemory::default());
            credentials.save(text.to_owned()).await.unwrap();
            let store = TokenStore::new(credentials, &server("https://as.example", "https://as.example/t"));
            assert_eq!(store.load().await.unwrap().is_some(), expected, "{text}");
        }
    }
}

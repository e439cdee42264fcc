//! OAuth sign-in to a server, and sign-out.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use hintsmith_core::sources::openapi::security;
use hintsmith_core::sources::openapi::server::ServerUrl;
use hintsmith_core::sources::source::Source;
use hintsmith_mcp::api_server::sign_in::ApiSignIn;
use hintsmith_mcp::endpoint::Endpoint;
use hintsmith_mcp::sign_in::{self, OAuthClient, SignIn, SignInError};

use super::refresh::Scan;
use crate::api::servers::ServerService;
use crate::boxed;
use crate::clock;
use crate::connection_target::{self, ApiTarget, ConnectionTarget, OpenApiTarget};
use crate::dto::{ServerKey, ServerView};
use crate::error::{ApiError, ErrorCode};
use crate::store::servers::{self, ServerRow};

/// Time limit for the user to finish in the browser.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(300);

impl ServerService {
    /// Signs the user in. `open` receives the URL of the page, and the redirect is awaited however the user opens it.
    /// Before the client's secret is first sent, `confirm` must accept the issuer: the server names the issuer, and
    /// could name itself. Does not scan the server.
    pub async fn sign_in<F: Future<Output = bool> + Send>(
        self: &Arc<Self>,
        input: ServerKey,
        confirm: impl FnOnce(String) -> F + Send,
        open: impl FnOnce(&str) + Send,
    ) -> Result<ServerView, ApiError> {
        let name = input.server;
        let row = self.scannable_server(&name).await?;
        if let Source::OpenApi { .. } = &row.source {
            return self.sign_in_to_api(&row, open).await;
        }
        if connection_target::gives_token(&row.source) {
            let hint = "Remove the Authorization header to sign in instead.";
            let message = format!("{name} already has a token in its Authorization header");
            return Err(ApiError::new(ErrorCode::Conflict, message, hint));
        }
        let target =
            connection_target::resolve_target(&row, &self.context.options.program, &self.vault).await?;
        let ConnectionTarget::Endpoint(Endpoint::Http(address)) = target else {
            return Err(not_an_http_server(&name));
        };
        let credentials = connection_target::credentials(&self.vault, &name);
        self.require_token_storage().await?;
        let scan = Scan::start(self, &name)?;
        let begin = |client: OAuthClient| {
            SignIn::start(address.url.expose(), Arc::clone(&credentials), client, row.challenge.clone())
        };
        let mut begun = scan.run(begin(address.oauth_client.clone())).await?;
        if let Err(SignInError::UnconfirmedIssuer(issuer)) = &begun
            && confirm(issuer.clone()).await
        {
            let client = OAuthClient { issuer: Some(issuer.clone()), ..address.oauth_client.clone() };
            begun = scan.run(begin(client)).await?;
        }
        let page = begun.map_err(|error| sign_in_error(&name, &error))?;
        let issuer = page.issuer.clone();
        self.set_sign_in_page(&name, Some(&page.authorization_url));
        open(&page.authorization_url);
        let finished = scan.run(page.finish(BROWSER_TIMEOUT)).await;
        drop(scan);
        self.set_sign_in_page(&name, None);
        finished?.map_err(|error| sign_in_error(&name, &error))?;
        self.record_sign_in(name, issuer).await
    }

    /// Signs the user in to the API of an OpenAPI document.
    async fn sign_in_to_api(
        self: &Arc<Self>,
        row: &ServerRow,
        open: impl FnOnce(&str) + Send,
    ) -> Result<ServerView, ApiError> {
        let name = row.name.clone();
        let target =
            connection_target::resolve_target(row, &self.context.options.program, &self.vault).await?;
        let ConnectionTarget::OpenApi(OpenApiTarget {
            document,
            operations,
            api: Some(ApiTarget { base_url, token_url, account: Some(account), .. }),
        }) = target
        else {
            let hint = format!(
                "Set the client that is registered with the API: `hintsmith edit {name} --client-id ID`."
            );
            return Err(ApiError::new(
                ErrorCode::Invalid,
                format!("{name} has no client to sign in with"),
                hint,
            ));
        };
        self.require_token_storage().await?;
        let scan = Scan::start(self, &name)?;
        let request = async {
            let document = self.read_openapi(&name, document, &operations).await.map_err(|error| {
                ApiError::new(ErrorCode::Server, error.failure.message, error.failure.hint)
            })?;
            let base = ServerUrl::parse(&base_url).map_err(|error| {
                ApiError::new(ErrorCode::Invalid, error.to_string(), "Edit the base URL.")
            })?;
            security::sign_in_request(&document, &base, token_url.as_deref())
                .map_err(|error| ApiError::new(ErrorCode::Server, format!("{name}: {error}"), error.hint()))
        };
        let request = scan.run(request).await??;
        let issuer = request.token_url.origin().ascii_serialization();
        let begun = scan.run(ApiSignIn::start(&base_url, request, account)).await?;
        let page = begun.map_err(|error| sign_in_error(&name, &error))?;
        self.set_sign_in_page(&name, Some(&page.authorization_url));
        open(&page.authorization_url);
        let finished = scan.run(page.finish(BROWSER_TIMEOUT)).await;
        drop(scan);
        self.set_sign_in_page(&name, None);
        finished?.map_err(|error| sign_in_error(&name, &error))?;
        self.record_sign_in(name, issuer).await
    }

    async fn require_token_storage(&self) -> Result<(), ApiError> {
        let keeping = self.vault.describe().await;
        if keeping.is_writable {
            return Ok(());
        }
        let message = "the tokens of a sign-in cannot be stored";
        Err(ApiError::new(ErrorCode::Secrets, message, keeping.description))
    }

    async fn record_sign_in(&self, name: String, issuer: String) -> Result<ServerView, ApiError> {
        let row_name = name.clone();
        let write = move |connection: &rusqlite::Connection| {
            servers::set_signed_in(connection, &row_name, &clock::now(), &issuer)
        };
        self.context.update_store(write).await?;
        self.view_by_name(&name).await
    }

    /// Sets or clears the URL of the sign-in page shown for a server.
    fn set_sign_in_page(&self, server: &str, page: Option<&str>) {
        match page {
            Some(page) => drop(self.sign_in_pages().insert(server.to_owned(), page.to_owned())),
            None => drop(self.sign_in_pages().remove(server)),
        }
        self.context.catalog.bump_revision();
    }

    pub(crate) fn sign_in_pages(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.sign_in_pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes the tokens of a server.
    #[boxed]
    pub async fn sign_out(&self, input: ServerKey) -> Result<ServerView, ApiError> {
        let name = input.server;
        self.context.current_catalog().await?.require_server(&name)?;
        self.stop(&name).await;
        sign_in::sign_out(&*connection_target::credentials(&self.vault, &name))
            .await
            .map_err(|error| sign_in_error(&name, &error))?;
        let row_name = name.clone();
        self.context.update_store(move |connection| servers::set_signed_out(connection, &row_name)).await?;
        self.view_by_name(&name).await
    }
}

/// Opens a page in the user's browser. Only web pages, and never through a shell.
pub fn open_in_browser(page: &str) -> Result<(), ApiError> {
    webbrowser::open(page).map_err(|error| {
        let hint = "Open the page in a browser. Hintsmith is still waiting for the sign-in.";
        ApiError::new(ErrorCode::Internal, format!("no browser could be opened: {error}"), hint)
    })
}

fn not_an_http_server(name: &str) -> ApiError {
    let hint = "Only servers with a URL support sign-in.";
    ApiError::new(ErrorCode::Invalid, format!("{name} does not support sign-in"), hint)
}

fn sign_in_error(name: &str, error: &SignInError) -> ApiError {
    let (code, hint) = match error {
        SignInError::StorageFailed(_) => {
            (ErrorCode::Secrets, "Unlock the keychain, or set HINTSMITH_PASSPHRASE.")
        }
        SignInError::UnsafeSignInPage(_)
        | SignInError::InsecureEndpoint(_)
        | SignInError::IssuerMismatch { .. }
        | SignInError::MixedEndpoints { .. } => {
            (ErrorCode::Server, "Do not trust this server. No page was opened and nothing was sent.")
        }
        SignInError::UnpublishedIssuer => (
            ErrorCode::Server,
            "Ask the operator of the server, or edit the server and remove the client secret.",
        ),
        SignInError::UnconfirmedIssuer(issuer) => {
            let hint = format!(
                "If the client is registered with this issuer, sign in with `hintsmith login {name} --issuer {issuer}`."
            );
            return ApiError::new(ErrorCode::Consent, format!("{name}: {error}"), hint);
        }
        SignInError::WrongIssuer { .. } => (
            ErrorCode::Server,
            "Sign in only if you expected this change. To accept the new issuer, edit the client of the server.",
        ),
        SignInError::TimedOut(_) => (ErrorCode::Server, "Sign in again."),
        SignInError::Denied(_) => {
            (ErrorCode::Server, "Sign in again and allow access, or ask the operator of the server.")
        }
        SignInError::InvalidUrl(_) => (ErrorCode::Invalid, "Edit the server and correct its URL."),
        SignInError::Loopback(_) => {
            (ErrorCode::Server, "Allow programs to listen on 127.0.0.1, then try again.")
        }
        SignInError::Protocol(_) => {
            (ErrorCode::Server, "Ask the operator of the server, or set a token in a header.")
        }
    };
    ApiError::new(code, format!("{name}: {error}"), hint)
}

//! Endpoints that calls go to. The operations of an OpenAPI document are called by a server in this process.

use std::sync::Arc;

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::layer::Layer;
use hintsmith_core::sources::openapi::OpenApiDocument;
use hintsmith_core::sources::source::Source;
use hintsmith_mcp::api_server::{ApiServer, ApiSettings, RetryPolicy};
use hintsmith_mcp::endpoint::Endpoint;
use hintsmith_mcp::limits::Limits;

use super::ServerService;
use crate::catalog::CatalogEntry;
use crate::connection_target::{self, ApiTarget, ConnectionTarget, OpenApiTarget};
use crate::context::Context;
use crate::error::{ApiError, ErrorCode};
use crate::store::servers::ServerRow;

/// Maximum length of a response to a call; a model reads far less.
const MAX_RESPONSE_BYTES: usize = 10_000_000;

/// Why the tools of a server can only be listed.
pub(crate) struct NotCallable {
    /// What the server is, with an article.
    pub what: &'static str,
    pub hint: String,
}

impl NotCallable {
    /// `None` if the tools can be called.
    pub fn of(row: &ServerRow) -> Option<Self> {
        match &row.source {
            Source::OpenApi { api: None, .. } => Some(Self {
                what: "an OpenAPI document without a base URL",
                hint: format!(
                    "Edit the server and set the URL of the API: `hintsmith edit {} --base-url URL`.",
                    row.name
                ),
            }),
            Source::File { .. } => Some(Self {
                what: "a saved list",
                hint: "To call its tools, add the server by its command or URL.".to_owned(),
            }),
            Source::SourceCode { .. } => Some(Self {
                what: "source code that is read and not started",
                hint: "To call its tools, add the server by its command or URL.".to_owned(),
            }),
            _ => None,
        }
    }

    pub fn to_error(&self, server: &str) -> ApiError {
        let message = format!("{server} is {}, so its tools cannot be called", self.what);
        ApiError::new(ErrorCode::Invalid, message, self.hint.clone())
    }
}

impl ServerService {
    /// The endpoint that calls of a server's tools go to.
    pub(crate) async fn resolve_endpoint(&self, row: &ServerRow) -> Result<Endpoint, ApiError> {
        if let Some(reason) = NotCallable::of(row) {
            return Err(reason.to_error(&row.name));
        }
        match connection_target::resolve_target(row, &self.context.options.program, &self.vault).await? {
            ConnectionTarget::Endpoint(endpoint) => Ok(endpoint),
            ConnectionTarget::OpenApi(OpenApiTarget { document, operations, api: Some(api) }) => {
                let document =
                    self.read_openapi_for_calls(&row.name, document, &operations).await.map_err(|error| {
                        ApiError::new(ErrorCode::Server, error.failure.message, error.failure.hint)
                    })?;
                self.open_api(&row.name, document, api, self.context.limits().await)
            }
            ConnectionTarget::OpenApi(OpenApiTarget { api: None, .. })
            | ConnectionTarget::SavedList(_)
            | ConnectionTarget::SourceCode(_) => {
                let message = format!("the tools of {} cannot be called", row.name);
                Err(ApiError::new(ErrorCode::Invalid, message, "Scan the server again."))
            }
        }
    }

    pub(super) fn open_api(
        &self,
        server: &str,
        document: OpenApiDocument,
        api: ApiTarget,
        limits: Limits,
    ) -> Result<Endpoint, ApiError> {
        let settings = ApiSettings {
            base_url: api.base_url,
            credentials: api.credentials.into_iter().collect(),
            token_url: api.token_url,
            account: api.account,
            call_timeout: limits.call_timeout,
            max_response_bytes: MAX_RESPONSE_BYTES,
        };
        let may_retry = retry_policy(&self.context, server);
        let opened = ApiServer::new(document, settings, Some(may_retry)).map_err(|error| {
            ApiError::new(ErrorCode::Server, error.to_string(), "Edit the server and correct its base URL.")
        })?;
        Ok(Endpoint::Api(Arc::new(opened)))
    }
}

/// A failed call is sent again only if the user has decided that this does no harm.
fn retry_policy(context: &Arc<Context>, server: &str) -> RetryPolicy {
    let (context, server) = (Arc::clone(context), Arc::<str>::from(server));
    Arc::new(move |tool| {
        let (context, server, tool) = (Arc::clone(&context), Arc::clone(&server), tool.to_owned());
        Box::pin(async move {
            let catalog = context.current_catalog().await;
            catalog.is_ok_and(|catalog| catalog.entry(&server, &tool).is_some_and(|entry| may_repeat(entry)))
        })
    })
}

/// Returns whether a decision says that a tool reads only or is idempotent, in every environment in use.
fn may_repeat(entry: &CatalogEntry) -> bool {
    let is_decided = |hint: HintName| {
        [entry.resolve(), entry.resolve_in(None)]
            .iter()
            .all(|tool| tool.hint(hint) && tool.hints[hint].layer() > Layer::Declared)
    };
    is_decided(HintName::ReadOnly) || is_decided(HintName::Idempotent)
}

//! The operations of OpenAPI documents: which ones there are, and which ones become tools.

use hintsmith_core::model::endpoint::Endpoint;
use hintsmith_core::sources::openapi::{self, OpenApiDocument, Operation};
use hintsmith_core::sources::source::Source;
use tokio_util::sync::CancellationToken;

use super::refresh::tool_problems;
use super::source_input::build_source;
use super::{ServerService, documents};
use crate::boxed;
use crate::connection_target::{self, ConnectionTarget, OAuthAccount, OpenApiTarget};
use crate::dto::{
    NewServer, OperationCounts, OperationList, OperationTermsInput, OperationView, ServerKey, ToolProblem,
    saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::operations::OperationSummary;

/// Number of new operations that are listed by name.
const MAX_NEW_NAMES: usize = 20;

impl ServerService {
    /// Reads the OpenAPI document of a new or edited server, and lists its operations. No operation is called. Cancels
    /// the previous listing, whose result nobody waits for any more.
    #[boxed]
    pub async fn list_operations(&self, input: NewServer) -> Result<OperationList, ApiError> {
        let rows = self.context.server_rows().await?;
        let before = rows.iter().find(|row| row.name == input.name).map(|row| &row.source);
        // Credentials are for calls.
        let mut source = build_source(input.source, before)?;
        let Source::OpenApi { api, .. } = &mut source else {
            let hint = "Give the path or URL of an OpenAPI document.";
            return Err(ApiError::new(ErrorCode::Invalid, "the source is no OpenAPI document", hint));
        };
        *api = None;
        let (account, program) = (OAuthAccount::default(), &self.context.options.program);
        let target =
            connection_target::resolve_source(&input.name, &source, account, program, Some(&self.vault))
                .await?;
        let ConnectionTarget::OpenApi(OpenApiTarget { document, operations, .. }) = target else {
            return Err(ApiError::new(ErrorCode::Internal, "an OpenAPI source has another target", ""));
        };
        let token = CancellationToken::new();
        self.replace_listing(token.clone());
        let listed = tokio::select! {
            listed = documents::list_operations(document, operations) => listed,
            () = token.cancelled() => {
                return Err(ApiError::new(ErrorCode::Cancelled, "reading the document was cancelled", ""));
            }
        };
        let document = listed
            .map_err(|error| ApiError::new(ErrorCode::Invalid, error.failure.message, error.failure.hint))?;
        Ok(document.into())
    }

    /// Cancels [`Self::list_operations`]; a download ends at once.
    pub fn cancel_list_operations(&self) {
        self.replace_listing(CancellationToken::new());
    }

    fn replace_listing(&self, token: CancellationToken) {
        let mut current = self.listing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::replace(&mut *current, token).cancel();
    }

    /// The terms that choose exactly the chosen operations.
    #[boxed]
    pub async fn operation_terms(&self, input: OperationTermsInput) -> Result<Vec<String>, ApiError> {
        let operations: Vec<Operation> = input.operations.into_iter().map(Operation::from).collect();
        Ok(openapi::terms_for(&operations))
    }

    /// The problems of the last complete scan: of the list, and of its tools.
    #[boxed]
    pub async fn scan_problems(&self, input: ServerKey) -> Result<Vec<ToolProblem>, ApiError> {
        let row = self.context.server_row(&input.server).await?;
        let catalog = self.context.current_catalog().await?;
        let tools = catalog.entries_of(&input.server).iter();
        let of_tools = tools.flat_map(|entry| tool_problems(&entry.tool));
        Ok(row.problems.into_iter().chain(of_tools).collect())
    }
}

pub(super) fn count(summary: &OperationSummary) -> OperationCounts {
    OperationCounts {
        total: summary.total,
        chosen: summary.chosen,
        new_count: saturating_u32(summary.new.len()),
        new: summary.new.iter().take(MAX_NEW_NAMES).cloned().collect(),
    }
}

impl From<OpenApiDocument> for OperationList {
    fn from(document: OpenApiDocument) -> Self {
        Self {
            base_urls: document.servers.iter().map(|server| server.as_str().to_owned()).collect(),
            security_schemes: document.security_schemes.iter().map(|scheme| scheme.name.clone()).collect(),
            problems: document.problems.iter().map(ToolProblem::of_document).collect(),
            operations: document.operations.into_iter().map(OperationView::from).collect(),
            title: document.title,
            version: document.version,
        }
    }
}

impl From<Operation> for OperationView {
    fn from(operation: Operation) -> Self {
        Self {
            name: operation.name.to_string(),
            method: operation.endpoint.method,
            path: operation.endpoint.path,
            tags: operation.tags.into_iter().map(String::from).collect(),
            title: operation.title,
            deprecated: operation.is_deprecated,
            chosen: operation.is_chosen,
        }
    }
}

impl From<OperationView> for Operation {
    fn from(view: OperationView) -> Self {
        Self {
            name: view.name.into(),
            endpoint: Endpoint { method: view.method, path: view.path },
            tags: view.tags.into_iter().map(String::into_boxed_str).collect(),
            title: view.title,
            is_deprecated: view.deprecated,
            is_chosen: view.chosen,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use super::*;
    use crate::dto::NewSource;
    use crate::testing::open_engine;

    #[tokio::test]
    async fn a_cancelled_listing_closes_the_connection_that_it_downloads_from() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[]).await;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let location = format!("http://{}/openapi.json", listener.local_addr().unwrap());
        // It accepts the request, never answers, and cancels once the request has arrived.
        let servers = std::sync::Arc::clone(&engine);
        let server = tokio::task::spawn_blocking(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut buffer = [0; 4096];
            assert_ne!(stream.read(&mut buffer).unwrap(), 0);
            servers.servers.cancel_list_operations();
            // A reset or the end of the stream.
            stream.read(&mut buffer).unwrap_or(0)
        });
        let source: NewSource =
            serde_json::from_value(serde_json::json!({ "kind": "openApi", "location": location })).unwrap();
        let input = NewServer { name: "shop".to_owned(), source, storage: Vec::new() };
        let error = engine.servers.list_operations(input).await.err().unwrap();
        assert_eq!(error.code, ErrorCode::Cancelled, "{error:?}");
        assert_eq!(server.await.unwrap(), 0, "the connection is closed");
    }
}

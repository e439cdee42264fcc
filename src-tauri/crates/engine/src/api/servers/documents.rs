//! Reading of OpenAPI documents and saved lists.
//!
//! A downloaded OpenAPI document is kept in the data folder with what its server returned to recognize it by. An
//! unchanged document is not transferred again, and calls go on while its server is down.

use std::path::{Path, PathBuf};

use hintsmith_core::sources::openapi::{self, OpenApiDocument};
use hintsmith_mcp::fetch::{self, FetchError, Validators};
use serde::{Deserialize, Serialize};

use super::ServerService;
use super::refresh_error::RefreshError;
use crate::api::destination::sha256_hex;
use crate::connection_target::DocumentLocation;
use crate::data_folder;
use crate::files::{self, Access};

/// Size limit for an OpenAPI document or a saved list.
const MAX_DOCUMENT_BYTES: usize = 64 << 20;

/// Folder of the kept documents in the data folder.
const DOCUMENTS_FOLDER: &str = "documents";

/// First line of a kept document; its text follows.
#[derive(Serialize, Deserialize)]
struct KeptHeader {
    /// Hash of the URL, which may contain a secret.
    url: String,
    etag: Option<String>,
    last_modified: Option<String>,
}

struct KeptDocument {
    validators: Validators,
    text: String,
}

impl ServerService {
    /// Reads the document of a server, with the chosen operations as tools.
    pub(super) async fn read_openapi(
        &self,
        server: &str,
        location: DocumentLocation,
        operations: &[String],
    ) -> Result<OpenApiDocument, RefreshError> {
        let text = match &location {
            DocumentLocation::Url(url) => {
                let path = self.kept_document_path(server);
                let kept = read_kept(path.clone(), url.expose().to_owned()).await;
                download(url.expose(), path, kept).await.map_err(|error| fetch_failure(&error))?
            }
            DocumentLocation::Path(_) => read(location.clone()).await?,
        };
        parse_openapi(&text, &location, operations)
    }

    /// Reads the document of a server whose operations are called. A kept document takes the place of one that cannot be
    /// downloaded.
    pub(super) async fn read_openapi_for_calls(
        &self,
        server: &str,
        location: DocumentLocation,
        operations: &[String],
    ) -> Result<OpenApiDocument, RefreshError> {
        let failed = match self.read_openapi(server, location.clone(), operations).await {
            Err(failed) if failed.is_transient => failed,
            outcome => return outcome,
        };
        let DocumentLocation::Url(url) = &location else { return Err(failed) };
        match read_kept(self.kept_document_path(server), url.expose().to_owned()).await {
            Some(kept) => parse_openapi(&kept.text, &location, operations),
            None => Err(failed),
        }
    }

    fn kept_document_path(&self, server: &str) -> PathBuf {
        self.context.options.data_folder.join(DOCUMENTS_FOLDER).join(server)
    }

    /// Deletes the kept document of a server that was removed.
    pub(super) async fn forget_document(&self, server: &str) {
        // Without a document there is nothing to delete; one that stays is used only for the same URL.
        let _ = tokio::fs::remove_file(self.kept_document_path(server)).await;
    }
}

/// Downloads a document, unless it is the kept one.
async fn download(url: &str, path: PathBuf, kept: Option<KeptDocument>) -> Result<String, FetchError> {
    let known = kept.as_ref().map(|kept| kept.validators.clone()).unwrap_or_default();
    let new = fetch::fetch_if_changed(url, MAX_DOCUMENT_BYTES, &known).await?.into_text(url)?;
    match (new, kept) {
        (Some((text, validators)), _) => {
            keep(path, url.to_owned(), validators, text.clone()).await;
            Ok(text)
        }
        (None, Some(kept)) => Ok(kept.text),
        // Only a request with validators is answered by "not modified".
        (None, None) => Ok(String::new()),
    }
}

async fn read_kept(path: PathBuf, url: String) -> Option<KeptDocument> {
    let text = files::read_text_async(path, MAX_DOCUMENT_BYTES as u64 + 4096).await.ok()?;
    let (header, text) = text.split_once('\n')?;
    let header: KeptHeader = serde_json::from_str(header).ok()?;
    (header.url == sha256_hex(&url)).then(|| KeptDocument {
        validators: Validators { etag: header.etag, last_modified: header.last_modified },
        text: text.to_owned(),
    })
}

/// Keeps a document. A failure costs only the next download.
async fn keep(path: PathBuf, url: String, validators: Validators, text: String) {
    let Validators { etag, last_modified } = validators;
    let header = KeptHeader { url: sha256_hex(&url), etag, last_modified };
    let write = move || -> std::io::Result<()> {
        data_folder::create_private(path.parent().unwrap_or(Path::new("")))?;
        let header = serde_json::to_string(&header)?;
        files::write_atomically(&path, format!("{header}\n{text}").as_bytes(), Access::Private)
    };
    let _ = tokio::task::spawn_blocking(write).await;
}

/// Reads a document that is not kept.
pub(super) async fn read(location: DocumentLocation) -> Result<String, RefreshError> {
    match location {
        DocumentLocation::Url(url) => {
            let text = fetch::fetch_text(url.expose(), MAX_DOCUMENT_BYTES).await;
            text.map_err(|error| fetch_failure(&error))
        }
        DocumentLocation::Path(path) => {
            let path_text = path.display().to_string();
            let failed = |error: std::io::Error| {
                RefreshError::new(
                    &format!("{path_text} cannot be read: {error}"),
                    "Check that the file exists, is text, and is not too large.",
                )
            };
            files::read_text_async(path, MAX_DOCUMENT_BYTES as u64).await.map_err(failed)
        }
    }
}

/// Lists the operations of a document that is not kept.
pub(super) async fn list_operations(
    location: DocumentLocation,
    terms: Vec<String>,
) -> Result<OpenApiDocument, RefreshError> {
    let url = document_url(&location).map(str::to_owned);
    let text = read(location).await?;
    let list = move || openapi::list_operations(&text, url.as_deref(), &terms);
    let listed = crate::db::spawn_blocking(list).await?;
    listed.map_err(|error| RefreshError::new(&error, error.hint()))
}

fn document_url(location: &DocumentLocation) -> Option<&str> {
    match location {
        DocumentLocation::Url(url) => Some(url.expose()),
        DocumentLocation::Path(_) => None,
    }
}

/// Parses a document. Relative URLs in it refer to its location.
pub(super) fn parse_openapi(
    text: &str,
    location: &DocumentLocation,
    operations: &[String],
) -> Result<OpenApiDocument, RefreshError> {
    openapi::parse_operations(text, document_url(location), operations)
        .map_err(|error| RefreshError::new(&error, error.hint()))
}

fn fetch_failure(error: &FetchError) -> RefreshError {
    let is_transient = matches!(
        error,
        FetchError::Unreachable { .. }
            | FetchError::TimedOut { .. }
            | FetchError::HttpStatus { status: 429 | 500.., .. }
    );
    let hint = "Check the URL. The tools of the last successful scan are kept.";
    RefreshError { is_transient, ..RefreshError::new(error, hint) }
}

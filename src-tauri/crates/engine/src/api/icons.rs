//! Icons of tools: those that the user decided, and those of trusted servers.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::model::icon::{self, Icon};

use super::tools::ToolService;
use crate::boxed;
use crate::dto::{IconsInput, ToolIcon};
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::icons::MAX_ICON_BYTES;

/// Maximum number of icons per request, more than one screen shows.
const MAX_ICONS: usize = 200;

/// Reads an image file as the source of an icon. Deciding it checks and redraws the image.
pub fn source_from_file(path: &Path) -> Result<String, ApiError> {
    let bytes = files::read_bytes(path, MAX_ICON_BYTES as u64).map_err(|error| {
        let message = format!("the icon {} cannot be read: {error}", path.display());
        ApiError::new(ErrorCode::File, message, "Give an image file, a data URI or an https URL.")
    })?;
    Ok(Icon::Inline(STANDARD.encode(bytes)).into_source())
}

impl ToolService {
    /// Icons as small re-encoded pictures; none if no icon is decided, and the server is not trusted or offers no
    /// usable icon.
    #[boxed]
    pub async fn icons(&self, input: IconsInput) -> Result<Vec<ToolIcon>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let mut icons = Vec::new();
        for key in input.tools.into_iter().take(MAX_ICONS) {
            let decided = catalog.entry(&key.server, &key.tool).and_then(|entry| entry.decided_icon());
            if let Some(icon) = decided.and_then(Icon::from_source) {
                let image = self.icons.render_decided(icon).await;
                icons.push(ToolIcon { key, image: image.map(|image| image.to_string()) });
                continue;
            }
            let row = catalog.server(&key.server).filter(|row| row.trusted);
            let entry = catalog.entry(&key.server, &key.tool).filter(|entry| entry.tool.has_icon);
            let image = match (row, entry.and_then(|entry| icon::find_icon(&entry.tool.raw))) {
                (Some(row), Some(icon)) => self.icons.render(icon, &row.source).await,
                _ => None,
            };
            icons.push(ToolIcon { key, image: image.map(|image| image.to_string()) });
        }
        Ok(icons)
    }
}

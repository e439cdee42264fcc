//! Icons of tools, for trusted servers only.

use hintsmith_core::model::icon;

use super::tools::ToolService;
use crate::boxed;
use crate::dto::{IconsInput, ToolIcon};
use crate::error::ApiError;

/// Maximum number of icons per request, more than one screen shows.
const MAX_ICONS: usize = 200;

impl ToolService {
    /// Icons as small re-encoded pictures; none if the server is not trusted or the tool has no usable icon.
    #[boxed]
    pub async fn icons(&self, input: IconsInput) -> Result<Vec<ToolIcon>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let mut icons = Vec::new();
        for key in input.tools.into_iter().take(MAX_ICONS) {
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

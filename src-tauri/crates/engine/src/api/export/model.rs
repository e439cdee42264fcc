//! Conversion of the catalog into the export model.

use hintsmith_core::approval::ApprovalMode;
use hintsmith_core::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ServerConnection,
};
use hintsmith_core::server_policy::ApprovalPolicy;

use super::progress::Progress;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::saturating_u32;
use crate::error::ApiError;
use crate::store::policies;
use crate::store::servers::ServerRow;

/// The tools of enabled servers with their effective values in an environment, limited to a toolset, and to `servers`
/// unless there are none.
pub fn build_model(
    catalog: &Catalog,
    environment: Option<&str>,
    toolset: Option<&str>,
    servers: &[String],
    choice: ExportOptions,
    progress: &Progress,
) -> Result<ExportModel, ApiError> {
    let tool = |entry: &CatalogEntry, approval: &ApprovalPolicy| {
        progress.advance()?;
        let resolved = entry.resolve_in(environment);
        let offered = toolset.is_none_or(|name| entry.decisions.toolsets.iter().any(|own| **own == *name));
        let reviewed = entry.decisions.review.as_ref().map(|review| &review.fingerprint);
        let reviewed = reviewed == Some(&entry.tool.fingerprint);
        let mode = approval.mode(&entry.tool.name, Some(&entry.tool.fingerprint));
        let is_withheld = mode.is_loosening() && choice.reviewed_only && !reviewed;
        Ok(ExportedTool {
            approval: if is_withheld { ApprovalMode::ByHints } else { mode },
            ..ExportedTool::new(&entry.tool, &resolved, &entry.notes_in(toolset), (offered, reviewed), choice)
        })
    };
    let is_selected = |name: &String| servers.is_empty() || servers.contains(name);
    let enabled = catalog.servers.iter().filter(|row| row.enabled && is_selected(&row.name));
    progress.set_total(saturating_u32(
        enabled.clone().map(|row| catalog.entries_of(&row.name).len()).sum::<usize>(),
    ));
    let server = |row: &ServerRow| {
        let approval = policies::resolve_approval(
            &catalog.policies,
            &catalog.preferences,
            &row.name,
            environment,
            toolset,
        );
        let tools = catalog.entries_of(&row.name).iter().map(|entry| tool(entry, &approval));
        Ok(ExportedServer {
            name: row.name.clone(),
            connection: ServerConnection::from_source(&row.source),
            tools: tools.collect::<Result<_, ApiError>>()?,
        })
    };
    let servers = enabled.map(server).collect::<Result<_, ApiError>>()?;
    Ok(ExportModel { toolset: toolset.map(str::to_owned), servers })
}

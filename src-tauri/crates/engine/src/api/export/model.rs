//! Conversion of the catalog into the export model.

use hintsmith_core::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ServerConnection,
};

use crate::catalog::{Catalog, CatalogEntry};

/// The tools of all enabled servers with their effective values in an environment, limited to a toolset.
pub fn build_model(
    catalog: &Catalog,
    environment: Option<&str>,
    toolset: Option<&str>,
    choice: ExportOptions,
) -> ExportModel {
    let tool = |entry: &CatalogEntry| {
        let resolved = entry.resolve_in(environment);
        let offered = toolset.is_none_or(|name| entry.decisions.toolsets.iter().any(|own| **own == *name));
        let reviewed = entry.decisions.review.as_ref().map(|review| &review.fingerprint);
        let reviewed = reviewed == Some(&entry.tool.fingerprint);
        ExportedTool::new(&entry.tool, &resolved, &entry.notes_in(toolset), (offered, reviewed), choice)
    };
    let enabled = catalog.servers.iter().filter(|row| row.enabled);
    let server = |row: &crate::store::servers::ServerRow| ExportedServer {
        name: row.name.clone(),
        connection: ServerConnection::from_source(&row.source),
        tools: catalog.entries_of(&row.name).iter().map(|entry| tool(entry)).collect(),
    };
    ExportModel { toolset: toolset.map(str::to_owned), servers: enabled.map(server).collect() }
}

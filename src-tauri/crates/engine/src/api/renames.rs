//! Tools that their servers removed or renamed: what is kept about them, and moving it to the new name.

use std::collections::BTreeMap;

use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::overrides::Decision;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::model::toolset::{ToolName, ToolReference};

use super::drift::detect_renames;
use super::environments::finish_change_set;
use super::review::ReviewService;
use super::toolsets::{tool_reference, toolsets_with};
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{ChangeReport, Loosening, MoveInput, RemovedTool, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};
use crate::store::{comments, notes, policies, tool_versions, toolsets};

impl ReviewService {
    /// Moves what the user decided and wrote about a tool that is gone to the tool it was renamed to, which also takes
    /// its place in toolsets. An approval mode or a comment of the new name stays.
    #[boxed]
    pub async fn move_decisions(&self, input: MoveInput) -> Result<ChangeReport, ApiError> {
        let is_confirmed = input.loosen;
        let rename = self.find_rename(input).await?;
        let move_them = move |mut change_set: ChangeSet| {
            rename.write(&mut change_set)?;
            let Rename { server, from, to, .. } = &rename;
            finish_change_set(change_set, &format!("moved what was decided about {server}.{from} to {to}"))
        };
        self.context.apply_confirmed_changes(is_confirmed, move_them).await
    }

    /// What moving the decisions would loosen. Changes nothing.
    #[boxed]
    pub async fn preview_move(&self, input: MoveInput) -> Result<Loosening, ApiError> {
        let rename = self.find_rename(input).await?;
        self.context.preview_loosening(move |mut change_set| rename.write(&mut change_set)).await
    }

    async fn find_rename(&self, input: MoveInput) -> Result<Rename, ApiError> {
        let MoveInput { server, from, to, .. } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&server, &to)?;
        if catalog.entry(&server, &from).is_some()
            || !kept_of_removed(&catalog).contains_key(&(&*server, &*from))
        {
            let message = format!("nothing is decided about {server}.{from}, or the tool still exists");
            let hint = "`hintsmith review` lists removed tools.";
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        let (old, new) = (ToolReference::from_names(&server, &from), tool_reference(entry));
        let orphaned = catalog.orphaned_overrides.get(&(server.clone(), from.clone())).cloned();
        let members = toolsets_with(&catalog, &old);
        let fingerprint = entry.tool.fingerprint.clone();
        Ok(Rename {
            server,
            from,
            to,
            old,
            new,
            overrides: orphaned.unwrap_or_default(),
            members,
            fingerprint,
        })
    }

    /// Tools that are gone but about which something is kept, with their probable new names.
    pub(super) async fn removed_tools(&self, catalog: &Catalog) -> Result<Vec<RemovedTool>, ApiError> {
        let mut by_server: BTreeMap<&str, Vec<RemovedTool>> = BTreeMap::new();
        for ((server, _), removed) in kept_of_removed(catalog) {
            if catalog.server(server).is_some_and(|row| row.read_at.is_some()) {
                by_server.entry(server).or_default().push(removed);
            }
        }
        let mut all = Vec::new();
        for (server, removed) in by_server {
            let name = server.to_owned();
            let list = move |connection: &_| tool_versions::list_removed(connection, &name);
            let versions = self.context.db.read(list).await?;
            let versions =
                versions.into_iter().filter(|tool| removed.iter().any(|kept| kept.tool == tool.tool));
            let versions = Tool::parse_list(versions.map(|tool| tool.raw));
            let renames = detect_renames(&versions, catalog.entries_of(server));
            let with_rename =
                |tool: RemovedTool| RemovedTool { renamed_to: renames.get(&tool.tool).cloned(), ..tool };
            all.extend(removed.into_iter().map(with_rename));
        }
        Ok(all)
    }
}

/// What is kept about tools that no list contains, by server and tool.
fn kept_of_removed(catalog: &Catalog) -> BTreeMap<(&str, &str), RemovedTool> {
    let mut kept: BTreeMap<(&str, &str), RemovedTool> = BTreeMap::new();
    let mut update = |server, tool, change: &dyn Fn(&mut RemovedTool)| {
        if catalog.entry(server, tool).is_none() {
            let removed = || RemovedTool {
                server: server.to_owned(),
                tool: tool.to_owned(),
                decisions: 0,
                notes: 0,
                approvals: 0,
                has_comment: false,
                renamed_to: None,
            };
            change(kept.entry((server, tool)).or_insert_with(removed));
        }
    };
    for ((server, tool), layers) in &catalog.orphaned_overrides {
        let decisions: usize = layers.values().map(|overrides| overrides.len()).sum();
        update(server, tool, &|removed| removed.decisions = saturating_u32(decisions));
    }
    for (reference, notes) in catalog.notes.iter().chain(catalog.proposed_notes.iter()) {
        if let Some(ToolName { server, tool }) = &reference.name {
            update(server, tool, &|removed| removed.notes += saturating_u32(notes.len()));
        }
    }
    for (server, tool) in catalog.policies.iter().filter_map(|policy| policy.tool()) {
        update(server, tool, &|removed| removed.approvals += 1);
    }
    for ToolName { server, tool } in catalog.comments.keys() {
        update(server, tool, &|removed| removed.has_comment = true);
    }
    kept
}

/// A tool that is gone and the one it was renamed to, with what moves.
struct Rename {
    server: String,
    from: String,
    to: String,
    old: ToolReference,
    new: ToolReference,
    overrides: overrides::ByEnvironment,
    /// The toolsets that contain the tool, with its name there.
    members: Vec<(String, ToolReference)>,
    /// The definition of the new tool.
    fingerprint: Fingerprint,
}

impl Rename {
    fn write(&self, change_set: &mut ChangeSet) -> rusqlite::Result<()> {
        let Self { server, from, to, .. } = self;
        for (environment, decided) in &self.overrides {
            for (field, decision) in decided.iter() {
                let old = OverrideKey { server, tool: from, environment };
                let new = OverrideKey { tool: to, ..old };
                let decision = Decision { fingerprint: Some(self.fingerprint.clone()), ..decision.clone() };
                overrides::set(change_set, new, field, Some(&decision))?;
                overrides::set(change_set, old, field, None)?;
            }
        }
        comments::move_tool(change_set, server, from, to)?;
        policies::move_tool(change_set, server, from, to)?;
        notes::move_tool(change_set, &self.old, &ToolReference::from_names(server, to), |_| true)?;
        for (toolset, member) in &self.members {
            toolsets::remove(change_set, toolset, member)?;
            toolsets::add(change_set, toolset, &self.new)?;
        }
        Ok(())
    }
}

//! Toolsets: named selections of tools. Each environment has at most one active toolset.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use hintsmith_core::model::rule::Selector;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::model::toolset::{
    self, ResolvedReference, ToolName, ToolReference, Toolset, ToolsetError,
};
use hintsmith_core::resolve::coverage::Coverage;
use hintsmith_core::search::filter::Filter;

use super::drift::detect_renames;
use super::environments::{BASE_NAME, environment_name};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ReferenceResolver};
use crate::context::Context;
use crate::dto::{
    ActivateToolset, AddToToolset, CopyToolset, CoverageRow, DescribeToolset, MemberTool, MemberView,
    NewToolset, RemoveFromToolset, RenameToolset, ReplaceInToolset, ToolChoice, ToolKey, ToolsetKey,
    ToolsetReport, ToolsetSummary, ToolsetView, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::notes::{self, NoteKey};
use crate::store::toolsets::{self, StoredToolset};
use crate::store::{gateway_state, policies, tool_versions};

/// Toolsets, and the files they are exchanged in.
pub struct ToolsetService {
    pub(crate) context: Arc<Context>,
}

impl ToolsetService {
    #[boxed]
    pub async fn list(&self) -> Result<Vec<ToolsetSummary>, ApiError> {
        Ok(toolset_summaries(&*self.context.current_catalog().await?))
    }

    /// One toolset with its members.
    #[boxed]
    pub async fn view(&self, input: ToolsetKey) -> Result<ToolsetView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&input.name)?;
        let missing = missing_tools(&catalog, &stored.set);
        let renames = self.find_renamed_tools(&catalog, missing).await?;
        let resolver = ReferenceResolver::new(&catalog);
        let member = |reference: &ToolReference| {
            let tool = resolver.resolve(reference).map(|found| member_tool(&catalog, reference, found, name));
            let missing = reference.name.as_ref().filter(|_| tool.is_none());
            let probable_rename = missing.and_then(|name| renames.get(name).cloned());
            MemberView { reference: reference.to_string(), tool, probable_rename }
        };
        let members = stored.set.tools.iter().map(member).collect();
        let coverage = toolset_entries(&catalog, &resolver, &stored.set).map(tool_coverage).sum();
        Ok(ToolsetView { summary: toolset_summary(&catalog, &resolver, name, stored), members, coverage })
    }

    /// Creates a toolset. An existing one is never replaced.
    #[boxed]
    pub async fn build(&self, input: NewToolset) -> Result<ToolsetReport, ApiError> {
        self.build_in(input, self.context.catalog.environment()).await
    }

    /// Creates a toolset and, if requested, activates it in this environment.
    pub(crate) async fn build_in(
        &self,
        input: NewToolset,
        environment: Option<String>,
    ) -> Result<ToolsetReport, ApiError> {
        let NewToolset { name, description, tools, activate } = input;
        let catalog = self.context.current_catalog().await?;
        check_new_name(&catalog, &name)?;
        let description =
            toolset::check_description(description.as_deref()).map_err(invalid_toolset)?.map(str::to_owned);
        let chosen = select_tools(&catalog, &tools)?;
        let built = name.clone();
        let build = move |mut change_set: ChangeSet| {
            let at = change_set.origin.at.clone();
            toolsets::put(&mut change_set, &name, description.as_deref(), &at)?;
            chosen.tools.iter().try_for_each(|tool| toolsets::add(&mut change_set, &name, tool))?;
            if activate {
                toolsets::set_active(&mut change_set, environment.as_deref().unwrap_or(BASE), Some(&name))?;
            }
            finish_with_warnings(change_set, &format!("created the toolset {name}"), chosen.warnings)
        };
        let mut report = self.context.apply_changes(build).await?;
        if activate {
            let catalog = self.context.current_catalog().await?;
            report.warnings.extend(hidden_servers_warning(&catalog, &built));
            report.warnings.extend(self.context.sync_policy_or_warn().await);
        }
        Ok(report)
    }

    #[boxed]
    pub async fn add_tools(&self, input: AddToToolset) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&input.name)?;
        let (name, mut set) = (name.to_owned(), stored.set.clone());
        let ToolSelection { tools, warnings } = select_tools(&catalog, &input.tools)?;
        let tools: Vec<ToolReference> = tools.into_iter().filter(|tool| set.add(tool.clone())).collect();
        let add = move |mut change_set: ChangeSet| {
            tools.iter().try_for_each(|tool| toolsets::add(&mut change_set, &name, tool))?;
            let summary = format!("added {} to the toolset {name}", tools_text(&tools));
            finish_with_warnings(change_set, &summary, warnings)
        };
        self.context.apply_changes(add).await
    }

    /// Removes tools from a toolset. Their notes for it stay and apply again if the tools are added back.
    #[boxed]
    pub async fn remove_tools(&self, input: RemoveFromToolset) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&input.name)?;
        let name = name.to_owned();
        let resolver = ReferenceResolver::new(&catalog);
        let mut gone = Vec::new();
        for text in &input.references {
            let wanted = ToolReference::parse(text).map_err(invalid_toolset)?;
            let meant = resolver.resolve(&wanted).map(|found| found.tool);
            let is_meant = |tool: &&ToolReference| {
                tool.has_same_key(&wanted)
                    || meant.is_some() && resolver.resolve(tool).map(|found| found.tool) == meant
            };
            let own: Vec<&ToolReference> = stored.set.tools.iter().filter(is_meant).collect();
            if own.is_empty() {
                let hint = format!("`hintsmith toolset show {name}` lists its tools.");
                let message = format!("{wanted} is not in the toolset {name}");
                return Err(ApiError::new(ErrorCode::NotFound, message, hint));
            }
            gone.extend(own.into_iter().cloned());
        }
        gone.sort();
        gone.dedup();
        let remove = move |mut change_set: ChangeSet| {
            gone.iter().try_for_each(|tool| toolsets::remove(&mut change_set, &name, tool))?;
            let summary = format!("removed {} from the toolset {name}", tools_text(&gone));
            finish_with_warnings(change_set, &summary, Vec::new())
        };
        self.context.apply_changes(remove).await
    }

    /// Replaces a tool that is gone by the one it was renamed to. Its notes for this toolset, and those for all
    /// toolsets, follow.
    #[boxed]
    pub async fn replace_tool(&self, input: ReplaceInToolset) -> Result<ToolsetReport, ApiError> {
        let ReplaceInToolset { name, reference, by } = input;
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&name)?;
        let name = name.to_owned();
        let (old, new) = (
            ToolReference::parse(&reference).map_err(invalid_toolset)?,
            ToolReference::parse(&by).map_err(invalid_toolset)?,
        );
        let resolver = ReferenceResolver::new(&catalog);
        let members: Vec<ToolReference> =
            stored.set.tools.iter().filter(|member| member.has_same_key(&old)).cloned().collect();
        if members.is_empty() || resolver.resolve(&old).is_some() {
            let hint = format!("`hintsmith toolset show {name}` lists its tools and those that are missing.");
            let message = format!("{old} is not a missing tool of the toolset {name}");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        let Some(found) = resolver.resolve(&new) else {
            let hint = "`hintsmith tools` lists the tools. Nothing was changed.";
            return Err(ApiError::new(ErrorCode::NotFound, format!("there is no tool {new}"), hint));
        };
        let entry = Arc::clone(&catalog.entries[found.tool]);
        let replace = move |mut change_set: ChangeSet| {
            members.iter().try_for_each(|member| toolsets::remove(&mut change_set, &name, member))?;
            toolsets::add(&mut change_set, &name, &tool_reference(&entry))?;
            let to = ToolReference::from_names(&entry.server, &entry.tool.name);
            let applies = |toolset: &str| toolset == name || toolset == notes::ALL_TOOLSETS;
            notes::move_tool(&mut change_set, &old, &to, applies)?;
            finish_with_warnings(change_set, &format!("replaced {old} by {to} in {name}"), Vec::new())
        };
        self.context.apply_changes(replace).await
    }

    #[boxed]
    pub async fn rename(&self, input: RenameToolset) -> Result<ToolsetReport, ApiError> {
        let RenameToolset { name, to } = input;
        let catalog = self.context.current_catalog().await?;
        let stored = catalog.require_toolset(&name)?.1.clone();
        check_new_name(&catalog, &to)?;
        let environments = active_environments(&catalog, &name);
        let rename = move |mut change_set: ChangeSet| {
            toolsets::delete(&mut change_set, &name, &stored)?;
            toolsets::replace(&mut change_set, &to, None, &stored.set, &stored.added_at)?;
            notes::move_toolset(&mut change_set, &name, &to)?;
            policies::copy_toolset(&mut change_set, &name, &to)?;
            policies::remove_toolset(&mut change_set, &name)?;
            environments
                .iter()
                .try_for_each(|place| toolsets::set_active(&mut change_set, place, Some(&to)))?;
            gateway_state::rename_toolset(&mut change_set, &name, &to)?;
            finish_with_warnings(change_set, &format!("renamed the toolset {name} to {to}"), Vec::new())
        };
        self.context.apply_changes(rename).await
    }

    /// Copies a toolset with its tools and notes.
    #[boxed]
    pub async fn copy(&self, input: CopyToolset) -> Result<ToolsetReport, ApiError> {
        let CopyToolset { name, to } = input;
        let catalog = self.context.current_catalog().await?;
        let set = catalog.require_toolset(&name)?.1.set.clone();
        check_new_name(&catalog, &to)?;
        let copy = move |mut change_set: ChangeSet| {
            let at = change_set.origin.at.clone();
            toolsets::replace(&mut change_set, &to, None, &set, &at)?;
            policies::copy_toolset(&mut change_set, &name, &to)?;
            for (tool, notes) in &*catalog.notes {
                for note in notes.iter().filter(|note| note.toolset.as_deref() == Some(&*name)) {
                    let key = NoteKey { tool, toolset: Some(&to), name: &note.name };
                    notes::set(&mut change_set, key, &note.text)?;
                }
            }
            finish_with_warnings(
                change_set,
                &format!("created the toolset {to} as a copy of {name}"),
                Vec::new(),
            )
        };
        self.context.apply_changes(copy).await
    }

    #[boxed]
    pub async fn describe(&self, input: DescribeToolset) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&input.name)?;
        let (name, added_at) = (name.to_owned(), stored.added_at.clone());
        let description =
            toolset::check_description(input.description.as_deref()).map_err(invalid_toolset)?;
        let description = description.map(str::to_owned);
        let describe = move |mut change_set: ChangeSet| {
            toolsets::put(&mut change_set, &name, description.as_deref(), &added_at)?;
            finish_with_warnings(
                change_set,
                &format!("changed the description of the toolset {name}"),
                Vec::new(),
            )
        };
        self.context.apply_changes(describe).await
    }

    /// Deletes a toolset and its own notes. Undo restores both.
    #[boxed]
    pub async fn delete(&self, input: ToolsetKey) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (name, stored) = catalog.require_toolset(&input.name)?;
        let (name, stored, environments) =
            (name.to_owned(), stored.clone(), active_environments(&catalog, name));
        let delete = move |mut change_set: ChangeSet| {
            toolsets::delete(&mut change_set, &name, &stored)?;
            notes::remove_toolset(&mut change_set, &name)?;
            policies::remove_toolset(&mut change_set, &name)?;
            environments.iter().try_for_each(|place| toolsets::set_active(&mut change_set, place, None))?;
            finish_with_warnings(change_set, &format!("deleted the toolset {name}"), Vec::new())
        };
        self.context.apply_changes(delete).await
    }

    /// Activates a toolset in an environment, or none.
    #[boxed]
    pub async fn activate(&self, input: ActivateToolset) -> Result<ToolsetReport, ApiError> {
        let ActivateToolset { name, environment } = input;
        let environment = environment.filter(|name| name != BASE_NAME);
        self.context.check_environment(environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        if let Some(name) = &name {
            catalog.require_toolset(name)?;
        }
        let warnings: Vec<String> =
            name.iter().filter_map(|name| hidden_servers_warning(&catalog, name)).collect();
        let activate = move |mut change_set: ChangeSet| {
            toolsets::set_active(&mut change_set, environment.as_deref().unwrap_or(BASE), name.as_deref())?;
            let environment_name = environment_name(environment.as_deref());
            let summary = match &name {
                Some(name) => format!("activated the toolset {name} in {environment_name}"),
                None => format!("deactivated the toolset in {environment_name}"),
            };
            finish_with_warnings(change_set, &summary, warnings)
        };
        let mut report = self.context.apply_changes(activate).await?;
        report.warnings.extend(self.context.sync_policy_or_warn().await);
        Ok(report)
    }

    /// Why clients see no tool of some servers: the active toolset of the selected environment offers none of them.
    #[boxed]
    pub async fn hidden_servers_warning(&self) -> Result<Option<String>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let selected = catalog.environment.as_deref().unwrap_or(BASE);
        let active = catalog.active_toolsets.get(selected);
        Ok(active.and_then(|name| hidden_servers_warning(&catalog, name)))
    }

    /// Share of described parameters: by server, then by toolset.
    #[boxed]
    pub async fn coverage(&self) -> Result<Vec<CoverageRow>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        crate::db::spawn_blocking(move || {
            let resolver = ReferenceResolver::new(&catalog);
            let servers = catalog.servers.iter().map(|row| {
                let entries = catalog.entries_of(&row.name);
                CoverageRow {
                    name: row.name.clone(),
                    is_toolset: false,
                    tools: saturating_u32(entries.len()),
                    coverage: entries.iter().map(|entry| tool_coverage(entry)).sum(),
                }
            });
            let toolsets = catalog.toolsets.iter().map(|(name, stored)| CoverageRow {
                name: name.clone(),
                is_toolset: true,
                tools: saturating_u32(stored.set.tools.len()),
                coverage: toolset_entries(&catalog, &resolver, &stored.set).map(tool_coverage).sum(),
            });
            servers.chain(toolsets).collect()
        })
        .await
    }

    /// Probable new names of tools that are gone.
    async fn find_renamed_tools(
        &self,
        catalog: &Catalog,
        missing: BTreeMap<String, BTreeSet<String>>,
    ) -> Result<HashMap<ToolName, String>, ApiError> {
        let mut probably = HashMap::new();
        for (server, names) in missing {
            let entries = catalog.entries_of(&server);
            if entries.is_empty() {
                continue;
            }
            let own = server.clone();
            let versions =
                self.context.db.read(move |connection| tool_versions::list_removed(connection, &own)).await?;
            let versions = versions.into_iter().filter(|tool| names.contains(&tool.tool));
            let versions = Tool::parse_list(versions.map(|tool| tool.raw));
            for (tool, now) in detect_renames(&versions, entries) {
                let now = format!("{server}.{now}");
                probably.insert(ToolName { server: server.clone(), tool }, now);
            }
        }
        Ok(probably)
    }
}

/// Names in a toolset that match no tool, by server.
fn missing_tools(catalog: &Catalog, set: &Toolset) -> BTreeMap<String, BTreeSet<String>> {
    let resolver = ReferenceResolver::new(catalog);
    let mut missing: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for reference in set.tools.iter().filter(|tool| resolver.resolve(tool).is_none()) {
        if let Some(ToolName { server, tool }) = reference.name.clone() {
            missing.entry(server).or_default().insert(tool);
        }
    }
    missing
}

pub(super) fn invalid_toolset(error: ToolsetError) -> ApiError {
    ApiError::new(ErrorCode::Invalid, error.to_string(), "Nothing was changed.")
}

fn check_new_name(catalog: &Catalog, name: &str) -> Result<(), ApiError> {
    toolset::check_name(name).map_err(invalid_toolset)?;
    if catalog.toolsets.contains_key(name) {
        let message = format!("a toolset named {name} already exists");
        let hint = "Choose another name, or add tools to the existing toolset.";
        return Err(ApiError::new(ErrorCode::Conflict, message, hint));
    }
    Ok(())
}

/// Environments in which a toolset is active, by their names in the store.
fn active_environments(catalog: &Catalog, name: &str) -> Vec<String> {
    let all = catalog.active_toolsets.iter().filter(|(_, toolset)| *toolset == name);
    all.map(|(environment, _)| environment.clone()).collect()
}

/// "2 tools", or the name of a single one.
fn tools_text(tools: &[ToolReference]) -> String {
    match tools {
        [one] => one.to_string(),
        many => format!("{} tools", many.len()),
    }
}

pub(super) fn finish_with_warnings(
    change_set: ChangeSet,
    told: &str,
    warnings: Vec<String>,
) -> rusqlite::Result<ToolsetReport> {
    let changed = saturating_u32(change_set.len());
    let entry = change_set.finish(told)?.and_then(|id| u32::try_from(id).ok());
    Ok(ToolsetReport { changed, entry, warnings })
}

/// Selected tools, with warnings about the selection.
struct ToolSelection {
    tools: Vec<ToolReference>,
    warnings: Vec<String>,
}

/// Resolves a selection to references with name and definition id.
fn select_tools(catalog: &Catalog, choice: &ToolChoice) -> Result<ToolSelection, ApiError> {
    let mut warnings = Vec::new();
    let mut set = Toolset::default();
    match choice {
        ToolChoice::Tools { tools } => {
            for ToolKey { server, tool } in tools {
                let entry = catalog.require_entry(server, tool)?;
                set.add(tool_reference(entry));
            }
        }
        ToolChoice::Filter { query } => {
            let filter = Filter::parse(query);
            if let Some(problem) = filter.problems.first() {
                let message = format!("the filter is not valid: {}", problem.message);
                return Err(ApiError::new(
                    ErrorCode::Invalid,
                    message,
                    "Correct the filter. Nothing was changed.",
                ));
            }
            for at in catalog.matching_positions(&filter) {
                set.add(tool_reference(&catalog.entries[at as usize]));
            }
        }
        ToolChoice::Pattern { selector } => {
            let selector = Selector::parse(selector)
                .map_err(|error| ApiError::new(ErrorCode::Invalid, error.to_string(), ""))?;
            let all = catalog.entries.iter();
            for entry in all.filter(|entry| selector.matches(&entry.server, &entry.tool.name)) {
                set.add(tool_reference(entry));
            }
        }
        ToolChoice::References { references } => {
            let resolver = ReferenceResolver::new(catalog);
            for text in references {
                let wanted = ToolReference::parse(text).map_err(invalid_toolset)?;
                let found =
                    resolver.resolve(&wanted).map(|found| tool_reference(&catalog.entries[found.tool]));
                if found.is_none() {
                    warnings.push(format!("{wanted} does not exist now, but stays in the toolset"));
                }
                set.add(found.unwrap_or(wanted));
            }
        }
    }
    if set.tools.is_empty() {
        let hint = "Select tools, or give a filter or pattern that matches some.";
        return Err(ApiError::new(ErrorCode::Invalid, "no tools are selected", hint));
    }
    Ok(ToolSelection { tools: set.tools, warnings })
}

/// The reference to an existing tool.
pub(super) fn tool_reference(entry: &CatalogEntry) -> ToolReference {
    let id = Some(entry.tool.fingerprint.0.clone());
    ToolReference { id, ..ToolReference::from_names(&entry.server, &entry.tool.name) }
}

/// The toolsets that have this member by name, with the reference as stored.
pub(super) fn toolsets_with(catalog: &Catalog, member: &ToolReference) -> Vec<(String, ToolReference)> {
    let toolsets = catalog.toolsets.iter();
    let of = |(name, stored): (&String, &StoredToolset)| {
        let tool = stored.set.tools.iter().find(|tool| tool.name == member.name)?;
        Some((name.clone(), tool.clone()))
    };
    toolsets.filter_map(of).collect()
}

/// Existing tools of a toolset, without duplicates.
pub(super) fn toolset_entries<'a>(
    catalog: &'a Catalog,
    resolver: &ReferenceResolver,
    set: &Toolset,
) -> impl Iterator<Item = &'a CatalogEntry> {
    let mut positions: Vec<usize> =
        set.tools.iter().filter_map(|tool| resolver.resolve(tool)).map(|found| found.tool).collect();
    positions.sort_unstable();
    positions.dedup();
    positions.into_iter().map(|at| &*catalog.entries[at])
}

pub(super) fn tool_coverage(entry: &CatalogEntry) -> Coverage {
    Coverage::from_tool(&entry.tool, &entry.resolve())
}

/// Summaries of all toolsets, by name.
pub(super) fn toolset_summaries(catalog: &Catalog) -> Vec<ToolsetSummary> {
    let resolver = ReferenceResolver::new(catalog);
    catalog.toolsets.iter().map(|(name, stored)| toolset_summary(catalog, &resolver, name, stored)).collect()
}

fn toolset_summary(
    catalog: &Catalog,
    resolver: &ReferenceResolver,
    name: &str,
    stored: &StoredToolset,
) -> ToolsetSummary {
    let missing = stored.set.tools.iter().filter(|tool| resolver.resolve(tool).is_none()).count();
    let own =
        |notes: &Vec<notes::Note>| notes.iter().filter(|note| note.toolset.as_deref() == Some(name)).count();
    let active_in = active_environments(catalog, name);
    let selected = catalog.environment.as_deref().unwrap_or(BASE);
    let display_name =
        |environment: &String| if environment == BASE { BASE_NAME.to_owned() } else { environment.clone() };
    ToolsetSummary {
        name: name.to_owned(),
        description: stored.set.description.clone(),
        tools: saturating_u32(stored.set.tools.len()),
        missing: saturating_u32(missing),
        tokens: toolset_entries(catalog, resolver, &stored.set)
            .map(|entry| entry.tokens_in(Some(name)))
            .sum(),
        notes: saturating_u32(catalog.notes.values().map(own).sum()),
        active: active_in.iter().any(|environment| environment == selected),
        active_in: active_in.iter().map(display_name).collect(),
        hidden_servers: hidden_servers(catalog, resolver, &stored.set),
        added_at: stored.added_at.clone(),
    }
}

/// Enabled servers of which a toolset offers no tool: while it is active, their clients see none.
fn hidden_servers(catalog: &Catalog, resolver: &ReferenceResolver, set: &Toolset) -> Vec<String> {
    let offered: BTreeSet<&str> =
        toolset_entries(catalog, resolver, set).map(|entry| &*entry.server).collect();
    let hidden = catalog.servers.iter().filter(|row| row.enabled && !offered.contains(row.name.as_str()));
    hidden.filter(|row| !catalog.entries_of(&row.name).is_empty()).map(|row| row.name.clone()).collect()
}

/// The sentences about servers that a toolset hides, and what to do about it.
fn hidden_servers_warning(catalog: &Catalog, name: &str) -> Option<String> {
    let stored = catalog.toolsets.get(name)?;
    let hidden = hidden_servers(catalog, &ReferenceResolver::new(catalog), &stored.set);
    (!hidden.is_empty()).then(|| {
        format!(
            "no tool of {} is in the toolset {name}, so clients see none while it is active; add tools with \
             `hintsmith toolset add`, or deactivate it",
            list_names(&hidden)
        )
    })
}

/// The names, of which no more than a few are listed.
fn list_names(names: &[String]) -> String {
    const MAX_LISTED: usize = 5;
    match names.len().checked_sub(MAX_LISTED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more servers", names[..MAX_LISTED].join(", ")),
    }
}

fn member_tool(
    catalog: &Catalog,
    reference: &ToolReference,
    found: ResolvedReference<usize>,
    toolset: &str,
) -> MemberTool {
    let entry = &catalog.entries[found.tool];
    let own = reference.id.as_deref().filter(|id| id.starts_with("sha256:"));
    MemberTool {
        key: ToolKey { server: entry.server.to_string(), tool: entry.tool.name.clone() },
        title: entry.title.clone(),
        behaviour: entry.behaviour,
        tokens: entry.tokens_in(Some(toolset)),
        notes: saturating_u32(entry.notes_in(Some(toolset)).len()),
        by_id: found.by_id,
        changed: own.is_some_and(|id| id != entry.tool.fingerprint.0),
    }
}

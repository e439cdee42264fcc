//! Toolset files in other formats: hypertool's `config.json`, read and written, and Markdown.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use hintsmith_core::export::hypertool::{self, HypertoolConfig, HypertoolError, HypertoolToolset};
use hintsmith_core::export::markdown::{self, ToolRow, ToolSummary, ToolsetPage};
use hintsmith_core::model::toolset::ToolReference;

use super::destination::{ExistingFile, replace_file};
use super::notes::is_name_taken;
use super::toolsets::{ToolsetService, finish_with_warnings, tool_coverage, toolset_entries};
use crate::boxed;
use crate::catalog::{Catalog, ReferenceResolver};
use crate::dto::{
    ImportToolsets, IncomingToolset, ToolsetFile, ToolsetFileInput, ToolsetFileReport, ToolsetFormat,
    ToolsetImportPreview, ToolsetReport, WriteToolsetInput, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::history::ChangeSet;
use crate::store::notes::{self, Note, NoteKey};
use crate::store::toolsets::{self, StoredToolset};

/// Maximum size of an imported file in bytes, more than any hand-kept file of toolsets.
const MAX_FILE_BYTES: u64 = 16 << 20;

impl ToolsetService {
    /// Renders toolsets as the text of a file.
    #[boxed]
    pub async fn render_file(&self, input: ToolsetFileInput) -> Result<ToolsetFile, ApiError> {
        let catalog = self.context.current_catalog().await?;
        render_file(&catalog, &input.names, input.format, None)
    }

    /// Writes toolsets to a file. An existing hypertool `config.json` keeps its other content.
    #[boxed]
    pub async fn write_file(&self, input: WriteToolsetInput) -> Result<ToolsetFileReport, ApiError> {
        let WriteToolsetInput { names, format, path } = input;
        let existing = ExistingFile::read(Path::new(&path))?;
        let catalog = self.context.current_catalog().await?;
        let shown = existing.path.display();
        if existing.exists()
            && format == ToolsetFormat::Markdown
            && !is_generated_page(existing.text.as_deref())
        {
            let hint = "Choose another name, or move the file away first.";
            let message = format!("{shown} already exists and was not written from a toolset");
            return Err(ApiError::new(ErrorCode::File, message, hint));
        }
        if existing.is_binary {
            let hint = "Choose another name, or move the file away first.";
            return Err(ApiError::new(ErrorCode::File, format!("{shown} is not a text file"), hint));
        }
        let file = render_file(&catalog, &names, format, existing.text.as_deref())?;
        replace_file(&existing.path, &file.text)?;
        let (path, bytes) = (shown.to_string(), saturating_u32(file.text.len()));
        Ok(ToolsetFileReport { path, bytes, warnings: file.warnings })
    }

    /// Previews the import of a hypertool file. Changes nothing.
    #[boxed]
    pub async fn preview_import(&self, input: ImportToolsets) -> Result<ToolsetImportPreview, ApiError> {
        let config = read_config(&input.path)?;
        let catalog = self.context.current_catalog().await?;
        let resolver = ReferenceResolver::new(&catalog);
        let incoming = |(name, listed): (&String, &HypertoolToolset)| IncomingToolset {
            name: name.clone(),
            tools: saturating_u32(listed.toolset.tools.len()),
            missing: saturating_u32(
                listed.toolset.tools.iter().filter(|tool| resolver.resolve(tool).is_none()).count(),
            ),
            notes: saturating_u32(listed.notes.iter().map(|(_, notes)| notes.len()).sum()),
            exists: catalog.toolsets.contains_key(name),
        };
        Ok(ToolsetImportPreview {
            toolsets: config.toolsets.iter().map(incoming).collect(),
            skipped: config.skipped,
        })
    }

    /// Imports the toolsets of a hypertool file with their notes. Existing toolsets are extended; a note whose name
    /// exists is skipped.
    #[boxed]
    pub async fn import(&self, input: ImportToolsets) -> Result<ToolsetReport, ApiError> {
        let HypertoolConfig { toolsets: incoming, skipped: left_out, .. } = read_config(&input.path)?;
        let catalog = self.context.current_catalog().await?;
        let mut warnings = left_out;
        let mut written: Vec<(ToolReference, String, (String, String))> = Vec::new();
        {
            let resolver = ReferenceResolver::new(&catalog);
            for (toolset, listed) in &incoming {
                for (tool, notes) in &listed.notes {
                    // Notes are stored by tool name, even if the file gives only the definition id.
                    let found = resolver.resolve(tool).map(|found| &catalog.entries[found.tool]);
                    let reference = match (found, &tool.name) {
                        (Some(entry), _) => ToolReference::from_names(&entry.server, &entry.tool.name),
                        (None, Some(_)) => ToolReference { id: None, ..tool.clone() },
                        (None, None) => tool.clone(),
                    };
                    let none = Vec::new();
                    let existing = found.map_or_else(
                        || catalog.notes.get(&reference).unwrap_or(&none),
                        |entry| &entry.decisions.notes,
                    );
                    for (name, text) in notes {
                        if is_name_taken(existing, name, Some(toolset)) {
                            warnings.push(format!("{reference} already has a note named {name}"));
                        } else {
                            written.push((reference.clone(), toolset.clone(), (name.clone(), text.clone())));
                        }
                    }
                }
            }
        }
        let file = Path::new(&input.path).file_name().map_or(input.path.clone(), |n| n.display().to_string());
        let import = move |mut change_set: ChangeSet| {
            for (name, listed) in &incoming {
                let before = catalog.toolsets.get(name);
                let now = change_set.origin.at.clone();
                let added_at =
                    before.map(|stored| &stored.added_at).or(listed.created_at.as_ref()).unwrap_or(&now);
                let set = merge_toolset(before, listed);
                toolsets::replace(&mut change_set, name, before, &set, added_at)?;
            }
            for (tool, toolset, (name, text)) in &written {
                notes::set(&mut change_set, NoteKey { tool, toolset: Some(toolset), name }, text)?;
            }
            finish_with_warnings(
                change_set,
                &format!("imported {} toolsets from {file}", incoming.len()),
                warnings,
            )
        };
        self.context.apply_changes(import).await
    }
}

/// The existing toolset extended with the imported one.
fn merge_toolset(
    before: Option<&StoredToolset>,
    listed: &HypertoolToolset,
) -> hintsmith_core::model::toolset::Toolset {
    let Some(before) = before else { return listed.toolset.clone() };
    let mut set = before.set.clone();
    for tool in &listed.toolset.tools {
        set.add(tool.clone());
    }
    set.description = set.description.or_else(|| listed.toolset.description.clone());
    set
}

fn render_file(
    catalog: &Catalog,
    names: &[String],
    format: ToolsetFormat,
    existing: Option<&str>,
) -> Result<ToolsetFile, ApiError> {
    let mut chosen: Vec<(&str, &StoredToolset)> = Vec::new();
    for name in names {
        chosen.push(catalog.require_toolset(name)?);
    }
    match format {
        ToolsetFormat::Hypertool => {
            let sets: BTreeMap<String, HypertoolToolset> = chosen
                .iter()
                .map(|(name, stored)| ((*name).to_owned(), hypertool_toolset(catalog, name, stored)))
                .collect();
            let text = hypertool::render_config(&sets, existing).map_err(|error| {
                let hint = match error {
                    HypertoolError::EmptyToolset(_) => "Add a tool to the toolset first.",
                    _ => "Choose another file. Nothing was written.",
                };
                ApiError::new(ErrorCode::File, format!("the toolset cannot be written: {error}"), hint)
            })?;
            let warnings = vec![hypertool::LIMITATIONS.to_owned()];
            Ok(ToolsetFile { text, file_name: "config.json".to_owned(), warnings })
        }
        ToolsetFormat::Markdown => {
            let pages: Vec<String> =
                chosen.iter().map(|(name, stored)| markdown_page(catalog, name, stored)).collect();
            let file_name = match chosen.as_slice() {
                [(name, _)] => format!("{name}.md"),
                _ => "toolsets.md".to_owned(),
            };
            Ok(ToolsetFile {
                text: format!("{}{PAGE_FOOTER}", pages.join("\n")),
                file_name,
                warnings: Vec::new(),
            })
        }
    }
}

/// Marks a generated page, so that it may be overwritten.
const PAGE_FOOTER: &str = "\n<!-- Written by Hintsmith. -->\n";

fn is_generated_page(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.trim().is_empty() || text.ends_with(PAGE_FOOTER))
}

/// A toolset in hypertool's format. Notes that apply in all toolsets are written into each.
fn hypertool_toolset(catalog: &Catalog, name: &str, stored: &StoredToolset) -> HypertoolToolset {
    let resolver = ReferenceResolver::new(catalog);
    let mut notes: Vec<(ToolReference, Vec<(String, String)>)> = Vec::new();
    let mut seen = HashSet::new();
    for tool in &stored.set.tools {
        let found = resolver.resolve(tool).map(|found| found.tool);
        // Two references may resolve to the same tool.
        if found.is_some_and(|at| !seen.insert(at)) {
            continue;
        }
        let all = match found {
            Some(at) => Some(&catalog.entries[at].decisions.notes),
            None => catalog
                .notes
                .get(&ToolReference { id: tool.id.clone().filter(|_| tool.name.is_none()), ..tool.clone() }),
        };
        let read = |note: &&Note| note.toolset.as_deref().is_none_or(|toolset| toolset == name);
        let own: Vec<(String, String)> = all
            .into_iter()
            .flatten()
            .filter(read)
            .map(|note| (note.name.clone(), note.text.clone()))
            .collect();
        if !own.is_empty() {
            notes.push((tool.clone(), own));
        }
    }
    HypertoolToolset { toolset: stored.set.clone(), created_at: Some(stored.added_at.clone()), notes }
}

fn markdown_page(catalog: &Catalog, name: &str, stored: &StoredToolset) -> String {
    let resolver = ReferenceResolver::new(catalog);
    let row = |reference: &ToolReference| {
        let entry = resolver.resolve(reference).map(|found| &*catalog.entries[found.tool]);
        ToolRow {
            reference: reference.to_string(),
            tool: entry.map(|entry| ToolSummary {
                title: &entry.title,
                behaviour: entry.behaviour.as_str(),
                description: entry.description(),
            }),
            notes: entry.map(|entry| entry.notes_in(Some(name))).unwrap_or_default(),
        }
    };
    markdown::render(&ToolsetPage {
        name,
        description: stored.set.description.as_deref(),
        tokens: toolset_entries(catalog, &resolver, &stored.set)
            .map(|entry| entry.tokens_in(Some(name)))
            .sum(),
        coverage: toolset_entries(catalog, &resolver, &stored.set).map(tool_coverage).sum(),
        tools: stored.set.tools.iter().map(row).collect(),
    })
}

fn read_config(path: &str) -> Result<HypertoolConfig, ApiError> {
    let refused = |what: String, hint: &str| ApiError::new(ErrorCode::File, format!("{path} {what}"), hint);
    let unreadable =
        |error: std::io::Error| refused(format!("cannot be read: {error}"), "Check the path of the file.");
    let text = files::read_text(Path::new(path), MAX_FILE_BYTES).map_err(unreadable)?;
    hypertool::parse_config(&text).map_err(|error| {
        let hint = match error {
            HypertoolError::IsHintsmithJson => "Import the file with `hintsmith apply`. Nothing was changed.",
            _ => "Choose a config.json of hypertool-mcp, or a file with one toolset. Nothing was changed.",
        };
        refused(format!("cannot be imported: {error}"), hint)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::testing::PipeFile;

    #[test]
    fn a_toolset_file_is_read_only_up_to_its_limit() {
        let file = PipeFile::with_spaces(MAX_FILE_BYTES + 1);
        let error = read_config(file.path().to_str().unwrap()).unwrap_err();
        assert!(error.message.ends_with("cannot be read: it is larger than 16 MiB"), "{error}");
    }
}

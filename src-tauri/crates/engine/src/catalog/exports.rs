//! The exported files that programs read, and the decisions that they lack.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use hintsmith_core::export::difference::{DocumentDifference, diff_documents, differing_fields};
use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::export::target::Target;
use hintsmith_core::export::targets;
use hintsmith_core::model::overrides::Field;

use super::{Catalog, CatalogEntry};
use crate::store::exports::ExportRow;

/// The last export to a file, to compute what has changed since.
#[derive(Debug)]
pub struct LastExport {
    pub row: ExportRow,
    /// `None` if an earlier version knew the target.
    target: Option<&'static Target>,
    /// Shared by exports with the same decisions.
    pub document: Arc<HintsmithDocument>,
}

/// Stands for the last export if there was none.
static NOTHING_EXPORTED: LazyLock<HintsmithDocument> = LazyLock::new(HintsmithDocument::default);

impl LastExport {
    /// Parses exports. Documents are shared with those that are known.
    pub fn parse_all(rows: Vec<ExportRow>, known: &[Arc<Self>]) -> Vec<Arc<Self>> {
        let mut exports: Vec<Arc<Self>> = Vec::new();
        for row in rows {
            let same = known.iter().chain(&exports).find(|known| known.row.decisions == row.decisions);
            let document = match same {
                Some(known) => Arc::clone(&known.document),
                // Written by us; should it be unreadable, everything counts as changed.
                None => Arc::new(HintsmithDocument::parse(&row.decisions).unwrap_or_default()),
            };
            let target = targets::find_target(&row.target);
            exports.push(Arc::new(Self { row, target, document }));
        }
        exports
    }

    /// The decisions that the file lacks, as far as it can hold them and contains their server.
    pub fn differences<'a>(&'a self, now: &'a HintsmithDocument) -> Vec<DocumentDifference<'a>> {
        self.relevant(diff_documents(&self.document, now))
    }

    /// The changes that revert [`Self::differences`].
    pub fn reversal<'a>(&'a self, now: &'a HintsmithDocument) -> Vec<DocumentDifference<'a>> {
        self.relevant(diff_documents(now, &self.document))
    }

    fn relevant<'a>(&self, mut differences: Vec<DocumentDifference<'a>>) -> Vec<DocumentDifference<'a>> {
        differences.retain(|difference| {
            difference.server().is_none_or(|server| self.contains_server(server))
                && self.target.is_none_or(|target| target.can_hold(&difference.change))
        });
        differences
    }

    fn contains_server(&self, server: &str) -> bool {
        self.row.servers.is_empty() || self.row.servers.iter().any(|own| own == server)
    }

    /// Returns whether both lack the same decisions.
    fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.document, &other.document)
            && self.row.servers == other.row.servers
            && self.row.target == other.row.target
    }
}

impl Catalog {
    /// The newest export to a program.
    pub fn last_export(&self) -> Option<&Arc<LastExport>> {
        self.exports.first()
    }

    /// The export to a file.
    pub fn export_to(&self, target: &str, path: &str) -> Option<&Arc<LastExport>> {
        self.exports.iter().find(|known| known.row.target == target && known.row.path == path)
    }

    /// One export for each state that files are in.
    fn distinct_exports(&self) -> Vec<&LastExport> {
        let mut distinct: Vec<&LastExport> = Vec::new();
        for export in &self.exports {
            if !distinct.iter().any(|known| known.is_like(export)) {
                distinct.push(export);
            }
        }
        distinct
    }

    /// The fields of a tool whose decision in a layer some file lacks.
    pub fn changed_fields<'a>(
        &'a self,
        entry: &'a CatalogEntry,
        environment: Option<&str>,
    ) -> Vec<&'a Field> {
        let now = entry.decisions.in_environment(environment).map(|decisions| &decisions.overrides);
        let exports = self.distinct_exports();
        if exports.is_empty() {
            return differing_fields(now, None);
        }
        let mut changed = Vec::new();
        for export in exports.into_iter().filter(|export| export.contains_server(&entry.server)) {
            let layer = export.document.layer(environment);
            let exported = layer.and_then(|layer| layer.tool(&entry.server, &entry.tool.name));
            let can_hold = |field: &&Field| export.target.is_none_or(|target| target.holds_field(field));
            for field in
                differing_fields(now, exported.map(|tool| &tool.overrides)).into_iter().filter(can_hold)
            {
                if !changed.contains(&field) {
                    changed.push(field);
                }
            }
        }
        changed
    }

    /// The decisions that some file lacks; those of the newest export first. All decisions, if there was no export.
    pub fn unexported_changes<'a>(&'a self, now: &'a HintsmithDocument) -> Vec<DocumentDifference<'a>> {
        let exports = self.distinct_exports();
        let Some((newest, others)) = exports.split_first() else {
            return diff_documents(&NOTHING_EXPORTED, now);
        };
        let mut changes = newest.differences(now);
        if others.is_empty() {
            return changes;
        }
        let mut subjects: HashSet<_> = changes.iter().map(DocumentDifference::subject).collect();
        for export in others {
            let more = export.differences(now).into_iter();
            changes.extend(more.filter(|change| subjects.insert(change.subject())));
        }
        changes
    }

    /// The exports, newest first, each with the number of decisions that its file lacks.
    pub fn export_states(&self, now: &HintsmithDocument) -> Vec<(&LastExport, usize)> {
        let mut states: Vec<(&LastExport, usize)> = Vec::new();
        for export in &self.exports {
            let known = states.iter().find(|(known, _)| known.is_like(export));
            let changes = known.map_or_else(|| export.differences(now).len(), |(_, changes)| *changes);
            states.push((export, changes));
        }
        states
    }
}

//! Resolution of the tool references in toolsets and notes.

use std::cell::OnceCell;
use std::collections::HashMap;

use hintsmith_core::export::hypertool;
use hintsmith_core::model::toolset::{ResolvedReference, ToolName, ToolReference};

use super::Catalog;

/// Resolves references to catalog entries. The maps by id are built on first use.
pub struct ReferenceResolver<'a> {
    catalog: &'a Catalog,
    by_fingerprint: OnceCell<HashMap<&'a str, Vec<usize>>>,
    by_hypertool_id: OnceCell<HashMap<String, Vec<usize>>>,
}

impl<'a> ReferenceResolver<'a> {
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, by_fingerprint: OnceCell::new(), by_hypertool_id: OnceCell::new() }
    }

    /// The index of the referenced tool, if the catalog contains it.
    pub fn resolve(&self, reference: &ToolReference) -> Option<ResolvedReference<usize>> {
        let by_name = |name: &ToolName| self.catalog.position(&name.server, &name.tool);
        reference.resolve(by_name, |id| self.find_by_id(id))
    }

    fn find_by_id(&self, id: &str) -> Vec<usize> {
        let entries = self.catalog.entries.iter().enumerate();
        let found = if id.starts_with("sha256:") {
            let all = self.by_fingerprint.get_or_init(|| {
                let mut all: HashMap<&str, Vec<usize>> = HashMap::new();
                entries.for_each(|(at, entry)| all.entry(&entry.tool.fingerprint.0).or_default().push(at));
                all
            });
            all.get(id)
        } else {
            let all = self.by_hypertool_id.get_or_init(|| {
                let mut all: HashMap<String, Vec<usize>> = HashMap::new();
                for (at, entry) in entries {
                    if let Some(id) = hypertool::ref_id(&entry.server, &entry.tool.raw) {
                        all.entry(id).or_default().push(at);
                    }
                }
                all
            });
            all.get(id)
        };
        found.cloned().unwrap_or_default()
    }
}

//! Resolution of the tool references in toolsets and notes.

use std::cell::OnceCell;
use std::collections::HashMap;

use hintsmith_core::export::hypertool;
use hintsmith_core::toolset::{ResolvedReference, ToolName, ToolReference};

use super::Catalog;

/// Resolves references to catalog entries. The maps by id are built on first use.
pub struct ReferenceResolver<'a> {
    catalog: &'a Catalog,
    fingerprints: OnceCell<HashMap<&'a str, Vec<usize>>>,
    foreign: OnceCell<HashMap<String, Vec<usize>>>,
}

impl<'a> ReferenceResolver<'a> {
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, fingerprints: OnceCell::new(), foreign: OnceCell::new() }
    }

    /// The index of the referenced tool, if the catalog contains it.
    pub fn find(&self, reference: &ToolReference) -> Option<ResolvedReference<usize>> {
        let by_name = |name: &ToolName| self.catalog.position(&name.server, &name.tool);
        reference.resolve(by_name, |id| self.with_id(id))
    }

    fn with_id(&self, id: &str) -> Vec<usize> {
        let entries = self.catalog.entries.iter().enumerate();
        let found = if id.starts_with("sha256:") {
            let all = self.fingerprints.get_or_init(|| {
                let mut all: HashMap<&str, Vec<usize>> = HashMap::new();
                entries.for_each(|(at, entry)| all.entry(&entry.tool.fingerprint.0).or_default().push(at));
                all
            });
            all.get(id)
        } else {
            let all = self.foreign.get_or_init(|| {
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

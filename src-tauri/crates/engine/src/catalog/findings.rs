//! Lint findings of a catalog, computed on demand. Findings of unchanged tools are reused.

use std::sync::Arc;

use hintsmith_core::lint::{Finding, Fix, LintContext, LintInput, Profile, Severity, lint_tool};
use hintsmith_core::model::tool::MIN_TOOLS_PER_THREAD;
use hintsmith_core::parallel;

use super::CatalogEntry;

/// A finding about one tool, which is known by the position in [`Findings`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolFinding {
    pub rule: &'static str,
    pub severity: Severity,
    pub field: String,
    pub message: String,
    pub fix: Option<Fix>,
}

/// The findings about a list of tools, by one profile.
#[derive(Debug)]
pub struct Findings {
    pub profile: Arc<Profile>,
    /// The server lists that were linted together: some rules compare tool names across all of them.
    lists: Vec<(String, i64)>,
    tools: Vec<(Arc<CatalogEntry>, Arc<[ToolFinding]>)>,
}

impl Findings {
    /// Lints the tools. Reuses findings of `before` for entries that are identical and have the same neighbours.
    pub fn lint(
        entries: &[Arc<CatalogEntry>],
        lists: Vec<(String, i64)>,
        profile: Arc<Profile>,
        includes_reviews: bool,
        previous: Option<&Self>,
    ) -> Self {
        let previous = previous.filter(|previous| previous.lists == lists && previous.profile == profile);
        let reusable = |at: usize, entry: &Arc<CatalogEntry>| {
            let (same, found) = previous?.tools.get(at)?;
            Arc::ptr_eq(same, entry).then(|| Arc::clone(found))
        };
        let changed: Vec<(usize, &Arc<CatalogEntry>)> =
            entries.iter().enumerate().filter(|(at, entry)| reusable(*at, entry).is_none()).collect();
        let mut found = Vec::new().into_iter();
        if !changed.is_empty() {
            let context = LintContext::from_tools(entries.iter().map(|entry| (&*entry.server, &*entry.tool)));
            let lint = |_, part: &[(usize, &Arc<CatalogEntry>)]| {
                part.iter()
                    .map(|(_, entry)| lint_entry(entry, &context, &profile, includes_reviews))
                    .collect()
            };
            found = parallel::map_chunks(&changed, MIN_TOOLS_PER_THREAD, lint).into_iter();
        }
        let tool = |(at, entry): (usize, &Arc<CatalogEntry>)| {
            let of_tool = reusable(at, entry).or_else(|| found.next()).unwrap_or_else(|| Arc::new([]));
            (Arc::clone(entry), of_tool)
        };
        let tools = entries.iter().enumerate().map(tool).collect();
        Self { profile, lists, tools }
    }

    /// The findings about the tool at an index of the catalog.
    pub fn at(&self, index: usize) -> &[ToolFinding] {
        self.tools.get(index).map_or(&[], |(_, found)| found)
    }

    /// All findings, in the order of the tools.
    pub fn all(&self) -> Vec<Finding<'_>> {
        self.matching(|_| true)
    }

    /// The findings about the tools that match.
    pub fn matching(&self, matches: impl Fn(&Arc<CatalogEntry>) -> bool) -> Vec<Finding<'_>> {
        let mut all = Vec::new();
        for (entry, found) in self.tools.iter().filter(|(entry, _)| matches(entry)) {
            all.extend(found.iter().map(|found| Finding {
                rule: found.rule,
                severity: found.severity,
                server: &entry.server,
                tool: &entry.tool.name,
                field: found.field.clone(),
                message: found.message.clone(),
                fix: found.fix.clone(),
            }));
        }
        all
    }
}

fn lint_entry(
    entry: &CatalogEntry,
    context: &LintContext,
    profile: &Profile,
    includes_reviews: bool,
) -> Arc<[ToolFinding]> {
    let resolved = entry.resolve();
    let known = LintInput {
        server: &entry.server,
        tool: &entry.tool,
        resolved: &resolved,
        inference: &entry.inference,
        review: includes_reviews.then_some(entry.review),
    };
    let mut found = Vec::new();
    lint_tool(context, profile, &known, &mut found);
    let owned = |found: Finding| ToolFinding {
        rule: found.rule,
        severity: found.severity,
        field: found.field,
        message: found.message,
        fix: found.fix,
    };
    found.into_iter().map(owned).collect()
}

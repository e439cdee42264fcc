//! Lint findings about the tools of the store.

mod suppressions;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use hintsmith_core::lint::profile::BUILTIN_PROFILES;
use hintsmith_core::lint::report::Report;
use hintsmith_core::lint::rules::{self, Rule};
use hintsmith_core::lint::suppression::{self, PartitionedFindings};
use hintsmith_core::lint::{Finding, Fix, Profile, ProfileError, Readiness, Severity, Suppression};
use hintsmith_core::model::overrides::{DecidedValue, Field};
use hintsmith_core::search::filter::Filter;

use super::destination::{ExistingFile, replace_file};
use super::priority::rank_tools;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, Findings};
use crate::context::Context;
use crate::db;
use crate::dto::{
    CheckView, FieldDecision, FindingCounts, FindingOrder, FindingRow, FindingView, FindingsInput,
    FindingsView, FixView, LintRuleView, NamedCount, ProfileReadiness, ProfileView, ReadinessInput,
    ReadinessView, RemainingWorkView, ReportInput, WrittenFindings, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::calls::{self, CountsByTool};

use suppressions::suppression_view;

/// Maximum number of listed findings. With more, the user narrows the filter first.
const MAX_ROWS: usize = 2_000;

/// Findings about the tools, their fixes and suppressions.
pub struct LintService {
    pub(crate) context: Arc<Context>,
}

impl LintService {
    /// Matching findings, with the available filter values.
    #[boxed]
    pub async fn findings(&self, input: FindingsInput) -> Result<FindingsView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let profile = named(input.profile.as_deref())?;
        db::spawn_blocking(move || LintSnapshot::new(&catalog, profile).to_view(&catalog, &input)).await
    }

    /// Readiness of the tools of one server, or of all, for each built-in profile.
    #[boxed]
    pub async fn readiness(&self, input: ReadinessInput) -> Result<ReadinessView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        if let Some(server) = &input.server {
            catalog.require_server(server)?;
        }
        let calls = self.context.db.read(calls::count_by_tool).await?;
        db::spawn_blocking(move || {
            let server = input.server.as_deref();
            let tools = server.map_or(catalog.entries.len(), |name| catalog.entries_of(name).len());
            let profiles = BUILTIN_PROFILES.iter().map(|builtin| {
                let snapshot = LintSnapshot::new(&catalog, named(Some(builtin.name))?);
                let sorted = snapshot.partition_suppressed(&catalog);
                let of_server = |finding: &Finding| server.is_none_or(|server| finding.server == server);
                let findings: Vec<Finding> = sorted.active.into_iter().filter(of_server).collect();
                let find = |server: &str, tool: &str| catalog.entry(server, tool).map(|entry| &**entry);
                let profile = &snapshot.findings.profile;
                Ok(readiness_view(profile, builtin.description, &findings, &calls, find))
            });
            Ok(ReadinessView {
                tools: saturating_u32(tools),
                profiles: profiles.collect::<Result<_, ApiError>>()?,
            })
        })
        .await?
    }

    /// Writes a report of the matching findings to a file.
    #[boxed]
    pub async fn write_findings(&self, input: ReportInput) -> Result<WrittenFindings, ApiError> {
        let ReportInput { filter, format, path, replace } = input;
        let catalog = self.context.current_catalog().await?;
        let existing = ExistingFile::read(Path::new(path.trim()))?;
        if existing.exists() && !replace {
            let message = format!("the file {} already exists", existing.path.display());
            return Err(ApiError::new(ErrorCode::File, message, "Choose a new file."));
        }
        db::spawn_blocking(move || {
            let snapshot = LintSnapshot::new(&catalog, named(filter.profile.as_deref())?);
            let PartitionedFindings { active, suppressed } = snapshot.partition_suppressed(&catalog);
            let selection = FindingSelection::from(&filter);
            let selection = selection.matcher(&catalog);
            let findings: Vec<Finding> =
                active.into_iter().filter(|finding| selection.matches(finding)).collect();
            let suppressed: Vec<(Finding, String)> = suppressed
                .into_iter()
                .filter(|(finding, _)| selection.matches(finding))
                .map(|(finding, why)| (finding, why.reason.clone()))
                .collect();
            let report = Report {
                profile: &snapshot.findings.profile.name,
                hintsmith_version: env!("CARGO_PKG_VERSION"),
                tool_count: catalog.entries.len(),
                findings: &ordered(findings, filter.order),
                suppressed: &suppressed,
                locations: None,
                is_stored: true,
            };
            replace_file(&existing.path, &report.render(format, false))?;
            Ok(WrittenFindings {
                path: existing.path.display().to_string(),
                findings: saturating_u32(report.findings.len()),
            })
        })
        .await?
    }
}

/// Number of open errors and warnings under the preferred profile.
pub(super) fn count_findings(catalog: &Catalog) -> u32 {
    let of_tools: usize = (0..catalog.entries.len()).map(|place| catalog.cached_finding_count(place)).sum();
    saturating_u32(of_tools)
}

/// All findings about one tool, including suppressed ones.
pub(super) fn tool_findings(catalog: &Catalog, server: &str, tool: &str) -> Vec<FindingView> {
    let Some(position) = catalog.position(server, tool) else { return Vec::new() };
    let mut found: Vec<FindingView> = catalog
        .findings()
        .at(position)
        .iter()
        .map(|found| FindingView {
            rule: found.rule.to_owned(),
            severity: found.severity,
            field: found.field.clone(),
            message: found.message.clone(),
            fix: found.fix.as_ref().map(fix_view),
            suppression: catalog.suppression(server, tool, found.rule).map(suppression_view),
        })
        .collect();
    found.sort_by_key(|found| Reverse(found.severity));
    found
}

pub(super) fn find_rule(id: &str) -> Result<&'static Rule, ApiError> {
    rules::find(id).ok_or_else(|| {
        let hint = "`hintsmith lint --list-rules` lists the rules.";
        let ids = rules::all().map(|rule| rule.id);
        ApiError::unknown_name(format!("there is no rule named {id}"), hint, id, ids)
    })
}

/// Findings about the store's tools under one profile, and the suppressions.
pub(super) struct LintSnapshot {
    findings: Arc<Findings>,
    suppressions: Vec<Suppression>,
}

impl LintSnapshot {
    /// `None` selects the preferred profile.
    pub(super) fn new(catalog: &Catalog, profile: Option<Profile>) -> Self {
        let findings = match profile {
            None => Arc::clone(catalog.findings()),
            Some(profile) => catalog.findings_for_profile(Arc::new(profile)),
        };
        let suppressions = catalog.suppressions.iter().map(|row| row.suppression.clone()).collect();
        Self { findings, suppressions }
    }

    pub(super) fn partition_suppressed(&self, catalog: &Catalog) -> PartitionedFindings<'_> {
        let servers: Vec<&str> = catalog.servers.iter().map(|row| row.name.as_str()).collect();
        suppression::apply_suppressions(
            self.findings.all(),
            &self.suppressions,
            &self.findings.profile,
            &servers,
        )
    }

    fn to_view(&self, catalog: &Catalog, input: &FindingsInput) -> FindingsView {
        let PartitionedFindings { active: open, suppressed } = self.partition_suppressed(catalog);
        let mut by_server: BTreeMap<&str, usize> =
            catalog.servers.iter().map(|row| (row.name.as_str(), 0)).collect();
        let mut by_rule: HashMap<&str, usize> = HashMap::new();
        for finding in &open {
            if let Some(count) = by_server.get_mut(finding.server) {
                *count += 1;
            }
            *by_rule.entry(finding.rule).or_default() += 1;
        }
        let number_suppressed = suppressed.len();
        let shown: Vec<Finding> = if input.suppressed {
            suppressed.into_iter().map(|(finding, _)| finding).collect()
        } else {
            open
        };
        let any_severity = FindingSelection { severity: None, ..FindingSelection::from(input) };
        let any_severity = any_severity.matcher(catalog);
        let matching: Vec<Finding> =
            shown.into_iter().filter(|finding| any_severity.matches(finding)).collect();
        let of =
            |severity| saturating_u32(matching.iter().filter(|finding| finding.severity == severity).count());
        let counts = FindingCounts {
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
        };
        let of_severity =
            |finding: &Finding| input.severity.is_none_or(|severity| finding.severity == severity);
        let matching: Vec<Finding> = matching.into_iter().filter(of_severity).collect();
        let fixable = |safe: bool| {
            saturating_u32(
                matching
                    .iter()
                    .filter(|found| found.fix.as_ref().is_some_and(|fix| fix.is_safe == safe))
                    .count(),
            )
        };
        let (fixes, unsafe_fixes, number) = (fixable(true), fixable(false), matching.len());
        let profile = &self.findings.profile;
        let rule = |rule: &'static Rule| LintRuleView {
            id: rule.id.to_owned(),
            description: plain(rule.summary),
            why: plain(rule.rationale),
            category: rule.category,
            severity: profile.severity(rule.id),
            source: rule.source_url.to_owned(),
            count: saturating_u32(by_rule.get(rule.id).copied().unwrap_or(0)),
        };
        let rows = ordered(matching, input.order).into_iter().take(MAX_ROWS);
        let rows: Vec<FindingRow> = rows.map(|finding| row(catalog, finding)).collect();
        FindingsView {
            revision: catalog.revision,
            profile: profile.name.clone(),
            profiles: BUILTIN_PROFILES
                .iter()
                .map(|builtin| ProfileView {
                    name: builtin.name.to_owned(),
                    description: builtin.description.to_owned(),
                })
                .collect(),
            more: saturating_u32(number - rows.len()),
            matching: saturating_u32(number),
            rows,
            counts,
            suppressed: saturating_u32(number_suppressed),
            servers: by_server
                .into_iter()
                .map(|(name, number)| NamedCount { name: name.to_owned(), count: saturating_u32(number) })
                .collect(),
            rules: rules::all().map(rule).collect(),
            fixes,
            unsafe_fixes,
            tools: saturating_u32(catalog.entries.len()),
        }
    }
}

pub(super) fn named(profile: Option<&str>) -> Result<Option<Profile>, ApiError> {
    let not_found = |error: ProfileError| ApiError::new(ErrorCode::NotFound, error.to_string(), error.hint());
    profile.map(|name| Profile::builtin(name).map_err(not_found)).transpose()
}

/// Filter for findings. An empty list matches all.
#[derive(Debug, Clone, Default)]
pub(super) struct FindingSelection {
    pub severity: Option<Severity>,
    pub servers: Vec<String>,
    pub rules: Vec<String>,
    /// Lower case.
    pub words: Vec<String>,
    /// Terms that the tool must match.
    pub filter: Filter,
}

/// A [`FindingSelection`] for the tools of one catalog.
pub(super) struct FindingMatcher<'a> {
    selection: &'a FindingSelection,
    /// None: every tool.
    tools: Option<HashSet<(&'a str, &'a str)>>,
}

impl From<&FindingsInput> for FindingSelection {
    fn from(input: &FindingsInput) -> Self {
        let (filter, words) = Filter::split_terms(&input.text);
        Self {
            severity: input.severity,
            servers: input.server.iter().cloned().collect(),
            rules: input.rule.iter().cloned().collect(),
            words,
            filter,
        }
    }
}

impl FindingSelection {
    pub(super) fn matcher<'a>(&'a self, catalog: &'a Catalog) -> FindingMatcher<'a> {
        let tools = (!self.filter.is_empty()).then(|| matching_tools(catalog, &self.filter));
        FindingMatcher { selection: self, tools }
    }
}

impl FindingMatcher<'_> {
    pub(super) fn matches(&self, finding: &Finding) -> bool {
        let among =
            |selected: &[String], found: &str| selected.is_empty() || selected.iter().any(|one| one == found);
        let FindingSelection { severity: wanted, servers, rules, words, .. } = self.selection;
        let Finding { server, tool, rule, message, field, severity, .. } = finding;
        if !among(servers, server) || !among(rules, rule) {
            return false;
        }
        if wanted.is_some_and(|selected| selected != *severity) {
            return false;
        }
        if self.tools.as_ref().is_some_and(|tools| !tools.contains(&(*server, *tool))) {
            return false;
        }
        if words.is_empty() {
            return true;
        }
        let text = format!("{server}.{tool} {rule} {field} {message}").to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Server and name of the tools that a filter matches.
pub(super) fn matching_tools<'a>(catalog: &'a Catalog, filter: &Filter) -> HashSet<(&'a str, &'a str)> {
    let entries = catalog.matching_positions(filter).into_iter().map(|at| &catalog.entries[at as usize]);
    entries.map(|entry| (&*entry.server, entry.tool.name.as_str())).collect()
}

/// Sorts findings. Ties keep the order of the tools.
pub(super) fn ordered(mut findings: Vec<Finding<'_>>, order: FindingOrder) -> Vec<Finding<'_>> {
    match order {
        FindingOrder::Severity => findings.sort_by_key(|finding| Reverse(finding.severity)),
        FindingOrder::Tool => findings.sort_by_key(|finding| (finding.server, finding.tool)),
        FindingOrder::Rule => {
            let places: HashMap<&str, usize> =
                rules::all().enumerate().map(|(at, rule)| (rule.id, at)).collect();
            findings.sort_by_key(|finding| places.get(finding.rule).copied());
        }
    }
    findings
}

fn row(catalog: &Catalog, finding: Finding) -> FindingRow {
    let entry = catalog.entry(finding.server, finding.tool);
    let suppression = catalog.suppression(finding.server, finding.tool, finding.rule);
    FindingRow {
        server: finding.server.to_owned(),
        tool: finding.tool.to_owned(),
        title: entry.map_or_else(|| finding.tool.to_owned(), |entry| entry.title.clone()),
        seen: entry.map_or_else(String::new, |entry| entry.short_fingerprint().to_owned()),
        finding: FindingView {
            rule: finding.rule.to_owned(),
            severity: finding.severity,
            field: finding.field,
            message: finding.message,
            fix: finding.fix.as_ref().map(fix_view),
            suppression: suppression.map(suppression_view),
        },
    }
}

fn fix_view(fix: &Fix) -> FixView {
    let decision = |(field, value): &(Field, DecidedValue)| match (field, value) {
        (Field::Hint(hint), value) => {
            FieldDecision::Hint { hint: *hint, value: Some(*value == DecidedValue::Hint(true)) }
        }
        (Field::Title, value) => FieldDecision::Title { value: Some(value.to_string()) },
        (Field::Description, value) => FieldDecision::Description { value: Some(value.to_string()) },
        (Field::Icon, value) => FieldDecision::Icon { value: Some(value.to_string()) },
        (Field::Parameter(name), value) => {
            FieldDecision::Parameter { name: name.to_string(), value: Some(value.to_string()) }
        }
    };
    FixView { label: fix.label(), decisions: fix.decisions.iter().map(decision).collect(), safe: fix.is_safe }
}

pub(super) fn readiness_view<'a>(
    profile: &Profile,
    description: &str,
    findings: &[Finding],
    calls: &CountsByTool,
    find: impl Fn(&str, &str) -> Option<&'a CatalogEntry>,
) -> ProfileReadiness {
    let readiness = Readiness::from_findings(profile, findings);
    let remaining = readiness.remaining;
    ProfileReadiness {
        profile: profile.name.clone(),
        description: description.to_owned(),
        ready: readiness.is_ready(),
        passed: saturating_u32(readiness.passed_count()),
        remaining: RemainingWorkView {
            safe_fixes: saturating_u32(remaining.safe_fixes),
            hints: saturating_u32(remaining.hints_to_decide),
            texts: saturating_u32(remaining.texts_to_write),
            server: saturating_u32(remaining.server_changes),
        },
        first: rank_tools(findings, calls, find),
        checks: readiness
            .checks
            .into_iter()
            .map(|check| CheckView {
                rule: check.rule.id.to_owned(),
                description: plain(check.rule.summary),
                severity: check.severity,
                category: check.rule.category,
                tools: saturating_u32(check.failing_tools),
            })
            .collect(),
    }
}

/// Removes Markdown code marks and replaces links with their text.
fn plain(text: &str) -> String {
    let mut out = text.replace('`', "");
    while let Some((start, end)) = link(&out) {
        let label = out[start + 1..].split("](").next().unwrap_or_default().to_owned();
        out.replace_range(start..end, &label);
    }
    out
}

/// Byte range of the first `[text](url)`.
fn link(text: &str) -> Option<(usize, usize)> {
    let middle = text.find("](")?;
    let start = text[..middle].rfind('[')?;
    let end = middle + text[middle..].find(')')? + 1;
    Some((start, end))
}

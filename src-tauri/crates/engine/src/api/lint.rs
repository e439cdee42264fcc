//! Linting for the command line: tools of the store or of a transient server, with a policy and its pins.

mod selection;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::infer::InferenceSettings;
use hintsmith_core::lint::profile::BUILTIN_PROFILES;
use hintsmith_core::lint::report::{Report, ReportFormat, ToolLocations};
use hintsmith_core::lint::stubs::Suite;
use hintsmith_core::lint::suppression::{self, PartitionedFindings};
use hintsmith_core::lint::violations::{self, PolicyViolation, ToolHints};
use hintsmith_core::lint::{
    Finding, LintPolicy, Profile, Severity, Suppression, explicit_hints, explicit_title, rule_docs, rules,
    stubs,
};
use hintsmith_core::model::tool::Tool;
use hintsmith_mcp::limits::Limits;

use super::findings::{FindingSelection, LintService, find_rule, matching_tools, ordered, readiness_view};
use super::fixes::FixRequest;
use super::servers::refresh;
use super::servers::refresh_error::RefreshError;
use super::servers::source_code;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, Findings, InferredList, ToolAge};
use crate::connection_target::{self, OAuthAccount};
use crate::db;
use crate::dto::{ChangeReport, FindingOrder, FixesPreview, NewSource, ProfileReadiness, ToolDifference};
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::calls::{self, CountsByTool};
use selection::ToolSelection;

/// Maximum size in bytes of a policy, a profile, an earlier report, or a file whose tools are linted.
const MAX_FILE_BYTES: u64 = 128 << 20;

/// Rules that tools are checked against.
#[derive(Debug, Clone, Default)]
pub struct LintOptions {
    /// A built-in profile or a file. None: the profile of the policy, else the preferred one.
    pub profile: Option<String>,
    /// Path of a policy file.
    pub policy: Option<PathBuf>,
}

impl LintOptions {
    fn load(self) -> Result<(Option<Profile>, Option<LintPolicy>), ApiError> {
        let read = self.policy.map(|path| read_policy(&path)).transpose()?;
        let of_policy = read.as_ref().and_then(|(policy, folder)| Some((policy.profile.clone()?, folder)));
        let profile = match (self.profile, of_policy) {
            (Some(run_target), _) => Some(read_profile(&run_target, None)?),
            (None, Some((run_target, folder))) => Some(read_profile(&run_target, Some(folder))?),
            (None, None) => None,
        };
        Ok((profile, read.map(|(policy, _)| policy)))
    }
}

/// A server that is contacted for one lint run and not stored.
#[derive(Debug, Clone)]
pub struct TransientServer {
    pub name: String,
    pub source: NewSource,
    /// Executable that implements `demo-server`.
    pub program: PathBuf,
    pub timeout: Option<Duration>,
}

/// Names of tools by server.
type SelectedTools = HashMap<String, HashSet<String>>;

/// Linted tools with their findings.
pub struct LintResult {
    pub profile: Arc<Profile>,
    entries: Vec<Arc<CatalogEntry>>,
    /// Server and name of the tools to report, if they are not all of `entries`.
    selected: Option<SelectedTools>,
    findings: Arc<Findings>,
    suppressions: Vec<Suppression>,
    policy: Option<LintPolicy>,
    locations: Option<ToolLocations>,
    /// The tools are in the store, which records their reviews.
    is_stored: bool,
    calls: Arc<CountsByTool>,
}

/// Filters for a report.
#[derive(Debug, Clone, Default)]
pub struct ReportOptions {
    /// Only these rules. Empty: all.
    pub rules: Vec<String>,
    /// An earlier report as JSON; its findings are omitted.
    pub baseline: Option<PathBuf>,
}

/// A rendered report with the number of findings per severity.
pub struct LintReport {
    pub text: String,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
}

impl LintService {
    /// Lints tools of the store: those of the named servers, or those that match the filter terms. Empty: all.
    #[boxed]
    pub async fn run(&self, words: Vec<String>, by: LintOptions) -> Result<LintResult, ApiError> {
        let (profile, policy) = by.load()?;
        let catalog = self.context.current_catalog().await?;
        let ToolSelection { servers, filter } = ToolSelection::parse(&words, &catalog)?;
        let calls = self.context.db.read(calls::count_by_tool).await?;
        db::spawn_blocking(move || {
            let findings = match profile {
                Some(profile) => catalog.findings_for_profile(Arc::new(profile)),
                None => Arc::clone(catalog.findings()),
            };
            let selected = (!filter.is_empty()).then(|| {
                let mut selected = SelectedTools::new();
                for (server, tool) in matching_tools(&catalog, &filter) {
                    selected.entry(server.to_owned()).or_default().insert(tool.to_owned());
                }
                selected
            });
            let wanted = |entry: &&Arc<CatalogEntry>| {
                servers.is_empty() || servers.iter().any(|name| **name == *entry.server)
            };
            let kept = catalog.suppressions.iter().map(|row| row.suppression.clone());
            let own = policy.iter().flat_map(|policy| policy.suppressions.iter().cloned());
            LintResult {
                profile: Arc::clone(&findings.profile),
                entries: catalog.entries.iter().filter(wanted).cloned().collect(),
                selected,
                suppressions: kept.chain(own).collect(),
                findings,
                policy,
                locations: None,
                is_stored: true,
                calls: Arc::new(calls),
            }
        })
        .await
    }
}

/// Selects fixes for the store's tools.
#[derive(Debug, Clone)]
pub struct FixOptions {
    /// Names of servers, or filter terms. Empty: all tools.
    pub filter: Vec<String>,
    /// Empty: all rules.
    pub rules: Vec<String>,
    pub options: LintOptions,
    /// Includes unsafe fixes.
    pub include_unsafe: bool,
}

impl FixOptions {
    fn into_request(self, catalog: &Catalog) -> Result<FixRequest, ApiError> {
        self.rules.iter().try_for_each(|id| find_rule(id).map(drop))?;
        let (profile, _) = self.options.load()?;
        let ToolSelection { servers, filter } = ToolSelection::parse(&self.filter, catalog)?;
        let selection =
            FindingSelection { servers, filter, rules: self.rules, ..FindingSelection::default() };
        Ok(FixRequest { profile, selection, include_unsafe: self.include_unsafe })
    }
}

impl LintService {
    /// Previews the decisions that would fix the selected findings. Changes nothing.
    #[boxed]
    pub async fn preview_lint_fixes(&self, options: FixOptions) -> Result<FixesPreview, ApiError> {
        let catalog = self.context.current_catalog().await?;
        self.plan_fixes(options.into_request(&catalog)?).await
    }

    /// What the selected fixes would change in the JSON of each tool.
    #[boxed]
    pub async fn diff_lint_fixes(
        &self,
        options: FixOptions,
        environment: Option<String>,
    ) -> Result<Vec<ToolDifference>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        self.diff_fixes(options.into_request(&catalog)?, environment).await
    }

    /// Applies the previewed fixes as one history entry.
    #[boxed]
    pub async fn apply_lint_fixes(
        &self,
        options: FixOptions,
        environment: Option<String>,
        seen: String,
    ) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        self.apply_fix_request(options.into_request(&catalog)?, environment, seen).await
    }
}

/// Lints the tools of a server outside the store. Its secrets are passed to it directly and not stored.
#[boxed]
pub async fn lint_transient_server(given: TransientServer, by: LintOptions) -> Result<LintResult, ApiError> {
    let (profile, policy) = by.load()?;
    let TransientServer { name, source, program, timeout: patience } = given;
    let file = match &source {
        NewSource::File { path } => Some(path.clone()),
        NewSource::OpenApi { location, .. } if !location.contains("://") => Some(location.clone()),
        _ => None,
    };
    let folder = match &source {
        NewSource::SourceCode { folder } => Some(folder.clone()),
        _ => None,
    };
    let source = super::servers::source_input::build_source(source, None)?;
    let reach =
        connection_target::resolve_source(&name, &source, OAuthAccount::default(), &program, None).await?;
    let limits = patience.map_or_else(Limits::default, |patience| Limits::default().with_timeout(patience));
    let read = refresh::fetch_tools(reach, limits, |_| {}).await;
    let tools = read.map_err(refresh_error)?.list.tools;
    db::spawn_blocking(move || {
        let tools: Vec<Arc<Tool>> = Tool::parse_list(tools).into_iter().map(Arc::new).collect();
        let age = ToolAge { since: 0, first: 0, is_added_later: false };
        let server: Arc<str> = name.as_str().into();
        let entry =
            |(tool, inference)| Arc::new(CatalogEntry::new(Arc::clone(&server), tool, inference, age));
        let entries: Vec<Arc<CatalogEntry>> =
            InferredList::new(tools, InferenceSettings::default()).into_tools().map(entry).collect();
        let profile = Arc::new(profile.unwrap_or_default());
        let findings = Arc::new(Findings::lint(&entries, Vec::new(), Arc::clone(&profile), false, None));
        let locations = file.and_then(|file| {
            let text = files::read_text(Path::new(&file), MAX_FILE_BYTES).ok()?;
            let tools = entries.iter().map(|entry| (entry.tool.name.as_str(), &*entry.tool.raw));
            Some(ToolLocations::locate(&file, &text, tools))
        });
        let locations = locations.or_else(|| folder.map(|folder| locate_in_source(folder, &entries)));
        let suppressions = policy.as_ref().map(|policy| policy.suppressions.clone()).unwrap_or_default();
        LintResult {
            profile,
            entries,
            selected: None,
            findings,
            suppressions,
            policy,
            locations,
            is_stored: false,
            calls: Arc::default(),
        }
    })
    .await
}

/// The registrations of tools that were read from source code.
fn locate_in_source(folder: String, entries: &[Arc<CatalogEntry>]) -> ToolLocations {
    let mut locations = ToolLocations { file: folder, ..ToolLocations::default() };
    for entry in entries {
        let tool: serde_json::Value = serde_json::from_str(&entry.tool.raw).unwrap_or_default();
        let place = &tool["_meta"][source_code::PLACE_KEY];
        let line = place["line"].as_u64().and_then(|line| u32::try_from(line).ok());
        if let (Some(file), Some(line)) = (place["file"].as_str(), line) {
            let path = Path::new(&locations.file).join(file).display().to_string();
            locations.files.insert(entry.tool.name.clone(), path);
            locations.lines.insert(entry.tool.name.clone(), line);
        }
    }
    locations
}

fn refresh_error(failed: RefreshError) -> ApiError {
    let mut message = failed.failure.message;
    if let Some(last) = failed.failure.output.last() {
        message.push_str(&format!(" (last output: {last})"));
    }
    ApiError::new(ErrorCode::Server, message, failed.failure.hint)
}

impl LintResult {
    /// The same tools checked against another profile.
    pub fn with_profile(&self, profile: Profile) -> Self {
        let profile = Arc::new(profile);
        let findings = Findings::lint(&self.entries, Vec::new(), Arc::clone(&profile), self.is_stored, None);
        Self {
            profile,
            entries: self.entries.clone(),
            selected: self.selected.clone(),
            findings: Arc::new(findings),
            suppressions: self.suppressions.clone(),
            policy: self.policy.clone(),
            locations: None,
            is_stored: self.is_stored,
            calls: Arc::clone(&self.calls),
        }
    }

    pub fn tool_count(&self) -> usize {
        self.selected
            .as_ref()
            .map_or(self.entries.len(), |selected| selected.values().map(HashSet::len).sum())
    }

    fn is_selected(&self, server: &str, tool: &str) -> bool {
        let contains =
            |selected: &SelectedTools| selected.get(server).is_some_and(|tools| tools.contains(tool));
        self.selected.as_ref().is_none_or(contains)
    }

    /// Open and suppressed findings, including pin differences and unused suppressions.
    fn partition_suppressed(&self) -> PartitionedFindings<'_> {
        let own_entries: HashSet<*const CatalogEntry> = self.entries.iter().map(Arc::as_ptr).collect();
        let mut all = self.findings.matching(|entry| own_entries.contains(&Arc::as_ptr(entry)));
        all.extend(
            self.pin_differences()
                .iter()
                .filter_map(|found| found.to_finding(|id| self.profile.severity(id))),
        );
        let mut servers: Vec<&str> = self.entries.iter().map(|entry| &*entry.server).collect();
        servers.dedup();
        // Judged for all tools, so that a suppression counts as used and a pinned tool as present.
        let mut all = suppression::apply_suppressions(all, &self.suppressions, &self.profile, &servers);
        all.active.retain(|finding| self.is_selected(finding.server, finding.tool));
        all.suppressed.retain(|(finding, _)| self.is_selected(finding.server, finding.tool));
        all
    }

    fn pinned_tools<'a>(&'a self) -> Vec<ToolHints<'a>> {
        let pinned = |entry: &'a Arc<CatalogEntry>| {
            let resolved = entry.resolve();
            ToolHints {
                server: &entry.server,
                tool: &entry.tool.name,
                hints: explicit_hints(&resolved),
                title: explicit_title(&resolved),
            }
        };
        self.entries.iter().map(pinned).collect()
    }

    /// Differences between the tools and the policy's pins; none without a policy.
    pub fn pin_differences(&self) -> Vec<PolicyViolation<'_>> {
        let Some(policy) = &self.policy else { return Vec::new() };
        let mut found = violations::find_violations(policy, &self.pinned_tools());
        found.retain(|violation| self.is_selected(violation.server, violation.tool));
        found
    }

    /// Fails if the policy has pins, but none of them is for a server of this run: nothing would be compared.
    pub fn require_pins(&self) -> Result<(), ApiError> {
        let Some(policy) = &self.policy else { return Ok(()) };
        let tools = self.pinned_tools();
        let is_linted = |server: &str| tools.iter().any(|tool| tool.server == server);
        let mut servers: Vec<&str> = policy.pins.iter().filter_map(|pin| pin.server.as_deref()).collect();
        let has_general = servers.len() < policy.pins.len();
        if servers.is_empty()
            || has_general
            || tools.is_empty()
            || servers.iter().any(|server| is_linted(server))
        {
            return Ok(());
        }
        servers.sort_unstable();
        servers.dedup();
        let (named, known) = (tools[0].server, servers.join(", "));
        let hint = format!(
            "The policy has pins for {known}. Name the server that a file or command is with --name."
        );
        Err(ApiError::new(ErrorCode::Invalid, format!("the policy has no pins for the server {named}"), hint))
    }

    /// Generates a policy that pins every tool as it is.
    pub fn policy(&self) -> String {
        let name = BUILTIN_PROFILES
            .iter()
            .find(|builtin| builtin.name == self.profile.name)
            .map(|builtin| builtin.name);
        let mut tools = self.pinned_tools();
        tools.retain(|pinned| self.is_selected(pinned.server, pinned.tool));
        violations::generate_policy(&tools, name)
    }

    pub fn report(
        &self,
        format: ReportFormat,
        colour: bool,
        wanted: &ReportOptions,
    ) -> Result<LintReport, ApiError> {
        wanted.rules.iter().try_for_each(|id| find_rule(id).map(drop))?;
        let mut known = wanted.baseline.as_deref().map(read_base).transpose()?.unwrap_or_default();
        let PartitionedFindings { active: open, suppressed } = self.partition_suppressed();
        let is_wanted = |finding: &Finding| {
            wanted.rules.is_empty() || wanted.rules.iter().any(|rule| rule == finding.rule)
        };
        let mut is_new = |finding: &Finding| match known.get_mut(&key(finding)).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                false
            }
            None => true,
        };
        let findings: Vec<Finding> =
            open.into_iter().filter(is_wanted).filter(|finding| is_new(finding)).collect();
        let findings = ordered(findings, FindingOrder::Tool);
        let suppressed: Vec<(Finding, String)> = suppressed
            .into_iter()
            .filter(|(finding, _)| is_wanted(finding))
            .map(|(finding, why)| (finding, why.reason.clone()))
            .collect();
        let report = Report {
            profile: &self.profile.name,
            hintsmith_version: env!("CARGO_PKG_VERSION"),
            tool_count: self.tool_count(),
            findings: &findings,
            suppressed: &suppressed,
            locations: self.locations.as_ref(),
            is_stored: self.is_stored,
        };
        let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        Ok(LintReport {
            text: report.render(format, colour),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
        })
    }

    pub fn readiness(&self) -> ProfileReadiness {
        let what = BUILTIN_PROFILES
            .iter()
            .find(|builtin| builtin.name == self.profile.name)
            .map_or("", |found| found.description);
        let find = |server: &str, tool: &str| {
            let mut entries = self.entries.iter().map(|entry| &**entry);
            entries.find(|entry| *entry.server == *server && entry.tool.name == tool)
        };
        readiness_view(&self.profile, what, &self.partition_suppressed().active, &self.calls, find)
    }

    /// Generates a test for the server's own test suite from the policy or, without one, from the current tools.
    pub fn stub(&self, suite: Suite, command: &[String]) -> Result<String, ApiError> {
        let generated;
        let policy = match &self.policy {
            Some(policy) => policy,
            None => {
                let unreadable = |error: hintsmith_core::lint::PolicyError| {
                    ApiError::new(ErrorCode::Internal, error.to_string(), error.hint())
                };
                generated = LintPolicy::parse(&self.policy()).map_err(unreadable)?;
                &generated
            }
        };
        let server = self.entries.first().map_or("server", |entry| &*entry.server);
        Ok(stubs::render_from_policy(suite, server, policy, command))
    }
}

/// Documentation of a rule, as in docs/LINT.md. Printed by `--explain`.
pub fn explain(id: &str) -> Result<String, ApiError> {
    Ok(rule_docs::describe_rule(find_rule(id)?))
}

/// Id, requirement and severity of every rule under a profile.
pub fn list_rules(profile: &Profile) -> Vec<(&'static str, &'static str, Option<Severity>)> {
    rules::all().map(|rule| (rule.id, rule.summary, profile.severity(rule.id))).collect()
}

/// Loads a built-in profile by name or a profile file. Paths in a policy are relative to the policy's folder.
pub fn read_profile(written: &str, folder: Option<&Path>) -> Result<Profile, ApiError> {
    let known = BUILTIN_PROFILES.iter().any(|builtin| builtin.name == written);
    let is_file = !known && (written.ends_with(".toml") || written.contains(['/', '\\']));
    let invalid = |message: String, hint: String| ApiError::new(ErrorCode::Invalid, message, hint);
    if !is_file {
        return Profile::builtin(written).map_err(|error| invalid(error.to_string(), error.hint()));
    }
    let path = folder.map_or_else(|| PathBuf::from(written), |folder| folder.join(written));
    let text = read_text(&path, "Check the path of the profile, or use a built-in profile.")?;
    let name =
        path.file_stem().map_or_else(|| written.to_owned(), |stem| stem.to_string_lossy().into_owned());
    Profile::parse(&name, &text)
        .map_err(|error| invalid(format!("{}: {error}", path.display()), error.hint()))
}

fn read_policy(path: &Path) -> Result<(LintPolicy, PathBuf), ApiError> {
    let text =
        read_text(path, "Write a policy with `hintsmith pins generate --output hintsmith-policy.toml`.")?;
    let invalid = |error: hintsmith_core::lint::PolicyError| {
        ApiError::new(ErrorCode::Invalid, format!("{}: {error}", path.display()), error.hint())
    };
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    Ok((LintPolicy::parse(&text).map_err(invalid)?, folder))
}

fn read_text(path: &Path, hint: &str) -> Result<String, ApiError> {
    files::read_text(path, MAX_FILE_BYTES).map_err(|error| {
        ApiError::new(ErrorCode::File, format!("{} cannot be read: {error}", path.display()), hint)
    })
}

type Key = (String, String, String, String);

/// Identity of a finding across runs. Excludes the message, which may change.
fn key(finding: &Finding) -> Key {
    let [rule, server, tool] = [finding.rule, finding.server, finding.tool].map(str::to_owned);
    (rule, server, tool, finding.field.clone())
}

/// Number of occurrences of each finding in an earlier report.
fn read_base(path: &Path) -> Result<HashMap<Key, usize>, ApiError> {
    let text = read_text(path, "Write a report with `hintsmith lint --format json --output FILE`.")?;
    let wrong = || {
        let message = format!("{} is not a JSON lint report", path.display());
        ApiError::new(
            ErrorCode::Invalid,
            message,
            "Write a report with `hintsmith lint --format json --output FILE`.",
        )
    };
    let report: serde_json::Value = serde_json::from_str(&text).map_err(|_| wrong())?;
    let findings = report.get("findings").and_then(serde_json::Value::as_array).ok_or_else(wrong)?;
    let mut known: HashMap<Key, usize> = HashMap::new();
    for finding in findings {
        let part = |name: &str| finding.get(name).and_then(serde_json::Value::as_str).map(str::to_owned);
        let parts = (part("rule"), part("server"), part("tool"), part("field"));
        let (Some(rule), Some(server), Some(tool), Some(field)) = parts else { return Err(wrong()) };
        *known.entry((rule, server, tool, field)).or_default() += 1;
    }
    Ok(known)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::testing::PipeFile;

    #[test]
    fn a_policy_is_read_only_up_to_its_limit() {
        let file = PipeFile::with_spaces(MAX_FILE_BYTES + 1);
        let error = read_policy(&file.path()).err().unwrap();
        assert!(error.message.ends_with("cannot be read: it is larger than 128 MiB"), "{error}");
    }
}

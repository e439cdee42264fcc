//! Fixes of findings, previewed before they are applied.

use std::collections::{BTreeMap, HashMap, HashSet};

use hintsmith_core::lint::Profile;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field};

use super::decide::{Decisions, preview_decisions, with_decisions, write_decisions};
use super::destination::sha256_hex;
use super::environments::{environment_name, finish_change_set};
use super::findings::{FindingSelection, LintService, LintSnapshot, named};
use crate::boxed;
use crate::catalog::Catalog;
use crate::db;
use crate::dto::{
    ApplyFixesInput, ChangeReport, FixRow, FixesInput, FixesPreview, ToolDifference, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::OverrideKey;

/// Maximum number of fixes listed in a preview.
const MAX_PREVIEWED_FIXES: usize = 500;

impl LintService {
    /// Previews the decisions that would fix all matching findings. Changes nothing.
    #[boxed]
    pub async fn preview_fixes(&self, input: FixesInput) -> Result<FixesPreview, ApiError> {
        self.plan_fixes(FixRequest::try_from(input)?).await
    }

    pub(in crate::api) async fn plan_fixes(&self, request: FixRequest) -> Result<FixesPreview, ApiError> {
        let catalog = self.context.current_catalog().await?;
        db::spawn_blocking(move || FixPlan::new(&catalog, &request).preview()).await
    }

    /// What the fixes would change in the JSON of each tool, in the order of the catalog.
    pub(in crate::api) async fn diff_fixes(
        &self,
        request: FixRequest,
        environment: Option<String>,
    ) -> Result<Vec<ToolDifference>, ApiError> {
        self.context.check_environment(environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        let diff = move || {
            let fixed = FixPlan::new(&catalog, &request).decisions(&catalog).into_iter();
            let difference = |(at, decided): (usize, Decisions)| {
                let entry = &catalog.entries[at];
                let preview = preview_decisions(&catalog, entry, environment.as_deref(), &decided);
                ToolDifference {
                    server: entry.server.to_string(),
                    tool: entry.tool.name.clone(),
                    difference: preview.difference,
                }
            };
            fixed.map(difference).collect()
        };
        db::spawn_blocking(diff).await
    }

    /// Applies the previewed fixes as one history entry.
    #[boxed]
    pub async fn apply_fixes(&self, input: ApplyFixesInput) -> Result<ChangeReport, ApiError> {
        let ApplyFixesInput { fixes, environment, seen } = input;
        self.apply_fix_request(FixRequest::try_from(fixes)?, environment, seen).await
    }

    pub(in crate::api) async fn apply_fix_request(
        &self,
        request: FixRequest,
        environment: Option<String>,
        seen: String,
    ) -> Result<ChangeReport, ApiError> {
        self.context.check_environment(environment.as_deref()).await?;
        let decide = move |catalog: &Catalog| {
            let plan = FixPlan::new(catalog, &request);
            if plan.digest() != seen {
                let hint = "Review the fixes again. Nothing was changed.";
                return Err(ApiError::new(
                    ErrorCode::Conflict,
                    "the findings changed after the preview",
                    hint,
                ));
            }
            let (mut words, mut rows) = (Vec::new(), Vec::new());
            for (at, decided) in plan.decisions(catalog) {
                let entry = &catalog.entries[at];
                words.push((at, with_decisions(&entry.decisions, environment.as_deref(), &decided)));
                rows.push((entry.server.to_string(), entry.tool.name.clone(), decided));
            }
            let write = move |mut change_set: ChangeSet| {
                let layer = environment.as_deref().unwrap_or(BASE);
                for (server, tool, decided) in &rows {
                    write_decisions(
                        &mut change_set,
                        OverrideKey { server, tool, environment: layer },
                        decided,
                    )?;
                }
                let whose = environment
                    .as_deref()
                    .map_or(String::new(), |name| format!(" in {}", environment_name(Some(name))));
                let tools = rows.len();
                let what = if tools == 1 { "1 tool".to_owned() } else { format!("{tools} tools") };
                let report = finish_change_set(change_set, &format!("fixed findings of {what}{whose}"))?;
                Ok(ChangeReport { changed: saturating_u32(tools), ..report })
            };
            Ok((words, write))
        };
        Ok(self.context.change_tool_decisions(decide).await?.1)
    }
}

/// Selects the findings to fix.
#[derive(Debug, Clone)]
pub(in crate::api) struct FixRequest {
    pub profile: Option<Profile>,
    pub selection: FindingSelection,
    /// Includes unsafe fixes.
    pub include_unsafe: bool,
}

impl TryFrom<FixesInput> for FixRequest {
    type Error = ApiError;

    fn try_from(input: FixesInput) -> Result<Self, ApiError> {
        let which = FindingSelection::from(&input.filter);
        Ok(Self {
            profile: named(input.filter.profile.as_deref())?,
            selection: which,
            include_unsafe: input.include_unsafe,
        })
    }
}

/// The decisions that fix the selected findings, tool by tool.
struct FixPlan {
    rows: Vec<FixRow>,
    /// Parallel to `rows`.
    fixes: Vec<PlannedFix>,
}

/// Decisions about the tool at a position in the catalog, for one of its definitions.
struct PlannedFix {
    position: usize,
    definition: String,
    decisions: Vec<(Field, DecidedValue)>,
}

impl FixPlan {
    fn new(catalog: &Catalog, request: &FixRequest) -> Self {
        let snapshot = LintSnapshot::new(catalog, request.profile.clone());
        let selection = request.selection.matcher(catalog);
        let mut plan = Self { rows: Vec::new(), fixes: Vec::new() };
        let mut taken: HashSet<(usize, Field)> = HashSet::new();
        let mut planned_hints: HashMap<usize, [Option<bool>; 2]> = HashMap::new();
        for finding in snapshot.partition_suppressed(catalog).active {
            let Some(fix) = finding.fix.as_ref().filter(|fix| fix.is_safe || request.include_unsafe) else {
                continue;
            };
            let Some(at) =
                catalog.position(finding.server, finding.tool).filter(|_| selection.matches(&finding))
            else {
                continue;
            };
            // Two rules may fix the same field, and their decisions must not contradict each other.
            let both = planned_hints.entry(at).or_default();
            let mut after = *both;
            for (field, value) in &fix.decisions {
                match field {
                    Field::Hint(HintName::ReadOnly) => after[0] = Some(*value == DecidedValue::Hint(true)),
                    Field::Hint(HintName::Destructive) => after[1] = Some(*value == DecidedValue::Hint(true)),
                    _ => {}
                }
            }
            let fresh = fix.decisions.iter().all(|(field, _)| !taken.contains(&(at, field.clone())));
            if !fresh || after == [Some(true); 2] {
                continue;
            }
            *both = after;
            taken.extend(fix.decisions.iter().map(|(field, _)| (at, field.clone())));
            let seen = catalog.entries[at].short_fingerprint().to_owned();
            plan.fixes.push(PlannedFix { position: at, definition: seen, decisions: fix.decisions.clone() });
            plan.rows.push(FixRow {
                server: finding.server.to_owned(),
                tool: finding.tool.to_owned(),
                rule: finding.rule.to_owned(),
                label: fix.label(),
                safe: fix.is_safe,
            });
        }
        plan
    }

    /// Identifies the plan, so that only a previewed plan is applied.
    fn digest(&self) -> String {
        let mut text = String::new();
        for (row, PlannedFix { definition: seen, decisions, .. }) in self.rows.iter().zip(&self.fixes) {
            for (field, value) in decisions {
                text.push_str(&format!("{}.{} {seen} {} {value}\n", row.server, row.tool, field.key()));
            }
        }
        sha256_hex(&text)
    }

    fn preview(self) -> FixesPreview {
        let tools: HashSet<usize> = self.fixes.iter().map(|fix| fix.position).collect();
        let (seen, number) = (self.digest(), self.rows.len());
        let rows: Vec<FixRow> = self.rows.into_iter().take(MAX_PREVIEWED_FIXES).collect();
        FixesPreview {
            tools: saturating_u32(tools.len()),
            fixes: saturating_u32(number),
            more: saturating_u32(number - rows.len()),
            rows,
            seen,
        }
    }

    /// The decisions by position in the catalog, bound to the definitions they are for.
    fn decisions(&self, catalog: &Catalog) -> BTreeMap<usize, Decisions> {
        let mut all: BTreeMap<usize, Decisions> = BTreeMap::new();
        for PlannedFix { position: at, decisions, .. } in &self.fixes {
            let fingerprint = Some(catalog.entries[*at].tool.fingerprint.clone());
            let bound = |(field, value): &(Field, DecidedValue)| {
                let decision =
                    Decision { value: value.clone(), because: None, fingerprint: fingerprint.clone() };
                (field.clone(), Some(decision))
            };
            all.entry(*at).or_default().extend(decisions.iter().map(bound));
        }
        all
    }
}

//! Suppressed findings, with reasons.

use hintsmith_core::lint::Suppression;
use hintsmith_core::lint::rules;

use super::find_rule;
use crate::api::environments::finish_change_set;
use crate::api::findings::LintService;
use crate::boxed;
use crate::dto::{ChangeReport, SuppressInput, SuppressionKey, SuppressionRow, SuppressionView};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::suppressions::{self, SuppressionRow as Stored};

/// Maximum length of a reason in characters. A reason is a sentence or two.
const MAX_REASON_CHARS: usize = 1_000;

impl LintService {
    /// Suppresses a finding.
    #[boxed]
    pub async fn suppress(&self, input: SuppressInput) -> Result<ChangeReport, ApiError> {
        let SuppressInput { server, tool, rule, reason } = input;
        let reason = reason.trim().to_owned();
        if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
            let hint = "Give a reason in one sentence, for later reviewers.";
            let message =
                if reason.is_empty() { "the suppression has no reason" } else { "the reason is too long" };
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        find_rule(&rule)?;
        if rule == rules::unused_suppression::RULE.id {
            let hint = "Remove the suppression instead.";
            return Err(ApiError::new(ErrorCode::Invalid, format!("{rule} cannot be suppressed"), hint));
        }
        self.context.current_catalog().await?.require_entry(&server, &tool)?;
        let summary = format!("suppressed {rule} of {server}.{tool}");
        let what = Suppression { server, tool, rule, reason };
        self.context
            .apply_changes(move |mut change_set: ChangeSet| {
                suppressions::put(&mut change_set, &what)?;
                finish_change_set(change_set, &summary)
            })
            .await
    }

    /// Removes a suppression.
    #[boxed]
    pub async fn remove_suppression(&self, input: SuppressionKey) -> Result<ChangeReport, ApiError> {
        let SuppressionKey { server, tool, rule } = input;
        let catalog = self.context.current_catalog().await?;
        if catalog.suppression(&server, &tool, &rule).is_none() {
            let hint = "`hintsmith suppress` lists the suppressed findings.";
            let message = format!("{rule} of {server}.{tool} is not suppressed");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        self.context
            .apply_changes(move |mut change_set: ChangeSet| {
                suppressions::remove(&mut change_set, [&server, &tool, &rule])?;
                finish_change_set(
                    change_set,
                    &format!("removed the suppression of {rule} of {server}.{tool}"),
                )
            })
            .await
    }

    #[boxed]
    pub async fn list_suppressions(&self) -> Result<Vec<SuppressionRow>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let row = |row: &Stored| SuppressionRow {
            server: row.suppression.server.clone(),
            tool: row.suppression.tool.clone(),
            rule: row.suppression.rule.clone(),
            suppression: suppression_view(row),
        };
        Ok(catalog.suppressions.iter().map(row).collect())
    }
}

pub(super) fn suppression_view(row: &Stored) -> SuppressionView {
    SuppressionView { reason: row.suppression.reason.clone(), at: row.at.clone(), by: row.author.clone() }
}

//! Suppressed findings, with reasons.

use hintsmith_core::lint::Suppression;
use hintsmith_core::lint::suppress;

use super::known_rule;
use crate::Engine;
use crate::api::environments::finished;
use crate::boxed;
use crate::dto::{ActReport, SuppressInput, SuppressionKey, SuppressionRow, SuppressionView};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::suppressions::{self, SuppressionRow as Stored};

/// Maximum length of a reason in characters. A reason is a sentence or two.
const LONGEST_REASON: usize = 1_000;

impl Engine {
    /// Suppresses a finding.
    #[boxed]
    pub async fn suppress(&self, input: SuppressInput) -> Result<ActReport, ApiError> {
        let SuppressInput { server, tool, rule, reason } = input;
        let reason = reason.trim().to_owned();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            let hint = "Say in a sentence why it does not count; whoever comes later will ask.";
            let message = if reason.is_empty() { "the reason is missing" } else { "the reason is too long" };
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        known_rule(&rule)?;
        if rule == suppress::UNUSED_SUPPRESSION.id {
            let hint = "Remove the suppression instead.";
            return Err(ApiError::new(ErrorCode::Invalid, format!("{rule} cannot be suppressed"), hint));
        }
        let catalog = self.current_catalog().await?;
        catalog.entry(&server, &tool).ok_or_else(|| ApiError::no_tool(&server, &tool))?;
        let told = format!("suppressed {rule} of {server}.{tool}");
        let what = Suppression { server, tool, rule, reason };
        self.apply_changes(move |mut act: ChangeSet| {
            suppressions::put(&mut act, &what)?;
            finished(act, &told)
        })
        .await
    }

    /// Removes a suppression.
    #[boxed]
    pub async fn unsuppress(&self, input: SuppressionKey) -> Result<ActReport, ApiError> {
        let SuppressionKey { server, tool, rule } = input;
        let catalog = self.current_catalog().await?;
        if catalog.suppression(&server, &tool, &rule).is_none() {
            let hint = "`hintsmith suppress` lists what is suppressed.";
            let message = format!("{rule} of {server}.{tool} is not suppressed");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        self.apply_changes(move |mut act: ChangeSet| {
            suppressions::remove(&mut act, [&server, &tool, &rule])?;
            finished(act, &format!("{rule} of {server}.{tool} counts again"))
        })
        .await
    }

    #[boxed]
    pub async fn suppressions(&self) -> Result<Vec<SuppressionRow>, ApiError> {
        let catalog = self.current_catalog().await?;
        let row = |row: &Stored| SuppressionRow {
            server: row.what.server.clone(),
            tool: row.what.tool.clone(),
            rule: row.what.rule.clone(),
            suppression: suppression_view(row),
        };
        Ok(catalog.suppressions.iter().map(row).collect())
    }
}

pub(super) fn suppression_view(row: &Stored) -> SuppressionView {
    SuppressionView { reason: row.what.reason.clone(), at: row.at.clone(), by: row.author.clone() }
}

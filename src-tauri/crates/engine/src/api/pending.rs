//! Pending changes since the last export, and reverting to it.

use hintsmith_core::export::difference::diff_documents;
use hintsmith_core::export::hintsmith_json::RuleKey;

use super::decide::DecisionService;
use super::decision_changes;
use super::environments::finish_change_set;
use crate::boxed;
use crate::dto::{ChangeReport, Pending};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments;
use crate::store::history::ChangeSet;

impl DecisionService {
    #[boxed]
    pub async fn pending(&self) -> Result<Pending, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (before, now) = (catalog.exported_document(), catalog.document());
        Ok(Pending {
            changes: diff_documents(&before, &now).iter().map(decision_changes::change_view).collect(),
            discardable: catalog.last_export.is_some(),
        })
    }

    /// Reverts all decisions to the last export, as one history entry.
    #[boxed]
    pub async fn discard_pending(&self) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        if catalog.last_export.is_none() {
            let hint = "Export first. To undo single changes, use `hintsmith undo`.";
            return Err(ApiError::new(ErrorCode::Invalid, "there is no export to restore", hint));
        }
        let discard = move |mut change_set: ChangeSet| {
            let (before, now) = (catalog.exported_document(), catalog.document());
            for name in before.environments.keys().filter(|name| !catalog.environments.contains(name)) {
                environments::add(&mut change_set, name)?;
            }
            // The user does not look at the tools now, so a restored rule keeps the refresh it had seen, or none.
            let seen = |environment: &str, key: &RuleKey| {
                let existing = catalog.rules.get(environment).into_iter().flatten();
                let mut same = existing.filter(|rule| rule.selector == key.selector && rule.hint == key.hint);
                same.next().map_or(0, |rule| rule.written_at_refresh)
            };
            decision_changes::write_differences(
                &mut change_set,
                &catalog,
                &diff_documents(&now, &before),
                seen,
            )?;
            finish_change_set(change_set, "restored the decisions of the last export")
        };
        self.context.apply_changes(discard).await
    }
}

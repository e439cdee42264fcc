//! Saved filters: named queries, stored as preferences.

use super::environments::finished;
use crate::Engine;
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{ActReport, FilterKey, SavedFilter};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::preferences;

/// Prefix of the preference key, followed by the filter's name.
const KEY: &str = "filter:";
const LONGEST_NAME: usize = 60;
const LONGEST_QUERY: usize = 1_000;

impl Engine {
    /// Saves a query under a name, replacing an existing one.
    #[boxed]
    pub async fn save_filter(&self, input: SavedFilter) -> Result<ActReport, ApiError> {
        let (name, query) = (input.name.trim().to_owned(), input.query.trim().to_owned());
        let wrong = |message: String| ApiError::new(ErrorCode::Invalid, message, "Nothing was saved.");
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(wrong(format!("the name of a filter has 1 to {LONGEST_NAME} characters")));
        }
        if query.is_empty() || query.chars().count() > LONGEST_QUERY {
            return Err(wrong(format!("a filter has 1 to {LONGEST_QUERY} characters")));
        }
        let save = move |mut act: ChangeSet| {
            preferences::set(&mut act, &format!("{KEY}{name}"), Some(&query))?;
            finished(act, &format!("saved the filter {name}"))
        };
        self.apply_changes(save).await
    }

    #[boxed]
    pub async fn remove_filter(&self, input: FilterKey) -> Result<ActReport, ApiError> {
        let name = input.name.trim().to_owned();
        let told = name.clone();
        let remove = move |mut act: ChangeSet| {
            preferences::set(&mut act, &format!("{KEY}{name}"), None)?;
            finished(act, &format!("removed the filter {name}"))
        };
        let report = self.apply_changes(remove).await?;
        if report.entry.is_none() {
            let hint = "`hintsmith filter` lists the filters there are.";
            return Err(ApiError::new(ErrorCode::NotFound, format!("there is no filter named {told}"), hint));
        }
        Ok(report)
    }

    #[boxed]
    pub async fn filters(&self) -> Result<Vec<SavedFilter>, ApiError> {
        Ok(saved(&*self.current_catalog().await?))
    }
}

/// All saved filters, by name.
pub(super) fn saved(catalog: &Catalog) -> Vec<SavedFilter> {
    let all = catalog.preferences.iter().filter_map(|(key, query)| Some((key.strip_prefix(KEY)?, query)));
    all.map(|(name, query)| SavedFilter { name: name.to_owned(), query: query.clone() }).collect()
}

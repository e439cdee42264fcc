//! Saved filters: named queries, stored as preferences.

use std::sync::Arc;

use super::environments::finish_change_set;
use crate::boxed;
use crate::catalog::Catalog;
use crate::context::Context;
use crate::dto::{ChangeReport, FilterKey, SavedFilter};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::preferences;

/// Prefix of the preference key, followed by the filter's name.
const KEY_PREFIX: &str = "filter:";
const MAX_NAME_CHARS: usize = 60;
const MAX_QUERY_CHARS: usize = 1_000;

/// Saved filters.
pub struct FilterService {
    pub(crate) context: Arc<Context>,
}

impl FilterService {
    /// Saves a query under a name, replacing an existing one.
    #[boxed]
    pub async fn save(&self, input: SavedFilter) -> Result<ChangeReport, ApiError> {
        let (name, query) = (input.name.trim().to_owned(), input.query.trim().to_owned());
        let wrong = |message: String| ApiError::new(ErrorCode::Invalid, message, "Nothing was saved.");
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
            return Err(wrong(format!("the name of a filter must have 1 to {MAX_NAME_CHARS} characters")));
        }
        if query.is_empty() || query.chars().count() > MAX_QUERY_CHARS {
            return Err(wrong(format!("a filter must have 1 to {MAX_QUERY_CHARS} characters")));
        }
        let save = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, &format!("{KEY_PREFIX}{name}"), Some(&query))?;
            finish_change_set(change_set, &format!("saved the filter {name}"))
        };
        self.context.apply_changes(save).await
    }

    #[boxed]
    pub async fn remove(&self, input: FilterKey) -> Result<ChangeReport, ApiError> {
        let name = self.find(input.name.trim()).await?.name;
        let remove = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, &format!("{KEY_PREFIX}{name}"), None)?;
            finish_change_set(change_set, &format!("removed the filter {name}"))
        };
        self.context.apply_changes(remove).await
    }

    /// The saved filter of that name.
    #[boxed]
    pub async fn find(&self, name: &str) -> Result<SavedFilter, ApiError> {
        let mut saved = self.list().await?;
        match saved.iter().position(|filter| filter.name == name) {
            Some(at) => Ok(saved.swap_remove(at)),
            None => {
                let message = format!("there is no saved filter named {name}");
                let hint = "`hintsmith filter` lists the saved filters.";
                Err(ApiError::unknown_name(message, hint, name, saved.iter().map(|filter| &*filter.name)))
            }
        }
    }

    #[boxed]
    pub async fn list(&self) -> Result<Vec<SavedFilter>, ApiError> {
        Ok(saved_filters(&*self.context.current_catalog().await?))
    }
}

/// All saved filters, by name.
pub(super) fn saved_filters(catalog: &Catalog) -> Vec<SavedFilter> {
    let all =
        catalog.preferences.iter().filter_map(|(key, query)| Some((key.strip_prefix(KEY_PREFIX)?, query)));
    all.map(|(name, query)| SavedFilter { name: name.to_owned(), query: query.clone() }).collect()
}

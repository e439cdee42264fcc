//! Program-wide preferences.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::infer::InferenceSettings;
use hintsmith_core::model::preference::{self, PREFERENCES, Preference, PreferenceError};
use hintsmith_mcp::limits::Limits;

use super::environments::finish_change_set;
use crate::boxed;
use crate::catalog::Catalog;
use crate::context::Context;
use crate::dto::{ChangeReport, PreferenceInput, PreferenceView, PreferencesView};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::preferences;

/// Program-wide preferences.
pub struct PreferenceService {
    pub(crate) context: Arc<Context>,
}

impl PreferenceService {
    #[boxed]
    pub async fn list(&self) -> Result<PreferencesView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let view = |preference: &Preference| PreferenceView {
            key: preference.key.to_owned(),
            group: preference.group,
            label: preference.label.to_owned(),
            description: preference.description.to_owned(),
            kind: preference.kind(),
            value: preference_value(&catalog, preference.key),
            is_default: catalog.preference(preference.key).is_none(),
        };
        Ok(PreferencesView {
            preferences: PREFERENCES.iter().map(view).collect(),
            folder: self.context.options.data_folder.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// Sets a preference, or resets it to the default.
    #[boxed]
    pub async fn set(&self, input: PreferenceInput) -> Result<ChangeReport, ApiError> {
        let refused = |error: PreferenceError| {
            let suggestion = match &error {
                PreferenceError::Unknown { suggestion: Some(suggestion), .. } => format!("{suggestion} "),
                _ => String::new(),
            };
            let hint =
                format!("{suggestion}Nothing was changed. `hintsmith preferences` lists the preferences.");
            ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
        };
        let preference = preference::find(&input.key).map_err(refused)?;
        let value = input.value.map(|value| preference.parse_value(&value)).transpose().map_err(refused)?;
        let set = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, preference.key, value.as_deref())?;
            let summary = value.as_deref().unwrap_or("reset to the default");
            finish_change_set(change_set, &format!("preference {}: {summary}", preference.key))
        };
        self.context.apply_changes(set).await
    }
}

impl Context {
    /// Timeouts and size limits for servers.
    pub(crate) async fn limits(&self) -> Limits {
        let preferred = self.preferred_limits().await;
        self.options.request_timeout.map_or(preferred, |patience| preferred.with_timeout(patience))
    }

    async fn preferred_limits(&self) -> Limits {
        // An unreadable store is reported by the next operation that needs it.
        let Ok(catalog) = self.current_catalog().await else { return Limits::default() };
        let number = |key: &str| preference_value(&catalog, key).parse::<u32>().ok();
        let seconds = |key: &str, default: Duration| {
            number(key).map_or(default, |seconds| Duration::from_secs(seconds.into()))
        };
        let default = Limits::default();
        Limits {
            connect_timeout: seconds(preference::CONNECT_TIMEOUT, default.connect_timeout),
            request_timeout: seconds(preference::REQUEST_TIMEOUT, default.request_timeout),
            list_timeout: seconds(preference::LIST_TIMEOUT, default.list_timeout),
            max_tools: number(preference::MAX_TOOLS).map_or(default.max_tools, |tools| tools as usize),
            ..default
        }
    }
}

/// The stored value, else the default.
fn preference_value(catalog: &Catalog, key: &str) -> String {
    let default = || preference::find(key).map_or(String::new(), |preference| preference.default.to_owned());
    catalog.preference(key).map_or_else(default, str::to_owned)
}

/// Inference settings for a new server.
pub(super) fn inference_settings(catalog: &Catalog) -> InferenceSettings {
    InferenceSettings {
        destructive: preference_value(catalog, preference::DESTRUCTIVE_READING).parse().unwrap_or_default(),
        open_world: preference_value(catalog, preference::OPEN_WORLD_READING).parse().unwrap_or_default(),
        trusts_methods: false,
    }
}

//! The user's preferences for approval requests.

use std::time::Duration;

use hintsmith_core::model::preference;

use crate::context::Context;
use crate::store::preferences;

pub(crate) struct ApprovalPreferences {
    /// Timeout for an answer.
    pub(super) timeout: Duration,
    /// Show in sentences what the call may do.
    pub(super) shows_effects: bool,
    /// Ask for every destructive call: no session approval is offered.
    pub(crate) confirms_destructive: bool,
    /// Require typing the tool's name to allow a destructive call.
    pub(super) requires_typed_name: bool,
    /// Allow asking the client's user by elicitation.
    pub(super) may_ask_client: bool,
}

impl Context {
    /// The preferences for approval requests.
    pub(crate) async fn approval_preferences(&self) -> ApprovalPreferences {
        let read = self.db.read(preferences::all).await.ok();
        let is_read = read.is_some();
        let read = read.unwrap_or_default();
        let value = |key: &str| {
            let default = || preference::find(key).map_or("", |preference| preference.default);
            read.get(key).map_or_else(default, String::as_str).to_owned()
        };
        let is_on = |key: &str| value(key) == "on";
        ApprovalPreferences {
            timeout: Duration::from_secs(value(preference::APPROVAL_TIMEOUT).parse().unwrap_or(60)),
            shows_effects: is_on(preference::EXPLAIN_CALLS),
            confirms_destructive: is_on(preference::CONFIRM_DESTRUCTIVE),
            requires_typed_name: is_on(preference::TYPE_TO_CONFIRM),
            // Fail closed: if the preferences cannot be read, the client is not asked.
            may_ask_client: is_read && is_on(preference::ASK_CLIENT),
        }
    }
}

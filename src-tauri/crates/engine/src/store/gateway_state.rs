//! The preference `gateway`: whether the desktop app's gateway is on, and its settings.
//!
//! A renamed environment or toolset is renamed here too. A removed one is kept: without it the gateway would serve more
//! than before, and with it the gateway offers nothing and cannot be started until the user has chosen another one.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::history::ChangeSet;
use super::preferences;
use crate::dto::GatewaySettings;

const PREFERENCE_KEY: &str = "gateway";

#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGatewayState {
    pub on: bool,
    pub settings: GatewaySettings,
}

pub fn get(connection: &Connection) -> rusqlite::Result<SavedGatewayState> {
    let text = preferences::get(connection, PREFERENCE_KEY)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

pub fn set(changes: &mut ChangeSet, state: &SavedGatewayState) -> rusqlite::Result<()> {
    let text = serde_json::to_string(state)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    preferences::set(changes, PREFERENCE_KEY, Some(&text))
}

pub fn rename_environment(changes: &mut ChangeSet, name: &str, to: &str) -> rusqlite::Result<()> {
    rename(changes, name, to, |settings| &mut settings.environment)
}

pub fn rename_toolset(changes: &mut ChangeSet, name: &str, to: &str) -> rusqlite::Result<()> {
    rename(changes, name, to, |settings| &mut settings.toolset)
}

fn rename(
    changes: &mut ChangeSet,
    name: &str,
    to: &str,
    setting: impl Fn(&mut GatewaySettings) -> &mut Option<String>,
) -> rusqlite::Result<()> {
    let mut state = get(changes.connection)?;
    let setting = setting(&mut state.settings);
    if setting.as_deref() != Some(name) {
        return Ok(());
    }
    *setting = Some(to.to_owned());
    set(changes, &state)
}

//! `hintsmith preferences`

use hintsmith_engine::dto::{PreferenceInput, PreferenceView};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, changes: Vec<String>) -> anyhow::Result<u8> {
    if changes.is_empty() {
        return list(engine).await;
    }
    if let Some(key) = changes.first().filter(|word| changes.len() == 1 && !word.contains('=')) {
        return show(engine, key).await;
    }
    // All changes are parsed before any is applied.
    let inputs: Vec<PreferenceInput> =
        changes.iter().map(|typed| parse_change(typed)).collect::<Result<_, _>>()?;
    for input in inputs {
        let (key, value) = (input.key.clone(), input.value.clone());
        engine.preferences.set(input).await?;
        output::status(&format!("{key}: {}", value.as_deref().unwrap_or("reset to the default")));
    }
    if output::is_json() { list(engine).await } else { Ok(EXIT_SUCCESS) }
}

/// Prints the value of one preference.
async fn show(engine: &Engine, key: &str) -> anyhow::Result<u8> {
    let preferences = engine.preferences.list().await?.preferences;
    let keys = preferences.iter().map(|preference| preference.key.as_str());
    let found = preferences.iter().find(|preference| preference.key == key);
    let Some(preference) = found else {
        let hint = "`hintsmith preferences` lists the preferences.";
        return Err(
            ApiError::unknown_name(format!("there is no preference named {key}"), hint, key, keys).into()
        );
    };
    output::print_report(preference, || {
        output::print(&preference.value);
        output::status(&preference.label);
    })?;
    Ok(EXIT_SUCCESS)
}

fn parse_change(text: &str) -> Result<PreferenceInput, ApiError> {
    let (key, value) = text.split_once('=').ok_or_else(|| {
        let hint = "For example: network.connect=30";
        ApiError::new(ErrorCode::Invalid, format!("{text:?} is not KEY=VALUE"), hint)
    })?;
    Ok(PreferenceInput { key: key.to_owned(), value: (value != "default").then(|| value.to_owned()) })
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let preferences = engine.preferences.list().await?;
    if output::is_json() {
        output::print_json(&preferences)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |preference: &PreferenceView| {
        let origin = if preference.is_default { "default" } else { "set" };
        [preference.key.clone(), preference.value.clone(), origin.to_owned(), preference.label.clone()]
    };
    output::print_table(
        ["Key", "Value", "", "Preference"],
        &preferences.preferences.iter().map(row).collect::<Vec<_>>(),
    );
    output::status(&format!("data folder: {}", preferences.folder));
    Ok(EXIT_SUCCESS)
}

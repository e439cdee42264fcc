//! `hintsmith preferences`

use hintsmith_engine::dto::{PreferenceInput, PreferenceView};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::{DONE, output};

pub async fn run(engine: &Engine, changes: Vec<String>, json: bool) -> anyhow::Result<u8> {
    if changes.is_empty() {
        return list(engine, json).await;
    }
    // All changes are parsed before any is applied.
    let inputs: Vec<PreferenceInput> = changes.iter().map(|typed| read(typed)).collect::<Result<_, _>>()?;
    for input in inputs {
        let (key, value) = (input.key.clone(), input.value.clone());
        engine.set_preference(input).await?;
        output::talk(&format!("{key}: {}", value.as_deref().unwrap_or("the default again")));
    }
    Ok(DONE)
}

fn read(typed: &str) -> Result<PreferenceInput, ApiError> {
    let (key, value) = typed.split_once('=').ok_or_else(|| {
        let hint = "Write for example network.connect=30.";
        ApiError::new(ErrorCode::Invalid, format!("{typed:?} is not KEY=VALUE"), hint)
    })?;
    Ok(PreferenceInput { key: key.to_owned(), value: (value != "default").then(|| value.to_owned()) })
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let preferences = engine.preferences().await?;
    if json {
        output::json(&preferences)?;
        return Ok(DONE);
    }
    let row = |preference: &PreferenceView| {
        let whose = if preference.is_default { "default" } else { "set" };
        [preference.key.clone(), preference.value.clone(), whose.to_owned(), preference.label.clone()]
    };
    output::table(&preferences.preferences.iter().map(row).collect::<Vec<_>>());
    output::talk(&format!("kept in {}", preferences.folder));
    Ok(DONE)
}

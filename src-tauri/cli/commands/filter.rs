//! `hintsmith filter`

use hintsmith_engine::dto::{FilterKey, SavedFilter};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::args::FilterVerb;
use crate::{DONE, output};

pub async fn run(engine: &Engine, verb: Option<FilterVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => list(engine, json).await,
        Some(FilterVerb::List { json }) => list(engine, json).await,
        Some(FilterVerb::Save { name, filter }) => {
            let query = filter.join(" ");
            super::review::check_filter(engine, &query).await?;
            engine.save_filter(SavedFilter { name: name.clone(), query }).await?;
            output::talk(&format!("saved: `hintsmith tools --saved {}`", escape_line(&name)));
            Ok(DONE)
        }
        Some(FilterVerb::Remove { name }) => {
            engine.remove_filter(FilterKey { name: name.clone() }).await?;
            output::talk(&format!("removed: {}", escape_line(&name)));
            Ok(DONE)
        }
    }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let filters = engine.filters().await?;
    if json {
        output::json(&filters)?;
        return Ok(DONE);
    }
    let row = |filter: &SavedFilter| {
        [escape_line(&filter.name).into_owned(), escape_line(&filter.query).into_owned()]
    };
    output::table(&filters.iter().map(row).collect::<Vec<_>>());
    output::talk(&output::counted(filters.len(), "filter"));
    Ok(DONE)
}

/// The query of a saved filter.
pub async fn named(engine: &Engine, name: &str) -> Result<String, ApiError> {
    let found = engine.filters().await?.into_iter().find(|filter| filter.name == name);
    found.map(|filter| filter.query).ok_or_else(|| {
        let hint = "`hintsmith filter` lists the filters there are.";
        ApiError::new(ErrorCode::NotFound, format!("there is no filter named {name}"), hint)
    })
}

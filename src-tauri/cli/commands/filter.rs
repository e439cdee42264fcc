//! `hintsmith filter`

use hintsmith_engine::dto::{FilterKey, SavedFilter};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::args::FilterCommand;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<FilterCommand>, json: bool) -> anyhow::Result<u8> {
    match command {
        None => list(engine, json).await,
        Some(FilterCommand::List { json }) => list(engine, json).await,
        Some(FilterCommand::Save { name, filter }) => {
            let query = filter.join(" ");
            super::review::print_filter_problems(engine, &query).await?;
            engine.filters.save(SavedFilter { name: name.clone(), query }).await?;
            output::status(&format!("saved; apply it with `hintsmith tools --saved {}`", escape_line(&name)));
            Ok(EXIT_SUCCESS)
        }
        Some(FilterCommand::Remove { name }) => {
            engine.filters.remove(FilterKey { name: name.clone() }).await?;
            output::status(&format!("removed: {}", escape_line(&name)));
            Ok(EXIT_SUCCESS)
        }
    }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let filters = engine.filters.list().await?;
    if json {
        output::print_json(&filters)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |filter: &SavedFilter| {
        [escape_line(&filter.name).into_owned(), escape_line(&filter.query).into_owned()]
    };
    output::print_table(&filters.iter().map(row).collect::<Vec<_>>());
    output::status(&output::pluralize(filters.len(), "filter"));
    Ok(EXIT_SUCCESS)
}

/// The query of a saved filter.
pub async fn saved_query(engine: &Engine, name: &str) -> Result<String, ApiError> {
    let found = engine.filters.list().await?.into_iter().find(|filter| filter.name == name);
    found.map(|filter| filter.query).ok_or_else(|| {
        let hint = "`hintsmith filter` lists the saved filters.";
        ApiError::new(ErrorCode::NotFound, format!("there is no saved filter named {name}"), hint)
    })
}

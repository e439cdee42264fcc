//! `hintsmith filter`

use hintsmith_engine::dto::{FilterKey, SavedFilter, SearchInput};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use crate::args::FilterCommand;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<FilterCommand>) -> anyhow::Result<u8> {
    match command {
        None => list(engine).await,
        Some(FilterCommand::List) => list(engine).await,
        Some(FilterCommand::Save { name, filter }) => {
            let query = filter.join(" ");
            check_filter(engine, &query).await?;
            let report = engine.filters.save(SavedFilter { name: name.clone(), query }).await?;
            output::print_report(&report, || {
                let name = escape_line(&name);
                output::status(&format!("saved; apply it with `hintsmith tools --saved {name}`"));
            })?;
            Ok(EXIT_SUCCESS)
        }
        Some(FilterCommand::Remove { name }) => {
            let report = engine.filters.remove(FilterKey { name: name.clone() }).await?;
            output::print_report(&report, || output::status(&format!("removed: {}", escape_line(&name))))?;
            Ok(EXIT_SUCCESS)
        }
    }
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let filters = engine.filters.list().await?;
    if output::is_json() {
        output::print_json(&filters)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |filter: &SavedFilter| {
        [escape_line(&filter.name).into_owned(), escape_line(&filter.query).into_owned()]
    };
    output::print_table(["Name", "Filter"], &filters.iter().map(row).collect::<Vec<_>>());
    output::status(&output::pluralize(filters.len(), "filter"));
    Ok(EXIT_SUCCESS)
}

/// Fails if a filter has a term that cannot be parsed, which matches nothing.
pub async fn check_filter(engine: &Engine, query: &str) -> Result<(), ApiError> {
    let problems = engine.tools.search(SearchInput { query: query.to_owned() }).await?.problems;
    let Some(problem) = problems.into_iter().next() else { return Ok(()) };
    let see = "`hintsmith help filters` explains filters.";
    let hint = match problem.suggestion {
        Some(suggestion) => format!("Did you mean {suggestion}? {see}"),
        None => see.to_owned(),
    };
    Err(ApiError::new(ErrorCode::Invalid, problem.message, hint))
}

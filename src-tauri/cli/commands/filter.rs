//! `hintsmith filter`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{FilterKey, SavedFilter};
use hintsmith_engine::text::escape_line;

use crate::args::FilterCommand;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<FilterCommand>) -> anyhow::Result<u8> {
    match command {
        None => list(engine).await,
        Some(FilterCommand::List) => list(engine).await,
        Some(FilterCommand::Save { name, filter }) => {
            let query = filter.join(" ");
            engine.tools.check_filter(&query).await?;
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

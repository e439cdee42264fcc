//! `hintsmith tools`

use hintsmith_engine::Engine;
use hintsmith_engine::text::escape_line;

use crate::args::ToolsArguments;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: ToolsArguments) -> anyhow::Result<u8> {
    let saved = match arguments.saved {
        Some(name) => engine.filters.find(&name).await?.query,
        None => String::new(),
    };
    let query = format!("{saved} {}", arguments.filter.join(" ")).trim().to_owned();
    super::select_environment(engine, arguments.env).await?;
    engine.tools.check_filter(&query).await?;
    if output::is_json() {
        output::print_json(&engine.tools.list_matching(&query).await?)?;
    } else if arguments.raw {
        engine.tools.find_raw(&query).await?.iter().for_each(|raw| output::print_server_json(raw));
    } else {
        list(engine, &query).await?;
        super::explain_empty_store(engine).await?;
        super::toolset::print_hidden_servers(engine).await?;
    }
    Ok(EXIT_SUCCESS)
}

/// One line per tool: name, title, badges, and the reason for the first badge.
pub async fn list(engine: &Engine, query: &str) -> anyhow::Result<()> {
    let tools = engine.tools.find(query).await?;
    let row = |tool: &hintsmith_engine::dto::ToolRow| {
        let name = format!("{}.{}", tool.card.server, escape_line(&tool.card.name));
        let title = escape_line(&tool.card.title).into_owned();
        [name, title, output::styled_badges(&tool.card.badges), output::plain_reason(&tool.why)]
    };
    output::print_table(["Tool", "Title", "Hints", "Reason"], &tools.iter().map(row).collect::<Vec<_>>());
    output::status(&output::pluralize(tools.len(), "tool"));
    Ok(())
}

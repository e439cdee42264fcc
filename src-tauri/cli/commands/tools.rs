//! `hintsmith tools`

use hintsmith_engine::Engine;
use hintsmith_engine::text::escape_line;

use crate::args::ToolsArguments;
use crate::{DONE, output};

pub async fn run(engine: &Engine, arguments: ToolsArguments) -> anyhow::Result<u8> {
    let arguments = arguments.with_options_behind_the_filter();
    let saved = match arguments.saved {
        Some(name) => super::filter::named(engine, &name).await?,
        None => String::new(),
    };
    let query = format!("{saved} {}", arguments.filter.join(" ")).trim().to_owned();
    super::choose(engine, arguments.env).await?;
    super::review::check_filter(engine, &query).await?;
    if arguments.json {
        output::json(&engine.tools_stable(&query).await?)?;
    } else if arguments.raw {
        engine.tools_raw(&query).await?.iter().for_each(|raw| output::raw_json(raw));
    } else {
        list(engine, &query).await?;
    }
    Ok(DONE)
}

/// One line per tool: name, title, badges, and the reason for the first badge.
pub async fn list(engine: &Engine, query: &str) -> anyhow::Result<()> {
    let tools = engine.tools(query).await?;
    let row = |tool: &hintsmith_engine::dto::ToolRow| {
        let name = format!("{}.{}", tool.card.server, escape_line(&tool.card.name));
        let title = escape_line(&tool.card.title).into_owned();
        [name, title, output::badges(&tool.card.badges), output::plain(&tool.why)]
    };
    output::table(&tools.iter().map(row).collect::<Vec<_>>());
    output::talk(&output::counted(tools.len(), "tool"));
    Ok(())
}

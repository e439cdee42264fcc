//! `hintsmith toolset` and `hintsmith coverage`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    ActivateToolset, AddToToolset, CopyToolset, CoverageReport, CoverageRow, DescribeToolset, HistoryInput,
    ImportToolsets, IncomingToolset, MemberView, NewToolset, RemoveFromToolset, RenameToolset,
    ReplaceInToolset, ToolChoice, ToolsetFileInput, ToolsetFormat, ToolsetKey, ToolsetReport, ToolsetSummary,
    WriteToolsetInput,
};
use hintsmith_engine::text::escape_line;

use crate::args::{ToolChoiceArguments, ToolsetCommand, ToolsetFormatName};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<ToolsetCommand>) -> anyhow::Result<u8> {
    let done = match command {
        None | Some(ToolsetCommand::List) => return list(engine).await,
        Some(ToolsetCommand::Show { name }) => return show(engine, name).await,
        Some(ToolsetCommand::Export { names, format, output }) => {
            return export(engine, names, format, output).await;
        }
        Some(ToolsetCommand::Import { file, dry_run, yes }) => {
            return import(engine, file, dry_run, yes).await;
        }
        Some(ToolsetCommand::Build { name, tools, description, activate, env }) => {
            super::select_environment(engine, env).await?;
            let tools = tool_choice(tools);
            engine.toolsets.build(NewToolset { name, description, tools, activate }).await?
        }
        Some(ToolsetCommand::Add { name, tools }) => {
            engine.toolsets.add_tools(AddToToolset { name, tools: tool_choice(tools) }).await?
        }
        Some(ToolsetCommand::Remove { name, tools }) => {
            engine.toolsets.remove_tools(RemoveFromToolset { name, references: tools }).await?
        }
        Some(ToolsetCommand::Replace { name, missing, by }) => {
            engine.toolsets.replace_tool(ReplaceInToolset { name, reference: missing, by }).await?
        }
        Some(ToolsetCommand::Rename { name, to }) => {
            engine.toolsets.rename(RenameToolset { name, to }).await?
        }
        Some(ToolsetCommand::Copy { name, to }) => engine.toolsets.copy(CopyToolset { name, to }).await?,
        Some(ToolsetCommand::Describe { name, text }) => {
            engine.toolsets.describe(DescribeToolset { name, description: text }).await?
        }
        Some(ToolsetCommand::Activate { name, env }) => {
            engine.toolsets.activate(ActivateToolset { name: Some(name), environment: env }).await?
        }
        Some(ToolsetCommand::Deactivate { env }) => {
            engine.toolsets.activate(ActivateToolset { name: None, environment: env }).await?
        }
        Some(ToolsetCommand::Delete { name }) => engine.toolsets.delete(ToolsetKey { name }).await?,
    };
    print_report(engine, &done).await
}

/// Prints the result of a change, its warnings and the undo command.
pub async fn print_report(engine: &Engine, report: &ToolsetReport) -> anyhow::Result<u8> {
    if output::is_json() {
        output::print_json(report)?;
        return Ok(EXIT_SUCCESS);
    }
    report.warnings.iter().for_each(|warning| output::status(&format!("note: {}", escape_line(warning))));
    match report.entry {
        Some(entry) => {
            let input = HistoryInput { before: Some(entry + 1), limit: 1, search: None };
            let page = engine.history.page(input).await?;
            let summary = page.entries.first().map_or("changed", |entry| &*entry.summary);
            output::status(&format!("{}; `hintsmith undo {entry}` reverts this", escape_line(summary)));
        }
        None => output::status("nothing to change"),
    }
    Ok(EXIT_SUCCESS)
}

/// Reports servers of which the active toolset offers no tool.
pub async fn print_hidden_servers(engine: &Engine) -> anyhow::Result<()> {
    if let Some(warning) = engine.toolsets.hidden_servers_warning().await? {
        output::status(&format!("note: {}", escape_line(&warning)));
    }
    Ok(())
}

fn tool_choice(arguments: ToolChoiceArguments) -> ToolChoice {
    let ToolChoiceArguments { tools, filter, pattern } = arguments;
    match (filter, pattern) {
        (Some(query), _) => ToolChoice::Filter { query },
        (None, Some(selector)) => ToolChoice::Pattern { selector },
        (None, None) => ToolChoice::References { references: tools },
    }
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let toolsets = engine.toolsets.list().await?;
    if output::is_json() {
        output::print_json(&toolsets)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |set: &ToolsetSummary| {
        let missing = if set.missing == 0 { String::new() } else { format!("{} missing", set.missing) };
        let active = match set.active_in.as_slice() {
            [] => String::new(),
            environments => format!("active in {}", environments.join(", ")),
        };
        [
            set.name.clone(),
            output::pluralize(set.tools, "tool"),
            format!("about {} tokens", set.tokens),
            output::pluralize(set.notes, "note"),
            missing,
            active,
            escape_line(set.description.as_deref().unwrap_or_default()).into_owned(),
        ]
    };
    output::print_table(
        ["Toolset", "Tools", "Tokens", "Notes", "", "Active", "Description"],
        &toolsets.iter().map(row).collect::<Vec<_>>(),
    );
    if toolsets.is_empty() {
        output::status("No toolsets yet. Create one with `hintsmith toolset build NAME --filter 'is:safe'`.");
    }
    Ok(EXIT_SUCCESS)
}

async fn show(engine: &Engine, name: String) -> anyhow::Result<u8> {
    let view = engine.toolsets.view(ToolsetKey { name }).await?;
    if output::is_json() {
        output::print_json(&view)?;
        return Ok(EXIT_SUCCESS);
    }
    if let Some(description) = &view.summary.description {
        output::status(&escape_line(description));
    }
    output::print_table(
        ["Tool", "Behaviour", "Tokens", "Notes", ""],
        &view.members.iter().map(member_row).collect::<Vec<_>>(),
    );
    let summary = &view.summary;
    output::status(&format!(
        "{}, about {} tokens, {}; {}",
        output::pluralize(summary.tools, "tool"),
        summary.tokens,
        output::pluralize(summary.notes, "note"),
        view.coverage
    ));
    Ok(EXIT_SUCCESS)
}

fn member_row(member: &MemberView) -> [String; 5] {
    let reference = escape_line(&member.reference).into_owned();
    let Some(tool) = &member.tool else {
        let now = member.probable_rename.as_deref().map(escape_line);
        let now = now.map_or(String::new(), |now| format!("probably renamed to {now}"));
        return [reference, "missing".to_owned(), String::new(), String::new(), now];
    };
    let mut remarks = Vec::new();
    if tool.by_id {
        let name = format!("{}.{}", tool.key.server, escape_line(&tool.key.tool));
        remarks.push(format!("found by definition id: {name}"));
    }
    if tool.changed {
        remarks.push("changed since it was added".to_owned());
    }
    [
        reference,
        tool.behaviour.as_str().to_owned(),
        format!("{} tokens", tool.tokens),
        if tool.notes == 0 { String::new() } else { output::pluralize(tool.notes, "note") },
        remarks.join("; "),
    ]
}

async fn export(
    engine: &Engine,
    names: Vec<String>,
    format: ToolsetFormatName,
    file: Option<String>,
) -> anyhow::Result<u8> {
    let format = match format {
        ToolsetFormatName::Hypertool => ToolsetFormat::Hypertool,
        ToolsetFormatName::Markdown => ToolsetFormat::Markdown,
    };
    let Some(path) = file else {
        let file = engine.toolsets.render_file(ToolsetFileInput { names, format }).await?;
        if output::is_json() {
            output::print_json(&file)?;
            return Ok(EXIT_SUCCESS);
        }
        output::print_file(&file.text);
        file.warnings.iter().for_each(|remark| output::status(&format!("note: {remark}")));
        return Ok(EXIT_SUCCESS);
    };
    let report = engine.toolsets.write_file(WriteToolsetInput { names, format, path }).await?;
    if output::is_json() {
        output::print_json(&report)?;
        return Ok(EXIT_SUCCESS);
    }
    report.warnings.iter().for_each(|remark| output::status(&format!("note: {remark}")));
    output::status(&format!("wrote {}, {} bytes", escape_line(&report.path), report.bytes));
    Ok(EXIT_SUCCESS)
}

async fn import(engine: &Engine, path: String, dry_run: bool, yes: bool) -> anyhow::Result<u8> {
    let input = ImportToolsets { path };
    let preview = engine.toolsets.preview_import(input.clone()).await?;
    if output::is_json() && dry_run {
        output::print_json(&preview)?;
        return Ok(EXIT_SUCCESS);
    }
    if !output::is_json() {
        let row = |set: &IncomingToolset| {
            [
                set.name.clone(),
                output::pluralize(set.tools, "tool"),
                output::pluralize(set.notes, "note"),
                if set.missing == 0 { String::new() } else { format!("{} missing", set.missing) },
                if set.exists { "adds to an existing toolset".to_owned() } else { String::new() },
            ]
        };
        output::print_table(
            ["Toolset", "Tools", "Notes", "", ""],
            &preview.toolsets.iter().map(row).collect::<Vec<_>>(),
        );
        preview.skipped.iter().for_each(|why| output::status(&format!("skipped: {}", escape_line(why))));
    }
    if dry_run || preview.toolsets.is_empty() {
        return Ok(EXIT_SUCCESS);
    }
    let question = format!("Import {}?", output::pluralize(preview.toolsets.len(), "toolset"));
    if !(yes || output::ask(&question).unwrap_or(false)) {
        output::status("nothing was changed; use --yes to import without confirmation");
        return Ok(EXIT_NO);
    }
    print_report(engine, &engine.toolsets.import(input).await?).await
}

pub async fn coverage(engine: &Engine) -> anyhow::Result<u8> {
    let rows = engine.toolsets.coverage().await?;
    if output::is_json() {
        let (toolsets, servers) = rows.into_iter().partition(|row| row.is_toolset);
        output::print_json(&CoverageReport { servers, toolsets })?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |row: &CoverageRow| {
        let kind = if row.is_toolset { "toolset" } else { "server" };
        [kind.to_owned(), row.name.clone(), output::pluralize(row.tools, "tool"), row.coverage.to_string()]
    };
    output::print_table(
        ["", "Name", "Tools", "Described parameters"],
        &rows.iter().map(row).collect::<Vec<_>>(),
    );
    Ok(EXIT_SUCCESS)
}

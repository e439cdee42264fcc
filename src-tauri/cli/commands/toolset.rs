//! `hintsmith toolset` and `hintsmith coverage`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    CopyToolset, CoverageRow, DescribeToolset, EquipInput, FewerTools, ImportToolsets, IncomingToolset,
    MemberView, MoreTools, NewToolset, RenameToolset, ToolChoice, ToolsetFileInput, ToolsetFormat,
    ToolsetKey, ToolsetReport, ToolsetSummary, WriteToolsetInput,
};
use hintsmith_engine::text::escape_line;
use serde_json::json;

use crate::args::{ChoiceArguments, Format, ToolsetVerb};
use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, verb: Option<ToolsetVerb>, json: bool) -> anyhow::Result<u8> {
    let done = match verb {
        None | Some(ToolsetVerb::List) => return list(engine, json).await,
        Some(ToolsetVerb::Show { name }) => return show(engine, name, json).await,
        Some(ToolsetVerb::Export { names, format, output }) => {
            return export(engine, names, format, output, json).await;
        }
        Some(ToolsetVerb::Import { file, dry_run, yes }) => {
            return import(engine, file, dry_run, yes, json).await;
        }
        Some(ToolsetVerb::Build { name, tools, description, equip, env }) => {
            super::choose(engine, env).await?;
            let tools = choice(tools);
            engine.build_toolset(NewToolset { name, description, tools, equip }).await?
        }
        Some(ToolsetVerb::Add { name, tools }) => {
            engine.add_to_toolset(MoreTools { name, tools: choice(tools) }).await?
        }
        Some(ToolsetVerb::Remove { name, tools }) => {
            engine.remove_from_toolset(FewerTools { name, references: tools }).await?
        }
        Some(ToolsetVerb::Rename { name, to }) => engine.rename_toolset(RenameToolset { name, to }).await?,
        Some(ToolsetVerb::Copy { name, to }) => engine.copy_toolset(CopyToolset { name, to }).await?,
        Some(ToolsetVerb::Describe { name, text }) => {
            engine.describe_toolset(DescribeToolset { name, description: text }).await?
        }
        Some(ToolsetVerb::Equip { name, env }) => {
            engine.equip_toolset(EquipInput { name: Some(name), environment: env }).await?
        }
        Some(ToolsetVerb::Unequip { env }) => {
            engine.equip_toolset(EquipInput { name: None, environment: env }).await?
        }
        Some(ToolsetVerb::Delete { name }) => engine.delete_toolset(ToolsetKey { name }).await?,
    };
    report(&done, json)
}

/// Prints the result of a change, its warnings and the undo command.
pub fn report(done: &ToolsetReport, json: bool) -> anyhow::Result<u8> {
    if json {
        output::json(done)?;
        return Ok(DONE);
    }
    done.warnings.iter().for_each(|warning| output::talk(&format!("note: {}", escape_line(warning))));
    output::talk(&match done.entry {
        Some(entry) => format!("Done; `hintsmith undo {entry}` takes it back."),
        None => "Nothing had to be changed.".to_owned(),
    });
    Ok(DONE)
}

fn choice(arguments: ChoiceArguments) -> ToolChoice {
    let ChoiceArguments { tools, filter, pattern } = arguments;
    match (filter, pattern) {
        (Some(query), _) => ToolChoice::Filter { query },
        (None, Some(selector)) => ToolChoice::Pattern { selector },
        (None, None) => ToolChoice::References { references: tools },
    }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let toolsets = engine.toolsets().await?;
    if json {
        output::json(&toolsets)?;
        return Ok(DONE);
    }
    let row = |set: &ToolsetSummary| {
        let missing = if set.missing == 0 { String::new() } else { format!("{} not there", set.missing) };
        let equipped = match set.equipped_in.as_slice() {
            [] => String::new(),
            places => format!("equipped in {}", places.join(", ")),
        };
        [
            set.name.clone(),
            output::counted(set.tools, "tool"),
            format!("about {} tokens", set.tokens),
            output::counted(set.notes, "note"),
            missing,
            equipped,
            escape_line(set.description.as_deref().unwrap_or_default()).into_owned(),
        ]
    };
    output::table(&toolsets.iter().map(row).collect::<Vec<_>>());
    if toolsets.is_empty() {
        output::talk("There is none. `hintsmith toolset build NAME --filter 'is:safe'` makes one.");
    }
    Ok(DONE)
}

async fn show(engine: &Engine, name: String, json: bool) -> anyhow::Result<u8> {
    let view = engine.toolset(ToolsetKey { name }).await?;
    if json {
        output::json(&view)?;
        return Ok(DONE);
    }
    if let Some(description) = &view.summary.description {
        output::talk(&escape_line(description));
    }
    output::table(&view.members.iter().map(member).collect::<Vec<_>>());
    let summary = &view.summary;
    output::talk(&format!(
        "{}, about {} tokens, {}; {}",
        output::counted(summary.tools, "tool"),
        summary.tokens,
        output::counted(summary.notes, "note"),
        view.coverage
    ));
    Ok(DONE)
}

fn member(member: &MemberView) -> [String; 5] {
    let reference = escape_line(&member.reference).into_owned();
    let Some(tool) = &member.tool else {
        let now = member.probably.as_deref().map(escape_line);
        let now = now.map_or(String::new(), |now| format!("probably renamed to {now}"));
        return [reference, "not there".to_owned(), String::new(), String::new(), now];
    };
    let mut remarks = Vec::new();
    if tool.by_id {
        let name = format!("{}.{}", tool.key.server, escape_line(&tool.key.tool));
        remarks.push(format!("found by its definition: {name}"));
    }
    if tool.changed {
        remarks.push("changed since it was chosen".to_owned());
    }
    [
        reference,
        tool.behaviour.as_str().to_owned(),
        format!("{} tokens", tool.tokens),
        if tool.notes == 0 { String::new() } else { output::counted(tool.notes, "note") },
        remarks.join("; "),
    ]
}

async fn export(
    engine: &Engine,
    names: Vec<String>,
    format: Format,
    file: Option<String>,
    json: bool,
) -> anyhow::Result<u8> {
    let format = match format {
        Format::Hypertool => ToolsetFormat::Hypertool,
        Format::Markdown => ToolsetFormat::Markdown,
    };
    let Some(path) = file else {
        let file = engine.toolset_file(ToolsetFileInput { names, format }).await?;
        if json {
            output::json(&file)?;
            return Ok(DONE);
        }
        output::file(&file.text);
        file.remarks.iter().for_each(|remark| output::talk(&format!("note: {remark}")));
        return Ok(DONE);
    };
    let report = engine.write_toolset(WriteToolsetInput { names, format, path }).await?;
    if json {
        output::json(&report)?;
        return Ok(DONE);
    }
    report.remarks.iter().for_each(|remark| output::talk(&format!("note: {remark}")));
    output::talk(&format!("{} is written, {} bytes", escape_line(&report.path), report.bytes));
    Ok(DONE)
}

async fn import(engine: &Engine, path: String, dry_run: bool, yes: bool, json: bool) -> anyhow::Result<u8> {
    let input = ImportToolsets { path };
    let preview = engine.preview_toolset_import(input.clone()).await?;
    if json && dry_run {
        output::json(&preview)?;
        return Ok(DONE);
    }
    if !json {
        let row = |set: &IncomingToolset| {
            [
                set.name.clone(),
                output::counted(set.tools, "tool"),
                output::counted(set.notes, "note"),
                if set.missing == 0 { String::new() } else { format!("{} not there", set.missing) },
                if set.exists { "is added to the one that is there".to_owned() } else { String::new() },
            ]
        };
        output::table(&preview.toolsets.iter().map(row).collect::<Vec<_>>());
        preview.left_out.iter().for_each(|why| output::talk(&format!("left out: {}", escape_line(why))));
    }
    if dry_run || preview.toolsets.is_empty() {
        return Ok(DONE);
    }
    let question = format!("Import {}?", output::counted(preview.toolsets.len(), "toolset"));
    if !(yes || output::ask(&question).unwrap_or(false)) {
        output::talk("nothing was changed; say --yes to import without a question");
        return Ok(NO);
    }
    report(&engine.import_toolsets(input).await?, json)
}

pub async fn coverage(engine: &Engine, as_json: bool) -> anyhow::Result<u8> {
    let rows = engine.coverage().await?;
    if as_json {
        let (sets, servers): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_toolset);
        output::json(&json!({"servers": servers, "toolsets": sets}))?;
        return Ok(DONE);
    }
    let row = |row: &CoverageRow| {
        let kind = if row.is_toolset { "toolset" } else { "server" };
        [kind.to_owned(), row.name.clone(), output::counted(row.tools, "tool"), row.coverage.to_string()]
    };
    output::table(&rows.iter().map(row).collect::<Vec<_>>());
    Ok(DONE)
}

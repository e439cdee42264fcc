//! `hintsmith note` and `hintsmith comment`

use hintsmith_engine::dto::{
    AddNotes, CommentInput, CopyNotes, EditNote, ListedNote, NewNote, NoteKey, NoteReview, NoteTemplate,
    ProposedNote, SeenNote, TemplateKey, ToolComment, ToolNotes,
};
use hintsmith_engine::text::{escape_hidden, escape_line};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::toolset::print_report;
use super::{NotToolKey, parse_tool_key};
use crate::args::{CommentArguments, NoteCommand, NoteReviewArguments, TemplateCommand};
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<NoteCommand>) -> anyhow::Result<u8> {
    match command {
        None => list(engine).await,
        Some(NoteCommand::List { tool: None, env }) => {
            super::select_environment(engine, env).await?;
            list(engine).await
        }
        Some(NoteCommand::List { tool: Some(tool), env }) => {
            super::select_environment(engine, env).await?;
            show_tool_notes(engine, &tool).await
        }
        Some(NoteCommand::Add { tool, name, text, scope, allow_hidden }) => {
            let key = parse_tool_key(&tool)?;
            let text = match text {
                Some(text) => text,
                None => template_text(engine, &name).await?,
            };
            let input = AddNotes {
                server: key.server,
                tool: key.tool,
                toolset: scope.toolset,
                notes: vec![NewNote { name, text }],
                allow_hidden,
            };
            print_report(engine, &engine.notes.add(input).await?).await
        }
        Some(NoteCommand::Edit { tool, name, text, rename, scope, allow_hidden }) => {
            let key = note_key(&tool, name, scope.toolset)?;
            print_report(engine, &engine.notes.edit(EditNote { key, text, rename, allow_hidden }).await?)
                .await
        }
        Some(NoteCommand::Delete { tool, name, scope }) => {
            print_report(engine, &engine.notes.delete(note_key(&tool, name, scope.toolset)?).await?).await
        }
        Some(NoteCommand::Copy { from, to, names }) => {
            let to = to.iter().map(|tool| parse_tool_key(tool)).collect::<Result<_, _>>()?;
            let names = (!names.is_empty()).then_some(names);
            print_report(
                engine,
                &engine.notes.copy(CopyNotes { from: parse_tool_key(&from)?, names, to }).await?,
            )
            .await
        }
        Some(NoteCommand::Proposed) => list_proposed(engine).await,
        Some(NoteCommand::Accept(chosen)) => {
            let notes = select_proposed_notes(engine, chosen).await?;
            print_report(engine, &engine.notes.accept(notes).await?).await
        }
        Some(NoteCommand::Reject(chosen)) => {
            let notes = select_proposed_notes(engine, chosen).await?;
            print_report(engine, &engine.notes.reject(notes).await?).await
        }
        Some(NoteCommand::Template { command }) => templates(engine, command).await,
    }
}

fn note_key(tool: &str, name: String, toolset: Option<String>) -> Result<NoteKey, NotToolKey> {
    let key = parse_tool_key(tool)?;
    Ok(NoteKey { server: key.server, tool: key.tool, toolset, name })
}

async fn template_text(engine: &Engine, name: &str) -> Result<String, ApiError> {
    // The user's templates come last and take precedence.
    let found = engine.notes.templates().await?.into_iter().rev().find(|template| template.name == name);
    found.map(|template| template.text).ok_or_else(|| {
        let hint = "Give a text, or the name of a template. `hintsmith note template` lists the templates.";
        ApiError::new(ErrorCode::Invalid, format!("the note {name} has no text"), hint)
    })
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let notes = engine.notes.list().await?;
    if output::is_json() {
        output::print_json(&notes)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |listed: &ListedNote| {
        let suffix = if listed.tool.is_none() { " (missing)" } else { "" };
        [
            format!("{}{suffix}", escape_line(&listed.reference)),
            listed.note.name.clone(),
            scope_text(listed.note.toolset.as_deref()),
            escape_line(&listed.note.text).into_owned(),
        ]
    };
    output::print_table(["Tool", "Note", "Scope", "Text"], &notes.iter().map(row).collect::<Vec<_>>());
    output::status(&output::pluralize(notes.len(), "note"));
    Ok(EXIT_SUCCESS)
}

async fn list_proposed(engine: &Engine) -> anyhow::Result<u8> {
    let notes = engine.notes.proposed().await?;
    if output::is_json() {
        output::print_json(&notes)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |note: &ProposedNote| {
        let suffix = if note.tool_removed { " (removed)" } else { "" };
        [
            format!("{}.{}{suffix}", note.key.server, escape_line(&note.key.tool)),
            note.key.name.clone(),
            scope_text(note.key.toolset.as_deref()),
            escape_line(&note.text).into_owned(),
        ]
    };
    output::print_table(["Tool", "Note", "Scope", "Text"], &notes.iter().map(row).collect::<Vec<_>>());
    output::status(&output::pluralize(notes.len(), "proposed note"));
    if !notes.is_empty() {
        output::status(
            "Decide with `hintsmith note accept SERVER.TOOL NAME` or `reject`, or use --all for every note.",
        );
    }
    Ok(EXIT_SUCCESS)
}

/// The proposed notes that the arguments select, with their current text.
async fn select_proposed_notes(
    engine: &Engine,
    arguments: NoteReviewArguments,
) -> anyhow::Result<NoteReview> {
    let NoteReviewArguments { tool, names, all: _ } = arguments;
    let tool = tool.as_deref().map(parse_tool_key).transpose()?;
    let proposed = engine.notes.proposed().await?;
    let is_of_tool = |note: &&ProposedNote| {
        tool.as_ref().is_none_or(|tool| tool.server == note.key.server && tool.tool == note.key.tool)
    };
    let proposed: Vec<ProposedNote> = proposed.iter().filter(is_of_tool).cloned().collect();
    let missing = names.iter().find(|name| !proposed.iter().any(|note| note.key.name == **name));
    if missing.is_some() || proposed.is_empty() {
        let subject = missing.map_or_else(|| "no note".to_owned(), |name| format!("no note named {name}"));
        let hint = "`hintsmith note proposed` lists the notes to review.";
        return Err(ApiError::new(ErrorCode::NotFound, format!("there is {subject} to review"), hint).into());
    }
    let is_chosen = |note: &ProposedNote| names.is_empty() || names.contains(&note.key.name);
    let notes = proposed.into_iter().filter(is_chosen);
    Ok(NoteReview { notes: notes.map(|note| SeenNote { key: note.key, seen: Some(note.text) }).collect() })
}

/// Prints the notes of a tool, and its description as a model reads it.
async fn show_tool_notes(engine: &Engine, tool: &str) -> anyhow::Result<u8> {
    let detail = engine.tools.detail(parse_tool_key(tool)?).await?;
    if output::is_json() {
        output::print_json(&ToolNotes {
            notes: detail.notes,
            model_text: detail.model_text,
            added_tokens: detail.added_tokens,
            toolset: detail.active_toolset,
        })?;
        return Ok(EXIT_SUCCESS);
    }
    for note in &detail.notes {
        let state = if note.read { "" } else { ", not active" };
        output::print(&format!("{} ({}{state})", note.name, scope_text(note.toolset.as_deref())));
        escape_hidden(&note.text).lines().for_each(|line| output::print(&format!("  {line}")));
    }
    if !detail.proposed_notes.is_empty() {
        let notes = output::pluralize(detail.proposed_notes.len(), "note");
        output::status(&format!("agents proposed {notes}; `hintsmith note proposed` lists them"));
    }
    output::status(&format!(
        "\nText for the model ({} tokens added by notes and descriptions):",
        detail.added_tokens
    ));
    output::print(escape_hidden(&detail.model_text).as_ref());
    if detail.many_notes {
        output::status("note: models may ignore parts of a text this long");
    }
    Ok(EXIT_SUCCESS)
}

fn scope_text(toolset: Option<&str>) -> String {
    toolset.map_or_else(|| "every toolset".to_owned(), |name| format!("toolset {name}"))
}

async fn templates(engine: &Engine, command: Option<TemplateCommand>) -> anyhow::Result<u8> {
    match command {
        None => {
            let templates = engine.notes.templates().await?;
            if output::is_json() {
                output::print_json(&templates)?;
                return Ok(EXIT_SUCCESS);
            }
            let row = |template: &NoteTemplate| {
                let owner = if template.custom { "yours" } else { "" };
                [template.name.clone(), owner.to_owned(), escape_line(&template.text).into_owned()]
            };
            output::print_table(["Name", "", "Text"], &templates.iter().map(row).collect::<Vec<_>>());
        }
        Some(TemplateCommand::Save { name, text }) => {
            let done = engine.notes.save_template(NewNote { name: name.clone(), text }).await?;
            if output::is_json() {
                output::print_json(&done)?;
            }
            output::status(&format!(
                "saved; use it with `hintsmith note add SERVER.TOOL {}`",
                escape_line(&name)
            ));
        }
        Some(TemplateCommand::Remove { name }) => {
            let done = engine.notes.remove_template(TemplateKey { name: name.clone() }).await?;
            if output::is_json() {
                output::print_json(&done)?;
            }
            output::status(&format!("removed: {}", escape_line(&name)));
        }
    }
    Ok(EXIT_SUCCESS)
}

pub async fn comment(engine: &Engine, arguments: CommentArguments) -> anyhow::Result<u8> {
    let CommentArguments { tool, text, remove } = arguments;
    let key = parse_tool_key(&tool)?;
    if text.is_none() && !remove {
        let comment = engine.tools.detail(key).await?.comment;
        if output::is_json() {
            output::print_json(&ToolComment { comment })?;
        } else if let Some(comment) = comment {
            output::print(escape_hidden(&comment).as_ref());
        } else {
            output::status("No comment.");
        }
        return Ok(EXIT_SUCCESS);
    }
    let done = engine.notes.set_comment(CommentInput { server: key.server, tool: key.tool, text }).await?;
    if output::is_json() {
        output::print_json(&done)?;
        return Ok(EXIT_SUCCESS);
    }
    output::status(match done.entry {
        Some(_) => "saved the comment, which models do not see; `hintsmith undo` reverts this",
        None => "nothing to change",
    });
    Ok(EXIT_SUCCESS)
}

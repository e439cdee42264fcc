//! `hintsmith note` and `hintsmith remark`

use hintsmith_engine::dto::{
    AddNotes, CopyNotes, EditNote, ListedNote, NewNote, NoteKey, NoteReview, NoteTemplate, ProposedNote,
    RemarkInput, SeenNote, TemplateKey,
};
use hintsmith_engine::text::{escape_hidden, escape_line};
use hintsmith_engine::{ApiError, Engine, ErrorCode};
use serde_json::json;

use super::tool_key;
use super::toolset::report;
use crate::args::{NoteReviewArguments, NoteVerb, RemarkArguments, TemplateVerb};
use crate::{DONE, output};

pub async fn run(engine: &Engine, verb: Option<NoteVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => list(engine, json).await,
        Some(NoteVerb::List { tool: None, env }) => {
            super::choose(engine, env).await?;
            list(engine, json).await
        }
        Some(NoteVerb::List { tool: Some(tool), env }) => {
            super::choose(engine, env).await?;
            show(engine, &tool, json).await
        }
        Some(NoteVerb::Add { tool, name, text, scope, allow_hidden }) => {
            let key = tool_key(&tool)?;
            let text = match text {
                Some(text) => text,
                None => template(engine, &name).await?,
            };
            let input = AddNotes {
                server: key.server,
                tool: key.tool,
                toolset: scope.toolset,
                notes: vec![NewNote { name, text }],
                allow_hidden,
            };
            report(&engine.add_notes(input).await?, json)
        }
        Some(NoteVerb::Edit { tool, name, text, rename, scope, allow_hidden }) => {
            let key = note_key(&tool, name, scope.toolset)?;
            report(&engine.edit_note(EditNote { key, text, rename, allow_hidden }).await?, json)
        }
        Some(NoteVerb::Delete { tool, name, scope }) => {
            report(&engine.delete_note(note_key(&tool, name, scope.toolset)?).await?, json)
        }
        Some(NoteVerb::Copy { from, to, names }) => {
            let to = to.iter().map(|tool| tool_key(tool)).collect::<Result<_, _>>()?;
            let names = (!names.is_empty()).then_some(names);
            report(&engine.copy_notes(CopyNotes { from: tool_key(&from)?, names, to }).await?, json)
        }
        Some(NoteVerb::Proposed) => proposed(engine, json).await,
        Some(NoteVerb::Accept(chosen)) => {
            let notes = chosen_notes(engine, chosen).await?;
            report(&engine.accept_notes(notes).await?, json)
        }
        Some(NoteVerb::Reject(chosen)) => {
            let notes = chosen_notes(engine, chosen).await?;
            report(&engine.reject_notes(notes).await?, json)
        }
        Some(NoteVerb::Template { verb }) => templates(engine, verb, json).await,
    }
}

fn note_key(tool: &str, name: String, toolset: Option<String>) -> Result<NoteKey, ApiError> {
    let key = tool_key(tool)?;
    Ok(NoteKey { server: key.server, tool: key.tool, toolset, name })
}

async fn template(engine: &Engine, name: &str) -> Result<String, ApiError> {
    // The user's templates come last and take precedence.
    let found = engine.note_templates().await?.into_iter().rev().find(|template| template.name == name);
    found.map(|template| template.text).ok_or_else(|| {
        let hint = "Give a text, or the name of a template: `hintsmith note template` lists them.";
        ApiError::new(ErrorCode::Invalid, format!("the note {name} has no text"), hint)
    })
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let notes = engine.notes().await?;
    if json {
        output::json(&notes)?;
        return Ok(DONE);
    }
    let row = |listed: &ListedNote| {
        let missing = if listed.tool.is_none() { " (not there)" } else { "" };
        [
            format!("{}{missing}", escape_line(&listed.reference)),
            listed.note.name.clone(),
            scope(listed.note.toolset.as_deref()),
            escape_line(&listed.note.text).into_owned(),
        ]
    };
    output::table(&notes.iter().map(row).collect::<Vec<_>>());
    output::talk(&output::counted(notes.len(), "note"));
    Ok(DONE)
}

async fn proposed(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let notes = engine.proposed_notes().await?;
    if json {
        output::json(&notes)?;
        return Ok(DONE);
    }
    let row = |note: &ProposedNote| {
        let gone = if note.is_gone { " (no longer there)" } else { "" };
        [
            format!("{}.{}{gone}", note.key.server, escape_line(&note.key.tool)),
            note.key.name.clone(),
            scope(note.key.toolset.as_deref()),
            escape_line(&note.text).into_owned(),
        ]
    };
    output::table(&notes.iter().map(row).collect::<Vec<_>>());
    output::talk(&output::counted(notes.len(), "proposed note"));
    if !notes.is_empty() {
        output::talk("`hintsmith note accept SERVER.TOOL NAME` or `reject`; --all for every note");
    }
    Ok(DONE)
}

/// The proposed notes that the arguments select, with their current text.
async fn chosen_notes(engine: &Engine, chosen: NoteReviewArguments) -> Result<NoteReview, ApiError> {
    let NoteReviewArguments { tool, names, all: _ } = chosen;
    let tool = tool.as_deref().map(tool_key).transpose()?;
    let waiting = engine.proposed_notes().await?;
    let is_of_tool = |note: &&ProposedNote| {
        tool.as_ref().is_none_or(|tool| tool.server == note.key.server && tool.tool == note.key.tool)
    };
    let waiting: Vec<ProposedNote> = waiting.iter().filter(is_of_tool).cloned().collect();
    let missing = names.iter().find(|name| !waiting.iter().any(|note| note.key.name == **name));
    if missing.is_some() || waiting.is_empty() {
        let what = missing.map_or_else(|| "no note".to_owned(), |name| format!("no note named {name}"));
        let hint = "`hintsmith note proposed` lists the notes to review.";
        return Err(ApiError::new(ErrorCode::NotFound, format!("{what} is proposed"), hint));
    }
    let is_chosen = |note: &ProposedNote| names.is_empty() || names.contains(&note.key.name);
    let notes = waiting.into_iter().filter(is_chosen);
    Ok(NoteReview { notes: notes.map(|note| SeenNote { key: note.key, seen: Some(note.text) }).collect() })
}

/// Prints the notes of a tool, and its description as a model reads it.
async fn show(engine: &Engine, tool: &str, as_json: bool) -> anyhow::Result<u8> {
    let detail = engine.tool(tool_key(tool)?).await?;
    if as_json {
        output::json(&json!({
            "notes": detail.notes,
            "modelText": detail.model_text,
            "addedTokens": detail.added_tokens,
            "toolset": detail.equipped,
        }))?;
        return Ok(DONE);
    }
    for note in &detail.notes {
        let read = if note.read { "" } else { ", not read now" };
        output::line(&format!("{} ({}{read})", note.name, scope(note.toolset.as_deref())));
        escape_hidden(&note.text).lines().for_each(|line| output::line(&format!("  {line}")));
    }
    if !detail.proposed_notes.is_empty() {
        let notes = output::counted(detail.proposed_notes.len(), "note");
        output::talk(&format!("agents proposed {notes}: review with `hintsmith note proposed`"));
    }
    output::talk(&format!("\na model reads ({} tokens more than the server wrote):", detail.added_tokens));
    output::line(escape_hidden(&detail.model_text).as_ref());
    if detail.many_notes {
        output::talk("note: that is more than a model reads with care");
    }
    Ok(DONE)
}

fn scope(toolset: Option<&str>) -> String {
    toolset.map_or_else(|| "every toolset".to_owned(), |name| format!("toolset {name}"))
}

async fn templates(engine: &Engine, verb: Option<TemplateVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => {
            let templates = engine.note_templates().await?;
            if json {
                output::json(&templates)?;
                return Ok(DONE);
            }
            let row = |template: &NoteTemplate| {
                let whose = if template.own { "yours" } else { "" };
                [template.name.clone(), whose.to_owned(), escape_line(&template.text).into_owned()]
            };
            output::table(&templates.iter().map(row).collect::<Vec<_>>());
        }
        Some(TemplateVerb::Save { name, text }) => {
            let done = engine.save_template(NewNote { name: name.clone(), text }).await?;
            if json {
                output::json(&done)?;
            }
            output::talk(&format!("saved: `hintsmith note add SERVER.TOOL {}`", escape_line(&name)));
        }
        Some(TemplateVerb::Remove { name }) => {
            let done = engine.remove_template(TemplateKey { name: name.clone() }).await?;
            if json {
                output::json(&done)?;
            }
            output::talk(&format!("removed: {}", escape_line(&name)));
        }
    }
    Ok(DONE)
}

pub async fn remark(engine: &Engine, arguments: RemarkArguments) -> anyhow::Result<u8> {
    let RemarkArguments { tool, text, remove, json: as_json } = arguments;
    let key = tool_key(&tool)?;
    if text.is_none() && !remove {
        let remark = engine.tool(key).await?.remark;
        if as_json {
            output::json(&json!({"remark": remark}))?;
        } else if let Some(remark) = remark {
            output::line(escape_hidden(&remark).as_ref());
        } else {
            output::talk("There is no remark.");
        }
        return Ok(DONE);
    }
    let done = engine.set_remark(RemarkInput { server: key.server, tool: key.tool, text }).await?;
    if as_json {
        output::json(&done)?;
        return Ok(DONE);
    }
    output::talk(match done.entry {
        Some(_) => "Done; no model sees it. `hintsmith undo` takes it back.",
        None => "Nothing had to be changed.",
    });
    Ok(DONE)
}

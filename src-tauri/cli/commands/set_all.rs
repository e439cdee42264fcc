//! `hintsmith set-all`

use hintsmith_engine::dto::{BulkChange, BulkInput, BulkPreview, SeenTool};
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::set::{FieldChange, parse_change, to_field_decision};
use crate::args::SetAllArguments;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, arguments: SetAllArguments) -> anyhow::Result<u8> {
    let change = bulk_change(&arguments)?;
    super::select_environment(engine, arguments.env.clone()).await?;
    engine.tools.check_filter(&arguments.filter).await?;
    let tools = engine.tools.find(&arguments.filter).await?.into_iter().map(|row| SeenTool {
        server: row.card.server,
        tool: row.card.name,
        seen: Some(row.card.seen),
    });
    let environment = arguments.env.filter(|name| name != "base");
    let (tools, because, loosen) = (tools.collect(), arguments.because, arguments.loosen);
    let mut input = BulkInput { tools, environment, change, because, loosen };
    let preview = engine.decisions.preview_bulk(input.clone()).await?;
    let is_preview = arguments.dry_run || preview.changing == 0;
    if !output::is_json() {
        show_preview(&preview);
    } else if is_preview {
        output::print_json(&preview)?;
    }
    if is_preview {
        return Ok(EXIT_SUCCESS);
    }
    if !arguments.yes {
        let tools = output::pluralize(preview.changing, "tool");
        // The answer to this question also confirms the loosening, which is shown above it. --yes does not.
        let is_loosening = preview.loosens.tools > 0 && !input.loosen;
        let question = match is_loosening {
            true => format!("Change {tools} and loosen {} of them?", preview.loosens.tools),
            false => format!("Change {tools}?"),
        };
        if !output::ask(&question).unwrap_or(false) {
            output::status("nothing was changed; use --yes to change the tools without confirmation");
            return Ok(EXIT_NO);
        }
        input.loosen |= is_loosening;
    }
    let report = engine.decisions.apply_bulk(input).await?;
    output::print_report(&report, || {
        let undo = output::undo_hint(report.entry);
        output::status(&format!("Changed {}{undo}.", output::pluralize(report.changed, "tool")));
    })?;
    Ok(EXIT_SUCCESS)
}

fn bulk_change(arguments: &SetAllArguments) -> Result<BulkChange, ApiError> {
    if arguments.inferred {
        return Ok(match arguments.replace_declared {
            true => BulkChange::ReplaceDeclared,
            false => BulkChange::AcceptInference,
        });
    }
    if arguments.reset {
        return Ok(BulkChange::Reset);
    }
    let decisions = arguments.decisions.iter().map(|typed| match parse_change(typed)? {
        FieldChange::Hint(hint, value) => Ok(to_field_decision(FieldChange::Hint(hint, value))),
        FieldChange::Title(_)
        | FieldChange::Description(_)
        | FieldChange::Icon(_)
        | FieldChange::Parameter(..) => {
            let hint = "Use `hintsmith set` for the texts of one tool.";
            Err(ApiError::new(ErrorCode::Invalid, "only hints can be decided for many tools", hint))
        }
    });
    Ok(BulkChange::Decide { decisions: decisions.collect::<Result<_, _>>()? })
}

fn show_preview(preview: &BulkPreview) {
    output::print_transitions(&preview.groups);
    output::print_loosening(&preview.loosens);
    if preview.contradictory > 0 {
        let tools = output::pluralize(preview.contradictory, "tool");
        output::status(&format!(
            "{tools} would be read-only and destructive at once, and count as destructive"
        ));
    }
    output::status(&format!("{} of {} change", preview.changing, output::pluralize(preview.tools, "tool")));
}

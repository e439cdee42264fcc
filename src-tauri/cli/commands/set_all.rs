//! `hintsmith set-all`

use hintsmith_engine::dto::{BulkChange, BulkGroup, BulkInput, BulkPreview, SeenTool, Standing};
use hintsmith_engine::hint::yes_no;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::set::{Change, decision, parse};
use crate::args::SetAllArguments;
use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, arguments: SetAllArguments) -> anyhow::Result<u8> {
    let change = change(&arguments)?;
    super::choose(engine, arguments.env.clone()).await?;
    super::review::check_filter(engine, &arguments.filter).await?;
    let tools = engine.tools(&arguments.filter).await?.into_iter().map(|row| SeenTool {
        server: row.card.server,
        tool: row.card.name,
        seen: Some(row.card.seen),
    });
    let environment = arguments.env.filter(|name| name != "base");
    let (tools, because, loosen) = (tools.collect(), arguments.because, arguments.loosen);
    let input = BulkInput { tools, environment, change, because, loosen };
    let preview = engine.preview_bulk(input.clone()).await?;
    show(&preview);
    if arguments.dry_run || preview.changing == 0 {
        return Ok(DONE);
    }
    let question = format!("Change {}?", output::counted(preview.changing, "tool"));
    if !arguments.yes && !output::ask(&question).unwrap_or(false) {
        output::talk("nothing was changed; say --yes to change without a question");
        return Ok(NO);
    }
    let report = engine.decide_many(input).await?;
    let back =
        report.entry.map_or(String::new(), |entry| format!("; `hintsmith undo {entry}` takes it back"));
    output::talk(&format!("Changed {}{back}.", output::counted(report.changed, "tool")));
    Ok(DONE)
}

fn change(arguments: &SetAllArguments) -> Result<BulkChange, ApiError> {
    if arguments.inferred {
        return Ok(match arguments.replace_declared {
            true => BulkChange::ReplaceDeclared,
            false => BulkChange::AcceptInference,
        });
    }
    if arguments.reset {
        return Ok(BulkChange::Reset);
    }
    let decisions = arguments.decisions.iter().map(|typed| match parse(typed)? {
        Change::Hint(hint, value) => Ok(decision(Change::Hint(hint, value))),
        Change::Title(_) | Change::Parameter(..) => {
            let hint = "`hintsmith set` decides the texts of one tool.";
            Err(ApiError::new(ErrorCode::Invalid, "only hints can be decided for many tools", hint))
        }
    });
    Ok(BulkChange::Decide { decisions: decisions.collect::<Result<_, _>>()? })
}

fn show(preview: &BulkPreview) {
    let standing = |standing: Standing| format!("{}{}", standing.mark.symbol(), yes_no(standing.value));
    let row = |group: &BulkGroup| {
        let turn = format!("{} → {}", standing(group.before), standing(group.after));
        let what = if group.before == group.after { "stays" } else { "changes" };
        [group.hint.cli_name().to_owned(), turn, what.to_owned(), output::counted(group.tools, "tool")]
    };
    output::table(&preview.groups.iter().map(row).collect::<Vec<_>>());
    output::loosened(&preview.loosens);
    output::talk(&format!("{} of {} change", preview.changing, output::counted(preview.tools, "tool")));
}

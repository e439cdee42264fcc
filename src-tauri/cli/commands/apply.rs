//! `hintsmith apply`

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{ApplyChange, ApplyInput};
use hintsmith_engine::text::visible_line;

use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, file: String, yes: bool) -> anyhow::Result<u8> {
    let input = ApplyInput { path: file };
    let preview = engine.preview_apply(input.clone()).await?;
    let row = |change: &ApplyChange| {
        let place = change.environment.as_ref().map_or(String::new(), |name| format!(" in {name}"));
        let name = format!("{}{}", visible_line(&change.subject), visible_line(&place));
        let before = change.before.as_deref().unwrap_or("not decided");
        let values = format!("{} → {}", visible_line(before), visible_line(&change.after));
        [name, change.field.clone(), values]
    };
    output::table(&preview.changes.iter().map(row).collect::<Vec<_>>());
    for server in &preview.waiting {
        output::talk(&format!("note: {} is not added here; its decisions wait for it", visible_line(server)));
    }
    if preview.changes.is_empty() {
        output::talk(&format!("Nothing to change: all {} decisions are here already.", preview.decisions));
        return Ok(DONE);
    }
    let agreed = yes
        || output::ask(&format!("Apply {}?", output::counted(preview.changes.len(), "change")))
            .unwrap_or(false);
    if !agreed {
        output::talk("nothing was changed; say --yes to apply without a question");
        return Ok(NO);
    }
    let report = engine.apply_file(input).await?;
    output::talk(&format!("Applied {}.", output::counted(report.applied, "change")));
    Ok(DONE)
}

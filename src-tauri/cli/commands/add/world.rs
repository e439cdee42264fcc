//! Questions about the world of a new server: what its tools reach, and whether its HTTP methods are trusted.

use std::io::IsTerminal;

use anyhow::bail;
use hintsmith_engine::api::infer::OpenWorldReading;
use hintsmith_engine::dto::{ServerKind, ServerPreview};
use hintsmith_engine::text::escape_line;

use crate::args::WorldArguments;
use crate::output;

/// The user's answers; none about the world means as guessed.
pub struct WorldAnswers {
    pub open_world: Option<OpenWorldReading>,
    pub trusts_methods: bool,
}

const READINGS: [(OpenWorldReading, &str); 4] = [
    (OpenWorldReading::ByTool, "each tool by itself: inferred from its name and description"),
    (OpenWorldReading::Own, "its own data: no tool is open world (Closient's reading of its catalog)"),
    (
        OpenWorldReading::External,
        "an external system: every tool is open world (Nextcloud's reading of a remote system)",
    ),
    (OpenWorldReading::Web, "the open web: every tool is open world"),
];

/// Takes the answers from the arguments, and asks at a terminal for those that are missing.
pub fn ask_world(
    name: &str,
    preview: &ServerPreview,
    arguments: &WorldArguments,
    yes: bool,
) -> anyhow::Result<WorldAnswers> {
    let can_ask = !yes && std::io::stdin().is_terminal();
    let open_world = match arguments.open_world {
        Some(reading) => Some(reading.into()),
        None if can_ask => ask_reading(name, preview)?,
        None => None,
    };
    Ok(WorldAnswers { open_world, trusts_methods: ask_method_trust(preview, arguments, can_ask)? })
}

fn ask_reading(name: &str, preview: &ServerPreview) -> anyhow::Result<Option<OpenWorldReading>> {
    let Some(guess) = &preview.open_world else { return Ok(None) };
    output::status(&format!("What do the tools of {} reach?", escape_line(name)));
    for (number, (reading, text)) in (1..).zip(READINGS) {
        let guessed = if reading == guess.reading {
            format!(" (guess: {})", escape_line(&guess.reason))
        } else {
            String::new()
        };
        output::status(&format!("  {number} {text}{guessed}"));
    }
    let preset = READINGS.iter().position(|(reading, _)| *reading == guess.reading).unwrap_or_default();
    match output::choose(READINGS.len(), preset) {
        Some(chosen) => Ok(Some(READINGS[chosen].0)),
        None => bail!("not added: no answer"),
    }
}

fn ask_method_trust(
    preview: &ServerPreview,
    arguments: &WorldArguments,
    can_ask: bool,
) -> anyhow::Result<bool> {
    const EFFECT: &str = "Trusting HTTP methods loosens tools: what GET, PUT and DELETE prove by the standard counts as declared, so clients ask less.";
    if arguments.trust_methods && arguments.loosen {
        return Ok(true);
    }
    let is_offered = preview.connection.kind == ServerKind::OpenApi;
    if can_ask && (arguments.trust_methods || is_offered) {
        output::status(EFFECT);
        return Ok(output::ask("Trust the HTTP methods of this server?") == Some(true));
    }
    if arguments.trust_methods {
        bail!("trusting HTTP methods loosens tools; confirm it with --loosen");
    }
    Ok(false)
}

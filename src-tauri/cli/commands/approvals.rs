//! `hintsmith approvals`

use std::io::BufRead;
use std::time::Duration;

use anyhow::{Context, bail};
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{AnswerInput, ApprovalAnswer, ApprovalView};
use hintsmith_engine::text::escape_line;
use tokio::sync::mpsc;

use crate::args::{ApprovalVerb, ApprovalsArguments};
use crate::{DONE, output};

/// Interval at which new requests are looked for.
const PERIOD: Duration = Duration::from_millis(200);

pub async fn run(engine: &Engine, arguments: ApprovalsArguments) -> anyhow::Result<u8> {
    match arguments.verb {
        Some(ApprovalVerb::Allow { id, session }) => {
            let answer = if session { ApprovalAnswer::Session } else { ApprovalAnswer::Once };
            answer_one(engine, id, answer).await
        }
        Some(ApprovalVerb::Deny { id }) => answer_one(engine, id, ApprovalAnswer::Deny).await,
        None if arguments.watch => watch(engine).await,
        None => list(engine, arguments.json),
    }
}

fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let waiting = engine.approvals();
    if json {
        output::json(&waiting)?;
        return Ok(DONE);
    }
    waiting.iter().for_each(show);
    if waiting.is_empty() {
        output::talk("No call waits for an answer.");
    }
    Ok(DONE)
}

fn show(call: &ApprovalView) {
    let client = call.client.as_deref().unwrap_or("a client without a name");
    let name = escape_line(&format!("{}.{}", call.server, call.tool)).into_owned();
    output::line(&format!("{}  {name}  {}", call.id, output::badges(&call.badges)));
    output::line(&format!("  asked by {}, {} s left", escape_line(client), call.seconds_left));
    output::line(&format!("  {}", call.because));
    for sentence in &call.sentences {
        output::line(&format!("  {sentence}"));
    }
    let arguments = call.arguments.as_deref().unwrap_or("none");
    output::line(&format!("  arguments: {}", escape_line(arguments)));
}

async fn answer_one(engine: &Engine, id: u32, answer: ApprovalAnswer) -> anyhow::Result<u8> {
    let Some(call) = engine.approvals().into_iter().find(|call| call.id == id) else {
        bail!("no call with the number {id} waits; `hintsmith approvals` lists those that do");
    };
    engine.answer_approval(AnswerInput { id, nonce: call.nonce, answer }).await?;
    Ok(DONE)
}

/// Shows requests and reads answers until the input ends. Anything but a clear yes denies the call.
async fn watch(engine: &Engine) -> anyhow::Result<u8> {
    let _here = engine.answering().context("nobody can be told that somebody is here to answer")?;
    output::talk("Waiting for calls. Answer each with once, session or no; end with Ctrl+D.");
    let (sender, mut answers) = mpsc::channel(1);
    // A blocking read of the terminal cannot be cancelled, so the thread runs until the program ends.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    let mut ticks = tokio::time::interval(PERIOD);
    let mut shown: Option<ApprovalView> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let waiting = engine.approvals();
                let is_open = |call: &ApprovalView| waiting.iter().any(|other| other.nonce == call.nonce);
                if shown.as_ref().is_some_and(|call| !is_open(call)) {
                    output::talk("It does not wait any more.");
                    shown = None;
                }
                if shown.is_none() && let Some(call) = waiting.into_iter().next() {
                    show(&call);
                    output::talk("once, session or no?");
                    shown = Some(call);
                }
            }
            answer = answers.recv() => {
                let Some(answer) = answer else { return Ok(DONE) };
                let Some(call) = shown.take() else { continue };
                let answer = match answer.trim() {
                    "once" | "o" => ApprovalAnswer::Once,
                    "session" | "s" => ApprovalAnswer::Session,
                    _ => ApprovalAnswer::Deny,
                };
                if let Err(error) = engine.answer_approval(AnswerInput { id: call.id, nonce: call.nonce, answer }).await {
                    output::talk(&error.message);
                }
            }
        }
    }
}

//! `hintsmith approvals`

use std::io::BufRead;
use std::time::Duration;

use anyhow::{Context, bail};
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{AnswerInput, ApprovalAnswer, ApprovalView};
use hintsmith_engine::text::escape_line;
use tokio::sync::mpsc;

use crate::args::{ApprovalCommand, ApprovalsArguments};
use crate::{EXIT_SUCCESS, output};

/// Interval between checks for new requests.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub async fn run(engine: &Engine, arguments: ApprovalsArguments) -> anyhow::Result<u8> {
    match arguments.command {
        Some(ApprovalCommand::Allow { id, session }) => {
            let answer = if session { ApprovalAnswer::Session } else { ApprovalAnswer::Once };
            answer_call(engine, id, answer).await
        }
        Some(ApprovalCommand::Deny { id }) => answer_call(engine, id, ApprovalAnswer::Deny).await,
        None if arguments.watch => watch(engine).await,
        None => list(engine).await,
    }
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let waiting = engine.approvals.pending().await;
    if output::is_json() {
        output::print_json(&waiting)?;
        return Ok(EXIT_SUCCESS);
    }
    waiting.iter().for_each(show_call);
    if waiting.is_empty() {
        output::status("No calls are waiting for approval.");
    }
    Ok(EXIT_SUCCESS)
}

fn show_call(call: &ApprovalView) {
    let client = call.client.as_deref().unwrap_or("unnamed client");
    let name = escape_line(&format!("{}.{}", call.server, call.tool)).into_owned();
    output::print(&format!("{}  {name}  {}", call.id, output::badges_text(&call.badges)));
    output::print(&format!("  called by {}, {} s left", escape_line(client), call.seconds_left));
    output::print(&format!("  {}", call.because));
    for sentence in &call.sentences {
        output::print(&format!("  {sentence}"));
    }
    let arguments = call.arguments.as_deref().unwrap_or("none");
    output::print(&format!("  arguments: {}", escape_line(arguments)));
}

async fn answer_call(engine: &Engine, id: u32, answer: ApprovalAnswer) -> anyhow::Result<u8> {
    let Some(call) = engine.approvals.pending().await.into_iter().find(|call| call.id == id) else {
        bail!(
            "no call with number {id} is waiting for approval; `hintsmith approvals` lists the waiting calls"
        );
    };
    engine.approvals.answer(AnswerInput { id, nonce: call.nonce.clone(), answer }).await?;
    output::print_report(&call, || {
        let answer = match answer {
            ApprovalAnswer::Once => "allowed once",
            ApprovalAnswer::Session => "allowed for this session",
            ApprovalAnswer::Deny => "denied",
        };
        output::status(&format!("{answer}: {}", escape_line(&format!("{}.{}", call.server, call.tool))));
    })?;
    Ok(EXIT_SUCCESS)
}

/// Shows requests and reads answers until the input ends. Anything but a clear yes denies the call.
async fn watch(engine: &Engine) -> anyhow::Result<u8> {
    let _here = engine
        .approvals
        .register_responder()
        .context("could not register as an approver: check that the data folder is writable")?;
    output::status(
        "Waiting for calls. Answer each with y or n, or with s for the session where offered. Press Ctrl+D to quit.",
    );
    let (sender, mut answers) = mpsc::channel(1);
    // A blocking read of the terminal cannot be cancelled, so the thread runs until the program ends.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    let mut shown: Option<ApprovalView> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let waiting = engine.approvals.pending().await;
                let is_open = |call: &ApprovalView| waiting.iter().any(|other| other.nonce == call.nonce);
                if shown.as_ref().is_some_and(|call| !is_open(call)) {
                    output::status("This call is no longer waiting for approval.");
                    shown = None;
                }
                if shown.is_none() && let Some(call) = waiting.into_iter().next() {
                    show_call(&call);
                    let session = if call.offers_session { ", or s for the session" } else { "" };
                    output::status(&format!("Allow this call? [y/N]{session}:"));
                    shown = Some(call);
                }
            }
            answer = answers.recv() => {
                let Some(answer) = answer else { return Ok(EXIT_SUCCESS) };
                let Some(call) = shown.take() else { continue };
                let answer = match answer.trim() {
                    "y" | "yes" | "once" | "o" => ApprovalAnswer::Once,
                    "session" | "s" => ApprovalAnswer::Session,
                    _ => ApprovalAnswer::Deny,
                };
                if let Err(error) = engine.approvals.answer(AnswerInput { id: call.id, nonce: call.nonce, answer }).await {
                    output::status(&error.message);
                }
            }
        }
    }
}

//! Repeated calls: the same call made twice, to observe whether repeating it has an effect.

use hintsmith_core::call::observation::{ObservedOutcome, ReaderResults, RepeatedCall, compare_calls};
use hintsmith_core::model::toolset::ToolName;
use serde_json::value::RawValue;

use super::call::close_connection;
use super::{ActiveRun, PreparedCall, RunProgress, Runner};
use crate::api::environments::finish_change_set;
use crate::api::run::RunService;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    CallOutcome, CallVerdict, ChangeReport, ContentBlock, Observation, RepeatInput, RepeatReport, RunReport,
    RunStage,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::observations::{self as table, ObservationRow};

/// The report of a call and its raw result.
type CallResult = (RunReport, Option<Box<RawValue>>);

impl RunService {
    /// Calls a tool twice, each call approved like any other, and stores the observation. Never changes a hint.
    pub async fn run_twice(
        &self,
        input: RepeatInput,
        runner: Runner,
        on_progress: RunProgress<'_>,
    ) -> Result<RepeatReport, ApiError> {
        let RepeatInput { call, reader } = input;
        let prepared = self.prepare_call(&call.server, &call.tool, &call.arguments).await?;
        let reader = match &reader {
            Some(reader) => Some(self.prepare_call(&call.server, &reader.tool, &reader.arguments).await?),
            None => None,
        };
        let running = ActiveRun::register(self, call.run)?;
        let mut call_connection = None;
        let mut calls: Vec<CallResult> = Vec::new();
        let mut seen: Vec<CallResult> = Vec::new();
        let steps: Vec<(&PreparedCall, RunStage)> = match &reader {
            None => vec![(&prepared, RunStage::Running), (&prepared, RunStage::RunningAgain)],
            Some(reader) => vec![
                (reader, RunStage::Reading),
                (&prepared, RunStage::Running),
                (reader, RunStage::Reading),
                (&prepared, RunStage::RunningAgain),
                (reader, RunStage::Reading),
            ],
        };
        for (call, stage) in steps {
            let one = self
                .execute_call(call, runner, stage, &mut call_connection, &running.token, on_progress)
                .await;
            // A call that was not completed shows nothing, so the sequence ends.
            let is_completed =
                one.0.verdict == CallVerdict::Allowed && one.0.outcome != Some(CallOutcome::Cancelled);
            if stage == RunStage::Reading {
                seen.push(one)
            } else {
                calls.push(one)
            }
            if !is_completed {
                break;
            }
        }
        close_connection(call_connection).await;
        let observation = match (calls.as_slice(), &reader, seen.as_slice()) {
            ([first, second], None, _) if was_completed(second) => Some((first, second, None)),
            ([first, second], Some(reader), [before, between, after]) if was_completed(after) => {
                Some((first, second, Some((reader.tool.as_str(), before, between, after))))
            }
            _ => None,
        };
        let observation = match observation {
            None => None,
            Some((first, second, read)) => {
                let reader = read.map(|(tool, before, between, after)| ReaderResults {
                    tool,
                    before: call_end(before),
                    between: call_end(between),
                    after: call_end(after),
                });
                let twice = RepeatedCall { first: call_end(first), second: call_end(second), reader };
                Some(self.store_observation(&prepared, compare_calls(&twice)).await?)
            }
        };
        let mut calls = calls.into_iter().map(|(report, _)| report);
        // If the first read was not allowed, its report stands for the call that was not made.
        let first = calls.next().or_else(|| seen.into_iter().next().map(|(report, _)| report));
        let first =
            first.ok_or_else(|| ApiError::new(ErrorCode::Internal, "no call was made", "Try again."))?;
        Ok(RepeatReport { observation, first, second: calls.next() })
    }

    #[boxed]
    pub async fn remove_observation(&self, id: u32) -> Result<ChangeReport, ApiError> {
        let remove = move |mut change_set: ChangeSet| {
            table::remove(&mut change_set, i64::from(id))?;
            finish_change_set(change_set, "removed an observation")
        };
        let report = self.context.apply_changes(remove).await?;
        if report.entry.is_none() {
            let hint = "`hintsmith explain` shows the observations about a tool.";
            return Err(ApiError::new(ErrorCode::NotFound, format!("there is no observation {id}"), hint));
        }
        Ok(report)
    }

    async fn store_observation(
        &self,
        prepared: &PreparedCall,
        observation: (hintsmith_core::call::observation::ObservationVerdict, String),
    ) -> Result<Observation, ApiError> {
        let tool = ToolName { server: prepared.server.clone(), tool: prepared.tool.clone() };
        let (print, (verdict, sentence)) = (prepared.fingerprint.0.clone(), observation.clone());
        let origin = self.context.change_origin();
        let keep = move |mut change_set: ChangeSet| {
            let id = table::add(&mut change_set, &tool, &print, (verdict, &sentence))?;
            let summary = format!("called {}.{} twice", tool.server, tool.tool);
            finish_change_set(change_set, &summary)?;
            Ok(id)
        };
        let id = self.context.apply_changes(keep).await?;
        let (verdict, sentence) = observation;
        let id = u32::try_from(id).unwrap_or(u32::MAX);
        Ok(Observation { id, at: origin.at, by: origin.author, verdict, sentence, outdated: false })
    }
}

/// Observations about a tool, oldest first.
pub fn observations(entry: &CatalogEntry, catalog: &Catalog) -> Vec<Observation> {
    let name = ToolName { server: entry.server.to_string(), tool: entry.tool.name.clone() };
    let view = |row: &ObservationRow| Observation {
        id: u32::try_from(row.id).unwrap_or(u32::MAX),
        at: row.at.clone(),
        by: row.author.clone().unwrap_or_default(),
        verdict: row.verdict,
        sentence: row.sentence.clone(),
        outdated: row.fingerprint != entry.tool.fingerprint.0,
    };
    catalog.observations.get(&name).map(|rows| rows.iter().map(view).collect()).unwrap_or_default()
}

fn was_completed((report, _): &CallResult) -> bool {
    report.verdict == CallVerdict::Allowed && report.outcome != Some(CallOutcome::Cancelled)
}

fn call_end((report, result): &CallResult) -> ObservedOutcome<'_> {
    match (report.outcome, result) {
        (Some(CallOutcome::Ok), Some(result)) => ObservedOutcome::Result(result.get()),
        (Some(CallOutcome::ToolError), _) => {
            let text = report.content.iter().find_map(|block| match block {
                ContentBlock::Text { text } => Some(text.as_str()),
                _ => None,
            });
            ObservedOutcome::Failed(text.unwrap_or("the tool reported a failure"))
        }
        _ => ObservedOutcome::Failed(report.error.as_deref().unwrap_or("no result")),
    }
}

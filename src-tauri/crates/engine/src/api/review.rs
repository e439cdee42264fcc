//! The review queue. `acceptance` accepts tools; `renames` finds those that were renamed.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use hintsmith_core::infer::Certainty;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::review::ReviewState;

use super::environments::finish_change_set;
use super::note_review::proposed_notes;
use super::priority::call_count;
use super::tools::tool_card;
use crate::boxed;
use crate::catalog::CatalogEntry;
use crate::context::Context;
use crate::dto::{ChangeReport, ReviewGroup, ReviewItem, ReviewOrder, ReviewQueue, ToolKey, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::{calls, reviews};

/// The review queue.
pub struct ReviewService {
    pub(crate) context: Arc<Context>,
}

impl ReviewService {
    /// Tools whose current definition is not reviewed: drifted ones first, then conflicting ones, then the rest;
    /// within each group the most dangerous first.
    #[boxed]
    pub async fn queue(&self) -> Result<ReviewQueue, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let calls = self.context.db.read(calls::count_by_tool).await?;
        let open = catalog.entries.iter().filter(|entry| entry.review != ReviewState::Reviewed);
        let mut open: Vec<&CatalogEntry> = open.map(|entry| &**entry).collect();
        // Entries are ordered by server and tool, and the sort is stable.
        open.sort_by_key(|entry| (rank(group(entry)), Reverse(danger(entry))));
        let items: Vec<ReviewItem> = open
            .into_iter()
            .map(|entry| ReviewItem {
                card: tool_card(entry, &catalog),
                group: group(entry),
                agrees: agrees(entry),
                calls: call_count(&calls, &entry.server, &entry.tool.name),
            })
            .collect();
        let total = catalog.entries.len();
        Ok(ReviewQueue {
            reviewed: saturating_u32(total - items.len()),
            total: saturating_u32(total),
            agreeing: saturating_u32(items.iter().filter(|item| item.agrees).count()),
            removed: self.removed_tools(&catalog).await?,
            proposed_notes: proposed_notes(&catalog),
            items,
        })
    }

    /// The tools of the queue that match a filter, in another order. The totals are those of all tools.
    #[boxed]
    pub async fn queue_by(&self, order: ReviewOrder, query: &str) -> Result<ReviewQueue, ApiError> {
        let mut queue = self.queue().await?;
        if !query.is_empty() {
            let catalog = self.context.current_catalog().await?;
            let filter = catalog.parse_filter(query)?;
            let matching = catalog.matching_positions(&filter).into_iter();
            let matching: HashSet<(&str, &str)> = matching
                .map(|at| &catalog.entries[at as usize])
                .map(|entry| (&*entry.server, entry.tool.name.as_str()))
                .collect();
            queue
                .items
                .retain(|item| matching.contains(&(item.card.server.as_str(), item.card.name.as_str())));
        }
        sort_items(&mut queue.items, order);
        Ok(queue)
    }

    /// Withdraws the review of a tool; decisions stay.
    #[boxed]
    pub async fn reopen(&self, input: ToolKey) -> Result<ChangeReport, ApiError> {
        let ToolKey { server, tool } = input;
        let name = format!("{server}.{tool}");
        let reopen = move |mut change_set: ChangeSet| {
            reviews::withdraw(&mut change_set, (&server, &tool))?;
            finish_change_set(change_set, &format!("withdrew the review of {server}.{tool}"))
        };
        let report = self.context.apply_changes(reopen).await?;
        if report.entry.is_none() {
            let hint = "`hintsmith tools is:reviewed` lists the reviewed tools.";
            return Err(ApiError::new(ErrorCode::NotFound, format!("{name} is not reviewed"), hint));
        }
        Ok(report)
    }
}

/// What the tool may do, if the server or the inference is right.
fn danger(entry: &CatalogEntry) -> Behaviour {
    let guessed = entry.inference.hints();
    let inferred = match (guessed.read_only, guessed.destructive) {
        (Some(false), Some(true)) => Behaviour::Destructive,
        (Some(false), _) => Behaviour::Modifying,
        _ => Behaviour::Safe,
    };
    // Where they agree, or the user has decided, the effective hints tell.
    if entry.conflict { entry.behaviour.max(inferred) } else { entry.behaviour }
}

/// Sorts a queue that is in the order of danger, which decides between equals.
fn sort_items(items: &mut [ReviewItem], order: ReviewOrder) {
    match order {
        ReviewOrder::Danger => {}
        ReviewOrder::Calls => items.sort_by_key(|item| Reverse(item.calls)),
        // The tools of a server without a module come last.
        ReviewOrder::Module => items.sort_by(|one, other| {
            let key = |ReviewItem { card, .. }: &ReviewItem| {
                (card.server.clone(), card.module.is_none(), card.module.clone())
            };
            key(one).cmp(&key(other))
        }),
    }
}

/// Returns whether a tool can be accepted together with others: every loosening value is both declared and inferred,
/// and where it lets a client act without asking, inferred from strong evidence.
fn agrees(entry: &CatalogEntry) -> bool {
    if entry.review == ReviewState::Drifted || entry.suspended || entry.conflict {
        return false;
    }
    let resolved = entry.resolve();
    let declared = |hint: HintName| entry.tool.declared.hints[hint];
    let is_inferred = |hint: HintName, value: bool, least: Certainty| {
        entry.inference.guess(hint).is_some_and(|(guess, signal)| guess == value && signal.certainty >= least)
    };
    let has_agreement = HintName::ALL
        .into_iter()
        .any(|hint| declared(hint).is_some_and(|value| is_inferred(hint, value, Certainty::Likely)));
    let is_safe = |hint: HintName| {
        let value = resolved.hint(hint);
        let least = match hint {
            HintName::ReadOnly | HintName::Destructive => Certainty::Strong,
            HintName::Idempotent | HintName::OpenWorld => Certainty::Likely,
        };
        resolved.is_unused(hint)
            || value == hint.careful_value()
            || declared(hint) == Some(value) && is_inferred(hint, value, least)
    };
    has_agreement && HintName::ALL.into_iter().all(is_safe)
}

pub(super) fn group(entry: &CatalogEntry) -> ReviewGroup {
    match entry.review {
        ReviewState::Drifted => ReviewGroup::Drifted,
        _ if entry.conflict => ReviewGroup::Conflict,
        ReviewState::New => ReviewGroup::New,
        ReviewState::Unreviewed | ReviewState::Reviewed => ReviewGroup::Unreviewed,
    }
}

fn rank(group: ReviewGroup) -> u8 {
    match group {
        ReviewGroup::Drifted => 0,
        ReviewGroup::Conflict => 1,
        ReviewGroup::New => 2,
        ReviewGroup::Unreviewed => 3,
    }
}

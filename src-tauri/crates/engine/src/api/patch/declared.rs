//! Decisions beside what the server declares: whether a patched source reached its clients, and which decisions are no
//! longer needed.

use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::model::overrides::Field;
use hintsmith_core::resolve::{LayerValue, ResolvedField, ValueOrigin};

use super::PatchService;
use crate::api::environments::finish_change_set;
use crate::boxed;
use crate::catalog::CatalogEntry;
use crate::dto::{
    ChangeReport, DeclaredDecision, DeclaredDecisions, RetireInput, RetirePreview, ServerKey, saturating_u32,
};
use crate::error::ApiError;
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};

/// A decision of the base that the server has taken over.
struct Retirable {
    field: Field,
    view: DeclaredDecision,
}

impl PatchService {
    /// Compares the decided hints and titles of a server's tools with what it declared in its last scan.
    #[boxed]
    pub async fn compare_declared(&self, input: ServerKey) -> Result<DeclaredDecisions, ApiError> {
        let catalog = self.context.current_catalog().await?;
        catalog.require_server(&input.server)?;
        let compared = catalog.entries_of(&input.server).iter().flat_map(|entry| compare(entry));
        let (agreeing, differing) = compared.partition(|one| one.declared.as_ref() == Some(&one.decided));
        Ok(DeclaredDecisions { agreeing, differing })
    }

    #[boxed]
    pub async fn preview_retire(&self, input: RetireInput) -> Result<RetirePreview, ApiError> {
        let catalog = self.context.current_catalog().await?;
        catalog.require_server(&input.server)?;
        let mut preview = RetirePreview { decisions: Vec::new(), asked_again: Vec::new() };
        for entry in catalog.entries_of(&input.server) {
            for Retirable { field, view } in retirable(entry) {
                if field == Field::Hint(HintName::ReadOnly) && view.decided == yes_no(true) {
                    preview.asked_again.push(view.tool.clone());
                }
                preview.decisions.push(view);
            }
        }
        Ok(preview)
    }

    /// Removes the decisions of the base that the server declares itself, as one history entry. The effective values stay
    /// the same.
    #[boxed]
    pub async fn retire(&self, input: RetireInput) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        catalog.require_server(&input.server)?;
        let server = input.server;
        let fields: Vec<(String, Field)> = catalog
            .entries_of(&server)
            .iter()
            .flat_map(|entry| retirable(entry).into_iter().map(|one| (entry.tool.name.clone(), one.field)))
            .collect();
        let remove = move |mut change_set: ChangeSet| {
            for (tool, field) in &fields {
                let key = OverrideKey { server: &server, tool, environment: BASE };
                overrides::set(&mut change_set, key, field, None)?;
            }
            let summary = format!("{server}: removed decisions that the server declares itself");
            let report = finish_change_set(change_set, &summary)?;
            Ok(ChangeReport { changed: saturating_u32(fields.len()), ..report })
        };
        self.context.apply_changes(remove).await
    }
}

/// The decided hints and the decided title of a tool in the base. A decision that is suspended, because the definition has
/// changed, counts as well: the change is often that the server declares it.
fn compare(entry: &CatalogEntry) -> Vec<DeclaredDecision> {
    let resolved = entry.resolve_in(None);
    let view = |field: &str, decided: String, declared: Option<String>| DeclaredDecision {
        tool: entry.tool.name.to_string(),
        field: field.to_owned(),
        decided,
        declared,
    };
    let hints = HintName::ALL.into_iter().filter_map(|hint| {
        let field = &resolved.hints[hint];
        let decided = decision(field)?.value;
        let declared = field.server_value().map(|entry| yes_no(entry.value).to_owned());
        Some(view(hint.cli_name(), yes_no(decided).to_owned(), declared))
    });
    let title = decision(&resolved.title).map(|decided| {
        let declared = resolved.title.server_value().map(|entry| entry.value.to_owned());
        view("title", decided.value.to_owned(), declared)
    });
    title.into_iter().chain(hints).collect()
}

/// Decisions without which the server's equal declaration would apply: no rule and no environment is in between.
fn retirable(entry: &CatalogEntry) -> Vec<Retirable> {
    let resolved = entry.resolve_in(None);
    let is_taken_over = |field: &Field| match field {
        Field::Hint(hint) => is_declared_alike(&resolved.hints[*hint]),
        Field::Title => is_declared_alike(&resolved.title),
        _ => false,
    };
    let field_of = |one: &DeclaredDecision| match HintName::from_cli_name(&one.field) {
        Some(hint) => Field::Hint(hint),
        None => Field::Title,
    };
    let compared = compare(entry).into_iter().map(|view| Retirable { field: field_of(&view), view });
    compared.filter(|one| is_taken_over(&one.field)).collect()
}

/// The user's decision about the tool itself, in force or suspended.
fn decision<'f, 'a, T>(field: &'f ResolvedField<'a, T>) -> Option<&'f LayerValue<'a, T>> {
    field.stack().find(|value| matches!(value.origin, ValueOrigin::User(_)))
}

fn is_declared_alike<T: PartialEq>(field: &ResolvedField<'_, T>) -> bool {
    let Some(decided) = decision(field) else { return false };
    let mut others = field.stack().filter(|value| !std::ptr::eq(*value, decided) && !value.suspended);
    others
        .next()
        .is_some_and(|next| matches!(next.origin, ValueOrigin::Server) && next.value == decided.value)
}

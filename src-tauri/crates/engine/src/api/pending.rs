//! Decisions that exported files lack, and reverting to an export.

use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::{HintsmithDocument, RuleKey};
use hintsmith_core::export::targets;

use super::decide::DecisionService;
use super::decision_changes;
use super::environments::finish_change_set;
use crate::boxed;
use crate::catalog::{Catalog, LastExport};
use crate::dto::{ChangeReport, ExportKey, ExportState, Pending, PendingInput, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::{environments, exports};

impl DecisionService {
    #[boxed]
    pub async fn pending(&self, input: PendingInput) -> Result<Pending, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let now = catalog.document();
        let changes = match &input.export {
            Some(key) => require_export(&catalog, key)?.differences(&now),
            None => catalog.unexported_changes(&now),
        };
        Ok(Pending {
            changes: changes.iter().map(decision_changes::change_view).collect(),
            exports: export_states(&catalog, &now),
        })
    }

    /// Reverts all decisions to an export, or to the newest one, as one history entry.
    #[boxed]
    pub async fn discard_pending(&self, input: PendingInput) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let export = match &input.export {
            Some(key) => require_export(&catalog, key)?,
            None => catalog.last_export().ok_or_else(|| {
                let hint = "Export first. To undo single changes, use `hintsmith undo`.";
                ApiError::new(ErrorCode::Invalid, "there is no export to restore", hint)
            })?,
        };
        let export = Arc::clone(export);
        let discard = move |mut change_set: ChangeSet| {
            let now = catalog.document();
            for name in
                export.document.environments.keys().filter(|name| !catalog.environments.contains(name))
            {
                environments::add(&mut change_set, name)?;
            }
            // The user does not look at the tools now, so a restored rule keeps the refresh it had seen, or none.
            let seen = |environment: &str, key: &RuleKey| {
                let existing = catalog.rules.get(environment).into_iter().flatten();
                let mut same = existing.filter(|rule| rule.selector == key.selector && rule.hint == key.hint);
                same.next().map_or(0, |rule| rule.written_at_refresh)
            };
            decision_changes::write_differences(&mut change_set, &catalog, &export.reversal(&now), seen)?;
            finish_change_set(change_set, "restored the decisions of the last export")
        };
        self.context.apply_changes(discard).await
    }

    /// Forgets a file that is no longer in use, so that it no longer counts as out of date. The file itself stays.
    #[boxed]
    pub async fn forget_export(&self, key: ExportKey) -> Result<(), ApiError> {
        require_export(&*self.context.current_catalog().await?, &key)?;
        self.context
            .update_store(move |connection| exports::forget(connection, &key.target, &key.path).map(drop))
            .await
    }
}

/// How far each exported file is behind.
pub(super) fn export_states(catalog: &Catalog, now: &HintsmithDocument) -> Vec<ExportState> {
    let state = |(export, changes): (&LastExport, usize)| ExportState {
        target: export.row.target.clone(),
        name: targets::find_target(&export.row.target)
            .map_or_else(|| export.row.target.clone(), |target| target.name.to_owned()),
        path: export.row.path.clone(),
        at: export.row.written_at.clone(),
        changes: saturating_u32(changes),
    };
    catalog.export_states(now).into_iter().map(state).collect()
}

fn require_export<'a>(catalog: &'a Catalog, key: &ExportKey) -> Result<&'a Arc<LastExport>, ApiError> {
    catalog.export_to(&key.target, &key.path).ok_or_else(|| {
        let message = format!("{} was not exported to {}", key.target, key.path);
        ApiError::new(ErrorCode::NotFound, message, "`hintsmith pending` lists the exported files.")
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Engine;
    use crate::dto::{DecideInput, ExportInput, FieldDecision};
    use crate::testing::open_engine;
    use hintsmith_core::model::hint::HintName;
    use hintsmith_core::model::layer::Layer;

    const TOOL: &str = r#"{"name":"list","inputSchema":{"type":"object"}}"#;

    struct Fixture {
        engine: Arc<Engine>,
        folder: tempfile::TempDir,
    }

    impl Fixture {
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let engine = open_engine(folder.path(), &[("mail", &[TOOL]), ("notes", &[TOOL])]).await;
            Self { engine, folder }
        }

        async fn decide(&self, server: &str, hint: HintName) {
            let decisions = vec![FieldDecision::Hint { hint, value: Some(true) }];
            let (server, tool) = (server.to_owned(), "list".to_owned());
            let input = DecideInput { server, tool, environment: None, seen: None, decisions, because: None };
            self.engine.decisions.decide(input).await.unwrap();
        }

        fn path(&self, file: &str) -> String {
            self.folder.path().join(file).display().to_string()
        }

        async fn export(&self, target: &str, file: &str, servers: &[&str]) {
            let servers = servers.iter().map(|name| (*name).to_owned()).collect();
            let path = Some(self.path(file));
            let input = ExportInput { path, servers, ..ExportInput::new(target) };
            self.engine.exports.write(input).await.unwrap();
        }

        /// The number of all pending changes, and each file with its own.
        async fn pending(&self) -> (usize, Vec<(String, u32)>) {
            let pending = self.engine.decisions.pending(PendingInput { export: None }).await.unwrap();
            let name = |path: &str| Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
            let files = pending.exports.iter().map(|file| (name(&file.path), file.changes)).collect();
            let summary = self.engine.tools.catalog_view().await.unwrap().changes;
            assert_eq!(summary.count as usize, pending.changes.len());
            (pending.changes.len(), files)
        }
    }

    fn states(files: &[(&str, u32)]) -> Vec<(String, u32)> {
        files.iter().map(|(file, changes)| ((*file).to_owned(), *changes)).collect()
    }

    #[tokio::test]
    async fn each_file_has_its_own_pending_changes() {
        let fixture = Fixture::new().await;
        fixture.decide("notes", HintName::ReadOnly).await;
        assert_eq!(fixture.pending().await, (1, Vec::new()));
        fixture.export("hintsmith", "a.json", &[]).await;
        fixture.export("hintsmith", "b.json", &[]).await;
        fixture.decide("notes", HintName::Idempotent).await;
        fixture.export("claude-code", "settings.json", &[]).await;
        // The newest export does not deliver anything to the other files.
        assert_eq!(
            fixture.pending().await,
            (1, states(&[("settings.json", 0), ("b.json", 1), ("a.json", 1)]))
        );
        let last = fixture.engine.tools.catalog_view().await.unwrap().changes.last_export.unwrap();
        assert_eq!(last.path, fixture.path("b.json"));
        fixture.export("hintsmith", "b.json", &[]).await;
        let key = ExportKey { target: "hintsmith".to_owned(), path: fixture.path("a.json") };
        let of_a = PendingInput { export: Some(key.clone()) };
        assert_eq!(fixture.engine.decisions.pending(of_a).await.unwrap().changes.len(), 1);

        fixture.engine.decisions.forget_export(key.clone()).await.unwrap();
        assert_eq!(fixture.pending().await, (0, states(&[("b.json", 0), ("settings.json", 0)])));
        assert!(Path::new(&key.path).exists());
        let error = fixture.engine.decisions.forget_export(key).await.unwrap_err();
        assert!(error.message.contains("was not exported"), "{error:?}");
    }

    #[tokio::test]
    async fn a_document_for_people_never_clears_pending_changes() {
        let fixture = Fixture::new().await;
        fixture.export("hintsmith", "a.json", &[]).await;
        fixture.decide("notes", HintName::ReadOnly).await;
        for (target, file) in
            [("csv", "tools.csv"), ("markdown-table", "tools.md"), ("html-table", "tools.html")]
        {
            fixture.export(target, file, &[]).await;
            assert_eq!(fixture.pending().await, (1, states(&[("a.json", 1)])), "{target}");
        }
    }

    #[tokio::test]
    async fn a_file_lacks_no_decision_that_its_format_cannot_hold() {
        let fixture = Fixture::new().await;
        fixture.export("claude-code", "settings.json", &[]).await;
        fixture.decide("notes", HintName::Idempotent).await;
        assert_eq!(fixture.pending().await, (0, states(&[("settings.json", 0)])));
        fixture.decide("notes", HintName::ReadOnly).await;
        assert_eq!(fixture.pending().await, (1, states(&[("settings.json", 1)])));
        // Only what was counted is discarded.
        fixture.engine.decisions.discard_pending(PendingInput { export: None }).await.unwrap();
        assert_eq!(fixture.pending().await, (0, states(&[("settings.json", 0)])));
        let catalog = fixture.engine.decisions.context.current_catalog().await.unwrap();
        let decided = &catalog.entries_of("notes")[0];
        assert_eq!(decided.resolve().hints[HintName::Idempotent].layer(), Layer::Override);
    }

    #[tokio::test]
    async fn a_file_of_one_server_lacks_no_decision_about_another() {
        let fixture = Fixture::new().await;
        fixture.export("claude-code", "settings.json", &["notes"]).await;
        fixture.decide("mail", HintName::ReadOnly).await;
        assert_eq!(fixture.pending().await, (0, states(&[("settings.json", 0)])));
        fixture.decide("notes", HintName::ReadOnly).await;
        assert_eq!(fixture.pending().await, (1, states(&[("settings.json", 1)])));
        let text = std::fs::read_to_string(fixture.path("settings.json")).unwrap();
        assert!(text.contains("mcp__notes__list") && !text.contains("mcp__mail__"), "{text}");
    }
}

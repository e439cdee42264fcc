//! Inferred values that users marked as wrong, to improve the rules with. They change no value of a tool.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::infer::corrections::{Correction, render_shared, summarize};
use hintsmith_core::model::hint::yes_no;

use super::destination::{absolute_path, write_error};
use super::environments::finish_change_set;
use crate::boxed;
use crate::context::Context;
use crate::db;
use crate::dto::{
    ChangeReport, CorrectionSummary, GuessKey, RuleMistakes, WordCount, WriteCorrections, WrittenCorrections,
    saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::files::{Access, write_atomically};
use crate::store::guess_corrections;
use crate::store::history::ChangeSet;

/// Corrections of inferred values.
pub struct CorrectionService {
    pub(crate) context: Arc<Context>,
}

impl CorrectionService {
    /// Marks the inferred value of a hint as wrong.
    #[boxed]
    pub async fn add(&self, input: GuessKey) -> Result<ChangeReport, ApiError> {
        let GuessKey { server, tool, hint } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&server, &tool)?;
        let Some((guess, signal)) = entry.inference.guess(hint) else {
            let message = format!("nothing is inferred about {} of {server}.{tool}", hint.cli_name());
            let advice = "Only an inferred value can be wrong. `hintsmith set` decides the hint.";
            return Err(ApiError::new(ErrorCode::Invalid, message, advice));
        };
        let summary =
            format!("{server}.{tool}: marked the inferred {} {} as wrong", hint.cli_name(), yes_no(guess));
        let rule = signal.rule.to_owned();
        let correction = Correction { server, tool, hint, guess, rule };
        if catalog.corrections.contains(&correction) {
            return Ok(ChangeReport { changed: 0, entry: None });
        }
        self.context
            .apply_changes(move |mut change_set: ChangeSet| {
                guess_corrections::put(&mut change_set, &correction)?;
                finish_change_set(change_set, &summary)
            })
            .await
    }

    /// Removes the mark of an inferred value, also of a tool that no list contains any more.
    #[boxed]
    pub async fn remove(&self, input: GuessKey) -> Result<ChangeReport, ApiError> {
        let GuessKey { server, tool, hint } = input;
        let catalog = self.context.current_catalog().await?;
        if catalog.correction(&server, &tool, hint).is_none() {
            let message = format!("{} of {server}.{tool} is not marked as wrong", hint.cli_name());
            let advice = "`hintsmith infer --learn` shows what is marked.";
            return Err(ApiError::new(ErrorCode::NotFound, message, advice));
        }
        self.context
            .apply_changes(move |mut change_set: ChangeSet| {
                guess_corrections::remove(&mut change_set, &server, &tool, hint)?;
                let summary = format!("{server}.{tool}: removed the mark of {}", hint.cli_name());
                finish_change_set(change_set, &summary)
            })
            .await
    }

    /// The corrections by rule.
    #[boxed]
    pub async fn summary(&self) -> Result<CorrectionSummary, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let rules = summarize(&catalog.corrections).into_iter().map(|mistakes| RuleMistakes {
            rule: mistakes.rule,
            hint: mistakes.hint,
            guess: mistakes.guess,
            tools: saturating_u32(mistakes.tools),
            words: mistakes
                .words
                .into_iter()
                .map(|(word, tools)| WordCount { word, tools: saturating_u32(tools) })
                .collect(),
        });
        Ok(CorrectionSummary {
            corrections: saturating_u32(catalog.corrections.len()),
            rules: rules.collect(),
        })
    }

    /// Writes the corrections to a new file, in a form that contains only names and words.
    #[boxed]
    pub async fn write(&self, input: WriteCorrections) -> Result<WrittenCorrections, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let path = absolute_path(Path::new(input.path.trim()))?;
        if path.exists() {
            let message = format!("the file {} already exists", path.display());
            return Err(ApiError::new(ErrorCode::File, message, "Choose a new file."));
        }
        let corrections = saturating_u32(catalog.corrections.len());
        let shown_path = path.display().to_string();
        let write = move || {
            let text = render_shared(&catalog.corrections);
            write_atomically(&path, text.as_bytes(), Access::Private)
                .map_err(|error| write_error(&path, &error))
        };
        db::spawn_blocking(write).await??;
        Ok(WrittenCorrections { path: shown_path, corrections })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::{HistoryInput, UndoInput};
    use crate::testing::open_engine;
    use hintsmith_core::model::hint::HintName;

    const LIST: &str = r#"{"name":"list_notes","description":"Shows acme.example notes."}"#;

    fn key(tool: &str, hint: HintName) -> GuessKey {
        GuessKey { server: "demo".to_owned(), tool: tool.to_owned(), hint }
    }

    #[tokio::test]
    async fn a_correction_is_listed_shared_without_texts_and_undone() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[("demo", &[LIST])]).await;
        let wrong = key("list_notes", HintName::ReadOnly);
        let report = engine.corrections.add(wrong.clone()).await.unwrap();
        assert_eq!(engine.corrections.add(wrong.clone()).await.unwrap().entry, None);
        let summary = engine.corrections.summary().await.unwrap();
        let mistakes = &summary.rules[0];
        assert_eq!((summary.corrections, &*mistakes.rule, mistakes.guess), (1, "reading-verb", true));

        let path = folder.path().join("shared.json").display().to_string();
        let written = engine.corrections.write(WriteCorrections { path: path.clone() }).await.unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(written.corrections, 1);
        assert!(text.contains("list_notes") && !text.contains("acme") && !text.contains("demo"), "{text}");
        assert_eq!(
            engine.corrections.write(WriteCorrections { path }).await.unwrap_err().code,
            ErrorCode::File
        );

        engine.history.undo(UndoInput { entry: report.entry }).await.unwrap();
        assert_eq!(engine.corrections.summary().await.unwrap().corrections, 0);
        assert_eq!(engine.corrections.remove(wrong).await.unwrap_err().code, ErrorCode::NotFound);
        let page = engine.history.page(HistoryInput { before: None, limit: 2, search: None }).await.unwrap();
        assert_eq!(page.entries[1].summary, "demo.list_notes: marked the inferred read-only Yes as wrong");
    }

    #[tokio::test]
    async fn only_an_inferred_value_can_be_marked() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[("demo", &[r#"{"name":"nightly_thing"}"#])]).await;
        let error = engine.corrections.add(key("nightly_thing", HintName::ReadOnly)).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Invalid);
        assert_eq!(error.message, "nothing is inferred about read-only of demo.nightly_thing");
    }
}

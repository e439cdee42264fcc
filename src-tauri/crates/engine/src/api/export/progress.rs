//! Progress and cancellation of export previews.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::dto::{ExportProgress, ExportStage};
use crate::error::{ApiError, ErrorCode};

/// Interval between reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Counts cancellations: each one cancels the previews that started before.
#[derive(Default)]
pub struct Cancellations(Arc<AtomicU64>);

impl Cancellations {
    /// Starts the progress of a preview.
    pub fn start(&self) -> Progress {
        let started_at = self.0.load(Ordering::Relaxed);
        Progress { cancellations: Arc::clone(&self.0), started_at, ..Progress::default() }
    }

    pub fn cancel(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Progress of an export. The default one cannot be cancelled.
#[derive(Default)]
pub struct Progress {
    cancellations: Arc<AtomicU64>,
    started_at: u64,
    stage: AtomicU8,
    done: AtomicU32,
    total: AtomicU32,
}

const STAGES: [ExportStage; 3] = [ExportStage::Collecting, ExportStage::Writing, ExportStage::Comparing];

impl Progress {
    /// Fails if the preview was cancelled.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.cancellations.load(Ordering::Relaxed) == self.started_at {
            return Ok(());
        }
        Err(ApiError::new(ErrorCode::Cancelled, "the preview was cancelled", ""))
    }

    pub fn enter(&self, stage: ExportStage) -> Result<(), ApiError> {
        self.check()?;
        let index = STAGES.iter().position(|known| *known == stage).unwrap_or_default();
        self.stage.store(u8::try_from(index).unwrap_or_default(), Ordering::Relaxed);
        Ok(())
    }

    /// Sets the number of tools to collect.
    pub fn set_total(&self, tools: u32) {
        self.total.store(tools, Ordering::Relaxed);
    }

    /// Counts a collected tool.
    pub fn advance(&self) -> Result<(), ApiError> {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.check()
    }

    fn snapshot(&self) -> ExportProgress {
        ExportProgress {
            stage: STAGES[usize::from(self.stage.load(Ordering::Relaxed)).min(STAGES.len() - 1)],
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
        }
    }
}

/// Reports the progress of work at once and in intervals until it ends.
pub async fn report<T>(
    work: impl Future<Output = T>,
    progress: &Progress,
    on_progress: &(dyn Fn(ExportProgress) + Send + Sync),
) -> T {
    let mut work = pin!(work);
    loop {
        on_progress(progress.snapshot());
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}

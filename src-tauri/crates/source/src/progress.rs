//! Progress of reading and scanning a folder, and how a caller cancels it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is being done with the files of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScanStage {
    Reading,
    Parsing,
    Finding,
}

/// How far a stage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanProgress {
    pub stage: ScanStage,
    /// Files that are done.
    pub done: usize,
    /// All files of the stage; `None` while the folder is being walked.
    pub total: Option<usize>,
}

/// Is told of every file, on several threads at once, and cancels with [`ControlFlow::Break`].
pub type ProgressObserver<'a> = dyn Fn(ScanProgress) -> ControlFlow<()> + Sync + 'a;

/// The observer of a scan cancelled it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the scan was cancelled")]
pub struct Cancelled;

/// Why a folder was not read.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// An observer that never cancels.
pub(crate) fn ignore_progress(_: ScanProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Counts the files of one stage.
pub(crate) struct StageCounter<'a> {
    observer: &'a ProgressObserver<'a>,
    stage: ScanStage,
    total: Option<usize>,
    done: AtomicUsize,
    is_cancelled: AtomicBool,
}

impl<'a> StageCounter<'a> {
    /// Begins a stage. The observer hears of it before the first file.
    pub fn new(observer: &'a ProgressObserver<'a>, stage: ScanStage, total: Option<usize>) -> Self {
        let counter =
            Self { observer, stage, total, done: AtomicUsize::new(0), is_cancelled: AtomicBool::new(false) };
        counter.report(0);
        counter
    }

    fn report(&self, done: usize) {
        let progress = ScanProgress { stage: self.stage, done, total: self.total };
        if (self.observer)(progress).is_break() {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Does the work for one file; `None` if the scan is cancelled.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let result = work();
        self.report(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(result)
    }

    /// Fails if the stage was cancelled.
    pub fn finish(&self) -> Result<(), Cancelled> {
        if self.is_cancelled.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::files::{CollectOptions, collect_files_with_progress};
    use crate::registration::File;
    use crate::scan::scan_with_progress;

    fn tools(count: usize) -> Vec<File> {
        let text = |index| format!("from fastmcp import FastMCP\n@mcp.tool\ndef tool_{index}(): ...\n");
        (0..count).map(|index| File { path: format!("{index}.py"), text: text(index) }).collect()
    }

    #[test]
    fn each_stage_counts_its_files() {
        let seen = Mutex::new(Vec::new());
        let scan = scan_with_progress(&tools(3), &|progress| {
            seen.lock().unwrap().push(progress);
            ControlFlow::Continue(())
        });
        assert_eq!(scan.unwrap().registrations.len(), 3);
        let stage = |stage| (0..=3).map(move |done| ScanProgress { stage, done, total: Some(3) });
        let expected: Vec<_> = stage(ScanStage::Parsing).chain(stage(ScanStage::Finding)).collect();
        assert_eq!(*seen.lock().unwrap(), expected);
    }

    #[test]
    fn a_scan_can_be_cancelled_in_each_stage() {
        for stage in [ScanStage::Parsing, ScanStage::Finding] {
            let scan = scan_with_progress(&tools(3), &|progress| {
                assert!(progress.stage <= stage, "{stage:?} does not end the scan");
                if progress.stage == stage { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(scan.err(), Some(Cancelled), "{stage:?}");
        }
    }

    #[test]
    fn reading_a_folder_can_be_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        for file in tools(3) {
            std::fs::write(folder.path().join(file.path), file.text).unwrap();
        }
        let read = AtomicUsize::new(0);
        let result = collect_files_with_progress(folder.path(), &CollectOptions::default(), &|progress| {
            read.store(progress.done, Ordering::Relaxed);
            if progress.done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(result, Err(CollectError::Cancelled(Cancelled))));
        assert_eq!(read.load(Ordering::Relaxed), 2);
    }
}

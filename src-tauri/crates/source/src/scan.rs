//! All registrations of a project.

use std::collections::BTreeSet;

use hintsmith_core::parallel::map_chunks;

use crate::formatting::Formatting;
use crate::frameworks::{self, project::Project};
use crate::language::Language;
use crate::progress::{Cancelled, ProgressObserver, ScanStage, StageCounter, ignore_progress};
use crate::propagation;
use crate::registration::{File, Registration, ToolName};
use crate::site::AnnotationsSite;
use crate::syntax::Parsed;

/// What a project registers.
#[derive(Debug, Default)]
pub struct Scan {
    /// By file, in the order of the text.
    pub registrations: Vec<Registration>,
    /// Files with registrations that do not parse. They are never edited.
    pub faulty_files: Vec<String>,
    pub(crate) project: Project,
}

/// Finds the registrations of all files. Names are resolved across files.
pub fn scan(files: &[File]) -> Scan {
    scan_with_progress(files, &ignore_progress).unwrap_or_default()
}

/// The same; `observer` is told of every file.
pub fn scan_with_progress(files: &[File], observer: &ProgressObserver) -> Result<Scan, Cancelled> {
    let mut project = Project { formatting: Formatting::from_files(files), ..Project::default() };
    for file in files {
        project.add_imports(&file.path, &file.text);
    }
    let (candidates, others): (Vec<&File>, Vec<&File>) =
        files.iter().partition(|file| mentions_tools(&file.text));
    let parsed = parse_all(&candidates, observer)?;
    for parsed in &parsed {
        project.add_file(parsed);
    }
    let mut registrations = find_all(&parsed, &project, observer)?;
    let unresolved: BTreeSet<String> = registrations.iter().filter_map(unresolved_name).collect();
    if !unresolved.is_empty() {
        let defining =
            others.into_iter().filter(|file| unresolved.iter().any(|name| file.text.contains(name.as_str())));
        let more = parse_all(&defining.collect::<Vec<_>>(), observer)?;
        for parsed in &more {
            project.add_file(parsed);
        }
        // Constants of one file may be made of those of another, so names are evaluated once more in any case.
        for parsed in parsed.iter().chain(&more) {
            project.add_file(parsed);
        }
        registrations = find_all(&parsed, &project, observer)?;
    }
    propagation::settle(&mut registrations, &parsed);
    let mut faulty_files: Vec<String> = Vec::new();
    for parsed in parsed.iter().filter(|parsed| parsed.has_errors()) {
        if registrations.iter().any(|registration| registration.file == parsed.path) {
            faulty_files.push(parsed.path.to_owned());
        }
    }
    Ok(Scan { registrations, faulty_files, project })
}

/// Files without these words define constants at most.
fn mentions_tools(text: &str) -> bool {
    ["tool", "Tool", "inputSchema"].iter().any(|word| text.contains(word))
}

fn parse_all<'f>(files: &[&'f File], observer: &ProgressObserver) -> Result<Vec<Parsed<'f>>, Cancelled> {
    const MIN_CHUNK_LEN: usize = 8;
    let counter = StageCounter::new(observer, ScanStage::Parsing, Some(files.len()));
    let parsed = map_chunks(files, MIN_CHUNK_LEN, |_, files| {
        let parse = |file: &&'f File| Parsed::new(&file.path, &file.text, Language::from_path(&file.path)?);
        files.iter().map_while(|file| counter.run(|| parse(file))).flatten().collect()
    });
    counter.finish().map(|()| parsed)
}

fn find_all(
    parsed: &[Parsed],
    project: &Project,
    observer: &ProgressObserver,
) -> Result<Vec<Registration>, Cancelled> {
    const MIN_CHUNK_LEN: usize = 8;
    let counter = StageCounter::new(observer, ScanStage::Finding, Some(parsed.len()));
    let found = map_chunks(parsed, MIN_CHUNK_LEN, |_, parsed| {
        parsed
            .iter()
            .map_while(|parsed| counter.run(|| frameworks::find(parsed, project)))
            .flatten()
            .collect()
    });
    counter.finish().map(|()| found)
}

/// The last part of the name that a registration uses and no file read so far defines.
fn unresolved_name(registration: &Registration) -> Option<String> {
    let last = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let name = text.trim_end_matches('`').strip_suffix(".value").unwrap_or(text.trim_end_matches('`'));
        let last = name.rsplit(|c| !is_part(c)).next()?;
        (last.len() > 2).then(|| last.to_owned())
    };
    match (&registration.name, &registration.site.annotations) {
        (ToolName::Computed { why, .. }, _) => last(why.split(", once").next().unwrap_or(why)),
        (_, AnnotationsSite::Reference { known: None, .. }) => {
            let hints = registration.hints.iter();
            hints.into_iter().find_map(|(_, value)| match value {
                crate::registration::FieldValue::Expression(text) => last(text),
                _ => None,
            })
        }
        _ => None,
    }
}

impl Scan {
    /// The registrations of one file, in the order of the text.
    pub fn in_file<'s>(&'s self, path: &'s str) -> impl Iterator<Item = &'s Registration> {
        self.registrations.iter().filter(move |registration| registration.file == path)
    }
}

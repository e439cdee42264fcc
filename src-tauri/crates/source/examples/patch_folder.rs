//! Lists the registrations in a folder as JSON, or edits them.
//!
//! ```text
//! cargo run -p hintsmith-source --example patch_folder -- DIR
//! cargo run -p hintsmith-source --example patch_folder -- DIR WANTED.json
//! ```
//!
//! `WANTED.json` has an object per tool: `{"get": {"readOnlyHint": true, "title": null}}`; null removes. Files are written
//! in place. Build output is read as well, because installed packages have nothing else.

use std::path::Path;
use std::time::Instant;

use hintsmith_core::model::hint::{HintName, PerHint};
use hintsmith_source::{
    Change, CollectOptions, EditRequest, FieldValue, Registration, ToolMatch, WantedValues, check_versions,
    collect_files, match_tools, scan,
};
use serde_json::{Map, Value, json};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("usage: patch_folder DIR [WANTED.json]");
    let folder = Path::new(&folder);
    let start = Instant::now();
    // Bundles contain all dependencies.
    let options = CollectOptions { build_output: true, file_bytes: 16 << 20, ..CollectOptions::default() };
    let collection = collect_files(folder, &options).expect("the folder can be read");
    let read = start.elapsed();
    let found = scan(&collection.files);
    let scanned = start.elapsed();
    let mut report = json!({
        "files": collection.files.len(),
        "bytes": collection.files.iter().map(|file| file.text.len()).sum::<usize>(),
        "skipped": collection.skipped.iter().map(|file| format!("{}: {:?}", file.path, file.reason)).collect::<Vec<_>>(),
        "readSeconds": read.as_secs_f64(),
        "scanSeconds": (scanned - read).as_secs_f64(),
        "faulty": found.faulty_files,
        "versions": check_versions(&collection.files).iter().map(|one| format!("{one:?}")).collect::<Vec<_>>(),
        "registrations": found.registrations.iter().map(describe).collect::<Vec<_>>(),
    });
    if let Some(path) = arguments.next() {
        let text = std::fs::read_to_string(path).expect("the wanted values can be read");
        let wanted: Map<String, Value> =
            serde_json::from_str(&text).expect("the wanted values are an object");
        report["tools"] = patch(folder, &collection.files, &found, &wanted);
    }
    println!("{report:#}");
}

fn describe(registration: &Registration) -> Value {
    json!({
        "framework": registration.framework.name(),
        "at": format!("{}:{}", registration.file, registration.position),
        "name": registration.name.known(),
        "naming": format!("{:?}", registration.name),
        "obstacle": registration.obstacle.as_ref().map(ToString::to_string),
        "title": describe_value(&registration.title),
        "hints": HintName::ALL.map(|hint| describe_value(&registration.hints[hint])),
        "parameters": registration.parameters,
    })
}

fn describe_value<T: std::fmt::Debug>(value: &FieldValue<T>) -> Option<String> {
    (!matches!(value, FieldValue::Absent)).then(|| format!("{value:?}"))
}

/// Edits all registrations of each tool and reports what became of it.
fn patch(
    folder: &Path,
    files: &[hintsmith_source::File],
    found: &hintsmith_source::Scan,
    wanted: &Map<String, Value>,
) -> Value {
    let names: Vec<&str> = wanted.keys().map(String::as_str).collect();
    let mut requests = Vec::new();
    let mut results = Map::new();
    for (name, matched) in names.iter().zip(match_tools(found, &names)) {
        results.insert((*name).to_owned(), json!(format!("{matched:?}")));
        let indices = match matched {
            ToolMatch::Found(index) => vec![index],
            ToolMatch::Ambiguous(indices) => indices,
            ToolMatch::Generated(_) | ToolMatch::NotFound => continue,
        };
        let values = read_values(&wanted[*name]);
        results.insert((*name).to_owned(), json!("edited"));
        requests.extend(
            indices
                .iter()
                .map(|registration| EditRequest { registration: *registration, wanted: values.clone() }),
        );
    }
    for file in files {
        let plan = found.plan(&file.path, &file.text, &requests);
        let mut report = |registration: usize, text: String| {
            let name = found.registrations[registration].name.known().unwrap_or_default();
            results.insert(name.to_owned(), json!(text));
        };
        for (registration, obstacle) in &plan.refused {
            report(*registration, format!("refused: {obstacle}"));
        }
        for tool in &plan.tools {
            for skipped in tool.skipped() {
                report(tool.registration, format!("skipped: {} {}", skipped.field, skipped.reason));
            }
        }
        if plan.tools.is_empty() {
            continue;
        }
        match found.apply(&plan, &file.text, |_| true) {
            Ok(patched) => {
                assert_eq!(
                    patched.revert().as_deref(),
                    Some(file.text.as_str()),
                    "{} cannot be reverted",
                    file.path
                );
                std::fs::write(folder.join(&file.path), patched.text).expect("the file can be written");
            }
            Err(error) => {
                for tool in &plan.tools {
                    report(tool.registration, format!("failed: {}: {error}", file.path));
                }
            }
        }
    }
    Value::Object(results)
}

fn read_values(value: &Value) -> WantedValues {
    let title = value.get("title").map(|title| match title.as_str() {
        Some(title) => Change::Set(title.to_owned()),
        None => Change::Remove,
    });
    let hints = PerHint::from_fn(|hint| {
        value.get(hint.key()).map(|value| match value.as_bool() {
            Some(value) => Change::Set(value),
            None => Change::Remove,
        })
    });
    WantedValues { title, hints }
}

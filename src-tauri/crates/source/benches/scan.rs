//! Benchmark: reading and scanning a repository of 10,000 files, and planning an edit of every tool, compared with
//! reading the same files.
//!
//! `cargo bench -p hintsmith-source --bench scan` prints seconds and megabytes. One file in ten registers tools; the
//! others are code that mentions them (every second one) or does not.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use hintsmith_core::model::hint::HintName;
use hintsmith_source::{Change, CollectOptions, EditRequest, WantedValues, collect_files, scan};

const FILES: usize = 10_000;
const TOOLS_PER_FILE: usize = 5;
const FILES_PER_FOLDER: usize = 50;
const ROUNDS: usize = 3;
/// Functions of a file, which make it about 6 kB long.
const FUNCTIONS: usize = 30;

const EXTENSIONS: [&str; 5] = ["py", "ts", "js", "go", "rs"];

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let bytes = write_repository(folder.path());
    println!("{FILES} files, {:.1} MB", megabytes(bytes));
    // The first round reads from the disk, the others from its cache.
    let floor = best("read the files", || read_all(folder.path()));
    let memory = peak_memory();
    let options = CollectOptions::default();
    let collect = || collect_files(folder.path(), &options).expect("the folder can be read").files;
    best("collect_files", || collect().len());
    let files = collect();
    assert_eq!(files.len(), FILES);
    best("scan", || scan(&files).registrations.len());
    let found = scan(&files);
    assert_eq!(found.registrations.len(), FILES / 10 * TOOLS_PER_FILE);
    best("plan and apply", || {
        let mut wanted = WantedValues::default();
        wanted.hints[HintName::ReadOnly] = Some(Change::Set(true));
        let requests: Vec<EditRequest> = (0..found.registrations.len())
            .map(|registration| EditRequest { registration, wanted: wanted.clone() })
            .collect();
        let mut changed = 0;
        for file in &files {
            let plan = found.plan(&file.path, &file.text, &requests);
            if !plan.tools.is_empty() {
                found.apply(&plan, &file.text, |_| true).expect("the edits hold");
                changed += 1;
            }
        }
        changed
    });
    drop((files, found));
    let all = best("collect_files and scan", || scan(&collect()).registrations.len());
    println!("{:.1} times as long as reading the files", all.as_secs_f64() / floor.as_secs_f64());
    if let (Some(before), Some(after)) = (memory, peak_memory()) {
        println!("{:.0} MB at most, {:.0} MB after reading alone", megabytes(after), megabytes(before));
    }
}

/// Prints the shortest time of several rounds, and what the work returned.
fn best(what: &str, work: impl Fn() -> usize) -> Duration {
    let mut shortest = Duration::MAX;
    let mut result = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        result = black_box(work());
        shortest = shortest.min(start.elapsed());
    }
    println!("{what:<24} {:>7.3} s  {result}", shortest.as_secs_f64());
    shortest
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn read_all(folder: &Path) -> usize {
    let folders = std::fs::read_dir(folder).expect("the folder can be read").flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten());
    files.map(|file| std::fs::read_to_string(file.path()).map_or(0, |text| text.len())).sum()
}

/// The most memory that the process has used, in bytes.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Writes the files and returns how long they are.
fn write_repository(folder: &Path) -> usize {
    let mut bytes = 0;
    for index in 0..FILES {
        let folder = folder.join(format!("part{}", index / FILES_PER_FOLDER));
        if index.is_multiple_of(FILES_PER_FOLDER) {
            std::fs::create_dir(&folder).expect("a folder can be made");
        }
        let extension = EXTENSIONS[index % EXTENSIONS.len()];
        let text = source(extension, index);
        bytes += text.len();
        std::fs::write(folder.join(format!("file{index}.{extension}")), text).expect("a file can be written");
    }
    bytes
}

/// A file: its imports, tools in one of ten, and functions.
fn source(extension: &str, index: usize) -> String {
    let registers = (index / EXTENSIONS.len()).is_multiple_of(10);
    let mut text = match extension {
        "py" => "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('bench')\n\n".to_owned(),
        "go" => "package bench\n\nimport \"github.com/mark3labs/mcp-go/mcp\"\n\n".to_owned(),
        "rs" => "use rmcp::tool;\n\n".to_owned(),
        _ => "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n\n".to_owned(),
    };
    if !registers {
        text.clear();
        text.push_str(if extension == "go" { "package bench\n\n" } else { "" });
    }
    for tool in 0..if registers { TOOLS_PER_FILE } else { 0 } {
        push_tool(&mut text, extension, &format!("get_{index}_{tool}"));
    }
    // Every second of the others mentions tools, and is parsed.
    let word = if registers || index.is_multiple_of(2) { "tool" } else { "page" };
    for function in 0..FUNCTIONS {
        push_function(&mut text, extension, word, function);
    }
    text
}

fn push_tool(text: &mut String, extension: &str, name: &str) {
    let result = match extension {
        "py" => writeln!(
            text,
            "@mcp.tool()\ndef {name}(city: str) -> str:\n    \"\"\"Gets it.\"\"\"\n    return city\n"
        ),
        "go" => {
            writeln!(text, "var {name} = mcp.NewTool(\"{name}\",\n\tmcp.WithDescription(\"Gets it.\"),\n)\n")
        }
        "rs" => writeln!(
            text,
            "impl Server {{\n    #[tool(description = \"Gets it.\")]\n    async fn {name}(&self) -> String {{\n        String::new()\n    }}\n}}\n"
        ),
        _ => writeln!(
            text,
            "server.registerTool(\n  '{name}',\n  {{\n    description: 'Gets it.',\n    inputSchema: {{}},\n  }},\n  async () => ({{ content: [] }}),\n);\n"
        ),
    };
    result.expect("a text can be written to");
}

fn push_function(text: &mut String, extension: &str, word: &str, index: usize) {
    let result = match extension {
        "py" => writeln!(
            text,
            "def find_{word}_{index}(items, limit=10):\n    \"\"\"Returns the first {word}s that are valid.\"\"\"\n    found = [item for item in items if item.get('{word}') is not None]\n    return sorted(found, key=lambda item: item['{word}'])[:limit]\n"
        ),
        "go" => writeln!(
            text,
            "func find{word}{index}(items []Item, limit int) []Item {{\n\tfound := make([]Item, 0, limit)\n\tfor _, item := range items {{\n\t\tif item.{word} != nil && len(found) < limit {{\n\t\t\tfound = append(found, item)\n\t\t}}\n\t}}\n\treturn found\n}}\n"
        ),
        "rs" => writeln!(
            text,
            "fn find_{word}_{index}(items: &[Item], limit: usize) -> Vec<&Item> {{\n    let found = items.iter().filter(|item| item.{word}.is_some());\n    found.take(limit).collect()\n}}\n"
        ),
        _ => writeln!(
            text,
            "export function find{word}{index}(items, limit = 10) {{\n  const found = items.filter((item) => item.{word} !== undefined);\n  return found.sort((one, other) => one.{word}.localeCompare(other.{word})).slice(0, limit);\n}}\n"
        ),
    };
    result.expect("a text can be written to");
}

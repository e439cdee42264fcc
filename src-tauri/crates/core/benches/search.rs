//! Benchmark: search while typing. Every keystroke parses the query, ranks all tools and sorts the matches.
//!
//! `cargo bench -p hintsmith-core --bench search` prints the times with their targets, and with a baseline that scans
//! every byte of the same texts once.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hintsmith_core::model::hint::{HintName, PerHint};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::review::ReviewState;
use hintsmith_core::search::filter::{Filter, FilterSubject, HintState};
use hintsmith_core::search::{Rank, SearchText, rank_items};

/// Number of tools, and the target for the 99th percentile of keystroke times.
const SIZES: [(usize, Duration); 2] =
    [(10_000, Duration::from_millis(16)), (100_000, Duration::from_millis(50))];

/// Typed letter by letter.
const QUERIES: [(&str, &str); 8] = [
    ("narrow", "acme_delete_invoice_777"),
    ("broad", "the workspace"),
    ("one letter", "e"),
    ("rare letters", "jukebox"),
    ("no match", "zzyzx unheard of"),
    ("several words", "a page of the next note -board"),
    ("quoted", "\"with the cursor\" list"),
    ("hints", "hint:destructive is:inferred -server:acme-3 is:unreviewed delete"),
];

const ROUNDS: usize = 20;

/// A tool in the memory layout of the catalog: behind a pointer, its text behind another.
struct CatalogTool {
    server: String,
    text: SearchText,
    hints: PerHint<HintState>,
    /// Other data of a tool, which lies between the texts in memory.
    _raw: String,
}

impl CatalogTool {
    fn new(number: usize) -> Self {
        const VERBS: [&str; 8] = ["list", "get", "create", "update", "delete", "send", "run", "export"];
        const THINGS: [&str; 7] = ["note", "board", "invoice", "message", "device", "report", "folder"];
        let (verb, thing) = (VERBS[number % VERBS.len()], THINGS[number % THINGS.len()]);
        let name = match number % 3 {
            0 => format!("acme_{verb}_{thing}_{number}"),
            1 => format!("{verb}-{thing}-{number}"),
            _ => format!("{verb}{}{}{number}", thing[..1].to_uppercase(), &thing[1..]),
        };
        let title = format!("{verb} {thing}");
        let description = format!(
            "Use this tool to {verb} a {thing} of the workspace. It needs the identifier of the {thing}, which other \
             tools return. Large answers come in pages; ask for the next page with the cursor of the last one. Nothing \
             is permanently removed unless the description of a parameter says so. Returns the {thing} with all its \
             fields, or an error that tells what was wrong with request {number}."
        );
        let layer = if number.is_multiple_of(2) { Layer::Inferred } else { Layer::Declared };
        let hints = PerHint::from_fn(|hint| HintState {
            value: hint == HintName::Destructive && number % VERBS.len() == 4,
            layer,
            is_unused: false,
        });
        let text = SearchText::new(&name, &[&title], &description, &[]);
        let raw = format!("{{\"name\":\"{name}\",\"title\":\"{title}\",\"description\":\"{description}\"}}");
        Self { server: format!("acme-{}", number / 100), text, hints, _raw: raw }
    }

    fn filter_subject(&self) -> FilterSubject<'_> {
        FilterSubject {
            server: &self.server,
            text: &self.text,
            title_layer: Layer::Inferred,
            hints: &self.hints,
            has_problem: false,
            review: ReviewState::Unreviewed,
            is_suspended: false,
            has_conflict: false,
            is_disputed: false,
            has_note: false,
            has_finding: false,
            environments: &[],
            toolsets: &[],
            is_decided_in_base: false,
        }
    }
}

fn search(tools: &[Arc<CatalogTool>], query: &str) -> Vec<u32> {
    let filter = Filter::parse(query);
    rank_items(tools, |tool| filter.rank(&tool.filter_subject()))
}

/// Searches for a byte that no text contains, with the same parallelism as a search.
fn baseline(tools: &[Arc<CatalogTool>]) -> Vec<u32> {
    rank_items(tools, |tool| memchr::memchr(0, tool.text.lower().as_bytes()).map(|_| Rank::BEST))
}

fn time_run<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Percentile of the times.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn main() {
    let mut over = false;
    for (count, expected) in SIZES {
        let tools: Vec<Arc<CatalogTool>> =
            (0..count).map(|number| Arc::new(CatalogTool::new(number))).collect();
        let floor =
            percentile(&mut (0..ROUNDS).map(|_| time_run(|| baseline(&tools))).collect::<Vec<_>>(), 50);
        println!("{count} tools; one look at every byte: {floor:.2?}");
        let mut all = Vec::new();
        let line = |name: &str, times: &mut [Duration]| {
            let (p50, p99) = (percentile(times, 50), percentile(times, 99));
            let ratio = p99.as_secs_f64() / floor.as_secs_f64();
            println!(
                "  {name:14} p50 {p50:>9.2?}   p99 {p99:>9.2?}   wanted {expected:.0?}   {ratio:>5.1} times the floor"
            );
            p99
        };
        for (name, query) in QUERIES {
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let typed = (1..=query.len()).map(|end| &query[..end]);
                times.extend(typed.map(|typed| time_run(|| search(&tools, typed))));
            }
            line(name, &mut times);
            all.append(&mut times);
        }
        over |= line("all keystrokes", &mut all) > expected;
    }
    if over {
        eprintln!("over what is wanted");
        std::process::exit(1);
    }
}

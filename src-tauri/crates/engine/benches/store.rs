//! Benchmarks of scanning, inferring and storing a large list, and of searching per keystroke, each compared with a
//! baseline or a target: `cargo bench -p hintsmith-engine`. Compare ratios; absolute times depend on the machine.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hintsmith_engine::dto::{
    AddServerInput, BulkChange, BulkInput, DecideInput, FieldDecision, NewServer, NewSource, SearchInput,
    SeenTool, ServerKey, UndoInput,
};
use hintsmith_engine::hint::HintName;
use hintsmith_engine::{Author, Engine, Options, SecretsOptions};

const TOOLS: usize = 100_000;
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let list = folder.path().join("list.json");
    let text = generate_list(TOOLS, "");
    std::fs::write(&list, &text)?;
    let mebibytes = text.len() >> 20;
    println!("{TOOLS} tools, {mebibytes} MiB of JSON; best of {ROUNDS}");

    let baseline = best(|round| measure_baseline(&folder.path().join(format!("floor-{round}.db")), &text));
    let mut first = Duration::MAX;
    let mut data = folder.path().to_owned();
    for round in 0..ROUNDS {
        let fresh = folder.path().join(format!("data-{round}"));
        let engine = runtime.block_on(open_engine(&fresh));
        runtime.block_on(add_server(&engine, &list));
        let took = timed(|| {
            runtime.block_on(scan(&engine));
            runtime.block_on(engine.tools.catalog_view()).expect("the catalog loads");
        });
        first = first.min(took);
        data = fresh;
    }
    print_time(
        "first import, inferred and stored",
        first,
        Some((baseline, "parsing and inserting alone", 3.0)),
    );

    let again = best(|_| {
        let engine = runtime.block_on(open_engine(&data));
        timed(|| runtime.block_on(scan(&engine)))
    });
    print_time("unchanged import in a new process", again, Some((first, "the first", 0.25)));
    let open = best(|_| timed(|| drop(runtime.block_on(open_engine(&data)))));
    print_time("opening the store, with its check", open, None);

    let open_one = runtime.block_on(open_engine(&data));
    let load = timed(|| drop(runtime.block_on(open_one.tools.catalog_view())));
    print_time("the catalog from the store", load, None);
    let mut decisions: Vec<Duration> =
        (0..50).map(|n| timed(|| runtime.block_on(decide(&open_one, n)))).collect();
    print_time("one decision, durable (p99)", p99(&mut decisions), None);
    std::fs::write(&list, generate_list(TOOLS, "Changed. "))?;
    let changed = timed(|| runtime.block_on(scan(&open_one)));
    print_time("import where every tool changed", changed, Some((first, "the first", f64::INFINITY)));

    let mut passed = baseline.mul_f64(3.0) >= first && first.mul_f64(0.25) >= again;
    for (tools, target) in [(10_000, Duration::from_millis(16)), (TOOLS, Duration::from_millis(50))] {
        let data = folder.path().join(format!("search-{tools}"));
        std::fs::write(&list, generate_list(tools, ""))?;
        let engine = runtime.block_on(open_engine(&data));
        runtime.block_on(add_server(&engine, &list));
        runtime.block_on(scan(&engine));
        let mut strokes = runtime.block_on(keystrokes(&engine));
        let p99_time = p99(&mut strokes);
        println!(
            "a keystroke's search among {tools} tools: p50 {:.1} ms, p99 {:.1} ms (wanted ≤ {} ms) over {} strokes",
            milliseconds(strokes[strokes.len() / 2]),
            milliseconds(p99_time),
            target.as_millis(),
            strokes.len()
        );
        passed &= p99_time <= target;
        if tools == 10_000 {
            passed &= runtime.block_on(bench_bulk(&engine, tools));
        }
    }
    println!("{}", if passed { "all as wanted" } else { "NOT all as wanted" });
    Ok(())
}

/// The baseline: parsing the JSON and inserting the raw rows in one durable transaction, nothing else.
fn measure_baseline(path: &Path, text: &str) -> Duration {
    timed(|| {
        let list: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        let tools = list["tools"].as_array().expect("a list");
        let mut connection = rusqlite::Connection::open(path).expect("opens");
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 CREATE TABLE tool (server TEXT, position INTEGER, raw TEXT, PRIMARY KEY (server, position)) STRICT, WITHOUT ROWID",
            )
            .expect("a table");
        let transaction = connection.transaction().expect("begins");
        {
            let mut insert = transaction.prepare("INSERT INTO tool VALUES ('s', ?1, ?2)").expect("prepares");
            for (position, tool) in (0_i64..).zip(tools) {
                insert.execute((position, tool.to_string())).expect("inserts");
            }
        }
        transaction.commit().expect("commits");
    })
}

async fn open_engine(data: &Path) -> Arc<Engine> {
    let options = Options {
        data_folder: data.to_owned(),
        program: "hintsmith".into(),
        request_timeout: None,
        secrets: SecretsOptions::default(),
        author: Author::current_user("a bench"),
    };
    Engine::open(options).await.expect("opens")
}

async fn add_server(engine: &Engine, list: &Path) {
    let source = NewSource::File { path: list.display().to_string() };
    let server = NewServer { name: "s".to_owned(), source, storage: Vec::new() };
    let consent = engine.servers.preview(server.clone()).await.expect("a preview").consent;
    engine
        .servers
        .add(AddServerInput { server, consent, open_world: None, trusts_methods: false })
        .await
        .expect("is added");
}

async fn scan(engine: &Arc<Engine>) {
    let report = engine.servers.scan(ServerKey { server: "s".to_owned() }, |_| {}).await.expect("is read");
    assert!(report.server.failure.is_none(), "{:?}", report.server.failure);
}

async fn decide(engine: &Engine, n: usize) {
    let hint = HintName::ReadOnly;
    let input = DecideInput {
        server: "s".to_owned(),
        tool: tool_name(n * 37),
        environment: None,
        seen: None,
        decisions: vec![FieldDecision::Hint { hint, value: Some(n.is_multiple_of(2)) }],
        because: None,
    };
    engine.decisions.decide(input).await.expect("is decided");
}

/// One decision for every tool, and undoing it, each including the catalog that a window shows afterwards.
async fn bench_bulk(engine: &Engine, tools: usize) -> bool {
    let cards = engine.tools.catalog_view().await.expect("a catalog").cards;
    let seen = cards.iter().map(|card| SeenTool {
        server: card.server.clone(),
        tool: card.name.clone(),
        seen: Some(card.seen.clone()),
    });
    let decisions = vec![FieldDecision::Hint { hint: HintName::OpenWorld, value: Some(false) }];
    let change = BulkChange::Decide { decisions };
    let input = BulkInput { tools: seen.collect(), environment: None, change, because: None, loosen: false };
    let target = Duration::from_secs(1);
    let mut passed = true;
    let mut print_time = |what: &str, took: Duration| {
        let took_ms = milliseconds(took);
        println!(
            "{what} {tools} tools: {took_ms:.0} ms (wanted with the window’s part ≤ {} ms)",
            target.as_millis()
        );
        passed &= took <= target;
    };
    let start = Instant::now();
    engine.decisions.preview_bulk(input.clone()).await.expect("a preview");
    print_time("previewing one decision for", start.elapsed());
    let start = Instant::now();
    let report = engine.decisions.apply_bulk(input).await.expect("is decided");
    assert_eq!(report.changed as usize, tools);
    engine.tools.catalog_view().await.expect("a catalog");
    print_time("one decision for", start.elapsed());
    let start = Instant::now();
    engine.history.undo(UndoInput { entry: None }).await.expect("is undone");
    engine.tools.catalog_view().await.expect("a catalog");
    print_time("taking it back on", start.elapsed());
    passed
}

/// Types queries letter by letter and times each search.
async fn keystrokes(engine: &Engine) -> Vec<Duration> {
    let queries = [
        "delete note",
        "calendar",
        "a",
        "the",
        "zzzz nothing",
        "is:inferred hint:destructive file",
        "-server:other update contact",
        "share a file with somebody",
    ];
    // Not timed: the first search of a catalog does not happen while typing.
    engine.tools.search(SearchInput { query: "warm".to_owned() }).await.expect("searches");
    let mut times = Vec::new();
    for _ in 0..5 {
        for query in queries {
            for (end, letter) in query.char_indices() {
                let query = query[..end + letter.len_utf8()].to_owned();
                let start = Instant::now();
                engine.tools.search(SearchInput { query }).await.expect("searches");
                times.push(start.elapsed());
            }
        }
    }
    times
}

const VERBS: [&str; 12] = [
    "get", "list", "search", "create", "update", "delete", "send", "move", "share", "append", "export",
    "revoke",
];
const THINGS: [&str; 10] =
    ["note", "file", "event", "contact", "board", "card", "table", "recipe", "feed", "message"];

fn tool_name(n: usize) -> String {
    format!("{}_{}_{n}", VERBS[n % VERBS.len()], THINGS[n / VERBS.len() % THINGS.len()])
}

/// A saved `tools/list` with realistic tools of about 700 bytes each.
fn generate_list(tools: usize, extra: &str) -> String {
    let mut text = String::from("{\"tools\":[");
    for n in 0..tools {
        let (verb, thing) = (VERBS[n % VERBS.len()], THINGS[n / VERBS.len() % THINGS.len()]);
        let comma = if n == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"name":"{}","description":"{extra}Use this to {verb} a {thing} in the calendar of the team. The {thing} is found by its id; pass the whole path where it lies in a folder. Returns the {thing} as it is afterwards, with its owner and the time of its last change.","inputSchema":{{"type":"object","properties":{{"id":{{"type":"integer","description":"Which {thing}"}},"path":{{"type":"string","description":"Where it is"}},"limit":{{"type":"integer","default":20}},"mode":{{"type":"string","enum":["fast","whole"]}}}},"required":["id"]}}"#,
            tool_name(n)
        );
        if n.is_multiple_of(3) {
            text.push_str(r#","annotations":{"readOnlyHint":false,"com.example/risk":2}"#);
        }
        text.push('}');
    }
    text.push_str("]}");
    text
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn best(mut work: impl FnMut(usize) -> Duration) -> Duration {
    (0..ROUNDS).map(&mut work).min().unwrap_or_default()
}

fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[(times.len() * 99 / 100).min(times.len() - 1)]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn print_time(what: &str, took: Duration, beside: Option<(Duration, &str, f64)>) {
    let took_ms = milliseconds(took);
    match beside {
        None => println!("{what}: {took_ms:.1} ms"),
        Some((floor, name, wanted)) => {
            let ratio = took.as_secs_f64() / floor.as_secs_f64();
            let wanted = if wanted.is_finite() { format!(" (wanted ≤ {wanted})") } else { String::new() };
            println!("{what}: {took_ms:.0} ms = {ratio:.2} × {name} ({:.0} ms){wanted}", milliseconds(floor));
        }
    }
}

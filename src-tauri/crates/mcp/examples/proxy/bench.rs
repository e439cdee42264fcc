//! What the proxy costs: calls and lists directly and through it, as medians of interleaved rounds.

use std::time::Duration;

use crate::load::Client;

const CALLS: usize = 5_000;

/// One way to the same server.
struct Way {
    name: &'static str,
    client: Client,
}

pub fn run(rounds: usize) -> std::io::Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| std::io::Error::other("this program's path is not text"))?;
    for (tools, lists) in [(20, 1_000), (1_000, 60)] {
        let script = std::env::temp_dir().join(format!("proxy-bench-{}-{tools}", std::process::id()));
        std::fs::write(&script, self::script(tools))?;
        let path = script.to_str().ok_or_else(|| std::io::Error::other("the folder's path is not text"))?;
        let mut ways = [
            Way { name: "direct", client: Client::start(own, &["scripted", path])? },
            Way { name: "through", client: Client::start(own, &["wrap", "--", own, "scripted", path])? },
            Way {
                name: "corrected",
                client: Client::start(own, &["wrap", "all", "--", own, "scripted", path])?,
            },
        ];
        for way in &mut ways {
            way.client.ask("initialize", "{}")?;
            way.client.ask("tools/list", "{}")?;
        }
        let bytes = ways[0].client.answer().len();
        if tools == 20 {
            measured(&format!("tools/call, {CALLS} a round"), &mut ways, rounds, CALLS, "tools/call", CALL)?;
        }
        measured(
            &format!("tools/list of {tools} ({bytes} bytes)"),
            &mut ways,
            rounds,
            lists,
            "tools/list",
            "{}",
        )?;
        drop(ways);
        std::fs::remove_file(script)?;
    }
    Ok(())
}

const CALL: &str = r#"{"name":"tool_7","arguments":{"text":"0123456789012345678901234567890123456789012345678901234567890123"}}"#;

fn measured(
    what: &str,
    ways: &mut [Way],
    rounds: usize,
    times: usize,
    method: &str,
    params: &str,
) -> std::io::Result<()> {
    let mut found: Vec<Vec<[f64; 3]>> = ways.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (way, found) in ways.iter_mut().zip(&mut found) {
            let before = cpu(way.client.pid());
            let taken: Vec<(Duration, Duration)> =
                (0..times).map(|_| way.client.ask(method, params)).collect::<std::io::Result<_>>()?;
            let cpu = (cpu(way.client.pid()) - before) / times as f64;
            let milliseconds = |one: fn(&(Duration, Duration)) -> Duration| {
                median(taken.iter().map(|taken| one(taken).as_secs_f64() * 1e3).collect())
            };
            found.push([milliseconds(|taken| taken.0), milliseconds(|taken| taken.1), cpu]);
        }
    }
    println!("{what}, medians of {rounds} rounds");
    let mut direct = None;
    for (way, found) in ways.iter().zip(found) {
        let [arrived, read, cpu] =
            [0, 1, 2].map(|column| median(found.iter().map(|figures| figures[column]).collect()));
        let direct = *direct.get_or_insert([arrived, read]);
        let beside = |figure: f64, direct: f64| format!("({:.2}x, {:+.4})", figure / direct, figure - direct);
        println!(
            "  {:<10} arrived {arrived:.4} ms {}  read {read:.4} ms {}  its CPU {cpu:.4} ms",
            way.name,
            beside(arrived, direct[0]),
            beside(read, direct[1]),
        );
    }
    Ok(())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The CPU time of one process so far, in milliseconds: of its first thread, and these programs have no other.
fn cpu(pid: u32) -> f64 {
    // The scheduler counts nanoseconds here; `stat` counts hundredths of a second only.
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e6
}

fn script(tools: usize) -> String {
    let tools: Vec<String> = (0..tools).map(tool).collect();
    format!(
        "? \"tools/call\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"0123456789012345678901234567890123456789012345678901234567890123\"}}],\"isError\":false}}}}\n\
         ? \"tools/list\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"tools\":[{}]}}}}\n\
         ? \"initialize\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{{\"tools\":{{}}}},\"serverInfo\":{{\"name\":\"scripted\",\"version\":\"1\"}}}}}}\n",
        tools.join(",")
    )
}

/// About as long as a tool of a real server: a good thousand bytes.
fn tool(number: usize) -> String {
    let properties: Vec<String> = ["path", "recursive", "pattern", "limit", "cursor"]
        .iter()
        .map(|name| format!(r#""{name}":{{"type":"string","description":"What the {name} of the entry is, and what happens when it is left out; see the guide."}}"#))
        .collect();
    format!(
        r#"{{"name":"tool_{number}","title":"Tool {number}","description":"Lists what is in a folder of the store, with size and time of each entry. Folders that cannot be read are left out and counted. Use the cursor to go on where the last answer ended.","inputSchema":{{"type":"object","properties":{{{}}},"required":["path"],"additionalProperties":false}},"annotations":{{"title":"Tool {number}","readOnlyHint":false,"destructiveHint":true,"x-vendor":[1,2.50,9007199254740993]}},"_meta":{{"com.example/since":"1.{number}"}}}}"#,
        properties.join(",")
    )
}

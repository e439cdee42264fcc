//! Proxy benchmark: calls and lists directly and through the proxy, as medians of interleaved rounds.

use std::time::{Duration, Instant};

use crate::load::Client;

const CALLS_PER_ROUND: usize = 5_000;

/// A command that reaches the server, directly or through the proxy.
struct BenchTarget {
    name: &'static str,
    client: Client,
    /// Time from the start to the first response.
    startup_time: Duration,
}

/// `program` is the headless program; without it the bare proxy of this example is measured.
pub fn run(rounds: usize, program: Option<&str>) -> std::io::Result<()> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or_else(|| std::io::Error::other("this program's path is not text"))?;
    for (tools, lists) in [(20, 1_000), (1_000, 60)] {
        let folder = std::env::temp_dir().join(format!("proxy-bench-{}-{tools}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text)?;
            path.to_str()
                .map(str::to_owned)
                .ok_or_else(|| std::io::Error::other("the folder's path is not text"))
        };
        let scripted = file("script", &script(tools))?;
        let server = [own, "scripted", &scripted];
        let mut targets = vec![BenchTarget::start("direct", &server)?];
        match program {
            None => {
                targets.push(BenchTarget::start("through", &[&[own, "wrap", "--"][..], &server].concat())?);
                targets.push(BenchTarget::start(
                    "corrected",
                    &[&[own, "wrap", "all", "--"][..], &server].concat(),
                )?);
            }
            Some(program) => {
                let data = folder.join("data");
                let data = data.to_str().unwrap_or_default();
                let decided = file("decided.json", &decisions_for(tools))?;
                let store = [program, "--data", data, "wrap", "--server", "s", "--"];
                let filed = [program, "wrap", "--server", "s", "--file", &decided, "--"];
                targets.push(BenchTarget::start("through", &[&store[..], &server].concat())?);
                targets.push(BenchTarget::start("corrected", &[&filed[..], &server].concat())?);
            }
        }
        let bytes = targets[0].client.last_response().len();
        if tools == 20 {
            let ready: Vec<String> = targets
                .iter()
                .map(|target| format!("{} {:.1} ms", target.name, target.startup_time.as_secs_f64() * 1e3))
                .collect();
            println!("from start to the first answer: {}", ready.join(", "));
            measure(
                &format!("tools/call, {CALLS_PER_ROUND} a round"),
                &mut targets,
                rounds,
                CALLS_PER_ROUND,
                "tools/call",
                CALL,
            )?;
        }
        let what = format!("tools/list of {tools} ({bytes} bytes)");
        measure(&what, &mut targets, rounds, lists, "tools/list", "{}")?;
        let memory: Vec<String> = targets
            .iter()
            .map(|target| format!("{} {} KiB", target.name, resident_kib(target.client.pid())))
            .collect();
        println!("  memory afterwards: {}", memory.join(", "));
        drop(targets);
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

impl BenchTarget {
    /// Starts a server and lists its tools once, so that first-time work is not measured.
    fn start(name: &'static str, command: &[&str]) -> std::io::Result<Self> {
        let begun = Instant::now();
        let mut client = Client::start(command[0], &command[1..])?;
        client.request("initialize", "{}")?;
        let ready = begun.elapsed();
        client.request("tools/list", "{}")?;
        Ok(Self { name, client, startup_time: ready })
    }
}

pub const CALL: &str = r#"{"name":"tool_7","arguments":{"text":"0123456789012345678901234567890123456789012345678901234567890123"}}"#;

fn measure(
    title: &str,
    targets: &mut [BenchTarget],
    rounds: usize,
    times: usize,
    method: &str,
    params: &str,
) -> std::io::Result<()> {
    let mut found: Vec<Vec<[f64; 3]>> = targets.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (target, found) in targets.iter_mut().zip(&mut found) {
            let before = cpu(target.client.pid());
            let taken: Vec<(Duration, Duration)> =
                (0..times).map(|_| target.client.request(method, params)).collect::<std::io::Result<_>>()?;
            let cpu = (cpu(target.client.pid()) - before) / times as f64;
            let milliseconds = |one: fn(&(Duration, Duration)) -> Duration| {
                median(taken.iter().map(|taken| one(taken).as_secs_f64() * 1e3).collect())
            };
            found.push([milliseconds(|taken| taken.0), milliseconds(|taken| taken.1), cpu]);
        }
    }
    println!("{title}, medians of {rounds} rounds");
    let mut direct = None;
    for (target, found) in targets.iter().zip(found) {
        let [arrived, read, cpu] =
            [0, 1, 2].map(|column| median(found.iter().map(|figures| figures[column]).collect()));
        let direct = *direct.get_or_insert([arrived, read]);
        let beside = |figure: f64, direct: f64| format!("({:.2}x, {:+.4})", figure / direct, figure - direct);
        println!(
            "  {:<10} arrived {arrived:.4} ms {}  read {read:.4} ms {}  its CPU {cpu:.4} ms",
            target.name,
            beside(arrived, direct[0]),
            beside(read, direct[1]),
        );
    }
    Ok(())
}

pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// CPU time of all threads of a process so far, in milliseconds.
pub fn cpu(pid: u32) -> f64 {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return 0.0 };
    // `schedstat` counts nanoseconds; `stat` only hundredths of a second.
    let of = |thread: std::fs::DirEntry| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        text.split(' ').next().and_then(|first| first.parse::<f64>().ok()).unwrap_or(0.0)
    };
    threads.flatten().map(of).sum::<f64>() / 1e6
}

/// Resident memory of a process, in KiB.
fn resident_kib(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A `hintsmith.json` with a decision for every tool.
fn decisions_for(tools: usize) -> String {
    let tools: Vec<String> = (0..tools)
        .map(|number| {
            format!(r#""tool_{number}":{{"annotations":{{"destructiveHint":false,"title":"Decided"}}}}"#)
        })
        .collect();
    format!(r#"{{"hintsmith":1,"servers":{{"s":{{"tools":{{{}}}}}}}}}"#, tools.join(","))
}

pub fn script(tools: usize) -> String {
    let tools: Vec<String> = (0..tools).map(tool).collect();
    script_of(&tools)
}

/// The script of a server with these tools.
pub fn script_of(tools: &[String]) -> String {
    format!(
        "? \"tools/call\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"0123456789012345678901234567890123456789012345678901234567890123\"}}],\"isError\":false}}}}\n\
         ? \"tools/list\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"tools\":[{}]}}}}\n\
         ? \"initialize\"\n< {{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{{\"tools\":{{}}}},\"serverInfo\":{{\"name\":\"scripted\",\"version\":\"1\"}}}}}}\n",
        tools.join(",")
    )
}

/// A tool definition of typical size, slightly over a thousand bytes.
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

//! The proxy in front of a scripted server, and what it costs: `proxy bench`, `proxy wrap [all] -- CMD…`, `proxy scripted FILE`.

mod bench;
mod load;
mod scripted;
mod wrap;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bench", rest @ ..] => bench::run(rest.first().and_then(|rounds| rounds.parse().ok()).unwrap_or(7)),
        ["scripted", script] => scripted::run(script),
        ["wrap", "--", command @ ..] => wrap::run(command, false),
        ["wrap", "all", "--", command @ ..] => wrap::run(command, true),
        _ => Err(std::io::Error::other("say bench, scripted FILE, or wrap [all] -- CMD…")),
    }
}

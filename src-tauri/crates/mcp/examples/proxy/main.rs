//! The proxy in front of a scripted server, and what it costs: `proxy bench [PROGRAM]`, `proxy wrap [all] -- CMD…`, `proxy scripted FILE`.

mod bench;
mod load;
mod scripted;
mod wrap;

const ROUNDS: usize = 7;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bench"] => bench::run(ROUNDS, None),
        ["bench", program] => bench::run(ROUNDS, Some(program)),
        ["scripted", script] => scripted::run(script),
        ["wrap", "--", command @ ..] => wrap::run(command, false),
        ["wrap", "all", "--", command @ ..] => wrap::run(command, true),
        _ => Err(std::io::Error::other("say bench [PROGRAM], scripted FILE, or wrap [all] -- CMD…")),
    }
}

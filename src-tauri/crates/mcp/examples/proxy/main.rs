//! The proxy and the gateway in front of a scripted server, and their benchmarks: `bench [PROGRAM]`, `gateway-bench`,
//! `openapi-bench`, `soak [CALLS]`, `wrap [all] -- CMD…`, `gateway [all] stdio CMD…`, `gateway [all] http URL`,
//! `gateway [all] openapi FILE`, `scripted FILE`, `upstream FILE`.

mod bench;
mod gateway;
mod gateway_bench;
mod http_load;
mod load;
mod openapi_bench;
mod peers;
mod scripted;
mod soak;
mod socket_server;
mod upstream;
mod wrap;

const ROUNDS: usize = 7;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bench"] => bench::run(ROUNDS, None),
        ["bench", program] => bench::run(ROUNDS, Some(program)),
        ["gateway-bench", rest @ ..] => {
            gateway_bench::run(rest.first().and_then(|rounds| rounds.parse().ok()).unwrap_or(7))
        }
        ["openapi-bench", rest @ ..] => {
            openapi_bench::run(rest.first().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS))
        }
        ["gateway", rest @ ..] => gateway::run(rest),
        ["soak", rest @ ..] => {
            soak::run(rest.first().and_then(|calls| calls.parse().ok()).unwrap_or(1_000_000))
        }
        ["upstream", script] => upstream::run(script),
        ["socket-server", address] => socket_server::run(address),
        ["scripted", script] => scripted::run(script),
        ["wrap", "--", command @ ..] => wrap::run(command, false),
        ["wrap", "all", "--", command @ ..] => wrap::run(command, true),
        _ => Err(std::io::Error::other(
            "say bench [PROGRAM], gateway-bench, openapi-bench, soak [CALLS], scripted FILE, upstream FILE, gateway … or wrap [all] -- CMD…",
        )),
    }
}

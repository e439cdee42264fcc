//! Runs the fuzz targets on stable: first every input of the corpus, then random mutations of them for a bounded
//! time.
//!
//!   hintsmith-fuzz [--seconds N] [TARGET…]
//!
//! `HINTSMITH_SEED` repeats a run. A failing input is written to the corpus folder before the program exits.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hintsmith_fuzz::{TARGETS, Target, target};

fn main() -> ExitCode {
    let mut seconds = 5;
    let mut chosen: Vec<&Target> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), target(&argument)) {
            ("--seconds", _) => {
                seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(seconds)
            }
            (_, Some(target)) => chosen.push(target),
            (other, None) => {
                eprintln!("there is no target {other}");
                return ExitCode::from(2);
            }
        }
    }
    if chosen.is_empty() {
        chosen = TARGETS.iter().collect();
    }
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let given = std::env::var("HINTSMITH_SEED").ok().and_then(|text| text.parse().ok());
    let seed = given.unwrap_or(u64::try_from(clock.as_nanos() & u128::from(u64::MAX)).unwrap_or_default());
    println!("seed {seed}");
    let mut failed = false;
    for target in chosen {
        failed |= !fuzz(target, Duration::from_secs(seconds), seed);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Returns whether the property held for every input.
fn fuzz(target: &Target, duration: Duration, seed: u64) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let corpus = read_corpus(&folder);
    assert!(!corpus.is_empty(), "{} has no corpus", target.name);
    for (path, input) in &corpus {
        if !holds(target, input) {
            println!("{}: fails for {}", target.name, path.display());
            return false;
        }
    }
    let (mut random, start, mut runs) = (Rng(seed | 1), Instant::now(), 0_u64);
    while start.elapsed() < duration {
        let input = random.mutate(&corpus);
        runs += 1;
        if !holds(target, &input) {
            let found = folder.join(format!("found-{seed:x}-{runs}"));
            let written = fs::write(&found, &input);
            println!(
                "{}: fails after {runs} runs; the input is in {} {written:?}",
                target.name,
                found.display()
            );
            return false;
        }
    }
    println!("{}: {} inputs of the corpus and {runs} random ones", target.name, corpus.len());
    true
}

fn holds(target: &Target, input: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_ok()
}

fn read_corpus(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}

/// xorshift64*; its quality does not matter here.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or_default()
    }

    /// A mutation of a corpus input: bytes flipped, removed, repeated, or copied from another input.
    fn mutate(&mut self, corpus: &[(PathBuf, Vec<u8>)]) -> Vec<u8> {
        const TOKENS: [&[u8]; 14] = [
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\"",
            b"\n",
            b"\r",
            b"\\u0000",
            b"1e400",
            b"null",
            b"\xff",
            b"[[[[[[[[",
        ];
        let mut input = corpus[self.below(corpus.len())].1.clone();
        for _ in 0..=self.below(6) {
            let at = self.below(input.len() + 1);
            match self.below(6) {
                0 if at < input.len() => input[at] ^= 1 << self.below(8),
                1 if at < input.len() => drop(input.remove(at)),
                2 => {
                    let token = TOKENS[self.below(TOKENS.len())];
                    input.splice(at..at, token.iter().copied());
                }
                3 => input.truncate(at),
                4 => {
                    let other = &corpus[self.below(corpus.len())].1;
                    let from = self.below(other.len() + 1);
                    let part = &other[from..(from + self.below(64)).min(other.len())];
                    input.splice(at..at, part.iter().copied());
                }
                _ => {
                    let end = (at + self.below(32)).min(input.len());
                    let part = input[at..end].to_vec();
                    input.splice(at..at, part);
                }
            }
        }
        input
    }
}

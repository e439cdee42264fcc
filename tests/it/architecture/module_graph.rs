//! The modules of a crate and the `crate::` and `super::` paths between them, without test modules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Module = Vec<String>;

/// Each module of the crate in `folder` with the modules that its paths name.
pub fn read(folder: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut sources = BTreeMap::new();
    collect(Path::new(folder), &mut Vec::new(), &mut sources);
    let imports = sources.iter().map(|(module, code)| {
        let is_known = |path: &[String]| sources.contains_key(path);
        let named = paths(code, module).into_iter().filter_map(|path| {
            let known = (1..=path.len()).rev().find(|length| is_known(&path[..*length]))?;
            Some(path[..known].to_vec())
        });
        (module.clone(), named.filter(|named| named != module).collect())
    });
    imports.collect()
}

/// Siblings that reach each other through imports of themselves and their descendants: `parent: a, b`.
pub fn sibling_cycles(modules: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let mut siblings: BTreeMap<&[String], BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for (module, imports) in modules {
        for import in imports {
            let common = module.iter().zip(import).take_while(|(one, other)| one == other).count();
            if common < module.len() && common < import.len() {
                let edges = siblings.entry(&module[..common]).or_default();
                edges.entry(&module[common]).or_default().insert(&import[common]);
            }
        }
    }
    let mut cycles = Vec::new();
    for (parent, edges) in siblings {
        let mut reported = BTreeSet::new();
        for sibling in edges.keys().copied() {
            let forward = reachable(sibling, &edges);
            if forward.contains(sibling) && !reported.contains(sibling) {
                let cycle: Vec<&str> =
                    forward.into_iter().filter(|other| reachable(other, &edges).contains(sibling)).collect();
                cycles.push(format!("{}: {}", parent.join("::"), cycle.join(", ")));
                reported.extend(cycle);
            }
        }
    }
    cycles
}

fn reachable<'a>(start: &str, edges: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = edges.get(start).into_iter().flatten().copied().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(edges.get(module).into_iter().flatten());
        }
    }
    reached
}

fn collect(folder: &Path, module: &mut Module, sources: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "testing" {
            continue;
        }
        if path.is_dir() {
            module.push(name);
            collect(&path, module, sources);
            module.pop();
        } else if name != "tests" && path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let code = code.split("#[cfg(test)]\npub(super) mod tests").next().unwrap();
            let lines = code.lines().map(|line| line.split("//").next().unwrap());
            let mut path = module.clone();
            path.extend((name != "lib").then_some(name));
            sources.insert(path, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The paths in `code` that begin with `crate` or `super`, from the root of the crate; braces are expanded.
fn paths(code: &str, module: &[String]) -> Vec<Module> {
    let mut words = words(code);
    let mut paths = Vec::new();
    while let Some(at) = words.iter().position(|word| *word == "crate" || *word == "super") {
        let mut rest = &words[at..];
        let mut prefix: Module = Vec::new();
        if rest[0] == "crate" {
            rest = &rest[1..];
        } else {
            prefix = module.to_vec();
            while let ["super", after @ ..] = rest {
                prefix.pop();
                rest = if let ["::", "super", ..] = after { &after[1..] } else { after };
            }
        }
        let taken = expand(rest, &prefix, &mut paths);
        let used = words.len() - rest.len() + taken;
        words.drain(..used.max(at + 1));
    }
    paths
}

/// Reads `::a::{b, c::d}` after `prefix` and returns the number of words that it took.
fn expand(words: &[&str], prefix: &[String], paths: &mut Vec<Module>) -> usize {
    match words {
        ["::", "{", ..] => {
            let mut at = 2;
            while at < words.len() && words[at] != "}" {
                // An entry of the list begins without `::`.
                let mut path = prefix.to_vec();
                path.push(words[at].to_owned());
                at += 1 + expand(&words[at + 1..], &path, paths);
                while at < words.len() && !matches!(words[at], "," | "}") {
                    at += 1;
                }
                at += usize::from(words.get(at) == Some(&","));
            }
            at + 1
        }
        ["::", name, ..] if is_name(name) => {
            let mut path = prefix.to_vec();
            path.push((*name).to_owned());
            2 + expand(&words[2..], &path, paths)
        }
        _ => {
            paths.push(prefix.to_vec());
            0
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Names, `::` and single characters.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while !rest.is_empty() {
        let name = rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len());
        let length = match name {
            0 if rest.starts_with("::") => 2,
            0 => rest.chars().next().map_or(0, char::len_utf8),
            _ => name,
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

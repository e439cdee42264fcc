//! Manifests: whether the oldest SDK that a project accepts knows annotations and titles.

use crate::registration::File;

/// A manifest accepts a version of an SDK that ignores or rejects a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionWarning {
    /// The manifest.
    pub file: String,
    pub package: &'static str,
    /// The oldest version that the manifest accepts, as written.
    pub lower_bound: String,
    /// What needs a newer version: `annotations`, `titles`.
    pub feature: &'static str,
    pub needed: &'static str,
}

struct Requirement {
    package: &'static str,
    feature: &'static str,
    needed: &'static str,
}

const REQUIREMENTS: &[Requirement] = &[
    Requirement { package: "mcp", feature: "annotations", needed: "1.7" },
    Requirement { package: "mcp", feature: "titles", needed: "1.10" },
    Requirement { package: "fastmcp", feature: "annotations", needed: "2.2.7" },
    Requirement { package: "fastmcp", feature: "titles", needed: "2.10" },
    Requirement { package: "@modelcontextprotocol/sdk", feature: "annotations", needed: "1.11" },
    Requirement { package: "@modelcontextprotocol/sdk", feature: "registerTool", needed: "1.12" },
];

/// True if a file names the dependencies of a project.
pub(crate) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "pyproject.toml" | "package.json" | "go.mod" | "Cargo.toml")
        || (name.starts_with("requirements") && name.ends_with(".txt"))
}

/// The warnings of all manifests of a project.
pub fn check_versions(files: &[File]) -> Vec<VersionWarning> {
    let mut warnings = Vec::new();
    for file in files.iter().filter(|file| is_manifest(&file.path)) {
        for (package, constraint) in dependencies(file) {
            let Some(lower_bound) = lower_bound(&constraint) else { continue };
            for requirement in REQUIREMENTS.iter().filter(|requirement| requirement.package == package) {
                if parse_version(&lower_bound) < parse_version(requirement.needed) {
                    warnings.push(VersionWarning {
                        file: file.path.clone(),
                        package: requirement.package,
                        lower_bound: lower_bound.clone(),
                        feature: requirement.feature,
                        needed: requirement.needed,
                    });
                }
            }
        }
    }
    warnings
}

/// Names and constraints of what a manifest depends on.
fn dependencies(file: &File) -> Vec<(String, String)> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if name == "package.json" {
        return npm_dependencies(&file.text);
    }
    if name.ends_with(".txt") {
        return file.text.lines().filter_map(split_requirement).collect();
    }
    let mut found = Vec::new();
    if let Ok(table) = file.text.parse::<toml::Table>() {
        collect_toml(&toml::Value::Table(table), 0, &mut found);
    }
    found
}

fn npm_dependencies(text: &str) -> Vec<(String, String)> {
    let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return Vec::new() };
    let groups = ["dependencies", "peerDependencies", "devDependencies"];
    let groups = groups.iter().filter_map(|group| manifest.get(group)?.as_object());
    let entries =
        groups.flatten().filter_map(|(name, range)| Some((name.clone(), range.as_str()?.to_owned())));
    entries.collect()
}

/// Requirements in strings, and the tables of Poetry: `mcp = "^1.2"` and `mcp = { version = "^1.2" }`.
fn collect_toml(value: &toml::Value, depth: usize, found: &mut Vec<(String, String)>) {
    const MAX_DEPTH: usize = 8;
    match value {
        toml::Value::String(text) => found.extend(split_requirement(text)),
        toml::Value::Array(items) if depth < MAX_DEPTH => {
            items.iter().for_each(|item| collect_toml(item, depth + 1, found));
        }
        toml::Value::Table(table) if depth < MAX_DEPTH => {
            for (key, value) in table {
                let version = value.get("version").unwrap_or(value).as_str();
                if let Some(version) = version.filter(|_| matches!(key.as_str(), "mcp" | "fastmcp")) {
                    found.push((key.clone(), version.to_owned()));
                }
                collect_toml(value, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// `mcp[cli]>=1.2` as name and constraint.
fn split_requirement(text: &str) -> Option<(String, String)> {
    let text = text.split(['#', ';']).next()?.trim();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))?;
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let constraint = if rest.starts_with('[') { rest.split_once(']')?.1 } else { rest };
    Some((name.to_lowercase(), constraint.trim().to_owned()))
}

/// The oldest version that a constraint accepts, if it says one.
fn lower_bound(constraint: &str) -> Option<String> {
    let bound = |part: &str| {
        let part = part.trim().trim_start_matches('v');
        let version =
            ["==", ">=", "~=", "^", "~", "="].iter().find_map(|operator| part.strip_prefix(operator));
        let version = version.or_else(|| part.starts_with(|c: char| c.is_ascii_digit()).then_some(part))?;
        let version = version.trim();
        version.starts_with(|c: char| c.is_ascii_digit()).then(|| version.to_owned())
    };
    // Alternatives are separated by `||`; the first one is the oldest in practice.
    constraint.split("||").next()?.split([',', ' ']).find_map(bound)
}

/// The first three numbers of a version.
fn parse_version(text: &str) -> [u32; 3] {
    let mut numbers = text.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_that_accept_an_sdk_without_annotations_are_named() {
        for (path, text, expected) in [
            (
                "pyproject.toml",
                "[project]\ndependencies = [\"mcp[cli]>=1.2.0,<2\"]",
                vec!["mcp 1.2.0 annotations", "mcp 1.2.0 titles"],
            ),
            (
                "pyproject.toml",
                "[project]\ndependencies = [\"mcp>=1.9; python_version > '3'\"]",
                vec!["mcp 1.9 titles"],
            ),
            (
                "pyproject.toml",
                "[tool.poetry.dependencies]\nfastmcp = {version = \"^2.1\"}",
                vec!["fastmcp 2.1 annotations", "fastmcp 2.1 titles"],
            ),
            (
                "requirements-dev.txt",
                "# mcp==1.0\nmcp == 1.6.0\nfastmcp\n",
                vec!["mcp 1.6.0 annotations", "mcp 1.6.0 titles"],
            ),
            (
                "package.json",
                r#"{"dependencies":{"@modelcontextprotocol/sdk":"^1.0.4"}}"#,
                vec![
                    "@modelcontextprotocol/sdk 1.0.4 annotations",
                    "@modelcontextprotocol/sdk 1.0.4 registerTool",
                ],
            ),
            ("package.json", r#"{"dependencies":{"@modelcontextprotocol/sdk":"latest"}}"#, vec![]),
            ("package.json", "not JSON", vec![]),
            ("other.toml", "[project]\ndependencies = [\"mcp>=1.2.0\"]", vec![]),
        ] {
            let files = [File { path: path.to_owned(), text: text.to_owned() }];
            let warnings = check_versions(&files);
            let found: Vec<String> = warnings
                .iter()
                .map(|one| format!("{} {} {}", one.package, one.lower_bound, one.feature))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}

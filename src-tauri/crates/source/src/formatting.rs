//! What a project tells its formatter: the longest line, and commas after the last entry of a list.
//!
//! Configurations are read as text, because half of them are programs. An unknown value leaves the default of the
//! formatter.

use std::collections::HashMap;

use crate::language::Language;
use crate::registration::File;

/// Where a formatter writes commas after the last entry of a list of several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrailingCommas {
    All,
    /// In literals, not in arguments.
    Literals,
    None,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FormatSettings {
    pub width: Option<usize>,
    pub trailing_commas: Option<TrailingCommas>,
}

/// Settings by folder.
#[derive(Debug, Default)]
pub(crate) struct Formatting {
    python: HashMap<String, FormatSettings>,
    ecmascript: HashMap<String, FormatSettings>,
    rust: HashMap<String, FormatSettings>,
}

/// True if a file tells a formatter what to do, and nothing else.
pub(crate) fn is_configuration(path: &str) -> bool {
    let name = file_name(path);
    name.starts_with(".prettierrc")
        || name.starts_with("prettier.config.")
        || matches!(
            name,
            "ruff.toml" | ".ruff.toml" | "rustfmt.toml" | ".rustfmt.toml" | "biome.json" | "biome.jsonc"
        )
}

impl Formatting {
    pub fn from_files(files: &[File]) -> Self {
        let mut formatting = Self::default();
        for file in files {
            formatting.add(file);
        }
        formatting
    }

    fn add(&mut self, file: &File) {
        let folder = folder_of(&file.path).to_owned();
        let name = file_name(&file.path);
        if name == "pyproject.toml" || name.ends_with("ruff.toml") {
            let width = number_after(&file.text, "line-length");
            self.python.entry(folder).or_default().width = width;
        } else if name.ends_with("rustfmt.toml") {
            self.rust.entry(folder).or_default().width = number_after(&file.text, "max_width");
        } else if is_configuration(&file.path)
            || (name == "package.json" && file.text.contains("\"prettier\": {"))
        {
            let settings = self.ecmascript.entry(folder).or_default();
            settings.width =
                number_after(&file.text, "printWidth").or_else(|| number_after(&file.text, "lineWidth"));
            settings.trailing_commas = match word_after(&file.text, "trailingComma") {
                Some("none") => Some(TrailingCommas::None),
                Some("es5") => Some(TrailingCommas::Literals),
                _ => Some(TrailingCommas::All),
            };
        }
    }

    /// The settings for a file: those of the nearest folder that has some.
    pub fn settings(&self, path: &str, language: Language) -> FormatSettings {
        let by_folder = match language {
            Language::Python => &self.python,
            Language::Rust => &self.rust,
            language if language.is_ecmascript() => &self.ecmascript,
            _ => return FormatSettings::default(),
        };
        let mut folder = folder_of(path);
        loop {
            if let Some(settings) = by_folder.get(folder) {
                return *settings;
            }
            if folder.is_empty() {
                return FormatSettings::default();
            }
            folder = folder_of(folder);
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The text after `key`, `key:`, `"key":` or `key =`.
fn after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest = text.split_once(key)?.1;
    Some(rest.trim_start_matches(['"', '\'', ':', '=', ' ', '\t']))
}

fn number_after(text: &str, key: &str) -> Option<usize> {
    let rest = after(text, key)?;
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

fn word_after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest = after(text, key)?;
    Some(&rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_of_the_nearest_folder() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let formatting = Formatting::from_files(&[
            file(".prettierrc", "{\"printWidth\": 100, \"trailingComma\": \"es5\"}"),
            file("web/prettier.config.js", "export default { trailingComma: 'none' };"),
            file("pyproject.toml", "[tool.ruff]\nline-length = 120\n"),
            file("rustfmt.toml", "max_width = 110\n"),
            file("package.json", "{\"name\": \"a\"}"),
        ]);
        let settings = |path: &str| {
            let settings = formatting.settings(path, Language::from_path(path).unwrap());
            (settings.width, settings.trailing_commas)
        };
        assert_eq!(settings("src/a.ts"), (Some(100), Some(TrailingCommas::Literals)));
        assert_eq!(settings("web/src/a.js"), (None, Some(TrailingCommas::None)));
        assert_eq!(settings("src/a.py"), (Some(120), None));
        assert_eq!(settings("src/a.rs"), (Some(110), None));
        assert_eq!(settings("src/a.go"), (None, None));
    }
}

//! Programming languages: which one a file is in, and its grammar.
//!
//! C#, Java and Kotlin have no grammar here: that of C# alone would add more than all others together, and the
//! attributes and builders that declare tools need tokens only (see `tokens`).

use tree_sitter::{Parser, Tree};

/// A language in which servers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    Python,
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    JavaScript,
    Go,
    Rust,
    CSharp,
    Java,
    Kotlin,
}

impl Language {
    /// The language of a file, by its extension. Declaration files of TypeScript contain no registrations.
    pub fn from_path(path: &str) -> Option<Self> {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        if [".d.ts", ".d.mts", ".d.cts"].iter().any(|suffix| name.ends_with(suffix)) {
            return None;
        }
        Some(match name.rsplit_once('.')?.1 {
            "py" => Self::Python,
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            "js" | "mjs" | "cjs" | "jsx" => Self::JavaScript,
            "go" => Self::Go,
            "rs" => Self::Rust,
            "cs" => Self::CSharp,
            "java" => Self::Java,
            "kt" | "kts" => Self::Kotlin,
            _ => return None,
        })
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::TypeScript | Self::Tsx => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::Go => "Go",
            Self::Rust => "Rust",
            Self::CSharp => "C#",
            Self::Java => "Java",
            Self::Kotlin => "Kotlin",
        }
    }

    /// True for TypeScript and JavaScript, which share their frameworks.
    pub const fn is_ecmascript(self) -> bool {
        matches!(self, Self::TypeScript | Self::Tsx | Self::JavaScript)
    }

    fn grammar(self) -> Option<tree_sitter::Language> {
        Some(match self {
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            // JavaScript is parsed as TypeScript with JSX, which contains it.
            Self::Tsx | Self::JavaScript => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::CSharp | Self::Java | Self::Kotlin => return None,
        })
    }

    pub(crate) const fn has_grammar(self) -> bool {
        !matches!(self, Self::CSharp | Self::Java | Self::Kotlin)
    }

    /// The syntax tree of a text; `None` for a language without a grammar. The tree of a faulty text has error nodes.
    pub(crate) fn parse(self, text: &str) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(&self.grammar()?).ok()?;
        parser.parse(text, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_name_languages() {
        for (path, language) in [
            ("src/server.py", Some(Language::Python)),
            ("a.b/index.mts", Some(Language::TypeScript)),
            ("view.tsx", Some(Language::Tsx)),
            ("dist/index.cjs", Some(Language::JavaScript)),
            ("index.d.ts", None),
            ("Makefile", None),
            ("py", None),
        ] {
            assert_eq!(Language::from_path(path), language, "{path}");
        }
    }
}

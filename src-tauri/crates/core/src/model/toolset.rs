//! Toolsets: named selections of tools, and the resolution of references to tools.

use std::fmt;

use thiserror::Error;

/// Length of a toolset's name, in bytes.
const NAME_BYTES: std::ops::RangeInclusive<usize> = 2..=50;
/// Maximum length of a toolset's description, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// A tool by the name of its server and its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolName {
    pub server: String,
    pub tool: String,
}

/// Reference to a tool by name, by the id of a definition, or by both. The name takes precedence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolReference {
    pub name: Option<ToolName>,
    /// A fingerprint (`sha256:…`), or another program's id for the definition.
    pub id: Option<String>,
}

/// A toolset without its notes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Toolset {
    pub description: Option<String>,
    /// Sorted, without duplicates.
    pub tools: Vec<ToolReference>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ToolsetError {
    #[error("{0:?} is not a valid toolset name: use 2 to 50 of the characters a-z, 0-9 and -")]
    InvalidName(String),
    #[error("the description has {0} characters; the maximum is {MAX_DESCRIPTION_CHARS}")]
    DescriptionTooLong(usize),
    #[error("{0:?} is not a tool reference: write SERVER.TOOL, or # and the id of a definition")]
    InvalidReference(String),
}

pub fn check_name(name: &str) -> Result<(), ToolsetError> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if NAME_BYTES.contains(&name.len()) && name.bytes().all(fits) {
        return Ok(());
    }
    Err(ToolsetError::InvalidName(name.to_owned()))
}

/// Validates a description and returns it without surrounding white space; `None` if it is empty.
pub fn check_description(text: Option<&str>) -> Result<Option<&str>, ToolsetError> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text.map(|text| text.chars().count()) {
        Some(length) if length > MAX_DESCRIPTION_CHARS => Err(ToolsetError::DescriptionTooLong(length)),
        _ => Ok(text),
    }
}

impl ToolName {
    /// Parses `SERVER.TOOL`. A server's name contains no dot; a tool's may.
    pub fn parse(text: &str) -> Option<Self> {
        let (server, tool) = text.split_once('.')?;
        let is_complete = !server.is_empty() && !tool.is_empty();
        is_complete.then(|| Self { server: server.to_owned(), tool: tool.to_owned() })
    }
}

impl ToolReference {
    pub fn from_names(server: &str, tool: &str) -> Self {
        Self { name: Some(ToolName { server: server.to_owned(), tool: tool.to_owned() }), id: None }
    }

    /// Parses the output of [`Display`](fmt::Display).
    pub fn parse(text: &str) -> Result<Self, ToolsetError> {
        let text = text.trim();
        let read = match text.strip_prefix('#') {
            Some(id) if !id.is_empty() => Some(Self { name: None, id: Some(id.to_owned()) }),
            Some(_) => None,
            None => ToolName::parse(text).map(|name| Self { name: Some(name), id: None }),
        };
        read.ok_or_else(|| ToolsetError::InvalidReference(text.to_owned()))
    }

    /// Key for comparing and sorting. The id counts only if there is no name.
    fn key(&self) -> (Option<&ToolName>, Option<&str>) {
        (self.name.as_ref(), self.id.as_deref().filter(|_| self.name.is_none()))
    }

    /// Returns whether both refer to a tool by the same name or id.
    pub fn has_same_key(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// Resolves the reference: to the tool of that name, else to the only one with that definition. An id that several
    /// tools have is ambiguous and resolves to none.
    pub fn resolve<T: Copy>(
        &self,
        by_name: impl Fn(&ToolName) -> Option<T>,
        by_id: impl Fn(&str) -> Vec<T>,
    ) -> Option<ResolvedReference<T>> {
        if let Some(found) = self.name.as_ref().and_then(by_name) {
            return Some(ResolvedReference { tool: found, by_id: false });
        }
        match by_id(self.id.as_deref()?).as_slice() {
            [only] => Some(ResolvedReference { tool: *only, by_id: true }),
            _ => None,
        }
    }
}

/// The tool that a reference resolved to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedReference<T> {
    pub tool: T,
    /// The tool has another name than the reference, or the reference has none.
    pub by_id: bool,
}

impl Toolset {
    /// Adds a tool; returns false if it is in the set already.
    pub fn add(&mut self, reference: ToolReference) -> bool {
        let position = self.search(&reference);
        if let Err(position) = position {
            self.tools.insert(position, reference);
        }
        position.is_err()
    }

    /// Adds tools in one pass; each call of [`Self::add`] moves the tools behind the new one.
    pub fn extend(&mut self, references: impl IntoIterator<Item = ToolReference>) {
        self.tools.extend(references);
        self.tools.sort_by(|one, other| one.key().cmp(&other.key()));
        self.tools.dedup_by(|later, earlier| later.has_same_key(earlier));
    }

    pub fn contains(&self, reference: &ToolReference) -> bool {
        self.search(reference).is_ok()
    }

    /// The tools of this set that are not in the other.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a ToolReference> {
        self.tools.iter().filter(|tool| !other.contains(tool))
    }

    /// Index of a tool, or where it would be inserted. Binary search, because a set may have thousands.
    fn search(&self, reference: &ToolReference) -> Result<usize, usize> {
        self.tools.binary_search_by(|known| known.key().cmp(&reference.key()))
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}.{}", self.server, self.tool)
    }
}

/// `server.tool`, or `#id` if there is no name.
impl fmt::Display for ToolReference {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match (&self.name, &self.id) {
            (Some(name), _) => name.fmt(formatter),
            (None, id) => write!(formatter, "#{}", id.as_deref().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for (name, fits) in [
            ("ab", true),
            ("github-read-2", true),
            ("a", false),
            ("", false),
            ("Ab", false),
            ("a_b", false),
            ("a b", false),
        ] {
            assert_eq!(check_name(name).is_ok(), fits, "{name}");
        }
        assert!(check_name(&"a".repeat(50)).is_ok());
        assert!(check_name(&"a".repeat(51)).is_err());
        assert_eq!(check_description(Some(" \n")), Ok(None));
        assert_eq!(check_description(Some(&"é".repeat(501))), Err(ToolsetError::DescriptionTooLong(501)));
    }

    #[test]
    fn a_reference_is_read_as_it_is_written() {
        for text in ["github.list_issues", "s.a.b", "#sha256:00ff", "#0123456789abcdef"] {
            assert_eq!(ToolReference::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "github", ".x", "x.", "#"] {
            assert_eq!(ToolReference::parse(text), Err(ToolsetError::InvalidReference(text.to_owned())));
        }
    }

    #[test]
    fn the_name_takes_precedence_and_an_id_must_be_unique() {
        let tools = [("s.a", "1"), ("s.b", "2"), ("t.b", "2"), ("t.c", "3")];
        let find = |name: Option<&str>, id: Option<&str>| {
            let reference = ToolReference { name: name.and_then(ToolName::parse), id: id.map(str::to_owned) };
            let by_name = |name: &ToolName| tools.iter().position(|(own, _)| *own == name.to_string());
            let by_id = |id: &str| {
                let all = tools.iter().enumerate().filter(|(_, (_, own))| *own == id);
                all.map(|(at, _)| at).collect()
            };
            reference.resolve(by_name, by_id).map(|found| (found.tool, found.by_id))
        };
        assert_eq!(find(Some("s.a"), Some("3")), Some((0, false)));
        assert_eq!(find(Some("s.gone"), Some("3")), Some((3, true)));
        assert_eq!(find(None, Some("1")), Some((0, true)));
        assert_eq!(find(Some("s.gone"), Some("2")), None);
        assert_eq!(find(Some("s.gone"), None), None);
    }

    #[test]
    fn no_tool_is_in_a_set_twice() {
        let mut set = Toolset::default();
        let with_id = ToolReference { id: Some("1".into()), ..ToolReference::from_names("s", "b") };
        assert!(set.add(with_id.clone()));
        assert!(set.add(ToolReference::from_names("s", "a")));
        assert!(!set.add(ToolReference::from_names("s", "b")));
        assert!(set.add(ToolReference { name: None, id: Some("1".into()) }));
        assert_eq!(set.tools.iter().map(ToolReference::to_string).collect::<Vec<_>>(), ["#1", "s.a", "s.b"]);
        let mut other = Toolset::default();
        other.add(with_id);
        assert_eq!(set.difference(&other).count(), 2);
    }
}

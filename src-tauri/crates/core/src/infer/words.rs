//! Splitting names into words, and what the verbs among them mean.

/// What a verb does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    Read,
    Create,
    Update,
    Append,
    Send,
    Execute,
    Delete,
    Overwrite,
}

/// The verbs of each act, singular and in the present tense as tool names use them.
const VERBS: [(Act, &[&str]); 8] = [
    (
        Act::Read,
        &[
            "browse",
            "check",
            "compare",
            "count",
            "describe",
            "download",
            "explain",
            "fetch",
            "find",
            "get",
            "has",
            "inspect",
            "is",
            "list",
            "lookup",
            "peek",
            "preview",
            "query",
            "read",
            "retrieve",
            "scan",
            "search",
            "show",
            "stat",
            "status",
            "summarize",
            "validate",
            "view",
            "whoami",
        ],
    ),
    (Act::Create, &["add", "clone", "copy", "create", "duplicate", "insert", "make", "new", "register"]),
    (
        Act::Update,
        &[
            "archive",
            "assign",
            "change",
            "disable",
            "edit",
            "enable",
            "mark",
            "merge",
            "modify",
            "move",
            "patch",
            "pin",
            "rename",
            "reorder",
            "restore",
            "set",
            "sort",
            "star",
            "toggle",
            "unarchive",
            "unassign",
            "unpin",
            "update",
        ],
    ),
    (Act::Append, &["append", "log", "prepend", "push"]),
    (
        Act::Send,
        &[
            "comment",
            "forward",
            "grant",
            "invite",
            "notify",
            "post",
            "provision",
            "publish",
            "reply",
            "send",
            "share",
            "submit",
        ],
    ),
    (
        Act::Execute,
        &["call", "exec", "execute", "import", "invoke", "run", "start", "stop", "sync", "trigger"],
    ),
    (
        Act::Delete,
        &[
            "cancel",
            "clear",
            "delete",
            "destroy",
            "drop",
            "empty",
            "erase",
            "purge",
            "remove",
            "reset",
            "revoke",
            "terminate",
            "truncate",
            "uninstall",
            "unshare",
            "wipe",
        ],
    ),
    (Act::Overwrite, &["overwrite", "put", "replace", "save", "upload", "write"]),
];

pub fn act(word: &str) -> Option<Act> {
    VERBS.iter().find(|(_, verbs)| verbs.binary_search(&word).is_ok()).map(|(act, _)| *act)
}

/// The words of a name, lower case: split on `_`, `-`, `.`, `/`, spaces, and changes of case.
pub fn split(name: &str) -> Vec<String> {
    pieces(name).into_iter().map(str::to_lowercase).collect()
}

/// The words of a name as they are written.
pub fn pieces(name: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for part in name.split(|c: char| !c.is_alphanumeric()) {
        let characters: Vec<(usize, char)> = part.char_indices().collect();
        let mut start = 0;
        for window in 1..characters.len() {
            let (before, (at, here)) = (characters[window - 1].1, characters[window]);
            let after = characters.get(window + 1).map(|(_, c)| *c);
            let rises = !before.is_uppercase() && here.is_uppercase();
            // In "PDFFile" the word begins at the capital that a small letter follows.
            let acronym_ends =
                before.is_uppercase() && here.is_uppercase() && after.is_some_and(char::is_lowercase);
            if rises || acronym_ends {
                pieces.push(&part[start..at]);
                start = at;
            }
        }
        if start < part.len() {
            pieces.push(&part[start..]);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_list_is_sorted_and_no_verb_has_two_acts() {
        let mut all: Vec<&str> = Vec::new();
        for (act, verbs) in VERBS {
            assert!(verbs.is_sorted(), "{act:?}");
            all.extend(verbs);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn names_of_every_style_split_into_words() {
        for (name, words) in [
            ("nc_notes_create_note", "nc notes create note"),
            ("getPDFFile", "get pdf file"),
            ("list-issues.v2", "list issues v2"),
            ("HTTPGet", "http get"),
            ("readURL", "read url"),
            ("__", ""),
            ("été", "été"),
        ] {
            assert_eq!(split(name).join(" "), words, "{name}");
        }
    }
}

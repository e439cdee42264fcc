//! Where the annotations and the title of a registration are or would be, as byte ranges and as notation.
//!
//! Frameworks produce sites, `edit` turns a site and the wanted values into edits of the text. Neither knows the other.

use std::ops::Range;

use hintsmith_core::model::hint::{HintName, PerHint};

/// A list of entries between delimiters: arguments, the members of an object, the parts of an attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct List {
    /// After the opening delimiter.
    pub open: usize,
    /// Before the closing delimiter.
    pub close: usize,
    /// Without separators and comments.
    pub entries: Vec<Range<usize>>,
    /// After the comma that follows each entry, if there is one.
    pub commas: Vec<Option<usize>>,
    pub has_comments: bool,
}

/// Where a registration takes a title and annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outer {
    List(List),
    /// No list yet, as in `@mcp.tool`: one is added here.
    Bare(usize),
    /// Members of a class, each a statement. New ones follow the one that ends here.
    Fields(usize),
}

/// One value that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub entry: Range<usize>,
    pub value: Range<usize>,
    /// The key must be replaced along with the value, because the installed SDK may not know it.
    pub rewrite: bool,
    /// The value is a literal.
    pub literal: bool,
    /// `value` is `true` or `false` within an expression that stays, such as a call that makes a pointer.
    pub is_wrapped: bool,
}

/// How annotations are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnnotationsSite {
    Absent,
    Literal {
        entry: Range<usize>,
        list: List,
        /// How a hint is written in this list, which may differ from that of a new one.
        hints: Box<PerHint<HintForm>>,
    },
    /// A name for annotations that are defined elsewhere. It is replaced; the definition is never edited.
    Reference {
        entry: Range<usize>,
        value: Range<usize>,
        known: Option<AnnotationValues>,
    },
    /// Hints are entries of the outer list.
    Inline,
}

/// The values of annotations that are defined elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AnnotationValues {
    pub title: Option<String>,
    pub hints: PerHint<Option<bool>>,
}

/// A title, and whether it is in the annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TitleEntry {
    pub entry: Entry,
    pub in_annotations: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    pub notation: Notation,
    pub outer: Outer,
    /// New annotations follow this entry of the outer list; without one, the last.
    pub annotations_after: Option<usize>,
    /// A new title follows this entry of the list that takes it; without one, the last.
    pub title_after: Option<usize>,
    pub annotations: AnnotationsSite,
    pub hints: PerHint<Option<Entry>>,
    pub titles: Vec<TitleEntry>,
}

/// How a framework writes annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notation {
    /// `annotations=`; empty if the value is positional.
    pub key: String,
    /// `ToolAnnotations(`.
    pub open: String,
    /// `)`.
    pub close: &'static str,
    /// Spaces inside the delimiters on one line.
    pub padded: bool,
    pub hints: PerHint<HintForm>,
    pub title: TitleForm,
    /// The title is a member of the annotations.
    pub title_in_annotations: bool,
    /// Lists of more than one line end with a comma.
    pub trailing_comma: bool,
    /// The same for arguments.
    pub trailing_comma_in_calls: bool,
    /// A function that is the last argument begins beside the others, and is indented with them where they are broken up.
    pub reindents: bool,
    /// A single argument that is a list begins beside the list around it (rustfmt).
    pub hugs: bool,
    /// Annotations that begin a line are broken up even if they are short.
    pub always_breaks: bool,
    /// Formatters break lines that are longer.
    pub width: usize,
    /// Formatters break lists with longer content.
    pub list_width: usize,
    /// Characters of one level of indentation.
    pub indent: String,
    pub newline: &'static str,
    /// What the file needs once for annotations: an import or a function.
    pub support: Vec<Support>,
}

/// Text that several edits of one file share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Support {
    pub at: usize,
    pub text: String,
    /// Needed for these hints only; for any annotations if empty.
    pub only_for: &'static [HintName],
}

/// `key infix value suffix`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HintForm {
    pub key: String,
    pub infix: &'static str,
    pub yes: String,
    pub no: String,
    pub suffix: &'static str,
}

impl HintForm {
    pub fn new(key: impl Into<String>, infix: &'static str, yes: &str, no: &str) -> Self {
        Self { key: key.into(), infix, yes: yes.to_owned(), no: no.to_owned(), suffix: "" }
    }

    pub fn value(&self, value: bool) -> &str {
        if value { &self.yes } else { &self.no }
    }
}

/// `key infix "text" suffix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TitleForm {
    pub key: String,
    pub infix: &'static str,
    pub suffix: &'static str,
    pub quote: char,
    /// The other quote is used where it needs fewer escapes.
    pub either_quote: bool,
    pub escapes: Escapes,
}

/// How a language writes characters that cannot be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// `\u202e` and `\U000e0041`: Python, Go, C#.
    Fixed,
    /// `\u{202e}`: Rust, JavaScript.
    Braced,
}

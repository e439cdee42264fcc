//! What a rule looks at: one tool, what is said about it, and by whom.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::{Context, Fix, Known, Limits};
use crate::hint::{HintName, PerHint};
use crate::infer::Inference;
use crate::json::Members;
use crate::layer::Layer;
use crate::overrides::{Decided, Decision, Field};
use crate::resolve::{ResolvedTool, Said, Source};
use crate::review::ReviewState;
use crate::text::is_hidden;
use crate::tool::Tool;

/// Longer than any title a client shows.
const LONGEST_TITLE: usize = 200;

/// One tool as the rules see it.
#[derive(Debug)]
pub struct Subject<'a> {
    pub server: &'a str,
    pub tool: &'a Tool,
    pub resolved: &'a ResolvedTool<'a>,
    pub inference: &'a Inference,
    pub context: &'a Context<'a>,
    pub limits: &'a Limits,
    pub review: Option<ReviewState>,
    /// The name as the server sent it; `tool.name` is a made one where that cannot be a key.
    pub name: Option<Cow<'a, str>>,
    pub members: Members<'a>,
    /// The members of `annotations`; none where it is no object.
    pub annotations: Members<'a>,
}

impl<'a> Subject<'a> {
    pub fn new(known: &Known<'a>, context: &'a Context<'a>, limits: &'a Limits) -> Self {
        let members = object(&known.tool.raw);
        let annotations = members.get("annotations").map_or(Members(Vec::new()), |raw| object(raw.get()));
        Self {
            server: known.server,
            tool: known.tool,
            resolved: known.resolved,
            inference: known.inference,
            context,
            limits,
            review: known.review,
            name: raw_name(known.tool),
            members,
            annotations,
        }
    }

    /// What the server declares or a person decided about a hint; the specification's default and a guess say nothing.
    pub fn said(&self, hint: HintName) -> Option<bool> {
        self.strongest(hint).map(|said| said.value)
    }

    /// The layer of [`Self::said`].
    pub fn said_by(&self, hint: HintName) -> Option<Layer> {
        self.strongest(hint).map(|said| said.layer)
    }

    fn strongest(&self, hint: HintName) -> Option<&Said<'a, bool>> {
        strongest(self.resolved, hint)
    }

    /// A person decided about the hint, so what the server sent for it is not shipped.
    pub fn is_decided(&self, hint: HintName) -> bool {
        self.said_by(hint) > Some(Layer::Declared)
    }

    /// What a person decided about the hint of this very tool, where it holds.
    pub fn decision(&self, hint: HintName) -> Option<&'a Decision> {
        match self.strongest(hint)?.source {
            Source::Person(decision) | Source::PersonIn(_, decision) => Some(decision),
            _ => None,
        }
    }

    pub fn is_title_decided(&self) -> bool {
        self.resolved.title.layer() > Layer::Declared
    }

    /// The title that a person or the server gave.
    pub fn title(&self) -> Option<&str> {
        (self.resolved.title.layer() >= Layer::Declared).then_some(self.resolved.title.winner.value)
    }

    /// A title made from the name, where it is another one than the name. It guesses nothing: a title decides nothing.
    pub fn made_title(&self) -> Option<Fix> {
        let title = self.inference.title.trim();
        title_fix(title).filter(|_| title != self.tool.name)
    }

    /// What is inferred about those of the hints that nobody has said. Never a contradiction.
    pub fn guesses(&self, hints: &[HintName]) -> Option<Fix> {
        let guessed = self.inference.hints();
        let open = |hint: &HintName| self.said(*hint).is_none();
        let filled = PerHint::from_fn(|hint| {
            self.said(hint).or_else(|| guessed[hint].filter(|_| hints.contains(&hint)))
        });
        if filled.read_only == Some(true) && filled.destructive == Some(true) {
            return None;
        }
        let decision = |hint: HintName| Some((Field::Hint(hint), Decided::Hint(guessed[hint]?)));
        let decisions: Vec<_> = hints.iter().copied().filter(open).filter_map(decision).collect();
        (!decisions.is_empty()).then_some(Fix { decisions, safe: false })
    }

    /// Everything the server wrote for people or models to read, with the field it stands in.
    pub fn texts(&self) -> impl Iterator<Item = (Place<'_>, Cow<'_, str>)> {
        let declared = &self.tool.declared;
        let own = [
            ("title", &declared.title),
            ("annotations.title", &declared.annotations_title),
            ("description", &self.tool.description),
        ];
        let own =
            own.into_iter().filter_map(|(field, text)| Some((Place::Field(field), text.as_deref()?.into())));
        let parameters = self.tool.parameters.iter().filter_map(|parameter| {
            Some((Place::Parameter(&parameter.name), self.tool.description_of(parameter)?))
        });
        own.chain(parameters)
    }
}

/// Where a text stands, put into words only for a finding.
#[derive(Debug, Clone, Copy)]
pub enum Place<'a> {
    Field(&'static str),
    Parameter(&'a str),
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Field(field) => formatter.write_str(field),
            Self::Parameter(name) => formatter.write_str(&parameter_field(name)),
        }
    }
}

/// Deciding a title that is there already, unless nobody would write it like that.
pub fn title_fix(title: &str) -> Option<Fix> {
    let fits =
        !title.is_empty() && title.chars().nth(LONGEST_TITLE).is_none() && !title.chars().any(is_hidden);
    fits.then(|| Fix { decisions: vec![(Field::Title, Decided::Text(title.to_owned()))], safe: true })
}

/// What the server declares or a person decided about each hint.
pub fn said(resolved: &ResolvedTool) -> PerHint<Option<bool>> {
    PerHint::from_fn(|hint| strongest(resolved, hint).map(|said| said.value))
}

fn strongest<'r, 'a>(resolved: &'r ResolvedTool<'a>, hint: HintName) -> Option<&'r Said<'a, bool>> {
    // What gave way to "destructive" was said all the same.
    let counts = |said: &&Said<bool>| !said.suspended && said.source != Source::Contradicted;
    resolved.hints[hint].stack().find(counts).filter(|said| said.layer >= Layer::Declared)
}

/// How each reference ends, and how its key may be written instead.
static REFERENCE: LazyLock<[Finder; 2]> = LazyLock::new(|| ["ef\"", "\\u"].map(Finder::new));

/// Whether a schema may hold a `$ref` or a `$dynamicRef`. Most refer to nothing, and need not be read again.
pub fn may_refer(schema: &str) -> bool {
    REFERENCE.iter().any(|part| part.find(schema.as_bytes()).is_some())
}

/// The field of a parameter, for findings.
pub fn parameter_field(name: &str) -> String {
    format!("inputSchema.properties.{name}")
}

/// The members of an object; none where it is something else, which is seen without reading it.
pub fn object(raw: &str) -> Members<'_> {
    let object = raw.trim_ascii_start().starts_with('{').then(|| Members::parse(raw).ok());
    object.flatten().unwrap_or(Members(Vec::new()))
}

/// The name as the server sent it. Only where something is wrong with it, is it read again.
pub fn raw_name(tool: &Tool) -> Option<Cow<'_, str>> {
    if tool.problems.iter().all(|problem| !matches!(problem.field.as_str(), "name" | "tool")) {
        return Some(Cow::Borrowed(&tool.name));
    }
    let name: String = serde_json::from_str(object(&tool.raw).get("name")?.get()).ok()?;
    Some(name).filter(|name| !name.is_empty()).map(Cow::Owned)
}

//! The input of a rule: one tool with its explicit and inferred values.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::{Fix, LintContext, LintInput, ProfileLimits};
use crate::infer::Inference;
use crate::model::hint::{HintName, PerHint};
use crate::model::layer::Layer;
use crate::model::overrides::{DecidedValue, Decision, Field};
use crate::model::tool::Tool;
use crate::resolve::{LayerValue, ResolvedTool, ValueOrigin};
use crate::review::ReviewState;
use crate::text::is_hidden;
use crate::text::json::Members;

/// Maximum characters of a title offered as a fix; longer than any title a client shows.
const MAX_TITLE_CHARS: usize = 200;

/// One tool, prepared for the rules.
#[derive(Debug)]
pub struct Subject<'a> {
    pub server: &'a str,
    pub tool: &'a Tool,
    pub resolved: &'a ResolvedTool<'a>,
    pub inference: &'a Inference,
    pub context: &'a LintContext<'a>,
    pub limits: &'a ProfileLimits,
    pub review: Option<ReviewState>,
    /// The name as the server sent it. `tool.name` is a substitute if that cannot be used as a key.
    pub raw_name: Option<Cow<'a, str>>,
    pub members: Members<'a>,
    /// The members of `annotations`; empty if it is not an object.
    pub annotations: Members<'a>,
}

impl<'a> Subject<'a> {
    pub fn new(input: &LintInput<'a>, context: &'a LintContext<'a>, limits: &'a ProfileLimits) -> Self {
        let members = parse_object(&input.tool.raw);
        let annotations =
            members.get("annotations").map_or(Members(Vec::new()), |raw| parse_object(raw.get()));
        Self {
            server: input.server,
            tool: input.tool,
            resolved: input.resolved,
            inference: input.inference,
            context,
            limits,
            review: input.review,
            raw_name: raw_name(input.tool),
            members,
            annotations,
        }
    }

    /// The value of a hint that the server declares or the user decided; the specification's default and inferred
    /// values do not count.
    pub fn explicit_value(&self, hint: HintName) -> Option<bool> {
        self.strongest_explicit(hint).map(|entry| entry.value)
    }

    /// The layer of [`Self::explicit_value`].
    pub fn explicit_layer(&self, hint: HintName) -> Option<Layer> {
        self.strongest_explicit(hint).map(|entry| entry.layer)
    }

    fn strongest_explicit(&self, hint: HintName) -> Option<&LayerValue<'a, bool>> {
        strongest_explicit(self.resolved, hint)
    }

    /// True if the user decided the hint, so that the server's value is not exported.
    pub fn is_decided(&self, hint: HintName) -> bool {
        self.explicit_layer(hint) > Some(Layer::Declared)
    }

    /// The user's decision about this tool's hint, if it is the one that applies.
    pub fn decision(&self, hint: HintName) -> Option<&'a Decision> {
        self.strongest_explicit(hint)?.origin.decision()
    }

    /// The texts that the user decided, each with its field.
    pub fn decided_texts(&self) -> impl Iterator<Item = (TextLocation<'_>, &str)> {
        let title = self.is_title_decided().then_some(self.resolved.title.winner.value);
        let description = self.resolved.description.as_ref().map(|decided| decided.value);
        let fields = [("title", title), ("description", description)].into_iter();
        let fields = fields.filter_map(|(field, text)| Some((TextLocation::Field(field), text?)));
        let parameters = self.resolved.parameters.iter();
        fields.chain(parameters.map(|(name, decided)| (TextLocation::Parameter(name), decided.value)))
    }

    pub fn is_title_decided(&self) -> bool {
        self.resolved.title.layer() > Layer::Declared
    }

    /// The title from the user or the server.
    pub fn explicit_title(&self) -> Option<&'a str> {
        explicit_title(self.resolved)
    }

    /// A fix that sets the title generated from the name, if it differs from the name. It is safe, because a title has
    /// no effect on behaviour.
    pub fn generated_title_fix(&self) -> Option<Fix> {
        let title = self.inference.title.trim();
        title_fix(title).filter(|_| title != self.tool.name)
    }

    /// A fix with the inferred values of those `hints` that are not explicit. Those without a meaning on a read-only
    /// tool are left out, unless the profile requires them. `None` if it would make the tool read-only and
    /// destructive.
    pub fn inferred_fix(&self, hints: &[HintName]) -> Option<Fix> {
        let inferred = self.inference.hints();
        let filled = PerHint::from_fn(|hint| {
            self.explicit_value(hint).or_else(|| inferred[hint].filter(|_| hints.contains(&hint)))
        });
        if filled.read_only == Some(true) && filled.destructive == Some(true) {
            return None;
        }
        let is_unset = |hint: &HintName| self.explicit_value(*hint).is_none();
        let has_meaning = |hint: &HintName| {
            filled.read_only != Some(true)
                || !matches!(hint, HintName::Destructive | HintName::Idempotent)
                || self.limits.explicit_hints[*hint]
        };
        let decision = |hint: HintName| Some((Field::Hint(hint), DecidedValue::Hint(inferred[hint]?)));
        let wanted = hints.iter().copied().filter(is_unset).filter(has_meaning);
        let decisions: Vec<_> = wanted.filter_map(decision).collect();
        (!decisions.is_empty()).then_some(Fix { decisions, is_safe: false })
    }

    /// All texts from the server that are meant for users or models, each with its field. A description that the user
    /// replaced is left out: no model reads it.
    pub fn texts(&self) -> impl Iterator<Item = (TextLocation<'_>, Cow<'_, str>)> {
        let declared = &self.tool.declared;
        let fields = [
            ("title", &declared.title),
            ("annotations.title", &declared.annotations_title),
            ("description", &self.tool.description),
        ];
        let is_replaced = |field: &str| field == "description" && self.resolved.description.is_some();
        let fields = fields
            .into_iter()
            .filter(move |(field, _)| !is_replaced(field))
            .filter_map(|(field, text)| Some((TextLocation::Field(field), text.as_deref()?.into())));
        let parameters = self.tool.parameters.iter().filter_map(|parameter| {
            Some((TextLocation::Parameter(&parameter.name), self.tool.description_of(parameter)?))
        });
        fields.chain(parameters)
    }
}

/// The field of a text; formatted only when a finding needs it.
#[derive(Debug, Clone, Copy)]
pub enum TextLocation<'a> {
    Field(&'static str),
    Parameter(&'a str),
}

impl std::fmt::Display for TextLocation<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Field(field) => formatter.write_str(field),
            Self::Parameter(name) => formatter.write_str(&parameter_field_path(name)),
        }
    }
}

/// A fix that sets an existing title, unless it is empty, too long or contains hidden characters.
pub fn title_fix(title: &str) -> Option<Fix> {
    let is_usable =
        !title.is_empty() && title.chars().nth(MAX_TITLE_CHARS).is_none() && !title.chars().any(is_hidden);
    is_usable
        .then(|| Fix { decisions: vec![(Field::Title, DecidedValue::Text(title.to_owned()))], is_safe: true })
}

/// The title that the server declares or the user decided.
pub fn explicit_title<'a>(resolved: &ResolvedTool<'a>) -> Option<&'a str> {
    (resolved.title.layer() >= Layer::Declared).then_some(resolved.title.winner.value)
}

/// The explicit value of each hint: declared by the server or decided.
pub fn explicit_hints(resolved: &ResolvedTool) -> PerHint<Option<bool>> {
    PerHint::from_fn(|hint| strongest_explicit(resolved, hint).map(|entry| entry.value))
}

fn strongest_explicit<'r, 'a>(
    resolved: &'r ResolvedTool<'a>,
    hint: HintName,
) -> Option<&'r LayerValue<'a, bool>> {
    // A value that is overridden by "destructive" is explicit nevertheless.
    let counts = |entry: &&LayerValue<bool>| !entry.suspended && entry.origin != ValueOrigin::Contradicted;
    resolved.hints[hint].stack().find(counts).filter(|entry| entry.layer >= Layer::Declared)
}

/// The end of both reference keywords, and the prefix of an escaped spelling of them.
static REF_MARKERS: LazyLock<[Finder; 2]> = LazyLock::new(|| ["ef\"", "\\u"].map(Finder::new));

/// Cheap check for a possible `$ref` or `$dynamicRef`, so that most schemas need not be parsed again. May be a false
/// positive.
pub fn may_contain_ref(schema: &str) -> bool {
    REF_MARKERS.iter().any(|part| part.find(schema.as_bytes()).is_some())
}

/// The path of a parameter's schema, for findings.
pub fn parameter_field_path(name: &str) -> String {
    format!("inputSchema.properties.{name}")
}

/// Parses the members of an object; empty if the value is of another type, which is detected without parsing.
pub fn parse_object(raw: &str) -> Members<'_> {
    let object = raw.trim_ascii_start().starts_with('{').then(|| Members::parse(raw).ok());
    object.flatten().unwrap_or(Members(Vec::new()))
}

/// The name as the server sent it. It is parsed again only if parsing the tool found a problem with it.
pub fn raw_name(tool: &Tool) -> Option<Cow<'_, str>> {
    if tool.problems.iter().all(|problem| !matches!(problem.field.as_str(), "name" | "tool")) {
        return Some(Cow::Borrowed(&tool.name));
    }
    let name: String = serde_json::from_str(parse_object(&tool.raw).get("name")?.get()).ok()?;
    Some(name).filter(|name| !name.is_empty()).map(Cow::Owned)
}

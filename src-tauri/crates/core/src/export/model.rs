//! The export model: tools of servers with the overrides that targets write in their formats.
//!
//! It contains decisions of the user, and inferred values that only tighten. Inferred values that would loosen are
//! withheld, because the user has not decided them.

use std::collections::BTreeMap;

use crate::approval::ApprovalMode;
use crate::model::endpoint::{self, Endpoint};
use crate::model::hint::{HintName, PerHint, yes_no};
use crate::model::layer::Layer;
use crate::model::note::{NoteEntry, append_notes};
use crate::model::tool::Tool;
use crate::resolve::{LayerValue, ResolvedTool, ValueOrigin};
use crate::sources::source;
use crate::text::json::Members;

/// The input of every target except the canonical file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportModel {
    /// The toolset that selects the included tools; `None` includes all.
    pub toolset: Option<String>,
    pub servers: Vec<ExportedServer>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportedServer {
    pub name: String,
    pub connection: ServerConnection,
    /// In the server's own order, including tools that are not selected.
    pub tools: Vec<ExportedTool>,
}

/// The connection of a client to the server. It never contains a secret: secrets are only named, and the user supplies
/// them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ServerConnection {
    /// A program with its arguments and environment variables.
    Command {
        command: Vec<ConnectionText>,
        variables: Vec<NamedValue>,
    },
    Http {
        url: ConnectionText,
        headers: Vec<NamedValue>,
    },
    /// No connectable server: an OpenAPI document, a saved list or the demo.
    #[default]
    NotConnectable,
}

/// An argument of a command, or a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectionText {
    Plain(String),
    /// A text with a secret in it, which is only named: `argument 3` or `address`.
    WithSecret {
        before: String,
        secret: String,
        after: String,
    },
}

impl From<&str> for ConnectionText {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

/// An environment variable or a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedValue {
    pub name: String,
    /// `None` if the value is a secret.
    pub value: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportedTool {
    pub name: String,
    /// True if the tool is in the toolset, or no toolset is selected.
    pub is_included: bool,
    /// True if the client's file denies the tool, and not because of an earlier export.
    pub is_denied_by_file: bool,
    /// The title that overrides the server's.
    pub title: Option<ExportedValue<String>>,
    /// The hints that override the server's.
    pub hints: PerHint<Option<ExportedValue<bool>>>,
    pub declared: PerHint<Option<bool>>,
    pub declared_title: Option<String>,
    /// The server's description.
    pub description: String,
    /// The description that the user decided.
    pub decided_description: Option<String>,
    /// The description that replaces the server's: decided, with notes appended, or both; `None` without either.
    pub overriding_description: Option<String>,
    /// The source of the icon that the user decided.
    pub decided_icon: Option<String>,
    /// The notes as name and text, for formats that store them separately.
    pub notes: Vec<(String, String)>,
    /// Parameter descriptions that the user decided, by parameter.
    pub parameter_descriptions: BTreeMap<String, String>,
    /// The names of all parameters.
    pub parameter_names: Vec<String>,
    /// True if the current definition is reviewed.
    pub is_reviewed: bool,
    /// The HTTP request, for tools of an OpenAPI document.
    pub endpoint: Option<Endpoint>,
    /// The name that a vendor extension gives the operation of an OpenAPI document.
    pub custom_name: Option<String>,
    /// The id of the operation of an OpenAPI document, if it is not the name.
    pub operation_id: Option<String>,
    /// The approval mode that the user set for the tool, its server or the toolset.
    pub approval: ApprovalMode,
    /// Effective values that are not exported, with the reason.
    pub withheld: Vec<WithheldField>,
}

/// An exported value with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedValue<T> {
    pub value: T,
    /// True if the user decided it; otherwise it is inferred, or proven by a trusted HTTP method.
    pub is_decided: bool,
    pub because: Option<String>,
}

impl<T> ExportedValue<T> {
    /// True if neither the user decided the value nor a trusted HTTP method proves it.
    pub fn is_guessed(&self) -> bool {
        !self.is_decided && self.because.is_none()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithheldField {
    /// The name of a hint, `title`, `description`, `icon`, `notes` or `parameters`.
    pub field: &'static str,
    pub reason: String,
}

/// Options of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportOptions {
    /// Withholds inferred values, and all decisions about tools whose current definition is not reviewed: hints, title,
    /// description, icon, notes and parameter descriptions. The selection by a toolset applies to these tools nevertheless.
    pub reviewed_only: bool,
    /// Includes notes. Formats without a separate place for them get them in the description.
    pub include_notes: bool,
    /// The permission of destructive tools: ask or deny.
    pub destructive_permission: Permission,
    /// Clients ask about tools that may be destructive even if their approval mode is never to ask. The preference is the same as
    /// for calls through a proxy.
    pub confirms_destructive: bool,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            reviewed_only: false,
            include_notes: true,
            destructive_permission: Permission::Ask,
            confirms_destructive: true,
        }
    }
}

/// The permission that a client is configured with for a tool, in ascending strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    Allow,
    Ask,
    Deny,
}

impl Permission {
    const fn allow_instead_of_asking(self) -> Self {
        match self {
            Self::Allow | Self::Ask => Self::Allow,
            Self::Deny => Self::Deny,
        }
    }
}

impl ExportedTool {
    pub fn new(
        tool: &Tool,
        resolved: &ResolvedTool,
        notes: &[NoteEntry],
        (offered, reviewed): (bool, bool),
        options: ExportOptions,
    ) -> Self {
        let mut withheld = Vec::new();
        let is_withheld = options.reviewed_only && !reviewed;
        let description = tool.description.clone().unwrap_or_default();
        let hints = PerHint::from_fn(|hint| {
            let (stated, why) = export_hint(resolved, hint, reviewed, options);
            withheld.extend(why.map(|why| WithheldField { field: hint.cli_name(), reason: why }));
            stated
        });
        let title = to_exported_value(&resolved.title.winner, |title| (*title).to_owned())
            .filter(|title| title.is_decided || !options.reviewed_only);
        let decided_description = resolved.description.as_ref().map(|decided| decided.value.to_owned());
        let decided_icon = resolved.icon.as_ref().map(|decided| decided.value.to_owned());
        let decided_parameters =
            resolved.parameters.iter().filter(|(_, entry)| entry.layer >= Layer::Override);
        let parameter_descriptions: BTreeMap<String, String> =
            decided_parameters.map(|(name, entry)| ((*name).to_owned(), entry.value.to_owned())).collect();
        let notes: &[NoteEntry] = if options.include_notes { notes } else { &[] };
        for (field, is_decided) in [
            ("title", title.is_some()),
            ("description", decided_description.is_some()),
            ("icon", decided_icon.is_some()),
            ("notes", !notes.is_empty()),
            ("parameters", !parameter_descriptions.is_empty()),
        ] {
            if is_withheld && is_decided {
                withheld.push(WithheldField { field, reason: format!("decided, but {NOT_REVIEWED}") });
            }
        }
        let title = title.filter(|_| !is_withheld);
        let decided_description = decided_description.filter(|_| !is_withheld);
        let decided_icon = decided_icon.filter(|_| !is_withheld);
        let parameter_descriptions = if is_withheld { BTreeMap::new() } else { parameter_descriptions };
        let notes: &[NoteEntry] = if is_withheld { &[] } else { notes };
        let overriding_description = (decided_description.is_some() || !notes.is_empty())
            .then(|| append_notes(decided_description.as_ref().unwrap_or(&description), notes).into_owned());
        let members = Members::parse(&tool.raw).ok();
        Self {
            name: tool.name.clone(),
            is_included: offered,
            is_denied_by_file: false,
            title,
            hints,
            declared: tool.declared.hints,
            declared_title: tool.declared.display_title().map(str::to_owned),
            description,
            decided_description,
            overriding_description,
            decided_icon,
            notes: notes.iter().map(|note| (note.name.to_owned(), note.text.to_owned())).collect(),
            parameter_descriptions,
            parameter_names: tool.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            is_reviewed: reviewed,
            endpoint: members.as_ref().and_then(Endpoint::from_tool),
            operation_id: members.as_ref().and_then(endpoint::operation_id),
            custom_name: custom_name(tool),
            approval: ApprovalMode::ByHints,
            withheld,
        }
    }

    /// The effective value of a hint: the exported one, otherwise the declared one.
    pub fn effective_hint(&self, hint: HintName) -> Option<bool> {
        self.hints[hint].as_ref().map(|stated| stated.value).or(self.declared[hint])
    }

    /// The effective title: the exported one, otherwise the declared one.
    pub fn effective_title(&self) -> Option<&str> {
        self.title.as_ref().map(|title| title.value.as_str()).or(self.declared_title.as_deref())
    }

    /// The effective description: the decided one, otherwise the server's, with notes if there are any.
    pub fn effective_description(&self) -> &str {
        self.overriding_description.as_deref().unwrap_or(&self.description)
    }

    /// The decisions that make up [`Self::overriding_description`], as they are named in reports.
    pub fn description_fields(&self) -> impl Iterator<Item = &'static str> {
        let fields = [("description", self.decided_description.is_some()), ("notes", !self.notes.is_empty())];
        fields.into_iter().filter(|(_, is_there)| *is_there).map(|(field, _)| field)
    }

    /// True if anything differs from what the server declares.
    pub fn has_overrides(&self) -> bool {
        self.title.is_some()
            || HintName::ALL.into_iter().any(|hint| self.hints[hint].is_some())
            || self.overriding_description.is_some()
            || self.decided_icon.is_some()
            || !self.parameter_descriptions.is_empty()
    }

    /// The permission of the tool: the approval mode that the user set, otherwise what follows from the hints. Only a
    /// decided read-only hint allows the tool: neither a declared nor an inferred one does.
    pub fn permission(&self, options: ExportOptions) -> Permission {
        let decided = |hint: HintName, value: bool| {
            self.hints[hint].as_ref().is_some_and(|stated| stated.is_decided && stated.value == value)
        };
        let is_read_only = decided(HintName::ReadOnly, true);
        let is_destructive = !is_read_only && self.effective_hint(HintName::Destructive) == Some(true);
        let of_unsafe = if is_destructive { options.destructive_permission } else { Permission::Ask };
        match self.approval {
            _ if !self.is_included || self.is_denied_by_file => Permission::Deny,
            ApprovalMode::Block => Permission::Deny,
            ApprovalMode::AlwaysAsk | ApprovalMode::AskFirst => of_unsafe,
            ApprovalMode::NeverAsk | ApprovalMode::ByHints if is_read_only => Permission::Allow,
            ApprovalMode::NeverAsk if self.is_surely_harmless() => Permission::Allow,
            ApprovalMode::NeverAsk if !options.confirms_destructive => of_unsafe.allow_instead_of_asking(),
            ApprovalMode::NeverAsk | ApprovalMode::ByHints => of_unsafe,
        }
    }

    /// Returns whether the user decided that the tool destroys nothing: the server's word alone does not count.
    fn is_surely_harmless(&self) -> bool {
        let destructive = self.hints[HintName::Destructive].as_ref();
        destructive.is_some_and(|stated| stated.is_decided && !stated.value)
    }
}

/// The name in `x-gram`, or in `x-speakeasy-mcp` without it, which the reader of OpenAPI documents keeps in `_meta`.
fn custom_name(tool: &Tool) -> Option<String> {
    let members = Members::parse(&tool.raw).ok()?;
    let meta = Members::parse(members.get("_meta")?.get()).ok()?;
    let extension = meta.get("x-gram").or_else(|| meta.get("x-speakeasy-mcp"))?;
    let extension: serde_json::Value = serde_json::from_str(extension.get()).ok()?;
    extension["name"].as_str().filter(|name| !name.trim().is_empty()).map(str::to_owned)
}

/// The reason that a decision is withheld if only reviewed tools are exported.
const NOT_REVIEWED: &str = "the tool has not been reviewed in its current version";

/// The exported value of a hint, or the reason an effective value is withheld.
fn export_hint(
    resolved: &ResolvedTool,
    hint: HintName,
    reviewed: bool,
    options: ExportOptions,
) -> (Option<ExportedValue<bool>>, Option<String>) {
    let field = &resolved.hints[hint];
    if let Some(entry) = field.suspended() {
        let why =
            format!("{} is suspended: the server changed the tool since it was decided", yes_no(entry.value));
        return (None, Some(why));
    }
    let Some(stated) = to_exported_value(&field.winner, |value| *value) else { return (None, None) };
    // These hints are meaningless on a read-only tool, so only decided values are exported.
    if resolved.is_unused(hint) && !stated.is_decided {
        return (None, None);
    }
    let value = yes_no(stated.value);
    if let ValueOrigin::Method(method) = field.winner.origin {
        // Proven for this definition, but read from it, so it is reviewed like a decision.
        let is_withheld = options.reviewed_only && !reviewed;
        let why = format!("{value} is proven by the HTTP method {method}, but {NOT_REVIEWED}");
        return if is_withheld { (None, Some(why)) } else { (Some(stated), None) };
    }
    match (stated.is_decided, stated.value == hint.careful_value()) {
        (true, _) if options.reviewed_only && !reviewed => {
            (None, Some(format!("{value} is decided, but {NOT_REVIEWED}")))
        }
        (true, _) => (Some(stated), None),
        (false, true) if !options.reviewed_only => (Some(stated), None),
        (false, true) => (None, Some(format!("{value} is only inferred"))),
        (false, false) => (
            None,
            Some(format!("{value} is only inferred and would loosen the tool; decide it to export it")),
        ),
    }
}

/// The value with its origin, unless it comes from the server or a default.
fn to_exported_value<T, U>(entry: &LayerValue<T>, value: impl Fn(&T) -> U) -> Option<ExportedValue<U>> {
    let (decided, because) = match entry.origin {
        ValueOrigin::User(decision) | ValueOrigin::UserInEnvironment(_, decision) => {
            (true, decision.because.clone())
        }
        ValueOrigin::Rule(rule) | ValueOrigin::RuleInEnvironment(_, rule) => (true, rule.because.clone()),
        ValueOrigin::Method(method) => (false, Some(format!("the HTTP method is {method}"))),
        ValueOrigin::Signal(_) | ValueOrigin::DerivedFromName => (false, None),
        ValueOrigin::Contradicted => (false, None),
        ValueOrigin::Specification | ValueOrigin::ToolName | ValueOrigin::Server => return None,
    };
    Some(ExportedValue { value: value(&entry.value), is_decided: decided, because })
}

impl ServerConnection {
    /// Converts a stored source. Every secret is omitted.
    pub fn from_source(source: &source::Source) -> Self {
        let to_named_value = |variable: &source::Variable| NamedValue {
            name: variable.name.clone(),
            value: match &variable.value {
                source::SourceValue::Plain(text) => Some(text.clone()),
                source::SourceValue::Sealed { .. } => None,
            },
        };
        match source {
            source::Source::Stdio { command, environment, pass_environment, .. } => {
                // Variables passed on by name: the client reads them from its own environment when it starts the
                // server.
                let passed =
                    pass_environment.iter().map(|name| NamedValue { name: name.clone(), value: None });
                Self::Command {
                    command: command.iter().map(ConnectionText::from_source).collect(),
                    variables: environment.iter().map(to_named_value).chain(passed).collect(),
                }
            }
            source::Source::Http { url, headers, .. } => Self::Http {
                url: ConnectionText::from_source(url),
                headers: headers.iter().map(to_named_value).collect(),
            },
            _ => Self::NotConnectable,
        }
    }
}

impl ConnectionText {
    fn from_source(value: &source::SourceValue) -> Self {
        match value.clone() {
            source::SourceValue::Plain(text) => Self::Plain(text),
            source::SourceValue::Sealed { secret, before, after } => {
                Self::WithSecret { before, secret, after }
            }
        }
    }
}

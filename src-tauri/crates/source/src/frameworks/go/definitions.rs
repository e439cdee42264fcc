//! Tools as structs of the project itself: `api.Tool{Name: …, Annotations: api.ToolAnnotations{…}}`.

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::{GoFile, field};
use crate::frameworks::go_declarations::ToolStruct;
use crate::frameworks::site_builder::Builder;
use crate::registration::{Definition, Framework, Registration};
use crate::site::{HintForm, Notation, Outer};
use crate::syntax::{list, member_named, members};

/// Reads a literal of the type `class`.
pub(super) fn read(file: &GoFile, node: Node, body: Node, class: &str) -> Option<Registration> {
    let parsed = file.parsed;
    let tool = file.project.go.declarations.tool(class)?;
    let members = members(body);
    let named = |name: &str| member_named(parsed, &members, name);
    let name = named("Name")?.value?;
    // Other things than tools have a name as well.
    named("Description")?;
    let notation = notation(file, class, tool);
    let takes_annotations = notation.is_some();
    let notation = notation.unwrap_or_else(|| file.notation());
    let outer = Outer::List(list(body)?);
    let mut builder =
        Builder::new(parsed, file.project, Framework::GoProject, node.byte_range(), outer, notation);
    builder.name(name);
    builder.registration.description = named("Description").and_then(|member| builder.text(member.value?));
    if let Some(member) = named("Title") {
        builder.title(member);
    }
    if let Some(member) = named("Annotations")
        && let Some(value) = member.value
    {
        let forms = builder.registration.site.notation.hints.clone();
        builder.annotations(member.range(), value, true, |_| forms.clone());
    }
    builder.registration.site.title_after = named("Name").map(|member| member.index);
    let kind = class.rsplit('.').next()?.to_owned();
    builder.registration.definition = Some(Definition { kind, part: None, takes_annotations });
    Some(builder.finish())
}

/// How annotations of a struct are written; `None` if it has no place for all of them.
fn notation(file: &GoFile, class: &str, tool: &ToolStruct) -> Option<Notation> {
    let annotations = tool.annotations.as_deref()?;
    let declared = file.project.go.declarations.annotations(annotations)?;
    if !(tool.has_title || declared.has_title) || annotations.contains('.') {
        return None;
    }
    let pointers = HintName::ALL.map(|hint| declared.pointers[hint]);
    if pointers.contains(&None) {
        return None;
    }
    let pointer = file.imported_pointer();
    let value = |hint: HintName, value: &str| match (&pointer, declared.pointers[hint]) {
        (Some(function), Some(true)) => format!("{function}({value})"),
        (None, Some(true)) => format!("&[]bool{{{value}}}[0]"),
        _ => value.to_owned(),
    };
    // The struct of annotations is in the package of that of the tool.
    let package = class.rsplit_once('.').map_or(String::new(), |(package, _)| format!("{package}."));
    let open = if tool.is_pointer { "&" } else { "" };
    Some(Notation {
        open: format!("{open}{package}{annotations}{{"),
        hints: PerHint::from_fn(|hint| {
            HintForm::new(field(hint), ": ", &value(hint, "true"), &value(hint, "false"))
        }),
        title_in_annotations: !tool.has_title,
        support: Vec::new(),
        ..file.notation()
    })
}

//! `mcp.NewTool(name, options…)` of mcp-go, and functions of a project that take the same options.

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::GoFile;
use crate::frameworks::site_builder::Builder;
use crate::registration::{EditObstacle, FieldValue, Framework, Registration};
use crate::site::{AnnotationsSite, Entry, HintForm, Notation, Outer, TitleEntry};
use crate::syntax::{Member, boolean, children, excerpt, list, members, string_literal};

pub(super) fn read(file: &GoFile, node: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let path = parsed.field_text(node, "function")?;
    let function = path.strip_prefix(file.package.as_str()).unwrap_or(path);
    let imports_sdk = file.framework == Framework::McpGo;
    let is_raw = imports_sdk && function == ".NewToolWithRawSchema";
    let arguments = node.child_by_field_name("arguments")?;
    let members = members(arguments);
    let is_text = |member: &Member| member.value.is_some_and(|value| string_literal(parsed, value).is_some());
    let own = file.project.go.declarations.function(path);
    let own = own.filter(|own| {
        function != ".NewTool"
            && members.len() >= own.fixed
            && members.get(own.name_index).is_some_and(is_text)
    });
    let name = members.get(own.map_or(0, |own| own.name_index))?;
    let is_option =
        |member: &&Member| option_name_of(file, member).is_some_and(|name| name.ends_with("Annotation"));
    // The function may be that of a library.
    let is_own_function = own.is_some()
        || (imports_sdk && members.len() > 1 && is_text(name) && members.iter().any(|one| is_option(&one)));
    let is_tool = is_raw || is_own_function || (imports_sdk && function == ".NewTool");
    if !is_tool {
        return None;
    }
    let list = list(arguments)?;
    let notation = option_notation(file);
    let mut builder =
        Builder::new(parsed, file.project, Framework::McpGo, node.byte_range(), Outer::List(list), notation);
    builder.name(name.value?);
    builder.registration.site.annotations = AnnotationsSite::Inline;
    if is_raw {
        builder.obstacle(EditObstacle::Unsupported("NewToolWithRawSchema"));
        return Some(builder.finish());
    }
    if !imports_sdk {
        builder.obstacle(EditObstacle::Unsupported("options in a file that does not import mcp-go"));
    }
    for option in &members[1..] {
        read_option(file, &mut builder, option);
    }
    let description =
        members.iter().rposition(|option| option_name_of(file, option) == Some("WithDescription"));
    let last_option = members.iter().rposition(|option| option_name_of(file, option).is_some());
    let after = description.or(last_option).or(Some(own.map_or(0, |_| members.len() - 1)));
    builder.registration.site.title_after = after;
    builder.registration.site.annotations_after = after;
    Some(builder.finish())
}

fn option_name_of<'p>(file: &GoFile<'p>, member: &Member) -> Option<&'p str> {
    let function = file.parsed.field_text(member.value?, "function")?;
    function.strip_prefix(file.package.as_str())?.strip_prefix('.')
}

fn read_option(file: &GoFile, builder: &mut Builder, option: &Member) {
    let parsed = file.parsed;
    let Some(value) = option.value else { return };
    if parsed.text_of(option.node).ends_with("...") || value.kind() == "variadic_argument" {
        return builder.obstacle(EditObstacle::Spread(excerpt(parsed.text_of(option.node))));
    }
    let argument = value.child_by_field_name("arguments").and_then(|list| children(list).first().copied());
    let (Some(function), Some(argument)) = (option_name_of(file, option), argument) else { return };
    let entry = |literal| Entry {
        entry: option.range(),
        value: argument.byte_range(),
        rewrite: false,
        literal,
        is_wrapped: true,
    };
    match function {
        "WithDescription" => builder.registration.description = builder.text(argument),
        "WithTitleAnnotation" | "WithTitle" | "WithToolTitle" => {
            let title = string_literal(parsed, argument);
            let entry = TitleEntry { entry: entry(title.is_some()), in_annotations: false };
            builder.registration.site.titles.push(entry);
            builder.registration.title = match title {
                Some(title) => FieldValue::Literal(title),
                None => FieldValue::Expression(excerpt(parsed.text_of(argument))),
            };
        }
        "WithToolAnnotation" => {
            builder.annotations(option.range(), argument, true, |_| file.hint_forms());
            // Members of a literal are not written like options.
            builder.registration.site.notation = file.notation();
        }
        _ => {
            let Some(hint) = HintName::ALL.into_iter().find(|hint| function == option_name(*hint)) else {
                return;
            };
            let current = boolean(parsed, argument);
            builder.registration.site.hints[hint] = Some(entry(current.is_some()));
            builder.registration.hints[hint] = match current {
                Some(value) => FieldValue::Literal(value),
                None => FieldValue::Expression(excerpt(parsed.text_of(argument))),
            };
        }
    }
}

const fn option_name(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "WithReadOnlyHintAnnotation",
        HintName::Destructive => "WithDestructiveHintAnnotation",
        HintName::Idempotent => "WithIdempotentHintAnnotation",
        HintName::OpenWorld => "WithOpenWorldHintAnnotation",
    }
}

fn option_notation(file: &GoFile) -> Notation {
    let option = |name: &str| format!("{}.{name}", file.package);
    let mut notation = file.notation();
    notation.hints = PerHint::from_fn(|hint| HintForm {
        suffix: ")",
        ..HintForm::new(option(option_name(hint)), "(", "true", "false")
    });
    notation.title.key = option("WithTitleAnnotation");
    notation.title.infix = "(";
    notation.title.suffix = ")";
    notation.title_in_annotations = false;
    notation.always_breaks = false;
    notation
}

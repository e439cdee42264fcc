//! Whether annotations of a project's own definitions and of literals reach the SDK.
//!
//! A definition is edited only where that is certain: the places that register tools of its form pass annotations on,
//! or other definitions of the form have annotations already. Everything else is refused with the place where the
//! annotations are lost.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use tree_sitter::Node;

use crate::registration::{EditObstacle, FieldValue, FileRole, Framework, Registration, ToolName};
use crate::site::AnnotationsSite;
use crate::syntax::{Parsed, key_text, members};

/// A place that registers a tool whose name comes from a definition.
struct Outlet {
    file: String,
    line: usize,
    /// Names of the functions around it.
    functions: Vec<String>,
    passing: Passing,
    passes_title: bool,
    /// It makes the answer to `tools/list`.
    is_list: bool,
}

/// What a place gives to the SDK of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Passing {
    /// The whole definition, or its member of this name.
    Whole(Option<String>),
    /// Its annotations.
    Annotations,
    /// What the function around it takes: the configuration of its own callers, whatever that is made of.
    Argument,
    Nothing,
}

/// Refuses the definitions whose annotations do not surely reach the SDK.
pub(crate) fn settle(registrations: &mut [Registration], parsed: &[Parsed]) {
    let by_path: HashMap<&str, &Parsed> = parsed.iter().map(|parsed| (parsed.path, parsed)).collect();
    let outlets: Vec<Outlet> = registrations
        .iter()
        .filter(|one| one.role == FileRole::Source && one.framework != Framework::PythonProject)
        .filter_map(|one| outlet(one, by_path.get(one.file.as_str())?))
        .collect();
    let lists: Vec<&Outlet> = outlets.iter().filter(|outlet| outlet.is_list).collect();
    if !lists.is_empty() {
        for one in registrations.iter_mut().filter(|one| is_copied_by_lists(one)) {
            if by_path.get(one.file.as_str()).is_some_and(|parsed| !is_in_list_handler(one, parsed)) {
                settle_literal(one, &lists);
            }
        }
    }
    if registrations.iter().all(|one| one.definition.is_none()) {
        return;
    }
    let annotated: BTreeSet<(String, Option<String>)> = registrations
        .iter()
        .filter(|one| one.hints.iter().any(|(_, value)| value.known().is_some()))
        .filter_map(|one| one.definition.clone())
        .map(|definition| (definition.kind, definition.part))
        .collect();
    for one in registrations.iter_mut().filter(|one| one.obstacle.is_none()) {
        let Some(definition) = &one.definition else { continue };
        let kind = definition.kind.clone();
        let own: Vec<&Outlet> = outlets.iter().filter(|outlet| outlet.functions.contains(&kind)).collect();
        let is_own = !own.is_empty();
        let relevant: Vec<&Outlet> = if is_own { own } else { outlets.iter().collect() };
        let passes = |outlet: &&&Outlet| match &outlet.passing {
            Passing::Annotations => definition.part.is_none(),
            Passing::Whole(part) => *part == definition.part,
            Passing::Argument => is_own && definition.part.is_none(),
            Passing::Nothing => false,
        };
        let lost = relevant.iter().find(|outlet| !passes(outlet));
        if !definition.takes_annotations {
            one.obstacle = Some(match relevant.first() {
                Some(outlet) => {
                    EditObstacle::OwnFunction { function: kind, file: outlet.file.clone(), line: outlet.line }
                }
                None => EditObstacle::UnknownUse(kind),
            });
            continue;
        }
        let has_annotated_siblings = annotated.contains(&(kind.clone(), definition.part.clone()))
            && (relevant.is_empty() || relevant.iter().any(|outlet| passes(&outlet)));
        let all_pass = !relevant.is_empty() && lost.is_none();
        if !all_pass && !has_annotated_siblings {
            one.obstacle = Some(match lost {
                Some(outlet) => EditObstacle::NotPassedOn { file: outlet.file.clone(), line: outlet.line },
                None => EditObstacle::UnknownUse(kind),
            });
        }
    }
}

/// The registration as an outlet, if its name is a member or a parameter.
fn outlet(registration: &Registration, parsed: &Parsed) -> Option<Outlet> {
    let ToolName::Computed { why, prefix, suffix } = &registration.name else { return None };
    if registration.definition.is_some() {
        return None;
    }
    let name = why.strip_prefix('`')?.split('`').next()?;
    let is_path = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    if !is_path || !prefix.is_empty() || !suffix.is_empty() {
        return None;
    }
    Some(Outlet {
        file: registration.file.clone(),
        line: registration.position.line,
        functions: functions_around(registration, parsed),
        passing: passing(registration, parsed, name),
        passes_title: registration.title != FieldValue::Absent,
        is_list: is_in_list_handler(registration, parsed),
    })
}

/// True for literals of tools, which the handler of `tools/list` may return as they are or copy by their members.
fn is_copied_by_lists(registration: &Registration) -> bool {
    let is_literal = matches!(
        registration.framework,
        Framework::TypeScriptLiteral | Framework::PythonLowLevel | Framework::PythonDictionary
    );
    is_literal && registration.name.known().is_some() && registration.role == FileRole::Source
}

/// Refuses a literal whose annotations a list leaves out, and puts its title where lists pass it on.
fn settle_literal(registration: &mut Registration, lists: &[&Outlet]) {
    let is_passed = |outlet: &&&Outlet| {
        // The SDK's own list, in a bundle, takes the name from the key of a table.
        matches!(outlet.passing, Passing::Whole(None) | Passing::Annotations | Passing::Argument)
    };
    if let Some(lost) = lists.iter().find(|outlet| !is_passed(outlet)) {
        let obstacle = EditObstacle::NotPassedOn { file: lost.file.clone(), line: lost.line };
        registration.obstacle.get_or_insert(obstacle);
    }
    let loses_title = |outlet: &&Outlet| outlet.passing == Passing::Annotations && !outlet.passes_title;
    if registration.site.titles.is_empty() && lists.iter().any(loses_title) {
        registration.site.notation.title_in_annotations = true;
    }
}

/// True within the function that answers `tools/list`.
fn is_in_list_handler(registration: &Registration, parsed: &Parsed) -> bool {
    let is_list =
        |text: &str| ["ListTools", "tools/list", "list_tools"].iter().any(|part| text.contains(part));
    nodes_around(registration, parsed).any(|node| match node.kind() {
        "call_expression" => {
            parsed
                .field_text(node, "function")
                .is_some_and(|function| function.ends_with("setRequestHandler"))
                && node
                    .child_by_field_name("arguments")
                    .and_then(|arguments| arguments.named_child(0))
                    .is_some_and(|schema| is_list(parsed.text_of(schema)))
        }
        "function_definition" => {
            parsed.field_text(node, "name").is_some_and(is_list)
                || node
                    .parent()
                    .filter(|around| around.kind() == "decorated_definition")
                    .and_then(|around| around.named_child(0))
                    .is_some_and(|decorator| is_list(parsed.text_of(decorator)))
        }
        _ => false,
    })
}

fn passing(registration: &Registration, parsed: &Parsed, name: &str) -> Passing {
    let mentions =
        |text: &str| text == "annotations" || text.contains(".annotations") || text.contains(".Annotations");
    match &registration.site.annotations {
        AnnotationsSite::Reference { value, .. } | AnnotationsSite::Literal { entry: value, .. } => {
            let text = &parsed.text[value.clone()];
            let value = text.trim_start_matches("annotations:").trim();
            return match mentions(value) {
                true if is_member(registration, parsed, name) => Passing::Annotations,
                true => Passing::Argument,
                false => Passing::Nothing,
            };
        }
        AnnotationsSite::Absent | AnnotationsSite::Inline => {}
    }
    let Some(EditObstacle::Spread(origin) | EditObstacle::NotLiteral(origin)) = &registration.obstacle else {
        return Passing::Nothing;
    };
    // `...(tool.annotations && { annotations: tool.annotations })`.
    if mentions(origin) && is_member(registration, parsed, name) {
        return Passing::Annotations;
    }
    let is_path = origin.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    let (name_owner, origin_owner) = (owner_of(name), owner_of(origin));
    match (name_owner, origin_owner) {
        _ if !is_path => Passing::Nothing,
        // `...tool` beside `tool.name`.
        (Some(owner), None) if owner == origin => Passing::Whole(None),
        // `tool.config` beside `tool.name`.
        (Some(owner), Some(of)) if owner == of => {
            Passing::Whole(origin.rsplit('.').next().map(str::to_owned))
        }
        // `name` and `config` are parameters, or `{ name, ...config }` is one.
        (None, None) if is_member(registration, parsed, name) => Passing::Whole(None),
        (None, None) => Passing::Argument,
        _ => Passing::Nothing,
    }
}

/// `tool` of `tool.name`.
fn owner_of(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(owner, _)| owner)
}

/// True for `tool.name`, and for `name` that is taken out of a parameter or an item: `({ name, annotations }) => …`.
fn is_member(registration: &Registration, parsed: &Parsed, name: &str) -> bool {
    if name.contains('.') {
        return true;
    }
    let takes_apart = |node: Node| {
        let parts =
            ["parameters", "parameter", "left"].iter().filter_map(|field| parsed.field_text(node, field));
        parts.into_iter().any(|text| {
            let pattern = text.split_once('{').map_or("", |(_, pattern)| pattern);
            pattern.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).any(|part| part == name)
        })
    };
    nodes_around(registration, parsed).any(takes_apart)
}

fn nodes_around<'p>(registration: &Registration, parsed: &'p Parsed) -> impl Iterator<Item = Node<'p>> {
    let range = &registration.range;
    let first = parsed.root().and_then(|root| root.descendant_for_byte_range(range.start, range.end));
    std::iter::successors(first, |node| node.parent())
}

fn functions_around(registration: &Registration, parsed: &Parsed) -> Vec<String> {
    nodes_around(registration, parsed).filter_map(|node| defined_name(parsed, node)).collect()
}

fn defined_name(parsed: &Parsed, node: Node) -> Option<String> {
    let name = match node.kind() {
        "function_declaration"
        | "method_definition"
        | "function_definition"
        | "variable_declarator"
        | "public_field_definition" => parsed.field_text(node, "name")?,
        "assignment_expression" => parsed.field_text(node, "left")?.rsplit('.').next()?,
        "pair" => {
            let pair = members(node.parent()?).into_iter().find(|member| member.node == node)?;
            return key_text(parsed, &pair);
        }
        _ => return None,
    };
    Some(name.to_owned())
}

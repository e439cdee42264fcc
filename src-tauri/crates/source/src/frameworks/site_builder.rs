//! The parts that the frameworks of several languages build a registration of.

use std::ops::Range;

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::annotations::{self, AnnotationsLiteral, new_entry};
use super::project::Project;
use crate::constants::{constant_name, evaluate};
use crate::registration::{EditObstacle, FieldValue, FileRole, Framework, Registration, ToolName};
use crate::site::{AnnotationsSite, HintForm, Notation, Outer, Site, TitleEntry};
use crate::syntax::{Member, Parsed, children, excerpt, string_literal, unwrap_expression};

/// Marks a name that is computed for several tools.
pub(super) const REPEATED: &str = ", once per item of a list";

/// A registration that is being read.
pub(super) struct Builder<'p> {
    pub parsed: &'p Parsed<'p>,
    pub project: &'p Project,
    pub registration: Registration,
}

impl<'p> Builder<'p> {
    /// A registration without values. `outer` takes its annotations.
    pub fn new(
        parsed: &'p Parsed<'p>,
        project: &'p Project,
        framework: Framework,
        range: Range<usize>,
        outer: Outer,
        notation: Notation,
    ) -> Self {
        let obstacle = parsed.has_errors().then_some(EditObstacle::FileDoesNotParse);
        let registration = Registration {
            framework,
            language: parsed.language,
            file: parsed.path.to_owned(),
            role: FileRole::from_path(parsed.path),
            position: parsed.position(range.start),
            range,
            name: ToolName::Computed {
                why: "no name".to_owned(),
                prefix: String::new(),
                suffix: String::new(),
            },
            title: FieldValue::Absent,
            hints: PerHint::default(),
            description: None,
            parameters: Vec::new(),
            obstacle,
            site: Site {
                notation,
                outer,
                annotations_after: None,
                title_after: None,
                annotations: AnnotationsSite::Absent,
                hints: PerHint::default(),
                titles: Vec::new(),
            },
            definition: None,
            text_len: parsed.text.len(),
        };
        Self { parsed, project, registration }
    }

    pub fn obstacle(&mut self, obstacle: EditObstacle) {
        self.registration.obstacle.get_or_insert(obstacle);
    }

    /// Sets the name to the value of an expression.
    pub fn name(&mut self, node: Node) {
        let constants = &self.project.constants;
        let name = match constants.own_member(self.parsed, node) {
            Some(name) => ToolName::Composed(name.to_owned()),
            None => evaluate(self.parsed, node, constants),
        };
        self.registration.name = match name {
            ToolName::Computed { why, prefix, suffix } if is_repeated(node) => {
                ToolName::Computed { why: format!("{why}{REPEATED}"), prefix, suffix }
            }
            name => name,
        };
    }

    /// The text of an expression, if it is known.
    pub fn text(&self, node: Node) -> Option<String> {
        let node = unwrap_expression(node);
        let known = evaluate(self.parsed, node, &self.project.constants);
        known.known().map(str::to_owned)
    }

    /// Reads a title in the outer list.
    pub fn title(&mut self, member: &Member) {
        let Some(value) = member.value else { return };
        let mut entry = new_entry(member, value);
        let literal = string_literal(self.parsed, value);
        entry.literal = literal.is_some();
        self.registration.title = match literal {
            Some(title) => FieldValue::Literal(title),
            None => match self.text(value) {
                Some(title) => FieldValue::Constant(title, excerpt(self.parsed.text_of(value))),
                None if self.parsed.text_of(value) == "None" => FieldValue::Absent,
                None => FieldValue::Expression(excerpt(self.parsed.text_of(value))),
            },
        };
        // A name for a title is replaced like a name for annotations.
        entry.literal |= matches!(self.registration.title, FieldValue::Constant(..) | FieldValue::Absent);
        self.registration.site.titles.push(TitleEntry { entry, in_annotations: false });
    }

    /// Reads annotations that are given as `node` in `entry` of the outer list. `form` is the notation of hints of a
    /// literal, given whether it is an object.
    pub fn annotations(
        &mut self,
        entry: Range<usize>,
        node: Node,
        snake_case_works: bool,
        form: impl Fn(&AnnotationsLiteral) -> PerHint<HintForm>,
    ) {
        let node = unwrap_expression(node);
        if let Some(literal) = annotations::read(self.parsed, node, snake_case_works) {
            let hints = form(&literal);
            self.literal(entry, literal, hints);
            return;
        }
        let text = self.parsed.text_of(node);
        let name = constant_name(self.parsed, node);
        let known = name.and_then(|name| self.project.constants.annotations(self.parsed.path, &name));
        let known = if matches!(text, "None" | "undefined" | "null") {
            Some(Default::default())
        } else {
            known.cloned()
        };
        let origin = excerpt(text);
        if let Some(known) = &known {
            for hint in HintName::ALL {
                if let Some(value) = known.hints[hint] {
                    self.registration.hints[hint] = FieldValue::Constant(value, origin.clone());
                }
            }
            if let (Some(title), FieldValue::Absent) = (&known.title, &self.registration.title) {
                self.registration.title = FieldValue::Constant(title.clone(), origin);
            }
        } else {
            self.registration.hints = PerHint::from_fn(|_| FieldValue::Expression(origin.clone()));
        }
        self.registration.site.annotations =
            AnnotationsSite::Reference { entry, value: node.byte_range(), known };
    }

    fn literal(&mut self, entry: Range<usize>, literal: AnnotationsLiteral, hints: PerHint<HintForm>) {
        let registration = &mut self.registration;
        registration.hints = literal.values;
        registration.site.hints = literal.hints;
        if literal.title != FieldValue::Absent && registration.title == FieldValue::Absent {
            registration.title = literal.title;
        }
        registration.site.titles.extend(literal.title_entry);
        for spread in &literal.spreads {
            let origin = excerpt(self.parsed.text_of(*spread));
            let name = constant_name(self.parsed, *spread);
            match name.and_then(|name| self.project.constants.annotations(self.parsed.path, &name)) {
                Some(known) if literal.is_object => {
                    for hint in HintName::ALL {
                        if let (FieldValue::Absent, Some(value)) =
                            (&registration.hints[hint], known.hints[hint])
                        {
                            registration.hints[hint] = FieldValue::Constant(value, origin.clone());
                        }
                    }
                }
                _ if literal.is_object => {
                    for hint in HintName::ALL {
                        if registration.hints[hint] == FieldValue::Absent {
                            registration.hints[hint] = FieldValue::Expression(origin.clone());
                        }
                    }
                }
                // A keyword that is given twice raises an exception.
                _ => {
                    registration.obstacle.get_or_insert(EditObstacle::Spread(origin));
                }
            }
        }
        registration.site.annotations =
            AnnotationsSite::Literal { entry, list: literal.list, hints: Box::new(hints) };
    }

    /// Notes that a list has members that its source does not show.
    pub fn outer_spread(&mut self, member: &Member) {
        let spread = children(member.node).first().copied().unwrap_or(member.node);
        self.obstacle(EditObstacle::Spread(excerpt(self.parsed.text_of(spread))));
    }

    pub fn finish(mut self) -> Registration {
        if let ToolName::Computed { why, prefix, suffix } = &self.registration.name
            && (why.ends_with(REPEATED) || (prefix.is_empty() && suffix.is_empty()))
        {
            let why = why.clone();
            self.obstacle(EditObstacle::ComputedName(why));
        }
        self.registration
    }
}

/// True if the expression is evaluated once per item: in a loop, a comprehension, or a function given to `map`.
pub(super) fn is_repeated(node: Node) -> bool {
    let mut parent = node.parent();
    while let Some(around) = parent {
        match around.kind() {
            "for_statement"
            | "for_in_statement"
            | "list_comprehension"
            | "generator_expression"
            | "dictionary_comprehension"
            | "while_statement" => return true,
            "function_definition" | "function_declaration" | "method_definition" | "class_body" => {
                return false;
            }
            _ => parent = around.parent(),
        }
    }
    false
}

/// The index of the last of the named entries.
pub(super) fn last_index_of(parsed: &Parsed, members: &[Member], names: &[&str]) -> Option<usize> {
    let is_one = |member: &&Member| {
        crate::syntax::key_text(parsed, member).is_some_and(|key| names.contains(&key.as_str()))
    };
    members.iter().filter(is_one).map(|member| member.index).max()
}

//! Edits that make a registration say what is wanted.

mod layout;
mod quote;
mod text_edit;

use std::fmt;

use hintsmith_core::model::hint::{HintName, PerHint};

use crate::registration::{EditObstacle, FieldValue, Registration};
use crate::site::{AnnotationValues, AnnotationsSite, HintForm, List, Outer, Site};
use crate::syntax::excerpt;
use crate::text_style::{line_indent, line_start};
use layout::{Insertion, Item, NewEntry};

pub use text_edit::TextEdit;
pub(crate) use text_edit::apply;

/// A change of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<T> {
    Set(T),
    Remove,
}

/// The wanted values of one tool. What is `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedValues {
    pub title: Option<Change<String>>,
    pub hints: PerHint<Option<Change<bool>>>,
}

/// A value of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Title,
    Hint(HintName),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Title => "title",
            Self::Hint(hint) => hint.key(),
        })
    }
}

/// A value that was not changed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedField {
    pub field: Field,
    pub reason: String,
}

/// The edits of one registration. Those of several registrations of a file do not overlap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolEdit {
    pub edits: Vec<TextEdit>,
    /// An import or a function that other tools of the file may need as well; equal ones are applied once.
    pub support: Vec<TextEdit>,
    pub skipped: Vec<SkippedField>,
}

impl ToolEdit {
    /// True if the source already says what is wanted, or nothing of it can be changed.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    fn skip(&mut self, field: Field, reason: impl Into<String>) {
        self.skipped.push(SkippedField { field, reason: reason.into() });
    }
}

/// Plans the edits of one registration.
pub fn edit_tool(
    text: &str,
    registration: &Registration,
    wanted: &WantedValues,
) -> Result<ToolEdit, EditObstacle> {
    if is_satisfied(registration, wanted) {
        return Ok(ToolEdit::default());
    }
    if let Some(obstacle) = &registration.obstacle {
        return Err(obstacle.clone());
    }
    let mut plan = Plan::new(text, registration);
    match &registration.site.annotations {
        AnnotationsSite::Reference { entry, value, known } => {
            plan.replace_reference(wanted, entry.clone(), value.clone(), known.as_ref())?;
        }
        _ => plan.plan_hints(wanted),
    }
    plan.plan_title(wanted);
    Ok(plan.finish())
}

/// True if every wanted value is what the source says.
pub fn is_satisfied(registration: &Registration, wanted: &WantedValues) -> bool {
    fn holds<T: PartialEq>(wanted: Option<&Change<T>>, current: &FieldValue<T>) -> bool {
        match wanted {
            None => true,
            Some(Change::Set(value)) => current.known() == Some(value),
            Some(Change::Remove) => *current == FieldValue::Absent,
        }
    }
    holds(wanted.title.as_ref(), &registration.title)
        && HintName::ALL.into_iter().all(|hint| holds(wanted.hints[hint].as_ref(), &registration.hints[hint]))
}

struct Plan<'a> {
    text: &'a str,
    registration: &'a Registration,
    site: &'a Site,
    out: ToolEdit,
    /// New entries of the annotations, and entries that go.
    new_members: Vec<Item>,
    removed_members: Vec<usize>,
    /// The same for the outer list.
    new_outer: Vec<Item>,
    removed_outer: Vec<usize>,
    /// Hints whose value is written, and whether new annotations are: both may need support.
    written: Vec<HintName>,
    opens_annotations: bool,
}

impl<'a> Plan<'a> {
    fn new(text: &'a str, registration: &'a Registration) -> Self {
        Self {
            text,
            registration,
            site: &registration.site,
            out: ToolEdit::default(),
            new_members: Vec::new(),
            removed_members: Vec::new(),
            new_outer: Vec::new(),
            removed_outer: Vec::new(),
            written: Vec::new(),
            opens_annotations: false,
        }
    }

    fn hint_form(&self, hint: HintName) -> &'a HintForm {
        match &self.site.annotations {
            AnnotationsSite::Literal { hints, .. } => &hints[hint],
            _ => &self.site.notation.hints[hint],
        }
    }

    fn hint_item(&mut self, hint: HintName, value: bool) -> Item {
        self.written.push(hint);
        let form = self.hint_form(hint);
        Item {
            key: format!("{}{}", form.key, form.infix),
            value: format!("{}{}", form.value(value), form.suffix),
        }
    }

    fn title_item(&self, title: &str, in_annotations: bool) -> Item {
        let form = &self.site.notation.title;
        // A title in the annotations has the notation of their other members.
        let (key, infix) = match &self.site.annotations {
            AnnotationsSite::Literal { hints, .. } if in_annotations => {
                let quoted = hints.read_only.key.starts_with(['"', '\'']);
                let name = form.key.trim_end_matches([' ', ':', '"', '\'']).trim_start_matches(['"', '\'']);
                let key =
                    if quoted { format!("{0}{name}{0}", &hints.read_only.key[..1]) } else { name.to_owned() };
                (key, hints.read_only.infix)
            }
            _ => (form.key.clone(), form.infix),
        };
        Item { key: format!("{key}{infix}"), value: format!("{}{}", quote::quote(title, form), form.suffix) }
    }

    fn plan_hints(&mut self, wanted: &WantedValues) {
        for hint in HintName::ALL {
            let Some(change) = &wanted.hints[hint] else { continue };
            let entry = self.site.hints[hint].as_ref();
            match (change, &self.registration.hints[hint], entry) {
                (Change::Set(value), FieldValue::Literal(current), _) if value == current => {}
                (Change::Set(value), _, Some(entry)) if entry.rewrite => {
                    let item = self.hint_item(hint, *value);
                    let edit = TextEdit::replace(entry.entry.clone(), format!("{}{}", item.key, item.value));
                    self.out.edits.push(edit);
                }
                (Change::Set(value), _, Some(entry)) if entry.is_wrapped => {
                    self.out.edits.push(TextEdit::replace(entry.value.clone(), value.to_string()));
                }
                (Change::Set(value), _, Some(entry)) if entry.literal => {
                    self.written.push(hint);
                    let value = self.hint_form(hint).value(*value);
                    self.out.edits.push(TextEdit::replace(entry.value.clone(), value));
                }
                (Change::Remove, _, Some(entry)) if entry.literal || entry.rewrite => {
                    self.remove_member(&entry.entry)
                }
                (_, FieldValue::Expression(text), Some(_)) => {
                    self.out.skip(Field::Hint(hint), format!("its value is `{text}`"));
                }
                (Change::Remove, FieldValue::Constant(_, origin), None) => {
                    self.out.skip(Field::Hint(hint), format!("it is set by `{origin}`"));
                }
                (Change::Set(value), FieldValue::Constant(current, _), None) if value == current => {}
                (Change::Set(value), ..) => {
                    let item = self.hint_item(hint, *value);
                    self.new_members.push(item);
                }
                (Change::Remove, ..) => {}
            }
        }
    }

    /// Removes a hint, or a title, from the list it is in.
    fn remove_member(&mut self, entry: &std::ops::Range<usize>) {
        if let Outer::Fields(_) = &self.site.outer
            && !matches!(&self.site.annotations, AnnotationsSite::Literal { list, .. } if list.entries.contains(entry))
        {
            return self.out.edits.push(layout::remove_line(self.text, entry));
        }
        if let AnnotationsSite::Literal { list, .. } = &self.site.annotations
            && let Some(index) = list.entries.iter().position(|other| other == entry)
        {
            self.removed_members.push(index);
        } else if let Outer::List(list) = &self.site.outer
            && let Some(index) = list.entries.iter().position(|other| other == entry)
        {
            self.removed_outer.push(index);
        }
    }

    fn plan_title(&mut self, wanted: &WantedValues) {
        let Some(change) = &wanted.title else { return };
        let is_reference = matches!(self.site.annotations, AnnotationsSite::Reference { .. });
        let titles = &self.site.titles;
        if let Some(title) = titles.iter().find(|title| !title.entry.literal) {
            let text = excerpt(&self.text[title.entry.value.clone()]);
            return self.out.skip(Field::Title, format!("its value is `{text}`"));
        }
        match change {
            Change::Set(title) if titles.is_empty() => {
                let in_annotations = self.site.notation.title_in_annotations;
                if in_annotations && is_reference {
                    return; // It is part of the replaced reference.
                }
                if self.registration.title.known() == Some(title) {
                    return;
                }
                let item = self.title_item(title, in_annotations);
                if in_annotations {
                    self.new_members.insert(0, item);
                } else {
                    self.new_outer.push(item);
                }
            }
            Change::Set(title) => {
                for entry in titles {
                    let literal = quote::quote(title, &self.site.notation.title);
                    if self.registration.title != FieldValue::Literal(title.clone()) || titles.len() > 1 {
                        self.out.edits.push(TextEdit::replace(entry.entry.value.clone(), literal));
                    }
                }
            }
            Change::Remove => {
                for title in titles {
                    self.remove_member(&title.entry.entry);
                }
                if let (true, FieldValue::Constant(_, origin)) = (titles.is_empty(), &self.registration.title)
                    && !is_reference
                {
                    self.out.skip(Field::Title, format!("it is set by `{origin}`"));
                }
            }
        }
    }

    /// Replaces a name for annotations by a literal with their values and the changes.
    fn replace_reference(
        &mut self,
        wanted: &WantedValues,
        entry: std::ops::Range<usize>,
        value: std::ops::Range<usize>,
        known: Option<&AnnotationValues>,
    ) -> Result<(), EditObstacle> {
        let decides_all = HintName::ALL.into_iter().all(|hint| wanted.hints[hint].is_some());
        let unknown = AnnotationValues::default();
        let known = match known {
            Some(known) => known,
            None if decides_all => &unknown,
            None => {
                let text = excerpt(&self.text[value]);
                return Err(EditObstacle::UnknownReference(text));
            }
        };
        let mut values = known.clone();
        for hint in HintName::ALL {
            match wanted.hints[hint] {
                Some(Change::Set(value)) => values.hints[hint] = Some(value),
                Some(Change::Remove) => values.hints[hint] = None,
                None => {}
            }
        }
        let in_annotations = self.site.notation.title_in_annotations;
        match &wanted.title {
            Some(Change::Set(title)) if in_annotations => values.title = Some(title.clone()),
            // A title of the tool itself takes precedence over one of its annotations.
            Some(Change::Set(_)) | None => {}
            Some(Change::Remove) => values.title = None,
        }
        if values == *known {
            return Ok(());
        }
        let mut items: Vec<Item> = values.title.iter().map(|title| self.title_item(title, true)).collect();
        for hint in HintName::ALL {
            items.extend(values.hints[hint].map(|value| self.hint_item(hint, value)));
        }
        if items.is_empty() {
            self.remove_member(&entry);
            return Ok(());
        }
        let notation = &self.site.notation;
        // A shorthand member is its own value.
        let key = if entry == value && !notation.key.is_empty() { notation.key.as_str() } else { "" };
        let group = NewEntry::Group { head: format!("{key}{}", notation.open), items, tail: notation.close };
        self.opens_annotations = true;
        let added = layout::width(&group.inline(notation)).saturating_sub(value.len());
        let mut indent = line_indent(self.text, value.start).to_owned();
        let mut fits = true;
        if let Outer::List(list) = &self.site.outer
            && layout::overflows(self.text, list, added, notation)
        {
            if !list.has_comments && self.removed_outer.is_empty() && wanted.title.is_none() {
                self.out.edits.extend(layout::explode(self.text, list, &[], &indent, notation));
                indent.push_str(&notation.indent);
            } else {
                fits = false;
            }
        }
        let key_width = value.start - entry.start;
        let inline = group.inline(notation);
        let long = layout::width(&indent) + key_width + layout::width(&inline) >= notation.width;
        let new = if long || !fits || notation.aligned { group.exploded(&indent, notation) } else { inline };
        self.out.edits.push(TextEdit::replace(value, new));
        Ok(())
    }

    fn finish(mut self) -> ToolEdit {
        let site = self.site;
        let last = match &site.outer {
            Outer::List(list) => list.entries.len().saturating_sub(1),
            Outer::Bare(_) | Outer::Fields(_) => 0,
        };
        let titles = std::mem::take(&mut self.new_outer).into_iter();
        let after = site.title_after.unwrap_or(last);
        let mut outer: Vec<Insertion> =
            titles.map(|item| Insertion { after, entry: NewEntry::Plain(item) }).collect();
        let members = std::mem::take(&mut self.new_members);
        let after = site.annotations_after.unwrap_or(last);
        let mut is_outer_done = false;
        match &site.annotations {
            AnnotationsSite::Absent if !members.is_empty() => {
                self.opens_annotations = true;
                let head = format!("{}{}", site.notation.key, site.notation.open);
                let entry = NewEntry::Group { head, items: members, tail: site.notation.close };
                outer.push(Insertion { after, entry });
            }
            AnnotationsSite::Inline => {
                let entries = members.into_iter().map(NewEntry::Plain);
                outer.extend(entries.map(|entry| Insertion { after, entry }));
            }
            AnnotationsSite::Literal { entry, list, .. } => {
                is_outer_done = self.edit_literal(entry, list, members, &outer);
            }
            _ => {}
        }
        if !is_outer_done {
            self.edit_outer(outer);
        }
        for support in &site.notation.support {
            let is_needed = match support.only_for {
                [] => self.opens_annotations,
                hints => hints.iter().any(|hint| self.written.contains(hint)),
            };
            if is_needed && !self.out.is_empty() {
                self.out.support.push(TextEdit::insert(support.at, support.text.clone()));
            }
        }
        self.out
    }

    fn edit_outer(&mut self, mut new: Vec<Insertion>) {
        let notation = &self.site.notation;
        let list = match &self.site.outer {
            Outer::Bare(at) if !new.is_empty() => {
                let indent = line_indent(self.text, *at);
                let around = layout::width(indent) + at - line_start(self.text, *at) - indent.len() + 2;
                let entries: Vec<&NewEntry> = new.iter().map(|new| &new.entry).collect();
                let arguments = layout::delimited(&entries, indent, around, false, notation);
                return self.out.edits.push(TextEdit::insert(*at, format!("({arguments})")));
            }
            Outer::Bare(_) => return,
            Outer::Fields(at) => {
                let indent = line_indent(self.text, *at);
                for new in new {
                    let field = new.entry.render(indent, notation);
                    self.out
                        .edits
                        .push(TextEdit::insert(*at, format!("{}{indent}{field};", notation.newline)));
                }
                return;
            }
            Outer::List(list) => list,
        };
        let mut removed = std::mem::take(&mut self.removed_outer);
        // An entry that goes gives its place to one that comes.
        while let Some(index) = removed.pop_if(|_| !new.is_empty()) {
            let text = new.remove(0).entry.inline(notation);
            self.out.edits.push(TextEdit::replace(list.entries[index].clone(), text));
        }
        if !removed.is_empty() && removed.len() == list.entries.len() && !list.has_comments {
            self.out.edits.push(TextEdit::delete(list.open..list.close));
        } else if !removed.is_empty() {
            self.out.edits.extend(layout::remove(self.text, list, &removed));
        }
        if !new.is_empty() {
            self.out.edits.extend(layout::insert(self.text, list, &new, notation));
        }
    }

    /// Adds members to annotations that are there, and removes some. True if the outer list got its entries as well.
    fn edit_literal(
        &mut self,
        entry: &std::ops::Range<usize>,
        list: &List,
        members: Vec<Item>,
        outer_new: &[Insertion],
    ) -> bool {
        let notation = &self.site.notation;
        let mut members = members.into_iter();
        // A member that goes gives its place to one that comes.
        let mut removed = std::mem::take(&mut self.removed_members);
        while !removed.is_empty()
            && let Some(member) = members.next()
        {
            let replaced = list.entries[removed.remove(0)].clone();
            self.out.edits.push(TextEdit::replace(replaced, format!("{}{}", member.key, member.value)));
        }
        if !removed.is_empty() {
            if removed.len() == list.entries.len()
                && let Outer::List(outer) = &self.site.outer
                && let Some(index) = outer.entries.iter().position(|other| other == entry)
            {
                self.removed_outer.push(index);
            } else if removed.len() == list.entries.len() {
                self.out.edits.push(layout::remove_line(self.text, entry));
            } else {
                self.out.edits.extend(layout::remove(self.text, list, &removed));
            }
        }
        let last = list.entries.len().saturating_sub(1);
        let mut members: Vec<Item> = members.collect();
        if notation.aligned && !list.has_comments {
            self.out.edits.extend(layout::align(self.text, list, &mut members));
        }
        let members = members.into_iter();
        let new: Vec<Insertion> =
            members.map(|item| Insertion { after: last, entry: NewEntry::Plain(item) }).collect();
        if new.is_empty() {
            return false;
        }
        let added: usize = new.iter().map(|new| layout::width(&new.entry.inline(notation)) + 2).sum();
        // Formatters break up the outer list before the inner one.
        if let Outer::List(outer) = &self.site.outer
            && layout::overflows(self.text, outer, added, notation)
            && !outer.has_comments
            && !list.entries.is_empty()
            && self.removed_outer.is_empty()
        {
            let indent = line_indent(self.text, outer.open);
            let inner_indent = format!("{indent}{}", notation.indent);
            self.out.edits.extend(layout::explode(self.text, outer, outer_new, indent, notation));
            if layout::width(&inner_indent) + entry.len() + added >= notation.width {
                self.out.edits.extend(layout::explode(self.text, list, &new, &inner_indent, notation));
            } else {
                let text: String =
                    new.iter().map(|new| format!(", {}", new.entry.inline(notation))).collect();
                self.out.edits.push(TextEdit::insert(list.entries[last].end, text));
            }
            return true;
        }
        self.out.edits.extend(layout::insert(self.text, list, &new, notation));
        false
    }
}

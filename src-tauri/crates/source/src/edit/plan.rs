//! What has to change at a site: members of the annotations and entries of the list around them.

use hintsmith_core::model::hint::HintName;

use super::layout::{self, Item, NewEntry};
use super::quote::quote;
use super::removal;
use super::{Change, Field, TextEdit, ToolEdit, WantedValues};
use crate::registration::{EditObstacle, FieldValue, Registration};
use crate::site::{AnnotationValues, AnnotationsSite, HintForm, Outer, Site};
use crate::syntax::excerpt;
use crate::text_style::line_indent;

/// The changes of one registration, collected before their places are chosen.
pub(super) struct Plan<'a> {
    pub(super) text: &'a str,
    pub(super) registration: &'a Registration,
    pub(super) site: &'a Site,
    pub(super) out: ToolEdit,
    /// New entries of the annotations, and entries that go.
    pub(super) new_members: Vec<Item>,
    pub(super) removed_members: Vec<usize>,
    /// The same for the outer list.
    pub(super) new_outer: Vec<Item>,
    pub(super) removed_outer: Vec<usize>,
    /// Hints whose value is written, and whether new annotations are: both may need support.
    pub(super) written: Vec<HintName>,
    pub(super) opens_annotations: bool,
}

impl<'a> Plan<'a> {
    pub fn new(text: &'a str, registration: &'a Registration) -> Self {
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
        Item { key: format!("{key}{infix}"), value: format!("{}{}", quote(title, form), form.suffix) }
    }

    pub fn plan_hints(&mut self, wanted: &WantedValues) {
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
            return self.out.edits.push(removal::remove_line(self.text, entry));
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

    pub fn plan_title(&mut self, wanted: &WantedValues) {
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
                    let literal = quote(title, &self.site.notation.title);
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
    pub fn replace_reference(
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
        let new =
            if long || !fits || notation.always_breaks { group.exploded(&indent, notation) } else { inline };
        self.out.edits.push(TextEdit::replace(value, new));
        Ok(())
    }
}

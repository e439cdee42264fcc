//! Where changes go: into the annotations that are there, into new ones, or into the list around them.

use super::layout::{self, Insertion, Item, NewEntry};
use super::plan::Plan;
use super::removal;
use super::{TextEdit, ToolEdit};
use crate::site::{AnnotationsSite, List, Outer};
use crate::text_style::{line_indent, line_start};

impl Plan<'_> {
    /// The edits that make all changes.
    pub fn finish(mut self) -> ToolEdit {
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
            self.out.edits.extend(removal::remove(self.text, list, &removed));
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
                self.out.edits.push(removal::remove_line(self.text, entry));
            } else {
                self.out.edits.extend(removal::remove(self.text, list, &removed));
            }
        }
        let last = list.entries.len().saturating_sub(1);
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

//! A JSON file as a tree that can be edited. Whatever is not edited keeps its bytes: comments, white space and the way
//! numbers and strings are written.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::config_text::{self, ConfigFormat, MergeError, Node, NodeValue};

/// A JSON file, which may contain comments and trailing commas.
pub struct JsonTree {
    before: String,
    pub root: TreeNode,
    after: String,
}

#[derive(Clone)]
pub enum TreeNode {
    Object(Container),
    List(Container),
    Scalar(Scalar),
}

/// A string, a number, a boolean or null.
#[derive(Clone)]
pub struct Scalar {
    written: String,
    /// The value of a string.
    text: Option<String>,
}

/// An object or a list. Clones refer to the same one.
#[derive(Clone)]
pub struct Container(Rc<RefCell<Items>>);

/// Up to this many items, a key is searched for.
const MAX_SCANNED_ITEMS: usize = 16;

struct Items {
    layout: Layout,
    items: Vec<Item>,
    /// The last position of each key, if it was looked up in a large object. Files have objects of 100,000 tools.
    positions: RefCell<Option<HashMap<String, usize>>>,
    /// Everything between the last item, or its comma, and the closing bracket.
    tail: String,
}

struct Item {
    /// Everything between the comma before it, or the opening bracket, and the item.
    lead: String,
    key: Option<Key>,
    node: TreeNode,
    /// Everything between the item and its comma.
    trail: String,
    has_comma: bool,
}

struct Key {
    name: String,
    written: String,
    /// The colon with everything around it.
    colon: String,
}

/// A text with the positions of its line breaks: a file may be one long line, which is not searched for every container.
struct SourceText<'a> {
    text: &'a str,
    newlines: Vec<usize>,
}

/// White space for new items.
#[derive(Clone)]
struct Layout {
    newline: &'static str,
    /// Indentation of one level.
    unit: Rc<str>,
    /// Indentation of the line that the container ends on.
    indent: String,
    item_indent: String,
}

impl JsonTree {
    /// Parses a file; an empty one is an empty object.
    pub fn parse(text: &str) -> Result<Self, MergeError> {
        let (bom, text) = text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
        let file = config_text::parse(text, ConfigFormat::Json)?;
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let newlines = text.match_indices('\n').map(|(at, _)| at).collect();
        let source = SourceText { text, newlines };
        let unit = source.find_indent_unit(&file).unwrap_or("  ");
        let layout =
            Layout { newline, unit: unit.into(), indent: String::new(), item_indent: unit.to_owned() };
        if file.span.is_empty() {
            let comments = text.trim();
            let before = format!("{bom}{comments}{}", if comments.is_empty() { "" } else { newline });
            let root = TreeNode::Object(Container::new(layout));
            return Ok(Self { before, root, after: newline.to_owned() });
        }
        Ok(Self {
            before: format!("{bom}{}", &text[..file.span.start]),
            root: TreeNode::build(&source, &file, &layout),
            after: text[file.span.end..].to_owned(),
        })
    }

    pub fn text(&self) -> String {
        let mut out = self.before.clone();
        self.root.write(&mut out);
        out.push_str(&self.after);
        out
    }
}

impl TreeNode {
    fn build(source: &SourceText, node: &Node, layout: &Layout) -> Self {
        let text = source.text;
        let written = &text[node.span.clone()];
        match &node.value {
            NodeValue::Text(value) => {
                Self::Scalar(Scalar { written: written.to_owned(), text: Some(value.clone()) })
            }
            NodeValue::Other => Self::Scalar(Scalar { written: written.to_owned(), text: None }),
            NodeValue::List(nodes) => {
                Self::List(Container::build(source, node, nodes.iter().map(|node| (None, node)), layout))
            }
            NodeValue::Members(members) => {
                let members = members.iter().map(|member| {
                    let key = Key {
                        name: member.key.clone(),
                        written: text[member.key_span.clone()].to_owned(),
                        colon: text[member.key_span.end..member.node.span.start].to_owned(),
                    };
                    (Some(key), &member.node)
                });
                Self::Object(Container::build(source, node, members, layout))
            }
        }
    }

    /// A new value in the default format: objects, and lists of them, on several lines.
    fn from_value(value: &Value, layout: &Layout) -> Self {
        let is_nested = |value: &Value| {
            value.as_array().is_some_and(|items| !items.is_empty())
                || value.as_object().is_some_and(|members| !members.is_empty())
        };
        match value {
            Value::Object(members) => {
                let container = Container::new(layout.clone());
                for (key, value) in members {
                    container.insert(usize::MAX, Some(key), value);
                }
                Self::Object(container)
            }
            Value::Array(values) => {
                let container = Container::new(layout.clone());
                for value in values {
                    container.insert(usize::MAX, None, value);
                }
                if !values.iter().any(is_nested) {
                    container.0.borrow_mut().join_lines();
                }
                Self::List(container)
            }
            scalar => {
                Self::Scalar(Scalar { written: scalar.to_string(), text: scalar.as_str().map(str::to_owned) })
            }
        }
    }

    /// The value of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Scalar(scalar) = self { scalar.text.as_deref() } else { None }
    }

    pub fn as_object(&self) -> Option<&Container> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    pub fn as_list(&self) -> Option<&Container> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    fn equals(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Scalar(scalar), Value::String(text)) => scalar.text.as_ref() == Some(text),
            (Self::Scalar(scalar), value) => {
                scalar.text.is_none()
                    && serde_json::from_str::<Value>(&scalar.written).ok().as_ref() == Some(value)
            }
            (Self::List(list), Value::Array(values)) => {
                let items = &list.0.borrow().items;
                items.len() == values.len()
                    && items.iter().zip(values).all(|(item, value)| item.node.equals(value))
            }
            (Self::Object(object), Value::Object(members)) => {
                let items = &object.0.borrow().items;
                items.len() == members.len()
                    && items.iter().all(|item| {
                        let value = item.key.as_ref().and_then(|key| members.get(&key.name));
                        value.is_some_and(|value| item.node.equals(value))
                    })
            }
            _ => false,
        }
    }

    fn write(&self, out: &mut String) {
        let (container, [open, close]) = match self {
            Self::Object(object) => (object, ['{', '}']),
            Self::List(list) => (list, ['[', ']']),
            Self::Scalar(scalar) => return out.push_str(&scalar.written),
        };
        let container = container.0.borrow();
        out.push(open);
        for item in &container.items {
            out.push_str(&item.lead);
            if let Some(key) = &item.key {
                out.push_str(&key.written);
                out.push_str(&key.colon);
            }
            item.node.write(out);
            out.push_str(&item.trail);
            out.push_str(if item.has_comma { "," } else { "" });
        }
        out.push_str(&container.tail);
        out.push(close);
    }
}

impl Container {
    fn new(layout: Layout) -> Self {
        Self::from_items(layout, Vec::new(), String::new())
    }

    fn from_items(layout: Layout, items: Vec<Item>, tail: String) -> Self {
        Self(Rc::new(RefCell::new(Items { layout, items, positions: RefCell::default(), tail })))
    }

    fn build<'a>(
        source: &SourceText,
        node: &Node,
        nodes: impl Iterator<Item = (Option<Key>, &'a Node)>,
        layout: &Layout,
    ) -> Self {
        let text = source.text;
        let indent = source.line_indent(node.span.start).to_owned();
        let mut items: Vec<Item> = Vec::new();
        let (mut at, close) = (node.span.start + 1, node.span.end - 1);
        let mut nodes = nodes.peekable();
        let first = nodes.peek().map(|(key, node)| item_start(key.as_ref(), node));
        let item_indent = match first.filter(|first| text[at..*first].contains('\n')) {
            Some(first) => source.line_indent(first).to_owned(),
            None => format!("{indent}{}", layout.unit),
        };
        let layout = Layout { indent, item_indent, ..layout.clone() };
        while let Some((key, node)) = nodes.next() {
            let start = item_start(key.as_ref(), node);
            let next = nodes.peek().map_or(close, |(key, node)| item_start(key.as_ref(), node));
            let end = node.span.end;
            let comma = find_comma(&text[end..next]).map(|comma| end + comma);
            items.push(Item {
                lead: text[at..start].to_owned(),
                key,
                node: TreeNode::build(source, node, &layout),
                trail: comma.map_or("", |comma| &text[end..comma]).to_owned(),
                has_comma: comma.is_some(),
            });
            at = comma.map_or(end, |comma| comma + 1);
        }
        let tail = text[at..close].to_owned();
        Self::from_items(layout, items, tail)
    }

    /// The keys of an object.
    pub fn keys(&self) -> Vec<String> {
        let items = &self.0.borrow().items;
        items.iter().filter_map(|item| Some(item.key.as_ref()?.name.clone())).collect()
    }

    /// The items of a list, or the values of an object.
    pub fn nodes(&self) -> Vec<TreeNode> {
        self.0.borrow().items.iter().map(|item| item.node.clone()).collect()
    }

    /// The value of a key; the last one if there are several, as parsers have it.
    pub fn get(&self, key: &str) -> Option<TreeNode> {
        let container = self.0.borrow();
        Some(container.items[container.position(key)?].node.clone())
    }

    /// Sets a member of an object, in place or at the end. A member that has this value already stays as it is written.
    pub fn set(&self, key: &str, value: &Value) {
        let index = self.0.borrow().position(key);
        let Some(index) = index else { return self.insert(usize::MAX, Some(key), value) };
        let container = &mut *self.0.borrow_mut();
        if !container.items[index].node.equals(value) {
            container.items[index].node = TreeNode::from_value(value, &container.layout.nested());
        }
    }

    /// Removes a member of an object, or all members with this name.
    pub fn remove(&self, key: &str) {
        self.remove_keys(|own| own == key);
    }

    /// Removes the members of an object whose key meets a condition.
    pub fn remove_keys(&self, is_removed: impl Fn(&str) -> bool) {
        let is_kept = |item: &Item| !item.key.as_ref().is_some_and(|key| is_removed(&key.name));
        self.0.borrow_mut().retain(is_kept);
    }

    /// Inserts an item of a list, or a member of an object, before the one at an index.
    pub fn insert(&self, index: usize, key: Option<&str>, value: &Value) {
        let container = &mut *self.0.borrow_mut();
        let key = key.map(|key| Key {
            name: key.to_owned(),
            written: Value::from(key).to_string(),
            colon: ": ".to_owned(),
        });
        let node = TreeNode::from_value(value, &container.layout.nested());
        container
            .insert(index, Item { lead: String::new(), key, node, trail: String::new(), has_comma: false });
    }

    /// Keeps the nodes that meet a condition.
    pub fn retain(&self, mut is_kept: impl FnMut(&TreeNode) -> bool) {
        self.0.borrow_mut().retain(|item| is_kept(&item.node));
    }
}

impl Items {
    fn position(&self, key: &str) -> Option<usize> {
        if self.items.len() <= MAX_SCANNED_ITEMS {
            return self.items.iter().rposition(|item| item.key.as_ref().is_some_and(|own| own.name == key));
        }
        let mut positions = self.positions.borrow_mut();
        let positions = positions.get_or_insert_with(|| {
            let keys = self.items.iter().enumerate();
            keys.filter_map(|(at, item)| Some((item.key.as_ref()?.name.clone(), at))).collect()
        });
        positions.get(key).copied()
    }

    /// Inserts an item on a line of its own, or beside the next one if that is not on its own line.
    fn insert(&mut self, index: usize, mut item: Item) {
        let Layout { newline, indent, item_indent, .. } = &self.layout;
        if let Some(next) = self.items.get_mut(index) {
            let beside = same_line_len(&next.lead);
            item.lead = next.lead.drain(..beside).collect();
            if next.lead.is_empty() {
                next.lead.push(' ');
            } else {
                item.lead.push_str(&format!("{newline}{item_indent}"));
            }
            item.has_comma = true;
            self.positions.take();
            return self.items.insert(index, item);
        }
        // A comment beside the last item stays there.
        let beside = same_line_len(&self.tail);
        item.lead = self.tail.drain(..beside).collect();
        if self.tail.is_empty() {
            item.lead.truncate(item.lead.trim_end().len());
            self.tail = format!("{newline}{indent}");
        }
        item.lead.push_str(&format!("{newline}{item_indent}"));
        if let Some(last) = self.items.last_mut() {
            item.has_comma = std::mem::replace(&mut last.has_comma, true);
        }
        if let (Some(positions), Some(key)) = (self.positions.get_mut(), &item.key) {
            positions.insert(key.name.clone(), self.items.len());
        }
        self.items.push(item);
    }

    /// Removes the items that do not meet a condition, each with its comma. Comments around them stay. One pass,
    /// because a list of 100,000 tools may lose half of them.
    fn retain(&mut self, mut is_kept: impl FnMut(&Item) -> bool) {
        let mut rest = std::mem::take(&mut self.items).into_iter().peekable();
        while let Some(item) = rest.next() {
            if is_kept(&item) {
                self.items.push(item);
                continue;
            }
            self.positions.take();
            let is_last = rest.peek().is_none();
            if is_last
                && !item.has_comma
                && let Some(last) = self.items.last_mut()
            {
                last.has_comma = false;
            }
            let following = rest.peek_mut().map_or(&mut self.tail, |next| &mut next.lead);
            *following = self.layout.close_gap(item, following, self.items.is_empty(), is_last);
        }
        if self.items.is_empty() && self.tail.trim().is_empty() {
            self.tail.clear();
        }
    }

    /// Puts all items on one line.
    fn join_lines(&mut self) {
        for (index, item) in self.items.iter_mut().enumerate() {
            item.lead = if index > 0 { " " } else { "" }.to_owned();
        }
        self.tail.clear();
    }
}

impl Layout {
    /// The layout of a new container within this one.
    fn nested(&self) -> Self {
        let indent = self.item_indent.clone();
        Self { item_indent: format!("{indent}{}", self.unit), indent, ..self.clone() }
    }

    /// The text between the item before a removed one, or the opening bracket, and `following` it: with all comments.
    fn close_gap(&self, removed: Item, following: &str, is_first: bool, is_last: bool) -> String {
        let Item { lead, key, trail, .. } = removed;
        let Self { newline, indent, item_indent, .. } = self;
        let own: String = [key.map_or(String::new(), |key| key.colon), trail]
            .iter()
            .flat_map(|text| comments(text))
            .map(|comment| match comment.starts_with("//") {
                true => format!(" {comment}{newline}{item_indent}"),
                false => format!(" {comment}"),
            })
            .collect();
        let next = own + following;
        let (before, gap) = lead.split_at(last_comment_end(&lead));
        let mut text = before.to_owned();
        let has_comment_beside = !next[..same_line_len(&next)].trim().is_empty();
        if has_comment_beside {
            text.push_str(gap);
            text.push_str(next.trim_start());
        } else if is_last || !is_first || next.contains('\n') {
            if !next.contains('\n') && comments(&text).last().is_some_and(|last| last.starts_with("//")) {
                text.push_str(&format!("{newline}{indent}"));
            }
            text.push_str(&next);
        } else {
            text.push_str(gap);
        }
        text
    }
}

fn item_start(key: Option<&Key>, node: &Node) -> usize {
    node.span.start - key.map_or(0, |key| key.written.len() + key.colon.len())
}

impl<'a> SourceText<'a> {
    /// The white space at the start of the line that contains a position.
    fn line_indent(&self, position: usize) -> &'a str {
        let lines_before = self.newlines.partition_point(|newline| *newline < position);
        let start = lines_before.checked_sub(1).map_or(0, |last| self.newlines[last] + 1);
        let line = &self.text[start..position];
        &line[..line.len() - line.trim_start().len()]
    }

    /// The indentation of one level, from the first container whose items are on lines of their own.
    fn find_indent_unit(&self, node: &Node) -> Option<&'a str> {
        let children: Vec<(usize, &Node)> = match &node.value {
            NodeValue::Members(members) => {
                members.iter().map(|member| (member.key_span.start, &member.node)).collect()
            }
            NodeValue::List(nodes) => nodes.iter().map(|node| (node.span.start, node)).collect(),
            NodeValue::Text(_) | NodeValue::Other => Vec::new(),
        };
        let own = children.first().filter(|(start, _)| self.text[node.span.start..*start].contains('\n'));
        let own = own
            .and_then(|(start, _)| self.line_indent(*start).strip_prefix(self.line_indent(node.span.start)));
        let inner = || children.iter().find_map(|(_, node)| self.find_indent_unit(node));
        own.filter(|unit| !unit.is_empty()).or_else(inner)
    }
}

/// Splits white space and comments into parts: a comment, or one character of white space or a comma.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let len = if rest.starts_with("//") {
            rest.find(['\r', '\n']).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.get(2..).and_then(|inner| inner.find("*/")).map_or(rest.len(), |end| end + 4)
        } else {
            rest.chars().next()?.len_utf8()
        };
        let (part, after) = rest.split_at(len);
        rest = after;
        Some(part)
    })
}

fn comments(text: &str) -> impl Iterator<Item = &str> {
    parts(text).filter(|part| part.starts_with('/'))
}

/// The position behind the last comment.
fn last_comment_end(text: &str) -> usize {
    let mut at = 0;
    let ends = parts(text).filter_map(|part| {
        at += part.len();
        part.starts_with('/').then_some(at)
    });
    ends.last().unwrap_or(0)
}

fn find_comma(text: &str) -> Option<usize> {
    let before: Vec<&str> = parts(text).take_while(|part| *part != ",").collect();
    let at = before.iter().map(|part| part.len()).sum();
    (at < text.len()).then_some(at)
}

/// The length of the part before the first line break that is not within a comment.
fn same_line_len(text: &str) -> usize {
    parts(text).take_while(|part| !matches!(*part, "\r" | "\n")).map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn edit(text: &str, change: impl FnOnce(&Container)) -> String {
        let tree = JsonTree::parse(text).unwrap();
        change(tree.root.as_object().or(tree.root.as_list()).unwrap());
        tree.text()
    }

    #[test]
    fn an_item_is_added_on_a_line_of_its_own_and_no_other_line_changes() {
        for (text, expected) in [
            ("", "{\n  \"new\": [1]\n}\n"),
            ("// mine", "// mine\n{\n  \"new\": [1]\n}\n"),
            ("\u{feff}{}", "\u{feff}{\n  \"new\": [1]\n}"),
            ("{ }", "{\n  \"new\": [1]\n}"),
            ("{\"a\":1.50 }", "{\"a\":1.50,\n  \"new\": [1]\n}"),
            ("{\r\n\t\"a\" : 1 // why\r\n}", "{\r\n\t\"a\" : 1, // why\r\n\t\"new\": [1]\r\n}"),
            (
                "{\n    \"a\": [1,2 , 3],\n\n    /* , */ // end\n}\n\n",
                "{\n    \"a\": [1,2 , 3],\n    \"new\": [1],\n\n    /* , */ // end\n}\n\n",
            ),
            ("{ // none\n}", "{ // none\n  \"new\": [1]\n}"),
        ] {
            assert_eq!(edit(text, |root| root.set("new", &json!([1]))), expected, "{text}");
            assert_eq!(edit(expected, |root| root.set("new", &json!([1]))), expected, "{text}");
        }
    }

    #[test]
    fn an_item_is_removed_and_comments_stay() {
        for (text, expected) in [
            ("[9]", "[]"),
            ("[ 9 ]", "[]"),
            ("[9, 1]", "[1]"),
            ("[1, 9]", "[1]"),
            ("[1 , 9 , 2]", "[1 , 2]"),
            ("[1, 9,]", "[1,]"),
            ("[\n  1,\n  9\n]", "[\n  1\n]"),
            ("[\n  9,\n\n  1,\n]", "[\n\n  1,\n]"),
            ("[\n  1, // one\n  9, // nine\n  2\n]", "[\n  1, // one\n  // nine\n  2\n]"),
            ("[\n  1, // one\n  9 // nine\n]", "[\n  1 // one\n  // nine\n]"),
            ("[\n  // above\n  9 /* , */ ,\n  2\n]", "[\n  // above\n  /* , */\n  2\n]"),
            ("[1, // one\n 9]", "[1 // one\n]"),
            ("[/* a */ 9]", "[/* a */]"),
        ] {
            let is_kept = |node: &TreeNode| !node.equals(&json!(9));
            assert_eq!(edit(text, |root| root.retain(is_kept)), expected, "{text}");
        }
        let text = "{\"a\": 1, \"b//\" /* b */ : 2, \"a\": 3}";
        assert_eq!(edit(text, |root| root.remove("a")), "{\"b//\" /* b */ : 2}");
        assert_eq!(edit(text, |root| root.remove("b//")), "{\"a\": 1, /* b */ \"a\": 3}");
    }

    #[test]
    fn members_of_a_large_object_are_found_after_every_kind_of_edit() {
        let members: Vec<String> = (0..40).map(|n| format!("\"k{n}\": {n}")).collect();
        let text = edit(&format!("{{{}}}", members.join(", ")), |object| {
            let value = |key: &str| object.get(key).map(|node| node.equals(&Value::from(1)));
            assert_eq!((value("k1"), value("k40")), (Some(true), None));
            object.set("k40", &Value::from(1));
            assert_eq!(value("k40"), Some(true));
            object.remove("k0");
            assert_eq!((value("k0"), value("k1"), value("k40")), (None, Some(true), Some(true)));
            object.insert(0, Some("first"), &Value::from(1));
            object.set("k2", &Value::from(1));
            assert_eq!((value("first"), value("k2"), value("k3")), (Some(true), Some(true), Some(false)));
        });
        assert!(text.contains("\"k2\": 1") && !text.contains("\"k0\""), "{text}");
    }

    #[test]
    fn a_member_is_inserted_before_another() {
        let insert = |text: &str| edit(text, |root| root.insert(1, Some("new"), &json!({"x": [{}]})));
        for (text, expected) in [
            ("{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"new\": {\n    \"x\": [{}]\n  }, \"b\": 2}"),
            (
                "{\n  \"a\": 1, // one\n  // two\n  \"b\": 2\n}",
                "{\n  \"a\": 1, // one\n  \"new\": {\n    \"x\": [{}]\n  },\n  // two\n  \"b\": 2\n}",
            ),
            ("{\"a\": 1}", "{\"a\": 1,\n  \"new\": {\n    \"x\": [{}]\n  }\n}"),
        ] {
            assert_eq!(insert(text), expected, "{text}");
        }
    }

    #[test]
    fn a_value_that_is_there_already_stays_as_it_is_written() {
        let text = r#"{"a": [ "\u0041",10 , {"b" :null} ], "c": 1}"#;
        assert_eq!(edit(text, |root| root.set("a", &json!(["A", 10, {"b": null}]))), text);
        let changed = r#"{"a": [ "\u0041",10 , {"b" :null} ], "c": 2}"#;
        assert_eq!(edit(text, |root| root.set("c", &json!(2))), changed);
        // The last of several applies.
        assert_eq!(edit("{\"a\": 1, \"a\": 2}", |root| root.set("a", &json!(1))), "{\"a\": 1, \"a\": 1}");
    }

    /// A list with all kinds of white space and comments; every item is a number.
    fn any_list() -> impl Strategy<Value = String> {
        let trivia = "( |\n|\t|\r\n|/\\*[ ,x]*\\*/|//[ ,x]*\n){0,3}";
        let item =
            (trivia, 0..4_u8, trivia).prop_map(|(before, item, after)| format!("{before}{item}{after}"));
        (proptest::collection::vec(item, 0..5), trivia, any::<bool>()).prop_map(|(items, tail, has_comma)| {
            let comma = if has_comma && !items.is_empty() { "," } else { "" };
            format!("[{}{comma}{tail}]", items.join(","))
        })
    }

    proptest! {
        #[test]
        fn edits_keep_the_other_items_and_all_comments(text in any_list(), index in 0..6_usize) {
            let read = |text: &str| crate::sources::import::document::parse_jsonc(text).unwrap();
            let mut expected: Vec<Value> = read(&text).as_array().unwrap().clone();
            let edited = edit(&text, |root| {
                root.retain(|node| !node.equals(&json!(3)));
                root.insert(index, None, &json!("new"));
            });
            expected.retain(|value| *value != json!(3));
            expected.insert(index.min(expected.len()), json!("new"));
            prop_assert_eq!(read(&edited), Value::from(expected), "{}", edited);
            let marks = |text: &str| text.matches('x').count();
            prop_assert_eq!(marks(&edited), marks(&text), "{}", edited);
            prop_assert_eq!(edit(&text, |_| {}), text);
        }
    }
}

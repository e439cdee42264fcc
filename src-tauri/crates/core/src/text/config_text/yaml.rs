//! YAML parsed with byte positions. Values are those of the bounded parser; positions come from the events of the parser
//! below it.

use std::ops::Range;

use granit_parser::{Event, Parser, ScanError, Span, StrInput, StructureStyle};
use serde_json::Value;

use super::{Member, MergeError, Node, NodeValue};
use crate::text::yaml;

/// Maximum number of values; more than any configuration has.
const MAX_VALUES: usize = 1_000_000;

/// Parses one document. Anchors, aliases and tags are refused: with them, a byte belongs to more than one value.
pub fn parse_yaml(text: &str) -> Result<Node, MergeError> {
    // Limits depth and size before the recursion below, and refuses duplicate keys.
    let value: Value =
        yaml::parse(text, MAX_VALUES).map_err(|why| MergeError::Syntax { format: "YAML", why })?;
    if value.is_null() {
        return Ok(Node { span: 0..0, value: NodeValue::Members(Vec::new()) });
    }
    Reader { text, parser: Parser::new_from_str(text) }.read_node(&value)
}

struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
}

impl<'a> Reader<'a> {
    /// The next event that belongs to a value, and its position.
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), MergeError> {
        loop {
            let (event, span) = self.parser.next_event().ok_or_else(unsupported)?.map_err(syntax_error)?;
            let span = byte_range(&span)?;
            match &event {
                Event::Scalar(_, _, 0, None)
                | Event::SequenceStart(_, 0, None)
                | Event::MappingStart(_, 0, None)
                | Event::SequenceEnd
                | Event::MappingEnd => return Ok((event, span)),
                Event::StreamStart | Event::DocumentStart(..) => {}
                // Comments, which exist only with a feature of the parser.
                _ if self.text.get(span).is_some_and(|text| text.starts_with('#')) => {}
                _ => return Err(unsupported()),
            }
        }
    }

    fn read_node(&mut self, value: &Value) -> Result<Node, MergeError> {
        let event = self.next()?;
        self.read_from(event, value)
    }

    /// The position of the first dash. The parser begins a list that is indented like its key at its first item.
    fn list_start(&self, start: usize, first: usize) -> Result<usize, MergeError> {
        if start < first {
            return Ok(start);
        }
        let before = self.text[..first].trim_end_matches([' ', '\t']);
        before.strip_suffix('-').map(str::len).ok_or_else(unsupported)
    }

    fn read_from(
        &mut self,
        (event, span): (Event<'a>, Range<usize>),
        value: &Value,
    ) -> Result<Node, MergeError> {
        match (event, value) {
            (Event::Scalar(..), Value::String(text)) => {
                Ok(Node { span, value: NodeValue::Text(text.clone()) })
            }
            (Event::Scalar(..), Value::Object(_) | Value::Array(_)) => Err(unsupported()),
            (Event::Scalar(..), _) => Ok(Node { span, value: NodeValue::Other }),
            (Event::SequenceStart(style, ..), Value::Array(items)) => {
                let mut nodes = Vec::with_capacity(items.len());
                for item in items {
                    nodes.push(self.read_node(item)?);
                }
                let (end, at) = self.next()?;
                if !matches!(end, Event::SequenceEnd) {
                    return Err(unsupported());
                }
                let last = nodes.last().map(|node| node.span.end);
                let mut span = collection_span(style, span, last, at);
                if let (StructureStyle::Block, Some(first)) = (style, nodes.first()) {
                    span.start = self.list_start(span.start, first.span.start)?;
                }
                Ok(Node { span, value: NodeValue::List(nodes) })
            }
            (Event::MappingStart(style, ..), Value::Object(values)) => {
                let mut members = Vec::with_capacity(values.len());
                for (key, value) in values {
                    let (event, key_span) = self.next()?;
                    if !matches!(event, Event::Scalar(..)) {
                        return Err(unsupported());
                    }
                    members.push(Member { key: key.clone(), key_span, node: self.read_node(value)? });
                }
                let (end, at) = self.next()?;
                if !matches!(end, Event::MappingEnd) {
                    return Err(unsupported());
                }
                let last = members.last().map(|member| member.node.span.end.max(member.key_span.end));
                let span = collection_span(style, span, last, at);
                Ok(Node { span, value: NodeValue::Members(members) })
            }
            _ => Err(unsupported()),
        }
    }
}

/// A collection in block style ends with its last value, not where the parser notices the end.
fn collection_span(
    style: StructureStyle,
    start: Range<usize>,
    last: Option<usize>,
    end: Range<usize>,
) -> Range<usize> {
    match (style, last) {
        (StructureStyle::Block, Some(last)) => start.start..last,
        _ => start.start..end.end,
    }
}

fn byte_range(span: &Span) -> Result<Range<usize>, MergeError> {
    span.byte_range().ok_or_else(unsupported)
}

fn syntax_error(error: ScanError) -> MergeError {
    MergeError::Syntax { format: "YAML", why: error.info() }
}

fn unsupported() -> MergeError {
    MergeError::Unsupported("YAML with anchors, aliases, tags or merged keys is not edited".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cover_what_is_written() {
        let text = "# é\na:\n  b: [x, \"y\", 1] # c\n  d:\n  - 'one'\n  - two # d\ne: {f: g}\n";
        let file = parse_yaml(text).unwrap();
        let a = &file.member("a").unwrap().node;
        let written = |node: &Node| &text[node.span.clone()];
        assert_eq!(written(&a.member("b").unwrap().node), "[x, \"y\", 1]");
        let list = &a.member("d").unwrap().node;
        assert_eq!(written(list), "- 'one'\n  - two");
        assert_eq!(list.as_list().unwrap().iter().map(written).collect::<Vec<_>>(), ["'one'", "two"]);
        assert_eq!(written(a), "b: [x, \"y\", 1] # c\n  d:\n  - 'one'\n  - two");
        assert_eq!(written(&file.member("e").unwrap().node), "{f: g}");
        let items = a.member("b").unwrap().node.as_list().unwrap();
        assert_eq!((items[0].as_str(), items[2].as_str()), (Some("x"), None));
    }

    #[test]
    fn a_file_with_shared_values_is_refused() {
        for text in ["a: &x 1\nb: *x\n", "a: !!str 1\n", "base: &b {x: 1}\na:\n  <<: *b\n", "<<: {a: 1}\n"] {
            assert!(parse_yaml(text).is_err(), "{text}");
        }
        assert!(matches!(parse_yaml("a: 1\na: 2\n"), Err(MergeError::Syntax { .. })));
        assert_eq!(parse_yaml("# nothing\n").unwrap().members(), []);
    }
}

//! Path templates: `/pets/{id}/toys?view=full`.

use super::percent;
use super::style::is_dot_segment;

/// A path with parameters, parsed once. Parameters are positions in the plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathTemplate {
    segments: Box<[Box<[Piece]>]>,
    /// Documents with several operations for one path tell them apart by a fixed query.
    query: Box<[Piece]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// Encoded.
    Literal(Box<str>),
    Parameter(usize),
}

/// A segment that would be empty or removed: the parameters in it.
#[derive(Debug, PartialEq, Eq)]
pub struct SegmentProblem(pub Vec<usize>);

impl PathTemplate {
    /// Parses a path; a fragment is cut off, as clients never send it. `parameter` gives the position of a name.
    pub fn parse(path: &str, parameter: impl Fn(&str) -> Option<usize>) -> Self {
        let path = path.split_once('#').map_or(path, |(path, _)| path);
        let (path, query) = split_outside_braces(path);
        let path = path.strip_prefix('/').unwrap_or(path);
        let segments = path.split('/').map(|segment| parse_pieces(segment, &parameter)).collect();
        Self { segments, query: parse_pieces(query, &parameter) }
    }

    /// Returns whether a fixed segment is `.` or `..`, which would leave the path of the base URL.
    pub fn has_dot_segment(&self) -> bool {
        let is_dots = |segment: &[Piece]| match segment {
            [Piece::Literal(text)] => is_dot_segment(text),
            _ => false,
        };
        self.segments.iter().any(|segment| is_dots(segment))
    }

    /// The names in the fixed query.
    pub fn fixed_names(&self) -> impl Iterator<Item = String> {
        let literals = self.query.iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(&**text),
            Piece::Parameter(_) => None,
        });
        let names =
            literals.flat_map(|text| text.split('&')).map(|pair| pair.split('=').next().unwrap_or(pair));
        names
            .filter(|name| !name.is_empty())
            .map(|name| String::from_utf8_lossy(&percent::decode(name)).into_owned())
    }

    /// Writes path and query with these encoded values of the parameters.
    pub fn write(&self, values: &[Option<String>]) -> Result<String, SegmentProblem> {
        let mut out = String::new();
        for segment in &self.segments {
            out.push('/');
            let start = out.len();
            write_pieces(segment, values, &mut out);
            let parameters: Vec<usize> = segment.iter().filter_map(Piece::parameter).collect();
            let written = &out[start..];
            if !parameters.is_empty() && (written.is_empty() || is_dot_segment(written)) {
                return Err(SegmentProblem(parameters));
            }
        }
        if !self.query.is_empty() {
            out.push('?');
            write_pieces(&self.query, values, &mut out);
        }
        Ok(out)
    }
}

impl Piece {
    const fn parameter(&self) -> Option<usize> {
        match self {
            Self::Literal(_) => None,
            Self::Parameter(position) => Some(*position),
        }
    }
}

fn write_pieces(pieces: &[Piece], values: &[Option<String>], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Literal(text) => out.push_str(text),
            Piece::Parameter(position) => {
                out.push_str(values.get(*position).and_then(Option::as_deref).unwrap_or_default());
            }
        }
    }
}

/// Splits at the first `?` that is not within braces.
fn split_outside_braces(path: &str) -> (&str, &str) {
    let mut in_braces = false;
    for (at, character) in path.char_indices() {
        match character {
            '{' => in_braces = true,
            '}' => in_braces = false,
            '?' if !in_braces => return (&path[..at], &path[at + 1..]),
            _ => {}
        }
    }
    (path, "")
}

fn parse_pieces(text: &str, parameter: &impl Fn(&str) -> Option<usize>) -> Box<[Piece]> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        literal.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| Some((parameter(name)?, after)));
        match named {
            Some((position, after)) => {
                push_literal(&mut literal, &mut pieces);
                pieces.push(Piece::Parameter(position));
                rest = after;
            }
            None => {
                literal.push('{');
                rest = after;
            }
        }
    }
    literal.push_str(rest);
    push_literal(&mut literal, &mut pieces);
    pieces.into()
}

fn push_literal(literal: &mut String, pieces: &mut Vec<Piece>) {
    if !literal.is_empty() {
        pieces.push(Piece::Literal(percent::encode_literal(literal).into()));
        literal.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &str, values: &[&str]) -> Result<String, SegmentProblem> {
        let names = ["a", "b"];
        let template = PathTemplate::parse(path, |name| names.iter().position(|known| *known == name));
        let values: Vec<Option<String>> = values.iter().map(|value| Some((*value).to_owned())).collect();
        template.write(&values)
    }

    #[test]
    fn parameters_are_replaced_within_segments() {
        for (path, expected) in [
            ("/x/{a}/y{b}.json", "/x/1/y2.json"),
            ("/{a}/{a}/", "/1/1/"),
            ("/{unknown}/{", "/%7Bunknown%7D/%7B"),
            ("x y?view={b}&all#part", "/x%20y?view=2&all"),
            ("//evil.example/{a}", "//evil.example/1"),
            ("/", "/"),
            ("", "/"),
        ] {
            assert_eq!(write(path, &["1", "2"]), Ok(expected.to_owned()), "{path}");
        }
    }

    #[test]
    fn a_segment_is_never_empty_or_dots() {
        for (path, values) in
            [("/{a}{b}", [".", "."]), ("/{a}{b}", ["", ""]), ("/%2E{a}", [".", ""]), ("/{a}.", [".", ""])]
        {
            assert!(write(path, &values).is_err(), "{path} {values:?}");
        }
        assert_eq!(write("/{a}", &["..."]), Ok("/...".to_owned()));
        for (path, expected) in [("/a/../b", true), ("/a/%2e./b", true), ("/a/.../b", false), ("/..", true)] {
            assert_eq!(PathTemplate::parse(path, |_| None).has_dot_segment(), expected, "{path}");
        }
    }
}

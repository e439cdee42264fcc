//! Diff of two JSON Schemas, reported at the smallest changed nodes.

use std::borrow::Cow;

use super::difference::Changes;
use super::pair::Pair;
use super::risk;

/// Compares two schemas. `root` is the first component of every path.
pub(super) fn compare<'a>(root: &'a str, pair: Pair<'a>, changes: &mut Changes) {
    Walk { path: vec![root.into()], takes_parameters: root == "inputSchema", changes }.place(pair, None);
}

struct Walk<'a, 'c> {
    path: Vec<Cow<'a, str>>,
    takes_parameters: bool,
    changes: &'c mut Changes,
}

impl<'a> Walk<'a, '_> {
    /// Recurses at most 128 levels, the limit of serde_json.
    fn place(&mut self, pair: Pair<'a>, risk: Option<&'static str>) {
        if pair.are_objects() {
            for key in pair.keys() {
                match pair.member(key) {
                    properties if key == "properties" && properties.are_named() => {
                        self.properties(pair, properties);
                    }
                    member => self.below([key.into()], member, None),
                }
            }
        } else if let Some(length) = pair.are_lists_of_parts() {
            for position in 0..length {
                self.below([position.to_string().into()], pair.item(position), None);
            }
        } else {
            self.changes.add(&self.path, pair, risk);
        }
    }

    /// Shortens `inputSchema.properties.path` to `inputSchema.path`, unless the schema has a keyword of the same name.
    fn properties(&mut self, schema: Pair<'a>, properties: Pair<'a>) {
        for name in properties.keys() {
            let property = properties.member(name);
            let risk = if self.takes_parameters { risk::parameter(name, property) } else { None };
            if schema.member(name).is_absent() {
                self.below([name.into()], property, risk);
            } else {
                self.below(["properties".into(), name.into()], property, risk);
            }
        }
    }

    fn below<const N: usize>(&mut self, keys: [Cow<'a, str>; N], pair: Pair<'a>, risk: Option<&'static str>) {
        self.path.extend(keys);
        self.place(pair, risk);
        self.path.truncate(self.path.len() - N);
    }
}

#[cfg(test)]
mod tests {
    use crate::drift::difference::tests::changes;

    #[test]
    fn a_schema_shows_the_smallest_places_that_changed() {
        for (before, after, expected) in [
            (r#"{"properties":{"path":{}}}"#, r#"{"properties":{}}"#, "inputSchema.path: [-{}-]"),
            (r#"{}"#, r#"{"properties":{"a":{"type":"string"}}}"#, r#"inputSchema.a: {+{"type":"string"}+}"#),
            (r#"{}"#, r#"{"properties":{}}"#, "inputSchema.properties: {+{}+}"),
            (
                r#"{"properties":[]}"#,
                r#"{"properties":{"a":1}}"#,
                r#"inputSchema.properties: [-[]-]{+{"a":1}+}"#,
            ),
            (
                r#"{"properties":{"path":{"description":"A new file"}}}"#,
                r#"{"properties":{"path":{"description":"A file"}}}"#,
                "inputSchema.path.description: A [-new -]file",
            ),
            (
                r#"{"required":["path","etag"],"properties":{"mode":{"enum":["r","w"]}}}"#,
                r#"{"required":["path"],"properties":{"mode":{"enum":["r","w","a"]}}}"#,
                "inputSchema.required: path[-, etag-]\ninputSchema.mode.enum: r, w{+, a+}",
            ),
            (r#"{"enum":[1]}"#, r#"{"enum":["1"]}"#, r#"inputSchema.enum: [-1-]{+"1"+}"#),
            (r#"{"enum":["a, b"]}"#, r#"{"enum":["a","b"]}"#, r#"inputSchema.enum: [-"a, b"-]{+"a", "b"+}"#),
            (
                r#"{"properties":{"p":{"properties":{"id":{"type":"string"}}}}}"#,
                r#"{"properties":{"p":{"properties":{"id":{"type":"number"}}}}}"#,
                "inputSchema.p.id.type: [-string-]{+number+}",
            ),
            (
                r#"{"anyOf":[{"type":"a"},{"type":"b"}]}"#,
                r#"{"anyOf":[{"type":"a"},{"type":"c"},{}]}"#,
                "inputSchema.anyOf.1.type: [-b-]{+c+}\ninputSchema.anyOf.2: {+{}+}",
            ),
            (r#"{"default":{"a":1}}"#, r#"{"default":[1]}"#, r#"inputSchema.default: [-{"a":1}-]{+[1]+}"#),
            (r#"[]"#, r#"true"#, "inputSchema: [-[]-]{+true+}"),
        ] {
            let tool = |schema: &str| format!(r#"{{"inputSchema":{schema}}}"#);
            let seen: Vec<String> =
                changes(&tool(before), &tool(after)).into_iter().map(|(line, _)| line).collect();
            assert_eq!(seen.join("\n"), expected, "{before} {after}");
        }
    }

    #[test]
    fn a_parameter_that_is_called_like_a_keyword_is_not_taken_for_it() {
        let before = r#"{"inputSchema":{"type":"object","properties":{"type":{},"properties":{}}}}"#;
        let after = r#"{"inputSchema":{"properties":{"properties":{"type":1}}}}"#;
        let seen: Vec<String> = changes(before, after).into_iter().map(|(line, _)| line).collect();
        let expected = [
            "inputSchema.type: [-object-]",
            "inputSchema.properties.type: [-{}-]",
            "inputSchema.properties.properties.type: {+1+}",
        ];
        assert_eq!(seen, expected);
    }
}

//! Diff of two JSON Schemas, reported at the smallest changed nodes.

use std::borrow::Cow;

use super::change_collector::ChangeCollector;
use super::risk;
use super::value_pair::ValuePair;

/// Compares two schemas. `root` is the first component of every path.
pub(super) fn compare_schemas<'a>(root: &'a str, pair: ValuePair<'a>, changes: &mut ChangeCollector) {
    SchemaWalker { path: vec![root.into()], is_input_schema: root == "inputSchema", changes }
        .compare_node(pair, None);
}

struct SchemaWalker<'a, 'c> {
    path: Vec<Cow<'a, str>>,
    is_input_schema: bool,
    changes: &'c mut ChangeCollector,
}

impl<'a> SchemaWalker<'a, '_> {
    /// Recurses at most 128 levels, the limit of serde_json.
    fn compare_node(&mut self, pair: ValuePair<'a>, risk: Option<&'static str>) {
        if pair.are_objects() {
            for key in pair.keys() {
                match pair.member(key) {
                    properties if key == "properties" && properties.has_comparable_members() => {
                        self.compare_properties(pair, properties);
                    }
                    member => self.compare_child([key.into()], member, None),
                }
            }
        } else if let Some(length) = pair.structured_list_len() {
            for position in 0..length {
                self.compare_child([position.to_string().into()], pair.item(position), None);
            }
        } else {
            self.changes.add_text(&self.path, pair, risk);
        }
    }

    /// Shortens `inputSchema.properties.path` to `inputSchema.path`, unless the schema has a keyword of the same name.
    fn compare_properties(&mut self, schema: ValuePair<'a>, properties: ValuePair<'a>) {
        for name in properties.keys() {
            let property = properties.member(name);
            let risk = if self.is_input_schema { risk::parameter_risk(name, property) } else { None };
            if schema.member(name).is_absent() {
                self.compare_child([name.into()], property, risk);
            } else {
                self.compare_child(["properties".into(), name.into()], property, risk);
            }
        }
    }

    fn compare_child<const N: usize>(
        &mut self,
        keys: [Cow<'a, str>; N],
        pair: ValuePair<'a>,
        risk: Option<&'static str>,
    ) {
        self.path.extend(keys);
        self.compare_node(pair, risk);
        self.path.truncate(self.path.len() - N);
    }
}

#[cfg(test)]
mod tests {
    use crate::drift::tool_diff::tests::changes;

    #[test]
    fn the_smallest_changed_nodes_are_reported() {
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
            let found: Vec<String> =
                changes(&tool(before), &tool(after)).into_iter().map(|(line, _)| line).collect();
            assert_eq!(found.join("\n"), expected, "{before} {after}");
        }
    }

    #[test]
    fn a_parameter_named_like_a_keyword_keeps_its_full_path() {
        let before = r#"{"inputSchema":{"type":"object","properties":{"type":{},"properties":{}}}}"#;
        let after = r#"{"inputSchema":{"properties":{"properties":{"type":1}}}}"#;
        let found: Vec<String> = changes(before, after).into_iter().map(|(line, _)| line).collect();
        let expected = [
            "inputSchema.type: [-object-]",
            "inputSchema.properties.type: [-{}-]",
            "inputSchema.properties.properties.type: {+1+}",
        ];
        assert_eq!(found, expected);
    }
}

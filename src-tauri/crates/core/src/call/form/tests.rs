//! Form tests, which render each form as text.

use serde_json::{Value, json};

use super::*;

/// Renders as `name*: input = default`, with nested fields indented.
fn render_form(form: &Form) -> String {
    let mut text = String::new();
    form.fields.iter().for_each(|field| render_field(field, 0, &mut text));
    text
}

fn render_field(field: &FormField, depth: usize, text: &mut String) {
    use std::fmt::Write as _;
    let star = if field.required { "*" } else { "" };
    let name = if field.label == field.name {
        field.name.clone()
    } else {
        format!("{} ({})", field.name, field.label)
    };
    let options = |options: &[FieldOption]| {
        options.iter().map(|option| option.value.as_str()).collect::<Vec<_>>().join("|")
    };
    let (input, inside): (String, Vec<&FormField>) = match &field.input {
        FieldInput::Text { format, .. } => (format!("{format:?}"), vec![]),
        FieldInput::Number { integer, min, max } => {
            let kind = if *integer { "integer" } else { "number" };
            let bound = |bound: &Option<String>| bound.clone().unwrap_or_default();
            (format!("{kind} {}..{}", bound(min), bound(max)), vec![])
        }
        FieldInput::Toggle => ("toggle".into(), vec![]),
        FieldInput::Choice { options: of } => (format!("choice {}", options(of)), vec![]),
        FieldInput::Choices { options: of } => (format!("choices {}", options(of)), vec![]),
        FieldInput::Object { fields, open } => {
            ((if *open { "open object" } else { "object" }).into(), fields.iter().collect())
        }
        FieldInput::List { item, .. } => ("list".into(), vec![item]),
        FieldInput::Variants { variants } => ("variants".into(), variants.iter().collect()),
        FieldInput::Json { why } => (format!("json: {why}"), vec![]),
    };
    let default = field.default.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
    writeln!(text, "{}{name}{star}: {input}{default}", "  ".repeat(depth)).unwrap();
    inside.into_iter().for_each(|field| render_field(field, depth + 1, text));
}

fn count_fields(fields: &[FormField]) -> usize {
    fields
        .iter()
        .map(|field| {
            1 + match &field.input {
                FieldInput::Object { fields, .. } => count_fields(fields),
                FieldInput::Variants { variants } => count_fields(variants),
                FieldInput::List { item, .. } => count_fields(std::slice::from_ref(item)),
                _ => 0,
            }
        })
        .sum()
}

#[test]
fn each_kind_of_schema_has_its_input_control() {
    for (schema, expected) in [
        (json!({"type": "string"}), "x: Line\n"),
        (json!({"type": "string", "maxLength": 4000, "default": "a"}), "x: Multiline = \"a\"\n"),
        (json!({"type": "string", "format": "date-time"}), "x: DateTime\n"),
        (json!({"type": "string", "format": "password"}), "x: Password\n"),
        (json!({"type": "integer", "minimum": 0, "maximum": 12}), "x: integer 0..12\n"),
        (json!({"type": "number", "minimum": 0.5}), "x: number 0.5..\n"),
        (json!({"type": "boolean", "default": false}), "x: toggle = false\n"),
        (json!({"enum": ["a", 1, null]}), "x: choice \"a\"|1|null\n"),
        (json!({"const": 3}), "x: choice 3\n"),
        (json!({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}), "x: choice \"a\"|\"b\"\n"),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}), "x: Line = null\n"),
        (json!({"type": ["integer", "null"]}), "x: integer ..\n"),
        (
            json!({"type": ["string", "boolean"]}),
            "x: variants\n  x (text 1)*: Line\n  x (yes or no 2)*: toggle\n",
        ),
        (json!({"type": "array", "items": {"type": "string"}}), "x: list\n  *: Line\n"),
        (
            json!({"type": "array", "uniqueItems": true, "items": {"enum": ["a", "b"]}}),
            "x: choices \"a\"|\"b\"\n",
        ),
        (json!({"type": "array"}), "x: json: a list of any values\n"),
        (
            json!({"type": "array", "prefixItems": [{}]}),
            "x: json: a list with a different type at each position\n",
        ),
        (json!({"type": "object"}), "x: json: an object with arbitrary keys\n"),
        (
            json!({"properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}),
            "x: object\n  a*: Line\n",
        ),
        (json!({}), "x: json: any value\n"),
        (json!(true), "x: json: any value\n"),
        (json!("nonsense"), "x: json: any value\n"),
        (json!({"type": "dragon"}), "x: json: of the unknown type dragon\n"),
        (json!({"$ref": "#/$defs/a%62", "title": "T"}), "x (T): Uri\n"),
        (json!({"$ref": "#/nowhere"}), "x: json: any value\n"),
        (json!({"allOf": [{"$ref": "#/$defs/ab"}], "description": "d", "default": "u"}), "x: Uri = \"u\"\n"),
        (
            json!({
                "properties": {"k": {"type": "string"}},
                "oneOf": [
                    {"title": "One", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"title": "Two", "properties": {"b": {"type": "boolean"}}},
                ],
            }),
            "x: variants\n  x (One)*: open object\n    a*: Line\n    k: Line\n  x (Two)*: open object\n    b: toggle\n    k: Line\n",
        ),
    ] {
        let whole = json!({
            "type": "object",
            "properties": {"x": schema},
            "$defs": {"ab": {"type": "string", "format": "uri"}},
        });
        let form = Form::from_schema(Some(&whole));
        assert_eq!(render_form(&form), expected, "{schema}");
        assert_eq!(form.limitation, None, "{schema}");
    }
}

#[test]
fn no_schema_makes_an_unbounded_form() {
    let wide: Value =
        (0..50_000).map(|at| (format!("f{at}"), json!({"$ref": "#", "title": at.to_string()}))).collect();
    let mut deep = json!({"type": "string"});
    for _ in 0..100 {
        deep = json!({"type": "object", "properties": {"a": deep.clone(), "b": deep}});
        if deep.to_string().len() > 1 << 20 {
            break;
        }
    }
    for (name, schema) in [
        (
            "refers to itself",
            json!({"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}),
        ),
        (
            "goes in a circle",
            json!({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}}),
        ),
        ("all of itself", json!({"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}], "x": 1}}})),
        (
            "one of itself",
            json!({"properties": {"a": {"oneOf": [{"$ref": "#"}, {"$ref": "#"}], "type": "object"}}}),
        ),
        ("lists of itself", json!({"properties": {"a": {"items": {"$ref": "#"}}}})),
        ("is wide", json!({"properties": wide})),
        ("is deep", deep),
        ("has many values", json!({"properties": {"a": {"enum": (0..100_000).collect::<Vec<_>>()}}})),
    ] {
        let form = Form::from_schema(Some(&schema));
        assert!(count_fields(&form.fields) <= MAX_FIELDS + 1, "{name}: {}", count_fields(&form.fields));
        assert!(form.limitation.is_some() || name == "goes in a circle", "{name}");
    }
}

#[test]
fn name_value_pairs_become_arguments() {
    let schema = json!({"properties": {
        "id": {"type": "string"},
        "n": {"type": "integer"},
        "on": {"type": "boolean"},
        "kind": {"enum": ["a", 1]},
        "tags": {"type": "array", "items": {"type": "string"}},
    }, "additionalProperties": false});
    let form = Form::from_schema(Some(&schema));
    let read = |pairs: &[&str]| {
        form.parse_arguments(&pairs.iter().map(|pair| (*pair).to_owned()).collect::<Vec<_>>())
    };
    let all = read(&["id=7", "n=7", "on=true", "kind=a", "tags=[\"x=y\"]"]);
    assert_eq!(all.unwrap(), r#"{"id":"7","n":7,"on":true,"kind":"a","tags":["x=y"]}"#);
    assert_eq!(read(&["kind=1"]).unwrap(), r#"{"kind":1}"#);
    assert_eq!(read(&[]).unwrap(), "{}");
    for (pairs, part) in [
        (vec!["id"], "NAME=VALUE"),
        (vec!["n=x"], "takes JSON"),
        (vec!["other=1"], "has no parameter"),
        (vec!["id=1", "id=2"], "twice"),
    ] {
        let error = read(&pairs).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

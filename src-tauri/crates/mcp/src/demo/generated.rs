//! Any number of generated tools for tests with long lists: varied, and identical on every run.

use serde_json::{Map, Value, json};

use super::{DemoTool, tool_from_value};

const MODULES: [&str; 12] = [
    "billing",
    "crm",
    "inventory",
    "mail",
    "wiki",
    "tickets",
    "fleet",
    "payroll",
    "library",
    "lab",
    "travel",
    "events",
];
const NOUNS: [&str; 16] = [
    "invoice",
    "customer",
    "order",
    "message",
    "page",
    "ticket",
    "vehicle",
    "payslip",
    "book",
    "sample",
    "booking",
    "session",
    "report",
    "label",
    "comment",
    "attachment",
];

/// A verb, its sentence (`{}` is the noun), and its true hints: read-only, destructive, idempotent.
type Verb = (&'static str, &'static str, [bool; 3]);
const VERBS: [Verb; 14] = [
    ("list", "Lists every {} that fits the given filter", [true, false, true]),
    ("get", "Returns one {} with all its fields", [true, false, true]),
    ("search", "Finds each {} that mentions the given words", [true, false, true]),
    ("count", "Counts how many times a {} fits the given filter", [true, false, true]),
    ("create", "Creates a new {} from the given fields", [false, false, false]),
    ("update", "Sets the given fields of a {} and keeps the others", [false, false, true]),
    ("replace", "Overwrites a whole {} with the given fields", [false, true, true]),
    ("append", "Adds a line at the end of a {}", [false, false, false]),
    ("delete", "Deletes a {} for good", [false, true, true]),
    ("archive", "Puts a {} into the archive", [false, false, true]),
    ("send", "Sends a {} to its recipient by mail", [false, false, false]),
    ("approve", "Marks a {} as approved", [false, false, true]),
    ("export", "Returns a {} as a text in the chosen format", [true, false, true]),
    ("cancel", "Cancels a {} and tells everyone involved", [false, true, true]),
];

pub(super) fn tools(count: u32) -> Vec<DemoTool> {
    (0..count)
        .map(|number| {
            tool_from_value(definition(number), |_, args| Ok(json!({ "received": args.to_value() })))
        })
        .collect()
}

fn definition(number: u32) -> Value {
    // Each list advances at its own pace, so that neighbouring tools differ in everything.
    let at = |pace: u32, length: usize| (number / pace) as usize % length;
    let (verb, sentence, hints) = VERBS[at(1, VERBS.len())];
    let noun = NOUNS[at(3, NOUNS.len())];
    let module = MODULES[at(41, MODULES.len())];
    let mut tool = json!({
        "name": format!("gen_{module}_{verb}_{noun}_{number}"),
        "description": format!(
            "{} in the {module} module. This tool was generated to test long lists (number {number}) \
             and changes nothing: it answers with the arguments it was given.",
            sentence.replace("{}", noun)
        ),
        "inputSchema": schema(number, verb, noun),
    });
    if let Some(annotations) = annotations(number, hints) {
        tool["annotations"] = annotations;
    }
    if number.is_multiple_of(4) {
        tool["title"] = format!("{verb} {noun} {number}").into();
    }
    if number.is_multiple_of(9) {
        tool["x-vendor"] = json!({ "cost": number % 7, "owner": module });
    }
    tool
}

fn schema(number: u32, verb: &str, noun: &str) -> Value {
    let id = format!("{noun}_id");
    let mut properties = Map::new();
    properties.insert(
        id.clone(),
        json!({ "type": "integer", "minimum": 1, "description": format!("Id of the {noun}.") }),
    );
    let more = [
        ("filter", json!({ "type": "string", "description": "A condition like `state = open`." })),
        ("limit", json!({ "type": "integer", "minimum": 1, "maximum": 500, "default": 50 })),
        ("format", json!({ "type": "string", "enum": ["csv", "json", "text"], "default": "text" })),
        (
            "fields",
            json!({ "type": "object", "additionalProperties": { "type": "string" },
            "description": format!("Values by name, for the {verb} call.") }),
        ),
        ("tags", json!({ "type": "array", "items": { "type": "string" } })),
        ("since", json!({ "type": "string", "format": "date", "description": "First day." })),
        ("dry_run", json!({ "type": "boolean", "default": false })),
        ("etag", json!({ "type": "string", "description": "Version the caller has seen." })),
    ];
    let start = number as usize % more.len();
    let chosen = more.iter().cycle().skip(start).take(3 + number as usize % 3);
    properties.extend(chosen.map(|(name, property)| ((*name).to_owned(), property.clone())));
    json!({ "type": "object", "properties": properties, "required": [id] })
}

/// None, some or all of the hints; a tenth of the tools declares a wrong one.
fn annotations(number: u32, [read_only, destructive, idempotent]: [bool; 3]) -> Option<Value> {
    match number % 10 {
        0..=3 => None,
        4 | 5 => Some(json!({ "readOnlyHint": read_only })),
        6 => Some(json!({ "readOnlyHint": !read_only, "com.example/batch": number % 5 })),
        7 => Some(json!({ "title": format!("Generated {number}"), "destructiveHint": destructive })),
        _ => Some(json!({ "readOnlyHint": read_only, "destructiveHint": destructive,
            "idempotentHint": idempotent, "openWorldHint": false })),
    }
}

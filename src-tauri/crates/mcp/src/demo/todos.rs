//! To-dos, which belong to calendars: five tools.

use serde_json::json;

use super::calendar::require_calendar;
use super::store::list_result;
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_calendar_list_todos",
                "description": "Lists to-dos, the open ones unless told otherwise.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Only this calendar." },
                    "include_done": { "type": "boolean", "default": false }
                } },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let calendar: Option<&str> = args.get_optional("calendar")?;
                let include_done: bool = args.get("include_done")?;
                list_result(
                    "todos",
                    store.todos.select(|todo| {
                        calendar.is_none_or(|name| todo["calendar"] == name)
                            && (include_done || todo["done"] == false)
                    }),
                )
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_create_todo",
                "description": "Creates a to-do in a calendar.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Name of the calendar." },
                    "title": { "type": "string" },
                    "due": { "type": ["string", "null"], "format": "date",
                        "description": "Day it is due." },
                    "priority": { "type": "integer", "minimum": 1, "maximum": 9, "default": 5,
                        "description": "1 is most urgent." }
                }, "required": ["calendar", "title"] }
            }"#,
            |store, args| {
                require_calendar(store, args.get("calendar")?)?;
                let mut todo = args.to_value();
                todo["done"] = false.into();
                Ok(store.todos.add(todo))
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_update_todo",
                "description": "Sets title, due day or priority of a to-do; others stay as they are.",
                "inputSchema": { "type": "object", "properties": {
                    "todo_id": { "type": "integer", "description": "Id of the to-do." },
                    "title": { "type": "string" },
                    "due": { "type": "string", "format": "date", "description": "New due day." },
                    "priority": { "type": "integer", "minimum": 1, "maximum": 9 }
                }, "required": ["todo_id"] }
            }"#,
            |store, args| {
                let fields = args.pick(&["title", "due", "priority"]);
                store.todos.update(args.get("todo_id")?, fields)
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_complete_todo",
                "description": "Marks a to-do as done.",
                "inputSchema": { "type": "object", "properties": {
                    "todo_id": { "type": "integer" }
                }, "required": ["todo_id"] }
            }"#,
            |store, args| store.todos.update(args.get("todo_id")?, json!({ "done": true })),
        ),
        tool(
            r#"{
                "name": "nc_calendar_delete_todo",
                "description": "Deletes a to-do.",
                "inputSchema": { "type": "object", "properties": {
                    "todo_id": { "type": "integer" }
                }, "required": ["todo_id"] }
            }"#,
            |store, args| store.todos.remove(args.get("todo_id")?),
        ),
    ]
}

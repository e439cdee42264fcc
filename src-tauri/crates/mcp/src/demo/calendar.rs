//! Calendars and events: ten tools. To-dos are in `todos.rs`.

use serde_json::{Value, json};

use super::store::{Store, ToolError, list_result};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_calendar_list_calendars",
                "title": "List Calendars",
                "description": "Lists the calendars with name, title and color.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "calendars": { "type": "array", "items": { "type": "object", "properties": {
                        "name": { "type": "string" }, "title": { "type": "string" },
                        "color": { "type": "string" }
                    }, "required": ["name", "title"] } }
                }, "required": ["count", "calendars"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false },
                "execution": { "taskSupport": "forbidden" }
            }"#,
            |store, _| list_result("calendars", store.calendars.all().cloned().collect()),
        ),
        tool(
            r##"{
                "name": "nc_calendar_create_calendar",
                "description": "Creates an empty calendar; its name must be new.",
                "inputSchema": { "type": "object", "properties": {
                    "name": { "type": "string", "description": "Short name, used by other tools." },
                    "title": { "type": "string", "description": "Name to show." },
                    "color": { "type": "string", "pattern": "^#[0-9a-f]{6}$", "default": "#2f80c2" }
                }, "required": ["name", "title"] }
            }"##,
            |store, args| {
                let name: &str = args.get("name")?;
                if require_calendar(store, name).is_ok() {
                    return Err(ToolError::Refused(format!("Calendar `{name}` already exists.")));
                }
                Ok(store.calendars.add(args.pick(&["name", "title", "color"])))
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_delete_calendar",
                "title": "Delete Calendar",
                "description": "Deletes a calendar with all its events and to-dos.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Name of the calendar." }
                }, "required": ["calendar"] },
                "annotations": { "title": "Remove a calendar", "readOnlyHint": false,
                    "destructiveHint": true, "idempotentHint": true, "openWorldHint": false,
                    "com.example/risk": "high" }
            }"#,
            |store, args| {
                let name: &str = args.get("calendar")?;
                require_calendar(store, name)?;
                store.calendars.remove_all(|calendar| calendar["name"] == name);
                let events = store.events.remove_all(|event| event["calendar"] == name);
                let todos = store.todos.remove_all(|todo| todo["calendar"] == name);
                Ok(json!({ "deleted": name, "events": events, "todos": todos }))
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_list_events",
                "title": "List Events",
                "description": "Lists events in order of their start, within a calendar or in all.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Only this calendar." },
                    "from": { "type": "string", "format": "date", "description": "First day." },
                    "to": { "type": "string", "format": "date", "description": "Last day." },
                    "limit": { "type": "integer", "minimum": 1, "maximum": 200, "default": 20 }
                } },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                if let Some(calendar) = args.get_optional("calendar")? {
                    require_calendar(store, calendar)?;
                }
                let calendar: Option<&str> = args.get_optional("calendar")?;
                let from: &str = args.get_optional("from")?.unwrap_or_default();
                let to: &str = args.get_optional("to")?.unwrap_or("9999");
                let mut events = store.events.select(|event| {
                    calendar.is_none_or(|name| event["calendar"] == name)
                        && start_day(event) >= from
                        && start_day(event) <= to
                });
                events.sort_by(|one, other| text_field(one, "start").cmp(text_field(other, "start")));
                events.truncate(args.get("limit")?);
                list_result("events", events)
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_get_event",
                "description": "Returns one event with its etag.",
                "inputSchema": { "type": "object", "properties": {
                    "event_id": { "type": "integer" }
                }, "required": ["event_id"] }
            }"#,
            |store, args| store.events.get_cloned(args.get("event_id")?),
        ),
        tool(
            r#"{
                "name": "nc_calendar_create_event",
                "title": "Create Calendar Event",
                "description": "Creates an event. Attendees are stored; nobody is sent an invitation.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Name of the calendar." },
                    "title": { "type": "string" },
                    "start": { "type": "string", "description": "Local time, like 2026-11-18T09:30." },
                    "end": { "type": "string", "description": "Local time; not before the start." },
                    "location": { "type": "string", "default": "" },
                    "attendees": { "type": "array", "items": { "type": "string", "format": "email" },
                        "default": [], "description": "Mail addresses." },
                    "reminder": { "type": "object", "properties": {
                        "minutes_before": { "type": "integer", "minimum": 0 },
                        "kind": { "type": "string", "enum": ["display", "audio"] }
                    }, "required": ["minutes_before"], "description": "When to be reminded." }
                }, "required": ["calendar", "title", "start", "end"] },
                "outputSchema": { "type": "object", "properties": {
                    "id": { "type": "integer" }, "etag": { "type": "string" },
                    "start": { "type": "string" }, "end": { "type": "string" }
                }, "required": ["id", "etag", "start", "end"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false },
                "execution": { "taskSupport": "forbidden" }
            }"#,
            |store, args| {
                require_calendar(store, args.get("calendar")?)?;
                if args.get::<&str>("end")? < args.get::<&str>("start")? {
                    return Err(ToolError::invalid_argument("end", "must not be before `start`"));
                }
                Ok(store.events.add(args.to_value()))
            },
        ),
        tool(
            // Wrong on purpose: a second call has an outdated etag and fails.
            r#"{
                "name": "nc_calendar_update_event",
                "title": "Update Calendar Event",
                "description": "Changes fields of an event. Needs its current etag and fails with 412 when the event has changed since it was read.",
                "inputSchema": { "type": "object", "properties": {
                    "event_id": { "type": "integer", "description": "Id of the event." },
                    "etag": { "type": "string", "description": "The etag it had when read." },
                    "title": { "type": "string" },
                    "start": { "type": "string" },
                    "end": { "type": "string" },
                    "location": { "type": "string" }
                }, "required": ["event_id", "etag"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let fields = args.pick(&["title", "start", "end", "location"]);
                store.events.update_if_match(args.get("event_id")?, args.get("etag")?, fields)
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_delete_event",
                "title": "Delete Calendar Event",
                "description": "Deletes an event; attendees are not told.",
                "inputSchema": { "type": "object", "properties": {
                    "event_id": { "type": "integer", "description": "Id of the event." }
                }, "required": ["event_id"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": true,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| store.events.remove(args.get("event_id")?),
        ),
        tool(
            r#"{
                "name": "nc_calendar_find_availability",
                "description": "Lists the whole hours of a day, from 8 to 18, in which no event of any calendar starts or runs.",
                "inputSchema": { "type": "object", "properties": {
                    "date": { "type": "string", "format": "date", "description": "The day." }
                }, "required": ["date"] }
            }"#,
            |store, args| {
                let date: &str = args.get("date")?;
                let is_free = |hour: &u32| {
                    let [from, to] = [*hour, hour + 1].map(|hour| format!("{date}T{hour:02}:00"));
                    !store
                        .events
                        .all()
                        .any(|event| *text_field(event, "start") < *to && *text_field(event, "end") > *from)
                };
                let free: Vec<String> = (8..18).filter(is_free).map(|hour| format!("{hour:02}:00")).collect();
                Ok(json!({ "date": date, "free": free }))
            },
        ),
        tool(
            r#"{
                "name": "nc_calendar_export_calendar",
                "description": "Returns a whole calendar as iCalendar text. This can be long.",
                "inputSchema": { "type": "object", "properties": {
                    "calendar": { "type": "string", "description": "Name of the calendar." }
                }, "required": ["calendar"] },
                "annotations": { "readOnlyHint": true, "openWorldHint": false },
                "_meta": { "com.example/size": "large" }
            }"#,
            |store, args| {
                let name: &str = args.get("calendar")?;
                require_calendar(store, name)?;
                Ok(to_icalendar(&store.events.select(|event| event["calendar"] == name)).into())
            },
        ),
    ]
}

pub(super) fn require_calendar(store: &Store, name: &str) -> Result<(), ToolError> {
    match store.calendars.all().any(|calendar| calendar["name"] == name) {
        true => Ok(()),
        false => Err(ToolError::not_found("calendar", name)),
    }
}

fn text_field<'a>(event: &'a Value, field: &str) -> &'a str {
    event[field].as_str().unwrap_or_default()
}

fn start_day(event: &Value) -> &str {
    text_field(event, "start").get(..10).unwrap_or_default()
}

fn to_icalendar(events: &[Value]) -> String {
    let compact = |time: &str| time.replace(['-', ':'], "") + "00";
    let mut lines: Vec<String> =
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Hintsmith//Demo//EN"].map(Into::into).into();
    for event in events {
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@demo.example", event["id"]),
            format!("SUMMARY:{}", text_field(event, "title")),
            format!("DTSTART:{}", compact(text_field(event, "start"))),
            format!("DTEND:{}", compact(text_field(event, "end"))),
            format!("LOCATION:{}", text_field(event, "location")),
            "STATUS:CONFIRMED".to_owned(),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.join("\n")
}

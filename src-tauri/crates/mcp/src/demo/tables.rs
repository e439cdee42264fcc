//! Tables: nine tools over tables with typed columns, and a small query language.

use serde_json::{Map, Value, json};

use super::store::{ToolError, list_result};
use super::{DemoTool, Store, ToolResult, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_tables_list_tables",
                "description": "Lists the tables.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, _| list_result("tables", store.tables.all().cloned().collect()),
        ),
        tool(
            r#"{
                "name": "nc_tables_get_schema",
                "description": "Returns the columns of a table.",
                "inputSchema": { "type": "object", "properties": {
                    "table_id": { "type": "integer" }
                }, "required": ["table_id"] }
            }"#,
            |store, args| {
                let table = store.tables.get(args.get("table_id")?)?;
                Ok(json!({ "title": table["title"], "columns": table["columns"] }))
            },
        ),
        tool(
            r#"{
                "name": "nc_tables_create_table",
                "title": "Create Table",
                "description": "Creates an empty table with the given columns.",
                "inputSchema": { "type": "object", "properties": {
                    "title": { "type": "string", "description": "Name of the table." },
                    "columns": { "type": "array", "items": { "type": "object", "properties": {
                        "name": { "type": "string" },
                        "type": { "type": "string", "enum": ["text", "number", "boolean"] }
                    }, "required": ["name", "type"] }, "description": "Its columns, in order." }
                }, "required": ["title", "columns"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false }
            }"#,
            |store, args| Ok(store.tables.add(args.pick(&["title", "columns"]))),
        ),
        tool(
            r#"{
                "name": "nc_tables_read_rows",
                "title": "Read Rows",
                "description": "Returns the rows of a table, a slice at a time.",
                "inputSchema": { "type": "object", "properties": {
                    "table_id": { "type": "integer", "description": "Id of the table." },
                    "offset": { "type": "integer", "minimum": 0, "default": 0 },
                    "limit": { "type": "integer", "minimum": 1, "maximum": 500, "default": 100,
                        "description": "How many at most." }
                }, "required": ["table_id"] },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "rows": { "type": "array", "items": { "type": "object", "properties": {
                        "id": { "type": "integer" }, "values": { "type": "object" }
                    }, "required": ["id", "values"] } }
                }, "required": ["count", "rows"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false, "category": "tables" }
            }"#,
            |store, args| {
                let id: u64 = args.get("table_id")?;
                store.tables.get(id)?;
                let rows = store.rows.all().filter(|row| row["table_id"] == id);
                let slice = rows.skip(args.get("offset")?).take(args.get("limit")?);
                list_result("rows", slice.cloned().collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_tables_create_row",
                "description": "Adds a row to a table.",
                "inputSchema": { "type": "object", "properties": {
                    "table_id": { "type": "integer", "description": "Id of the table." },
                    "values": { "type": "object", "additionalProperties": true,
                        "description": "Value by column name." }
                }, "required": ["table_id", "values"] }
            }"#,
            |store, args| {
                require_known_columns(store, args.get("table_id")?, &args.get("values")?)?;
                Ok(store.rows.add(args.pick(&["table_id", "values"])))
            },
        ),
        tool(
            r#"{
                "name": "nc_tables_update_row",
                "description": "Sets the given columns of a row; other columns stay as they are.",
                "inputSchema": { "type": "object", "properties": {
                    "row_id": { "type": "integer", "description": "Id of the row." },
                    "values": { "type": "object", "description": "New value by column name." }
                }, "required": ["row_id", "values"] },
                "annotations": { "openWorldHint": false }
            }"#,
            |store, args| {
                let (id, changes): (u64, Map<String, Value>) = (args.get("row_id")?, args.get("values")?);
                let row = store.rows.get(id)?;
                require_known_columns(store, row["table_id"].as_u64().unwrap_or_default(), &changes)?;
                let mut values = row["values"].clone();
                for (column, value) in changes {
                    values[column] = value;
                }
                store.rows.update(id, json!({ "values": values }))
            },
        ),
        tool(
            r#"{
                "name": "nc_tables_delete_row",
                "description": "Deletes a row.",
                "inputSchema": { "type": "object", "properties": {
                    "row_id": { "type": "integer", "description": "Id of the row." }
                }, "required": ["row_id"] },
                "annotations": { "destructiveHint": true, "idempotentHint": true }
            }"#,
            |store, args| store.rows.remove(args.get("row_id")?),
        ),
        tool(
            r#"{
                "name": "nc_tables_import_rows",
                "description": "Adds many rows at once; adds none when one of them does not fit.",
                "inputSchema": { "type": "object", "properties": {
                    "table_id": { "type": "integer" },
                    "rows": { "type": "array", "items": { "type": "object" },
                        "description": "One object per row, value by column name." }
                }, "required": ["table_id", "rows"] },
                "execution": { "taskSupport": "forbidden" }
            }"#,
            |store, args| {
                let (id, rows): (u64, Vec<Map<String, Value>>) = (args.get("table_id")?, args.get("rows")?);
                store.tables.get(id)?;
                for row in &rows {
                    require_known_columns(store, id, row)?;
                }
                let count = rows.len();
                for values in rows {
                    store.rows.add(json!({ "table_id": id, "values": values }));
                }
                Ok(json!({ "imported": count }))
            },
        ),
        tool(
            // Wrong on purpose: one of its three verbs deletes.
            r#"{
                "name": "nc_tables_run_query",
                "title": "Run Query",
                "description": "Runs a query of the form `select|count|delete <table id> [where <column> = <value>]`, for example `count 1 where room = Basement`.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "description": "The query." }
                }, "required": ["query"] },
                "annotations": { "readOnlyHint": true, "openWorldHint": false }
            }"#,
            |store, args| run_query(store, args.get("query")?),
        ),
    ]
}

/// Rejects columns that the table does not have.
fn require_known_columns(store: &Store, table: u64, values: &Map<String, Value>) -> Result<(), ToolError> {
    let columns = &store.tables.get(table)?["columns"];
    let known = |name: &str| {
        let mut columns = columns.as_array().into_iter().flatten();
        columns.any(|column| column["name"] == name)
    };
    match values.keys().find(|name| !known(name)) {
        Some(name) => Err(ToolError::not_found("column", name)),
        None => Ok(()),
    }
}

fn run_query(store: &mut Store, query: &str) -> ToolResult {
    let malformed = || ToolError::invalid_argument("query", "is not a query of the described form");
    let (head, condition) = match query.split_once(" where ") {
        Some((head, condition)) => (head, Some(condition.split_once('=').ok_or_else(malformed)?)),
        None => (query, None),
    };
    let (verb, table) = head.trim().split_once(' ').ok_or_else(malformed)?;
    let table: u64 = table.trim().parse().map_err(|_| malformed())?;
    store.tables.get(table)?;
    let matches = |row: &Value| {
        let is_match = |(column, wanted): (&str, &str)| {
            let value = row["values"][column.trim()].to_string();
            value.trim_matches('"') == wanted.trim()
        };
        row["table_id"] == table && condition.is_none_or(is_match)
    };
    match verb {
        "select" => list_result("rows", store.rows.select(matches)),
        "count" => Ok(json!({ "count": store.rows.select(matches).len() })),
        "delete" => Ok(json!({ "deleted": store.rows.remove_all(matches) })),
        _ => Err(malformed()),
    }
}

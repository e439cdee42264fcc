//! Deck: fifteen tools over boards, their stacks and their cards.

use serde_json::json;

use super::store::{ToolError, list_result};
use super::{DemoTool, Store, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "deck_list_boards",
                "title": "List Boards",
                "description": "Lists the boards.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "boards": { "type": "array", "items": { "type": "object" } }
                }, "required": ["count", "boards"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, _| list_result("boards", store.boards.all().cloned().collect()),
        ),
        tool(
            r#"{
                "name": "deck_get_board",
                "description": "Returns a board with its stacks and the number of cards in each.",
                "inputSchema": { "type": "object", "properties": {
                    "board_id": { "type": "integer", "description": "Id of the board." }
                }, "required": ["board_id"] },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let id: u64 = args.get("board_id")?;
                let mut board = store.boards.get_cloned(id)?;
                let mut stacks = store.stacks.select(|stack| stack["board_id"] == id);
                for stack in &mut stacks {
                    let cards = store.cards.all().filter(|card| card["stack_id"] == stack["id"]);
                    stack["cards"] = cards.count().into();
                }
                board["stacks"] = stacks.into();
                Ok(board)
            },
        ),
        tool(
            r#"{
                "name": "deck_create_board",
                "description": "Creates a board without stacks.",
                "inputSchema": { "type": "object", "properties": {
                    "title": { "type": "string", "description": "Name of the board." },
                    "color": { "type": "string", "pattern": "^[0-9a-f]{6}$", "default": "2f80c2" }
                }, "required": ["title"] },
                "annotations": { "title": "Create Board", "destructiveHint": false }
            }"#,
            |store, args| Ok(store.boards.add(args.pick(&["title", "color"]))),
        ),
        tool(
            r#"{
                "name": "deck_delete_board",
                "description": "Deletes a board with its stacks and cards.",
                "inputSchema": { "type": "object", "properties": {
                    "board_id": { "type": "integer", "description": "Id of the board." }
                }, "required": ["board_id"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": true,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let id: u64 = args.get("board_id")?;
                store.boards.get(id)?;
                for stack in store.stacks.select(|stack| stack["board_id"] == id) {
                    remove_stack(store, stack["id"].as_u64().unwrap_or_default())?;
                }
                store.boards.remove(id)
            },
        ),
        tool(
            // Wrong on purpose: the hint is one level too deep, where clients ignore it.
            r#"{
                "name": "deck_list_stacks",
                "description": "Lists the stacks of a board, from left to right.",
                "inputSchema": { "type": "object", "properties": {
                    "board_id": { "type": "integer" }
                }, "required": ["board_id"] },
                "annotations": { "title": "List Stacks", "annotations": { "readOnlyHint": true } }
            }"#,
            |store, args| {
                let id: u64 = args.get("board_id")?;
                store.boards.get(id)?;
                let mut stacks = store.stacks.select(|stack| stack["board_id"] == id);
                stacks.sort_by_key(|stack| stack["order"].as_u64());
                list_result("stacks", stacks)
            },
        ),
        tool(
            r#"{
                "name": "deck_create_stack",
                "description": "Adds a stack to a board.",
                "inputSchema": { "type": "object", "properties": {
                    "board_id": { "type": "integer", "description": "Board to add it to." },
                    "title": { "type": "string" },
                    "order": { "type": "integer", "default": 99, "description": "Place from the left." }
                }, "required": ["board_id", "title"] }
            }"#,
            |store, args| {
                store.boards.get(args.get("board_id")?)?;
                Ok(store.stacks.add(args.pick(&["board_id", "title", "order"])))
            },
        ),
        tool(
            r#"{
                "name": "deck_delete_stack",
                "description": "Deletes a stack and the cards in it.",
                "inputSchema": { "type": "object", "properties": {
                    "stack_id": { "type": "integer" }
                }, "required": ["stack_id"] }
            }"#,
            |store, args| remove_stack(store, args.get("stack_id")?),
        ),
        tool(
            r#"{
                "name": "deck_list_cards",
                "description": "Lists the cards of a stack, without the archived ones.",
                "inputSchema": { "type": "object", "properties": {
                    "stack_id": { "type": "integer", "description": "Id of the stack." }
                }, "required": ["stack_id"] },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let id: u64 = args.get("stack_id")?;
                store.stacks.get(id)?;
                let is_shown = |card: &serde_json::Value| card["stack_id"] == id && card["archived"] == false;
                list_result("cards", store.cards.select(is_shown))
            },
        ),
        tool(
            r#"{
                "name": "deck_get_card",
                "description": "Returns a card with its comments.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer" }
                }, "required": ["card_id"] }
            }"#,
            |store, args| store.cards.get_cloned(args.get("card_id")?),
        ),
        tool(
            r#"{
                "name": "deck_create_card",
                "title": "Create Card",
                "description": "Adds a card at the end of a stack.",
                "inputSchema": { "type": "object", "properties": {
                    "stack_id": { "type": "integer", "description": "Stack to add it to." },
                    "title": { "type": "string" },
                    "description": { "type": "string", "default": "", "description": "Markdown text." },
                    "due": { "anyOf": [{ "type": "string", "format": "date" }, { "type": "null" }] }
                }, "required": ["stack_id", "title"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false },
                "_meta": { "com.example/form": { "fields": ["title", "description"] } }
            }"#,
            |store, args| {
                store.stacks.get(args.get("stack_id")?)?;
                let mut card = args.pick(&["stack_id", "title", "description", "due"]);
                card["archived"] = false.into();
                card["comments"] = json!([]);
                Ok(store.cards.add(card))
            },
        ),
        tool(
            r#"{
                "name": "deck_update_card",
                "description": "Sets title, description or due day of a card, whatever they were.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer", "description": "Id of the card." },
                    "title": { "type": "string" },
                    "description": { "type": "string", "description": "Replaces the whole text." },
                    "due": { "type": "string", "format": "date" }
                }, "required": ["card_id"] }
            }"#,
            |store, args| {
                let fields = args.pick(&["title", "description", "due"]);
                store.cards.update(args.get("card_id")?, fields)
            },
        ),
        tool(
            r#"{
                "name": "deck_move_card",
                "description": "Moves a card to another stack.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer", "description": "Id of the card." },
                    "stack_id": { "type": "integer", "description": "Stack it should be in." }
                }, "required": ["card_id", "stack_id"] }
            }"#,
            |store, args| {
                store.stacks.get(args.get("stack_id")?)?;
                store.cards.update(args.get("card_id")?, args.pick(&["stack_id"]))
            },
        ),
        tool(
            r#"{
                "name": "deck_archive_card",
                "description": "Archives a card or brings it back.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer" },
                    "archived": { "type": "boolean", "default": true, "description": "False to bring it back." }
                }, "required": ["card_id"] }
            }"#,
            |store, args| store.cards.update(args.get("card_id")?, args.pick(&["archived"])),
        ),
        tool(
            r#"{
                "name": "deck_add_comment",
                "description": "Adds a comment to a card.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer" },
                    "text": { "type": "string", "description": "The comment." }
                }, "required": ["card_id", "text"] },
                "annotations": { "title": "Comment on Card" }
            }"#,
            |store, args| {
                let (id, text): (u64, &str) = (args.get("card_id")?, args.get("text")?);
                let comments = &store.cards.get(id)?["comments"];
                let mut comments = comments.as_array().cloned().unwrap_or_default();
                comments.push(text.into());
                store.cards.update(id, json!({ "comments": comments }))
            },
        ),
        tool(
            r#"{
                "name": "deck_delete_card",
                "description": "Deletes a card with its comments.",
                "inputSchema": { "type": "object", "properties": {
                    "card_id": { "type": "integer" }
                }, "required": ["card_id"] }
            }"#,
            |store, args| store.cards.remove(args.get("card_id")?),
        ),
    ]
}

fn remove_stack(store: &mut Store, id: u64) -> Result<serde_json::Value, ToolError> {
    let removed = store.stacks.remove(id)?;
    store.cards.remove_all(|card| card["stack_id"] == id);
    Ok(removed)
}

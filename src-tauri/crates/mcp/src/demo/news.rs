//! News: five tools over feeds and their items.

use serde_json::{Value, json};

use super::store::{ToolError, list_result};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_news_list_feeds",
                "title": "List Feeds",
                "description": "Lists the feeds with the number of unread items in each.",
                "inputSchema": { "type": "object", "properties": {
                    "folder": { "type": "string", "description": "Only feeds in this folder." }
                } },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let folder: Option<&str> = args.get_optional("folder")?;
                let mut feeds = store.feeds.select(|feed| folder.is_none_or(|it| feed["folder"] == it));
                for feed in &mut feeds {
                    let is_unread = |item: &&Value| item["feed_id"] == feed["id"] && item["unread"] == true;
                    feed["unread"] = store.items.all().filter(is_unread).count().into();
                }
                list_result("feeds", feeds)
            },
        ),
        tool(
            r#"{
                "name": "nc_news_list_items",
                "description": "Lists items, the unread ones unless told otherwise.",
                "inputSchema": { "type": "object", "properties": {
                    "feed_id": { "type": "integer", "description": "Only items of this feed." },
                    "include_read": { "type": "boolean", "default": false }
                } },
                "x-vendor": { "cost": 1, "owner": "news" }
            }"#,
            |store, args| {
                let feed: Option<u64> = args.get_optional("feed_id")?;
                let include_read: bool = args.get("include_read")?;
                list_result(
                    "items",
                    store.items.select(|item| {
                        feed.is_none_or(|id| item["feed_id"] == id)
                            && (include_read || item["unread"] == true)
                    }),
                )
            },
        ),
        tool(
            r#"{
                "name": "nc_news_add_feed",
                "description": "Subscribes to a feed and fetches its items. This demo is offline and reaches only https://nightsky.example/atom.",
                "inputSchema": { "type": "object", "properties": {
                    "url": { "type": "string", "format": "uri", "description": "Address of the feed." },
                    "folder": { "type": "string", "default": "" }
                }, "required": ["url"] },
                "annotations": { "openWorldHint": true }
            }"#,
            |store, args| {
                let url: &str = args.get("url")?;
                let Some(found) = store.web.get(url).and_then(|page| page.get("feed")) else {
                    return Err(ToolError::Refused(format!("No feed could be fetched from {url}.")));
                };
                if store.feeds.all().any(|feed| feed["url"] == url) {
                    return Err(ToolError::Refused(format!("{url} is subscribed already.")));
                }
                let mut feed = args.pick(&["url", "folder"]);
                feed["title"] = found["title"].clone();
                let feed = store.feeds.add(feed);
                for item in found["items"].as_array().into_iter().flatten() {
                    store.items.add(json!({ "feed_id": feed["id"], "title": item["title"],
                        "link": item["link"], "unread": true }));
                }
                Ok(feed)
            },
        ),
        tool(
            r#"{
                "name": "nc_news_mark_as_read",
                "description": "Marks an item as read.",
                "inputSchema": { "type": "object", "properties": {
                    "item_id": { "type": "integer", "description": "Id of the item." }
                }, "required": ["item_id"] }
            }"#,
            |store, args| store.items.update(args.get("item_id")?, json!({ "unread": false })),
        ),
        tool(
            // Wrong on purpose: it declares both, and only the second is true.
            r#"{
                "name": "nc_news_unsubscribe",
                "description": "Removes a feed and all its items.",
                "inputSchema": { "type": "object", "properties": {
                    "feed_id": { "type": "integer", "description": "Id of the feed." }
                }, "required": ["feed_id"] },
                "annotations": { "title": "Unsubscribe", "readOnlyHint": true, "destructiveHint": true }
            }"#,
            |store, args| {
                let id: u64 = args.get("feed_id")?;
                let removed = store.feeds.remove(id)?;
                store.items.remove_all(|item| item["feed_id"] == id);
                Ok(removed)
            },
        ),
    ]
}

//! Files: thirteen tools over a file tree with a trash folder.

use serde_json::{Value, json};

use super::store::{ToolError, contains_text, list_result};
use super::tree::{
    Tree, get_entry, is_folder, is_within, normalize_path, parent, remove_subtree, require_folder,
    require_free, require_move, reroot, size, summary,
};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_webdav_list_directory",
                "title": "List Files and Folders",
                "description": "Lists what is directly inside a folder.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "default": "/", "description": "Folder to list." }
                } },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "entries": { "type": "array", "items": { "type": "object", "properties": {
                        "path": { "type": "string" }, "size": { "type": "integer" },
                        "type": { "type": "string", "enum": ["file", "directory"] }
                    }, "required": ["path", "type", "size"] } }
                }, "required": ["count", "entries"] },
                "annotations": { "readOnlyHint": true, "category": "files" }
            }"#,
            |store, args| {
                let folder = normalize_path(args.get("path")?);
                require_folder(&store.files, &folder)?;
                let inside = store.files.iter().filter(|(path, _)| parent(path) == folder);
                list_result("entries", inside.map(summary).collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_read_file",
                "title": "Read File",
                "description": "Returns the text of a file.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "Path of the file." }
                }, "required": ["path"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false, "category": "files" }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                match &get_entry(&store.files, &path)?["content"] {
                    Value::String(text) => Ok(text.clone().into()),
                    _ => Err(ToolError::Refused(format!("`{path}` is a folder, not a file."))),
                }
            },
        ),
        tool(
            // Wrong on purpose: the previous content of the file is lost.
            r#"{
                "name": "nc_webdav_write_file",
                "title": "Write File",
                "description": "Writes a whole file. A file that is already there is overwritten, without a version check.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "Path of the file." },
                    "content": { "type": "string", "description": "The complete new content." }
                }, "required": ["path", "content"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": true },
                "x-vendor": { "cost": 2, "owner": "files" }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                let content: &str = args.get("content")?;
                if path == "/" || store.files.get(&path).is_some_and(is_folder) {
                    return Err(ToolError::Refused(format!("`{path}` is a folder.")));
                }
                require_folder(&store.files, parent(&path))?;
                let favorite = store.files.get(&path).map_or(false.into(), |it| it["favorite"].clone());
                let file = json!({ "type": "file", "favorite": favorite, "content": content });
                store.files.insert(path.clone(), file);
                Ok(json!({ "path": path, "size": content.len() }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_create_directory",
                "description": "Creates a folder; fails when the path is taken.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "Path of the new folder." }
                }, "required": ["path"] }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                require_free(&store.files, &path)?;
                require_folder(&store.files, parent(&path))?;
                let folder = json!({ "type": "directory", "favorite": false });
                store.files.insert(path.clone(), folder);
                Ok(json!({ "path": path, "type": "directory" }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_delete_resource",
                "title": "Delete File or Folder",
                "description": "Moves a file, or a folder with all it holds, to the trash.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string" }
                }, "required": ["path"] },
                "annotations": { "destructiveHint": true }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                get_entry(&store.files, &path)?;
                let removed = remove_subtree(&mut store.files, &path);
                let count = removed.len();
                store.trash.extend(removed);
                Ok(json!({ "deleted": path, "entries": count }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_move_resource",
                "description": "Moves or renames a file or folder; fails when the target exists.",
                "inputSchema": { "type": "object", "properties": {
                    "source": { "type": "string", "description": "Path as it is." },
                    "target": { "type": "string", "description": "Path as it should be." }
                }, "required": ["source", "target"] }
            }"#,
            |store, args| {
                let (source, target) =
                    (normalize_path(args.get("source")?), normalize_path(args.get("target")?));
                require_move(&store.files, &source, &target)?;
                let branch = remove_subtree(&mut store.files, &source);
                store.files.extend(reroot(branch, &source, &target));
                Ok(json!({ "moved": source, "to": target }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_copy_resource",
                "description": "Copies a file or folder to a new path; fails when the target exists.",
                "inputSchema": { "type": "object", "properties": {
                    "source": { "type": "string", "description": "What to copy." },
                    "target": { "type": "string" }
                }, "required": ["source", "target"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false, "category": "files" }
            }"#,
            |store, args| {
                let (source, target) =
                    (normalize_path(args.get("source")?), normalize_path(args.get("target")?));
                require_move(&store.files, &source, &target)?;
                let branch = remove_subtree(&mut store.files.clone(), &source);
                store.files.extend(reroot(branch, &source, &target));
                Ok(json!({ "copied": source, "to": target }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_search_files",
                "description": "Finds files by a part of their name, their text, or both.",
                "inputSchema": { "type": "object", "properties": {
                    "name": { "type": "string", "description": "Part of the file name." },
                    "text": { "type": "string", "description": "Words inside the file." },
                    "scope": { "type": "string", "default": "/", "description": "Folder to search." },
                    "limit": { "type": "integer", "minimum": 1, "default": 25 }
                } },
                "annotations": { "readOnlyHint": true },
                "x-vendor": { "cost": 1, "owner": "files" }
            }"#,
            |store, args| {
                let scope = normalize_path(args.get("scope")?);
                let name: &str = args.get_optional("name")?.unwrap_or_default();
                let text: &str = args.get_optional("text")?.unwrap_or_default();
                let found = store.files.iter().filter(|(path, entry)| {
                    let file_name = path.rsplit('/').next().unwrap_or_default();
                    is_within(path, &scope)
                        && contains_text(entry, &["content"], text)
                        && file_name.to_lowercase().contains(&name.to_lowercase())
                });
                list_result("entries", found.map(summary).take(args.get("limit")?).collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_get_properties",
                "description": "Returns type, size and favorite mark of one path.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string" }
                }, "required": ["path"] }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                Ok(summary((&path, get_entry(&store.files, &path)?)))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_list_favorites",
                "description": "Lists the files and folders marked as favorites.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, _| {
                let favorites = store.files.iter().filter(|(_, entry)| entry["favorite"] == true);
                list_result("entries", favorites.map(summary).collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_set_favorite",
                "description": "Sets or clears the favorite mark of a file or folder.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "Path to mark." },
                    "favorite": { "type": "boolean", "description": "True to set the mark." }
                }, "required": ["path", "favorite"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                match store.files.get_mut(&path) {
                    Some(entry) => {
                        entry["favorite"] = args.get("favorite")?;
                        Ok(summary((&path, entry)))
                    }
                    None => Err(ToolError::not_found("file or folder", path)),
                }
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_get_quota",
                "description": "Returns how many bytes are used by files and by the trash.",
                "inputSchema": { "type": "object" },
                "annotations": { "title": "Storage Used" }
            }"#,
            |store, _| {
                let bytes = |tree: &Tree| tree.values().map(size).sum::<usize>();
                Ok(json!({ "used": bytes(&store.files), "trash": bytes(&store.trash) }))
            },
        ),
        tool(
            r#"{
                "name": "nc_webdav_trash",
                "description": "Works with the trash: list what is in it, restore one path, or empty it for good.",
                "inputSchema": { "type": "object", "properties": {
                    "action": { "type": "string", "enum": ["list", "restore", "empty"],
                        "description": "What to do." },
                    "path": { "type": "string", "description": "What to restore." }
                }, "required": ["action"] }
            }"#,
            |store, args| match args.get("action")? {
                "restore" => {
                    let path = normalize_path(args.get("path")?);
                    get_entry(&store.trash, &path)?;
                    require_free(&store.files, &path)?;
                    require_folder(&store.files, parent(&path))?;
                    let branch = remove_subtree(&mut store.trash, &path);
                    store.files.extend(branch);
                    Ok(json!({ "restored": path }))
                }
                "empty" => {
                    let purged = std::mem::take(&mut store.trash).len();
                    Ok(json!({ "purged": purged }))
                }
                _ => list_result("entries", store.trash.iter().map(summary).collect()),
            },
        ),
    ]
}

//! Recipes: six tools, one of which accesses the web.

use serde_json::{Value, json};

use super::store::{ToolError, contains_text, list_result};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_cookbook_list_recipes",
                "description": "Lists recipes by name, or those whose name contains some words.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "default": "", "description": "Part of the name." },
                    "max_minutes": { "type": "integer", "minimum": 1 }
                } }
            }"#,
            |store, args| {
                let (query, minutes): (&str, Option<u64>) =
                    (args.get("query")?, args.get_optional("max_minutes")?);
                let found = store.recipes.select(|recipe| {
                    contains_text(recipe, &["name"], query)
                        && minutes.is_none_or(|most| recipe["minutes"].as_u64().is_some_and(|it| it <= most))
                });
                list_result("recipes", found.iter().map(summary).collect())
            },
        ),
        tool(
            // Wrong on purpose: the tool only reads.
            r#"{
                "name": "nc_cookbook_get_recipe",
                "title": "Get Recipe",
                "description": "Returns a recipe with its ingredients and steps.",
                "inputSchema": { "type": "object", "properties": {
                    "recipe_id": { "type": "integer", "description": "Id of the recipe." }
                }, "required": ["recipe_id"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": true }
            }"#,
            |store, args| store.recipes.get_cloned(args.get("recipe_id")?),
        ),
        tool(
            r#"{
                "name": "nc_cookbook_create_recipe",
                "description": "Adds a recipe.",
                "inputSchema": { "type": "object", "properties": {
                    "name": { "type": "string" },
                    "servings": { "type": "integer", "minimum": 1, "default": 4 },
                    "minutes": { "type": "integer", "minimum": 0, "description": "Time it takes." },
                    "ingredients": { "type": "array", "description": "What goes in.", "items": {
                        "type": "object", "properties": {
                            "name": { "type": "string" },
                            "amount": { "type": "number" },
                            "unit": { "type": "string" }
                        }, "required": ["name", "amount"] } },
                    "steps": { "type": "array", "items": { "type": "string" },
                        "description": "What to do, in order." }
                }, "required": ["name", "ingredients", "steps"] }
            }"#,
            |store, args| Ok(store.recipes.add(args.to_value())),
        ),
        tool(
            // Wrong on purpose: a web page is the open world.
            r#"{
                "name": "nc_cookbook_import_recipe",
                "title": "Import Recipe",
                "description": "Fetches a web page and saves the recipe it describes. This demo is offline and reaches only https://recipes.example/plum-cake.",
                "inputSchema": { "type": "object", "properties": {
                    "url": { "type": "string", "format": "uri", "description": "Address of the page." }
                }, "required": ["url"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false }
            }"#,
            |store, args| {
                let url: &str = args.get("url")?;
                match store.web.get(url).and_then(|page| page.get("recipe")) {
                    Some(recipe) => Ok(store.recipes.add(recipe.clone())),
                    None => Err(ToolError::Refused(format!("No recipe could be fetched from {url}."))),
                }
            },
        ),
        tool(
            r#"{
                "name": "nc_cookbook_delete_recipe",
                "title": "Delete Recipe",
                "description": "Deletes a recipe.",
                "inputSchema": { "type": "object", "properties": {
                    "recipe_id": { "type": "integer", "description": "Id of the recipe." }
                }, "required": ["recipe_id"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": true,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| store.recipes.remove(args.get("recipe_id")?),
        ),
        tool(
            r#"{
                "name": "nc_cookbook_scale_recipe",
                "description": "Calculates the ingredients of a recipe for another number of servings.",
                "inputSchema": { "type": "object", "properties": {
                    "recipe_id": { "type": "integer", "description": "Id of the recipe." },
                    "servings": { "type": "integer", "minimum": 1, "description": "For how many." }
                }, "required": ["recipe_id", "servings"] },
                "outputSchema": { "type": "object", "properties": {
                    "name": { "type": "string" }, "servings": { "type": "integer" },
                    "ingredients": { "type": "array", "items": { "type": "object" } }
                }, "required": ["name", "servings", "ingredients"] }
            }"#,
            |store, args| {
                let servings: u32 = args.get("servings")?;
                let recipe = store.recipes.get(args.get("recipe_id")?)?;
                let factor = f64::from(servings) / recipe["servings"].as_f64().unwrap_or(1.0);
                let mut ingredients = recipe["ingredients"].clone();
                for ingredient in ingredients.as_array_mut().into_iter().flatten() {
                    let amount = ingredient["amount"].as_f64().unwrap_or_default() * factor;
                    ingredient["amount"] = ((amount * 100.0).round() / 100.0).into();
                }
                Ok(json!({ "name": recipe["name"], "servings": servings, "ingredients": ingredients }))
            },
        ),
    ]
}

fn summary(recipe: &Value) -> Value {
    json!({ "id": recipe["id"], "name": recipe["name"], "minutes": recipe["minutes"] })
}

//! `hintsmith operations`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{NewServer, NewSource, OperationView};
use hintsmith_engine::text::escape_line;

use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, document: String, operations: Vec<String>) -> anyhow::Result<u8> {
    let has_choice = !operations.is_empty();
    let source = NewSource::OpenApi {
        location: document,
        operations,
        base_url: None,
        credentials: Vec::new(),
        token_url: None,
        client_id: None,
        client_secret: None,
    };
    let new = NewServer { name: String::new(), source, storage: Vec::new() };
    let list = engine.servers.list_operations(new).await?;
    if output::is_json() {
        output::print_json(&list)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |operation: &OperationView| {
        [
            operation.name.clone(),
            operation.method.clone(),
            escape_line(&operation.path).into_owned(),
            escape_line(&operation.tags.join(", ")).into_owned(),
            escape_line(operation.title.as_deref().unwrap_or_default()).into_owned(),
        ]
    };
    let chosen: Vec<_> = list.operations.iter().filter(|operation| operation.chosen).map(row).collect();
    output::print_table(["Tool", "Method", "Path", "Tags", "Title"], &chosen);
    let total = output::pluralize(list.operations.len(), "operation");
    output::status(&if has_choice {
        format!("{} of {total} become tools.", chosen.len())
    } else {
        format!("{total}. Choose some of them with --operations.")
    });
    for problem in &list.problems {
        output::status(&format!("! {} {}", escape_line(&problem.field), escape_line(&problem.message)));
    }
    Ok(EXIT_SUCCESS)
}

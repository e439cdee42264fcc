//! What passed through proxies.

use serde_json::{Map, Value};

use crate::Engine;
use crate::api::view::{ArgumentShape, CallView, CallsInput};
use crate::error::ApiError;
use crate::store::calls::{self, CallRow};

/// More are not asked for at once.
const MOST: u32 = 10_000;

impl Engine {
    /// The newest calls first.
    pub async fn calls(&self, input: CallsInput) -> Result<Vec<CallView>, ApiError> {
        let limit = input.limit.min(MOST);
        let rows = self.db.read(move |connection| calls::newest(connection, limit)).await?;
        Ok(rows.into_iter().map(view).collect())
    }
}

fn view(row: CallRow) -> CallView {
    let shape: Map<String, Value> = serde_json::from_str(&row.arguments).unwrap_or_default();
    let argument = |(name, kind): (String, Value)| ArgumentShape {
        name,
        kind: kind.as_str().unwrap_or_default().to_owned(),
    };
    CallView {
        at: row.at,
        server: row.server,
        client: row.client,
        tool: row.tool,
        arguments: shape.into_iter().map(argument).collect(),
        verdict: row.verdict,
        outcome: row.outcome,
        took_ms: row.took_ms.and_then(|took| u32::try_from(took).ok()),
    }
}

//! A JSON column.

use serde::{Deserialize, Serialize};

pub struct Json<T>(pub T);

impl<T: Serialize> rusqlite::ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
    }
}

impl<T: for<'a> Deserialize<'a>> rusqlite::types::FromSql for Json<T> {
    fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
        let parsed = serde_json::from_str(value.as_str()?);
        parsed.map(Json).map_err(|error| rusqlite::types::FromSqlError::Other(error.into()))
    }
}

//! Generic access to the tables users change: rows are read, written and checksummed as a whole. `history::ChangeSet`
//! logs each change.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params_from_iter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::row_checksum::{RowChecksum, corrupt_row};

/// A table and its columns, key columns first, without the checksum column.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    pub columns: &'static [&'static str],
    /// The number of key columns.
    pub key_len: usize,
    /// If this is a subset of a table's columns: the full table, which the checksum covers.
    full_table: Option<&'static Table>,
    checksum_column: &'static str,
    /// Check that changes to the table must pass.
    pub check: Option<Check>,
}

/// Rejects changes, within their transaction and after they were made.
pub type Check = fn(&Connection, &[RowChange]) -> rusqlite::Result<()>;

/// The values of a row in the order of its table's columns.
pub type Row = Vec<Value>;

/// One row before and after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowChange {
    pub table: String,
    pub before: Option<Map<String, Json>>,
    pub after: Option<Map<String, Json>>,
}

impl RowChange {
    pub fn inverted(&self) -> Self {
        Self { table: self.table.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

impl Table {
    pub const fn new(name: &'static str, key_len: usize, columns: &'static [&'static str]) -> Self {
        Self { name, columns, key_len, full_table: None, checksum_column: "checksum", check: None }
    }

    /// A subset of a table's columns, where users cannot change the others. Updates rows; cannot insert or delete them.
    pub const fn subset(
        full_table: &'static Table,
        key_len: usize,
        columns: &'static [&'static str],
    ) -> Self {
        let Self { name, checksum_column, check, .. } = *full_table;
        Self { name, columns, key_len, full_table: Some(full_table), checksum_column, check }
    }

    /// The table of an earlier version, which had its checksums in another column.
    pub const fn with_checksum_column(self, checksum_column: &'static str) -> Self {
        Self { checksum_column, ..self }
    }

    pub const fn with_check(self, check: Check) -> Self {
        Self { check: Some(check), ..self }
    }

    /// A change as the history records it.
    pub fn change(&self, before: Option<&[Value]>, after: Option<&[Value]>) -> RowChange {
        let to_json = |row: &[Value]| self.row_to_json(row);
        RowChange { table: self.name.to_owned(), before: before.map(to_json), after: after.map(to_json) }
    }

    fn row_to_json(&self, row: &[Value]) -> Map<String, Json> {
        let to_value = |value: &Value| match value {
            Value::Integer(number) => Json::from(*number),
            Value::Text(text) => Json::from(text.as_str()),
            // No table that users change holds other types.
            Value::Null | Value::Real(_) | Value::Blob(_) => Json::Null,
        };
        self.columns.iter().zip(row).map(|(column, value)| ((*column).to_owned(), to_value(value))).collect()
    }

    pub fn row_from_json(&self, row: &Map<String, Json>) -> Row {
        let value = |column: &&str| match row.get(*column) {
            Some(Json::String(text)) => Value::Text(text.clone()),
            Some(Json::Number(number)) => number.as_i64().map_or(Value::Null, Value::Integer),
            _ => Value::Null,
        };
        self.columns.iter().map(value).collect()
    }

    pub fn all(&self, connection: &Connection) -> rusqlite::Result<Vec<Row>> {
        let (name, checksum) = (self.name, self.checksum_column);
        let sql =
            format!("SELECT {}, {checksum} FROM {name} ORDER BY {}", self.column_list(), self.key_columns());
        let mut select = connection.prepare_cached(&sql)?;
        select.query_map([], |row| self.read(row))?.collect()
    }

    pub fn get(&self, connection: &Connection, key: &[Value]) -> rusqlite::Result<Option<Row>> {
        let (name, checksum) = (self.name, self.checksum_column);
        let sql =
            format!("SELECT {}, {checksum} FROM {name} WHERE {}", self.column_list(), self.key_condition());
        let mut select = connection.prepare_cached(&sql)?;
        select.query_row(params_from_iter(key), |row| self.read(row)).optional()
    }

    /// Returns whether the row exists and has the right checksum.
    pub fn is_intact(&self, connection: &Connection, key: &[Value]) -> rusqlite::Result<bool> {
        match self.get(connection, key) {
            Ok(row) => Ok(row.is_some()),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub fn put(&self, connection: &Connection, row: &[Value]) -> rusqlite::Result<()> {
        if let Some(full_table) = self.full_table {
            let set: Vec<String> =
                self.columns[self.key_len..].iter().map(|column| format!("{column} = ?")).collect();
            let sql = format!("UPDATE {} SET {} WHERE {}", self.name, set.join(", "), self.key_condition());
            let values = row[self.key_len..].iter().chain(&row[..self.key_len]);
            connection.prepare_cached(&sql)?.execute(params_from_iter(values))?;
            return full_table.update_checksum(connection, &row[..self.key_len]);
        }
        let marks = vec!["?"; self.columns.len() + 1].join(", ");
        let (name, checksum) = (self.name, self.checksum_column);
        let sql =
            format!("INSERT OR REPLACE INTO {name} ({}, {checksum}) VALUES ({marks})", self.column_list());
        let checksum = Value::Integer(RowChecksum::for_table(self.name).values(row).finish());
        connection.prepare_cached(&sql)?.execute(params_from_iter(row.iter().chain([&checksum]))).map(drop)
    }

    pub fn delete(&self, connection: &Connection, key: &[Value]) -> rusqlite::Result<()> {
        let sql = format!("DELETE FROM {} WHERE {}", self.name, self.key_condition());
        connection.prepare_cached(&sql)?.execute(params_from_iter(key)).map(drop)
    }

    /// Recomputes the checksums of all rows: of rows that never had one or were written by other SQL.
    pub fn update_all_checksums(&self, connection: &Connection) -> rusqlite::Result<()> {
        self.update_checksums_where(connection, "1", &[])
    }

    pub fn update_checksum(&self, connection: &Connection, key: &[Value]) -> rusqlite::Result<()> {
        self.update_checksums_where(connection, &self.key_condition(), key)
    }

    fn update_checksums_where(
        &self,
        connection: &Connection,
        condition: &str,
        values: &[Value],
    ) -> rusqlite::Result<()> {
        let select = format!("SELECT {} FROM {} WHERE {condition}", self.column_list(), self.name);
        let width = self.columns.len();
        let rows: Vec<Row> = connection
            .prepare_cached(&select)?
            .query_map(params_from_iter(values), |row| (0..width).map(|at| row.get(at)).collect())?
            .collect::<rusqlite::Result<_>>()?;
        for row in rows {
            let checksum = RowChecksum::for_table(self.name).values(&row).finish();
            self.write_checksum(connection, &row[..self.key_len], checksum)?;
        }
        Ok(())
    }

    /// Updates the checksums, which cover the table's name, after the table was renamed. A damaged row stays damaged.
    pub fn rename_checksums(&self, connection: &Connection, old_name: &str) -> rusqlite::Result<()> {
        let select = format!("SELECT {}, {} FROM {}", self.column_list(), self.checksum_column, self.name);
        let width = self.columns.len();
        let mut select = connection.prepare(&select)?;
        let mut rows = select.query([])?;
        // Keys alone: a table can be larger than memory.
        let mut intact: Vec<(Row, i64)> = Vec::new();
        while let Some(row) = rows.next()? {
            let checksum_as = |name: &str| -> rusqlite::Result<i64> {
                let checksum = (0..width).try_fold(RowChecksum::for_table(name), |checksum, at| {
                    Ok::<_, rusqlite::Error>(checksum.value(row.get_ref(at)?))
                });
                Ok(checksum?.finish())
            };
            if row.get_ref(width)? == ValueRef::Integer(checksum_as(old_name)?) {
                let key = (0..self.key_len).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?;
                intact.push((key, checksum_as(self.name)?));
            }
        }
        intact.iter().try_for_each(|(key, checksum)| self.write_checksum(connection, key, *checksum))
    }

    fn write_checksum(&self, connection: &Connection, key: &[Value], checksum: i64) -> rusqlite::Result<()> {
        let sql =
            format!("UPDATE {} SET {} = ? WHERE {}", self.name, self.checksum_column, self.key_condition());
        let checksum = Value::Integer(checksum);
        connection
            .prepare_cached(&sql)?
            .execute(params_from_iter([&checksum].into_iter().chain(key)))
            .map(drop)
    }

    /// Reads a row and verifies its checksum.
    fn read(&self, row: &rusqlite::Row) -> rusqlite::Result<Row> {
        let width = self.columns.len();
        let values: Row = (0..width).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?;
        let checksum: i64 = row.get(width)?;
        if self.full_table.is_none() && RowChecksum::for_table(self.name).values(&values).finish() != checksum
        {
            return Err(corrupt_row(format!("a row of the table {} does not match its checksum", self.name)));
        }
        Ok(values)
    }

    fn column_list(&self) -> String {
        self.columns.join(", ")
    }

    fn key_columns(&self) -> String {
        self.columns[..self.key_len].join(", ")
    }

    fn key_condition(&self) -> String {
        self.columns[..self.key_len]
            .iter()
            .map(|column| format!("{column} = ?"))
            .collect::<Vec<_>>()
            .join(" AND ")
    }
}

/// Reads the values of a row one after the other.
pub struct Cells(std::vec::IntoIter<Value>);

impl Cells {
    pub fn new(row: Row) -> Self {
        Self(row.into_iter())
    }

    pub fn text(&mut self) -> rusqlite::Result<String> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(text),
            other => Err(unexpected("text", other)),
        }
    }

    pub fn optional_text(&mut self) -> rusqlite::Result<Option<String>> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            other => Err(unexpected("text", other)),
        }
    }

    pub fn number(&mut self) -> rusqlite::Result<i64> {
        match self.0.next() {
            Some(Value::Integer(number)) => Ok(number),
            other => Err(unexpected("a number", other)),
        }
    }

    pub fn optional_number(&mut self) -> rusqlite::Result<Option<i64>> {
        match self.0.next() {
            Some(Value::Integer(number)) => Ok(Some(number)),
            Some(Value::Null) => Ok(None),
            other => Err(unexpected("a number", other)),
        }
    }
}

fn unexpected(expected: &str, value: Option<Value>) -> rusqlite::Error {
    let kind = value.map_or("nothing".to_owned(), |value| value.data_type().to_string());
    corrupt_row(format!("a column contains {kind} instead of {expected}"))
}

/// A nullable text column.
pub fn optional_text(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

/// A text column.
pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

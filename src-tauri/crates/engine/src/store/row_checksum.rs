//! Row checksums. SQLite detects a damaged page, but not a flipped byte in a value.

use rusqlite::types::{Value, ValueRef};

/// CRC-32 over a row's columns, each with its type and length. Detects every single flipped byte; it is no protection
/// against an attacker who can write the file.
pub struct RowChecksum(crc32fast::Hasher);

impl RowChecksum {
    pub fn of(table: &str) -> Self {
        Self(crc32fast::Hasher::new()).text(table)
    }

    pub fn text(mut self, text: &str) -> Self {
        self.part(b't', text.as_bytes());
        self
    }

    pub fn number(mut self, number: i64) -> Self {
        self.part(b'i', &number.to_le_bytes());
        self
    }

    pub fn value(mut self, value: ValueRef) -> Self {
        match value {
            ValueRef::Null => self.part(b'n', &[]),
            ValueRef::Integer(number) => self.part(b'i', &number.to_le_bytes()),
            ValueRef::Text(text) => self.part(b't', text),
            ValueRef::Real(number) => self.part(b'r', &number.to_le_bytes()),
            ValueRef::Blob(bytes) => self.part(b'b', bytes),
        }
        self
    }

    pub fn values<'a>(self, values: impl IntoIterator<Item = &'a Value>) -> Self {
        values.into_iter().fold(self, |seal, value| seal.value(value.into()))
    }

    pub fn finish(self) -> i64 {
        self.0.finalize().into()
    }

    fn part(&mut self, kind: u8, bytes: &[u8]) {
        self.0.update(&[kind]);
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// The error for a row that is not as it was written.
pub fn broken(what: impl Into<String>) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(what.into()))
}

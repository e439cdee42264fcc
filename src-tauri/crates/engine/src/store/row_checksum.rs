//! Row checksums. SQLite detects a damaged page, but not a flipped byte in a value.

use rusqlite::types::{Value, ValueRef};

/// CRC-32 over a row's columns, each with its type and length. Detects every single flipped byte; it is no protection
/// against an attacker who can write the file.
pub struct RowChecksum(crc32fast::Hasher);

impl RowChecksum {
    pub fn for_table(table: &str) -> Self {
        Self(crc32fast::Hasher::new()).text(table)
    }

    pub fn text(mut self, text: &str) -> Self {
        self.update(b't', text.as_bytes());
        self
    }

    pub fn number(mut self, number: i64) -> Self {
        self.update(b'i', &number.to_le_bytes());
        self
    }

    pub fn value(mut self, value: ValueRef) -> Self {
        match value {
            ValueRef::Null => self.update(b'n', &[]),
            ValueRef::Integer(number) => self.update(b'i', &number.to_le_bytes()),
            ValueRef::Text(text) => self.update(b't', text),
            ValueRef::Real(number) => self.update(b'r', &number.to_le_bytes()),
            ValueRef::Blob(bytes) => self.update(b'b', bytes),
        }
        self
    }

    pub fn values<'a>(self, values: impl IntoIterator<Item = &'a Value>) -> Self {
        values.into_iter().fold(self, |checksum, value| checksum.value(value.into()))
    }

    pub fn finish(self) -> i64 {
        self.0.finalize().into()
    }

    fn update(&mut self, kind: u8, bytes: &[u8]) {
        self.0.update(&[kind]);
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// The error for a row that is not as it was written.
pub fn corrupt_row(what: impl Into<String>) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(what.into()))
}

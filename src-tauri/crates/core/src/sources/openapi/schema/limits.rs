//! Sizes that the schemas of a tool and of a document may have.

/// Approximate size in bytes that all tools of one document may still use.
#[derive(Debug)]
pub struct SizeBudget(usize);

impl SizeBudget {
    /// For tools with their input schemas.
    pub const fn for_tools() -> Self {
        Self(64_000_000)
    }

    /// For output schemas. Separate, so that they cannot displace a tool.
    pub const fn for_outputs() -> Self {
        Self(16_000_000)
    }

    /// Takes `bytes`; `false` if they are more than remains.
    pub fn take(&mut self, bytes: usize) -> bool {
        let remaining = self.0.checked_sub(bytes);
        self.0 = remaining.unwrap_or(self.0);
        remaining.is_some()
    }
}

/// Direction of the messages that a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Request,
    Response,
}

impl Direction {
    /// Maximum size of one tool, or of its output schema, in about as many bytes.
    pub const fn max_bytes(self) -> usize {
        match self {
            Self::Request => 1_000_000,
            Self::Response => 16_000,
        }
    }

    /// Size in bytes from which references point to `$defs`, where each schema occurs once.
    pub const fn max_inline_bytes(self) -> usize {
        match self {
            Self::Request => 60_000,
            Self::Response => 4_000,
        }
    }

    /// The keyword of properties that only the other side sends.
    pub const fn unsent_keyword(self) -> &'static str {
        match self {
            Self::Request => "readOnly",
            Self::Response => "writeOnly",
        }
    }
}

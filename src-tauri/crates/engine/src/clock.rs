//! The time of day, in the one form it is stored and shown in.

/// Now, as RFC 3339 in UTC with seconds.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Second).unwrap_or(now).to_string()
}

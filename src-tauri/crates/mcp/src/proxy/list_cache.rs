//! Cache of a server's last `tools/list` response and its corrected form.
//!
//! A list of a thousand tools is a megabyte; it seldom changes, and parsing it costs more than all other work on it. A
//! response that equals the cached one byte for byte except for the digits of its id gets the same correction, as long
//! as the policy is the same. Only equality is used, so nothing in the response has to be trusted. Paginated lists are
//! not cached, because the policy must see all pages of a list or none.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::proxy::policy::{ConnectionId, ToolPolicy};

/// Limit in bytes for one server's entry: the list and its corrected form together.
const MAX_ENTRY_BYTES: usize = 4 << 20;
/// Lists in a row that did not recur after which caching pauses.
const MAX_MISSES: usize = 4;
/// While caching is paused, one list in this many is still cached, in case the server's list has become stable.
const RETRY_EVERY: usize = 16;
/// Lists below this many bytes are not cached: parsing them is as fast as the lookup.
const MIN_LIST_BYTES: usize = 4 << 10;

/// The cached list of one server.
#[derive(Default)]
pub struct ListCache {
    entry: Option<CacheEntry>,
    /// Number of lists in a row that did not recur.
    misses: usize,
}

struct CacheEntry {
    text: Box<[u8]>,
    /// Byte range of the id in `text`.
    id: Range<usize>,
    /// The policy that corrected the list.
    policy: Arc<dyn ToolPolicy>,
    /// [`ToolPolicy::last_list_id`] of the connection that the list was sent to.
    list_id: Option<u64>,
    was_hit: AtomicBool,
    /// The corrected text and the offset of the id in it; `None` if the list needs no correction.
    corrected: Option<(Box<[u8]>, usize)>,
}

/// A response that equals the cached one, with its own id.
pub struct CacheHit<'a> {
    pub id: &'a str,
    entry: &'a CacheEntry,
}

impl ListCache {
    /// Looks up a response for a connection whose last list is the cached one. For other connections the response has
    /// to be parsed, so that the policy records what the client was shown.
    pub fn get<'a>(
        &'a self,
        message: &'a [u8],
        policy: &Arc<dyn ToolPolicy>,
        connection: ConnectionId,
    ) -> Option<CacheHit<'a>> {
        let known = self.entry.as_ref().filter(|known| Arc::ptr_eq(&known.policy, policy))?;
        let id = known.match_id(message).filter(|_| known.list_id == policy.last_list_id(connection))?;
        known.was_hit.store(true, Ordering::Relaxed);
        Some(CacheHit { id, entry: known })
    }

    /// Caches a complete list and its correction, both with the server's id, which must be a slice of the text.
    pub fn insert(
        &mut self,
        (text, id): (&str, &str),
        policy: &Arc<dyn ToolPolicy>,
        connection: ConnectionId,
        corrected: Option<&[u8]>,
    ) {
        // The policy must see every list that differs from the last one, so there is only one entry.
        let was_found = self.entry.take().is_some_and(|known| known.was_hit.into_inner());
        self.misses = if was_found { 0 } else { self.misses + 1 };
        let size = text.len() + corrected.map_or(0, <[u8]>::len);
        if text.len() < MIN_LIST_BYTES
            || size > MAX_ENTRY_BYTES
            || !is_decimal(id.as_bytes())
            || !is_single_line(text)
        {
            return;
        }
        // A server whose list always differs is not worth caching; try again now and then.
        if self.misses > MAX_MISSES && !self.misses.is_multiple_of(RETRY_EVERY) {
            return;
        }
        let id_range = hintsmith_core::text::json_edit::slice_range(text, id);
        let corrected = corrected.map(|corrected| {
            // Corrections are all within the result, so they lie either before or after the id.
            let is_after_id = corrected.get(..id_range.end) == text.as_bytes().get(..id_range.end);
            let offset =
                if is_after_id { id_range.start } else { corrected.len() - (text.len() - id_range.start) };
            (corrected.into(), offset)
        });
        let text = text.as_bytes().into();
        let listing = policy.last_list_id(connection);
        let (policy, was_found) = (Arc::clone(policy), AtomicBool::new(false));
        self.entry =
            Some(CacheEntry { text, id: id_range, policy, list_id: listing, was_hit: was_found, corrected });
    }

    /// Drops the entry, because it is no longer the server's last list.
    pub fn clear(&mut self) {
        self.entry = None;
    }
}

impl CacheEntry {
    /// Returns the message's id if the rest of the message equals the cached text.
    fn match_id<'a>(&self, message: &'a [u8]) -> Option<&'a str> {
        let (before, behind) = (&self.text[..self.id.start], &self.text[self.id.end..]);
        let id = message.strip_prefix(before)?;
        // The id is checked before the long suffix.
        let id = &id[..id.len().checked_sub(behind.len())?];
        (is_decimal(id) && message.ends_with(behind)).then(|| std::str::from_utf8(id).ok()).flatten()
    }
}

impl CacheHit<'_> {
    pub fn is_corrected(&self) -> bool {
        self.entry.corrected.is_some()
    }

    /// Appends the response as the client should see it, with this id.
    pub fn write(&self, id: &str, out: &mut Vec<u8>) {
        let (text, at) = match &self.entry.corrected {
            Some((corrected, at)) => (corrected, *at),
            None => (&self.entry.text, self.entry.id.start),
        };
        out.reserve(text.len() + id.len());
        out.extend_from_slice(&text[..at]);
        out.extend_from_slice(id.as_bytes());
        out.extend_from_slice(&text[at + self.entry.id.len()..]);
    }
}

/// A list with line breaks is joined into one line when it is forwarded, so it would not equal the cached text.
fn is_single_line(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none()
}

/// Returns whether the id is a canonical decimal integer, which can be replaced by another without further checks.
fn is_decimal(id: &[u8]) -> bool {
    (1..=18).contains(&id.len()) && id.iter().all(u8::is_ascii_digit) && (id[0] != b'0' || id.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::policy::AllowAll;

    fn message(id: &str, is_last: bool) -> String {
        let result = format!(r#""result":{{"tools":["{}"]}}"#, "x".repeat(MIN_LIST_BYTES));
        if is_last { format!(r#"{{{result},"id":{id}}}"#) } else { format!(r#"{{"id":{id},{result}}}"#) }
    }

    fn cache_list(text: &str, policy: &Arc<dyn ToolPolicy>, corrected: Option<&str>) -> ListCache {
        let (mut list, at) = (ListCache::default(), text.find('7').unwrap());
        list.insert((text, &text[at..=at]), policy, 1, corrected.map(str::as_bytes));
        list
    }

    #[test]
    fn cached_list_is_returned_with_the_new_id() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        for is_last in [false, true] {
            for word in ["tools", "corrected", ""] {
                let text = message("7", is_last);
                let list = cache_list(&text, &served, Some(&text.replace("tools", word)));
                let again = message("1234", is_last);
                let found = list.get(again.as_bytes(), &served, 1).unwrap();
                assert_eq!((found.id, found.is_corrected()), ("1234", true));
                let mut out = Vec::new();
                found.write("\"theirs\"", &mut out);
                let expected = message("\"theirs\"", is_last).replace("tools", word);
                assert_eq!(String::from_utf8(out).unwrap(), expected);
            }
        }
    }

    #[test]
    fn other_messages_and_policies_miss() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let text = message("7", false);
        let mut list = cache_list(&text, &served, None);
        assert!(list.get(text.as_bytes(), &served, 1).is_some());
        for id in ["", "07", "-7", "7.0", "\"7\"", "7 ", "7,\"id\":8", "1234567890123456789", "null"] {
            assert!(list.get(message(id, false).as_bytes(), &served, 1).is_none(), "{id}");
        }
        for other in
            [message("7", true), text.replacen('x', "y", 1), format!("{text} "), text[1..].to_owned()]
        {
            assert!(list.get(other.as_bytes(), &served, 1).is_none());
        }
        let decided: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        assert!(list.get(text.as_bytes(), &decided, 1).is_none(), "something else is decided now");
        list.clear();
        assert!(list.get(text.as_bytes(), &served, 1).is_none());
    }

    #[test]
    fn caching_pauses_for_lists_that_never_recur() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let (mut list, mut kept) = (ListCache::default(), 0);
        for number in 0..160 {
            let text = message("7", false).replacen('x', &number.to_string(), 1);
            list.insert((&text, &text[6..7]), &served, 1, None);
            kept += usize::from(list.entry.is_some());
        }
        assert_eq!(kept, MAX_MISSES + 160 / RETRY_EVERY);
        // The last one was cached; after a hit, lists are cached again.
        let text = message("7", false).replacen('x', "159", 1);
        assert!(list.get(text.as_bytes(), &served, 1).is_some());
        let text = message("7", false);
        list.insert((&text, &text[6..7]), &served, 1, None);
        assert!(list.get(text.as_bytes(), &served, 1).is_some());
    }

    #[test]
    fn lists_outside_the_size_limits_are_not_cached() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let long = message("7", false).replacen('x', &"y".repeat(MAX_ENTRY_BYTES), 1);
        let broken = message("7", false).replacen(',', ",\n", 1);
        for text in [long.as_str(), &broken, r#"{"id":7,"result":{"tools":[]}}"#] {
            assert!(cache_list(text, &served, None).get(text.as_bytes(), &served, 1).is_none());
        }
    }
}

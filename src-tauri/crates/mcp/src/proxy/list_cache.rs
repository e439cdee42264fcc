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
const LONGEST: usize = 4 << 20;
/// Lists in a row that did not recur after which caching pauses.
const TRIES: usize = 4;
/// While caching is paused, one list in this many is still cached, in case the server's list has become stable.
const AGAIN: usize = 16;
/// Lists below this many bytes are not cached: parsing them is as fast as the lookup.
const SHORTEST: usize = 4 << 10;

/// The cached list of one server.
#[derive(Default)]
pub struct ListCache {
    known: Option<Known>,
    /// Number of lists in a row that did not recur.
    in_vain: usize,
}

struct Known {
    text: Box<[u8]>,
    /// Byte range of the id in `text`.
    id: Range<usize>,
    /// The policy that corrected the list.
    served: Arc<dyn ToolPolicy>,
    /// [`ToolPolicy::last_list_id`] of the connection that the list was sent to.
    listing: Option<u64>,
    was_found: AtomicBool,
    /// The corrected text and the offset of the id in it; `None` if the list needs no correction.
    corrected: Option<(Box<[u8]>, usize)>,
}

/// A response that equals the cached one, with its own id.
pub struct Found<'a> {
    pub id: &'a str,
    known: &'a Known,
}

impl ListCache {
    /// Looks up a response for a connection whose last list is the cached one. For other connections the response has
    /// to be parsed, so that the policy records what the client was shown.
    pub fn find<'a>(
        &'a self,
        message: &'a [u8],
        served: &Arc<dyn ToolPolicy>,
        connection: ConnectionId,
    ) -> Option<Found<'a>> {
        let known = self.known.as_ref().filter(|known| Arc::ptr_eq(&known.served, served))?;
        let id = known.id_of(message).filter(|_| known.listing == served.listing(connection))?;
        known.was_found.store(true, Ordering::Relaxed);
        Some(Found { id, known })
    }

    /// Caches a complete list and its correction, both with the server's id, which must be a slice of the text.
    pub fn keep(
        &mut self,
        (text, id): (&str, &str),
        served: &Arc<dyn ToolPolicy>,
        connection: ConnectionId,
        corrected: Option<&[u8]>,
    ) {
        // The policy must see every list that differs from the last one, so there is only one entry.
        let was_found = self.known.take().is_some_and(|known| known.was_found.into_inner());
        self.in_vain = if was_found { 0 } else { self.in_vain + 1 };
        let size = text.len() + corrected.map_or(0, <[u8]>::len);
        if text.len() < SHORTEST || size > LONGEST || !is_plain(id.as_bytes()) || !is_one_line(text) {
            return;
        }
        // A server whose list always differs is not worth caching; try again now and then.
        if self.in_vain > TRIES && !self.in_vain.is_multiple_of(AGAIN) {
            return;
        }
        let at = crate::jsonrpc::splice::place(text, id);
        let corrected = corrected.map(|corrected| {
            // Corrections are all within the result, so they lie either before or after the id.
            let is_behind = corrected.get(..at.end) == text.as_bytes().get(..at.end);
            let place = if is_behind { at.start } else { corrected.len() - (text.len() - at.start) };
            (corrected.into(), place)
        });
        let text = text.as_bytes().into();
        let listing = served.listing(connection);
        let (served, was_found) = (Arc::clone(served), AtomicBool::new(false));
        self.known = Some(Known { text, id: at, served, listing, was_found, corrected });
    }

    /// Drops the entry, because it is no longer the server's last list.
    pub fn forget(&mut self) {
        self.known = None;
    }
}

impl Known {
    /// Returns the message's id if the rest of the message equals the cached text.
    fn id_of<'a>(&self, message: &'a [u8]) -> Option<&'a str> {
        let (before, behind) = (&self.text[..self.id.start], &self.text[self.id.end..]);
        let id = message.strip_prefix(before)?;
        // The id is checked before the long suffix.
        let id = &id[..id.len().checked_sub(behind.len())?];
        (is_plain(id) && message.ends_with(behind)).then(|| std::str::from_utf8(id).ok()).flatten()
    }
}

impl Found<'_> {
    pub fn is_corrected(&self) -> bool {
        self.known.corrected.is_some()
    }

    /// Appends the response as the client should see it, with this id.
    pub fn write(&self, id: &str, out: &mut Vec<u8>) {
        let (text, at) = match &self.known.corrected {
            Some((corrected, at)) => (corrected, *at),
            None => (&self.known.text, self.known.id.start),
        };
        out.reserve(text.len() + id.len());
        out.extend_from_slice(&text[..at]);
        out.extend_from_slice(id.as_bytes());
        out.extend_from_slice(&text[at + self.known.id.len()..]);
    }
}

/// A list with line breaks is joined into one line when it is forwarded, so it would not equal the cached text.
fn is_one_line(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none()
}

/// Returns whether the id is a canonical decimal integer, which can be replaced by another without further checks.
fn is_plain(id: &[u8]) -> bool {
    (1..=18).contains(&id.len()) && id.iter().all(u8::is_ascii_digit) && (id[0] != b'0' || id.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::policy::AllowAll;

    fn message(id: &str, is_last: bool) -> String {
        let result = format!(r#""result":{{"tools":["{}"]}}"#, "x".repeat(SHORTEST));
        if is_last { format!(r#"{{{result},"id":{id}}}"#) } else { format!(r#"{{"id":{id},{result}}}"#) }
    }

    fn kept(text: &str, served: &Arc<dyn ToolPolicy>, corrected: Option<&str>) -> ListCache {
        let (mut list, at) = (ListCache::default(), text.find('7').unwrap());
        list.keep((text, &text[at..=at]), served, 1, corrected.map(str::as_bytes));
        list
    }

    #[test]
    fn the_same_list_becomes_the_same_under_its_own_id() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        for is_last in [false, true] {
            for word in ["tools", "corrected", ""] {
                let text = message("7", is_last);
                let list = kept(&text, &served, Some(&text.replace("tools", word)));
                let again = message("1234", is_last);
                let found = list.find(again.as_bytes(), &served, 1).unwrap();
                assert_eq!((found.id, found.is_corrected()), ("1234", true));
                let mut out = Vec::new();
                found.write("\"theirs\"", &mut out);
                let expected = message("\"theirs\"", is_last).replace("tools", word);
                assert_eq!(String::from_utf8(out).unwrap(), expected);
            }
        }
    }

    #[test]
    fn nothing_else_is_taken_for_it() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let text = message("7", false);
        let mut list = kept(&text, &served, None);
        assert!(list.find(text.as_bytes(), &served, 1).is_some());
        for id in ["", "07", "-7", "7.0", "\"7\"", "7 ", "7,\"id\":8", "1234567890123456789", "null"] {
            assert!(list.find(message(id, false).as_bytes(), &served, 1).is_none(), "{id}");
        }
        for other in
            [message("7", true), text.replacen('x', "y", 1), format!("{text} "), text[1..].to_owned()]
        {
            assert!(list.find(other.as_bytes(), &served, 1).is_none());
        }
        let decided: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        assert!(list.find(text.as_bytes(), &decided, 1).is_none(), "something else is decided now");
        list.forget();
        assert!(list.find(text.as_bytes(), &served, 1).is_none());
    }

    #[test]
    fn lists_that_are_never_the_same_are_not_kept_for_ever_and_one_that_comes_again_is() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let (mut list, mut kept) = (ListCache::default(), 0);
        for number in 0..160 {
            let text = message("7", false).replacen('x', &number.to_string(), 1);
            list.keep((&text, &text[6..7]), &served, 1, None);
            kept += usize::from(list.known.is_some());
        }
        assert_eq!(kept, TRIES + 160 / AGAIN);
        // The last one was cached; after a hit, lists are cached again.
        let text = message("7", false).replacen('x', "159", 1);
        assert!(list.find(text.as_bytes(), &served, 1).is_some());
        let text = message("7", false);
        list.keep((&text, &text[6..7]), &served, 1, None);
        assert!(list.find(text.as_bytes(), &served, 1).is_some());
    }

    #[test]
    fn what_is_too_long_or_too_short_to_be_worth_it_is_not_kept() {
        let served: Arc<dyn ToolPolicy> = Arc::new(AllowAll);
        let long = message("7", false).replacen('x', &"y".repeat(LONGEST), 1);
        let broken = message("7", false).replacen(',', ",\n", 1);
        for text in [long.as_str(), &broken, r#"{"id":7,"result":{"tools":[]}}"#] {
            assert!(kept(text, &served, None).find(text.as_bytes(), &served, 1).is_none());
        }
    }
}

//! The list that a server gave last and what became of it, so that the same list is not read and corrected again.
//!
//! A list of a thousand tools is a megabyte, and reading it costs more than everything else on its way; it seldom changes.
//! A message that is the same as one before, byte for byte but for the digits of its id, becomes what that one became,
//! as long as the same is decided. Nothing is taken from it but that it is the same, so there is nothing to trust. Lists
//! that come in pages are not kept: whoever decides must see all pages of a list or none.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::proxy::policy::{ConnectionId, ToolPolicy};

/// So much is kept of one server, its list and what it became together.
const LONGEST: usize = 4 << 20;
/// So many lists in a row that never came again are kept all the same, and then one of so many.
const TRIES: usize = 4;
const AGAIN: usize = 16;
/// A shorter one is read as fast as it is found here.
const SHORTEST: usize = 4 << 10;

/// The list of one server.
#[derive(Default)]
pub struct ListCache {
    known: Option<Known>,
    /// How many in a row were kept or could have been, and never came again.
    in_vain: usize,
}

struct Known {
    text: Box<[u8]>,
    /// Where its id stands.
    id: Range<usize>,
    /// By whom it was corrected.
    served: Arc<dyn ToolPolicy>,
    /// Which list it was for the connection that it came through, see [`Served::list_result`].
    listing: Option<u64>,
    /// It came again.
    was_found: AtomicBool,
    /// What it became, and where the id stands there; nothing when it passes as it is.
    corrected: Option<(Box<[u8]>, usize)>,
}

/// A message that is known, with the id it came with.
pub struct Found<'a> {
    pub id: &'a str,
    known: &'a Known,
}

impl ListCache {
    /// Finds a message again, for a connection that was shown this list last: for another one it has to be read, so that
    /// it is known what its client was shown.
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

    /// Keeps a whole list in mind, and what it became before its id was changed. The id is a slice of the text.
    pub fn keep(
        &mut self,
        (text, id): (&str, &str),
        served: &Arc<dyn ToolPolicy>,
        connection: ConnectionId,
        corrected: Option<&[u8]>,
    ) {
        // Whoever decides is shown every list that is another than the last, so no other is kept beside it.
        let was_found = self.known.take().is_some_and(|known| known.was_found.into_inner());
        self.in_vain = if was_found { 0 } else { self.in_vain + 1 };
        let size = text.len() + corrected.map_or(0, <[u8]>::len);
        if text.len() < SHORTEST || size > LONGEST || !is_plain(id.as_bytes()) || !is_one_line(text) {
            return;
        }
        // A server whose list is never the same is believed after a while; now and then it is tried again.
        if self.in_vain > TRIES && !self.in_vain.is_multiple_of(AGAIN) {
            return;
        }
        let at = crate::jsonrpc::splice::place(text, id);
        let corrected = corrected.map(|corrected| {
            // Everything that was corrected stands in the result, which is on one side of the id.
            let is_behind = corrected.get(..at.end) == text.as_bytes().get(..at.end);
            let place = if is_behind { at.start } else { corrected.len() - (text.len() - at.start) };
            (corrected.into(), place)
        });
        let text = text.as_bytes().into();
        let listing = served.listing(connection);
        let (served, was_found) = (Arc::clone(served), AtomicBool::new(false));
        self.known = Some(Known { text, id: at, served, listing, was_found, corrected });
    }

    /// What is kept is not the last list any more.
    pub fn forget(&mut self) {
        self.known = None;
    }
}

impl Known {
    fn id_of<'a>(&self, message: &'a [u8]) -> Option<&'a str> {
        let (before, behind) = (&self.text[..self.id.start], &self.text[self.id.end..]);
        let id = message.strip_prefix(before)?;
        // Looked at first, because it is short.
        let id = &id[..id.len().checked_sub(behind.len())?];
        (is_plain(id) && message.ends_with(behind)).then(|| std::str::from_utf8(id).ok()).flatten()
    }
}

impl Found<'_> {
    pub fn is_corrected(&self) -> bool {
        self.known.corrected.is_some()
    }

    /// Writes what the message becomes, with this id.
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

/// One that came in several lines is written in one, which is not what came.
fn is_one_line(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none()
}

/// A number as everybody writes it: one id can stand for another without anything else to be thought of.
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
        // The last of them was one that is kept; it comes again, and so does belief.
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

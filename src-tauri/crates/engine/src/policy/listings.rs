//! The `tools/list` results that each client connection was sent. A call is judged by the definition its own client saw
//! last, so a server cannot have one definition approved and another one called.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_mcp::proxy::{ConnectionId, Page};
use serde_json::value::RawValue;

/// One page of a list as the server sent it. Connections that were sent the same page share it.
#[derive(Debug)]
pub struct ListedPage {
    pub raws: Vec<Arc<str>>,
    /// Name and fingerprint of each tool, in the page's order.
    tools: Vec<(String, Fingerprint)>,
    /// Indexes of `tools`, sorted by name.
    by_name: Vec<usize>,
}

/// A tool on a page.
#[derive(Debug, Clone)]
pub struct ListedTool {
    pub page: Arc<ListedPage>,
    pub index: usize,
}

/// The result of looking up a tool name in the lists of a connection.
#[derive(Debug, Clone)]
pub enum ToolLookup {
    /// The connection has not completed a list, and no page so far had the name.
    NotListed,
    /// The last list of the connection has no such tool.
    Absent,
    /// The list has several tools of this name with different definitions. `is_shown` is false if they are all on one
    /// page, which then shows none of them.
    Ambiguous {
        is_shown: bool,
    },
    Found(ListedTool),
}

/// The lists of every connection to one server.
#[derive(Debug, Default)]
pub struct Listings {
    inner: Mutex<ListingsState>,
}

#[derive(Debug, Default)]
struct ListingsState {
    connections: HashMap<ConnectionId, ConnectionListing>,
    /// The list that was completed last. Another connection that is sent the same pages gets the same number.
    last: Option<CompleteList>,
}

/// The lists of one connection.
#[derive(Debug, Default)]
struct ConnectionListing {
    complete: Option<CompleteList>,
    /// Pages of the list in progress.
    partial: Vec<Arc<ListedPage>>,
    /// A page of the list in progress was not known before.
    has_new_page: bool,
    progress: ListProgress,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ListProgress {
    #[default]
    Idle,
    Listing,
    TooLong,
}

#[derive(Debug, Clone)]
struct CompleteList {
    number: u64,
    pages: Vec<Arc<ListedPage>>,
}

/// Limit for the tools of a list. The tools of a longer one count as not listed.
const MAX_LIST_TOOLS: usize = 100_000;

impl Listings {
    /// Records that a connection is sent a page. Returns the whole list if this page completes one that has a new page.
    pub fn record(&self, page: &Arc<ListedPage>, at: Page, is_new: bool) -> Option<Vec<Arc<str>>> {
        let mut guard = self.lock();
        let ListingsState { connections, last } = &mut *guard;
        let listing = connections.entry(at.connection).or_default();
        if at.is_first {
            let complete = listing.complete.take();
            *listing = ConnectionListing {
                complete,
                progress: ListProgress::Listing,
                ..ConnectionListing::default()
            };
        }
        if listing.progress == ListProgress::TooLong {
            return None;
        }
        listing.partial.push(Arc::clone(page));
        listing.has_new_page |= is_new;
        if listing.partial.iter().map(|page| page.raws.len()).sum::<usize>() > MAX_LIST_TOOLS {
            // Neither this list nor the previous one is kept.
            let complete = Some(CompleteList { number: 0, pages: Vec::new() });
            *listing = ConnectionListing {
                complete,
                progress: ListProgress::TooLong,
                ..ConnectionListing::default()
            };
            return None;
        }
        // A page requested with the cursor of an earlier list counts as shown last, but completes nothing.
        if !at.is_last || listing.progress == ListProgress::Idle {
            return None;
        }
        listing.progress = ListProgress::Idle;
        let pages = std::mem::take(&mut listing.partial);
        let raws = || pages.iter().flat_map(|page| page.raws.iter().cloned()).collect();
        let new = listing.has_new_page.then(raws);
        let complete = match last {
            Some(last) if last.has_pages(&pages) => last.clone(),
            _ => CompleteList { number: last.as_ref().map_or(1, |last| last.number + 1), pages },
        };
        listing.complete = Some(complete.clone());
        *last = Some(complete);
        new
    }

    /// The definition a connection was last sent under a name.
    pub fn find(&self, connection: ConnectionId, name: &str) -> ToolLookup {
        let inner = self.lock();
        let Some(listing) = inner.connections.get(&connection) else { return ToolLookup::NotListed };
        let complete = listing.complete.as_ref().map(|complete| complete.pages.as_slice());
        match find(&listing.partial, name) {
            ToolLookup::Absent => match complete {
                Some(pages) => find(pages, name),
                None => ToolLookup::NotListed,
            },
            found => found,
        }
    }

    /// Returns whether an earlier page of the list in progress has this name with another definition.
    pub fn has_conflict(&self, tool: &ListedTool, connection: ConnectionId) -> bool {
        let inner = self.lock();
        let Some(listing) = inner.connections.get(&connection) else { return false };
        // The last page may have completed the list.
        let pages = match listing.partial.as_slice() {
            [] => listing.complete.as_ref().map_or(&[][..], |complete| &complete.pages),
            partial => partial,
        };
        let [before @ .., _] = pages else { return false };
        match find(before, tool.name()) {
            ToolLookup::Found(other) => other.fingerprint() != tool.fingerprint(),
            ToolLookup::Ambiguous { .. } => true,
            ToolLookup::Absent | ToolLookup::NotListed => false,
        }
    }

    /// The number of the list a connection was sent last, if it is complete.
    pub fn list_number(&self, connection: ConnectionId) -> Option<u64> {
        let inner = self.lock();
        let listing = inner.connections.get(&connection)?;
        // While another list is in progress, the complete one is not the last one.
        listing.complete.as_ref().filter(|_| listing.partial.is_empty()).map(|complete| complete.number)
    }

    pub fn remove(&self, connection: ConnectionId) {
        self.lock().connections.remove(&connection);
    }

    fn lock(&self) -> MutexGuard<'_, ListingsState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CompleteList {
    fn has_pages(&self, pages: &[Arc<ListedPage>]) -> bool {
        self.pages.len() == pages.len()
            && self.pages.iter().zip(pages).all(|(own, other)| Arc::ptr_eq(own, other))
    }
}

impl ListedPage {
    pub fn new(raws: Vec<Arc<str>>, tools: Vec<(String, Fingerprint)>) -> Self {
        let mut by_name: Vec<usize> = (0..tools.len()).collect();
        by_name.sort_by(|a, b| tools[*a].0.cmp(&tools[*b].0));
        Self { raws, tools, by_name }
    }

    pub fn fingerprint(&self, index: usize) -> &Fingerprint {
        &self.tools[index].1
    }

    /// Returns whether the page consists of these tools, byte for byte.
    pub fn matches(&self, tools: &[&RawValue]) -> bool {
        self.raws.len() == tools.len() && self.raws.iter().zip(tools).all(|(raw, tool)| **raw == *tool.get())
    }

    /// Returns whether the page has several tools of this name, in which case none of them is shown.
    pub fn has_duplicates(&self, name: &str) -> bool {
        self.indexes_of(name).len() > 1
    }

    /// The indexes of the tools with a name; a page may have several.
    fn indexes_of(&self, name: &str) -> &[usize] {
        let start = self.by_name.partition_point(|index| self.tools[*index].0.as_str() < name);
        let rest = &self.by_name[start..];
        &rest[..rest.partition_point(|index| self.tools[*index].0 == name)]
    }
}

impl ListedTool {
    pub fn name(&self) -> &str {
        &self.page.tools[self.index].0
    }

    pub fn fingerprint(&self) -> &Fingerprint {
        self.page.fingerprint(self.index)
    }
}

/// Looks up a tool name on these pages.
pub fn find(pages: &[Arc<ListedPage>], name: &str) -> ToolLookup {
    let mut found: Option<ListedTool> = None;
    let (mut is_shown, mut is_ambiguous) = (false, false);
    for page in pages {
        let named = page.indexes_of(name);
        is_shown |= named.len() == 1;
        for index in named {
            let tool = ListedTool { page: Arc::clone(page), index: *index };
            is_ambiguous |= found.as_ref().is_some_and(|other| other.fingerprint() != tool.fingerprint());
            found.get_or_insert(tool);
        }
    }
    match found {
        Some(_) if is_ambiguous => ToolLookup::Ambiguous { is_shown },
        Some(tool) => ToolLookup::Found(tool),
        None => ToolLookup::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(tools: &[(&str, &str)]) -> Arc<ListedPage> {
        let raws = tools.iter().map(|(name, definition)| format!("{name} {definition}").into()).collect();
        let tools = tools
            .iter()
            .map(|(name, definition)| ((*name).to_owned(), Fingerprint((*definition).to_owned())));
        Arc::new(ListedPage::new(raws, tools.collect()))
    }

    const fn at(connection: ConnectionId, first: bool, last: bool) -> Page {
        Page { connection, is_first: first, is_last: last }
    }

    fn definition(listings: &Listings, connection: ConnectionId, name: &str) -> String {
        match listings.find(connection, name) {
            ToolLookup::Found(tool) => tool.fingerprint().0.clone(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_that_was_listed_last_applies() {
        let (a, b) = (page_of(&[("t", "a")]), page_of(&[("t", "b")]));
        let listings = Listings::default();
        for (shown, expected) in [(&b, "b"), (&a, "a"), (&b, "b")] {
            listings.record(shown, at(1, true, true), false);
            assert_eq!(definition(&listings, 1, "t"), expected);
        }
    }

    #[test]
    fn connections_are_independent() {
        let (a, b) = (page_of(&[("t", "a")]), page_of(&[("t", "b")]));
        let listings = Listings::default();
        listings.record(&b, at(1, true, true), false);
        listings.record(&a, at(2, true, true), false);
        assert_eq!((definition(&listings, 1, "t"), definition(&listings, 2, "t")), ("b".into(), "a".into()));
        assert_eq!(definition(&listings, 3, "t"), "NotListed");
        assert_ne!(listings.list_number(1), listings.list_number(2));
        listings.record(&b, at(3, true, true), false);
        listings.record(&b, at(2, true, true), false);
        assert_eq!(listings.list_number(2), listings.list_number(3), "the same pages are the same list");
        listings.remove(1);
        assert_eq!(definition(&listings, 1, "t"), "NotListed");
    }

    #[test]
    fn a_name_with_two_definitions_in_one_list_is_ambiguous() {
        let listings = Listings::default();
        listings.record(&page_of(&[("t", "b"), ("u", "u")]), at(1, true, false), false);
        assert_eq!(definition(&listings, 1, "t"), "b");
        listings.record(&page_of(&[("t", "a"), ("u", "u")]), at(1, false, true), false);
        assert_eq!(definition(&listings, 1, "t"), "Ambiguous { is_shown: true }");
        assert_eq!(definition(&listings, 1, "u"), "u", "the same definition again is no conflict");
        assert_eq!(definition(&listings, 1, "v"), "Absent");
        // The next list replaces it, page by page.
        listings.record(&page_of(&[("t", "a")]), at(1, true, false), false);
        assert_eq!((definition(&listings, 1, "t"), definition(&listings, 1, "u")), ("a".into(), "u".into()));
        listings.record(&page_of(&[]), at(1, false, true), false);
        assert_eq!(definition(&listings, 1, "u"), "Absent");
    }

    #[test]
    fn a_complete_list_with_a_new_page_is_returned_once_for_its_own_connection() {
        let (a, b) = (page_of(&[("a", "1")]), page_of(&[("b", "1")]));
        let listings = Listings::default();
        assert_eq!(listings.record(&a, at(1, true, false), true), None);
        // Pages of another connection in between are not mixed in.
        assert_eq!(listings.record(&b, at(2, true, true), true).map(|raws| raws.len()), Some(1));
        assert_eq!(listings.record(&b, at(1, false, true), false).map(|raws| raws.len()), Some(2));
        assert_eq!(listings.record(&b, at(1, false, true), true), None, "the first page is missing");
        assert_eq!(listings.record(&a, at(1, true, true), false), None, "nothing is new");
        // A page that is requested again may have changed, and it is what was shown last.
        listings.record(&page_of(&[("a", "2")]), at(1, false, true), false);
        assert_eq!(definition(&listings, 1, "a"), "2");
    }

    #[test]
    fn a_list_that_is_too_long_is_not_kept() {
        let listings = Listings::default();
        listings.record(&page_of(&[("t", "a")]), at(1, true, true), false);
        let long: Vec<(String, Fingerprint)> =
            (0..=MAX_LIST_TOOLS).map(|number| (format!("t{number}"), Fingerprint(String::new()))).collect();
        let long = Arc::new(ListedPage::new(vec![Arc::from(""); MAX_LIST_TOOLS + 1], long));
        listings.record(&long, at(1, true, false), false);
        listings.record(&page_of(&[("t1", "a")]), at(1, false, true), false);
        assert_eq!(
            (definition(&listings, 1, "t"), definition(&listings, 1, "t1")),
            ("Absent".into(), "Absent".into())
        );
    }
}

//! What a proxy shows its client. Each state is fixed; what became of a page is remembered, because most lists are asked
//! for again and again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hintsmith_core::approve::Answer;
use hintsmith_core::badge::badges;
use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::resolve::Held;
use hintsmith_core::serve::{ServedTool, Serving, Withheld};
use hintsmith_mcp::proxy::{Admission, Answering, Page, Served};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

/// One state of what a client is shown.
pub struct Shown {
    /// None where nobody can tell what is decided: nothing is shown then.
    serving: Option<Serving>,
    /// What became of pages that passed; filled one after the other.
    pages: [OnceLock<Passed>; MOST_PAGES],
    lists: Arc<Lists>,
}

/// What was learned from the lists that passed, in all states of a connection.
pub struct Lists {
    seen: Mutex<Seen>,
    /// Whole lists that are new go here, as the server wrote them.
    whole: Option<mpsc::Sender<Vec<Arc<str>>>>,
    /// Who does what a tool of ours is called for.
    hands: Option<Hands>,
}

/// What becomes of a call.
pub struct Weighed<'a> {
    /// Nothing where the store cannot be read.
    pub answer: Option<Answer>,
    pub known: Option<(&'a Fingerprint, &'a Held)>,
}

/// Does what a tool of ours is called for: its name, and the arguments as JSON.
pub type Hands = Arc<dyn Fn(&'static str, Option<&str>) -> Answering + Send + Sync>;

#[derive(Debug, Default)]
struct Seen {
    /// By name, what each tool was when a list showed it last; nothing where several have the name.
    tools: HashMap<String, Option<Fingerprint>>,
    /// The page that passed last, by its address.
    last: usize,
    /// The list that is under way.
    coming: Option<Coming>,
}

#[derive(Debug, Default)]
struct Coming {
    tools: Vec<Arc<str>>,
    /// Some of it has not passed before.
    is_new: bool,
}

/// One page as the server wrote it, and as the client gets it.
#[derive(Debug)]
struct Passed {
    raws: Vec<Arc<str>>,
    tools: Vec<ServedTool<'static>>,
    /// The tools by name.
    order: Vec<usize>,
}

/// Whether what became of a page is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Before,
    Now,
    Not,
}

/// A server with more is not learned.
const MOST_TOOLS: usize = 100_000;
/// Longer lists are weighed anew each time.
const MOST_PAGES: usize = 64;

impl Shown {
    pub fn new(serving: Serving, whole: Option<mpsc::Sender<Vec<Arc<str>>>>, hands: Option<Hands>) -> Self {
        let lists = Arc::new(Lists { seen: Mutex::default(), whole, hands });
        Self { serving: Some(serving), pages: [const { OnceLock::new() }; MOST_PAGES], lists }
    }

    /// The state with what is decided now, or with nothing at all where that is not known; and whether that makes a
    /// difference to the client. Nothing where it is the same.
    pub fn after(&self, serving: Option<Serving>) -> Option<(Self, bool)> {
        if self.serving == serving {
            return None;
        }
        let next =
            Self { serving, pages: [const { OnceLock::new() }; MOST_PAGES], lists: Arc::clone(&self.lists) };
        let known: Vec<&Passed> = self.pages.iter().map_while(OnceLock::get).collect();
        // What is known about tools changes with every list that is learned; mostly that changes nothing.
        let same = match (&self.serving, &next.serving) {
            (Some(old), Some(new)) => {
                let mut same = (&old.offered, old.changed, &old.own) == (&new.offered, new.changed, &new.own)
                    && !known.is_empty();
                for (page, slot) in known.iter().zip(&next.pages) {
                    let again = Passed::of(new, &page.raws);
                    same &= again.tools == page.tools;
                    let _ = slot.set(again);
                }
                same
            }
            _ => false,
        };
        Some((next, !same))
    }

    /// What a tool of the server is held to be, if a list has shown it.
    pub fn held(&self, name: &str) -> Option<&Held> {
        let pages = self.pages.iter().map_while(OnceLock::get);
        pages.filter_map(|page| page.find(name)).last().map(|tool| &tool.held)
    }

    /// What becomes of a call, and what is known of its tool. Refused where nobody can tell.
    pub fn weigh(&self, name: &str, grants: &dyn Fn(&Fingerprint) -> (bool, bool)) -> Weighed<'_> {
        let Some(serving) = &self.serving else { return Weighed { answer: None, known: None } };
        let pages = self.pages.iter().map_while(OnceLock::get);
        let shown = pages.filter_map(|page| page.find(name)).last();
        let known = shown.map(|tool| (&tool.fingerprint, &tool.held));
        let (in_session, same) = known.map_or((false, false), |(print, _)| grants(print));
        Weighed { answer: Some(serving.weigh(name, known, in_session, same)), known }
    }

    /// The tools of ours that stand at the end of a list.
    fn own<'a>(&'a self, serving: &'a Serving) -> Vec<Cow<'a, str>> {
        if self.lists.hands.is_none() {
            return Vec::new();
        }
        let seen = self.lists.seen();
        let own = serving.own(|name| seen.tools.contains_key(name));
        own.map(|tool| Cow::Owned(tool.definition().to_string())).collect()
    }

    /// The page as it is decided about; nothing when it cannot be kept.
    fn page(&self, serving: &Serving, tools: &[&RawValue]) -> Option<(&Passed, Kept)> {
        for slot in &self.pages {
            let mut is_new = false;
            let page = slot.get_or_init(|| {
                is_new = true;
                Passed::of(serving, &tools.iter().map(|tool| tool.get().into()).collect::<Vec<_>>())
            });
            if is_new || page.is(tools) {
                return Some((page, if is_new { Kept::Now } else { Kept::Before }));
            }
        }
        None
    }
}

impl Lists {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn passed(&self, page: &Passed, place: Page, kept: Kept) {
        let mut seen = self.seen();
        // Of what is not kept, the next one may stand at the same address.
        let address = if kept == Kept::Not { 0 } else { std::ptr::from_ref(page).addr() };
        if std::mem::replace(&mut seen.last, address) != address || kept == Kept::Not {
            for tool in &page.tools {
                let print = (tool.text != Err(Withheld::Ambiguous)).then(|| tool.fingerprint.clone());
                seen.tools.insert(tool.name.clone(), print);
            }
        }
        if let Some(whole) = &self.whole
            && let Some(list) = seen.collected(page, place, kept != Kept::Before)
        {
            // Should nobody take it, the next new list is learned.
            let _ = whole.try_send(list);
        }
    }
}

impl Seen {
    /// Collects pages until the list is whole. One that is asked for from its beginning begins again; one that passed
    /// before, page by page, is known.
    fn collected(&mut self, page: &Passed, place: Page, is_new: bool) -> Option<Vec<Arc<str>>> {
        if place.first {
            self.coming = Some(Coming::default());
        }
        let coming = self.coming.as_mut()?;
        coming.is_new |= is_new;
        coming.tools.extend(page.raws.iter().cloned());
        if coming.tools.len() > MOST_TOOLS {
            self.coming = None;
        }
        if !place.last {
            return None;
        }
        self.coming.take().filter(|coming| coming.is_new).map(|coming| coming.tools)
    }
}

impl Passed {
    fn of(serving: &Serving, raws: &[Arc<str>]) -> Self {
        let texts: Vec<&str> = raws.iter().map(|raw| &**raw).collect();
        let owned = |tool: ServedTool| ServedTool {
            name: tool.name,
            fingerprint: tool.fingerprint,
            // What stays as it is costs nothing to keep.
            text: tool.text.map(|text| match text {
                Cow::Borrowed(_) => Cow::Borrowed(""),
                Cow::Owned(text) => Cow::Owned(text),
            }),
            held: tool.held,
        };
        let tools: Vec<ServedTool> = serving.list(&texts).into_iter().map(owned).collect();
        let mut order: Vec<usize> = (0..tools.len()).collect();
        order.sort_unstable_by(|a, b| tools[*a].name.cmp(&tools[*b].name));
        Self { raws: raws.to_vec(), tools, order }
    }

    fn find(&self, name: &str) -> Option<&ServedTool<'static>> {
        let place = self.order.binary_search_by(|at| self.tools[*at].name.as_str().cmp(name)).ok()?;
        Some(&self.tools[self.order[place]])
    }

    fn is(&self, tools: &[&RawValue]) -> bool {
        self.raws.len() == tools.len() && self.raws.iter().zip(tools).all(|(raw, tool)| **raw == *tool.get())
    }
}

impl Served for Shown {
    fn list<'a>(&'a self, tools: Vec<&'a RawValue>, place: Page) -> Vec<Cow<'a, str>> {
        let Some(serving) = &self.serving else { return Vec::new() };
        let Some((page, kept)) = self.page(serving, &tools) else {
            let page = Passed::of(serving, &tools.iter().map(|tool| tool.get().into()).collect::<Vec<_>>());
            self.lists.passed(&page, place, Kept::Not);
            let shown = tools.into_iter().zip(page.tools).filter_map(|(raw, tool)| {
                Some(match tool.text.ok()? {
                    Cow::Borrowed(_) => Cow::Borrowed(raw.get()),
                    Cow::Owned(text) => Cow::Owned(text),
                })
            });
            let shown: Vec<Cow<str>> = shown.collect();
            return if place.last { shown.into_iter().chain(self.own(serving)).collect() } else { shown };
        };
        self.lists.passed(page, place, kept);
        let shown = tools.into_iter().zip(&page.tools).filter_map(|(raw, tool)| {
            Some(match tool.text.as_ref().ok()? {
                Cow::Borrowed(_) => Cow::Borrowed(raw.get()),
                Cow::Owned(text) => Cow::Borrowed(text.as_str()),
            })
        });
        let mut shown: Vec<Cow<str>> = shown.collect();
        if place.last {
            shown.extend(self.own(serving));
        }
        shown
    }

    fn calls(&self, name: &str) -> Admission {
        let seen = self.lists.seen();
        let admitted = self.serving.as_ref().is_some_and(|serving| match seen.tools.get(name) {
            Some(None) => false,
            Some(Some(print)) => serving.admits(name, Some(print)),
            None => serving.admits(name, None),
        });
        if admitted { Admission::Passes } else { Admission::Unknown }
    }

    fn answers(&self, name: &str, arguments: Option<&RawValue>) -> Option<Answering> {
        let (serving, hands) = (self.serving.as_ref()?, self.lists.hands.as_ref()?);
        let seen = self.lists.seen();
        let own = serving.own(|name| seen.tools.contains_key(name)).find(|tool| tool.name == name)?;
        Some(hands(own.name, arguments.map(RawValue::get)))
    }

    fn held(&self, name: &str) -> Option<Arc<str>> {
        let badges = badges(self.held(name)?);
        serde_json::to_string(&badges).ok().map(Arc::from)
    }
}

#[cfg(test)]
mod tests {
    use hintsmith_core::export::hintsmith_json::Document;
    use hintsmith_core::serve::{Changed, Known};

    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    fn serving(text: &str, toolset: Option<&str>) -> Serving {
        Serving::of(&Document::parse(text).unwrap(), "s", None, toolset)
    }

    const ONE: Page = Page { first: true, last: true };
    const NOTHING: &str = r#"{"hintsmith":1,"servers":{}}"#;

    #[test]
    fn a_whole_list_is_handed_on_when_its_last_page_has_passed() {
        let (sender, mut receiver) = mpsc::channel(1);
        let shown = Shown::new(Serving::default(), Some(sender), None);
        let (a, b) = (raw(r#"{"name":"a"}"#), raw(r#"{"name":"b"}"#));
        shown.list(vec![&a], Page { first: true, last: false });
        assert!(receiver.try_recv().is_err());
        // The client begins again.
        shown.list(vec![&b], Page { first: true, last: false });
        shown.list(vec![&a], Page { first: false, last: true });
        let list: Vec<String> = receiver.try_recv().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(list, [b.get(), a.get()]);
        // The end of a list whose beginning nobody saw is no list.
        shown.list(vec![&a], Page { first: false, last: true });
        assert!(receiver.try_recv().is_err());
        // What passed before, page by page, is known; a new page makes a new list.
        shown.list(vec![&b], Page { first: true, last: false });
        shown.list(vec![&a], Page { first: false, last: true });
        assert!(receiver.try_recv().is_err());
        shown.list(vec![&b, &a], ONE);
        assert_eq!(receiver.try_recv().unwrap().len(), 2);
    }

    #[test]
    fn a_name_that_two_tools_have_cannot_be_called_and_neither_can_one_outside_the_toolset() {
        let toolset = r#"{"hintsmith":4,"servers":{},"toolsets":{"daily":{"tools":[{"tool":"s.a"}]}}}"#;
        let shown = Shown::new(serving(toolset, None), None, None);
        let (a, b) = (raw(r#"{"name":"a"}"#), raw(r#"{"name":"b"}"#));
        assert_eq!(shown.list(vec![&a, &b, &b], ONE).len(), 1);
        assert_eq!(shown.calls("b"), Admission::Unknown);
        assert_eq!(shown.list(vec![&a, &b], ONE).len(), 2);
        assert_eq!(shown.calls("b"), Admission::Passes);
        // The first list again: known by its bytes, and its names count again.
        assert_eq!(shown.list(vec![&a, &b, &b], ONE).len(), 1);
        assert_eq!(shown.calls("b"), Admission::Unknown);
        // A decision between the list and the call counts at once.
        shown.list(vec![&a, &b], ONE);
        let (shown, differs) = shown.after(Some(serving(toolset, Some("daily")))).unwrap();
        assert!(differs);
        assert_eq!((shown.calls("a"), shown.calls("b")), (Admission::Passes, Admission::Unknown));
        assert_eq!(shown.calls("A"), Admission::Unknown);
    }

    #[test]
    fn a_list_that_stays_the_same_is_corrected_as_is_decided_now() {
        let shown = Shown::new(serving(NOTHING, None), None, None);
        let a = raw(r#"{"name":"a","title":"A"}"#);
        assert_eq!(shown.list(vec![&a], ONE), [a.get()]);
        let titled = r#"{"hintsmith":1,"servers":{"s":{"tools":{"a":{"annotations":{"title":"Mine"}}}}}}"#;
        let (shown, differs) = shown.after(Some(serving(titled, None))).unwrap();
        assert!(differs && shown.after(Some(serving(titled, None))).is_none());
        for _ in 0..2 {
            assert!(shown.list(vec![&a], ONE)[0].contains("\"title\":\"Mine\""));
        }
        // What is learned about the tools changes nothing for the client, and counts all the same.
        let ruled = r#"{"hintsmith":2,"servers":{},"rules":{"s.*":{"annotations":{"readOnlyHint":true}}}}"#;
        let mut serving = serving(ruled, None);
        let (shown, differs) = shown.after(Some(serving.clone())).unwrap();
        assert!(differs);
        assert!(shown.list(vec![&a], ONE)[0].contains("\"readOnlyHint\":true"));
        let fingerprint = serving.list(&[a.get()]).remove(0).fingerprint;
        serving.known.insert("a".to_owned(), Known { fingerprint, since: 0, first: 0 });
        let (shown, differs) = shown.after(Some(serving)).unwrap();
        assert!(!differs);
        let changed = raw(r#"{"name":"a","title":"B"}"#);
        assert_eq!(shown.list(vec![&changed], ONE), [changed.get()]);
    }

    #[test]
    fn more_pages_than_are_remembered_are_corrected_all_the_same() {
        let (sender, mut receiver) = mpsc::channel(1);
        let titled = r#"{"hintsmith":2,"servers":{},"rules":{"s.*":{"annotations":{"openWorldHint":true}}}}"#;
        let shown = Shown::new(serving(titled, None), Some(sender), None);
        let pages = 2 * MOST_PAGES;
        for number in 0..pages {
            let tool = raw(&format!(r#"{{"name":"t{number}"}}"#));
            let place = Page { first: number == 0, last: number + 1 == pages };
            assert!(shown.list(vec![&tool], place)[0].contains("\"openWorldHint\":true"));
        }
        assert_eq!(receiver.try_recv().unwrap().len(), pages);
        assert_eq!(shown.calls("t100"), Admission::Passes);
    }

    #[test]
    fn what_nobody_can_tell_closes_everything() {
        let shown = Shown::new(serving(NOTHING, None), None, None);
        let a = raw(r#"{"name":"a"}"#);
        shown.list(vec![&a], ONE);
        let (shown, differs) = shown.after(None).unwrap();
        assert!(differs);
        assert!(shown.list(vec![&a], ONE).is_empty());
        assert_eq!(shown.calls("a"), Admission::Unknown);
        let (shown, _) = shown.after(Some(serving(NOTHING, None))).unwrap();
        assert_eq!(shown.calls("a"), Admission::Passes);
    }

    #[test]
    fn while_changed_tools_are_hidden_nothing_is_called_that_no_list_has_shown() {
        let shown = Shown::new(Serving { changed: Changed::Hidden, ..Serving::default() }, None, None);
        assert_eq!(shown.calls("a"), Admission::Unknown);
        shown.list(vec![&raw(r#"{"name":"a"}"#)], ONE);
        assert_eq!(shown.calls("a"), Admission::Passes);
    }
}

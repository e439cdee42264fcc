//! What a proxy shows its client: decided anew when somebody decides, and remembered for lists that stay the same.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::serve::{ServedTool, Serving, Withheld};
use hintsmith_mcp::proxy::{Admission, Page, Served};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

/// What one client is shown.
#[derive(Debug)]
pub struct Shown {
    state: Mutex<State>,
    /// Whole lists go here, as the server wrote them.
    whole: Option<mpsc::Sender<Vec<Arc<str>>>>,
}

#[derive(Debug, Default)]
struct State {
    /// None where nobody can tell what is decided: nothing is shown then.
    serving: Option<Serving>,
    /// What became of pages that passed, the last at the end.
    pages: Vec<Passed>,
    /// By name, what each tool was when a list showed it last; nothing where several have the name.
    tools: HashMap<String, Option<Fingerprint>>,
    /// The tools so far of a list that is under way.
    coming: Option<Vec<Arc<str>>>,
}

/// One page as the server wrote it, and as the client got it.
#[derive(Debug, PartialEq, Eq)]
struct Passed {
    raws: Vec<Arc<str>>,
    tools: Vec<ServedTool<'static>>,
}

/// A server with more is not learned.
const MOST_TOOLS: usize = 100_000;
/// Longer lists are weighed anew each time.
const MOST_PAGES: usize = 64;

impl Shown {
    pub fn new(serving: Serving, whole: Option<mpsc::Sender<Vec<Arc<str>>>>) -> Self {
        let state = State { serving: Some(serving), ..State::default() };
        Self { state: Mutex::new(state), whole }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what is decided now; nothing at all where that is not known. True when it makes a difference to the client.
    pub fn update(&self, serving: Option<Serving>) -> bool {
        let mut state = self.state();
        if state.serving == serving {
            return false;
        }
        let before = std::mem::replace(&mut state.serving, serving);
        let pages = std::mem::take(&mut state.pages);
        let same = match (&before, &state.serving) {
            // What is known about tools changes with every list that is learned; mostly that changes nothing.
            (Some(old), Some(new)) => {
                (&old.offered, old.changed) == (&new.offered, new.changed)
                    && !pages.is_empty()
                    && pages.iter().all(|page| Passed::of(new, &page.raws).tools == page.tools)
            }
            _ => false,
        };
        if same {
            state.pages = pages;
        }
        !same
    }
}

impl State {
    /// Where a page stands among those that passed, as it is decided about now.
    fn passed(&mut self, tools: &[&RawValue]) -> Option<usize> {
        let serving = self.serving.as_ref()?;
        let found = self.pages.iter().rposition(|page| page.is(tools));
        let is_last = found.is_some_and(|at| at + 1 == self.pages.len());
        let at = found.unwrap_or_else(|| {
            if self.pages.len() >= MOST_PAGES {
                self.pages.clear();
            }
            let raws: Vec<Arc<str>> = tools.iter().map(|tool| tool.get().into()).collect();
            self.pages.push(Passed::of(serving, &raws));
            self.pages.len() - 1
        });
        if !is_last {
            for tool in &self.pages[at].tools {
                let print = (tool.text != Err(Withheld::Ambiguous)).then(|| tool.fingerprint.clone());
                self.tools.insert(tool.name.clone(), print);
            }
        }
        Some(at)
    }

    /// Collects pages until the list is whole. A list that is asked for from its beginning begins again.
    fn collect(&mut self, tools: &[&RawValue], page: Page) -> Option<Vec<Arc<str>>> {
        if page.first {
            self.coming = Some(Vec::new());
        }
        let coming = self.coming.as_mut()?;
        coming.extend(tools.iter().map(|tool| Arc::from(tool.get())));
        if coming.len() > MOST_TOOLS {
            self.coming = None;
        }
        if page.last { self.coming.take() } else { None }
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
        };
        Self { raws: raws.to_vec(), tools: serving.list(&texts).into_iter().map(owned).collect() }
    }

    fn is(&self, tools: &[&RawValue]) -> bool {
        self.raws.len() == tools.len() && self.raws.iter().zip(tools).all(|(raw, tool)| **raw == *tool.get())
    }
}

impl Served for Shown {
    fn list<'a>(&'a self, tools: Vec<&'a RawValue>, page: Page) -> Vec<Cow<'a, str>> {
        let mut state = self.state();
        if let Some(whole) = &self.whole
            && let Some(list) = state.collect(&tools, page)
        {
            // Should nobody take it, the next list is learned.
            let _ = whole.try_send(list);
        }
        let Some(at) = state.passed(&tools) else { return Vec::new() };
        let shown = tools.into_iter().zip(&state.pages[at].tools).filter_map(|(raw, tool)| {
            Some(match tool.text.as_ref().ok()? {
                Cow::Borrowed(_) => Cow::Borrowed(raw.get()),
                Cow::Owned(text) => Cow::Owned(text.clone()),
            })
        });
        shown.collect()
    }

    fn calls(&self, name: &str) -> Admission {
        let state = self.state();
        let admitted = state.serving.as_ref().is_some_and(|serving| match state.tools.get(name) {
            Some(None) => false,
            Some(Some(print)) => serving.admits(name, Some(print)),
            None => serving.admits(name, None),
        });
        if admitted { Admission::Passes } else { Admission::Unknown }
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
        let shown = Shown::new(Serving::default(), Some(sender));
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
    }

    #[test]
    fn a_name_that_two_tools_have_cannot_be_called_and_neither_can_one_outside_the_toolset() {
        let toolset = r#"{"hintsmith":4,"servers":{},"toolsets":{"daily":{"tools":[{"tool":"s.a"}]}}}"#;
        let shown = Shown::new(serving(toolset, None), None);
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
        assert!(shown.update(Some(serving(toolset, Some("daily")))));
        assert_eq!((shown.calls("a"), shown.calls("b")), (Admission::Passes, Admission::Unknown));
        assert_eq!(shown.calls("A"), Admission::Unknown);
    }

    #[test]
    fn a_list_that_stays_the_same_is_corrected_as_is_decided_now() {
        let shown = Shown::new(serving(NOTHING, None), None);
        let a = raw(r#"{"name":"a","title":"A"}"#);
        assert_eq!(shown.list(vec![&a], ONE), [a.get()]);
        let titled = r#"{"hintsmith":1,"servers":{"s":{"tools":{"a":{"annotations":{"title":"Mine"}}}}}}"#;
        assert!(shown.update(Some(serving(titled, None))));
        for _ in 0..2 {
            assert!(shown.list(vec![&a], ONE)[0].contains("\"title\":\"Mine\""));
        }
        // What is learned about the tools changes nothing for the client, and counts all the same.
        let ruled = r#"{"hintsmith":2,"servers":{},"rules":{"s.*":{"annotations":{"readOnlyHint":true}}}}"#;
        let mut serving = serving(ruled, None);
        assert!(shown.update(Some(serving.clone())));
        assert!(shown.list(vec![&a], ONE)[0].contains("\"readOnlyHint\":true"));
        let fingerprint = serving.list(&[a.get()]).remove(0).fingerprint;
        serving.known.insert("a".to_owned(), Known { fingerprint, since: 0, first: 0 });
        assert!(!shown.update(Some(serving)));
        let changed = raw(r#"{"name":"a","title":"B"}"#);
        assert_eq!(shown.list(vec![&changed], ONE), [changed.get()]);
    }

    #[test]
    fn what_nobody_can_tell_closes_everything() {
        let shown = Shown::new(serving(NOTHING, None), None);
        let a = raw(r#"{"name":"a"}"#);
        shown.list(vec![&a], ONE);
        assert!(shown.update(None));
        assert!(shown.list(vec![&a], ONE).is_empty());
        assert_eq!(shown.calls("a"), Admission::Unknown);
        assert!(shown.update(Some(serving(NOTHING, None))));
        assert_eq!(shown.calls("a"), Admission::Passes);
    }

    #[test]
    fn while_changed_tools_are_hidden_nothing_is_called_that_no_list_has_shown() {
        let shown = Shown::new(Serving { changed: Changed::Hidden, ..Serving::default() }, None);
        assert_eq!(shown.calls("a"), Admission::Unknown);
        shown.list(vec![&raw(r#"{"name":"a"}"#)], ONE);
        assert_eq!(shown.calls("a"), Admission::Passes);
    }
}

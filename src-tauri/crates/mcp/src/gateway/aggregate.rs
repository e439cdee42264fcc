//! List aggregation: merges the lists of several servers into one and updates the name tables.

use std::borrow::Cow;
use std::sync::Arc;

use futures_util::future::join_all;
use hintsmith_core::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use crate::connection::Era;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::{ReadyServer, Session};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, string};
use crate::jsonrpc::list_result::Member;
use crate::jsonrpc::splice::Splices;
use crate::proxy::policy::{Page, ToolPolicy};

/// A kind of list in MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl ListKind {
    pub const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    pub fn of(method: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.method() == method)
    }

    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
        }
    }

    /// The list member of the result, and the member of each item that identifies it.
    fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Tools => ("tools", "name"),
            Self::Prompts => ("prompts", "name"),
            Self::Resources => ("resources", "uri"),
            Self::Templates => ("resourceTemplates", "uriTemplate"),
        }
    }

    fn is_renamed(self) -> bool {
        matches!(self, Self::Tools | Self::Prompts)
    }

    fn is_had_by(self, ready: &ReadyServer) -> bool {
        match self {
            Self::Tools => ready.has.tools,
            Self::Prompts => ready.has.prompts,
            Self::Resources | Self::Templates => ready.has.resources,
        }
    }
}

/// A list item with its exposed name, ready for the client.
struct Shown<'a> {
    place: usize,
    text: Cow<'a, str>,
    name: String,
    outward: String,
}

impl Session {
    /// Lists all items of one kind from the connected servers and returns the JSON of the list result. A server that
    /// fails is left out and reported.
    pub(super) async fn gathered(self: &Arc<Self>, kind: ListKind, template: &RequestTemplate) -> String {
        self.state().is_fresh[kind as usize] = true;
        let links: Vec<(usize, Arc<UpstreamConnection>)> = {
            let state = self.state();
            let ready =
                state.links.iter().enumerate().filter_map(|(place, ready)| Some((place, ready.as_ref()?)));
            let having = ready.filter(|(_, ready)| kind.is_had_by(ready));
            having.map(|(place, ready)| (place, Arc::clone(&ready.link))).collect()
        };
        let pages = links.iter().map(|(place, link)| self.pages(kind, *place, link, template));
        let pages = join_all(pages).await;
        let served: Vec<Arc<dyn ToolPolicy>> = links.iter().map(|(place, _)| self.served(*place)).collect();
        let mut shown = Vec::new();
        for (((place, _), pages), served) in links.iter().zip(&pages).zip(&served) {
            match pages {
                Ok(pages) => {
                    if kind == ListKind::Tools && self.is_stateless() {
                        self.mirrored(*place, pages);
                    }
                    for (at, page) in pages.iter().enumerate() {
                        let which = Page {
                            connection: self.connection(),
                            first: at == 0,
                            last: at + 1 == pages.len(),
                        };
                        self.show(kind, *place, (page, which), served.as_ref(), &mut shown);
                    }
                }
                Err(why) => {
                    self.stale(&[kind]);
                    self.context.words(*place, &format!("its {} are left out: {why}", kind.keys().0));
                }
            }
        }
        let own = self.own().filter(|_| kind == ListKind::Tools);
        let whole = Page { connection: self.connection(), first: true, last: true };
        let ours = own.as_ref().map(|own| own.list(Vec::new(), whole)).unwrap_or_default();
        self.named(kind, shown, &ours)
    }

    /// Fetches all pages of one server's list, each as a complete JSON-RPC message.
    pub(super) async fn pages(
        self: &Arc<Self>,
        kind: ListKind,
        place: usize,
        link: &Arc<UpstreamConnection>,
        template: &RequestTemplate,
    ) -> Result<Vec<String>, String> {
        let bridged = self.bridged_template(place, kind.method());
        let template = bridged.as_ref().unwrap_or(template);
        let limits = self.context.limits;
        let until = Instant::now() + limits.list.min(self.context.patience.request);
        let (mut pages, mut cursor, mut bytes) = (Vec::new(), None::<String>, 0);
        loop {
            let answer = self.ask(place, link, |number| template.line(number, cursor.as_deref()));
            let page = match timeout_at(until, answer).await {
                Ok(Ok(answer)) => answer?,
                Ok(Err(_)) => return Err("the server takes no messages".to_owned()),
                Err(_) => return Err("the server did not answer in time".to_owned()),
            };
            bytes += page.len();
            let message = Frame::parse(&page).ok_or("the server's answer is not JSON")?;
            let result = message.result.ok_or("the server answered with an error")?;
            let members = Members::parse(result.get()).map_err(|_| "the server's answer is no list")?;
            let next = members.get("nextCursor").and_then(string).map(Cow::into_owned);
            pages.push(page);
            match next {
                None => return Ok(pages),
                Some(_) if pages.len() >= limits.pages || bytes > limits.bytes => {
                    self.context
                        .words(place, &format!("its list of {} has no end that we wait for", kind.keys().0));
                    return Ok(pages);
                }
                next => cursor = next,
            }
        }
    }

    /// Applies the tool policy to a page, prefixes names and appends the items.
    fn show<'a>(
        &self,
        kind: ListKind,
        place: usize,
        (page, which): (&'a str, Page),
        served: &'a dyn ToolPolicy,
        shown: &mut Vec<Shown<'a>>,
    ) {
        let (key, naming) = kind.keys();
        let things: Vec<Cow<'a, str>> = match kind {
            ListKind::Tools => {
                let message = Frame::parse_listing(page).and_then(|message| message.listing);
                let members = message.into_iter().flat_map(|listing| listing.0);
                let mut tools = members.filter_map(|(name, member)| match member {
                    Member::Tools(tools) if name == key => Some(tools),
                    _ => None,
                });
                tools.next_back().map(|tools| served.list(tools, which)).unwrap_or_default()
            }
            _ => {
                let result = Frame::parse(page).and_then(|message| message.result);
                let members = result.and_then(|result| Members::parse(result.get()).ok());
                let things = members.and_then(|members| members.get(key));
                let things: Option<Vec<&RawValue>> =
                    things.and_then(|list| serde_json::from_str(list.get()).ok());
                things.unwrap_or_default().into_iter().map(|thing| Cow::Borrowed(thing.get())).collect()
            }
        };
        for text in things {
            let named = Members::parse(&text).ok().and_then(|members| {
                let raw = members.get(naming)?;
                let name = string(raw)?.into_owned();
                let outward =
                    if kind.is_renamed() { self.context.outward(place, &name) } else { name.clone() };
                Some((name, outward, (raw.get().as_ptr() as usize - text.as_ptr() as usize, raw.get().len())))
            });
            // An item without a name could not be requested or routed.
            let Some((name, outward, (at, length))) = named else {
                self.context.words(place, &format!("one of its {key} has no {naming} and is left out"));
                continue;
            };
            let text = match outward == name {
                true => text,
                false => {
                    let mut splices = Splices::new(&text);
                    splices.replace(&text[at..at + length], Value::from(outward.as_str()).to_string());
                    let mut out = Vec::new();
                    splices.write(&mut out);
                    // Valid UTF-8: only JSON was spliced into JSON.
                    Cow::Owned(String::from_utf8(out).unwrap_or_default())
                }
            };
            shown.push(Shown { place, text, name, outward });
        }
    }

    /// Builds the list result: items with a unique exposed name, then own tools whose names no server uses.
    fn named(&self, kind: ListKind, shown: Vec<Shown>, ours: &[Cow<str>]) -> String {
        let most = self.context.limits.tools;
        let listed = shown.iter().take(most).map(|one| (one.outward.clone(), (one.place, one.name.clone())));
        let mut state = self.state();
        let names = &mut state.names[kind as usize];
        let collided = names.join(listed.collect());
        let is_served = |one: &&Shown| {
            names.find(&one.outward).is_some_and(|(place, name)| *place == one.place && *name == one.name)
        };
        let mut text = format!("{{\"{}\":[", kind.keys().0);
        let start = text.len();
        let is_free = |text: &&str| {
            let name = Members::parse(text).ok().and_then(|members| string(members.get("name")?));
            name.is_some_and(|name| shown.iter().all(|one| !one.outward.eq_ignore_ascii_case(&name)))
        };
        let theirs = shown.iter().filter(is_served).map(|one| &*one.text);
        for one in theirs.chain(ours.iter().map(|text| &**text).filter(is_free)) {
            if text.len() > start {
                text.push(',');
            }
            text.push_str(one);
        }
        text.push_str(match state.era {
            Era::Handshake => "]}",
            // Not cacheable: the next policy change may alter it, and it is specific to this user.
            Era::Stateless => r#"],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
        });
        let is_news = state.told[kind as usize] != collided;
        if is_news {
            state.told[kind as usize].clone_from(&collided);
        }
        drop(state);
        if is_news && !collided.is_empty() {
            let names = hintsmith_core::text::truncate_chars(&collided.join(", "), 512).into_owned();
            let words = format!(
                "served by none, because more than one of the {} is called so: {names}",
                kind.keys().0
            );
            self.context.words(usize::MAX, &words);
        }
        text
    }
}

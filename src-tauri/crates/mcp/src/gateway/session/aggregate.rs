//! List aggregation: merges the lists of several servers into one and updates the name tables.

use crate::gateway::list_kind::ListKind;
use std::borrow::Cow;
use std::sync::Arc;

use futures_util::future::join_all;
use hintsmith_core::text::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use crate::era::Era;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::Session;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::jsonrpc::list_result::Member;
use crate::proxy::policy::{Page, ToolPolicy};
use hintsmith_core::text::json_edit::Splices;

/// A list item with its exposed name, ready for the client.
struct ListedItem<'a> {
    server_index: usize,
    text: Cow<'a, str>,
    name: String,
    exposed_name: String,
}

impl Session {
    /// Lists all items of one kind from the connected servers and returns the JSON of the list result. A server that
    /// fails is left out and reported.
    pub(in crate::gateway) async fn aggregate_list(
        self: &Arc<Self>,
        kind: ListKind,
        template: &RequestTemplate,
    ) -> String {
        self.state().is_fresh[kind as usize] = true;
        let upstreams: Vec<(usize, Arc<UpstreamConnection>)> = {
            let state = self.state();
            let ready = state
                .ready_servers
                .iter()
                .enumerate()
                .filter_map(|(server_index, ready)| Some((server_index, ready.as_ref()?)));
            let supporting = ready.filter(|(_, ready)| kind.is_supported_by(&ready.capabilities));
            supporting.map(|(server_index, ready)| (server_index, Arc::clone(&ready.upstream))).collect()
        };
        let pages = upstreams
            .iter()
            .map(|(server_index, upstream)| self.fetch_pages(kind, *server_index, upstream, template));
        let pages = join_all(pages).await;
        let policies: Vec<Arc<dyn ToolPolicy>> =
            upstreams.iter().map(|(server_index, _)| self.policy(*server_index)).collect();
        let mut items = Vec::new();
        for (((server_index, _), pages), policies) in upstreams.iter().zip(&pages).zip(&policies) {
            match pages {
                Ok(pages) => {
                    if kind == ListKind::Tools && self.is_stateless() {
                        self.set_header_params(*server_index, pages);
                    }
                    for (at, page) in pages.iter().enumerate() {
                        let which = Page {
                            connection: self.connection_id(),
                            is_first: at == 0,
                            is_last: at + 1 == pages.len(),
                        };
                        self.collect_items(kind, *server_index, (page, which), policies.as_ref(), &mut items);
                    }
                }
                Err(why) => {
                    self.mark_lists_stale(&[kind]);
                    self.context.report(*server_index, &format!("{} are not served: {why}", kind.keys().0));
                }
            }
        }
        let own = self.own_policy().filter(|_| kind == ListKind::Tools);
        let whole = Page { connection: self.connection_id(), is_first: true, is_last: true };
        let own_tools = own.as_ref().map(|own| own.correct_tools(Vec::new(), whole)).unwrap_or_default();
        self.build_list_result(kind, items, &own_tools)
    }

    /// Fetches all pages of one server's list, each as a complete JSON-RPC message.
    pub(in crate::gateway) async fn fetch_pages(
        self: &Arc<Self>,
        kind: ListKind,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        template: &RequestTemplate,
    ) -> Result<Vec<String>, String> {
        let bridged = self.bridged_template(server_index, kind.method());
        let template = bridged.as_ref().unwrap_or(template);
        let limits = self.context.limits;
        let until = Instant::now() + limits.list_timeout.min(self.context.timeouts.request);
        let (mut pages, mut cursor, mut bytes) = (Vec::new(), None::<String>, 0);
        loop {
            let answer = self.request_upstream(server_index, upstream, |number| {
                template.to_line(number, cursor.as_deref())
            });
            let page = match timeout_at(until, answer).await {
                Ok(Ok(answer)) => answer?,
                Ok(Err(_)) => return Err("the server does not accept messages".to_owned()),
                Err(_) => return Err("the server did not respond in time".to_owned()),
            };
            bytes += page.len();
            let message = Frame::parse(&page).ok_or("the server's response is not JSON")?;
            let result = message.result.ok_or("the server responded with an error")?;
            let members = Members::parse(result.get()).map_err(|_| "the server's response is not a list")?;
            let next = members.get("nextCursor").and_then(decode_string).map(Cow::into_owned);
            pages.push(page);
            match next {
                None => return Ok(pages),
                Some(_) if pages.len() >= limits.max_pages || bytes > limits.max_bytes => {
                    self.context.report(
                        server_index,
                        &format!("the list of {} exceeds the size limit and is incomplete", kind.keys().0),
                    );
                    return Ok(pages);
                }
                next => cursor = next,
            }
        }
    }

    /// Applies the tool policy to a page, prefixes names and appends the items.
    fn collect_items<'a>(
        &self,
        kind: ListKind,
        server_index: usize,
        (page, which): (&'a str, Page),
        policy: &'a dyn ToolPolicy,
        items: &mut Vec<ListedItem<'a>>,
    ) {
        let (key, naming) = kind.keys();
        let raw_items: Vec<Cow<'a, str>> = match kind {
            ListKind::Tools => {
                let message = Frame::parse_list_response(page).and_then(|message| message.list_result);
                let members = message.into_iter().flat_map(|listing| listing.0);
                let mut tools = members.filter_map(|(name, member)| match member {
                    Member::Tools(tools) if name == key => Some(tools),
                    _ => None,
                });
                tools.next_back().map(|tools| policy.correct_tools(tools, which)).unwrap_or_default()
            }
            _ => {
                let result = Frame::parse(page).and_then(|message| message.result);
                let members = result.and_then(|result| Members::parse(result.get()).ok());
                let raw_items = members.and_then(|members| members.get(key));
                let raw_items: Option<Vec<&RawValue>> =
                    raw_items.and_then(|list| serde_json::from_str(list.get()).ok());
                raw_items.unwrap_or_default().into_iter().map(|item| Cow::Borrowed(item.get())).collect()
            }
        };
        for text in raw_items {
            let named = Members::parse(&text).ok().and_then(|members| {
                let raw = members.get(naming)?;
                let name = decode_string(raw)?.into_owned();
                let exposed_name = if kind.is_prefixed() {
                    self.context.exposed_name(server_index, &name)
                } else {
                    name.clone()
                };
                Some((
                    name,
                    exposed_name,
                    (raw.get().as_ptr() as usize - text.as_ptr() as usize, raw.get().len()),
                ))
            });
            // An item without a name could not be requested or routed.
            let Some((name, exposed_name, (at, length))) = named else {
                self.context
                    .report(server_index, &format!("skipped one of the {key}, which has no {naming}"));
                continue;
            };
            let text = match exposed_name == name {
                true => text,
                false => {
                    let mut splices = Splices::new(&text);
                    splices.replace(&text[at..at + length], Value::from(exposed_name.as_str()).to_string());
                    let mut out = Vec::new();
                    splices.write(&mut out);
                    // Valid UTF-8: only JSON was spliced into JSON.
                    Cow::Owned(String::from_utf8(out).unwrap_or_default())
                }
            };
            items.push(ListedItem { server_index, text, name, exposed_name });
        }
    }

    /// Builds the list result: items with a unique exposed name, then own tools whose names no server uses.
    fn build_list_result(&self, kind: ListKind, items: Vec<ListedItem>, own_tools: &[Cow<str>]) -> String {
        let most = self.context.limits.max_tools;
        let listed = items
            .iter()
            .take(most)
            .map(|one| (one.exposed_name.clone(), (one.server_index, one.name.clone())));
        let mut state = self.state();
        let names = &mut state.names[kind as usize];
        let collided = names.update(listed.collect());
        let is_served = |one: &&ListedItem| {
            names
                .find(&one.exposed_name)
                .is_some_and(|(server_index, name)| *server_index == one.server_index && *name == one.name)
        };
        let mut text = format!("{{\"{}\":[", kind.keys().0);
        let start = text.len();
        let is_free = |text: &&str| {
            let name = Members::parse(text).ok().and_then(|members| decode_string(members.get("name")?));
            name.is_some_and(|name| items.iter().all(|one| !one.exposed_name.eq_ignore_ascii_case(&name)))
        };
        let served = items.iter().filter(is_served).map(|one| &*one.text);
        for one in served.chain(own_tools.iter().map(|text| &**text).filter(is_free)) {
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
        let is_truncated = items.len() > most;
        let is_newly_truncated = is_truncated && !state.is_truncated[kind as usize];
        state.is_truncated[kind as usize] = is_truncated;
        let is_news = state.reported_collisions[kind as usize] != collided;
        if is_news {
            state.reported_collisions[kind as usize].clone_from(&collided);
        }
        drop(state);
        if is_newly_truncated {
            let (key, count) = (kind.keys().0, items.len());
            self.context.report(usize::MAX, &format!("only the first {most} of {count} {key} are served"));
        }
        if is_news && !collided.is_empty() {
            let names = hintsmith_core::text::truncate_chars(&collided.join(", "), 512).into_owned();
            let message = format!(
                "these {} are not served, because their names are not unique: {names}",
                kind.keys().0
            );
            self.context.report(usize::MAX, &message);
        }
        text
    }
}

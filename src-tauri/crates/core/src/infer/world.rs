//! Open-world classification of the words in tool names: data of the server itself, or external entities.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::QuickHash;

/// Domain of interaction, as in MCP's `openWorldHint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// External entities (other people, the web, markets) whose responses are unpredictable.
    Outside,
    /// Data that the server stores or administers.
    Own,
}

const OUTSIDE: &str = "audio branch branches browse browser calendar calendars call calls channel channels chat commit commits \
    contact contacts conversation conversations crawl crypto customer customers directions drive email emails event fetch \
    forecast fork geocode http image inbox internet invoice invoices issue issues mail mailbox market meeting meetings merge \
    message messages music news online order orders page pages paper papers payment payments photo place places post posts \
    presentation price prices pull repo repos repositories repository route scrape site slack slide sms social speech \
    spreadsheet stock stocks teams translate tweet url urls video voice weather web website wiki";

const OWN: &str = "alert alerting alerts app application applications apps bucket buckets client clients cluster clusters \
    component components config configuration configurations convert cycle cycles dashboard dashboards database databases \
    datasource datasources deployment deployments device devices diff directory disk entities entity environment environments \
    file files filter filters firewall flow flows folder git graph group groups initiative initiatives job jobs key keys label \
    labels memories memory milestone milestones network networks node nodes note notes organization panel permission \
    permissions policies policy port process project projects queries query reminder reminders resource resources roadmap role \
    roles rule rules schema schemas secret section sections server servers setting settings sql storage subscription table \
    tables task tasks tenant time timezone todo todos user users vault vlan wlan workspace workspaces";

static WORLDS: LazyLock<HashMap<&'static str, World, QuickHash>> = LazyLock::new(|| {
    let outside = OUTSIDE.split_whitespace().map(|word| (word, World::Outside));
    outside.chain(OWN.split_whitespace().map(|word| (word, World::Own))).collect()
});

/// Returns the world that a word of a name belongs to, if it indicates one.
pub fn world(word: &str) -> Option<World> {
    WORLDS.get(word).copied()
}

/// Number of a server's tools that mention each world, with word counts.
#[derive(Debug, Default)]
pub struct Balance {
    outside: Side,
    own: Side,
}

#[derive(Debug, Default)]
struct Side {
    tools: usize,
    words: HashMap<String, usize, QuickHash>,
}

impl Balance {
    pub fn add(&mut self, words: &[String]) {
        for (side, its) in [(&mut self.outside, World::Outside), (&mut self.own, World::Own)] {
            let mut speaking = words.iter().filter(|word| world(word) == Some(its)).peekable();
            side.tools += usize::from(speaking.peek().is_some());
            for word in speaking {
                *side.words.entry(word.clone()).or_default() += 1;
            }
        }
    }

    /// The world that more tools mention, with its three most frequent words. `None` on a tie.
    pub fn heavier(&self) -> Option<(World, String)> {
        match self.outside.tools.cmp(&self.own.tools) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some((World::Outside, self.outside.most_used())),
            std::cmp::Ordering::Less => Some((World::Own, self.own.most_used())),
        }
    }
}

impl Side {
    fn most_used(&self) -> String {
        let mut words: Vec<(&String, &usize)> = self.words.iter().collect();
        words.sort_by(|(a, many), (b, more)| more.cmp(many).then(a.cmp(b)));
        words.iter().take(3).map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_belongs_to_two_worlds() {
        assert_eq!(WORLDS.len(), OUTSIDE.split_whitespace().count() + OWN.split_whitespace().count());
    }

    #[test]
    fn the_heavier_side_names_its_commonest_words() {
        let mut balance = Balance::default();
        for name in ["list tasks", "add task", "close task", "send email"] {
            balance.add(&name.split(' ').map(str::to_owned).collect::<Vec<_>>());
        }
        assert_eq!(balance.heavier(), Some((World::Own, "task, tasks".to_owned())));
        assert_eq!(Balance::default().heavier(), None);
    }
}

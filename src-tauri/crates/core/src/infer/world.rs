//! Open-world classification of the words in tool names: data of the server itself, or external entities.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::FnvBuildHasher;

/// Domain of interaction, as in MCP's `openWorldHint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// External entities (other people, the web, markets) whose responses are unpredictable.
    Open,
    /// Data that the server stores or administers.
    Closed,
}

const OPEN_WORLD_WORDS: &str = "audio branch branches browse browser calendar calendars call calls channel channels chat commit commits \
    contact contacts conversation conversations crawl crypto customer customers directions drive email emails event fetch \
    forecast fork geocode http image inbox internet invoice invoices issue issues mail mailbox market meeting meetings merge \
    message messages music news online order orders page pages paper papers payment payments photo place places post posts \
    presentation price prices pull repo repos repositories repository route scrape site slack slide sms social speech \
    spreadsheet stock stocks teams translate tweet url urls video voice weather web website wiki";

const CLOSED_WORLD_WORDS: &str = "alert alerting alerts app application applications apps bucket buckets client clients cluster clusters \
    component components config configuration configurations convert cycle cycles dashboard dashboards database databases \
    datasource datasources deployment deployments device devices diff directory disk entities entity environment environments \
    file files filter filters firewall flow flows folder git graph group groups initiative initiatives job jobs key keys label \
    labels memories memory milestone milestones network networks node nodes note notes organization panel permission \
    permissions policies policy port process project projects queries query reminder reminders resource resources roadmap role \
    roles rule rules schema schemas secret section sections server servers setting settings sql storage subscription table \
    tables task tasks tenant time timezone todo todos user users vault vlan wlan workspace workspaces";

static WORLD_BY_WORD: LazyLock<HashMap<&'static str, World, FnvBuildHasher>> = LazyLock::new(|| {
    let outside = OPEN_WORLD_WORDS.split_whitespace().map(|word| (word, World::Open));
    outside.chain(CLOSED_WORLD_WORDS.split_whitespace().map(|word| (word, World::Closed))).collect()
});

/// Returns the world that a word of a name belongs to, if it indicates one.
pub fn classify_word(word: &str) -> Option<World> {
    WORLD_BY_WORD.get(word).copied()
}

/// Number of a server's tools that mention each world, with word counts.
#[derive(Debug, Default)]
pub struct WorldTally {
    open: WorldCount,
    closed: WorldCount,
}

#[derive(Debug, Default)]
struct WorldCount {
    tool_count: usize,
    word_counts: HashMap<String, usize, FnvBuildHasher>,
}

impl WorldTally {
    pub fn add_tool(&mut self, words: &[String]) {
        for (side, its) in [(&mut self.open, World::Open), (&mut self.closed, World::Closed)] {
            let mut speaking = words.iter().filter(|word| classify_word(word) == Some(its)).peekable();
            side.tool_count += usize::from(speaking.peek().is_some());
            for word in speaking {
                *side.word_counts.entry(word.clone()).or_default() += 1;
            }
        }
    }

    /// The world that more tools mention, with its three most frequent words. `None` on a tie.
    pub fn majority(&self) -> Option<(World, String)> {
        match self.open.tool_count.cmp(&self.closed.tool_count) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some((World::Open, self.open.top_words())),
            std::cmp::Ordering::Less => Some((World::Closed, self.closed.top_words())),
        }
    }
}

impl WorldCount {
    fn top_words(&self) -> String {
        let mut words: Vec<(&String, &usize)> = self.word_counts.iter().collect();
        words.sort_by(|(a, many), (b, more)| more.cmp(many).then(a.cmp(b)));
        words.iter().take(3).map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_belongs_to_two_worlds() {
        assert_eq!(
            WORLD_BY_WORD.len(),
            OPEN_WORLD_WORDS.split_whitespace().count() + CLOSED_WORLD_WORDS.split_whitespace().count()
        );
    }

    #[test]
    fn the_majority_world_has_its_top_words() {
        let mut balance = WorldTally::default();
        for name in ["list tasks", "add task", "close task", "send email"] {
            balance.add_tool(&name.split(' ').map(str::to_owned).collect::<Vec<_>>());
        }
        assert_eq!(balance.majority(), Some((World::Closed, "task, tasks".to_owned())));
        assert_eq!(WorldTally::default().majority(), None);
    }
}

//! What the words of names say about whose world a tool works in: its own records and machines, or other people's.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::QuickHash;

/// Where the thing a word names lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// With other people, on the web, in the market: nobody knows beforehand what comes back.
    Outside,
    /// In what the server keeps or administers.
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

/// Whose world a word of a name belongs to, if it tells.
pub fn world(word: &str) -> Option<World> {
    WORLDS.get(word).copied()
}

/// How many tools of a server speak of each world, and in which words.
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

    /// The world most tools speak of, with the words they use most. Nothing where both sides are even.
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

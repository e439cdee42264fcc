//! A guess at how the world of a server that is not added yet is to be read, from its name and connection.

use super::OpenWorldReading;
use super::words::split_words;

/// Words of programs that fetch pages of the web, browse it or search it.
const WEB_WORDS: [&str; 14] = [
    "brave",
    "browser",
    "browserbase",
    "crawl",
    "crawler",
    "duckduckgo",
    "fetch",
    "firecrawl",
    "internet",
    "playwright",
    "puppeteer",
    "scraper",
    "tavily",
    "web",
];

/// A guessed reading with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorldGuess {
    pub reading: OpenWorldReading,
    /// A sentence, in which a word of the server may occur.
    pub reason: String,
}

/// Guesses the reading from the name of a server and the texts of its connection. It never loosens: a text that points to
/// the web is believed, and otherwise each tool is judged by itself.
pub fn guess_world<'a>(name: &'a str, connection: impl IntoIterator<Item = &'a str>) -> WorldGuess {
    // The rest of a path or an address is too general: `/var/www/web` is a folder, and `/web/mcp` a route.
    let last_part = |text: &'a str| {
        let text = text.split_once("://").map_or(text, |(_, rest)| rest.split('/').next().unwrap_or(rest));
        text.rsplit(['/', '\\']).next().unwrap_or(text)
    };
    let texts = std::iter::once(name).chain(connection.into_iter().map(last_part));
    let web_word = texts.flat_map(split_words).find(|word| WEB_WORDS.contains(&word.as_str()));
    match web_word {
        Some(word) => WorldGuess {
            reading: OpenWorldReading::Web,
            reason: format!("“{word}” in its name or connection points to the open web"),
        },
        None => WorldGuess {
            reading: OpenWorldReading::ByTool,
            reason: "nothing about the server says where its data is, so the name and description of each tool decide"
                .to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_of_the_web_are_believed() {
        for (name, connection, expected) in [
            ("search", vec!["npx", "-y", "@modelcontextprotocol/server-brave"], OpenWorldReading::Web),
            ("pages", vec!["uvx", "mcp-server-fetch"], OpenWorldReading::Web),
            ("web", vec!["https://mcp.acme.example/mcp"], OpenWorldReading::Web),
            ("notes", vec!["https://web.acme.example/mcp"], OpenWorldReading::Web),
            ("notes", vec!["npx", "notes-mcp", "/srv/web/notes.db"], OpenWorldReading::ByTool),
            ("notes", vec!["https://mcp.acme.example/web"], OpenWorldReading::ByTool),
            ("webhooks", vec!["node", "server.mjs"], OpenWorldReading::ByTool),
        ] {
            assert_eq!(guess_world(name, connection.clone()).reading, expected, "{name} {connection:?}");
        }
        assert!(guess_world("web", []).reason.starts_with("“web” in its name"));
    }
}

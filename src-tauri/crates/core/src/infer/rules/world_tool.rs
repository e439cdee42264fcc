//! Evidence that a tool reaches beyond the things its server manages.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::infer::{Certainty, EvidenceSource};
use crate::model::hint::HintName::OpenWorld;

/// Verbs that go out to the web whatever their object is.
const WEB_VERBS: [&str; 3] = ["browse", "crawl", "scrape"];

/// Words for the web: a tool that reads or operates them reaches it, one that lists or creates them need not.
const WEB_WORDS: [&str; 4] = ["internet", "web", "webpage", "website"];

/// Ways to reach a person outside.
const CHANNEL_WORDS: [&str; 9] =
    ["call", "email", "emails", "fax", "mail", "outbound", "phone", "sms", "whatsapp"];

/// Parameters that take an address of the caller's choice.
const ADDRESS_PARAMETERS: [&str; 12] = [
    "imageurl",
    "link",
    "links",
    "pageurl",
    "remoteurl",
    "repositoryurl",
    "repourl",
    "siteurl",
    "targeturl",
    "uri",
    "url",
    "urls",
];

/// Parameters that take a person outside.
const RECIPIENT_PARAMETERS: [&str; 6] =
    ["phonenumber", "recipients", "toemail", "tonumber", "tophone", "tophonenumber"];

/// What a tool of a browser shows.
const PAGE_WORDS: [&str; 4] = ["html", "page", "screenshot", "snapshot"];

/// Programs that install packages of public registries.
const INSTALLERS: [&str; 5] = ["npm", "npx", "pip", "pypi", "uvx"];

const CHAT_SERVICES: [&str; 5] = ["discord", "slack", "teams", "telegram", "whatsapp"];

pub const RULE: Rule = Rule {
    id: "world-of-the-tool",
    summary: "A tool that accesses the web, an address of the caller's choice or any mailbox is open-world.",
    rationale: "It reaches beyond the one product, account, device or set of files that the server is for. A single tool may: a notebook that fetches a page, a database that sends mail.",
    examples: &[
        Example {
            name: "scrape_site",
            other_tools: &["add_task", "list_projects", "update_dashboard"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "fetch_page",
            parameters: &["url"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_page",
            parameters: &["id", "url"],
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "find_images",
            description: "Searches the web for images.",
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "page_screenshot",
            other_tools: &["navigate"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "invite_member",
            parameters: &["email"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "install_extension",
            description: "Installs an extension with npm.",
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "send_slack_message", expected: &[(OpenWorld, Some(true))], ..Example::EMPTY },
        Example {
            name: "send_slack_message",
            other_tools: &["list_slack_channels"],
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "calculate_distance", expected: &[(OpenWorld, Some(false))], ..Example::EMPTY },
        Example {
            name: "read_part",
            description: "Reads a part of a local file.",
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let action = facts.primary_action().map(|matched| matched.action);
        // "Deploys the image of an address": the product fetches what it runs.
        let deploys = facts.find_word(&["deploy"]).is_some();
        let goes_out = !deploys
            && matches!(
                action,
                Some(
                    Action::Read
                        | Action::Export
                        | Action::Compute
                        | Action::Generate
                        | Action::Operate
                        | Action::Execute
                        | Action::Start
                )
            );
        let emit = |out: &mut SignalSink, word: Option<&str>, certainty| {
            let conclusion = Conclusion(OpenWorld, true, certainty, "*{}* reaches beyond the server");
            out.emit(EvidenceSource::Name, word, &[conclusion]);
        };
        emit(out, facts.find_word(&WEB_VERBS), Strong);
        emit(out, facts.find_word(&WEB_WORDS).filter(|_| goes_out), Likely);
        let sends = facts.primary_action().is_some_and(|matched| {
            matched.action == Action::Send && matched.max_certainty > Certainty::Doubtful
        });
        let group = || facts.prefix.iter().map(String::as_str).find(|word| CHANNEL_WORDS.contains(word));
        let channel = facts.find_word(&CHANNEL_WORDS).or_else(group).filter(|_| sends);
        emit(out, channel, Strong);
        if facts.server.world().is_web_search(&facts.words) {
            emit(out, Some("search"), Likely);
        }
        // "Click" on a page of the web, but not on the screen of a device.
        let operated = facts.primary_action().filter(|matched| {
            let acts = matches!(matched.action, Action::Operate | Action::Execute);
            acts || matched.word == "upload"
        });
        if facts.server.world().has_browser() {
            emit(out, operated.map(|matched| matched.word.as_str()), Likely);
        }

        // What is on a page comes from the web, too.
        let shows = facts.find_word(&["show", "highlight"]).is_some();
        let pictured = facts.find_word(&PAGE_WORDS).filter(|_| action.is_none_or(Action::is_harmless));
        let page = || described_page(facts).filter(|_| action.is_some_and(Action::is_harmless));
        if facts.server.world().has_browser() && !shows && facts.find_word(&["url"]).is_none() {
            let found = pictured.or_else(page);
            let conclusion = Conclusion(OpenWorld, true, Likely, "the *{}* can be any of the web");
            out.emit(EvidenceSource::Description, found, &[conclusion]);
        }

        let address = facts.find_parameter(&ADDRESS_PARAMETERS).filter(|parameter| parameter.required);
        let clones = facts.find_word(&["clone"]).is_some();
        // The pages of a documentation are its own addresses.
        let first_sentence = || facts.description.words().take(facts.description.first_sentence_len());
        let is_own = facts.find_word(&["docs", "documentation"]).is_some()
            || first_sentence().any(|word| word == "documentation");
        let requests = first_sentence().any(|word| word == "http");
        let address = address.filter(|_| (goes_out || clones || requests) && !is_own);
        let address = address.map(|parameter| parameter.name.as_str());
        let conclusion = Conclusion(OpenWorld, true, Likely, "*{}* can be any address");
        out.emit(EvidenceSource::Parameter, address, &[conclusion]);

        let calls = action == Some(Action::Create) && facts.find_word(&["call", "sms"]).is_some();
        let reaches_people =
            calls || matches!(action, Some(Action::Send | Action::Execute | Action::Start | Action::Spend));
        let recipient = facts.find_parameter(&RECIPIENT_PARAMETERS).filter(|_| reaches_people);
        let conclusion = Conclusion(OpenWorld, true, Likely, "*{}* can be anybody");
        out.emit(
            EvidenceSource::Parameter,
            recipient.map(|parameter| parameter.name.as_str()),
            &[conclusion],
        );

        let invites = facts.primary_action().is_some_and(|matched| matched.word == "invite");
        let invited = facts.find_parameter(&["email", "emails"]).filter(|_| invites);
        out.emit(EvidenceSource::Parameter, invited.map(|parameter| parameter.name.as_str()), &[conclusion]);

        // A package of a public registry.
        let installs = facts.primary_action().is_some_and(|matched| matched.word == "install");
        let installer = installs.then(|| first_sentence().find(|word| INSTALLERS.contains(word))).flatten();
        let conclusion = Conclusion(OpenWorld, true, Likely, "*{}* downloads from the web");
        out.emit(EvidenceSource::Description, installer, &[conclusion]);

        // A message by a service that is not what the server is for.
        let service = facts.find_word(&CHAT_SERVICES).filter(|_| action == Some(Action::Send));
        let is_own = |word: &str| facts.server.world().names_thing_twice(word);
        let service = service.filter(|word| !is_own(word));
        let conclusion = Conclusion(OpenWorld, true, Likely, "*{}* is another service");
        out.emit(EvidenceSource::Name, service, &[conclusion]);

        let end = facts.description.first_sentence_len();
        let mut phrases = facts.phrases.iter().filter(|found| !found.negated && found.end <= end);
        let found = phrases.find(|found| found.meaning == PhraseMeaning::External);
        let phrase = found.filter(|_| goes_out || sends || action.is_none());
        let phrase = phrase.map(|found| facts.description.excerpt(found.start, found.end));
        let conclusion = Conclusion(OpenWorld, true, Likely, "the description contains *{}*");
        out.emit(EvidenceSource::Description, phrase, &[conclusion]);
    },
};

/// The page in the first sentence of a description.
fn described_page<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let mut words = facts.description.words().take(facts.description.first_sentence_len());
    words.find(|word| matches!(*word, "page" | "webpage"))
}

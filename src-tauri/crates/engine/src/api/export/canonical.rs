//! The canonical file: every decision in its layer, or the effective decisions of one environment.

use hintsmith_core::export::hintsmith_json::{DecidedTool, HintsmithDocument};
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field, Overrides};
use hintsmith_core::resolve::{LayerValue, ValueOrigin};

use crate::catalog::Catalog;
use crate::store::environments::BASE;
use crate::store::policies::Policy;

/// The effective decisions of an environment as a single flat layer, for consumers that know neither layers nor
/// rules. Includes decisions about tools that do not exist; excludes suspended ones.
pub fn effective_document(catalog: &Catalog, environment: Option<&str>) -> HintsmithDocument {
    let mut document = HintsmithDocument::default();
    for entry in &catalog.entries {
        let resolved = entry.resolve_in(environment);
        let now = Some(entry.tool.fingerprint.clone());
        let mut overrides = Overrides::default();
        let parameters = resolved.parameters.keys().map(|name| Field::Parameter((*name).into()));
        for field in Field::OF_TOOL.into_iter().chain(parameters) {
            let decision = match &field {
                Field::Title => decision_from_layer(&resolved.title.winner, |title| {
                    DecidedValue::Text((*title).to_owned())
                }),
                Field::Hint(hint) => {
                    decision_from_layer(&resolved.hints[*hint].winner, |value| DecidedValue::Hint(*value))
                }
                Field::Description => resolved.description.as_ref().and_then(|decided| {
                    decision_from_layer(decided, |text| DecidedValue::Text((*text).to_owned()))
                }),
                Field::Icon => resolved.icon.as_ref().and_then(|decided| {
                    decision_from_layer(decided, |text| DecidedValue::Text((*text).to_owned()))
                }),
                Field::Parameter(name) => resolved.parameters.get(&**name).and_then(|said| {
                    decision_from_layer(said, |text| DecidedValue::Text((*text).to_owned()))
                }),
            };
            let decision =
                decision.map(|(value, because)| Decision { value, because, fingerprint: now.clone() });
            overrides.set(field, decision);
        }
        if !overrides.is_empty() {
            document.base.insert_tool(
                &entry.server,
                &entry.tool.name,
                DecidedTool { fingerprint: now, overrides },
            );
        }
    }
    for ((server, tool), layers) in &catalog.orphaned_overrides {
        let mut overrides = layers.get(BASE).cloned().unwrap_or_default();
        for (field, decision) in
            environment.and_then(|name| layers.get(name)).into_iter().flat_map(|o| o.iter())
        {
            overrides.set(field.clone(), Some(decision.clone()));
        }
        let fingerprint = overrides.iter().find_map(|(_, decision)| decision.fingerprint.clone());
        if !overrides.is_empty() {
            document.base.insert_tool(server, tool, DecidedTool { fingerprint, overrides });
        }
    }
    for name in std::iter::once(BASE).chain(environment) {
        let own = catalog.policies.iter().map(Policy::to_document_entry).filter(|(layer, ..)| *layer == name);
        document.base.approvals.extend(own.map(|(_, scope, decided)| (scope, decided)));
    }
    document.base.active_toolset = catalog.active_toolset(environment).map(str::to_owned);
    catalog.write_metadata(&mut document);
    document
}

/// The value as a decision, if it comes from the user or a rule.
fn decision_from_layer<T>(
    layer: &LayerValue<T>,
    value: impl Fn(&T) -> DecidedValue,
) -> Option<(DecidedValue, Option<String>)> {
    let because = match layer.origin {
        ValueOrigin::User(decision) | ValueOrigin::UserInEnvironment(_, decision) => decision.because.clone(),
        ValueOrigin::Rule(rule) | ValueOrigin::RuleInEnvironment(_, rule) => rule.because.clone(),
        _ => return None,
    };
    Some((value(&layer.value), because))
}

/// One sentence for each decision that loosens a declared or certainly inferred hint: of tools of `servers`, or of all
/// if there are none.
pub fn loosened(catalog: &Catalog, environment: Option<&str>, servers: &[String]) -> Vec<String> {
    let mut caveats = Vec::new();
    let is_selected = |server: &str| servers.is_empty() || servers.iter().any(|own| own == server);
    for entry in catalog.entries.iter().filter(|entry| is_selected(&entry.server)) {
        for loosened in entry.resolve_in(environment).loosened_hints() {
            caveats.push(format!("{}.{}: {}", entry.server, entry.tool.name, loosened.describe()));
        }
    }
    caveats
}

/// One sentence for each tool with suspended decisions.
pub fn suspended(catalog: &Catalog, environment: Option<&str>, what: &str) -> Vec<String> {
    let mut caveats = Vec::new();
    for entry in &catalog.entries {
        let resolved = entry.resolve_in(environment);
        let suspended_hints =
            HintName::ALL.into_iter().filter(|hint| resolved.hints[*hint].suspended().is_some());
        let names: Vec<&str> = suspended_hints.map(HintName::cli_name).collect();
        if !names.is_empty() {
            let name = format!("{}.{}", entry.server, entry.tool.name);
            caveats.push(format!(
                "{name}: your decisions about {} are suspended, because the server changed the tool; {what}",
                names.join(", ")
            ));
        }
    }
    caveats
}

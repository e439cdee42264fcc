//! Settings of a server: trust, how its hints are inferred, and whether the HTTP methods of its tools are trusted.

use hintsmith_core::infer::Inference;
use hintsmith_core::model::endpoint::MethodProof;
use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::resolve::wire::wire_hints;

use super::ServerService;
use crate::boxed;
use crate::catalog::CatalogEntry;
use crate::dto::{
    LoosenedTool, Loosening, MethodTrustInput, ServerKey, ServerSettingsInput, ServerView, TrustInput,
};
use crate::error::ApiError;
use crate::store::history::ChangeSet;
use crate::store::{preferences, servers};

impl ServerService {
    /// Trusts a server with its current source, or withdraws the trust.
    #[boxed]
    pub async fn set_trusted(&self, input: TrustInput) -> Result<ServerView, ApiError> {
        let TrustInput { server, trusted } = input;
        let row = self.context.server_row(&server).await?;
        let name = server.clone();
        let trust = move |mut change_set: ChangeSet| {
            let consent = trusted.then_some(row.consent.as_str());
            preferences::set(&mut change_set, &preferences::trust_key(&name), consent)?;
            change_set.finish(&format!(
                "{} the server {name}",
                if trusted { "trusted" } else { "stopped trusting" }
            ))
        };
        self.context.apply_changes(trust).await?;
        self.view_by_name(&server).await
    }

    /// Sets how the hints of a server are inferred. Whether its methods are trusted is set by [`Self::set_method_trust`].
    #[boxed]
    pub async fn set_settings(&self, input: ServerSettingsInput) -> Result<ServerView, ApiError> {
        let ServerSettingsInput { server, settings } = input;
        let name = server.clone();
        let set = move |mut change_set: ChangeSet| {
            servers::set_settings(&mut change_set, &name, settings)?;
            change_set.finish(&format!("changed the inference settings of {name}"))
        };
        self.context.apply_changes(set).await?;
        self.view_by_name(&server).await
    }

    /// The tools that trusting the HTTP methods of a server would loosen.
    #[boxed]
    pub async fn method_trust_loosening(&self, input: ServerKey) -> Result<Loosening, ApiError> {
        self.context.server_row(&input.server).await?;
        let catalog = self.context.current_catalog().await?;
        let loosened: Vec<LoosenedTool> =
            catalog.entries_of(&input.server).iter().filter_map(|entry| loosened_by_method(entry)).collect();
        Ok(Loosening::from_tools(loosened))
    }

    /// Trusts the HTTP methods of a server with its current source, or withdraws the trust. What a method proves then
    /// counts as declared, which the user has to confirm where it loosens a tool.
    #[boxed]
    pub async fn set_method_trust(&self, input: MethodTrustInput) -> Result<ServerView, ApiError> {
        let MethodTrustInput { server, trusted, loosen } = input;
        let row = self.context.server_row(&server).await?;
        if trusted {
            let loosening = self.method_trust_loosening(ServerKey { server: server.clone() }).await?;
            loosening.require_confirmation(loosen)?;
        }
        let name = server.clone();
        let set = move |mut change_set: ChangeSet| {
            let consent = trusted.then_some(row.consent.as_str());
            preferences::set(&mut change_set, &preferences::method_trust_key(&name), consent)?;
            let what = if trusted { "trusted" } else { "stopped trusting" };
            change_set.finish(&format!("{what} the HTTP methods of {name}"))
        };
        self.context.apply_changes(set).await?;
        self.context.sync_policy().await;
        self.view_by_name(&server).await
    }
}

/// What clients read about the tool that is looser if its HTTP method is trusted.
fn loosened_by_method(entry: &CatalogEntry) -> Option<LoosenedTool> {
    let proof = MethodProof::from_definition(&entry.tool.raw)?;
    let trusting = Inference { proof: Some(proof), ..(*entry.inference).clone() };
    let before = wire_hints(&entry.resolve());
    let after = wire_hints(&entry.resolve_inferred(&trusting));
    let is_loosened = |hint: &HintName| {
        let loose = Some(!hint.careful_value());
        after[*hint] == loose && before[*hint] != loose
    };
    let loosened: Vec<String> = HintName::ALL
        .into_iter()
        .filter(is_loosened)
        .map(|hint| format!("{} {}", hint.cli_name(), yes_no(!hint.careful_value())))
        .collect();
    (!loosened.is_empty()).then(|| LoosenedTool {
        server: entry.server.to_string(),
        tool: entry.tool.name.clone(),
        summary: format!("{}, by the HTTP method {}", loosened.join("; "), proof.method),
    })
}

#[cfg(test)]
mod tests {
    use hintsmith_core::model::layer::Layer;

    use super::*;
    use crate::Engine;
    use crate::dto::{AddServerInput, NewServer, NewSource, UndoInput};
    use crate::error::ErrorCode;
    use crate::testing;

    const GET: &str = r#"{"name":"thing","_meta":{"dev.hintsmith/http":{"method":"GET","path":"/"}}}"#;
    const DELETE: &str = r#"{"name":"other","_meta":{"dev.hintsmith/http":{"method":"DELETE","path":"/"}}}"#;
    const POST: &str = r#"{"name":"third","_meta":{"dev.hintsmith/http":{"method":"POST","path":"/"}}}"#;
    /// The method is not part of what the fingerprint covers.
    const STATED: &str = r#"{"name":"fourth","http_method":"GET","description":"GET /things"}"#;

    async fn read_only(engine: &Engine, tool: &str) -> (bool, Layer) {
        let catalog = engine.context.current_catalog().await.unwrap();
        catalog.entry("s", tool).unwrap().resolve().effective_hints().hints.read_only
    }

    fn trust(trusted: bool, loosen: bool) -> MethodTrustInput {
        MethodTrustInput { server: "s".into(), trusted, loosen }
    }

    #[tokio::test]
    async fn trusting_methods_is_confirmed_as_loosening_and_can_be_undone() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[("s", &[GET, DELETE, POST, STATED])]).await;
        assert_eq!(read_only(&engine, "thing").await, (true, Layer::Inferred));
        let refused = engine.servers.set_method_trust(trust(true, false)).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Conflict);
        assert!(refused.message.contains("s.thing: read-only Yes, by the HTTP method GET"), "{refused:?}");
        assert_eq!(read_only(&engine, "thing").await, (true, Layer::Inferred));
        let loosening =
            engine.servers.method_trust_loosening(ServerKey { server: "s".into() }).await.unwrap();
        let named: Vec<&str> = loosening.examples.iter().map(|example| example.tool.as_str()).collect();
        // A repeated deletion has no further effect, which is looser too.
        assert_eq!((loosening.tools, named), (2, vec!["thing", "other"]));

        let view = engine.servers.set_method_trust(trust(true, true)).await.unwrap();
        assert!(view.settings.trusts_methods);
        assert_eq!(read_only(&engine, "thing").await, (true, Layer::Declared));
        assert_eq!(read_only(&engine, "other").await, (false, Layer::Declared));
        assert_eq!(read_only(&engine, "third").await.1, Layer::Inferred);
        assert_eq!(read_only(&engine, "fourth").await.1, Layer::Inferred);
        engine.history.undo(UndoInput { entry: None }).await.unwrap();
        assert_eq!(read_only(&engine, "thing").await, (true, Layer::Inferred));
    }

    #[tokio::test]
    async fn method_trust_ends_with_the_source_and_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[("s", &[GET])]).await;
        engine.servers.set_method_trust(trust(true, true)).await.unwrap();
        let source = NewSource::Demo { tools: Some(3) };
        let server = NewServer { name: "s".into(), source, storage: Vec::new() };
        let consent = engine.servers.preview(server.clone()).await.unwrap().consent;
        let input = AddServerInput { server, consent, open_world: None, trusts_methods: false };
        let view = engine.servers.edit(input.clone()).await.unwrap();
        assert!(!view.settings.trusts_methods);
        engine.servers.set_method_trust(trust(true, true)).await.unwrap();
        engine.servers.remove(ServerKey { server: "s".into() }).await.unwrap();
        assert!(!engine.servers.add(input).await.unwrap().settings.trusts_methods);
    }
}

//! A store in this process with the tools of one server, for the tests of requirements that were written down before
//! the code: `gram`, `nextcloud`, `hypertool`, `gram_functions`, `closient`. Their tests are named by section.

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::api::agents::{AgentReply, AgentScope};
use hintsmith_engine::dto::{
    AddServerInput, DecideInput, FieldDecision, NewServer, NewSource, PreferenceInput, ServerKey, ToolKey,
};
use hintsmith_engine::hint::HintName;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::support::Store;

/// A store with the server `s`, whose tools are those of a saved list.
pub struct Workbench {
    runtime: Runtime,
    pub engine: Arc<Engine>,
    pub store: Store,
}

impl Workbench {
    /// `tools` is a list of tools as a server sends them.
    pub fn new(tools: &Value) -> Self {
        let store = Store::new();
        let path = store.file("s.json", &json!({ "tools": tools }).to_string());
        Self::with_source(store, NewSource::File { path }, false)
    }

    /// The operations of an OpenAPI document, by method, each with the method's name in lower case.
    pub fn with_operations(methods: &[&str]) -> Self {
        Self::from_document(methods, false)
    }

    /// The same, with the switch "trust HTTP methods".
    pub fn with_trusted_operations(methods: &[&str]) -> Self {
        Self::from_document(methods, true)
    }

    fn from_document(methods: &[&str], trusts_methods: bool) -> Self {
        let operation = |method: &&str| {
            let method = method.to_lowercase();
            let operation = json!({"operationId": format!("thing_{method}"), "responses": {}});
            (method, operation)
        };
        let operations: serde_json::Map<String, Value> = methods.iter().map(operation).collect();
        let document = json!({"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things": operations}});
        let store = Store::new();
        let location = store.file("s.openapi.json", &document.to_string());
        Self::with_source(
            store,
            NewSource::OpenApi {
                location,
                operations: Vec::new(),
                base_url: None,
                credentials: Vec::new(),
                token_url: None,
                client_id: None,
                client_secret: None,
            },
            trusts_methods,
        )
    }

    fn with_source(store: Store, source: NewSource, trusts_methods: bool) -> Self {
        let runtime = Runtime::new().unwrap();
        let engine = runtime.block_on(async {
            let engine = Engine::open(store.options()).await.unwrap();
            let server = NewServer { name: "s".to_owned(), source, storage: Vec::new() };
            let consent = engine.servers.preview(server.clone()).await.unwrap().consent;
            let input = AddServerInput { server, consent, open_world: None, trusts_methods };
            engine.servers.add(input).await.unwrap();
            engine.servers.scan(ServerKey { server: "s".to_owned() }, |_| {}).await.unwrap();
            engine
        });
        Self { runtime, engine, store }
    }

    pub fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Everything that the panel of the window and `explain` show about a tool.
    pub fn detail(&self, tool: &str) -> Value {
        let key = ToolKey { server: "s".to_owned(), tool: tool.to_owned() };
        serde_json::to_value(self.wait(self.engine.tools.detail(key)).unwrap()).unwrap()
    }

    pub fn card(&self, tool: &str) -> Value {
        self.detail(tool)["card"].take()
    }

    /// The definition as clients of a proxy get it.
    pub fn served(&self, tool: &str) -> Value {
        serde_json::from_str(self.detail(tool)["effectiveJson"].as_str().unwrap()).unwrap()
    }

    /// The effective values of read-only, destructive, idempotent and open-world.
    pub fn hints(&self, tool: &str) -> [bool; 4] {
        let detail = self.detail(tool);
        [0, 1, 2, 3].map(|at| detail["hints"][at]["value"].as_bool().unwrap())
    }

    pub fn decide(&self, tool: &str, decisions: Vec<FieldDecision>) {
        let input = DecideInput {
            server: "s".to_owned(),
            tool: tool.to_owned(),
            environment: None,
            seen: None,
            decisions,
            because: None,
        };
        self.wait(self.engine.decisions.decide(input)).unwrap();
    }

    pub fn decide_hint(&self, tool: &str, hint: HintName, value: bool) {
        self.decide(tool, vec![FieldDecision::Hint { hint, value: Some(value) }]);
    }

    pub fn prefer(&self, key: &str, value: &str) {
        let input = PreferenceInput { key: key.to_owned(), value: Some(value.to_owned()) };
        self.wait(self.engine.preferences.set(input)).unwrap();
    }

    /// Calls a tool that Hintsmith offers to agents.
    pub fn call_agent_tool(&self, name: &str, arguments: &Value) -> AgentReply {
        self.wait(self.engine.agents.call(&AgentScope::default(), name, arguments)).unwrap()
    }
}

/// A tool without annotations.
pub fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description, "inputSchema": {"type": "object", "properties": {}}})
}

/// A tool with these members of `annotations`.
pub fn annotated(name: &str, annotations: Value) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}, "annotations": annotations})
}

/// The names of the badges on a card.
pub fn badges(card: &Value) -> Vec<&str> {
    card["badges"].as_array().unwrap().iter().map(|badge| badge["kind"].as_str().unwrap()).collect()
}

//! Changes a store without end until it is killed: `writer DATA LIST SEED`. Each acknowledged change is printed as one
//! line of JSON after the engine returned. LIST is a saved `tools/list`, which is rewritten now and then.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hintsmith_engine::dto::{
    AcceptInput, AddServerInput, DecideInput, EnvironmentKey, FieldDecision, NewEnvironment, NewServer,
    NewSource, SeenTool, ServerKey, UndoInput,
};
use hintsmith_engine::hint::HintName;
use hintsmith_engine::{ApiError, Author, Engine, ErrorCode, Options, SecretStore, SecretsOptions};
use serde_json::{Value, json};

const SERVER: &str = "listed";
const TOOLS: u64 = 40;
const ENVIRONMENTS: usize = 3;

type BoxError = Box<dyn Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: writer DATA LIST SEED");
    let (data, list, seed) = (PathBuf::from(next()?), PathBuf::from(next()?), next()?.parse()?);
    let secrets = SecretsOptions { store: SecretStore::File, passphrase: None };
    let author = Author { name: "writer".to_owned(), via: "a test".to_owned() };
    let options =
        Options { data_folder: data, program: "hintsmith".into(), request_timeout: None, secrets, author };
    let mut writer = Writer { engine: Engine::open(options).await?, list, rng_state: seed, round: seed };
    if writer.engine.servers.list().await?.is_empty() {
        writer.add_server().await?;
    }
    loop {
        let event = match writer.step().await {
            Ok(event) => event,
            // Nothing to undo or redo, or the row was changed since.
            Err(failed) if is_refusal(&*failed) => None,
            Err(failed) => return Err(failed),
        };
        if let Some(event) = event {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{event}")?;
            out.flush()?;
        }
    }
}

struct Writer {
    engine: Arc<Engine>,
    list: PathBuf,
    rng_state: u64,
    /// Makes each decision different from all earlier ones.
    round: u64,
}

impl Writer {
    async fn step(&mut self) -> Result<Option<Value>, BoxError> {
        match self.random_below(20) {
            0 => self.accept().await,
            1 => self.toggle_environment().await,
            2 | 3 => {
                let undone = match self.engine.history.undo(UndoInput { entry: None }).await {
                    // Only the server was added so far, which cannot be undone.
                    Err(error) if error.code == ErrorCode::Invalid => return Ok(None),
                    undone => undone?,
                };
                Ok(Some(json!({"act": "undo", "of": undone.entry})))
            }
            4 => {
                let redone = self.engine.history.redo().await?;
                Ok(Some(json!({"act": "redo", "of": redone.entry})))
            }
            5 => self.rescan().await.map(Some),
            _ => self.decide().await.map(Some),
        }
    }

    /// Decides all four hints of a tool at once.
    async fn decide(&mut self) -> Result<Value, BoxError> {
        let tool = self.tool();
        let known = self.engine.environments.list().await?.environments;
        let at = usize::try_from(self.random_below(2 + known.len() as u64))?;
        let environment = known.get(at).map(|environment| environment.name.clone());
        let values = HintName::ALL.map(|hint| (hint, self.random_below(2) == 1));
        self.round = self.round.wrapping_add(1);
        let because = format!("{:x}-{:x}", self.rng_state, self.round);
        let hint = |(hint, value)| FieldDecision::Hint { hint, value: Some(value) };
        let input = DecideInput {
            server: SERVER.to_owned(),
            tool: tool.clone(),
            environment: environment.clone(),
            seen: None,
            decisions: values.map(hint).into(),
            because: Some(because.clone()),
        };
        let entry = self.engine.decisions.decide(input).await?.entry;
        let values: Value =
            values.iter().map(|(hint, value)| (hint.key().to_owned(), json!(value))).collect();
        Ok(json!({
            "act": "decide", "entry": entry, "tool": tool, "environment": environment.unwrap_or_default(),
            "values": values, "because": because,
        }))
    }

    async fn accept(&mut self) -> Result<Option<Value>, BoxError> {
        let key = SeenTool { server: SERVER.to_owned(), tool: self.tool(), seen: None };
        let input = AcceptInput { tools: vec![key], environment: None, loosen: true };
        let entry = self.engine.reviews.accept(input).await?.entry;
        Ok(entry.map(|entry| json!({"act": "accept", "entry": entry})))
    }

    /// Adds an environment, or removes one with all its decisions.
    async fn toggle_environment(&mut self) -> Result<Option<Value>, BoxError> {
        let known = self.engine.environments.list().await?.environments;
        let report = if known.len() < ENVIRONMENTS {
            let name = format!("e{:x}", self.random_below(1 << 32));
            self.engine.environments.add(NewEnvironment { name, copy_of: None }).await?
        } else {
            let at = usize::try_from(self.random_below(ENVIRONMENTS as u64))?;
            self.engine.environments.remove(EnvironmentKey { name: known[at].name.clone() }).await?
        };
        Ok(report.entry.map(|entry| json!({"act": "environment", "entry": entry})))
    }

    async fn rescan(&mut self) -> Result<Value, BoxError> {
        let version = self.random_below(1 << 48);
        write_list(&self.list, version)?;
        let key = ServerKey { server: SERVER.to_owned() };
        self.engine.servers.scan(key, |_| ()).await?;
        Ok(json!({"act": "read", "version": version}))
    }

    async fn add_server(&mut self) -> Result<(), BoxError> {
        write_list(&self.list, 0)?;
        let path = self.list.display().to_string();
        let source = NewSource::File { path };
        let server = NewServer { name: SERVER.to_owned(), source, storage: Vec::new() };
        let consent = self.engine.servers.preview(server.clone()).await?.consent;
        self.engine
            .servers
            .add(AddServerInput { server, consent, open_world: None, trusts_methods: false })
            .await?;
        self.engine.servers.scan(ServerKey { server: SERVER.to_owned() }, |_| ()).await?;
        Ok(())
    }

    fn tool(&mut self) -> String {
        format!("tool_{}", self.random_below(TOOLS))
    }

    /// A pseudo-random number below `below` (xorshift64).
    fn random_below(&mut self, below: u64) -> u64 {
        self.rng_state ^= self.rng_state << 13;
        self.rng_state ^= self.rng_state >> 7;
        self.rng_state ^= self.rng_state << 17;
        self.rng_state % below
    }
}

/// Replaces the list atomically. Every tool names the version in its description.
fn write_list(path: &Path, version: u64) -> std::io::Result<()> {
    let tool = |at| {
        let text = format!("Does number {at} as of version {version}.");
        json!({"name": format!("tool_{at}"), "description": text, "inputSchema": {"type": "object"}})
    };
    let tools: Vec<Value> = (0..TOOLS).map(tool).collect();
    let beside = path.with_extension("new");
    std::fs::write(&beside, json!({"tools": tools}).to_string())?;
    std::fs::rename(beside, path)
}

fn is_refusal(failed: &(dyn Error + 'static)) -> bool {
    let code = failed.downcast_ref::<ApiError>().map(|error| error.code);
    matches!(code, Some(ErrorCode::NotFound | ErrorCode::Conflict))
}

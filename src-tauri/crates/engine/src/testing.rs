//! Test helpers: a real store with servers whose tools are given.

mod approvals;
mod commands;
mod format;
mod gateway_port;
mod json_schema;
mod recording;
mod registry;
mod stores;

use std::path::Path;
use std::sync::Arc;

use crate::api::servers::refresh::FetchedList;
use crate::context::Context;
use crate::dto::{AddServerInput, NewServer, NewSource};
use crate::store::servers::ScanMetadata;
use crate::{Author, Engine, Options, SecretsOptions};

/// Opens an engine with a new store. Each server is given with the raw JSON of its tools.
pub async fn open_engine(folder: &Path, servers: &[(&str, &[&str])]) -> Arc<Engine> {
    let engine = open_engine_as(folder, Author::current_user("a test")).await;
    for (name, tools) in servers {
        let source = NewSource::Demo { tools: None };
        let server = NewServer { name: (*name).to_owned(), source, storage: Vec::new() };
        let consent = engine.servers.preview(server.clone()).await.unwrap().consent;
        engine
            .servers
            .add(AddServerInput { server, consent, open_world: None, trusts_methods: false })
            .await
            .unwrap();
        store_scan(&engine, name, tools).await;
    }
    engine
}

/// A file whose size is not known before it is read: a pipe that holds this many spaces.
#[cfg(target_os = "linux")]
pub struct PipeFile(std::io::PipeReader);

#[cfg(target_os = "linux")]
impl PipeFile {
    pub fn with_spaces(bytes: u64) -> Self {
        use std::io::Read;
        let (reader, mut writer) = std::io::pipe().unwrap();
        // Ends when the reader is dropped, whether or not everything was read.
        std::thread::spawn(move || std::io::copy(&mut std::io::repeat(b' ').take(bytes), &mut writer));
        Self(reader)
    }

    pub fn path(&self) -> std::path::PathBuf {
        use std::os::fd::AsRawFd;
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}

/// Opens an empty store for tests of single services.
pub async fn open_context(folder: &Path) -> Arc<Context> {
    Context::open(options(folder, Author::current_user("a test"))).await.unwrap()
}

/// Opens an engine whose changes are made by this author.
async fn open_engine_as(folder: &Path, author: Author) -> Arc<Engine> {
    Engine::open(options(folder, author)).await.unwrap()
}

fn options(folder: &Path, author: Author) -> Options {
    let (data_folder, program) = (folder.to_owned(), "hintsmith".into());
    Options { data_folder, program, request_timeout: None, secrets: SecretsOptions::default(), author }
}

/// Stores these tools as the result of a scan of the server.
pub async fn store_scan(engine: &Engine, server: &str, tools: &[&str]) {
    let tools = tools.iter().map(|raw| Arc::from(*raw)).collect();
    engine
        .servers
        .store_list(server, FetchedList { tools, metadata: ScanMetadata::default(), ttl: None })
        .await
        .unwrap();
}

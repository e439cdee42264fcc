//! Test helpers: a real store with servers whose tools are given.

mod commands;
mod format;
mod gateway_port;
mod recording;
mod registry;
mod stores;

use std::path::Path;
use std::sync::Arc;

use crate::dto::{AddServerInput, NewServer, NewSource};
use crate::refresh::FetchedList;
use crate::store::servers::ScanMetadata;
use crate::{Author, Engine, Options, SecretsOptions};

/// Opens an engine with a new store. Each server is given with the raw JSON of its tools.
pub async fn open_engine(folder: &Path, servers: &[(&str, &[&str])]) -> Arc<Engine> {
    let engine = open_engine_as(folder, Author::current_user("a test")).await;
    for (name, tools) in servers {
        let source = NewSource::Demo { tools: None };
        let server = NewServer { name: (*name).to_owned(), source, storage: Vec::new() };
        let consent = engine.preview_server(server.clone()).await.unwrap().consent;
        engine.add_server(AddServerInput { server, consent }).await.unwrap();
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

/// Opens an engine whose changes are made by this author.
async fn open_engine_as(folder: &Path, author: Author) -> Arc<Engine> {
    let (data_folder, program) = (folder.to_owned(), "hintsmith".into());
    let secrets = SecretsOptions::default();
    Engine::open(Options { data_folder, program, request_timeout: None, secrets, author }).await.unwrap()
}

/// Stores these tools as the result of a scan of the server.
pub async fn store_scan(engine: &Engine, server: &str, tools: &[&str]) {
    let tools = tools.iter().map(|raw| Arc::from(*raw)).collect();
    engine
        .store_list(server, FetchedList { tools, metadata: ScanMetadata::default(), ttl: None })
        .await
        .unwrap();
}

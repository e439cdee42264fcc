//! Test gateway in front of scripted servers, and its clients.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use hintsmith_mcp::gateway::{GatewayContext, HttpConfig, HttpServer, Server, Source, Timeouts, Token, bind};
use hintsmith_mcp::limits::Limits;
use hintsmith_mcp::proxy::{Approver, CallLog, CallRecord, ProxyOutput, ToolPolicy};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::http_client::{HttpConnection, HttpResponse};
use crate::scripted_server::{ScriptedProcess, ScriptedServer};
pub use crate::test_policies::WithholdingPolicy;

pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

pub struct TestGateway {
    pub address: SocketAddr,
    pub servers: Vec<ScriptedServer>,
    pub policies: Vec<watch::Sender<Arc<dyn ToolPolicy>>>,
    pub tokens: watch::Sender<Vec<Token>>,
    pub context: Arc<GatewayContext>,
    pub http: Arc<HttpServer>,
    pub messages: Arc<Mutex<Vec<String>>>,
    pub records: mpsc::Receiver<CallRecord>,
    pub stop: CancellationToken,
    pub task: JoinHandle<()>,
}

/// Options in which a test differs from the defaults.
pub struct GatewayOptions {
    pub servers: &'static [&'static str],
    pub withheld: &'static [&'static str],
    pub config: fn(&mut HttpConfig),
    pub timeouts: fn(&mut Timeouts),
    pub limits: fn(&mut Limits),
    pub approver: Option<Arc<dyn Approver>>,
    pub own_tools: Option<watch::Receiver<Arc<dyn ToolPolicy>>>,
    pub prefix: Option<bool>,
}

impl Default for GatewayOptions {
    fn default() -> Self {
        Self {
            servers: &["one"],
            withheld: &[],
            config: |_| (),
            timeouts: |_| (),
            limits: |_| (),
            approver: None,
            own_tools: None,
            prefix: None,
        }
    }
}

pub async fn start_gateway() -> TestGateway {
    start_gateway_with(GatewayOptions::default()).await
}

pub async fn start_gateway_with(options: GatewayOptions) -> TestGateway {
    let (mut scripted_servers, mut sources) = (Vec::new(), Vec::new());
    for name in options.servers {
        let server = ScriptedServer::new().await;
        sources.push((*name, Source::Command(server.command())));
        scripted_servers.push(server);
    }
    TestGateway { servers: scripted_servers, ..start_gateway_for(sources, options).await }
}

pub async fn start_gateway_for(sources: Vec<(&str, Source)>, options: GatewayOptions) -> TestGateway {
    let (mut states, mut servers) = (Vec::new(), Vec::new());
    for (name, source) in sources {
        let (sender, policy) =
            watch::channel(Arc::new(WithholdingPolicy(options.withheld)) as Arc<dyn ToolPolicy>);
        servers.push(Server { name: name.to_owned(), source, policy });
        states.push(sender);
    }
    let (context, messages, records) = build_context(servers, &options);
    let (tokens, receiver) = watch::channel(vec![Token::new(TOKEN).unwrap()]);
    let mut config = HttpConfig::new(receiver);
    (options.config)(&mut config);
    let listener = bind("127.0.0.1:0", false).await.unwrap();
    let address = listener.local_addr().unwrap();
    let http = Arc::new(HttpServer::new(Arc::clone(&context), config));
    let stop = CancellationToken::new();
    let (serving, shutdown) = (Arc::clone(&http), stop.clone());
    let task = tokio::spawn(async move { serving.serve(listener, &shutdown).await.unwrap() });
    TestGateway {
        address,
        servers: Vec::new(),
        policies: states,
        tokens,
        context,
        http,
        messages,
        records,
        stop,
        task,
    }
}

type ReportedMessages = Arc<Mutex<Vec<String>>>;

pub fn build_context(
    servers: Vec<Server>,
    options: &GatewayOptions,
) -> (Arc<GatewayContext>, ReportedMessages, mpsc::Receiver<CallRecord>) {
    crate::watchdog::watch();
    let messages = ReportedMessages::default();
    let sink = Arc::clone(&messages);
    let (log, records) = CallLog::new(1_000);
    let mut timeouts = Timeouts::default();
    (options.timeouts)(&mut timeouts);
    let mut limits = Limits::default();
    (options.limits)(&mut limits);
    let mut context = GatewayContext::new(servers)
        .unwrap()
        .with_call_log(log)
        .with_limits(limits)
        .with_timeouts(timeouts)
        .with_output_handler(move |server, output| {
            sink.lock().unwrap().push(match output {
                ProxyOutput::Warning(messages) => format!("{server}: {messages}"),
                ProxyOutput::StrayLine(line) => {
                    format!("{server}: stray: {}", String::from_utf8_lossy(line).trim_end())
                }
            });
        });
    if let Some(approver) = &options.approver {
        context = context.with_approver(Arc::clone(approver));
    }
    if let Some(own) = &options.own_tools {
        context = context.with_own_tools(own.clone());
    }
    if let Some(prefix) = options.prefix {
        context = context.with_prefix(prefix);
    }
    (Arc::new(context), messages, records)
}

pub const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"sampling":{}},"clientInfo":{"name":"tester","version":"1"},"x":1.50}}"#;
pub const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

impl TestGateway {
    pub fn head(&self, method: &str, more: &str) -> String {
        format!(
            "{method} /mcp HTTP/1.1\nhost: {}\nauthorization: Bearer {TOKEN}\ncontent-type: application/json\naccept: application/json, text/event-stream\n{more}",
            self.address
        )
    }

    /// A client with a session and one scripted server.
    pub async fn connect(&self) -> (Client, ScriptedProcess) {
        let (client, mut processes) = self.connect_all(|_| r#"{"tools":{}}"#).await;
        (client, processes.remove(0))
    }

    /// The same with all servers, each with its own capabilities.
    pub async fn connect_all(
        &self,
        capabilities: fn(usize) -> &'static str,
    ) -> (Client, Vec<ScriptedProcess>) {
        let mut connection = HttpConnection::open(self.address).await;
        let head = self.head("POST", "");
        let asking = tokio::spawn(async move {
            let answer = connection.request(&head, INITIALIZE).await;
            (answer, connection)
        });
        let mut processes = Vec::new();
        for (server_index, server) in self.servers.iter().enumerate() {
            let mut process = server.next_process().await;
            process.initialize_with(capabilities(server_index)).await;
            processes.push(process);
        }
        let (response, connection) = asking.await.unwrap();
        let mut client = self.client_from_response(connection, response);
        assert_eq!(client.post(INITIALIZED).await.status, 202);
        for process in &mut processes {
            assert_eq!(process.read_line().await, INITIALIZED);
        }
        (client, processes)
    }

    /// A client from the response to `initialize`.
    pub fn client_from_response(&self, connection: HttpConnection, response: HttpResponse) -> Client {
        assert_eq!(response.status, 200, "{response:?}");
        let session = response.header("mcp-session-id").expect("a session").to_owned();
        let head = self.head("POST", &format!("mcp-session-id: {session}"));
        Client { connection, head, session, initialize_response: response }
    }

    /// The next call log record.
    pub async fn next_record(&mut self) -> CallRecord {
        let record = tokio::time::timeout(crate::scripted_server::TEST_TIMEOUT, self.records.recv()).await;
        record.expect("a call is written down").expect("the gateway is there")
    }

    /// Opens the client's stream for unsolicited messages.
    pub async fn open_stream(&self, client: &Client) -> HttpConnection {
        let mut connection = HttpConnection::open(self.address).await;
        let answer =
            connection.request(&self.head("GET", &format!("mcp-session-id: {}", client.session)), "").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
        connection
    }
}

pub struct Client {
    pub connection: HttpConnection,
    head: String,
    pub session: String,
    pub initialize_response: HttpResponse,
}

impl Client {
    pub async fn post(&mut self, message: &str) -> HttpResponse {
        self.connection.request(&self.head, message).await
    }

    /// Sends without waiting for the response.
    pub async fn send(&mut self, message: &str) {
        let head = self.head.lines().map(|line| format!("{line}\r\n")).collect::<String>();
        let request = format!("{head}content-length: {}\r\n\r\n{message}", message.len());
        self.connection.send(request.as_bytes()).await;
    }

    /// Opens another connection to the same session.
    pub async fn new_connection(&self, gateway: &TestGateway) -> Self {
        let response = HttpResponse { status: 0, headers: Vec::new(), body: String::new() };
        Self {
            connection: HttpConnection::open(gateway.address).await,
            head: self.head.clone(),
            session: self.session.clone(),
            initialize_response: response,
        }
    }
}

impl Client {
    /// Waits until the gateway refuses connections, and returns `None`.
    pub async fn wait_until_refused(&self, gateway: &TestGateway) -> Option<HttpConnection> {
        let refused = async {
            while tokio::net::TcpStream::connect(gateway.address).await.is_ok() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::scripted_server::TEST_TIMEOUT, refused).await.expect("the door closes");
        None
    }
}

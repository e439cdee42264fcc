//! Test gateway in front of scripted servers, and its clients.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use hintsmith_mcp::gateway::{GatewayContext, HttpConfig, HttpServer, Server, Source, Timeouts, Token, bind};
use hintsmith_mcp::limits::Limits;
use hintsmith_mcp::proxy::{Approver, CallLog, CallRecord, ProxyOutput, ToolPolicy};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use crate::decided::Decided;
use crate::http_client::{Answer, Wire};
use crate::scripted_server::{Puppet, Puppets};

pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

pub struct Gate {
    pub address: SocketAddr,
    pub puppets: Vec<Puppets>,
    pub states: Vec<watch::Sender<Arc<dyn ToolPolicy>>>,
    pub tokens: watch::Sender<Vec<Token>>,
    pub offer: Arc<GatewayContext>,
    pub door: Arc<HttpServer>,
    pub words: Arc<Mutex<Vec<String>>>,
    pub records: mpsc::Receiver<CallRecord>,
    pub stop: CancellationToken,
    pub task: JoinHandle<()>,
}

/// Options in which a test differs from the defaults.
pub struct Wanted {
    pub servers: &'static [&'static str],
    pub withheld: &'static [&'static str],
    pub settings: fn(&mut HttpConfig),
    pub patience: fn(&mut Timeouts),
    pub limits: fn(&mut Limits),
    pub approver: Option<Arc<dyn Approver>>,
    pub own: Option<watch::Receiver<Arc<dyn ToolPolicy>>>,
    pub prefix: Option<bool>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            servers: &["one"],
            withheld: &[],
            settings: |_| (),
            patience: |_| (),
            limits: |_| (),
            approver: None,
            own: None,
            prefix: None,
        }
    }
}

pub async fn gate() -> Gate {
    gate_with(Wanted::default()).await
}

pub async fn gate_with(wanted: Wanted) -> Gate {
    let (mut puppets, mut sources) = (Vec::new(), Vec::new());
    for name in wanted.servers {
        let played = Puppets::new().await;
        sources.push((*name, Source::Command(played.command())));
        puppets.push(played);
    }
    Gate { puppets, ..gate_of(sources, wanted).await }
}

pub async fn gate_of(sources: Vec<(&str, Source)>, wanted: Wanted) -> Gate {
    let (mut states, mut servers) = (Vec::new(), Vec::new());
    for (name, source) in sources {
        let (sender, served) = watch::channel(Arc::new(Decided(wanted.withheld)) as Arc<dyn ToolPolicy>);
        servers.push(Server { name: name.to_owned(), source, served });
        states.push(sender);
    }
    let (offer, words, records) = offer(servers, &wanted);
    let (tokens, receiver) = watch::channel(vec![Token::new(TOKEN).unwrap()]);
    let mut settings = HttpConfig::new(receiver);
    (wanted.settings)(&mut settings);
    let listener = bind("127.0.0.1:0", false).await.unwrap();
    let address = listener.local_addr().unwrap();
    let door = Arc::new(HttpServer::new(Arc::clone(&offer), settings));
    let stop = CancellationToken::new();
    let (serving, told) = (Arc::clone(&door), stop.clone());
    let task = tokio::spawn(async move { serving.serve(listener, &told).await.unwrap() });
    Gate { address, puppets: Vec::new(), states, tokens, offer, door, words, records, stop, task }
}

type ElicitationAnswer = Arc<Mutex<Vec<String>>>;

pub fn offer(
    servers: Vec<Server>,
    wanted: &Wanted,
) -> (Arc<GatewayContext>, ElicitationAnswer, mpsc::Receiver<CallRecord>) {
    crate::watchdog::watch();
    let words = ElicitationAnswer::default();
    let heard = Arc::clone(&words);
    let (log, records) = CallLog::new(1_000);
    let mut patience = Timeouts::default();
    (wanted.patience)(&mut patience);
    let mut limits = Limits::default();
    (wanted.limits)(&mut limits);
    let mut offer = GatewayContext::new(servers).unwrap().log(log).limits(limits).patience(patience).talk(
        move |server, said| {
            heard.lock().unwrap().push(match said {
                ProxyOutput::Words(words) => format!("{server}: {words}"),
                ProxyOutput::Stray(line) => {
                    format!("{server}: stray: {}", String::from_utf8_lossy(line).trim_end())
                }
            });
        },
    );
    if let Some(approver) = &wanted.approver {
        offer = offer.approver(Arc::clone(approver));
    }
    if let Some(own) = &wanted.own {
        offer = offer.own(own.clone());
    }
    if let Some(prefix) = wanted.prefix {
        offer = offer.prefix(prefix);
    }
    (Arc::new(offer), words, records)
}

pub const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"sampling":{}},"clientInfo":{"name":"tester","version":"1"},"x":1.50}}"#;
pub const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

impl Gate {
    pub fn head(&self, method: &str, more: &str) -> String {
        format!(
            "{method} /mcp HTTP/1.1\nhost: {}\nauthorization: Bearer {TOKEN}\ncontent-type: application/json\naccept: application/json, text/event-stream\n{more}",
            self.address
        )
    }

    /// A client with a session and one scripted server.
    pub async fn enter(&self) -> (Client, Puppet) {
        let (client, mut puppets) = self.enter_all(|_| r#"{"tools":{}}"#).await;
        (client, puppets.remove(0))
    }

    /// The same with all servers, each with its own capabilities.
    pub async fn enter_all(&self, capabilities: fn(usize) -> &'static str) -> (Client, Vec<Puppet>) {
        let mut wire = Wire::open(self.address).await;
        let head = self.head("POST", "");
        let asking = tokio::spawn(async move {
            let answer = wire.ask(&head, INITIALIZE).await;
            (answer, wire)
        });
        let mut puppets = Vec::new();
        for (place, played) in self.puppets.iter().enumerate() {
            let mut puppet = played.next().await;
            puppet.greet(capabilities(place)).await;
            puppets.push(puppet);
        }
        let (welcome, wire) = asking.await.unwrap();
        let mut client = self.client(wire, welcome);
        assert_eq!(client.post(INITIALIZED).await.status, 202);
        for puppet in &mut puppets {
            assert_eq!(puppet.line().await, INITIALIZED);
        }
        (client, puppets)
    }

    /// A client from the response to `initialize`.
    pub fn client(&self, wire: Wire, welcome: Answer) -> Client {
        assert_eq!(welcome.status, 200, "{welcome:?}");
        let session = welcome.header("mcp-session-id").expect("a session").to_owned();
        let head = self.head("POST", &format!("mcp-session-id: {session}"));
        Client { wire, head, session, welcome }
    }

    /// The next call log record.
    pub async fn record(&mut self) -> CallRecord {
        let record = tokio::time::timeout(crate::scripted_server::PATIENCE, self.records.recv()).await;
        record.expect("a call is written down").expect("the gateway is there")
    }

    /// Opens the client's stream for unsolicited messages.
    pub async fn listen(&self, client: &Client) -> Wire {
        let mut wire = Wire::open(self.address).await;
        let answer = wire.ask(&self.head("GET", &format!("mcp-session-id: {}", client.session)), "").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
        wire
    }
}

pub struct Client {
    pub wire: Wire,
    head: String,
    pub session: String,
    pub welcome: Answer,
}

impl Client {
    pub async fn post(&mut self, message: &str) -> Answer {
        self.wire.ask(&self.head, message).await
    }

    /// Sends without waiting for the response.
    pub async fn begin(&mut self, message: &str) {
        let head = self.head.lines().map(|line| format!("{line}\r\n")).collect::<String>();
        let request = format!("{head}content-length: {}\r\n\r\n{message}", message.len());
        self.wire.send(request.as_bytes()).await;
    }

    /// Opens another connection to the same session.
    pub async fn again(&self, gate: &Gate) -> Self {
        let welcome = Answer { status: 0, headers: Vec::new(), body: String::new() };
        Self {
            wire: Wire::open(gate.address).await,
            head: self.head.clone(),
            session: self.session.clone(),
            welcome,
        }
    }
}

impl Client {
    /// Waits until the gateway refuses connections, and returns `None`.
    pub async fn again_or_closed(&self, gate: &Gate) -> Option<Wire> {
        let refused = async {
            while tokio::net::TcpStream::connect(gate.address).await.is_ok() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::scripted_server::PATIENCE, refused).await.expect("the door closes");
        None
    }
}

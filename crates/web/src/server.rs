//! The server as a whole: what all connections share, how it starts and how it ends.

use crate::farm::OpenFarm;
use crate::friends::Tables;
use crate::guard::{Exposure, guard};
use crate::limits::{Connections, Limiter, Rate};
use crate::pool::{Budget, Pool};
use crate::store::{Quota, Store, new_id};
use crate::{api, assets, socket};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{any, get};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// Port when nobody chooses one.
const PORT: u16 = 7300;
/// Ports tried when the first is taken.
const PORTS_TRIED: u16 = 50;
/// Longest body of a request, in bytes.
const BODY_BYTES: usize = 2 << 20;
/// Connections of all visitors.
const MOST_CONNECTIONS: usize = 1024;
/// Connections of one address, where others come too.
const MOST_OF_ONE: usize = 64;
/// Tries of one address to come into a class: a whole room may share one.
#[cfg(target_os = "linux")]
const ENTRIES: Rate = Rate { per_second: 0.5, burst: 100.0 };
/// How long a server that ends waits for its connections.
const FAREWELL: Duration = Duration::from_secs(3);
/// How often it looks whether it should end.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address to listen on.
    pub host: IpAddr,
    /// First port to try; 0 for any.
    pub port: u16,
    /// Folder of saved games; the user's data folder when left out.
    pub data_dir: Option<PathBuf>,
    /// Folder of the page's files, instead of those inside the program.
    pub web_dir: Option<PathBuf>,
    /// The origin under which a proxy shows the page, such as `https://luozi.example`.
    pub public_url: Option<String>,
    /// Tournament files to show.
    pub events: Vec<PathBuf>,
    /// Memory of all searches together, in MiB.
    pub memory_mb: u64,
    /// The farm whose figures are told, and whose workers play the games of the class, such as `postgres://…`.
    pub farm: Option<String>,
    /// The class that the server is for.
    #[cfg(target_os = "linux")]
    pub class: Option<ClassOptions>,
}

/// A class to serve.
#[cfg(target_os = "linux")]
#[derive(Clone, Debug)]
pub struct ClassOptions {
    /// Where its data base and the uploads lie; made if it is not there.
    pub folder: PathBuf,
    /// Games that this process plays at once; half of the cores when left out, none with a farm.
    pub games: Option<usize>,
    /// Whether a link for the teacher is told although there is one already.
    pub teacher_link: bool,
    /// What starts bots: a program whose `main` calls the arena's supervisor; this one when left out.
    pub host: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: Ipv4Addr::LOCALHOST.into(),
            port: PORT,
            data_dir: None,
            web_dir: None,
            public_url: None,
            events: Vec::new(),
            memory_mb: 512,
            farm: None,
            #[cfg(target_os = "linux")]
            class: None,
        }
    }
}

/// A server that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No port is free, or the address is not this machine's.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address with the last port that was tried.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The public address is no origin.
    #[error("--public-url `{0}` is no origin; expected something like https://luozi.example, without a path")]
    PublicUrl(String),
    /// The system does not cooperate.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not even a store in memory can be made.
    #[error("the store of saved games: {0}")]
    Store(#[from] sqlx::Error),
    /// The farm cannot be opened.
    #[error("--farm: {0}")]
    Farm(String),
    /// The class cannot be served.
    #[cfg(target_os = "linux")]
    #[error("--class: {0}")]
    Class(#[from] crate::class::ClassError),
}

/// What all connections share.
pub struct Server {
    pub(crate) exposure: Exposure,
    /// Where it listens.
    address: SocketAddr,
    pub(crate) pool: Arc<Pool>,
    pub(crate) store: Store,
    pub(crate) requests: Limiter,
    pub(crate) connections: Arc<Connections>,
    /// Changes with every start.
    pub(crate) instance: String,
    pub(crate) web_dir: Option<PathBuf>,
    /// Games between two people.
    pub(crate) tables: Tables,
    /// Places for those who have a position proven.
    pub(crate) proofs: Arc<Semaphore>,
    /// The farm that it was told of.
    pub(crate) farm: Option<OpenFarm>,
    #[cfg(target_os = "linux")]
    pub(crate) events: crate::events::Events,
    /// The class that this server is for.
    #[cfg(target_os = "linux")]
    pub(crate) class: Option<Arc<crate::class::Class>>,
    /// Tries to come into the class.
    #[cfg(target_os = "linux")]
    pub(crate) entries: Limiter,
    /// The secret of a link that makes its user the teacher of the class.
    #[cfg(target_os = "linux")]
    teacher_link: Option<String>,
    /// True when the server ends.
    pub(crate) ending: watch::Receiver<bool>,
}

/// Runs a server until `stop` is set. `ready` gets the address of the page when it can be opened.
pub fn run(options: Options, stop: &AtomicBool, ready: impl FnOnce(&str, &Server)) -> Result<(), ServeError> {
    // Without it the server needs more memory than it must, but serves all the same.
    crate::memory::return_large_blocks();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(serve(options, stop, ready));
    // Searches end with their connections; whatever still runs is not waited for.
    runtime.shutdown_timeout(FAREWELL);
    result
}

async fn serve(options: Options, stop: &AtomicBool, ready: impl FnOnce(&str, &Server)) -> Result<(), ServeError> {
    let (ending, watcher) = watch::channel(false);
    let exposure = exposure(&options)?;
    let listener = listen(options.host, options.port).await?;
    let address = listener.local_addr()?;
    #[cfg(target_os = "linux")]
    let class_options = options.class.clone();
    let server = Arc::new(Server::open(options, exposure, address, watcher).await?);
    let keeper = Arc::clone(&server);
    tokio::spawn(async move { keeper.tables.keep(&keeper.store).await });
    // Ends before the function does, and with it whatever it plays or compiles.
    #[cfg(target_os = "linux")]
    let runner = match (&server.class, class_options) {
        (Some(class), Some(options)) => Some(crate::class::Runner::open(class, &options, server.farm.as_ref())?),
        _ => None,
    };
    let router = router(&server).into_make_service_with_connect_info::<SocketAddr>();
    ready(&page_address(address), &server);

    let mut told = ending.subscribe();
    let graceful = async move { drop(told.wait_for(|ending| *ending).await) };
    let serving = tokio::spawn(axum::serve(listener, router).with_graceful_shutdown(graceful).into_future());
    // Relaxed: the flag carries no data.
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(STOP_CHECK).await;
    }
    ending.send_replace(true);
    #[cfg(target_os = "linux")]
    let ended = tokio::task::spawn_blocking(move || drop(runner));
    // Connections that do not end in time are cut.
    let _ = tokio::time::timeout(FAREWELL, async {
        let _ = serving.await;
        while server.connections.count() > 0 {
            tokio::time::sleep(STOP_CHECK).await;
        }
    })
    .await;
    server.tables.write(&server.store).await;
    #[cfg(target_os = "linux")]
    let _ = ended.await;
    Ok(())
}

/// How the server will be reached.
fn exposure(options: &Options) -> Result<Exposure, ServeError> {
    let Some(url) = &options.public_url else {
        return Ok(if options.host.is_loopback() { Exposure::Local } else { Exposure::Network });
    };
    let origin = url.trim_end_matches('/');
    let scheme = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    match scheme {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {
            Ok(Exposure::Public { origin: origin.to_string() })
        }
        _ => Err(ServeError::PublicUrl(url.clone())),
    }
}

/// Listens on the port or the next free one.
async fn listen(host: IpAddr, port: u16) -> Result<TcpListener, ServeError> {
    let last = if port == 0 { 0 } else { port.saturating_add(PORTS_TRIED) };
    let mut chosen = port;
    loop {
        let address = SocketAddr::new(host, chosen);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(e) if e.kind() == io::ErrorKind::AddrInUse && chosen < last => chosen += 1,
            Err(error) => return Err(ServeError::Listen { address, error }),
        }
    }
}

/// What to type into a browser on this machine.
fn page_address(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::from(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(host, address.port()))
}

impl Server {
    async fn open(
        options: Options,
        exposure: Exposure,
        address: SocketAddr,
        ending: watch::Receiver<bool>,
    ) -> Result<Server, ServeError> {
        let own_folder = || directories::ProjectDirs::from("", "", "luozi").map(|dirs| dirs.data_dir().to_path_buf());
        let folder = options.data_dir.or_else(own_folder);
        let hosted = exposure.is_hosted();
        let quota = match hosted {
            false => Quota { games: 100_000, bytes: 1 << 34 },
            true => Quota { games: 1000, bytes: 32 << 20 },
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        #[cfg(target_os = "linux")]
        let (class, teacher_link) = match &options.class {
            Some(options) => {
                let class = crate::class::Class::open(&options.folder).await?;
                let link = class.teacher_link(options.teacher_link).await?;
                (Some(Arc::new(class)), link)
            }
            None => (None, None),
        };
        #[cfg(target_os = "linux")]
        let class_folder = options.class.map(|class| class.folder);
        #[cfg(not(target_os = "linux"))]
        let class_folder = None;
        let farm = match options.farm {
            Some(address) => Some(OpenFarm::open(address, class_folder).await.map_err(ServeError::Farm)?),
            None => None,
        };
        let per_visitor = if hosted { 4 } else { usize::MAX };
        let budget = Budget { memory_mb: options.memory_mb, cores, per_visitor };
        let store = Store::open(folder.as_deref(), quota).await?;
        Ok(Server {
            exposure,
            address,
            pool: Pool::new(budget),
            tables: Tables::back(&store).await,
            proofs: Arc::new(Semaphore::new(cores.div_ceil(2))),
            farm,
            store,
            requests: Limiter::new(Rate { per_second: 100.0, burst: 500.0 }),
            connections: Connections::new(MOST_CONNECTIONS, if hosted { MOST_OF_ONE } else { MOST_CONNECTIONS }),
            instance: new_id(),
            web_dir: options.web_dir,
            #[cfg(target_os = "linux")]
            events: crate::events::Events::new(options.events, folder.as_deref()),
            #[cfg(target_os = "linux")]
            class,
            #[cfg(target_os = "linux")]
            entries: Limiter::new(ENTRIES),
            #[cfg(target_os = "linux")]
            teacher_link,
            ending,
        })
    }

    /// Where others on the network find the page; nothing where only this machine is let in, or a proxy knows better.
    pub fn origins(&self) -> Vec<String> {
        if self.exposure != Exposure::Network {
            return Vec::new();
        }
        let found = match self.address.ip() {
            ip if !ip.is_unspecified() => vec![ip],
            any => {
                let own = if_addrs::get_if_addrs().unwrap_or_default();
                let reached = own.into_iter().filter(|one| !one.is_loopback() && !one.is_link_local());
                // Addresses of version 6 are long and change: they stand behind the others.
                let mut found: Vec<IpAddr> =
                    reached.map(|one| one.ip()).filter(|ip| any.is_ipv6() || ip.is_ipv4()).collect();
                found.sort_by_key(IpAddr::is_ipv6);
                found
            }
        };
        found.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, self.address.port()))).collect()
    }

    /// The part of the address, behind that of the page, by which the teacher comes into the class; it works once.
    #[cfg(target_os = "linux")]
    pub fn teacher_link(&self) -> Option<String> {
        self.teacher_link.as_ref().map(|token| format!("#/class/enter={token}"))
    }

    /// Whether the server is for a class.
    pub fn has_class(&self) -> bool {
        #[cfg(target_os = "linux")]
        let has = self.class.is_some();
        #[cfg(not(target_os = "linux"))]
        let has = false;
        has
    }

    /// The origin under which a proxy shows the page.
    pub fn public_origin(&self) -> Option<&str> {
        match &self.exposure {
            Exposure::Public { origin } => Some(origin),
            Exposure::Local | Exposure::Network => None,
        }
    }

    /// What the user should know about saved games, in words.
    pub fn notice(&self) -> Option<String> {
        let notice = self.store.notice()?;
        let (path, reason) = (notice.args.get("path"), notice.args.get("reason").map_or("", String::as_str));
        Some(match path {
            Some(path) => format!("saved games could not be read ({reason}); the file was set aside as {path}"),
            None => format!("nothing will be saved: {reason}"),
        })
    }
}

fn router(server: &Arc<Server>) -> Router {
    Router::new()
        .route("/ws", any(socket::upgrade))
        .route("/healthz", get(api::health))
        .route("/metrics", get(api::metrics))
        .nest("/api", api::router())
        .fallback(page)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(server), guard))
        .with_state(Arc::clone(server))
}

async fn page(State(server): State<Arc<Server>>, request: Request) -> Response {
    assets::serve(request.uri().path(), request.headers(), server.web_dir.as_deref())
}

//! `luozi serve`: the page and its engine on this machine.

use crate::error::bad_input;
use crate::farm;
use crate::interrupt;
use crate::options::memory;
use luozi::web::{self, Options, ServeError, Server};
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;

/// Start the engine and the web page, and open it in the browser
///
/// Listens on this machine only, unless --host says otherwise; docs/hosting.md tells how to do that safely. Saved games,
/// settings and awards are one file in your data folder. Ctrl-C ends it.
/// Example: luozi serve --port 7300 --no-open
#[derive(clap::Args)]
pub struct Args {
    /// Address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = Options::default().host)]
    host: IpAddr,
    /// Port; the next free one when it is taken, any with 0
    #[arg(long, value_name = "N", default_value_t = Options::default().port)]
    port: u16,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
    /// Folder of saved games, settings and awards; your data folder when left out
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
    /// Tournament file of `match`, `ladder` or `sprt` (--db) to show; may be repeated
    #[arg(long, value_name = "FILE.db")]
    events: Vec<PathBuf>,
    /// Memory of all searches together, such as 1GB
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "512MB")]
    memory: u64,
    /// The address under which a proxy shows the page, such as https://luozi.example
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Folder of the page's files, for those who work on it
    #[arg(long, value_name = "FOLDER")]
    web_dir: Option<PathBuf>,
    /// Folder of a class: a ladder of the bots of one course, with a teacher and students; docs/class.md
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "FOLDER")]
    class: Option<PathBuf>,
    /// A farm, such as postgres://user:password@host/luozi: /metrics tells its figures, its workers play the class; docs/farm.md
    #[arg(long, value_name = "URL")]
    farm: Option<String>,
    /// Games of the class that this program plays at once; half of the cores when left out, none with --farm
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "N", requires = "class")]
    class_games: Option<usize>,
    /// Make a new link for a teacher of the class, although there is one already
    #[cfg(target_os = "linux")]
    #[arg(long, requires = "class")]
    teacher_link: bool,
    /// Print one line of JSON with the address when the page is ready, and open nothing
    #[arg(long)]
    json: bool,
}

/// What a start without any command does.
impl Default for Args {
    fn default() -> Args {
        let Options { host, port, memory_mb, .. } = Options::default();
        Args {
            host,
            port,
            no_open: false,
            data_dir: None,
            events: Vec::new(),
            memory: memory_mb,
            public_url: None,
            web_dir: None,
            #[cfg(target_os = "linux")]
            class: None,
            farm: None,
            #[cfg(target_os = "linux")]
            class_games: None,
            #[cfg(target_os = "linux")]
            teacher_link: false,
            json: false,
        }
    }
}

/// Serves until Ctrl-C.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.farm.is_some() {
        farm::log_to_stderr(false);
    }
    let options = Options {
        host: args.host,
        port: args.port,
        data_dir: args.data_dir.clone(),
        web_dir: args.web_dir.clone(),
        public_url: args.public_url.clone(),
        events: args.events.clone(),
        memory_mb: args.memory,
        farm: args.farm.clone(),
        #[cfg(target_os = "linux")]
        class: args.class.clone().map(|folder| web::ClassOptions {
            folder,
            games: args.class_games,
            teacher_link: args.teacher_link,
            host: None,
        }),
    };
    web::run(options, interrupt::flag(), |url, server| announce(args, url, server)).map_err(|e| match e {
        ServeError::Listen { .. } | ServeError::PublicUrl(_) | ServeError::Farm(_) => bad_input(e),
        #[cfg(target_os = "linux")]
        ServeError::Class(web::ClassError::NotOurs(_) | web::ClassError::InUse(_) | web::ClassError::Walls(_)) => {
            bad_input(e)
        }
        #[cfg(target_os = "linux")]
        ServeError::Class(_) => e.into(),
        ServeError::Io(_) | ServeError::Store(_) => e.into(),
    })
}

/// Says where the page is. Nobody reading that is no reason to end.
fn announce(args: &Args, url: &str, server: &Server) {
    let mut stderr = std::io::stderr();
    if let Some(notice) = server.notice() {
        let _ = writeln!(stderr, "luozi: {notice}");
    }
    #[cfg(target_os = "linux")]
    if let Some(link) = server.teacher_link() {
        let page = server.public_origin().map_or(url.to_string(), |origin| format!("{origin}/"));
        let _ = writeln!(
            stderr,
            "The teacher of the class comes in by this link; it works once, within a week:\n{page}{link}"
        );
    }
    let mut stdout = std::io::stdout();
    if args.json {
        let _ = writeln!(stdout, "{}", serde_json::json!({ "url": url }));
    } else {
        let _ = writeln!(stdout, "{url}");
        let _ = writeln!(stderr, "Open this address in a browser. Ctrl-C ends the server.");
        for origin in server.origins() {
            let _ = writeln!(stderr, "Others on the network find it at {origin}/");
        }
    }
    let _ = stdout.flush();
    if !args.json && !args.no_open && open::that_detached(url).is_err() {
        let _ = writeln!(stderr, "(no browser could be started)");
    }
}

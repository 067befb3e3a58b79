//! Who is asking: every request passes here first.
//!
//! 1. The `Host` must be this server's, so that no other name can be pointed at a local server.
//! 2. An `Origin`, which browsers send whenever another page could be behind a request, must be this page's.
//! 3. Nobody asks too often.
//! 4. With several visitors, a cookie keeps them apart; a local server has a single user.
//!
//! Every answer gets the headers that keep foreign content out.

use crate::problem::{Code, Problem};
use crate::server::Server;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// The cookie that keeps visitors apart.
const COOKIE: &str = "luozi_visitor";
/// The only user of a local server.
const LOCAL: &str = "local";

/// Content comes from here and nowhere else.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Who sent a request, as far as it can be told.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Whose games they are.
    pub id: Arc<str>,
    /// The address that requests are counted by; behind a proxy on this machine the one that the proxy names.
    pub address: IpAddr,
    /// Whether it sits at this machine, beyond doubt.
    pub is_here: bool,
}

/// How the server is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exposure {
    /// By its only user, on this machine.
    Local,
    /// By anybody who can reach the machine.
    Network,
    /// Through a proxy, under this origin.
    Public {
        /// Such as `https://luozi.example`.
        origin: String,
    },
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// A host without its port; `[::1]:80` is an address too.
fn without_port(host: &str) -> &str {
    match host.rfind(':') {
        Some(colon) if !host[colon..].contains(']') => &host[..colon],
        _ => host,
    }
}

fn is_local_name(host: &str) -> bool {
    let name = without_port(host).trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl Exposure {
    /// More than one person may come.
    pub fn is_hosted(&self) -> bool {
        *self != Exposure::Local
    }

    /// Whether browsers reach the page by an encrypted connection.
    pub fn is_encrypted(&self) -> bool {
        matches!(self, Exposure::Public { origin } if origin.starts_with("https:"))
    }

    /// May this request be answered, as far as the page behind it is concerned?
    fn admits(&self, headers: &HeaderMap) -> bool {
        let host = text(headers, &header::HOST);
        let origin = text(headers, &header::ORIGIN);
        let same_host = |origin: &str| {
            let uri = origin.parse::<Uri>().ok();
            uri.as_ref().and_then(|uri| uri.authority()).is_some_and(|authority| Some(authority.as_str()) == host)
        };
        match self {
            Exposure::Local => host.is_some_and(is_local_name) && origin.is_none_or(same_host),
            Exposure::Network => origin.is_none_or(same_host),
            Exposure::Public { origin: own } => origin.is_none_or(|origin| origin == own),
        }
    }

    /// Where a request comes from. A proxy on this machine says it in a header.
    fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || headers.get("x-forwarded-for")?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
        let behind_proxy = matches!(self, Exposure::Public { .. }) && peer.ip().is_loopback();
        behind_proxy.then(forwarded).flatten().unwrap_or(peer.ip())
    }

    /// Whether a request comes from this machine beyond doubt. A proxy makes those of everybody come from its own machine, and not
    /// every proxy says so; a page under another name for this address may have sent it from a browser here.
    fn is_here(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        match self {
            Exposure::Local => true,
            Exposure::Network => {
                let through_proxy = headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
                let own_name = text(headers, &header::HOST).is_some_and(is_local_name);
                peer.ip().to_canonical().is_loopback() && own_name && !through_proxy
            }
            Exposure::Public { .. } => false,
        }
    }
}

/// The visitor that a cookie names, if it is one of ours.
fn known_visitor(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let id = pairs.into_iter().find(|(name, _)| *name == COOKIE)?.1;
    let hexadecimal = id.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    (id.len() == 32 && hexadecimal).then_some(id)
}

/// Lets a request through, or says why not.
pub async fn guard(
    State(server): State<Arc<Server>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let exposure = &server.exposure;
    let headers = request.headers();
    let address = exposure.address(peer, headers);
    let is_here = exposure.is_here(peer, headers);
    let mut new_cookie = None;
    let mut response = if !exposure.admits(headers) {
        let text = "this request comes from another page, or under another name than this server's";
        Problem::new(Code::Origin, text, serde_json::json!({})).into_response()
    } else if let Err(wait) = server.requests.take(address, Instant::now()) {
        let args = serde_json::json!({ "wait_ms": wait.as_millis() as u64 });
        Problem::new(Code::Rate, "too many requests; wait a moment", args).into_response()
    } else {
        let id: Arc<str> = match (exposure.is_hosted(), known_visitor(headers)) {
            (false, _) => LOCAL.into(),
            (true, Some(id)) => id.into(),
            (true, None) => {
                let id = format!("{}{}", crate::store::new_id(), crate::store::new_id());
                new_cookie = HeaderValue::from_str(&cookie(&id, exposure)).ok();
                id.into()
            }
        };
        request.extensions_mut().insert(Visitor { id, address, is_here });
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(cookie) = new_cookie {
        // The answer may have a cookie of its own, such as that of a class.
        headers.append(header::SET_COOKIE, cookie);
    }
    response
}

fn cookie(id: &str, exposure: &Exposure) -> String {
    let secure = if exposure.is_encrypted() { "; Secure" } else { "" };
    format!("{COOKIE}={id}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    fn admits(exposure: &Exposure, host: &str, origin: Option<&str>) -> bool {
        let mut all = vec![(header::HOST, host)];
        all.extend(origin.map(|origin| (header::ORIGIN, origin)));
        exposure.admits(&headers(&all))
    }

    #[test]
    fn a_local_server_answers_to_its_own_names_and_pages_only() {
        let local = Exposure::Local;
        assert!(admits(&local, "127.0.0.1:7300", None));
        assert!(admits(&local, "localhost:7300", Some("http://localhost:7300")));
        assert!(admits(&local, "[::1]:7300", Some("http://[::1]:7300")));
        assert!(!admits(&local, "evil.example:7300", None), "another name for this address");
        assert!(!admits(&local, "127.0.0.1:7300", Some("http://evil.example")));
        assert!(!admits(&local, "127.0.0.1:7300", Some("http://127.0.0.1:7301")), "another port is another page");
        assert!(!admits(&local, "127.0.0.1:7300", Some("null")));
        assert!(!local.admits(&HeaderMap::new()));
    }

    #[test]
    fn a_hosted_server_compares_origin_and_host_or_knows_its_origin() {
        assert!(admits(&Exposure::Network, "10.0.0.5:7300", Some("http://10.0.0.5:7300")));
        assert!(!admits(&Exposure::Network, "10.0.0.5:7300", Some("http://evil.example")));
        let public = Exposure::Public { origin: "https://luozi.example".to_string() };
        assert!(admits(&public, "127.0.0.1:7300", Some("https://luozi.example")));
        assert!(!admits(&public, "luozi.example", Some("http://luozi.example")));
    }

    #[test]
    fn only_a_proxy_on_this_machine_may_name_another_address() {
        let forwarded = headers(&[(HeaderName::from_static("x-forwarded-for"), "1.1.1.1, 9.9.9.9")]);
        let public = Exposure::Public { origin: String::new() };
        let at = |ip: [u8; 4]| SocketAddr::from((ip, 1));
        assert_eq!(public.address(at([127, 0, 0, 1]), &forwarded), IpAddr::from([9, 9, 9, 9]));
        assert_eq!(public.address(at([8, 8, 8, 8]), &forwarded), IpAddr::from([8, 8, 8, 8]));
        assert_eq!(Exposure::Network.address(at([127, 0, 0, 1]), &forwarded), IpAddr::from([127, 0, 0, 1]));
    }

    #[test]
    fn nobody_from_elsewhere_passes_for_the_user_of_this_machine() {
        let host = |host| vec![(header::HOST, host)];
        let with = |name, value| [host("localhost:7300"), vec![(name, value)]].concat();
        let (here, there): ([u8; 4], [u8; 4]) = ([127, 0, 0, 1], [10, 0, 0, 9]);
        let is_here = |exposure: &Exposure, ip: [u8; 4], pairs: Vec<(HeaderName, &str)>| {
            exposure.is_here(SocketAddr::from((ip, 1)), &headers(&pairs))
        };
        assert!(is_here(&Exposure::Local, here, host("127.0.0.1:7300")));
        let network = Exposure::Network;
        assert!(is_here(&network, here, host("127.0.0.1:7300")));
        assert!(is_here(&network, here, host("localhost:7300")));
        assert!(network.is_here("[::ffff:127.0.0.1]:1".parse().unwrap(), &headers(&host("localhost:7300"))));
        assert!(!is_here(&network, there, host("localhost:7300")), "a name can be claimed, an address cannot");
        assert!(!is_here(&network, here, host("evil.example:7300")), "another name for this address");
        assert!(!is_here(&network, here, vec![]));
        assert!(!is_here(&network, here, with(HeaderName::from_static("x-forwarded-for"), "9.9.9.9")));
        assert!(!is_here(&network, here, with(header::FORWARDED, "for=9.9.9.9")));
        let public = Exposure::Public { origin: "https://luozi.example".to_string() };
        assert!(!is_here(&public, here, host("127.0.0.1:7300")), "what a proxy sends that tells nothing");
    }

    #[test]
    fn foreign_cookies_are_no_visitors() {
        let id = "0123456789abcdef0123456789abcdef";
        let with = |text: &str| known_visitor(&headers(&[(header::COOKIE, text)])).map(str::to_string);
        assert_eq!(with(&format!("a=b; {COOKIE}={id}")).as_deref(), Some(id));
        assert_eq!(with(&format!("{COOKIE}=../../etc/passwd")), None);
        assert_eq!(with("other=1"), None);
    }
}

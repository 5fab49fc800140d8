use std::sync::atomic::Ordering;

use reqwest::header::{AUTHORIZATION, HeaderValue};

use super::*;
use crate::egress::EgressSettings;
use crate::test_server::{Answers, Server, reply};

const LIMIT: Duration = Duration::from_secs(5);

fn settings(allowed: &[String], private: &[String]) -> EgressSettings {
    EgressSettings { allowed_hosts: allowed.to_vec(), allow_private: private.to_vec() }
}

fn get(url: CheckedUrl) -> EgressRequest {
    EgressRequest { method: Method::GET, url, headers: HeaderMap::new(), body: None, follow_redirects: true }
}

/// Hosts that mean this machine or its neighbours, in many disguises. `P` becomes the listener's port.
const HOSTS: [&str; 100] = [
    "127.0.0.1",
    "127.0.0.2",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0",
    "0.0",
    "00.00.00.00",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0x7F000001",
    "0x7f.0.0.1",
    "0x7f.1",
    "0177.0.0.1",
    "0177.1",
    "0177.0.0.01",
    "127.0.0.01",
    "127.0.0.0x1",
    "127.0.0.1.",
    "2130706433.",
    "0x7f.1.",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    "127.0.0.1%00",
    "１２７.0.0.1",
    "127。0。0。1",
    "①②⑦.0.0.1",
    "127.0.0.1%20",
    "3232235521",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[0000::0001]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
    "[fe80::1%25lo]",
    "[fe80::1%lo]",
    "[::1%25lo]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fec0::1]",
    "[ff02::1]",
    "[2a00::5efe:7f00:1]",
    "[::1].",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost..",
    "a.localhost",
    "localhost.localdomain",
    "ip6-localhost",
    "loopback",
    "%6cocalhost",
    "lоcalhost",
    "ⓛocalhost",
    "local\u{200b}host",
    "loc\u{ad}alhost",
    "printer.local",
    "x.local.",
    "metadata.google.internal",
    "metadata.internal",
    "metadata",
    "instance-data",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
    "host.docker.internal",
    "gateway.lan",
    "router.home",
    "nas.home.arpa",
    "1.0.0.127.in-addr.arpa",
    "db.corp",
    "wiki.intranet",
    "site.onion",
    "169.254.169.254",
    "2852039166",
    "0xA9FEA9FE",
    "0251.0376.0251.0376",
    "169.254.43518",
    "[::ffff:169.254.169.254]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "user@127.0.0.1",
    "example.com@127.0.0.1",
];

/// Whole URLs that are read differently by different programs. `P` becomes the listener's port.
const URLS: [&str; 30] = [
    "https://example.com\\@127.0.0.1:P/",
    "https://127.0.0.1:P\\@example.com/",
    "https://example.com@127.0.0.1:P/",
    "https://example.com:443@127.0.0.1:P/",
    "https://127.0.0.1:P#@example.com/",
    "https://127.0.0.1:P?@example.com/",
    "https:127.0.0.1:P/",
    "https:/127.0.0.1:P/",
    "https:///127.0.0.1:P/",
    "https:\\\\127.0.0.1:P\\",
    " https://127.0.0.1:P/",
    "https://127.0.0.1:P/\n",
    "ht\ntps://127.0.0.1:P/",
    "https://127.0.\t0.1:P/",
    "//127.0.0.1:P/",
    "127.0.0.1:P",
    "http://127.0.0.1:P/",
    "http://localhost:P/",
    "http://[::1]:P/",
    "http://2130706433:P/",
    "http://example.com:P/",
    "ftp://127.0.0.1:P/",
    "gopher://127.0.0.1:P/_GET",
    "ws://127.0.0.1:P/",
    "wss://127.0.0.1:P/",
    "dict://127.0.0.1:P/",
    "file://127.0.0.1:P/",
    "jar:https://127.0.0.1:P!/",
    "https://:@127.0.0.1:P/",
    "blob:https://127.0.0.1:P/",
];

/// Names that are allowed, and lead home.
const NAMES: [&str; 8] = [
    "example.com",
    "www.example.com",
    "127.0.0.1.nip.io",
    "localtest.me",
    "a.b.c.example.org",
    "rebind.example.net",
    "spoofed.burpcollaborator.net",
    "7f000001.example.com",
];

#[tokio::test]
async fn no_disguise_of_this_machine_is_connected_to() {
    let server = Server::start(|_| reply(200, "", "secret"));
    let port = server.port.to_string();
    let allowed = ["*".to_owned(), format!("*:{port}"), format!("http://plain.example.com:{port}")];
    let egress = Egress::with_lookup(&settings(&allowed, &[]), Answers::loopback()).unwrap();
    let client = egress.client().unwrap();
    let hosts = HOSTS
        .iter()
        .chain(&NAMES)
        .flat_map(|host| [format!("https://{host}:{port}/"), format!("http://{host}:{port}/")]);
    let urls = URLS
        .iter()
        .map(|url| url.replace('P', &port))
        .chain(["http://plain.example.com:P/".replace('P', &port)]);
    let mut tried = 0;
    for text in hosts.chain(urls) {
        tried += 1;
        // As it was written, and as it looks once it was parsed.
        let parsed = url::Url::parse(&text).ok().map(|url| egress.check_url(&url));
        for checked in [Some(egress.check(&text)), parsed].into_iter().flatten().flatten() {
            let answer = client.send(get(checked), LIMIT).await;
            assert!(
                matches!(answer, Err(SendError::Refused(EgressError::NotPublic { .. }))),
                "{text}: {answer:?}"
            );
        }
    }
    assert!(tried >= 200, "{tried}");
    assert_eq!(server.connections(), 0);

    // The same listener is there for whoever may reach it.
    let own = Egress::new(&settings(&[], &[format!("127.0.0.1:{port}")])).unwrap();
    let url = own.check(&format!("http://127.0.0.1:{port}/")).unwrap();
    assert_eq!(own.client().unwrap().send(get(url), LIMIT).await.unwrap().status(), 200);
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn no_redirect_leads_to_a_private_place() {
    let victim = Server::start(|_| reply(200, "", "secret"));
    let other = victim.port;
    let targets = [
        format!("http://127.0.0.1:{other}/"),
        format!("//127.0.0.1:{other}/"),
        format!("http://localhost:{other}/"),
        format!("http://2130706433:{other}/"),
        format!("http://[::1]:{other}/"),
        format!("http://[::ffff:127.0.0.1]:{other}/"),
        format!("https://rebind.example.com:{other}/"),
        format!("http://user:word@127.0.0.1:{other}/"),
        format!("http://erp.intranet:{other}/"),
        "file:///etc/passwd".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://".to_owned(),
    ];
    for target in targets {
        let location = target.clone();
        let server = Server::start(move |_| reply(302, &format!("Location: {location}\r\n"), ""));
        // Not even to a private service that could be asked for by itself.
        let private = [format!("127.0.0.1:{}", server.port), format!("erp.intranet:{other}")];
        let allowed = [format!("*.example.com:{other}")];
        let egress = Egress::with_lookup(&settings(&allowed, &private), Answers::loopback()).unwrap();
        let url = egress.check(&format!("http://127.0.0.1:{}/", server.port)).unwrap();
        let answer = egress.client().unwrap().send(get(url), LIMIT).await;
        assert!(matches!(answer, Err(SendError::Refused(_))), "{target}: {answer:?}");
        assert_eq!(server.connections(), 1);
    }
    assert_eq!(victim.connections(), 0);
}

#[tokio::test]
async fn redirects_end_after_three_and_stay_with_safe_methods() {
    let server = Server::start(|seen| match seen.line.split(' ').nth(1) {
        Some("/end") => reply(200, "", "here"),
        Some("/once") => reply(307, "Location: /end\r\n", ""),
        _ => reply(302, "Location: /again\r\n", ""),
    });
    let egress = Egress::new(&settings(&[], &[format!("127.0.0.1:{}", server.port)])).unwrap();
    let client = egress.client().unwrap();
    let url = |path: &str| egress.check(&format!("http://127.0.0.1:{}{path}", server.port)).unwrap();

    let endless = client.send(get(url("/")), LIMIT).await;
    assert_eq!(endless.unwrap_err(), SendError::Refused(EgressError::Redirects(3)));
    assert_eq!(server.connections(), 4);

    let mut request = get(url("/once"));
    request.headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
    let found = client.send(request.clone(), LIMIT).await.unwrap();
    assert_eq!(found.status(), 200);
    assert_eq!(server.seen().last().unwrap().header("authorization").unwrap(), "Bearer x");

    let post = EgressRequest { method: Method::POST, body: Some(b"x".to_vec()), ..request };
    assert_eq!(client.send(post, LIMIT).await.unwrap().status(), 307);
}

#[test]
fn a_redirect_is_not_followed_down_to_http_and_takes_no_secrets_elsewhere() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let allowed = ["a.example.com".to_owned(), "http://b.example.com".to_owned()];
    let egress = Egress::with_lookup(&settings(&allowed, &[]), Answers::loopback()).unwrap();
    let client = egress.client().unwrap();
    let from = egress.check("https://a.example.com/").unwrap();
    assert_eq!(client.redirected(&from, "http://b.example.com/"), Err(EgressError::Downgrade));
    assert!(client.redirected(&from, "https://b.example.com/").is_ok());
    let value = HeaderValue::from_static("x");
    let headers = [ACCEPT, AUTHORIZATION, reqwest::header::COOKIE].map(|name| (name, value.clone()));
    let kept = kept_elsewhere(&headers.into_iter().collect());
    assert_eq!(kept.keys().collect::<Vec<_>>(), [ACCEPT]);
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_caught_each_time() {
    let address = |text: &str| text.parse::<IpAddr>().unwrap();
    let answers = [vec![address("8.8.8.8"), address("127.0.0.1")], vec![address("127.0.0.1")]];
    let filter = Filter { lookup: Answers::new(answers), private: false };
    let name = || "rebind.example.com".parse::<Name>().unwrap();
    let first: Vec<_> = filter.resolve(name()).await.unwrap().map(|found| found.ip()).collect();
    assert_eq!(first, [address("8.8.8.8")]);
    assert!(filter.resolve(name()).await.is_err());

    let server = Server::start(|_| reply(200, "", "secret"));
    let homes = ["10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1", "127.0.0.1"];
    let lookup = Answers::new(homes.map(|home| vec![address(home)]));
    let names = Arc::<Answers>::clone(&lookup);
    let egress = Egress::with_lookup(&settings(&[format!("*:{}", server.port)], &[]), names).unwrap();
    let client = egress.client().unwrap();
    for asked in 1..=6 {
        let url = egress.check(&format!("https://rebind.example.com:{}/", server.port)).unwrap();
        let answer = client.send(get(url), LIMIT).await;
        assert!(matches!(answer, Err(SendError::Refused(EgressError::NotPublic { .. }))), "{answer:?}");
        assert_eq!(lookup.1.load(Ordering::SeqCst), asked, "one lookup for one connection");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_private_name_is_private_at_its_port_only() {
    let (erp, other) =
        (Server::start(|_| reply(200, "", "erp")), Server::start(|_| reply(200, "", "secret")));
    let allowed = [format!("*:{}", other.port)];
    let private = [format!("erp.example.com:{}", erp.port)];
    let egress = Egress::with_lookup(&settings(&allowed, &private), Answers::loopback()).unwrap();
    let client = egress.client().unwrap();
    let url = |scheme: &str, port: u16| egress.check(&format!("{scheme}://erp.example.com:{port}/"));
    let answer = client.send(get(url("http", erp.port).unwrap()), LIMIT).await.unwrap();
    assert_eq!(read_capped(answer, 2).await.unwrap(), (b"er".to_vec(), true));
    assert!(url("http", other.port).is_err());
    assert!(client.send(get(url("https", other.port).unwrap()), LIMIT).await.is_err());
    assert_eq!(other.connections(), 0);

    let metadata = Answers::new([vec!["169.254.169.254".parse().unwrap()]]);
    let egress = Egress::with_lookup(&settings(&[], &private), metadata).unwrap();
    let url = egress.check(&format!("http://erp.example.com:{}/", erp.port)).unwrap();
    let answer = egress.client().unwrap().send(get(url), LIMIT).await;
    assert!(matches!(answer, Err(SendError::Refused(EgressError::NotPublic { .. }))));
}

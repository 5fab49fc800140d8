//! Whose address a request comes from.
//!
//! Behind a proxy all requests come from it, and `X-Forwarded-For` says for whom; but anybody can send that header, so
//! it is believed only of proxies that the operator names.

use std::net::{IpAddr, Ipv6Addr};

use http::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Proxies whose word is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Addresses (`127.0.0.1`) and networks (`10.0.0.0/8`); the error is the one that is neither.
    pub fn read(texts: &[String]) -> Result<Self, String> {
        let network = |text: &String| {
            let text = text.trim();
            text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).map_err(|_| text.to_owned())
        };
        texts.iter().map(network).collect::<Result<_, _>>().map(Self)
    }

    fn has(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The nearest address that is no trusted proxy's, from the connection outwards.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        let lines: Vec<&str> =
            headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok()).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.has(nearest) {
                break;
            }
            let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
            nearest = address.to_canonical();
        }
        nearest
    }
}

/// What is counted as one caller. Whoever has an IPv6 address has all of its last 64 bits.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))),
        four @ IpAddr::V4(_) => four,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_header_is_believed_of_trusted_proxies_only() {
        let client = |trusted: &[&str], peer: &str, forwarded: &[&str]| {
            let trusted: Vec<String> = trusted.iter().map(ToString::to_string).collect();
            let mut headers = HeaderMap::new();
            for line in forwarded {
                headers.append(FORWARDED_FOR, HeaderValue::from_str(line).unwrap());
            }
            TrustedProxies::read(&trusted).unwrap().client(peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(client(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(client(&["127.0.0.1"], "127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client(&["127.0.0.1"], "::ffff:127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        // What the client made up stands further out than the proxy's own word.
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1", &["1.1.1.1, 198.51.100.1, 10.2.2.2"]), "198.51.100.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1", &["unknown"]), "10.1.1.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.1.1", &[]), "10.1.1.1");
        assert_eq!(TrustedProxies::read(&["localhost".to_owned()]), Err("localhost".to_owned()));
    }

    #[test]
    fn one_network_is_one_caller() {
        let of = |text: &str| counted(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
    }
}

use std::net::IpAddr;

use super::*;
use crate::egress::is_public;

fn egress(allowed: &[&str], private: &[&str]) -> Egress {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Egress::new(&EgressSettings { allowed_hosts: texts(allowed), allow_private: texts(private) }).unwrap()
}

#[test]
fn listed_hosts_are_allowed_and_others_are_not() {
    let egress = egress(
        &[
            "api.example.com",
            "*.example.net",
            "port.example.com:8443",
            "http://old.example.com",
            "xn--oo-yjab.example.com",
        ],
        &["127.0.0.1:8080", "erp.intranet:443", "[::1]:9"],
    );
    for fine in [
        "https://api.example.com/a?b#c",
        "HTTPS://API.example.com:443",
        "https://a.example.net/",
        "https://a.b.example.net/",
        "https://port.example.com:8443/",
        "http://old.example.com/",
        "https://old.example.com/",
        "https://xn--oo-yjab.example.com/",
        "http://127.0.0.1:8080/",
        "https://erp.intranet/",
        "http://[::1]:9/",
    ] {
        assert!(egress.check(fine).is_ok(), "{fine}: {:?}", egress.check(fine));
    }
    let refused = [
        ("http://api.example.com/", EgressError::Scheme { host: "api.example.com".to_owned() }),
        (
            "https://api.example.com:8443/",
            EgressError::Port { host: "api.example.com".to_owned(), port: 8443 },
        ),
        ("https://port.example.com/", EgressError::Port { host: "port.example.com".to_owned(), port: 443 }),
        ("https://example.net/", EgressError::Host { host: "example.net".to_owned() }),
        ("https://evilexample.net/", EgressError::Host { host: "evilexample.net".to_owned() }),
        (
            "https://xn--oo-yjab.example.net/",
            EgressError::Host { host: "xn--oo-yjab.example.net".to_owned() },
        ),
        (
            "https://api.example.com.evil.org/",
            EgressError::Host { host: "api.example.com.evil.org".to_owned() },
        ),
        ("https://me@api.example.com/", EgressError::UserInfo),
        ("https://127.0.0.1/", EgressError::Address { host: "127.0.0.1".to_owned() }),
        ("https://erp.intranet:8443/", EgressError::Near { host: "erp.intranet".to_owned() }),
        ("https://0x7f.1:8080/", EgressError::Roundabout),
    ];
    for (text, expected) in refused {
        assert_eq!(egress.check(text), Err(expected), "{text}");
    }
    for other in [
        "ftp://api.example.com/",
        "file:///etc/passwd",
        "gopher://api.example.com/",
        "data:,x",
        "nonsense",
        "",
    ] {
        assert!(
            matches!(egress.check(other), Err(EgressError::NotAUrl(_) | EgressError::Roundabout)),
            "{other}"
        );
    }
}

#[test]
fn a_list_with_a_mistake_in_it_is_refused() {
    for entry in [
        "",
        "localhost",
        "10.0.0.1",
        "[::1]",
        "example",
        "*.local",
        "a.internal",
        "exa mple.com",
        "Example.com",
        "example.com.",
        "example.com:port",
        "https://user@example.com",
        "http://*.example.com",
        "http://*",
        "a.*.com",
    ] {
        let settings = EgressSettings { allowed_hosts: vec![entry.to_owned()], ..EgressSettings::default() };
        assert!(Egress::new(&settings).is_err(), "{entry}");
    }
    for entry in [
        "",
        "host",
        "host:",
        "*:80",
        "*.example.com:80",
        "0x7f.1:80",
        "127.1:80",
        "169.254.169.254:80",
        "h/x:80",
    ] {
        let settings = EgressSettings { allow_private: vec![entry.to_owned()], ..EgressSettings::default() };
        assert!(Egress::new(&settings).is_err(), "{entry}");
    }
}

#[test]
fn only_public_addresses_are_public() {
    let is_public = |text: &&str| is_public(text.parse::<IpAddr>().unwrap());
    let public = [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00::1",
        "2001:200::1",
    ];
    for address in &public {
        assert!(is_public(address), "{address}");
    }
    let not = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "3ffe::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "2a00::5efe:7f00:1",
        "2a00::200:5efe:7f00:1",
    ];
    for address in &not {
        assert!(!is_public(address), "{address}");
    }
}

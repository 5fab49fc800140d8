//! Which addresses are out in the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What is not public in IPv4: the special-purpose registry of IANA, and what clouds keep for themselves.
const NOT_PUBLIC: [(Ipv4Addr, u32); 19] = [
    (Ipv4Addr::UNSPECIFIED, 8),            // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // carriers' shared space
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // a cloud's own service at a public-looking address
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local, and the metadata of clouds
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation
    (Ipv4Addr::new(192, 31, 196, 0), 24),  // AS112
    (Ipv4Addr::new(192, 52, 193, 0), 24),  // multicast tunnels
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // 6to4 relays
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private
    (Ipv4Addr::new(192, 175, 48, 0), 24),  // AS112
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved, and broadcast
];

/// Parts of `2000::/3`, the only public space of IPv6, that are not public or that hold an IPv4 address.
const NOT_PUBLIC_6: [(Ipv6Addr, u32); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments: Teredo, benchmarks, ORCHID
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4
    (Ipv6Addr::new(0x3ffe, 0, 0, 0, 0, 0, 0, 0), 16), // the old test network
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// Whether an address is one that anybody on the internet could reach.
///
/// IPv6 addresses with an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) are not,
/// whatever is inside: nobody who means well needs them.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC.iter().any(|(network, bits)| {
            let shift = 32_u32.saturating_sub(*bits);
            address.to_bits().checked_shr(shift) == network.to_bits().checked_shr(shift)
        }),
        IpAddr::V6(address) => {
            let within = |network: Ipv6Addr, bits: u32| {
                let shift = 128_u32.saturating_sub(bits);
                address.to_bits().checked_shr(shift) == network.to_bits().checked_shr(shift)
            };
            let [.., fifth, sixth, _, _] = address.segments();
            let isatap = fifth & 0xfcff == 0 && sixth == 0x5efe;
            within(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3)
                && !isatap
                && !NOT_PUBLIC_6.iter().any(|(network, bits)| within(*network, *bits))
        }
    }
}

/// Never, not even for a service that the configuration calls private: these are no services.
pub(super) fn is_never_a_service(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let link_local = match address {
        IpAddr::V4(address) => address.is_link_local() || address.is_broadcast(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    };
    link_local || address.is_multicast() || address.is_unspecified()
}

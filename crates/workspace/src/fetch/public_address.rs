//! Tells public IP addresses from those of this machine and of private networks, which plans must not fetch.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match (a, b) {
        // This network; private use; loopback; multicast, reserved and broadcast.
        (0 | 10 | 127 | 224..=255, _) => true,
        // Shared address space of carriers.
        (100, 64..=127) => true,
        // Link-local addresses, where clouds provide credentials, and private networks.
        (169, 254) | (172, 16..=31) | (192, 168) => true,
        // Protocol assignments, examples and relays.
        (192, 0) => c == 0 || c == 2,
        (192, 88) => c == 99,
        // Benchmarks.
        (198, 18 | 19) => true,
        (198, 51) => c == 100,
        (203, 0) => c == 113,
        _ => false,
    };
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // IPv4 addresses inside of IPv6: mapped, translated, and through a relay.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            is_public_v4(embedded(high, low))
        }
        // Tunnels, other protocols, and examples.
        [0x2001, 0..0x200, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..0x1000, ..] => false,
        // The only block of public addresses so far. The rest is loopback, local, multicast or reserved.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

fn embedded(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(addresses: &[&str], expected: bool) {
        for address in addresses {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn public_addresses_are_accepted() {
        check(
            &[
                "1.1.1.1",
                "8.8.8.8",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
            ],
            true,
        );
        check(
            &["198.17.0.1", "198.20.0.1", "223.255.255.255", "169.253.1.1", "11.0.0.1"],
            true,
        );
        check(
            &[
                "2606:4700::1111",
                "2a00:1450:4001::1",
                "2001:4860:4860::8888",
                "::ffff:8.8.8.8",
            ],
            true,
        );
        check(&["64:ff9b::808:808", "2002:808:808::1"], true);
    }

    #[test]
    fn private_addresses_are_refused() {
        check(
            &[
                "127.0.0.1",
                "127.255.0.3",
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "255.255.255.255",
            ],
            false,
        );
        check(
            &[
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.0.1",
            ],
            false,
        );
        check(
            &[
                "192.0.0.8",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.9",
            ],
            false,
        );
        check(&["224.0.0.1", "239.1.1.1", "240.0.0.1"], false);
        check(
            &[
                "::1", "::", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "100::1",
            ],
            false,
        );
        check(
            &[
                "2001:db8::1",
                "2001::1",
                "2001:10::1",
                "3fff::1",
                "4000::1",
                "::8.8.8.8",
            ],
            false,
        );
    }

    #[test]
    fn embedded_private_addresses_are_refused() {
        check(
            &[
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::808:808",
            ],
            false,
        );
        check(&["2002:7f00:1::", "2002:a9fe:a9fe::1", "64:ff9b::a00:1"], false);
    }
}

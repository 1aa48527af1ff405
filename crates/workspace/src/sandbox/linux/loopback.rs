//! Brings up the loopback device of a new network namespace. Uses a netlink message, because the usual `ioctl` needs unsafe
//! code.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketType, recv, sendto, socket};

const LOOPBACK: i32 = 1;

const RTM_NEWLINK: u16 = 16;
const NLM_F_REQUEST_AND_ACK: u16 = 1 | 4;
const NLMSG_ERROR: u16 = 2;
const IFF_UP: u32 = 1;
const MESSAGE_BYTES: u32 = 32;

pub(super) fn bring_up() -> io::Result<()> {
    // The default protocol is `NETLINK_ROUTE`.
    let kernel = socket(AddressFamily::NETLINK, SocketType::RAW, None)?;
    sendto(&kernel, &message(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut answer = [0; 64];
    let (length, _) = recv(&kernel, &mut answer, RecvFlags::empty())?;
    check(&answer[..length])
}

/// A header, and the new state of the device.
fn message() -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MESSAGE_BYTES.to_ne_bytes());
    bytes.extend(RTM_NEWLINK.to_ne_bytes());
    bytes.extend(NLM_F_REQUEST_AND_ACK.to_ne_bytes());
    bytes.extend([0; 8]); // number of the message, sender
    bytes.extend([0; 4]); // family, kind of device
    bytes.extend(LOOPBACK.to_ne_bytes());
    bytes.extend(IFF_UP.to_ne_bytes()); // the flags
    bytes.extend(IFF_UP.to_ne_bytes()); // those of them to change
    bytes
}

fn check(answer: &[u8]) -> io::Result<()> {
    let kind = answer
        .get(4..6)
        .and_then(|bytes| bytes.try_into().ok())
        .map(u16::from_ne_bytes);
    let error = answer
        .get(16..20)
        .and_then(|bytes| bytes.try_into().ok())
        .map(i32::from_ne_bytes);
    match (kind, error) {
        (Some(NLMSG_ERROR), Some(0)) => Ok(()),
        (Some(NLMSG_ERROR), Some(error)) => Err(io::Error::from_raw_os_error(-error)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

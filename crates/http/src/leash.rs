//! Closes a connection that the caller has abandoned, so that a language model stops writing, and charging.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ureq::Error;
use ureq::unversioned::transport::time;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

/// How often the flag is read.
const TICK: Duration = Duration::from_millis(100);

/// A connector between the socket and TLS.
#[derive(Debug)]
pub(crate) struct Leash(pub(crate) Arc<AtomicBool>);

#[derive(Debug)]
pub(crate) struct Leashed<T> {
    inner: T,
    abandoned: Arc<AtomicBool>,
}

impl<In: Transport> Connector<In> for Leash {
    type Out = Leashed<In>;

    fn connect(&self, _: &ConnectionDetails<'_>, chained: Option<In>) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(|inner| Leashed {
            inner,
            abandoned: Arc::clone(&self.0),
        }))
    }
}

impl<T: Transport> Transport for Leashed<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let since = Instant::now();
        loop {
            if self.abandoned.load(Ordering::Relaxed) {
                return Err(Error::Io(io::ErrorKind::ConnectionAborted.into()));
            }
            let left = timeout.after.saturating_sub(since.elapsed());
            let slice = NextTimeout {
                after: time::Duration::Exact(left.min(TICK)),
                ..timeout
            };
            match self.inner.await_input(slice) {
                Err(Error::Timeout(_)) if left > TICK => {}
                other => return other,
            }
        }
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

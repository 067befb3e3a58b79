//! How often and how many: token buckets and places, one for each address or connection.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Addresses remembered before full buckets are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Tokens a second.
    pub per_second: f64,
    /// Tokens at the most.
    pub burst: f64,
}

/// A bucket of tokens: each action takes one.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { tokens: rate.burst, filled: now }
    }

    /// Takes a token, or says how long to wait for one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * rate.per_second;
        *self = Bucket { tokens: (self.tokens + gained).min(rate.burst), filled: now };
        if self.tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - self.tokens) / rate.per_second));
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

/// A bucket for each address.
#[derive(Debug)]
pub struct Limiter {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Limiter {
    /// Nobody has done anything yet.
    pub fn new(rate: Rate) -> Limiter {
        Limiter { rate, buckets: Mutex::default() }
    }

    /// Takes a token of an address, or says how long it should wait.
    pub fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_ADDRESSES {
            let full = Duration::from_secs_f64(self.rate.burst / self.rate.per_second);
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.filled) < full);
        }
        buckets.entry(address).or_insert_with(|| Bucket::new(self.rate, now)).take(self.rate, now)
    }
}

/// How many connections each address has.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    most_of_one: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A place among the connections, given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Connections {
    /// Nobody is connected; at most so many may be, and so many of one address.
    pub fn new(most: usize, most_of_one: usize) -> Arc<Connections> {
        Arc::new(Connections { most, most_of_one, open: Mutex::default() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// A place for one more, if there is room.
    pub fn take(self: &Arc<Connections>, address: IpAddr) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.entry(address).or_default();
        let room = all < self.most && *own < self.most_of_one;
        *own += usize::from(room);
        open.retain(|_, count| *count > 0);
        room.then(|| Place { connections: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
        }
        open.retain(|_, count| *count > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_second: 2.0, burst: 3.0 };

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut bucket = Bucket::new(RATE, start);
        assert!((0..3).all(|_| bucket.take(RATE, start).is_ok()));
        assert_eq!(bucket.take(RATE, start), Err(Duration::from_millis(500)));
        let later = start + Duration::from_secs(1);
        assert_eq!([(); 3].map(|()| bucket.take(RATE, later).is_ok()), [true, true, false]);
        let much_later = start + Duration::from_secs(3600);
        assert_eq!((0..9).filter(|_| bucket.take(RATE, much_later).is_ok()).count(), 3, "never more than a burst");
    }

    #[test]
    fn addresses_do_not_share() {
        let limiter = Limiter::new(RATE);
        let now = Instant::now();
        let [a, b]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        assert!((0..3).all(|_| limiter.take(a, now).is_ok()) && limiter.take(a, now).is_err());
        assert!(limiter.take(b, now).is_ok());
    }

    #[test]
    fn places_are_limited_in_all_and_for_one_and_come_back() {
        let connections = Connections::new(3, 2);
        let [a, b]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let first = connections.take(a);
        let _second = connections.take(a).unwrap();
        assert!(first.is_some() && connections.take(a).is_none(), "two of one address");
        let _third = connections.take(b).unwrap();
        assert!(connections.take(b).is_none(), "three in all");
        drop(first);
        assert_eq!(connections.count(), 2);
        assert!(connections.take(b).is_some());
    }
}

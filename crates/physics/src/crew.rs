//! The threads that share the work of a step.
//!
//! A stage that looks at many pairs or bodies, each by itself, is cut into parts; every thread takes
//! the next part until none is left. What a part finds goes into the part, and the parts are read in
//! their order: so it does not matter who did which, and one thread finds the same to the last bit.
//!
//! The thread that makes the step is one of them; the others belong to the world and sleep in
//! between. A stage that is shared asks for a few small pieces of memory for every other thread;
//! with one thread there is nothing to share and nothing is asked for.

use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Stages of fewer items than this are over before another thread is awake.
const LEAST_ITEMS: usize = 256;

/// Into so many parts for each thread a stage is cut: some parts are dearer than others.
const PARTS_PER_THREAD: usize = 8;

/// Parts have at least so many items.
const LEAST_PART: usize = 16;

/// More threads than this are of no use to anybody.
const MOST_THREADS: usize = 64;

/// One thread, and others that help it.
#[derive(Debug, Default)]
pub(super) struct Crew {
    /// None if there are no others.
    others: Option<ThreadPool>,
}

impl Crew {
    /// So many threads, 0 for as many as the machine has; or one, if the system gives no more.
    pub fn new(threads: usize) -> Crew {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            some => some,
        };
        let others = threads.min(MOST_THREADS) - 1;
        let pool = || {
            let name = |i| format!("step {}", i + 1);
            let builder = ThreadPoolBuilder::new().num_threads(others);
            builder.thread_name(name).build().ok()
        };
        Crew {
            others: if others > 0 { pool() } else { None },
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        1 + self.helpers()
    }

    /// How many help the one.
    pub fn helpers(&self) -> usize {
        self.others
            .as_ref()
            .map_or(0, ThreadPool::current_num_threads)
    }

    /// How many items each part of a stage has, if it is worth sharing.
    pub fn part(&self, items: usize) -> Option<usize> {
        let parts = PARTS_PER_THREAD * self.threads();
        let worth = self.others.is_some() && items >= LEAST_ITEMS;
        worth.then(|| items.div_ceil(parts).max(LEAST_PART))
    }

    /// Does a job on every part. Each thread has a tool of its own; threads without one do not
    /// help.
    pub fn share<P: Send, T: Send>(
        &self,
        parts: impl Iterator<Item = P> + Send,
        tool: &mut T,
        others: &mut [T],
        job: impl Fn(P, &mut T) + Sync,
    ) {
        let parts = Mutex::new(parts);
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = |tool: &mut T| {
            while let Some(part) = next() {
                job(part, tool);
            }
        };
        let Some(pool) = &self.others else {
            return work(tool);
        };
        pool.in_place_scope(|scope| {
            for other in others.iter_mut().take(self.helpers()) {
                scope.spawn(|_| work(other));
            }
            work(tool);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once_and_every_thread_has_its_own_tool() {
        for threads in [1, 2, 5] {
            let crew = Crew::new(threads);
            assert_eq!(crew.threads(), threads);
            let mut found = vec![0_u64; 10_000];
            let (mut tool, mut others) = (0, vec![0; crew.helpers()]);
            for _ in 0..20 {
                let size = crew.part(found.len()).unwrap_or(1);
                let parts = found.chunks_mut(size);
                crew.share(parts, &mut tool, &mut others, |part, done: &mut usize| {
                    part.iter_mut().for_each(|n| *n += 1);
                    *done += part.len();
                });
            }
            assert!(found.iter().all(|n| *n == 20));
            assert_eq!(tool + others.iter().sum::<usize>(), 20 * found.len());
        }
    }

    #[test]
    fn few_items_and_one_thread_share_nothing() {
        assert_eq!(Crew::new(1).part(1_000_000), None);
        let two = Crew::new(2);
        assert_eq!(two.part(LEAST_ITEMS - 1), None);
        let size = two.part(LEAST_ITEMS).expect("parts");
        assert!(LEAST_ITEMS.div_ceil(size) <= PARTS_PER_THREAD * 2);
        assert!(Crew::new(0).threads() >= 1);
    }
}

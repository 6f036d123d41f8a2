//! Work beside the drawing thread, so that pictures and keys do not wait for it.
//!
//! Work of one [`Lane`] is done one at a time, and a task that was dropped before its turn is left out: a held key asks for far more than can be loaded, and all at once would take as many times the memory.

use std::panic;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Work that is done one at a time.
pub type Lane = Mutex<()>;

/// Something that is being worked out. If it is dropped before its turn it is left out; later it is worked out
/// all the same, and thrown away.
#[derive(Debug)]
pub enum Task<T> {
    /// On a thread of its own, which leaves the work out if this handle is gone at its turn.
    Running {
        handle: JoinHandle<Option<T>>,
        /// Kept only so that the thread can see that it is gone.
        _wanted: Arc<()>,
    },
    /// What came of it, until it is taken.
    Done(Option<T>),
}

/// Between two looks at one that is waited for.
const LOOK: Duration = Duration::from_millis(1);

impl<T: Send + 'static> Task<T> {
    /// Begins the work, on a lane of its own. Where the system has no thread left, it is done here and now.
    pub fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Task::begin(None, work)
    }

    /// Begins the work once the lane is free.
    pub fn on(lane: &'static Lane, work: impl FnOnce() -> T + Send + 'static) -> Self {
        Task::begin(Some(lane), work)
    }

    fn begin(lane: Option<&'static Lane>, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let work = Arc::new(Mutex::new(Some(work)));
        let wanted = Arc::new(());
        let (theirs, is_wanted) = (Arc::clone(&work), Arc::downgrade(&wanted));
        let thread = thread::Builder::new().name("loader".to_owned());
        let turn = move || {
            let _turn = lane.map(|lane| lane.lock().unwrap_or_else(PoisonError::into_inner));
            Weak::upgrade(&is_wanted).and_then(|_| do_once(&theirs))
        };
        match thread.spawn(turn) {
            Ok(handle) => Task::Running {
                handle,
                _wanted: wanted,
            },
            Err(_) => Task::Done(do_once(&work)),
        }
    }

    /// What came of it, once, as soon as it is there.
    pub fn take(&mut self) -> Option<T> {
        if matches!(self, Task::Running { handle, .. } if handle.is_finished())
            && let Task::Running { handle, .. } = std::mem::replace(self, Task::Done(None))
        {
            // What would have ended the game here ends it now.
            let done = handle.join();
            *self = Task::Done(done.unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        match self {
            Task::Running { .. } => None,
            Task::Done(done) => done.take(),
        }
    }

    /// The same, waiting for it for so long at most.
    pub fn take_within(&mut self, longest: Duration) -> Option<T> {
        let begin = Instant::now();
        while begin.elapsed() < longest && !self.is_over() {
            thread::sleep(LOOK);
        }
        self.take()
    }

    fn is_over(&self) -> bool {
        match self {
            Task::Running { handle, .. } => handle.is_finished(),
            Task::Done(_) => true,
        }
    }
}

fn do_once<T, W: FnOnce() -> T>(work: &Mutex<Option<W>>) -> Option<T> {
    let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
    work.map(|work| work())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn work_is_done_beside_and_taken_once() {
        let (go, gone) = mpsc::channel();
        let mut task = Task::new(move || gone.recv().map_or(0, |number: i32| number + 1));
        assert_eq!(task.take_within(Duration::from_millis(20)), None);
        go.send(41).unwrap();
        assert_eq!(task.take_within(Duration::from_secs(20)), Some(42));
        assert_eq!(task.take(), None);
    }

    #[test]
    fn a_lane_does_one_at_a_time_and_leaves_out_what_was_dropped() {
        static LANE: Lane = Mutex::new(());
        let (go, gone) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        let mut first = Task::on(&LANE, move || gone.recv().ok());
        // The first has its turn once it cannot be locked from here.
        while LANE.try_lock().is_ok() {
            thread::sleep(LOOK);
        }
        for number in 0..50 {
            let tell = tell.clone();
            drop(Task::on(&LANE, move || tell.send(number)));
        }
        let mut last = Task::on(&LANE, move || tell.send(99));
        assert!(last.take_within(Duration::from_millis(20)).is_none());
        go.send(()).unwrap();
        assert!(first.take_within(Duration::from_secs(20)).is_some());
        assert!(last.take_within(Duration::from_secs(20)).is_some());
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [99]);
    }
}

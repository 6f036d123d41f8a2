//! Work on other threads, so that drawing and input do not wait for it.
//!
//! The work of one [`Lane`] is done one task at a time, and a task dropped before its turn is skipped. A held
//! key requests far more than can be loaded, and loading all of it at once would multiply the memory.

use std::fmt;
use std::panic;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A queue of tasks that run one at a time.
pub type Lane = Mutex<()>;

/// A computation on another thread. If it is dropped before its turn, it is skipped; if it is dropped later,
/// it finishes and its result is discarded.
pub enum Task<T> {
    /// Running on its own thread, which skips the work if this handle is gone at its turn.
    Running {
        handle: JoinHandle<Option<T>>,
        /// Held only so that the thread can detect that the handle is gone.
        _wanted: Arc<()>,
    },
    /// Not begun, as the system has no thread for it; it runs when its result is asked for.
    Waiting(Box<dyn FnOnce() -> Option<T> + Send>),
    /// The result, until it is taken.
    Done(Option<T>),
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Task::Running { .. } => "Running",
            Task::Waiting(_) => "Waiting",
            Task::Done(_) => "Done",
        })
    }
}

/// The interval between checks while waiting.
const LOOK: Duration = Duration::from_millis(1);

impl<T: Send + 'static> Task<T> {
    /// Starts the work without a lane. If the system has no thread left, as in a browser, the work runs on the
    /// caller's thread when its result is asked for.
    pub fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Task::begin(None, work)
    }

    /// Starts the work once the lane is free.
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
            Err(_) => Task::Waiting(Box::new(move || do_once(&work))),
        }
    }

    /// Returns the result, once, when it is available.
    pub fn take(&mut self) -> Option<T> {
        if matches!(self, Task::Running { handle, .. } if handle.is_finished())
            && let Task::Running { handle, .. } = std::mem::replace(self, Task::Done(None))
        {
            // A panic in the work continues here, as if the work had run here.
            let done = handle.join();
            *self = Task::Done(done.unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        if let Task::Waiting(_) = self
            && let Task::Waiting(work) = std::mem::replace(self, Task::Done(None))
        {
            *self = Task::Done(work());
        }
        match self {
            Task::Running { .. } | Task::Waiting(_) => None,
            Task::Done(done) => done.take(),
        }
    }

    /// Like [`Task::take`], but waits at most `longest`.
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
            // Waiting would not begin it.
            Task::Waiting(_) | Task::Done(_) => true,
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
    fn work_without_a_thread_is_done_when_it_is_asked_for() {
        let (tell, told) = mpsc::channel();
        let mut task = Task::Waiting(Box::new(move || tell.send(7).ok().map(|()| 8)));
        assert_eq!(told.try_iter().count(), 0);
        assert_eq!(task.take_within(Duration::from_secs(20)), Some(8));
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [7]);
        assert_eq!(task.take(), None);
        // Dropped work is not done.
        let (tell, told) = mpsc::channel();
        drop(Task::Waiting(Box::new(move || tell.send(7).ok())));
        assert_eq!(told.try_iter().count(), 0);
    }

    #[test]
    fn a_lane_does_one_at_a_time_and_leaves_out_what_was_dropped() {
        static LANE: Lane = Mutex::new(());
        let (go, gone) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        let mut first = Task::on(&LANE, move || gone.recv().ok());
        // The first task has started once the lane can no longer be locked here.
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

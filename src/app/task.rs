//! Work beside the drawing thread, so that pictures and keys do not wait for it.

use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Something that is being worked out. If it is dropped, it is worked out all the same, and thrown away.
#[derive(Debug)]
pub enum Task<T> {
    /// On a thread of its own.
    Running(JoinHandle<Option<T>>),
    /// What came of it, until it is taken.
    Done(Option<T>),
}

/// Between two looks at one that is waited for.
const LOOK: Duration = Duration::from_millis(1);

impl<T: Send + 'static> Task<T> {
    /// Begins the work. Where the system has no thread left, it is done here and now.
    pub fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        let work = Arc::new(Mutex::new(Some(work)));
        let theirs = Arc::clone(&work);
        let thread = thread::Builder::new().name("loader".to_owned());
        match thread.spawn(move || do_once(&theirs)) {
            Ok(handle) => Task::Running(handle),
            Err(_) => Task::Done(do_once(&work)),
        }
    }

    /// What came of it, once, as soon as it is there.
    pub fn take(&mut self) -> Option<T> {
        if matches!(self, Task::Running(handle) if handle.is_finished())
            && let Task::Running(handle) = std::mem::replace(self, Task::Done(None))
        {
            // What would have ended the game here ends it now.
            let done = handle.join();
            *self = Task::Done(done.unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        match self {
            Task::Running(_) => None,
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
            Task::Running(handle) => handle.is_finished(),
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
}

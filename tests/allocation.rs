//! A round in full swing allocates nothing: its buffers have grown to what they need.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use dodgem::game::{Round, RoundOptions};
use dodgem::level::{Library, load};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting the calls of each thread.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_round_in_full_swing_allocates_nothing() {
    let library = Library::new(vec![env!("CARGO_MANIFEST_DIR").into()]);
    for name in ["classic", "sardines", "yard"] {
        let level = load(&library, name).unwrap();
        let options = RoundOptions {
            humans: 0,
            duration: Some(120.0),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        // Buffers grow with the largest crowd so far, so warm up until that is unlikely.
        for _ in 0..100 * 120 {
            round.step(&[]);
        }
        let before = COUNT.get();
        for _ in 0..10 * 120 {
            round.step(&[]);
        }
        assert_eq!(COUNT.get() - before, 0, "{name}");
    }
}

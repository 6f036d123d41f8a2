//! An allocator that counts the calls and the memory of each thread. A test program uses it as its `#[global_allocator]`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// The number of times that this thread has asked for memory; 0 in a program that does not use [`Counting`].
pub fn allocations() -> u64 {
    COUNT.get()
}

/// The bytes that this thread has asked for and not given back; memory that another thread gives back still
/// counts. 0 in a program that does not use [`Counting`].
pub fn held_bytes() -> i64 {
    HELD.get()
}

fn hold(bytes: usize, sign: i64) {
    // No layout is larger than `isize::MAX`.
    HELD.set(HELD.get() + sign * bytes as i64);
}

/// The system's allocator, which counts its calls.
pub struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        hold(layout.size(), 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(layout.size(), -1);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        hold(layout.size(), -1);
        hold(size, 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

//! The one door to the graphics context that the window library owns.
//!
//! macroquad offers its context only through an `unsafe` function, because two callers could hold
//! it at once. Here it is lent to a closure on the thread that draws, and never handed on; every
//! other module of the renderer is safe code over miniquad's own safe calls.
#![allow(unsafe_code)]

use macroquad::miniquad::RenderingBackend;
use macroquad::window::get_internal_gl;

/// Lends the graphics context to `work`, after everything drawn in 2D so far has reached it.
///
/// Call it only between the window's opening and its closing, on the thread that draws, and never
/// inside another call of it.
pub fn with_context<R>(work: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    // SAFETY: macroquad's context lives from the window's opening to its closing and is used by
    // this one thread only. The reference cannot leave `work`, and no call nests in another, so
    // it is the only one.
    let mut context = unsafe { get_internal_gl() };
    context.flush();
    work(context.quad_context)
}

/// Lets what is drawn in 2D from now on be seen within a rectangle alone (left, top, width and height in pixels), or
/// everywhere.
pub fn clip(area: Option<(i32, i32, i32, i32)>) {
    // SAFETY: as above; nothing of the context is kept.
    let context = unsafe { get_internal_gl() };
    context.quad_gl.scissor(area);
}

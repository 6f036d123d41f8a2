//! The only access to the graphics context that macroquad owns.
//!
//! macroquad offers its context only through an `unsafe` function, because two callers could hold
//! it at once. Here a closure on the drawing thread borrows it and cannot keep it; every other
//! module of the renderer is safe code over miniquad's safe calls.
#![allow(unsafe_code)]

use macroquad::miniquad::RenderingBackend;
use macroquad::window::get_internal_gl;

/// Lends the graphics context to `work`, after sending it everything drawn in 2D so far.
///
/// Call it only between the opening and the closing of the window, on the drawing thread, and never
/// inside another such call.
pub fn with_context<R>(work: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    // SAFETY: macroquad's context lives from the opening to the closing of the window, and only this
    // thread uses it. The reference cannot leave `work`, and calls do not nest, so it is the only
    // one.
    let mut context = unsafe { get_internal_gl() };
    context.flush();
    work(context.quad_context)
}

/// Restricts 2D drawing from now on to a rectangle (left, top, width, height, in pixels), or lifts the
/// restriction.
pub fn clip(area: Option<(i32, i32, i32, i32)>) {
    // SAFETY: as in `with_context`; no reference to the context is kept.
    let context = unsafe { get_internal_gl() };
    context.quad_gl.scissor(area);
}

//! Shapes and poses.

//! The scenes that show triggers do what their descriptions promise.

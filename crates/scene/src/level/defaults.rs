//! Values that a level file omits.

/// True if a file omits the value.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

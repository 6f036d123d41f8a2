//! A store of recently used values with a size limit.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Keeps values up to a total size; the least recently used one is forgotten first. References to a forgotten
/// value remain valid.
#[derive(Debug)]
pub struct RecentStore<K, V> {
    most: usize,
    size: usize,
    uses: u64,
    kept: BTreeMap<K, Kept<V>>,
}

#[derive(Debug)]
struct Kept<V> {
    value: Arc<V>,
    size: usize,
    last_use: u64,
}

impl<K: Ord + Clone, V> RecentStore<K, V> {
    /// Creates an empty store for values with this total size.
    pub fn new(most: usize) -> Self {
        RecentStore {
            most,
            size: 0,
            uses: 0,
            kept: BTreeMap::new(),
        }
    }

    /// Returns a value if it is still stored.
    pub fn get(&mut self, key: &K) -> Option<Arc<V>> {
        self.uses += 1;
        let kept = self.kept.get_mut(key)?;
        kept.last_use = self.uses;
        Some(Arc::clone(&kept.value))
    }

    /// Stores a value of this size and returns it; one that exceeds the whole limit is returned without being
    /// stored.
    pub fn keep(&mut self, key: K, value: V, size: usize) -> Arc<V> {
        let value = Arc::new(value);
        if size > self.most {
            return value;
        }
        self.forget(&key);
        while self.size + size > self.most && self.forget_oldest() {}
        self.uses += 1;
        self.size += size;
        let kept = Kept {
            value: Arc::clone(&value),
            size,
            last_use: self.uses,
        };
        self.kept.insert(key, kept);
        value
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.size = 0;
    }

    fn forget(&mut self, key: &K) {
        if let Some(gone) = self.kept.remove(key) {
            self.size -= gone.size;
        }
    }

    fn forget_oldest(&mut self) -> bool {
        let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.last_use);
        let Some(key) = oldest.map(|(key, _)| key.clone()) else {
            return false;
        };
        self.forget(&key);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_longest_makes_room() {
        let mut store = RecentStore::new(10);
        store.keep("a", 1, 4);
        store.keep("b", 2, 4);
        assert_eq!(store.get(&"a").as_deref(), Some(&1));
        // 4 + 4 + 3 exceed 10, and `b` is the least recently used.
        store.keep("c", 3, 3);
        assert_eq!(store.get(&"b"), None);
        assert_eq!(store.get(&"a").as_deref(), Some(&1));
        assert_eq!((store.size, store.kept.len()), (7, 2));
        // An equal key replaces the old value.
        store.keep("c", 4, 6);
        assert_eq!((store.size, store.get(&"c").as_deref()), (10, Some(&4)));
        assert_eq!(*store.keep("d", 5, 11), 5);
        assert_eq!(store.get(&"d"), None, "it would need all the room and more");
        store.clear();
        assert_eq!((store.size, store.get(&"a")), (0, None));
    }
}

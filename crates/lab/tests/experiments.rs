//! Experiments against the claims that they test.

use dodgem_lab::experiment::{Results, Size, find};

#[test]
fn show() {
    for id in ["quickcd", "populations", "refit-rebuild", "volume-tests"] {
        let size = if std::env::var_os("DODGEM_LAB_FULL").is_some() {
            Size::Full
        } else {
            Size::Quick
        };
        let t = std::time::Instant::now();
        let Results { tables, .. } = (find(id).unwrap().run)(size);
        for table in &tables {
            println!("{}", dodgem_lab::report::text(table));
        }
        println!("{id} took {:?}", t.elapsed());
    }
}

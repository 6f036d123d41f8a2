//! Levels and models are embedded in the program; cargo only sees by itself when one of them
//! changes, not when one is added.
fn main() {
    println!("cargo::rerun-if-changed=levels");
    println!("cargo::rerun-if-changed=assets/models");
}

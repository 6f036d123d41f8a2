//! Builds again when a file is added to a folder that is embedded in the program; the embedding
//! itself only notices changes of the files that it knows.

fn main() {
    println!("cargo::rerun-if-changed=../../levels");
    println!("cargo::rerun-if-changed=../../assets/models");
}

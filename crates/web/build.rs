//! Embeds the page again whenever its built files change.
fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}

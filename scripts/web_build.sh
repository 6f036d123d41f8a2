# shellcheck shell=bash
# Builds the page's folder; sourced by `web` and `scripts/web_test`, after scripts/setup.sh.

# A page's program is compiled for the WebAssembly System Interface: the page answers its system calls.
web_target=wasm32-wasip1
web_folder=${CARGO_TARGET_DIR:-target}/web
# The most bytes that a visitor loads (gzip); the aim is 2000000. It rose from 2520000 when scenery became files (each
# type of them brings a reader) and when all texts got German.
MOST_WEB_BYTES=2700000

# Every browser of the last years has these instructions; the code of vectors is half as long with them.
web_flags="-Ctarget-feature=+simd128"

# The command that builds, once a compiler for the target is found.
web_cargo=()

need_for_the_page() {
    need python3 "packs the program, and serves the folder" have python3
}

# A Rust of rustup that has the target, or can get it.
find_rustup_target() {
    have rustup || return 1
    if ! rustup target list --installed 2>/dev/null | grep -qx "$web_target"; then
        say "Fetching the target $web_target by rustup: the standard library for a page's program."
        timeout 120 rustup target add "$web_target" || return 1
    fi
    web_cargo=(env "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=$web_flags" cargo rustc --target "$web_target")
}

# Debian's Rust has no such target, but its source: the standard library is compiled along (about a minute).
# This uses an option of Cargo that is not stable, hence RUSTC_BOOTSTRAP.
find_debian_rust() {
    have apt-get || return 1
    need rustc-web "a Rust with the source of its standard library" have_debian_rust
    need cargo-web "its build tool" test -x /usr/bin/cargo
    need rust-web-src "that source" test -d /usr/lib/rustlib/src/rust/library
    need wasi-libc "the C library of a page's program" test -f /usr/lib/wasm32-wasi/libc.a
    install_missing_packages
    have_debian_rust || return 1
    local llvm
    llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    need "lld-$llvm" "the linker that fits this Rust" have "wasm-ld-$llvm"
    install_missing_packages
    have "wasm-ld-$llvm" || return 1
    local libc=/usr/lib/wasm32-wasi
    web_cargo=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
        "CARGO_TARGET_WASM32_WASIP1_LINKER=wasm-ld-$llvm"
        "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=$web_flags -Clink-self-contained=no -L$libc -Clink-arg=$libc/crt1-command.o"
        /usr/bin/cargo rustc --target "$web_target" -Zbuild-std=std,panic_abort)
}

have_debian_rust() {
    [ -x /usr/bin/rustc ] || return 1
    local version wanted
    version=$(/usr/bin/rustc --version | sed -n 's/^rustc \([0-9]*\.[0-9]*\).*/\1/p')
    wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml)
    at_least "$version" "$wanted"
}

# The folder of a crate that the game is linked with.
folder_of_crate() {
    cargo metadata --locked --format-version 1 | python3 -c '
import json, os, sys
found = [p for p in json.load(sys.stdin)["packages"] if p["name"] == sys.argv[1]]
print(os.path.dirname(found[0]["manifest_path"]))' "$1"
}

# Finds a compiler for the page, or gets one.
find_page_compiler() {
    find_rustup_target || find_debian_rust ||
        give_up "no Rust for $web_target: rustup cannot fetch it (without a network?), and Debian's rustc-web, rust-web-src, wasi-libc and lld are not at hand. By hand: rustup target add $web_target"
}

# Builds target/web.
build_web() {
    need_for_the_page
    install_missing_packages
    have python3 || give_up "python3 is missing"
    find_page_compiler
    say "Building the page's program (the first time takes some minutes)."
    # What a page lacks (threads, opening of addresses) stays undefined; the page stands in for it. The stack is as
    # large as that of other systems, not 1 MB: level files come from strangers.
    nice -n 5 "${web_cargo[@]}" --locked --profile page --bin dodgem -- \
        -Clink-arg=--allow-undefined -Clink-arg=-zstack-size=8388608 -Clink-arg=--strip-debug -Clink-arg=--compress-relocations ||
        give_up "the program could not be built; without a network, the crates must be at hand (cargo fetch --locked)"
    local program=${CARGO_TARGET_DIR:-target}/$web_target/page/dodgem.wasm miniquad
    # The loader must have the version of the linked library.
    miniquad=$(folder_of_crate miniquad)
    # Only a folder that an earlier call made is replaced.
    if [ -e "$web_folder" ] && [ ! -f "$web_folder/dodgem.wasm" ] && [ -n "$(ls -A "$web_folder" 2>/dev/null)" ]; then
        give_up "$web_folder holds other files: move it away, or set CARGO_TARGET_DIR"
    fi
    rm -rf "$web_folder"
    mkdir -p "$web_folder"
    cp src/platform/page/*.html src/platform/page/*.js "$miniquad/js/gl.js" "$web_folder/"
    python3 scripts/pack_wasm.py "$program" "$web_folder/dodgem.wasm"
    program=$web_folder/dodgem.wasm
    sed -i.bak "s/@PROGRAM_BYTES@/$(wc -c <"$program" | tr -d ' ')/" "$web_folder/page.js"
    rm -f "$web_folder/page.js.bak"
    local bytes
    bytes=$(cat "$web_folder"/* | gzip -9 | wc -c | tr -d ' ')
    say "$web_folder: $(wc -c <"$program" | tr -d ' ') bytes of program, $bytes bytes with all else, compressed"
    [ "$bytes" -le "$MOST_WEB_BYTES" ] || give_up "the limit is $MOST_WEB_BYTES bytes"
}

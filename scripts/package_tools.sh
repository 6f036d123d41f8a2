# shellcheck shell=bash
# Builds and packs each kind of package; sourced by `package`, after scripts/setup.sh.

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' Cargo.toml)
built=${CARGO_TARGET_DIR:-target}
packages=$built/packages
# What goes into the packages beside the program; Cargo.toml names this folder to cargo-deb.
stage=target/packages/stage
# The oldest C library that the Linux packages run with.
GLIBC=2.31
linux_target=x86_64-unknown-linux-gnu
windows_target=x86_64-pc-windows-gnu

reuses() { [ -n "${DODGEM_PACKAGE_REUSE:-}" ] && [ -f "$1" ]; }

# The date of the commit, so that two packages of a commit are alike.
source_date() { git log -1 --format=%ct 2>/dev/null || echo 0; }

# Zig with the build tool that calls it, in a folder of their own.
install_zig() {
    local folder=$built/package-tools
    PATH="$(realpath -m "$folder")/bin:$PATH"
    if have python-zig && have cargo-zigbuild; then
        return 0
    fi
    need python3-venv "a folder for Zig and cargo-zigbuild" python3 -c "import ensurepip, venv"
    install_missing_packages
    say "Fetching Zig and cargo-zigbuild into $folder: they link for an older C library."
    { python3 -m venv "$folder" && "$folder/bin/pip" install -q "ziglang==$ZIG" "cargo-zigbuild==$ZIGBUILD"; } ||
        give_up "Zig cannot be fetched (without a network?). By hand: pip install ziglang cargo-zigbuild"
}
ZIG=0.17.1
ZIGBUILD=0.24.1

install_cargo_deb() {
    have cargo-deb && return 0
    say "Fetching and building cargo-deb, which writes .deb files (some minutes)."
    cargo install cargo-deb --locked ||
        give_up "cargo-deb cannot be fetched (without a network?). By hand: cargo install cargo-deb --locked"
}

# need_target TARGET: the standard library of another system.
need_target() {
    if rustc --print target-libdir --target "$1" 2>/dev/null | { read -r folder && [ -d "$folder" ]; }; then
        return 0
    fi
    say "Fetching the target $1 by rustup."
    { have rustup && timeout 300 rustup target add "$1"; } ||
        give_up "there is no Rust for $1 (without a network?). By hand: rustup target add $1"
}

cannot_build() {
    give_up "the program could not be built; without a network, the crates must be at hand (cargo fetch --locked)"
}

# The program of both Linux packages, once.
linux_program=$built/$linux_target/release/dodgem
build_linux() {
    [ -z "${linux_is_built:-}" ] || return 0
    if ! reuses "$linux_program"; then
        install_packages_for building
        install_zig
        need_target "$linux_target"
        say "Building for Linux with glibc $GLIBC (some minutes)."
        # The symbols stay: the report of a fault names functions by them.
        # The libraries for sound and gamepads of this system may need a newer C library than the program will find.
        cargo-zigbuild rustc --release --locked --bin dodgem --target "$linux_target.$GLIBC" -- \
            -Clink-arg=-Wl,--allow-shlib-undefined || cannot_build
    fi
    linux_is_built=1
    stage_files
}

# Manual pages, completions and the icon in its sizes.
stage_files() {
    rm -rf "$stage"
    mkdir -p "$stage/man" "$stage/completions"
    "$linux_program" man --out "$stage/man"
    local shell
    for shell in bash zsh fish; do
        "$linux_program" completions "$shell" >"$stage/completions/dodgem.$shell"
    done
}

package_deb() {
    build_linux
    install_cargo_deb
    say "Packing the .deb."
    # The symbols stay, as above; a build of its own is not needed.
    SOURCE_DATE_EPOCH=$(source_date) cargo deb --locked --no-build --no-strip --target "$linux_target" \
        --output "$packages/dodgem_${version}_amd64.deb" || give_up "cargo-deb failed"
}

# folder_for NAME: an empty folder of that name to pack, with the texts that every package has.
folder_for() {
    rm -rf "${packages:?}/$1"
    mkdir -p "$packages/$1"
    cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$packages/$1/"
}

package_tar() {
    build_linux
    local name=dodgem-$version-linux-x86_64
    say "Packing $name.tar.gz."
    folder_for "$name"
    cp "$linux_program" "$packages/$name/"
    cp -r "$stage/man" "$stage/completions" "$packages/$name/"
    tar -C "$packages" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(source_date)" \
        -cf - "$name" | gzip -9n >"$packages/$name.tar.gz"
    rm -rf "${packages:?}/$name"
}

package_windows() {
    local program=$built/$windows_target/release/dodgem.exe name=dodgem-$version-windows-x86_64
    if ! reuses "$program"; then
        need gcc-mingw-w64-x86-64 "links for Windows" have x86_64-w64-mingw32-gcc
        need python3 "writes the zip" have python3
        install_missing_packages
        need_target "$windows_target"
        say "Building for Windows (some minutes)."
        cargo build --release --locked --bin dodgem --target "$windows_target" || cannot_build
    fi
    say "Packing $name.zip."
    folder_for "$name"
    cp "$program" "$packages/$name/"
    rm -f "$packages/$name.zip"
    (cd "$packages" && python3 -m zipfile -c "$name.zip" "$name")
    rm -rf "${packages:?}/$name"
}

package_web() {
    # shellcheck source=scripts/web_build.sh
    . scripts/web_build.sh
    build_web
    rm -rf "$packages/dodgem-$version-web"
    cp -r "$web_folder" "$packages/dodgem-$version-web"
}

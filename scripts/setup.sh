# shellcheck shell=bash
# What `play` and `check` share: get the machine ready, and say what is done and why.
# Sourced, not run. Nothing is installed that is already there, so a second run costs nothing.

# One line to the person at the screen.
say() { printf '==> %s\n' "$*"; }

# A last line, and out.
give_up() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Whether the loader knows a shared library of that name.
have_library() {
    local known
    # Taken in whole: a reader that stops early would make the writer fail under pipefail.
    known=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true)
    case $known in
    *[[:space:]]"$1 "*) return 0 ;;
    *) return 1 ;;
    esac
}

have_module() { have pkg-config && pkg-config --exists "$1" 2>/dev/null; }

# Mesa's drivers are found by path, not by name.
have_gl_driver() {
    local folder
    for folder in /usr/lib/*/dri /usr/lib/dri /usr/lib64/dri; do
        if [ -d "$folder" ] && [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
            return 0
        fi
    done
    # A maker's own driver brings its own library.
    have_library libGLX_nvidia.so.0
}

# The Debian packages that are missing, and why each is needed (one line a package).
missing_packages=""
missing_reasons=""

# need PACKAGE WHY TEST...: notes the package unless the test passes.
need() {
    local package=$1 why=$2
    shift 2
    if ! "$@"; then
        missing_packages="$missing_packages $package"
        missing_reasons="$missing_reasons    $package: $why
"
    fi
}

need_for_building() {
    need build-essential "the linker and C compiler that Rust calls" have cc
    need pkg-config "finds the libraries below" have pkg-config
    need libudev-dev "gamepads" have_module libudev
    need libasound2-dev "sound" have_module alsa
}

need_for_the_window() {
    need libx11-6 "the window" have_library libX11.so.6
    need libxi6 "the window's mouse and keys" have_library libXi.so.6
    need libxcursor1 "the window's mouse pointer" have_library libXcursor.so.1
    need libxkbcommon0 "the keyboard's layout" have_library libxkbcommon.so.0
    need libgl1 "OpenGL" have_library libGL.so.1
    need libgl1-mesa-dri "OpenGL's drivers" have_gl_driver
}

need_for_the_smoke_test() {
    need xvfb "a display without a screen" have Xvfb
    need xdotool "presses the keys in the test" have xdotool
    need imagemagick "takes the test's picture and looks at it" have import
}

# Runs a command as root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        give_up "this needs root and there is no sudo; as root: $*"
    fi
}

# Installs what `need` noted on Debian and Ubuntu; elsewhere says what is missing and goes on.
install_missing_packages() {
    [ -n "$missing_packages" ] || return 0
    if ! have apt-get; then
        say "This system has no apt. If the build fails, install what these Debian packages hold:"
        printf '%s' "$missing_reasons"
        missing_packages=""
        missing_reasons=""
        return 0
    fi
    say "Installing what is missing:"
    printf '%s' "$missing_reasons"
    as_root apt-get update -qq || say "The package lists could not be refreshed; going on with the old ones."
    # The words of missing_packages are the package names.
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing_packages ||
        give_up "apt could not install:$missing_packages"
    missing_packages=""
    missing_reasons=""
}

# The system libraries exist as such on Linux only; macOS and Windows bring their own.
install_packages_for() {
    if [ "$(uname -s)" != Linux ]; then
        have cc || say "No C compiler was found; on macOS: xcode-select --install"
        return 0
    fi
    local purpose
    for purpose in "$@"; do
        "need_for_$purpose"
    done
    install_missing_packages
}

# Whether version $1 (1.89 or 1.89.0) is at least $2.
at_least() {
    local have_major have_minor want_major want_minor rest
    IFS=. read -r have_major have_minor rest <<<"$1"
    IFS=. read -r want_major want_minor rest <<<"$2"
    : "$rest"
    [ "$have_major" -gt "$want_major" ] ||
        { [ "$have_major" -eq "$want_major" ] && [ "$have_minor" -ge "$want_minor" ]; }
}

# The version of the Rust that would be used, or nothing.
rust_version() {
    have cargo && have rustc || return 0
    rustc --version 2>/dev/null | sed -n 's/^rustc \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p'
}

# Makes sure of a Rust that is new enough; with "lints" also of rustfmt and clippy.
install_rust() {
    local wanted found
    wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml)
    # Rust by rustup may be there without being on the path of this shell.
    if [ -d "${CARGO_HOME:-$HOME/.cargo}/bin" ]; then
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
        export PATH
    fi
    found=$(rust_version)
    if [ -z "$found" ] || ! at_least "$found" "$wanted"; then
        if [ -z "$found" ]; then
            say "Rust is not installed; Dodgem needs $wanted or newer."
        else
            say "Rust $found is too old; Dodgem needs $wanted or newer."
        fi
        fetch_rust
        found=$(rust_version)
        if [ -z "$found" ] || ! at_least "$found" "$wanted"; then
            give_up "Rust is still ${found:-missing}; install $wanted or newer from https://rustup.rs"
        fi
    fi
    if [ "${1:-}" = lints ] && ! { cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1; then
        say "Installing rustfmt and clippy, which the checks run."
        if ! have rustup || ! rustup component add rustfmt clippy; then
            give_up "rustfmt or clippy is missing; with rustup: rustup component add rustfmt clippy"
        fi
    fi
}

# A current stable Rust by rustup, for this user, without touching what is there.
fetch_rust() {
    local by_hand="Install it by hand from https://rustup.rs and run this again."
    if have rustup; then
        say "Fetching the stable Rust by rustup."
        rustup toolchain install stable --profile minimal --component rustfmt --component clippy ||
            give_up "rustup could not fetch it. $by_hand"
        export RUSTUP_TOOLCHAIN=stable
        return 0
    fi
    if [ "$(uname -s)" = Linux ] && have apt-get; then
        need curl "fetches rustup" have curl
        need ca-certificates "knows whom to trust on the net" test -s /etc/ssl/certs/ca-certificates.crt
        install_missing_packages
    fi
    have curl || give_up "curl is needed to fetch Rust. $by_hand"
    say "Fetching Rust by rustup into ${CARGO_HOME:-$HOME/.cargo} (for you alone, no root)."
    local installer
    installer=$(mktemp)
    if ! curl --proto '=https' --tlsv1.2 -sSf --retry 2 --max-time 120 -o "$installer" https://sh.rustup.rs; then
        rm -f "$installer"
        give_up "https://sh.rustup.rs cannot be reached. $by_hand"
    fi
    # An old Rust of the system may stay beside it.
    RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$installer" -y --no-modify-path --profile minimal \
        --component rustfmt --component clippy || {
        rm -f "$installer"
        give_up "rustup could not install Rust. $by_hand"
    }
    rm -f "$installer"
    PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    export PATH
}

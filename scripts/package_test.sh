#!/usr/bin/env bash
# Tries the packages that `./package` has made: unpacks each and plays a round with it.
#
#   scripts/package_test.sh            all that are there
#   scripts/package_test.sh PROGRAM    also compares the rounds with those of a program
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/setup.sh
. scripts/setup.sh
# shellcheck source=scripts/package_tools.sh
. scripts/package_tools.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config
levels="classic ice jump"
expected=""
[ $# -eq 0 ] || expected=$(realpath "$1")

# rounds NAME COMMAND...: plays rounds; their hashes must be those of the packages before.
rounds() {
    local name=$1 level hashes=""
    shift
    for level in $levels; do
        hashes="$hashes $level:$("$@" sim "$level" --seconds 3 --seed 7 --json 2>/dev/null |
            tr -d '\r' | sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p')"
    done
    [[ $hashes =~ :[0-9a-f]{16} ]] || give_up "$name plays no round"
    if [ -z "${known:-}" ]; then
        known=$hashes
    elif [ "$hashes" != "$known" ]; then
        give_up "$name plays other rounds:$hashes, not$known"
    fi
    say "$name:$hashes"
}

# oldest_glibc PROGRAM: no symbol may need a C library that is newer than promised.
oldest_glibc() {
    local newest
    newest=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sed s/GLIBC_// | sort -Vu | tail -1)
    [ "$(printf '%s\n' "$newest" "$GLIBC" | sort -V | tail -1)" = "$GLIBC" ] ||
        give_up "$1 needs glibc $newest; $GLIBC was promised"
    say "$1 needs glibc $newest at most"
}

check_deb() {
    local root=$folder/deb file
    mkdir "$root"
    dpkg-deb -x "$1" "$root"
    oldest_glibc "$root/usr/bin/dodgem"
    for file in share/applications/dodgem.desktop share/mime/packages/dodgem.xml share/metainfo/dodgem.metainfo.xml \
        share/icons/hicolor/48x48/apps/dodgem.png share/icons/hicolor/256x256/apps/dodgem.png \
        share/man/man1/dodgem.1.gz share/man/man1/dodgem-sim.1.gz share/bash-completion/completions/dodgem \
        share/zsh/vendor-completions/_dodgem share/fish/vendor_completions.d/dodgem.fish; do
        [ -s "$root/usr/$file" ] || give_up "$1 lacks usr/$file"
    done
    bash -n "$root/usr/share/bash-completion/completions/dodgem"
    # Each library that the program is linked with is in a package that the .deb depends on.
    local depends library
    depends=$(dpkg-deb -f "$1" Depends)
    for library in $(objdump -p "$root/usr/bin/dodgem" | sed -n 's/ *NEEDED *//p'); do
        case $library in
        libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libutil.so.* | ld-linux*) ;;
        *) [[ $depends == *"${library%%.*}"* ]] || give_up "no dependency of $1 brings $library" ;;
        esac
    done
    if have desktop-file-validate; then desktop-file-validate "$root"/usr/share/applications/*.desktop; fi
    if have appstreamcli; then
        # The project has no domain, whose reverse would be the identifier.
        appstreamcli validate --no-net --override=cid-desktopapp-is-not-rdns=info \
            "$root/usr/share/metainfo/dodgem.metainfo.xml" || give_up "the AppStream data is not valid"
    fi
    rounds "$(basename "$1")" "$root/usr/bin/dodgem"
}

check_tar() {
    tar -C "$folder" -xzf "$1"
    local program=$folder/dodgem-$version-linux-x86_64/dodgem
    oldest_glibc "$program"
    rounds "$(basename "$1")" "$program"
}

check_zip() {
    local program=$folder/dodgem-$version-windows-x86_64/dodgem.exe
    python3 -m zipfile -e "$1" "$folder"
    if have wine; then
        WINEDEBUG=-all WINEPREFIX=$folder/wine rounds "$(basename "$1") by wine" wine "$program"
    else
        say "$(basename "$1"): not tried, as wine is not installed"
    fi
}

[ -z "$expected" ] || rounds "$expected" "$expected"
tried=0
for package in "$packages"/*; do
    case $package in
    *.deb) check_deb "$package" ;;
    *.tar.gz) check_tar "$package" ;;
    *.zip) check_zip "$package" ;;
    *) continue ;;
    esac
    tried=$((tried + 1))
done
[ "$tried" -gt 0 ] || give_up "there are no packages in $packages; ./package makes them"
say "$tried packages were tried."

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

# Wine before 9 lacks the library from which Rust takes random numbers: one of the same task stands in for it.
random_numbers() {
    local to=$1/drive_c/windows/system32/bcryptprimitives.dll
    [ ! -e "$to" ] || return 0
    cat >"$folder/random.c" <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, length); }
END
    x86_64-w64-mingw32-gcc -shared -o "$to" "$folder/random.c" -ladvapi32
}

check_zip() {
    local program=$folder/dodgem-$version-windows-x86_64/dodgem.exe name
    name="$(basename "$1") by wine"
    python3 -m zipfile -e "$1" "$folder"
    # The window needs as much room on the stack as it has on Linux.
    local stack
    stack=$(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/^SizeOfStackReserve[[:space:]]*//p')
    [ $((16#$stack)) -ge $((8 << 20)) ] || give_up "$1 has a stack of 0x$stack bytes"
    if ! have wine; then
        say "$(basename "$1"): not tried, as wine is not installed"
        return 0
    fi
    export WINEDEBUG=-all WINEPREFIX=$folder/wine
    wine cmd /c ver >/dev/null 2>&1 || give_up "wine does not run"
    random_numbers "$WINEPREFIX"
    rounds "$name" wine "$program"
    # A recording that is written, replaced, and read again; words beyond ASCII come out as they went in.
    (
        cd "$folder"
        for _ in 1 2; do
            wine "$program" sim classic --seconds 1 --record own.tape >/dev/null 2>&1 || give_up "$name writes no recording"
        done
        wine "$program" replay own.tape --check >/dev/null 2>&1 || give_up "$name does not repeat its recording"
        printf '(name: "\303\234ben", mode: Nix)' >odd.ron
        if wine "$program" check odd.ron >said 2>&1; then give_up "$name finds no error"; fi
        grep -q "$(printf '\303\234ben')" said && grep -q "odd.ron:1:" said || give_up "$name says: $(cat said)"
        wine "$program" --version 2>/dev/null | grep -q "$version" || give_up "$name has no version"
    )
    say "$name: recording, messages and version are right"
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

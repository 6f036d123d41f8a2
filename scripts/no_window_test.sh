#!/usr/bin/env bash
# Holds the program without a window against the one that has it.
#
#   scripts/no_window_test.sh PROGRAM_WITH_WINDOW PROGRAM_WITHOUT
#
# It passes if both end rounds of six levels in the same state, to the bit; if a recording made with the window repeats
# without it; if the program without a window checks every level file; and if it says in words that it cannot `play`.
set -euo pipefail
cd "$(dirname "$0")/.."
with=${1:?the program with the window}
without=${2:?the program without it}

fail() {
    printf 'test without a window: %s\n' "$*" >&2
    exit 1
}

# round PROGRAM LEVEL: the hash after a round of ten seconds.
round() { "$1" sim "$2" --seconds 10 --seed 7 --json | sed -n 's/.*"hash": *"\([0-9a-f]*\)".*/\1/p'; }

for level in classic hill ice sandbox/pyramid sandbox/catapult physics/needle; do
    expected=$(round "$with" "levels/$level.ron")
    found=$(round "$without" "levels/$level.ron")
    [ -n "$expected" ] || fail "$level: the program with the window prints no hash"
    [ "$expected" = "$found" ] || fail "$level: $found without the window, $expected with it"
done
"$without" replay --check tests/data/classic.tape || fail "the recording does not repeat"
find levels -name '*.ron' -print0 | xargs -0 "$without" check >/dev/null || fail "a level is refused"
status=0
said=$("$without" play 2>&1) || status=$?
[ "$status" -ne 0 ] || fail "play succeeds without a window"
case $said in
*window*) ;;
*) fail "play does not say that there is no window: $said" ;;
esac
printf 'test without a window: passed\n'

#!/usr/bin/env bash
# Goes through a result and the questions of a lesson by keys in the real window, on a display without a screen.
#
#   scripts/teach_test.sh [PROGRAM]
#
# It passes if a moment on the result opens a replay, and if the lesson on views asks, waits, and counts the right answers.
# TEACH_PICTURE=FILE keeps a picture of each, with a word before the end of its name. Nothing is left running; the player's
# own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="teach test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

# The number of golden points where a lesson asks; the countdown's letters, in the middle, are golden too.
golden() {
    import -window root -crop 446x200+14+96 -depth 8 -format %c histogram:info:- | awk '/#FFC642/ { sub(":", "", $1); n = $1 } END { print n + 0 }'
}
keep() { [ -z "${TEACH_PICTURE:-}" ] || take_picture "${TEACH_PICTURE%.png}-$1.png"; }

# A round to its end, and a moment of its result.
own="$XDG_DATA_HOME/dodgem/levels"
mkdir -p "$own"
sed 's/duration: 30.0/duration: 3.0/' levels/classic.ron >"$own/short.ron"
start play short --mute --seed 7 --report "$work/report.json"
xdotool keydown w
# The result comes, and its first moment is chosen and watched.
tape="$XDG_DATA_HOME/dodgem/recordings/round-00001.tape"
wait_for 60 test -s "$tape" || fail "the round does not end"
xdotool keyup w
sleep 2
key Right
keep result
key v
sleep 2
keep moment
key Escape
sleep 1
leave
reported '"reading","replay"' "no moment was replayed"

# The lesson on views: a view, a wrong answer and the right one, and the next view with the right one at once.
start play school/07_views --mute --report "$work/report.json"
# Time waits at a question, with a golden frame around the answers; the countdown comes before it.
before=$(golden)
asked() { [ "$(golden)" -gt $((before + 400)) ]; }
for _ in $(seq 20); do
    key 1
    if wait_for 3 asked; then break; fi
done
asked || fail "no question is asked"
keep question
key Return Down Down Return
sleep 1
key 2
sleep 1
key Return
sleep 1
keep answered
key p
leave
reported '"tasks_done":4' "the questions were not answered"
reported '"right_answers":1' "the right answers were not counted"
printf '%s: passed\n' "$test_name"

#!/usr/bin/env bash
# Goes through what teaches a new player, by keys in the real window, on a display without a screen: the title, the focus on
# a crash, the moments of a result, and the questions of a lesson.
#
#   scripts/teach_test.sh [PROGRAM]
#
# It passes if the title's tabs and its search begin no round, if F in pause puts the pair of the last crash in focus and the
# picture shows it, if a moment on the result opens its replay, and if the lesson on views asks, waits, and counts the right
# answers. TEACH_PICTURE=FILE keeps a picture of each, with a word before the end of its name. Nothing is left running; the
# player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="teach test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

key() {
    for one in "$@"; do
        xdotool key "$one"
        sleep 0.7
    done
}
keep() { [ -z "${TEACH_PICTURE:-}" ] || take_picture "${TEACH_PICTURE%.png}-$1.png"; }

# The title: tabs and search choose, and only Enter plays.
start play --mute --report "$work/report.json"
# The first picture may come before the first key is heard.
sleep 3
key Right Right Left f
sleep 1
xdotool type --delay 120 "gyro"
sleep 1
keep title
# The first q is a letter of the search, which Esc ends.
quits() {
    xdotool key q
    sleep 0.7
    gone || { xdotool key Escape && sleep 0.7 && gone; }
}
wait_for 6 quits || fail "the game does not leave the title"
wait "$game" || fail "the game ended with a code"
game=""
reported '"rounds":0' "a tab or the search began a round"

# A round to its end: the focus in its pause, and then a moment of its result.
own="$XDG_DATA_HOME/dodgem/levels"
mkdir -p "$own"
sed 's/duration: 30.0/duration: 4.0/' levels/classic.ron >"$own/short.ron"
start play short --mute --seed 7 --report "$work/report.json"
xdotool keydown w
sleep 5
xdotool keyup w
key p f
keep focus
take_picture "$work/focus.png"
[ "$(colours_of "$work/focus.png")" -gt 200 ] || fail "the camera of the focus shows no scene"
key p
# The result comes, and its first moment is chosen and watched.
tape="$XDG_DATA_HOME/dodgem/recordings/round-00001.tape"
wait_for 30 test -s "$tape" || fail "the round does not end"
sleep 2
key Right
keep result
key v
sleep 2
keep moment
key Escape
sleep 1
leave
reported '"focus":["' "F put nothing in focus"
reported '"result","replay"' "no moment was replayed"

# The lesson on views: a view, a wrong answer and the right one, and the next view with the right one at once.
start play school/07_views --mute --report "$work/report.json"
sleep 4
key 1
sleep 1
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

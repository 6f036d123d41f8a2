#!/usr/bin/env bash
# Goes through title and focus by keys in the real window, on a display without a screen.
#
#   scripts/look_test.sh [PROGRAM]
#
# It passes if the title's tabs and its search begin no round, and if F in pause puts the pair of the last crash in focus and
# the picture shows a scene. LOOK_PICTURE=FILE keeps a picture of each, with a word before the end of its name. Nothing is
# left running; the player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="look test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

keep() { [ -z "${LOOK_PICTURE:-}" ] || take_picture "${LOOK_PICTURE%.png}-$1.png"; }

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

# The focus on the last crash of a round that begins paused, after its first crashes.
start play classic --at 12 --mute --seed 7 --report "$work/report.json"
sleep 2
key f
sleep 1
keep focus
take_picture "$work/focus.png"
[ "$(colours_of "$work/focus.png")" -gt 200 ] || fail "the camera of the focus shows no scene"
# While the camera flies, Q moves it; a new pause has the menu's keys.
key p
key p
leave
reported '"focus":["' "F put nothing in focus"
printf '%s: passed\n' "$test_name"

#!/usr/bin/env bash
# Names a car in the settings and drives rounds of a cup in the real window, on a display without a screen.
#
#   scripts/contest_test.sh [PROGRAM]
#
# It passes if a name that is typed in the settings is kept, if a round of a cup is counted when it is over (nothing for
# a player who let time go faster), if the second chance takes it back and is gone then, if a round that is left counts as it
# stood, if both are asked first, and if the game leaves cleanly. CONTEST_PICTURE=FILE keeps a picture of the table.
# Nothing is left running; the player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="contest test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

settings="$XDG_CONFIG_HOME/dodgem/settings.ron"
bests="$XDG_DATA_HOME/dodgem/best.json"
# Whether a file has a text, spaces and line ends left out.
has() { [ -f "$1" ] && tr -d ' \n' <"$1" | grep -q "$2"; }

start play --mute --report "$work/report.json"
# The first picture may come before the first key is heard.
sleep 3
key o
# The page of cars is where its name is, and the field of the name below it.
press 304 40
press 260 126
xdotool type --delay 150 "Oskar"
sleep 0.7
# The first one leaves the field, the second one the settings.
key Escape
key Escape
wait_for 10 has "$settings" 'name:"Oskar"' || fail "the name that was typed is not kept"

key u
key Down
key Return
wait_for 30 has "$bests" '"FairgroundCup":{"difficulty"' || fail "the cup does not begin"
has "$bests" '"second_chance":true,"rounds":\[\]' || fail "the cup does not begin anew: $(cat "$bests")"
# Four times as fast.
key equal
key equal
wait_for 90 has "$bests" '"rounds":\[\[0,' || fail "the round is not counted, or counts for who was not slow"
# A press that comes at once is from a player who still drives.
sleep 2
key Return
sleep 1
[ -z "${CONTEST_PICTURE:-}" ] || take_picture "$CONTEST_PICTURE"
# The game asks first: a player who thinks better of it has lost nothing.
key r
key Escape
key r
has "$bests" '"second_chance":true,"rounds":\[\[0,' || fail "the second chance is used before it was asked"
key Return
wait_for 20 has "$bests" '"second_chance":false,"rounds":\[\]' || fail "the second chance takes nothing back"
# Out of the countdown, and away: Title is the fifth entry of the pause.
sleep 5
to_title() {
    key Escape
    key Down
    key Down
    key Down
    key Down
    key Return
}
to_title
# To think better of it is to drive on.
key Escape
sleep 1
to_title
has "$bests" '"second_chance":false,"rounds":\[\]' || fail "the cup is left before it was asked"
key Return
wait_for 20 has "$bests" '"second_chance":false,"rounds":\[\[[0-9]' || fail "the round that was left is not counted"
leave
for screen in title cups round result table pause; do
    grep -q "\"$screen\"" "$work/report.json" || fail "the screen $screen was not seen"
done
printf '%s: passed\n' "$test_name"

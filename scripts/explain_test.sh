#!/usr/bin/env bash
# Explains a crash of five recordings in the real window, on a display without a screen, and asks the probe.
#
#   scripts/explain_test.sh [PROGRAM]
#
# It passes if X and Enter explain a crash of each recording, if keys and a click go through the stages and X goes back,
# if the probe answers about the nearest pair and another question by a press, and if the game leaves cleanly.
# EXPLAIN_PICTURES=FOLDER keeps pictures; EXPLAIN_LEVELS="NAME NAME .." or =all takes those that have impacts within 4 s,
# which needs some minutes. Nothing is left running; the player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="explain test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

on_failure() { keep_picture failed; }
keep_picture() {
    [ -z "${EXPLAIN_PICTURES:-}" ] || take_picture "$EXPLAIN_PICTURES/$1.png"
}
# golden X Y: true if the picture has the gold of a panel's edge there.
golden() { import -window root -crop "1x1+$1+$2" -depth 8 txt:- | grep -q '#FFC[67]42'; }
# True if the explanation or the probe, the list of crashes, or the words of a recording are on the screen.
panel() { golden 680 600; }
list() { golden 322 360; }
replay() { golden 17 60; }
no_panel() { ! panel; }
no_replay() { ! replay; }
# number NAME: a number of the report.
number() { sed -n "s/.*\"$1\": *\\([0-9]*\\).*/\\1/p" "$work/report.json"; }

# The levels differ in rule, shapes and solver: cars, a platform, blocks, a ball, pins.
levels="classic knockout physics/pi football sandbox/bowling"
folder="$XDG_DATA_HOME/dodgem/recordings"
mkdir -p "$folder"
# impacts LEVEL: records four seconds of it. Fails if nothing meets in them, or if only positions are recorded, as with a
# budget of real time.
impacts() {
    if grep -q "clock: Time" "levels/$1.ron"; then return 1; fi
    local tape="$folder/${1//\//-}.tape"
    "$program" sim "$1" --seconds 4 --seed 7 --json --record "$tape" 2>"$work/sim.log" | grep '"impacts": *[1-9]' >"$work/count" || {
        rm -f "$tape"
        return 1
    }
}
if [ -n "${EXPLAIN_LEVELS:-}" ]; then
    candidates=$EXPLAIN_LEVELS
    if [ "$candidates" = all ]; then
        candidates=$(cd levels && find . -name '*.ron' -not -path './parts/*' | sed 's|^\./||; s|\.ron$||' | sort)
    fi
    levels=""
    for level in $candidates; do
        if impacts "$level"; then levels="$levels $level"; fi
    done
else
    recording=()
    for level in $levels; do
        impacts "$level" &
        recording+=($!)
    done
    for one in "${recording[@]}"; do
        wait "$one" || fail "a level has no impact within four seconds"
    done
fi
many=$(wc -w <<<"$levels")

start play --mute --report "$work/report.json"
sleep 1.5
xdotool key l
sleep 0.8
count=0
for level in $levels; do
    [ "$count" = 0 ] || xdotool key Down
    sleep 0.3
    [ "$count" -gt 0 ] || keep_picture list
    xdotool key Return
    # It is played once before it is shown.
    wait_for 60 replay || fail "recording $count is not shown"
    xdotool key x
    wait_for 20 list || fail "X lists no crashes of recording $count"
    for _ in $(seq 20); do
        xdotool key Return
        if wait_for 2 panel; then break; fi
    done
    panel || fail "X explains no crash of recording $count"
    xdotool key --delay 120 Right Right Right Left
    # The third box of the stages, then a place in the scene.
    press 790 42
    keep_picture "stage-$count"
    press 330 380
    keep_picture "scene-$count"
    alive || fail "the game ended by itself"
    xdotool key x
    wait_for 20 no_panel || fail "X does not go back to recording $count"
    if [ "$count" = 0 ]; then
        xdotool key --delay 200 j y
        wait_for 20 panel || fail "Y opens no probe"
        # The time of impact.
        press 1030 67
        keep_picture probe
        xdotool key y
        wait_for 20 no_panel || fail "Y does not close the probe"
        # The next recording has no focus.
        xdotool key 0
    fi
    count=$((count + 1))
    xdotool key Escape
    wait_for 20 no_replay || fail "Esc does not go back to the list"
done
xdotool key Escape
sleep 0.5
leave
[ "$(number explained)" -ge "$many" ] || fail "not $many crashes were explained: $(cat "$work/report.json")"
[ "$(number explained_steps)" -ge $((4 * many)) ] || fail "keys and clicks did not go through: $(cat "$work/report.json")"
[ "$(number probed)" = 1 ] || fail "the probe did not answer: $(cat "$work/report.json")"
reported '"why","probe"' "no explanation or no probe was seen"
printf '%s: passed\n' "$test_name"

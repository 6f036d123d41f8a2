#!/usr/bin/env bash
# Begins the school with the mouse in the real window, on a display without a screen, and drives through its first gate.
#
#   scripts/school_test.sh [PROGRAM]
#
# It passes if the first entry of the title begins the first lesson when it is pressed, if holding W does its first task,
# and if the game leaves cleanly. SCHOOL_PICTURE=FILE keeps a picture of the lesson. Nothing is left running; the player's
# own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="school test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

start play --mute --report "$work/report.json"
sleep 3
# The first line of the list: a press chooses it, a second one begins.
press 150 202
sleep 1
press 150 202
# Out of the countdown and to the gate.
sleep 4
xdotool keydown w
sleep 4
xdotool keyup w
[ -z "${SCHOOL_PICTURE:-}" ] || take_picture "$SCHOOL_PICTURE"
xdotool key p
sleep 1
leave
reported '"level":"school/01_drive"' "the first lesson was not begun"
reported '"tasks_done":[1-9]' "no task was done"
printf '%s: passed\n' "$test_name"

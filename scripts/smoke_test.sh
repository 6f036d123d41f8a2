#!/usr/bin/env bash
# Plays the real game for a few seconds on a display without a screen, as a person would: by keys.
#
#   scripts/smoke_test.sh [PROGRAM]
#
# It passes if the window opens, draws a picture that is not blank, the car moves when a key is
# held, and the game leaves cleanly when asked. Nothing is left running, whatever happens; the
# player's own settings and best scores are not touched. SMOKE_PICTURE=FILE keeps the picture.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

fail() {
    printf 'smoke test: %s\n' "$*" >&2
    if [ -s "$work/game.log" ]; then
        printf 'smoke test: the game said:\n' >&2
        tail -n 30 "$work/game.log" >&2
    fi
    exit 1
}

server=""
game=""
work=$(mktemp -d)
clean_up() {
    local process
    for process in $game $server; do
        kill "$process" 2>/dev/null || true
    done
    for process in $game $server; do
        for _ in $(seq 20); do
            kill -0 "$process" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# wait_for SECONDS COMMAND...: tries ten times a second until it succeeds.
wait_for() {
    local tries=$(($1 * 10))
    shift
    for _ in $(seq "$tries"); do
        if "$@"; then
            return 0
        fi
        sleep 0.1
    done
    return 1
}

[ -x "$program" ] || fail "there is no program $program; build it first"

# The server itself picks a display number that is free, and tells it.
Xvfb -displayfd 3 -noreset -screen 0 1280x720x24 -nolisten tcp 3>"$work/display" >"$work/xvfb.log" 2>&1 &
server=$!
wait_for 20 test -s "$work/display" || fail "Xvfb does not start: $(cat "$work/xvfb.log")"
DISPLAY=":$(tr -d '[:space:]' <"$work/display")"
export DISPLAY
unset WAYLAND_DISPLAY
# Drawn by the processor; and a home of its own.
export LIBGL_ALWAYS_SOFTWARE=1
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" XDG_CACHE_HOME="$work/cache"

"$program" play classic --seed 7 --report "$work/report.json" >"$work/game.log" 2>&1 &
game=$!

alive() { kill -0 "$game" 2>/dev/null; }

window=""
find_window() {
    alive || fail "the game ended before its window opened"
    window=$(xdotool search --onlyvisible --name Dodgem 2>/dev/null | head -n 1)
    [ -n "$window" ]
}
wait_for 60 find_window || fail "no window within 60 s"
xdotool windowfocus --sync "$window" 2>/dev/null || true

# How many colours a picture has, and how far they scatter (0 to 1).
colours_of() { convert "$1" -resize 320x180 -format '%k' info:; }
scatter_of() { convert "$1" -colorspace Gray -format '%[fx:standard_deviation]' info:; }
take_picture() { timeout 20 import -window root "$1"; }

# The window is there before the first frame; a start may take a while on a slow machine.
drawn() {
    alive || fail "the game ended by itself"
    take_picture "$work/start.png" && [ "$(colours_of "$work/start.png")" -gt 200 ]
}
wait_for 60 drawn || fail "the window stays blank"

# Through the countdown of 3 seconds, then full speed ahead with a bend.
xdotool keydown w
sleep 6
xdotool keydown d
sleep 1
xdotool keyup d
alive || fail "the game ended by itself while driving"
take_picture "$work/drive.png" || fail "no picture could be taken"
xdotool keyup w

colours=$(colours_of "$work/drive.png")
scatter=$(scatter_of "$work/drive.png")
if [ -n "${SMOKE_PICTURE:-}" ]; then
    cp "$work/drive.png" "$SMOKE_PICTURE"
fi
[ "$colours" -gt 200 ] || fail "the picture has only $colours colours"
awk -v scatter="$scatter" 'BEGIN { exit !(scatter > 0.02) }' ||
    fail "the picture is nearly one grey: its scatter is $scatter"

# Leave through the menu.
leave() {
    xdotool key Escape
    sleep 0.5
    xdotool key q
}
leave
gone() { ! alive; }
wait_for 20 gone || fail "the game does not leave"
status=0
wait "$game" || status=$?
game=""
[ "$status" -eq 0 ] || fail "the game ended with code $status"
[ -s "$work/report.json" ] || fail "the game wrote no report"

# What the game itself says about the run: {"steps": ..., "frames": ..., "moved": metres, ...}.
number() { sed -n "s/.*\"$1\": *\\(-\\{0,1\\}[0-9.e+-]*\\).*/\\1/p" "$work/report.json" | head -n 1; }
steps=$(number steps)
frames=$(number frames)
moved=$(number moved)
for value in "$steps" "$frames" "$moved"; do
    [ -n "$value" ] || fail "the report lacks a number: $(cat "$work/report.json")"
done
awk -v steps="$steps" -v frames="$frames" 'BEGIN { exit !(steps >= 120 && frames >= 10) }' ||
    fail "only $steps steps and $frames frames were run"
awk -v moved="$moved" 'BEGIN { exit !(moved > 1) }' || fail "the car moved only $moved m"

printf 'smoke test: passed: %s steps, %s frames, the car moved %s m, %s colours, scatter %s\n' \
    "$steps" "$frames" "$moved" "$colours" "$scatter"

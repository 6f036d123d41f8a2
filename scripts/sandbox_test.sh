#!/usr/bin/env bash
# Builds, throws, takes back, saves and loads in the real window of the sandbox, on a display without a screen.
#
#   scripts/sandbox_test.sh [PROGRAM]
#
# It passes if a box that is added by its panel and copied twice stands as a stack of three in the file that Ctrl S
# writes, if one of them lies elsewhere in it after it was dragged and thrown, if it is back in it after Ctrl Z, and all
# three are after a restart that Ctrl Z takes back; if leaving is asked about while the scene is in no file; if the file
# changes the scene in place when it is edited while it is played, but is not written over when it was broken then; if a
# scene is offered after the game was killed; and if the recording of a wall of the panel into which a car of the panel is
# driven repeats. With
# SANDBOX_MONKEY_SECONDS mouse and keys at random follow for as long (SANDBOX_MONKEY_SEED chooses others), and what is
# recorded of them repeats. SANDBOX_PICTURE=FILE keeps a picture of the panels. Nothing is left running;
# the player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="sandbox test"
# shellcheck source=scripts/window.sh
. scripts/window.sh
on_failure() {
    [ -z "${SANDBOX_PICTURE:-}" ] || take_picture "${SANDBOX_PICTURE%.png}-failed.png" || true
}
own="$work/data/dodgem/levels"

# control KEY: presses a key with Ctrl held, however slow the pictures are.
control() {
    xdotool keydown ctrl
    sleep 0.4
    xdotool key "$1"
    sleep 0.4
    xdotool keyup ctrl
    sleep 1
}
# save [NAME]: presses Ctrl S, gives the name that is asked for the first time, and keeps a copy of the file that came of
# it under that name.
save() {
    local before
    before=$(grep -c "saved: " "$work/game.log" || true)
    control s
    if asks; then xdotool key Return; fi
    saved_again() { [ "$(grep -c "saved: " "$work/game.log" || true)" -gt "$before" ]; }
    wait_for 20 saved_again || fail "Ctrl S saves nothing"
    file=$(sed -n 's/^.*dodgem: saved: \([^ ]*\.ron\).*/\1/p' "$work/game.log" | tail -n 1)
    [ -z "${1:-}" ] || cp "$file" "$work/$1.ron"
}
# True if a question is on the screen: its golden frame is.
asks() {
    local there
    there=$(import -window root -crop 1x1+301+360 -depth 8 txt:-)
    case "$there" in *'#FFC742'*) return 0 ;; *) return 1 ;; esac
}
# open_sandbox: the empty scene with its panels.
open_sandbox() {
    start play sandbox/sandbox --mute
    open_panels
}
open_panels() {
    # Over a thing F2 would open the panel of that.
    at 30 690
    # What is seen first may still be the level before it: there are no panels then.
    local try
    for try in $(seq 10); do
        xdotool key F2
        sleep 2
        if panels_are_open; then return 0; fi
    done
    fail "F2 opens no panels"
}
# Whether the right edge of the picture has the colour of the panels.
panels_are_open() {
    import -window root -crop 1x1+1277+710 -depth 8 txt:- | grep -q '#111126'
}
# add NAME X Y: takes something out of the panel and puts it there. The pictures of the panel are where they are drawn
# at 100 %.
add() {
    case $1 in
        "Brick wall") press 1032 458 ;;
        "Your car") press 1032 548 ;;
        Box) press 1032 128 ;;
        *) fail "where is $1?" ;;
    esac
    press "$2" "$3"
}
# keep_recording: keeps the recording by its key, and plays it without a window.
keep_recording() {
    local before tape
    before=$(grep -c "recording kept: " "$work/game.log" || true)
    xdotool key k
    kept_again() { [ "$(grep -c "recording kept: " "$work/game.log" || true)" -gt "$before" ]; }
    wait_for 20 kept_again || fail "K keeps no recording"
    tape=$(sed -n 's/^.*dodgem: recording kept: //p' "$work/game.log" | tail -n 1)
    "$program" replay --check "$tape" || fail "the recording does not go again: seed ${SANDBOX_MONKEY_SEED:-7}"
}
# The numbers of the place of a thing in a file: x y z.
place() {
    sed -n "s/.*(name: \"$1\".* center: (\\([-0-9.]*\\), \\([-0-9.]*\\), \\([-0-9.]*\\)).*/\\1 \\2 \\3/p" "$2"
}
# expect CONDITION NAME FILE: what awk says of the place of a thing.
expect() {
    place "$2" "$3" | awk "{ found = 1; exit !($1) } END { if (!found) exit 1 }" ||
        fail "not $1 for $2 in $(basename "$3"): $(place "$2" "$3")"
}

open_sandbox
add Box 490 480
at 440 440
control d
sleep 1
at 440 450
control d
sleep 5
[ -z "${SANDBOX_PICTURE:-}" ] || import -window root "$SANDBOX_PICTURE"
# Nothing leaves the game before that is answered: the last line of the menu is Quit.
xdotool key Escape
sleep 1
xdotool key Up
sleep 0.5
xdotool key Return
wait_for 5 asks || fail "leaving asks nothing"
[ -z "${SANDBOX_PICTURE:-}" ] || take_picture "${SANDBOX_PICTURE%.png}-leaving.png"
xdotool key Escape
sleep 0.5
alive || fail "a scene was left without an answer"
xdotool key Escape
sleep 1
printf 'sandbox test: leaving an unsaved scene is asked about\n'
save stack
stack=$work/stack.ron
mine=$file
for thing in box "box 2" "box 3"; do
    [ -n "$(place "$thing" "$stack")" ] || fail "there is no $thing: $(cat "$stack")"
done
expect '$2 > 0.49 && $2 < 0.52' box "$stack"
expect '$2 > 1.49 && $2 < 1.53' "box 2" "$stack"
expect '$2 > 2.49 && $2 < 2.54' "box 3" "$stack"
grep -q 'name: "Sandbox 2"' "$stack" || fail "the scene has not its own name: $(cat "$stack")"
if grep -q "//" "$stack"; then fail "a comment of another level: $(cat "$stack")"; fi
printf 'sandbox test: a box was added and a stack of three saved\n'

# The uppermost one is pulled aside and thrown.
at 450 225
xdotool mousedown 1
sleep 0.5
for x in 490 560 640 720 800; do
    xdotool mousemove "$x" 190
    sleep 0.1
done
xdotool mouseup 1
sleep 3
save thrown
[ "$file" = "$mine" ] || fail "the scene was saved to another file: $file"
thrown=$work/thrown.ron
place "box 3" "$thrown" >"$work/after"
place "box 3" "$stack" >"$work/before"
paste -d ' ' "$work/before" "$work/after" |
    awk '{ exit !(($1 - $4) ^ 2 + ($2 - $5) ^ 2 + ($3 - $6) ^ 2 > 0.25) }' ||
    fail "the box was not thrown: $(cat "$work/before") to $(cat "$work/after")"
control z
sleep 1
save undone
expect '$2 > 2.4' "box 3" "$work/undone.ron"
printf 'sandbox test: a box was dragged, thrown, and taken back\n'

# A restart goes back to what the file says, and is taken back with what was made since.
add Box 750 600
xdotool key r
sleep 2
control z
save restarted
for thing in box "box 2" "box 3" "box 4"; do
    [ -n "$(place "$thing" "$work/restarted.ron")" ] || fail "the restart took $thing: $(cat "$work/restarted.ron")"
done
printf 'sandbox test: a restart was taken back\n'

for level in "$work"/*.ron; do
    "$program" check "$level" >/dev/null || fail "$(basename "$level") is no level"
done
stop

# A saved edit is followed; one that cannot be read stays, and the scene gets a file of its own.
start play "$(basename "${mine%.ron}")" --mute
sed 's/^($/(\n    gravity: 1.62,/' "$mine" >"$mine~"
mv "$mine~" "$mine"
followed() { grep -q "reloaded from file" "$work/game.log"; }
wait_for 20 followed || fail "the scene does not follow its file"
printf 'sandbox test: a saved edit changed the scene in place\n'
cp tests/data/edited_with_a_typo.ron "$mine"
control s
wait_for 5 asks || fail "Ctrl S does not ask about an edit that was not read"
[ -z "${SANDBOX_PICTURE:-}" ] || take_picture "${SANDBOX_PICTURE%.png}-changed.png"
# Under a new name, and the one that is offered.
xdotool key Return
sleep 1
xdotool key Return
saved() { grep -q "saved: " "$work/game.log"; }
wait_for 10 saved || fail "the scene is not saved under a new name"
cmp -s tests/data/edited_with_a_typo.ron "$mine" || fail "an edit was lost: $(cat "$mine")"
other=$(sed -n 's/^.*dodgem: saved: \([^ ]*\.ron\).*/\1/p' "$work/game.log" | tail -n 1)
[ "$other" != "$mine" ] || fail "the scene was saved over the edit"
"$program" check "$other" >/dev/null || fail "$(basename "$other") is no level"
printf 'sandbox test: an edit that was not read is not written over\n'
stop

# A wall is built from the panel, which is offered after the game was killed, and a car that is driven into it. The
# recording of it repeats.
sed -i 's/keep_seconds: [0-9.]*/keep_seconds: 1.0/' "$XDG_CONFIG_HOME/dodgem/settings.ron"
open_sandbox
add "Brick wall" 480 330
kept_by_itself() { grep -qs '"level"' "$work"/data/dodgem/unsaved/*.json; }
wait_for 20 kept_by_itself || fail "the scene is not kept by itself"
kill -KILL "$game"
wait "$game" 2>/dev/null || true
start play sandbox/sandbox --mute
wait_for 10 asks || fail "the scene of a game that was killed is not offered"
[ -z "${SANDBOX_PICTURE:-}" ] || take_picture "${SANDBOX_PICTURE%.png}-offered.png"
xdotool key Return
open_panels
add "Your car" 480 560
xdotool key c
sleep 1
xdotool keydown w
sleep 5
xdotool keyup w
[ -z "${SANDBOX_PICTURE:-}" ] || take_picture "${SANDBOX_PICTURE%.png}-car.png"
save
grep -q 'driver: Player' "$file" || fail "there is no car in $(basename "$file")"
[ "$(grep -c '"wall ' "$file")" -gt 20 ] || fail "the scene of a game that was killed is lost"
if kept_by_itself; then fail "a scene that was saved would be offered again"; fi
printf 'sandbox test: a scene was kept by itself, and offered after a kill\n'
"$program" check "$file" >/dev/null || fail "$(basename "$file") is no level"
keep_recording
printf 'sandbox test: a wall was built and a car driven into it, and the recording repeats\n'
stop

RANDOM=${SANDBOX_MONKEY_SEED:-7}
monkey_seconds=${SANDBOX_MONKEY_SECONDS:-0}
keys=(w a s d space c p F2 F2 h n Delete ctrl+f ctrl+d ctrl+z ctrl+y ctrl+x ctrl+s Escape Return 1 period comma minus equal)
begun=$SECONDS
deeds=0
[ "$monkey_seconds" = 0 ] || start play sandbox/sandbox --mute
while [ $((SECONDS - begun)) -lt "$monkey_seconds" ]; do
    alive || fail "the game ended by itself: seed ${SANDBOX_MONKEY_SEED:-7}"
    x=$((RANDOM % 1280))
    y=$((RANDOM % 720))
    case $((RANDOM % 5)) in
        0 | 1) xdotool mousemove $x $y mousedown 1 mousemove $((RANDOM % 1280)) $((RANDOM % 720)) mouseup 1 ;;
        2) xdotool mousemove $x $y click --repeat 2 --delay 60 1 ;;
        3) xdotool mousemove $x $y click $((RANDOM % 2 + 4)) ;;
        *) xdotool key --delay 15 "${keys[RANDOM % ${#keys[@]}]}" ;;
    esac
    deeds=$((deeds + 1))
    # What was done so far repeats, whatever it is; on the title nothing is recorded.
    if [ $((deeds % 150)) -eq 0 ] && alive; then
        xdotool key k
    fi
    # Return on the last line of a menu leaves the game: that is in order.
    if ! alive; then
        wait "$game" || fail "the game ended with code $?"
        start play sandbox/wall --mute
    fi
done
sleep 2
if grep -qi "panicked" "$work/game.log"; then fail "a panic"; fi
kept=0
for tape in "$work"/data/dodgem/recordings/round-*.tape; do
    [ "$monkey_seconds" != 0 ] && [ -s "$tape" ] || continue
    "$program" replay --check "$tape" >"$work/replay.log" 2>&1 || {
        cat "$work/replay.log" >&2
        fail "a recording does not go again: seed ${SANDBOX_MONKEY_SEED:-7}"
    }
    kept=$((kept + 1))
done
[ "$monkey_seconds" = 0 ] || printf 'sandbox test: %s random deeds in %s s; %s recordings go again\n' \
    "$deeds" "$monkey_seconds" "$kept"
stop
printf 'sandbox test: passed\n'

#!/usr/bin/env bash
# Builds with several things at once in the real window of the sandbox, on a display without a screen.
#
#   scripts/bricks_test.sh [PROGRAM]
#
# It passes if six bricks are banded, hidden, shown, mirrored, turned, copied and grouped, if the copies are saved as a part
# that is put into the scene twice, and if undo leads back to the beginning, byte for byte. It does not trust in time: after
# each press it waits for what the press changes on the screen, in a pause, so that nothing else moves there.
# BRICKS_PICTURES=FOLDER keeps a picture of each step. Nothing is left running; the player's own files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="bricks test"
# shellcheck source=scripts/window.sh
. scripts/window.sh
picture() { [ -z "${BRICKS_PICTURES:-}" ] || take_picture "$BRICKS_PICTURES/$1.png"; }
on_failure() { picture failed || true; }
own="$work/data/dodgem/levels"

# The longest wait for one change, in seconds: pictures may take a second each on a machine that has other work.
LONGEST=15
# Parts of the screen, as WxH+X+Y: the content of the panels, and the floor with the bricks above the messages.
PANEL=284x660+988+46
FLOOR=960x360+10+290

# seen AREA: a sum of its pixels.
seen() { import -window root -crop "$1" -depth 8 rgb:- | cksum; }
differs() { [ "$(seen "$1")" != "$2" ]; }
# changes AREA WHAT COMMAND...: does the command, and waits until that part of the screen changes.
changes() {
    local area=$1 what=$2 before
    before=$(seen "$area")
    shift 2
    "$@"
    wait_for "$LONGEST" differs "$area" "$before" || fail "nothing changes: $what"
}
# rests AREA: waits until a part of the screen stays as it is for half a second.
is_still() {
    local before
    before=$(seen "$1")
    sleep 0.5
    [ "$(seen "$1")" = "$before" ]
}
rests() { wait_for "$LONGEST" is_still "$1" || fail "$1 does not come to rest"; }
# push X Y AREA WHAT: presses a button of the panels, which lights up under the pointer, and waits until a part of the
# screen changes. The pointer leaves it before, so that a button that is pressed again lights up again.
push() {
    local button=14x14+$(($1 - 7))+$(($2 - 7))
    changes "$button" "the button of '$4' under the pointer" xdotool mousemove "$1" "$2"
    changes "$3" "$4" xdotool mousedown 1 mouseup 1
}
# write X Y TEXT WHAT: writes a text into a field of the panels.
write() {
    local field=124x26+$(($1 - 58))+$(($2 - 13))
    xdotool mousemove "$1" "$2"
    rests "$field"
    changes "$field" "$4 takes no text" xdotool mousedown 1 mouseup 1
    changes "$field" "$4 gets no text" xdotool type "$3"
    rests "$field"
}

mkdir -p "$own"
cat >"$own/bricks.ron" <<'LEVEL'
(
    name: "Bricks",
    mode: Free,
    things: [
        // Six in a row.
        (name: "brick 1", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (-2.0, 0.0, 0.0)),
        (name: "brick 2", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (-1.2, 0.0, 0.0)),
        (name: "brick 3", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (-0.4, 0.0, 0.0)),
        (name: "brick 4", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (0.4, 0.0, 0.0)),
        (name: "brick 5", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (1.2, 0.0, 0.0)),
        (name: "brick 6", solid: Box(width: 0.6, height: 0.4, length: 0.4), at: (2.0, 0.0, 0.0)),
    ],
)
LEVEL
cp "$own/bricks.ron" "$work/begun.ron"
# Nothing lowers the detail then, which would change the picture too.
mkdir -p "$XDG_CONFIG_HOME/dodgem"
printf '(detail: Low)\n' >"$XDG_CONFIG_HOME/dodgem/settings.ron"
# True if the bar of the pause is there: "Continue" is chosen in it.
paused() { import -window root -crop 1x1+222+20 -depth 8 txt:- | grep -q '#F[45]5[BC]4'; }
# Over a thing F2 would open the panel of that.
start play bricks --mute --at 0.5
xdotool mousemove 30 690
wait_for "$LONGEST" paused || fail "the scene is not paused"
changes 20x20+1255+690 "F2 opens no panels" xdotool key F2

push 1050 21 "$PANEL" "the tab Thing"
# The band begins wherever the game sees the press.
xdotool mousemove 320 380 mousedown 1
sleep 0.2
changes 40x30+325+385 "no band is drawn" xdotool mousemove 365 415
changes 30x20+935+595 "the band does not follow" xdotool mousemove 960 610
changes "$PANEL" "the band selects nothing" xdotool mouseup 1
picture banded
push 1170 130 "$FLOOR" "hiding"
xdotool mousemove 30 690
rests 14x14+1163+123
push 1170 130 "$FLOOR" "showing again"
push 1078 310 "$FLOOR" "mirroring"
picture mirrored
push 1162 254 "$FLOOR" "turning"
picture turned
push 1010 130 "$FLOOR" "copying"
picture copied
write 1128 478 crew "the name of the group"
push 1218 478 "$PANEL" "grouping"
picture grouped

# The copies become a part, which is put into the scene twice.
push 1007 21 "$PANEL" "the tab Add"
xdotool mousemove 1130 400
changes "$PANEL" "the wheel does not turn the panel" xdotool click --repeat 60 --delay 5 5
rests "$PANEL"
write 1045 601 pile "the name of the part"
push 1166 601 "$PANEL" "saving the part"
part_saved() { [ -s "$own/parts/pile.ron" ]; }
wait_for "$LONGEST" part_saved || fail "the selection is not saved as a part"
rests "$PANEL"
picture part
for place in "330 560" "830 330"; do
    push 1096 617 "$PANEL" "choosing the part"
    # shellcheck disable=SC2086
    xdotool mousemove $place
    changes "$FLOOR" "the part is not put into the scene" xdotool mousedown 1 mouseup 1
    rests "$PANEL"
done
picture used

messages() { grep -c "saved: .*bricks.ron" "$work/game.log" || true; }
saved_again() { [ "$(messages)" -gt "$1" ]; }
save() {
    local before
    before=$(messages)
    xdotool key ctrl+s
    wait_for "$LONGEST" saved_again "$before" || fail "Ctrl S saves nothing"
}
# count PATTERN NUMBER: holds that the saved file has a pattern that often.
count() {
    [ "$(grep -c "$1" "$own/bricks.ron")" -eq "$2" ] || fail "not $2 times '$1': $(cat "$own/bricks.ron")"
}
save
"$program" check "$own/bricks.ron" >/dev/null || fail "what was saved is no level: $(cat "$own/bricks.ron")"
count '^ *(name: "brick [0-9]*".* heading: -\{0,1\}90' 12
count '^ *(name: "brick [0-9]*".* group: "crew"' 6
count 'part: "pile"' 2

# Each step of the history is undone, to the beginning.
push 1214 21 "$PANEL" "the tab Scene"
for step in "putting again" putting taking grouping copying turning mirroring; do
    rests "$PANEL"
    changes "$PANEL" "$step is not undone" xdotool key ctrl+z
done
rests "$PANEL"
picture undone
save
cmp "$own/bricks.ron" "$work/begun.ron" || fail "undo leads to another beginning: $(cat "$own/bricks.ron")"
if grep -qi "panicked" "$work/game.log"; then fail "a panic"; fi
stop
printf 'bricks test: six bricks were banded, turned, copied, grouped, saved as a part that was used twice, and taken back\n'

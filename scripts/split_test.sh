#!/usr/bin/env bash
# Lets two play at one screen in the real window, on a display without a screen.
#
#   scripts/split_test.sh [PROGRAM]
#
# It passes if each of two drives with the own half of the keyboard, if the picture is shared in all ways when its key
# is pressed and each of these looks different, and if each changes the own camera with the own key, and if a
# view is in one part alone when its key is pressed. SPLIT_PICTURE=FILE keeps a picture. Nothing is left running; the player's own
# files are not touched.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="split test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

# part NAME GEOMETRY: takes a picture of a part of the window.
part() { import -window root -crop "$2" +repage "$work/$1.png"; }
# differ NAME OTHER: whether two pictures differ in at least a tenth of their points.
differ() {
    local points all
    points=$(compare -metric AE -fuzz 4% "$work/$1.png" "$work/$2.png" null: 2>&1 | sed 's/ .*//') || true
    all=$(identify -format '%[fx:w*h]' "$work/$1.png")
    awk -v points="$points" -v all="$all" 'BEGIN { exit !(points > 0.1 * all) }'
}

start play classic --seed 7 --players 2 --mute --report "$work/report.json"
xdotool keydown w keydown Up
sleep 5
[ -z "${SPLIT_PICTURE:-}" ] || take_picture "$SPLIT_PICTURE"
xdotool keyup w keyup Up
# Paused, so that nothing but the cameras changes the picture.
xdotool key p
sleep 1
left=560x300+40+260 right=560x300+700+260
part left $left
part right $right
differ left right || fail "both parts show the same"
# The second player's camera, and nobody else's.
xdotool key slash
sleep 1
part left_after $left
part right_after $right
if differ left left_after; then fail "the second player's key changes the first one's camera"; fi
differ right right_after || fail "the second player's key changes no camera"
xdotool key c
sleep 1
part left_own $left
differ left left_own || fail "the first player's key changes no camera"
# A view in all parts, then in the first one alone: its panel covers much of a part.
xdotool key 2
sleep 1
part right_all $right
differ right_after right_all || fail "no view in the second part"
xdotool key F7
sleep 1
part right_none $right
part left_alone $left
if differ right_after right_none; then fail "a view of the first part alone is in the second one"; fi
differ left_own left_alone || fail "no view in the first part"
xdotool key 0
sleep 1
take_picture "$work/beside.png"
for way in above shared; do
    xdotool key F6
    sleep 1
    take_picture "$work/$way.png"
done
differ beside above && differ above shared || fail "the screen is not shared in another way"
xdotool key q
wait_for 20 gone || fail "the game does not leave"
wait "$game" || fail "the game ended with code $?"
game=""
report=$(tr -d '[:space:]' <"$work/report.json")
case "$report" in
    *'"pictures":["sidebyside","oneabovetheother","onecameraforall"]'*) ;;
    *) fail "not all ways to share the screen were seen: $report" ;;
esac
ways=$(printf '%s' "$report" | sed -n 's/.*"ways":\[\([^]]*\)\].*/\1/p')
printf '%s' "$ways" | awk -F, '{ exit !(NF == 2 && $1 > 1 && $2 > 1) }' || fail "not both cars were driven: $ways m"
if grep -qi "panicked" "$work/game.log"; then fail "a panic"; fi
printf 'split test: passed; the two drove %s m\n' "$ways"

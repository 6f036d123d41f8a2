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
# differ NAME OTHER [SHARE]: whether two pictures differ in at least that share of their points, a tenth as a rule.
differ() {
    local points all
    points=$(compare -metric AE -fuzz 4% "$work/$1.png" "$work/$2.png" null: 2>&1 | sed 's/ .*//') || true
    all=$(identify -format '%[fx:w*h]' "$work/$1.png")
    awk -v points="$points" -v all="$all" -v share="${3:-0.1}" 'BEGIN { exit !(points > share * all) }'
}

start play classic --seed 7 --players 2 --mute --report "$work/report.json"
xdotool keydown w keydown Up
sleep 5
[ -z "${SPLIT_PICTURE:-}" ] || take_picture "$SPLIT_PICTURE"
xdotool keyup w keyup Up
# Paused, so that nothing but the cameras changes the picture.
xdotool key p
sleep 1
# Below the legend and beside the menu.
left=560x290+40+270 right=560x290+700+270
part left $left
part right $right
differ left right || fail "both parts show the same"
# The second player's camera alone.
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
# A view in all parts, then in the first one, then in the second one alone. Its lines are thin.
xdotool key 2
sleep 1
part left_all $left
differ left_own left_all 0.004 || fail "no view in the first part"
xdotool key F7
# The message about it may cover a corner of the part.
sleep 6
part left_alone $left
if differ left_all left_alone 0.004; then fail "the first part alone has no view"; fi
xdotool key F7
sleep 1
part left_none $left
if differ left_own left_none 0.004; then fail "the view of the second part is in the first one"; fi
xdotool key 0
sleep 1
take_picture "$work/beside.png"
for way in above shared; do
    xdotool key F6
    sleep 1
    take_picture "$work/$way.png"
done
differ beside above && differ above shared || fail "the screen is not shared in another way"
leave
reported '"pictures":\["sidebyside","oneabovetheother","onecameraforall"\]' "not all ways to share the screen were seen"
report=$(tr -d '[:space:]' <"$work/report.json")
ways=$(printf '%s' "$report" | sed -n 's/.*"ways":\[\([^]]*\)\].*/\1/p')
printf '%s' "$ways" | awk -F, '{ exit !(NF == 2 && $1 > 1 && $2 > 1) }' || fail "not both cars were driven: $ways m"
printf 'split test: passed; the two drove %s m\n' "$ways"

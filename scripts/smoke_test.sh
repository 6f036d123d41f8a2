#!/usr/bin/env bash
# Plays the real game for a few seconds on a display without a screen, as a person would: by keys.
#
#   scripts/smoke_test.sh [PROGRAM]
#
# It passes if the window opens, draws a picture that is not blank, the car moves when a key is
# held, and the game leaves cleanly when asked; if a level is taken over when its file is saved, and
# told when it is broken; if the round that was driven by keys goes again without a window as it was
# recorded, although a crash was explained in its middle, and so does one that was driven on from its recording; and if the game lives through
# 10 seconds of keys and window sizes at random (MONKEY_SEED and MONKEY_SECONDS choose others). Nothing is
# left running, whatever happens; the player's own settings and best scores are not touched.
# SMOKE_PICTURE=FILE keeps the picture, and with it FILE-broken.png, of a broken level's message,
# FILE-title.png, FILE-crashes.png, FILE-why.png, and FILE-recordings.png, FILE-replay.png and FILE-wheel.png on the way to the wheel of
# a recording.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/dodgem}

test_name="smoke test"
# shellcheck source=scripts/window.sh
. scripts/window.sh

# expect_end: waits until the game has ended, which must be with code 0.
expect_end() {
    local status=0
    if ! wait_for 20 gone; then
        keep_picture stays
        fail "the game does not leave"
    fi
    wait "$game" || status=$?
    game=""
    [ "$status" -eq 0 ] || fail "the game ended with code $status"
}

start play classic --seed 7 --report "$work/report.json"

# How far the colours of a picture scatter (0 to 1).
scatter_of() { convert "$1" -colorspace Gray -format '%[fx:standard_deviation]' info:; }
# keep_picture SUFFIX: beside the picture that the caller asked for.
keep_picture() {
    [ -z "${SMOKE_PICTURE:-}" ] || take_picture "${SMOKE_PICTURE%.png}-$1.png" || true
}

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
expect_end
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

printf 'smoke test: a round: %s steps, %s frames, the car moved %s m, %s colours, scatter %s\n' \
    "$steps" "$frames" "$moved" "$colours" "$scatter"

# A short round, driven by keys to its end, with an explanation in its middle: the game keeps its recording, which goes again without a
# window step by step as it did.
own="$XDG_DATA_HOME/dodgem/levels"
mkdir -p "$own"
sed 's/duration: 30.0/duration: 5.0/' levels/classic.ron >"$own/short.ron"
start play short --seed 7 --report "$work/report.json"
xdotool keydown w
sleep 5
# X in the round: its last crash, two stages on and one back, and again the round, which is as it was. On a slow
# machine there may be no crash yet.
explains() {
    local there
    there=$(import -window root -crop 1x1+680+600 -depth 8 txt:-)
    case "$there" in *'#FFC642'*) return 0 ;; *) return 1 ;; esac
}
explained=""
for _ in 1 2 3 4 5 6; do
    xdotool key x
    sleep 1
    keep_picture crashes
    xdotool key Return
    if wait_for 2 explains; then
        explained="yes"
        break
    fi
    xdotool key x
    sleep 1
done
[ -n "$explained" ] || fail "X explains no crash of a running round"
xdotool key --delay 250 Right Right Left
sleep 0.4
keep_picture why
xdotool key x
sleep 0.3
explains && fail "X does not go back to the round"
xdotool keydown a
tape="$XDG_DATA_HOME/dodgem/recordings/round-00001.tape"
wait_for 60 test -s "$tape" || fail "no recording of the round is kept"
xdotool keyup a keyup w
sleep 1.5
leave
expect_end
[ "$(number explained)" = 1 ] && [ "$(number explained_steps)" = 3 ] ||
    fail "the keys did not go through the explanation: $(cat "$work/report.json")"
"$program" replay --check "$tape" || fail "the recording of the window's round does not go again"

# From the title to the list of recordings, from there to the newest one, and at its fourth second, after
# the countdown, to its wheel: the round that comes of it is kept and goes again, too.
screens() { tr -d '[:space:]' <"$work/report.json" | sed -n 's/.*"screens":\[\([^]]*\)\].*/\1/p'; }
start play --report "$work/report.json"
sleep 1
xdotool key l
sleep 1
keep_picture recordings
xdotool key Return
# It is played once before it is shown.
sleep 3
xdotool key r
sleep 0.3
xdotool key --delay 200 space Right Right Right Right
sleep 0.5
keep_picture replay
xdotool key t
sleep 0.5
keep_picture wheel
xdotool keydown s
sleep 1
xdotool keydown a
driven="$XDG_DATA_HOME/dodgem/recordings/round-00002.tape"
wait_for 60 test -s "$driven" || fail "no recording of the round that was taken over is kept"
xdotool keyup a keyup s
sleep 1.5
leave
expect_end
[ "$(number rounds)" = 1 ] || fail "the wheel was not taken: $(cat "$work/report.json")"
case "$(screens)" in
    '"title","recordings","reading","replay","round"'* | '"title","recordings","replay","round"'*) ;;
    *) fail "not from the title by the list and the replay to the wheel: $(screens)" ;;
esac
"$program" replay --check "$driven" || fail "the round that was taken over does not go again"
[ "$(cksum <"$driven")" != "$(cksum <"$tape")" ] || fail "the round that was taken over is the recorded one"
printf 'smoke test: a recording was chosen, seen, and driven on from\n'

# A level of the user's own, edited while it is played.
sed 's/name: "Classic"/name: "First words"/' levels/classic.ron >"$own/mine.ron"
start play mine --seed 7 --report "$work/report.json"

said() { alive && grep -q -- "$1" "$work/game.log"; }
now() { date +%s%N; }
saved=$(now)
sed 's/name: "Classic"/name: "Other words"/' levels/classic.ron >"$own/mine.ron"
wait_for 5 said "Other words: reloaded" || fail "a saved level is not taken over"
taken=$((($(now) - saved) / 1000000))
sed 's/driver: Player,/drivr: Player,/' levels/classic.ron >"$own/mine.ron"
wait_for 5 said "mine.ron:[0-9]*:[0-9]*: .*did you mean .driver." ||
    fail "a broken level is not told with its place"
sleep 0.5
keep_picture broken
alive || fail "a broken level ends the game"
# As editors save: the new file beside the old one, then in its place.
sed 's/name: "Classic"/name: "Last words"/' levels/classic.ron >"$own/mine.ron~"
mv "$own/mine.ron~" "$own/mine.ron"
wait_for 5 said "Last words: reloaded" || fail "the mended level is not taken over"
leave
expect_end
[ "$(number reloads)" = 2 ] && [ "$(number refused)" = 1 ] ||
    fail "not two reloads and one refusal: $(cat "$work/report.json")"
printf 'smoke test: a saved level was taken over after %s ms, a broken one refused\n' "$taken"

# A monkey: keys and window sizes at random, from the title on, which lists the user's levels too. It
# may leave the game by its menus; then it gets another one.
RANDOM=${MONKEY_SEED:-7}
monkey_seconds=${MONKEY_SECONDS:-10}
keys=(w a s d Up Down Left Right space shift c r p Escape Return Return q Tab 1 2 3 4 5 6 7 8 0
    bracketleft bracketright period comma minus equal F1 F5 F10 F11 x v b g t l)
sizes=("1280 720" "640 480" "320 200" "1024 700" "200 600" "1280 90" "33 17" "1 1" "800 600")
games=0
presses=0
printf '(' >"$own/broken.ron"
begun=$SECONDS
while [ $((SECONDS - begun)) -lt "$monkey_seconds" ]; do
    if [ -z "$game" ]; then
        start play --report "$work/report.json"
        games=$((games + 1))
        # Its first keys would be lost before the first picture.
        sleep 1
        [ "$games" -gt 1 ] || keep_picture title
    fi
    batch=()
    for _ in 1 2 3 4 5 6; do
        batch+=("${keys[RANDOM % ${#keys[@]}]}")
    done
    presses=$((presses + ${#batch[@]}))
    # A key may come when the window is gone; whether that was in order is seen below.
    xdotool key --delay 15 "${batch[@]}" 2>/dev/null || true
    if [ $((RANDOM % 4)) -eq 0 ]; then
        # shellcheck disable=SC2086
        xdotool windowsize "$window" ${sizes[RANDOM % ${#sizes[@]}]} 2>/dev/null || true
    fi
    alive || expect_end
done
# From whatever screen it is on: the keys pause, go back, or quit.
# A slow machine may take a second for a picture of a crowd with all views, and two keys in one
# picture would count for one screen: so the pauses grow.
# The last size may be a single pixel and the focus elsewhere: keys have to reach the game first.
if [ -n "$game" ] && alive; then
    xdotool windowsize "$window" 640 480 2>/dev/null || true
    sleep 1
fi
for pause in 0.4 0.4 0.6 0.8 1.0 1.3 1.6 2 2.5 3; do
    if [ -n "$game" ] && alive; then
        xdotool windowfocus "$window" 2>/dev/null || true
        xdotool key Escape 2>/dev/null || true
        sleep "$pause"
        xdotool key q 2>/dev/null || true
        sleep "$pause"
    fi
    # Where the camera flies q is one of its keys: there the menu of the pause has the way out.
    if [ -n "$game" ] && alive; then
        xdotool key --delay 150 Down Down Down Return 2>/dev/null || true
        sleep "$pause"
    fi
done
[ -z "$game" ] || expect_end
printf 'smoke test: %s random keys in %s s, %s games, seed %s\n' \
    "$presses" "$monkey_seconds" "$games" "${MONKEY_SEED:-7}"
printf 'smoke test: passed\n'

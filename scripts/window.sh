# What the tests of the real window share: a display without a screen, the game in it, and a home of its own. Sourced,
# with `test_name` and `program` set; nothing is left running, and the player's own files are not touched.

server=""
game=""
window=""
work=$(mktemp -d)

# A test may say more of it before it ends.
on_failure() { :; }
fail() {
    printf '%s: %s\n' "$test_name" "$*" >&2
    if [ -s "$work/game.log" ]; then
        printf '%s: the game said:\n' "$test_name" >&2
        tail -n 30 "$work/game.log" >&2
    fi
    on_failure
    exit 1
}

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

alive() { kill -0 "$game" 2>/dev/null; }
gone() { ! alive; }

find_window() {
    alive || fail "the game ended before its window opened"
    window=$(xdotool search --onlyvisible --name Dodgem 2>/dev/null | head -n 1)
    [ -n "$window" ]
}

take_picture() { timeout 20 import -window root "$1"; }
# How many colours a picture has.
colours_of() { convert "$1" -resize 320x180 -format '%k' info:; }

# The window is there before the first frame; a start may take a while on a slow machine.
drawn() {
    alive || fail "the game ended by itself"
    take_picture "$work/start.png" && [ "$(colours_of "$work/start.png")" -gt 200 ]
}

# start ARGUMENT...: starts the game and waits for its first picture.
start() {
    "$program" "$@" >"$work/game.log" 2>&1 &
    game=$!
    wait_for 60 find_window || fail "no window within 60 s"
    wait_for 60 drawn || fail "the window stays blank"
    # Before it is drawn it may not be able to take the keys yet.
    xdotool windowfocus --sync "$window" 2>/dev/null || true
}

# key NAME...: presses keys one after the other, however slow the pictures are.
key() {
    for one in "$@"; do
        xdotool key "$one"
        sleep 0.7
    done
}
# at X Y: moves the pointer there; press X Y: and presses its button, however slow the pictures are.
at() {
    xdotool mousemove "$1" "$2"
    sleep 0.5
}
press() {
    at "$1" "$2"
    xdotool mousedown 1
    sleep 0.3
    xdotool mouseup 1
    sleep 1
}
# leave: asks the game to end by its key, and holds that it does so cleanly.
leave() {
    local status=0
    xdotool key q
    wait_for 20 gone || fail "the game does not leave"
    wait "$game" || status=$?
    game=""
    [ "$status" -eq 0 ] || fail "the game ended with code $status"
    if grep -qi "panicked" "$work/game.log"; then fail "a panic"; fi
}
# reported PATTERN WHAT: holds that the game's report, without spaces, has a pattern.
reported() {
    local report
    report=$(tr -d '[:space:]' <"$work/report.json")
    # shellcheck disable=SC2254
    case "$report" in
        *$1*) ;;
        *) fail "$2: $report" ;;
    esac
}
# stop: ends the game without asking it.
stop() {
    kill "$game" 2>/dev/null || true
    wait "$game" 2>/dev/null || true
    game=""
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
export LIBGL_ALWAYS_SOFTWARE=1 HOME="$work"
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" XDG_CACHE_HOME="$work/cache"

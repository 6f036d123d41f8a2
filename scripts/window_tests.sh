#!/usr/bin/env bash
# Runs tests of the real window, two at a time: they mostly wait, for a key to take effect or a round to end.
#
#   scripts/window_tests.sh PROGRAM TEST...
#
# TEST is the first word of scripts/TEST_test.sh. Each has a display and a home of its own. Output of a test comes when it
# has ended. A test that has not ended after LIMIT_SECONDS (300) is stopped and counts as failed.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:?the program to test}
shift
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'exit 1' INT TERM HUP

one() {
    local test=$1 begin=$SECONDS status=0
    timeout --foreground --kill-after=10 "${LIMIT_SECONDS:-300}" "scripts/${test}_test.sh" "$program" >"$logs/$test" 2>&1 || status=$?
    # One write, so that lines of two tests do not mix.
    printf '%s\n%5d s  window: %s: %s\n' "$(cat "$logs/$test")" $((SECONDS - begin)) "$test" \
        "$([ "$status" -eq 0 ] && echo ok || echo "FAILED (exit $status)")"
    return "$status"
}

failed=0
running=0
for test in "$@"; do
    if [ "$running" -eq 2 ]; then
        wait -n || failed=1
        running=$((running - 1))
    fi
    one "$test" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
done
exit "$failed"

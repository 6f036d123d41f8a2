#!/usr/bin/env bash
# Prints how many lines of code each package has, and some of its folders.
#
#   scripts/code_lines.sh
#
# Comments, blank lines and unit tests (items under #[cfg(test)], and the files of such modules) do not count.
# It relies on the layout of rustfmt: an item ends in the column in which its attribute begins.
set -euo pipefail
cd "$(dirname "$0")/.."

find src crates/*/src -name '*.rs' -print0 | sort -z | xargs -0 awk '
    FNR == 1 { in_test = 0; in_comment = 0 }
    { sub(/[ \t\r]+$/, "") }
    # Blank lines and comments.
    in_comment { if (/\*\//) in_comment = 0; next }
    /^[ \t]*$/ || /^[ \t]*\/\// { next }
    /^[ \t]*\/\*/ { if (!/\*\//) in_comment = 1; next }
    !in_test && /^ *#\[cfg\((test|all\(test, .*\))\)\]$/ {
        in_test = 1
        column = match($0, /#/)
        next
    }
    in_test {
        if (/^ *mod [a-z_0-9]+;$/) {
            folder = FILENAME
            if (!sub(/\/(mod|lib|main)\.rs$/, "", folder)) sub(/\.rs$/, "", folder)
            name = $2
            sub(/;/, "", name)
            tests[folder "/" name] = 1
        }
        # Attributes of its own, and a header that goes on, end no item.
        if (match($0, /[^ ]/) == column && (/^ *}/ || /[;,}]$/)) in_test = 0
        next
    }
    { lines[FILENAME]++ }
    END {
        for (file in lines) {
            is_test = 0
            for (test in tests) {
                if (file == test ".rs" || index(file, test "/") == 1) is_test = 1
            }
            if (is_test) continue
            folder = file
            # A file counts for every folder that it is in.
            while (sub(/\/[^\/]*$/, "", folder)) total[folder] += lines[file]
        }
        shown = "src crates/collide/src crates/collide/src/narrow_phase crates/collide/src/query"
        shown = shown " crates/collide/src/query/toi crates/physics/src crates/physics/src/ccd crates/scene/src"
        shown = shown " crates/rules/src crates/synth/src crates/lab/src crates/oracle/src"
        count = split(shown, folders, " ")
        print " lines  folder"
        for (i = 1; i <= count; i++) printf "%6d  %s\n", total[folders[i]], folders[i]
    }
'

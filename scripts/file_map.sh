#!/usr/bin/env bash
# The map of source files in docs/architecture.md: one table a folder, one line a file.
#
#   scripts/file_map.sh           prints lines for files that the map lacks, and names those that are gone
#   scripts/file_map.sh --write   the same in the page: lines of files that are still there stay as they are
#
# A new line holds the first sentence of the file's header (its `//!` comment). A new folder comes at the
# end of the map: move its table to where it belongs. Ends 1 if something is missing or gone and was not
# written.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/architecture.md
begin='<!-- map: begin -->'
end='<!-- map: end -->'

say() { printf '%s\n' "$*" >&2; }

# first_sentence FILE: of its header, up to the first full stop or question mark that ends a word, or
# up to the end of the first paragraph.
first_sentence() {
    awk '
        /^\/\/! *$/ { exit }
        /^\/\/!/ { sub(/^\/\/! ?/, ""); text = text (text == "" ? "" : " ") $0; next }
        { exit }
        END {
            if (match(text, /[.?!]( |$)/)) text = substr(text, 1, RSTART)
            # Links of the documentation and bars would break the table.
            text = without_links(text)
            gsub(/\|/, "\\|", text)
            print text
        }
        function without_links(line,    before, name) {
            while (match(line, /\[[^]]*\]\([^)]*\)/)) {
                before = substr(line, 1, RSTART - 1)
                name = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                sub(/\]\(.*/, "", name)
                sub(/^\[/, "", name)
                line = before name line
            }
            gsub(/[][]/, "", line)
            return line
        }
    ' "$1"
}

# Every source file of all packages, a folder after the other, mod.rs first.
list_files() {
    find src crates/*/src -name '*.rs' | LC_ALL=C sort
}

declare -A line_of=() in_folder=() has_table=()
missing=0
gone=0

# What the page has: a heading with the folder in backquotes, then the rows of its table.
folder=""
inside=0
while IFS= read -r text; do
    case "$text" in
        "$begin") inside=1 ;;
        "$end") inside=0 ;;
    esac
    [ "$inside" = 1 ] || continue
    if [[ $text =~ ^'#### `'([^\`]+/)'`' ]]; then
        folder=${BASH_REMATCH[1]}
        has_table[$folder]=1
    elif [[ $text =~ ^'| `'([^\`]+\.rs)'` |' ]]; then
        line_of[$folder${BASH_REMATCH[1]}]=$text
    fi
done <"$page"

while IFS= read -r file; do
    folder=${file%/*}/
    in_folder[$folder]+="${file##*/} "
    if [ -z "${line_of[$file]:-}" ]; then
        missing=$((missing + 1))
        line_of[$file]="| \`${file##*/}\` | $(first_sentence "$file") |"
        say "missing: $file"
        [ "${1:-}" = --write ] || printf '%s\n' "${line_of[$file]}"
    fi
done < <(list_files)
for file in "${!line_of[@]}"; do
    if [ ! -f "$file" ]; then
        gone=$((gone + 1))
        say "gone: $file"
    fi
done

# rows FOLDER: its lines, mod.rs first.
rows() {
    local file
    printf '| file | holds |\n|---|---|\n'
    for file in mod.rs ${in_folder[$1]}; do
        if [ "$file" != mod.rs ] || [[ " ${in_folder[$1]}" == *" mod.rs "* ]]; then
            printf '%s\n' "$file"
        fi
    done | awk '!seen[$0]++' | while IFS= read -r file; do
        printf '%s\n' "${line_of[$1$file]}"
    done
}

# Copies the page with new tables.
write_page() {
    local text inside=0 folder="" skip=0
    while IFS= read -r text; do
        if [ "$text" = "$begin" ]; then
            inside=1
        elif [ "$text" = "$end" ]; then
            inside=0
            skip=0
            for folder in $(printf '%s\n' "${!in_folder[@]}" | LC_ALL=C sort); do
                if [ -z "${has_table[$folder]:-}" ]; then
                    printf '\n#### `%s`\n\n' "$folder"
                    rows "$folder"
                fi
            done
        elif [ "$inside" = 1 ]; then
            if [[ $text =~ ^'#### `'([^\`]+/)'`' ]]; then
                folder=${BASH_REMATCH[1]}
                # A folder without files leaves with all that is said of it.
                skip=0
                [ -n "${in_folder[$folder]:-}" ] || skip=1
            elif [[ $text == '### '* ]]; then
                skip=0
            elif [ "$text" = '| file | holds |' ]; then
                [ "$skip" = 1 ] || rows "$folder"
                continue
            elif [[ $text == '|'* ]]; then
                continue
            fi
        fi
        [ "$skip" = 1 ] || printf '%s\n' "$text"
    done <"$page"
}

if [ "${1:-}" = --write ]; then
    new=$(mktemp)
    trap 'rm -f "$new"' EXIT
    write_page >"$new"
    cat "$new" >"$page"
fi
say "$missing missing, $gone gone"
[ "$((missing + gone))" -eq 0 ] || [ "${1:-}" = --write ]
